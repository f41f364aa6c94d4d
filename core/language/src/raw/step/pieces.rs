//! Verbs about pieces and containers.

use super::form::{Container, Face, Flag, Number, Piece, Pieces, Position, Seat};
use super::verb;

verb! {
    /// Moves a piece, a set of pieces, or pieces drawn from a container. A single piece must exist
    /// and find room, or the steps cannot go on.
    ///
    /// ```yaml
    /// - move: { what: it, to: me.yard }
    /// - move: { all: market, to: discard }
    /// - move: { all: me.hand, to: me.yard, whole: true }
    /// - move: { from: deck, to: me.hand, count: 3 }
    /// ```
    Move = "move" {
        /// the piece
        what: Option<Piece>,
        /// all of them, as far as there is room
        all: Option<Pieces>,
        /// with `all`: the steps cannot go on if one of them finds no room
        whole: Option<Flag>,
        /// the container to draw from, in its own order: from the top, at random
        from: Option<Container>,
        /// how many to draw; 1 if left out
        count: Option<Number>,
        /// where they go
        to: Container,
        /// where in it; `top` if left out
        at: Option<Position>,
    }
    binds "the piece, or the last one drawn"
}

verb! {
    /// Shuffles a container.
    ///
    /// ```yaml
    /// - shuffle: deck
    /// ```
    Shuffle = "shuffle" takes container: Container = "a container"
}

verb! {
    /// Closes the gaps of a row if it slides, then fills its free slots.
    ///
    /// ```yaml
    /// - refill: { row: market, from: deck }
    /// ```
    Refill = "refill" {
        /// the row with slots
        row: Container,
        /// where the pieces come from
        from: Container,
    }
}

verb! {
    /// Turns a piece, or all pieces of a set, to a face.
    ///
    /// ```yaml
    /// - flip: { what: it, to: back }
    /// - flip: { all: me.yard, to: 0 }
    /// ```
    Flip = "flip" short "what": Piece = "a piece"
    {
        /// the piece
        what: Option<Piece>,
        /// all of them
        all: Option<Pieces>,
        /// the face; if left out, the other one of two
        to: Option<Face>,
    }
}

verb! {
    /// Gives a piece, or all pieces of a set, to an owner.
    ///
    /// ```yaml
    /// - set_owner: it
    ///   who: p2
    /// - set_owner: { all: market }
    /// ```
    SetOwner = "set_owner" short "what": Piece = "a piece"
    {
        /// the piece
        what: Option<Piece>,
        /// all of them
        all: Option<Pieces>,
    }
    beside {
        /// the owner; `me` if left out, nobody if it is nil
        who: Option<Seat>,
    }
}

verb! {
    /// Gives a piece, or all pieces of a set, to a controller: the seat its abilities work for.
    ///
    /// ```yaml
    /// - set_controller: it
    ///   who: p2
    /// - set_controller: { all: p2.yard }
    /// ```
    SetController = "set_controller" short "what": Piece = "a piece"
    {
        /// the piece
        what: Option<Piece>,
        /// all of them
        all: Option<Pieces>,
    }
    beside {
        /// the controller; `me` if left out, nobody if it is nil
        who: Option<Seat>,
    }
}

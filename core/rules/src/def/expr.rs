//! Expressions as a flat arena: every value is an `i32`, a thing is its index, nothing is [`NIL`].

use super::code::Bearer;
use crate::id::{AttrId, CounterId, KindId, SpaceId, ValueId, ZoneId};

/// "No such thing": the value of an expression about things when there is none.
pub const NIL: i32 = -1;

/// Index of an expression.
pub type ExprId = u32;
/// Index of a set.
pub type SetId = u32;

/// A number, a truth value (0 or 1) or a thing (its index, or [`NIL`]).
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(u8)]
pub enum Expr {
    /// A number.
    Const(i32),
    /// A binding of the running procedure; 0 is the acting seat.
    Local(u16),
    /// The current item of the n-th enclosing set walk.
    It(u8),
    /// A counter at a known cell.
    Cell(u32),
    /// A counter of the acting seat: cell + binding 0.
    Mine(u32),
    /// A counter of a seat, piece or space.
    Counter(CounterId, ExprId),
    /// The holder of a counter kept for each seat on each space: a seat and a space.
    Pair(CounterId, ExprId, ExprId),
    /// The value of a track at the position of its counter.
    TrackValue(CounterId, ExprId),
    /// A printed attribute of a piece, on the face that is up.
    Attr(AttrId, ExprId),
    /// A printed attribute of an entry.
    EntryAttr(AttrId, ExprId),
    /// An attribute of a space.
    SpaceAttr(AttrId, ExprId),
    /// The n-th value, from 1, of a printed list (an attribute that holds one); the last one beyond
    /// its end, 0 before the first.
    ListAt(ExprId, ExprId),
    /// The n-th value (from 1) of constants kept in `Def::tables`; the last one beyond its end.
    Table {
        /// The first value.
        start: u32,
        /// The number of values.
        len: u32,
        /// The index.
        index: ExprId,
    },
    /// The entry on the face of a piece that is up.
    EntryOf(ExprId),
    /// Whether a piece is of a kind.
    IsKind(KindId, ExprId),
    /// The seat that owns a piece.
    Owner(ExprId),
    /// The seat that controls a piece.
    Controller(ExprId),
    /// The face that is up.
    Face(ExprId),
    /// The container a piece is in.
    PlaceOf(ExprId),
    /// The space whose container a piece is in.
    SpaceOf(ExprId),
    /// The piece whose container a piece is in.
    HolderOf(ExprId),
    /// The slot of a piece in a row, from 1.
    SlotOf(ExprId),
    /// The seat a container belongs to; nil if it belongs to no seat.
    SeatOfPlace(ExprId),
    /// Whether a container is of a zone.
    IsZone(ZoneId, ExprId),
    /// A container of a zone; the operand is its holder, unless the zone is the table's.
    Place(ZoneId, ExprId),
    /// The piece in a slot (from 1) of a row.
    InSlot(ExprId, ExprId),
    /// How many pieces a container holds.
    Size(ExprId),
    /// How many more pieces a container can take.
    Free(ExprId),
    /// How many items a set has.
    Len(SetId),
    /// Folds a set.
    Walk {
        /// The fold.
        fold: Fold,
        /// The set to walk.
        set: SetId,
        /// The register of the current item.
        it: u8,
        /// Evaluated for each item: a condition, a number, or the key to order by.
        body: ExprId,
    },
    /// Whether a set contains a thing.
    Has(SetId, ExprId),
    /// The space next to a space in a direction.
    Next(ExprId, u8),
    /// The space a number of steps away in a direction, or nil past the edge.
    Along(ExprId, u8, ExprId),
    /// How many spaces in a row, from a space in a direction, satisfy a condition.
    Ray {
        /// The start; that space itself is not checked.
        from: ExprId,
        /// The direction.
        direction: u8,
        /// The register of the current space.
        it: u8,
        /// The condition.
        body: ExprId,
    },
    /// The distance between two spaces in steps, or nil.
    Distance(ExprId, ExprId),
    /// The lowest cost of a route, one of `Def::routes`; the largest number if there is no route.
    Route(u16),
    /// A named value for a seat, about a thing (or nil).
    Value(ValueId, ExprId, ExprId),
    /// Whether a seat, the last operand, could pay the cost printed on a thing; a thing without a
    /// cost is free.
    CanPay(Bearer, AttrId, ExprId, ExprId),
    /// How many steps a seat sits clockwise of another.
    SeatsApart(ExprId, ExprId),
    /// The seat a number of places clockwise.
    SeatAfter(ExprId, ExprId),
    /// The space of a grid at a column and a row, both from 1, or nil outside of the grid.
    SpaceAt(u16, ExprId, ExprId),
    /// `not a`.
    Not(ExprId),
    /// `-a`.
    Neg(ExprId),
    /// `a and b`; evaluates `b` only if needed.
    And(ExprId, ExprId),
    /// `a or b`; evaluates `b` only if needed.
    Or(ExprId, ExprId),
    /// `if a then b else c`.
    If(ExprId, ExprId, ExprId),
    /// An operator on two numbers.
    Binary(Binary, ExprId, ExprId),
    /// An operator on a number and a constant: the most frequent form, kept flat.
    BinaryConst(Binary, ExprId, i32),
}

/// A search for the cheapest route over links to a space where it may end.
#[derive(Clone, PartialEq, Debug)]
pub struct RouteDef {
    /// The start.
    pub from: ExprId,
    /// Whether the start has to be entered, too.
    pub enters: bool,
    /// The register of the current space.
    pub it: u8,
    /// Which spaces can be entered; all if there is no condition.
    pub through: Option<ExprId>,
    /// The binding with the list of spaces to avoid.
    pub avoid: u16,
    /// Where it may end.
    pub stop: ExprId,
    /// The cost of entering a space; a negative cost counts as 0.
    pub cost: ExprId,
}

/// How a walk combines the items of a set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fold {
    /// How many items satisfy the condition.
    Count,
    /// The total of the numbers.
    Sum,
    /// The smallest number, 0 for an empty set.
    Min,
    /// The largest number, 0 for an empty set.
    Max,
    /// Whether any item satisfies the condition.
    Any,
    /// Whether all items satisfy the condition.
    All,
    /// The first item that satisfies the condition.
    First,
    /// The last item that satisfies the condition.
    Last,
    /// The first item with the largest key.
    Best,
    /// The number of distinct keys.
    Distinct,
}

/// Operators on two numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Binary {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `//`, rounded down; division by zero gives 0.
    Div,
    /// `%`, with the sign of the divisor; by zero gives 0.
    Mod,
    /// The smaller.
    Min,
    /// The larger.
    Max,
    /// `==`
    Eq,
    /// `~=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
}

/// Something to walk over, in a fixed order.
#[derive(Clone, PartialEq, Debug)]
pub enum Set {
    /// Numbers from one to another, both included.
    Numbers(ExprId, ExprId),
    /// All seats, clockwise from a seat.
    Seats(ExprId),
    /// All seats of people, clockwise from a seat.
    Players(ExprId),
    /// All other seats, clockwise after a seat.
    Others(ExprId),
    /// The pieces of a container.
    Pieces(ExprId),
    /// The pieces of all containers of a zone.
    ZonePieces(ZoneId),
    /// All pieces of a kind, wherever they are.
    KindPieces(KindId),
    /// A run of spaces.
    Spaces(SpaceId, u16),
    /// Fixed things: entries, counters, spaces; a run of `Def::tables`.
    Fixed(u32, u32),
    /// The spaces linked to a space.
    Neighbours(ExprId),
    /// The items of a printed list.
    Listed(ExprId),
    /// The things in a list held by a binding.
    Picked(u16),
    /// One thing, or none if it is nil.
    One(ExprId),
    /// One set after another.
    Both(SetId, SetId),
    /// The items that satisfy a condition.
    Where {
        /// The set to filter.
        set: SetId,
        /// The register of the current item.
        it: u8,
        /// The condition.
        body: ExprId,
    },
}

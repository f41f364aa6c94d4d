//! Zones: what holds pieces.

use super::Visible;
use crate::shape::{Name, Spanned};
use boardwright_syntax::yaml::Node;

crate::shape! {
    /// A zone: a container for pieces, one for the table, each seat, each piece of a kind or each
    /// space of a group.
    ///
    /// ```yaml
    /// zones:
    ///   deck:   { order: stack, visible: none, reshuffles: waste }
    ///   waste:  { order: stack }
    ///   market: { order: row, slots: 4, slides: true, slot_attributes: { extra: [0, 0, 1, 2] } }
    ///   hand:   { held_by: seat, visible: owner }
    ///   built:  { held_by: seat, active: true, unique: entry }
    ///   docks:  { held_by: harbour, capacity: 2, holds: [ship] }
    /// ```
    pub struct Zone {
        /// What players read.
        pub name: Option<String>,
        /// What the rules say about it.
        pub text: Option<String>,
        /// Who has one: `table` (if nothing is said), `seat`, a kind of pieces, or a group of
        /// spaces.
        pub held_by: Option<Node>,
        /// How it keeps and gives pieces; `pool` if nothing is said.
        pub order: Option<Order>,
        /// How many slots a row has.
        pub slots: Option<i32>,
        /// How many pieces it holds at most.
        pub capacity: Option<i32>,
        /// Whether pieces of a row move up to close gaps before it is refilled.
        pub slides: bool = false,
        /// Who sees what is in it. To those who do not see them, hidden pieces of one kind and owner
        /// could be any of each other, wherever they lie: so bots deal them anew. Pieces out of play
        /// should lie where everybody sees them, or have an owner.
        pub visible: Option<Visible>,
        /// Whether pieces in it are in force: their abilities work.
        pub active: bool = false,
        /// The kinds of pieces it is for.
        pub holds: Vec<Name> = vec![],
        /// What no two pieces in it may share: `entry`, `owner`, or an attribute.
        pub unique: Option<Spanned<String>>,
        /// The zone that is shuffled in when more is drawn than there is.
        pub reshuffles: Option<Name>,
        /// What the slots of a row say: a list of numbers for each name, one for each slot.
        pub slot_attributes: Option<Node>,
        /// Whether it only keeps books: it is not told in the log, and not shown on the table
        /// unless `table` names it.
        pub internal: bool = false,
        /// How sure we are of what is printed.
        pub source: Option<Node>,
        /// A remark for other authors.
        pub note: Option<String>,
    }
}

crate::choice! {
    /// How a zone keeps and gives pieces.
    pub enum Order {
        /// Gives at random; nobody sees inside.
        Bag = "bag",
        /// Gives from the top.
        Stack = "stack",
        /// Keeps pieces in slots.
        Row = "row",
        /// No order that matters.
        Pool = "pool",
    }
}

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
        /// The name players see.
        pub name: Option<String>,
        /// The rules text about it.
        pub text: Option<String>,
        /// Who has one: `table` (the default), `seat`, a kind of pieces, or a group of spaces.
        pub held_by: Option<Node>,
        /// How it stores and gives pieces; `pool` if none is given.
        pub order: Option<Order>,
        /// How many slots a row has.
        pub slots: Option<i32>,
        /// The largest number of pieces it holds.
        pub capacity: Option<i32>,
        /// Whether pieces of a row move up to close gaps before it is refilled.
        pub slides: bool = false,
        /// Who sees what is in it. For those who do not see them, hidden pieces of one kind and
        /// owner are interchangeable wherever they lie, so bots deal them anew. Pieces out of play
        /// should be in a zone that everybody sees, or have an owner.
        pub visible: Option<Visible>,
        /// Whether pieces in it are in force: their abilities work.
        pub active: bool = false,
        /// The kinds of pieces it may hold.
        pub holds: Vec<Name> = vec![],
        /// What no two pieces in it may share: `entry`, `owner`, or an attribute.
        pub unique: Option<Spanned<String>>,
        /// The zone that is shuffled in when a draw needs more pieces than there are.
        pub reshuffles: Option<Name>,
        /// Attributes of the slots of a row: a list of numbers for each name, one number per slot.
        pub slot_attributes: Option<Node>,
        /// Bookkeeping: hidden from the log, and from the table unless `table` names it.
        pub internal: bool = false,
        /// How certain the printed data is, and where it comes from.
        pub source: Option<Node>,
        /// A note for other authors.
        pub note: Option<String>,
    }
}

crate::choice! {
    /// How a zone stores and gives pieces.
    pub enum Order {
        /// Gives at random; nobody sees inside.
        Bag = "bag",
        /// Gives from the top.
        Stack = "stack",
        /// Keeps pieces in slots.
        Row = "row",
        /// Has no order.
        Pool = "pool",
    }
}

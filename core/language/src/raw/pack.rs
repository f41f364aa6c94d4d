//! The sections every pack can have.

use super::{
    Automa, Group, Hint, Kind, Line, NamedSet, Panel, Procedure, Resource, Rule, Track, Value, Zone,
};
use crate::shape::{ExprText, Name, Pairs, Table};
use boardwright_syntax::yaml::Node;

crate::shape! {
    /// The rules of a game. All files of a pack are read together; each has some of the sections.
    /// The entries of each kind of pieces have a section of their own.
    ///
    /// ```yaml
    /// resources:
    ///   wood: { name: Wood, start: 1 }
    ///   vp:   { name: Victory points, score: true }
    /// play:
    ///   - repeat:
    ///       times: 3
    ///       do:
    ///         - each: { as_seat: all, do: [{ gain: { wood: 1 } }] }
    /// scoring:
    ///   - each: { as_seat: all, do: [{ gain: { vp: "me.wood" } }] }
    /// ```
    pub struct Sections {
        /// Counters, such as wood or points.
        pub resources: Option<Table<Resource>>,
        /// Rows of positions with a marker of each seat.
        pub tracks: Option<Table<Track>>,
        /// Kinds of pieces.
        pub kinds: Option<Table<Kind>>,
        /// Containers for pieces.
        pub zones: Option<Table<Zone>>,
        /// Boards: groups of spaces.
        pub spaces: Option<Table<Group>>,
        /// Numbers that abilities can modify. A number or an expression alone is its `base`.
        pub values: Option<Table<Value>>,
        /// Sets with a name. An expression alone is its `of`.
        pub sets: Option<Table<NamedSet>>,
        /// Steps with a name. A list of steps alone is its `do`.
        pub procedures: Option<Table<Procedure>>,
        /// Abilities of the game itself: each seat has them, without a piece.
        pub rules: Option<Table<Rule>>,
        /// Events that steps announce and abilities wait for, with their values: names and types.
        pub events: Option<Table<Pairs<Node>>>,
        /// Moments at which abilities can be used, each with the keys of its `choose` steps:
        /// `anytime: [main, late]`. `offer: anytime` adds an option to all of them.
        pub windows: Option<Table<Vec<Name>>>,
        /// The periods that resources are reset for, besides `turn` and `game`, which always exist.
        pub periods: Option<Vec<Name>>,
        /// Lines of the score sheet. The score itself is the first.
        pub lines: Option<Table<Line>>,
        /// Steps run first, with `p1` as `me`.
        pub setup: Option<Vec<Node>>,
        /// The steps of the game. When they end, the game ends.
        pub play: Option<Vec<Node>>,
        /// Steps run once when the game ends, with `p1` as `me`.
        pub scoring: Option<Vec<Node>>,
        /// Who wins: expressions about `me`, larger is better, the most important first. The score
        /// by default.
        pub ranking: Option<Vec<ExprText>>,
        /// How the table is shown to players: its parts, in the order they are drawn.
        pub table: Option<Table<Panel>>,
        /// What bots take into account besides the score. An expression alone is its `worth`.
        pub hints: Option<Table<Hint>>,
        /// Seats without decisions.
        pub automa: Option<Automa>,
    }
}

//! Counters: resources and tracks.

use crate::shape::Name;
use boardwright_syntax::yaml::Node;

crate::shape! {
    /// A resource: a whole number held by the table, each seat, each piece of a kind or each space
    /// of a group.
    ///
    /// ```yaml
    /// resources:
    ///   wood:   { name: Wood, start: 2, tags: [goods] }
    ///   gold:   { name: Gold, pays_as: { goods: 1 } }
    ///   vp:     { name: Victory point, plural: Victory points, score: true }
    ///   passed: { max: 1, resets: round }
    ///   flood:  { held_by: coast, max: 3 }
    ///   damage: { held_by: ship, resets: { leaves: sea } }
    /// ```
    pub struct Resource {
        /// The name players see for one, and for any number if there is no `plural`.
        pub name: Option<String>,
        /// The name players see after any number but 1 (in French: but 0 and 1), such as
        /// `Workers` in `5 Workers`.
        pub plural: Option<String>,
        /// The rules text about it.
        pub text: Option<String>,
        /// Who has one: `table`, `seat` (the default), a kind of pieces, a group of spaces, or
        /// `[seat, <group>]` for one of each seat on each space.
        pub held_by: Option<Node>,
        /// The amount at the start.
        pub start: Option<i32>,
        /// The smallest amount; 0 if none is given.
        pub min: Option<i32>,
        /// The largest amount.
        pub max: Option<i32>,
        /// Words that `pays_as` and costs use for several resources.
        pub tags: Vec<Name> = vec![],
        /// Who sees the amount.
        pub visible: Option<Visible>,
        /// Whether it is the score. Only one resource may be.
        pub score: bool = false,
        /// When it returns to its start value: at the beginning of a period, or, if pieces hold it,
        /// when the piece leaves a zone.
        pub resets: Option<Node>,
        /// What it can be paid for: resources or tags, each with how many of it replace one.
        pub pays_as: Option<Node>,
        /// Whether its total never changes; checked while playing.
        pub conserved: bool = false,
        /// Bookkeeping: hidden from the log, and from the table unless `table` names it.
        pub internal: bool = false,
        /// How certain the printed data is, and where it comes from.
        pub source: Option<Node>,
        /// A note for other authors.
        pub note: Option<String>,
    }
}

crate::choice! {
    /// Who sees it.
    pub enum Visible {
        /// Everybody.
        All = "all",
        /// The seat it belongs to.
        Owner = "owner",
        /// Nobody.
        None = "none",
    }
}

crate::shape! {
    /// How one resource pays for another; a bare whole number is the `rate`.
    ///
    /// ```yaml
    /// gold: { pays_as: { wood: { rate: 2, when: short } } }
    /// ```
    pub struct PaysAs {
        /// How many of it pay for one.
        pub rate: Option<i32>,
        /// Whether it always pays, or only for a shortage.
        pub when: Option<WhenPays>,
    }
}

crate::choice! {
    /// When a substitute pays.
    pub enum WhenPays {
        /// Always.
        Always = "always",
        /// Only for a shortage.
        Short = "short",
    }
}

crate::shape! {
    /// A track: a row of positions on which each seat has a marker.
    ///
    /// ```yaml
    /// tracks:
    ///   skill:
    ///     name: Skill
    ///     values: [1, 1, 2, 2, 3]
    ///     thresholds: { good: 2, best: 4 }
    ///     bonuses: { 2: [{ gain: { wood: 1 } }] }
    /// ```
    pub struct Track {
        /// The name players see.
        pub name: Option<String>,
        /// The rules text about it.
        pub text: Option<String>,
        /// The value shown at each position, starting with position 0.
        pub values: Option<Node>,
        /// Named positions: `skill.good` in expressions.
        pub thresholds: Option<Node>,
        /// Steps run when a position is reached or passed, by position.
        pub bonuses: Option<Node>,
        /// The position at the start; 0 if none is given.
        pub start: Option<i32>,
        /// Who sees it.
        pub visible: Option<Visible>,
        /// The period at whose beginning it returns to its start.
        pub resets: Option<Name>,
        /// Bookkeeping: hidden from the log, and from the table unless `table` names it.
        pub internal: bool = false,
        /// How certain the printed data is, and where it comes from.
        pub source: Option<Node>,
        /// A note for other authors.
        pub note: Option<String>,
    }
}

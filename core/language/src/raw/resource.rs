//! What is counted: resources and tracks.

use crate::shape::Name;
use boardwright_syntax::yaml::Node;

crate::shape! {
    /// A resource: a whole number that the table, each seat, each piece of a kind or each space
    /// of a group has.
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
        /// What players read of one, and of any number if there is no `plural`.
        pub name: Option<String>,
        /// What players read behind every number but 1 (in French: but 0 and 1), such as `Workers`
        /// in `5 Workers`.
        pub plural: Option<String>,
        /// What the rules say about it.
        pub text: Option<String>,
        /// Who has one: `table`, `seat` (if nothing is said), a kind of pieces, a group of spaces,
        /// or `[seat, <group>]` for one of each seat on each space.
        pub held_by: Option<Node>,
        /// How much there is at the start.
        pub start: Option<i32>,
        /// The least there can be; 0 if nothing is said.
        pub min: Option<i32>,
        /// The most there can be.
        pub max: Option<i32>,
        /// Words by which `pays_as` and costs can mean several resources.
        pub tags: Vec<Name> = vec![],
        /// Who sees how much there is.
        pub visible: Option<Visible>,
        /// Whether it is the score. Only one resource is.
        pub score: bool = false,
        /// When it goes back to its start: at the beginning of a period, or, if pieces hold it, when
        /// the piece leaves a zone.
        pub resets: Option<Node>,
        /// What it can be paid for: resources or tags with how many of it pay for one.
        pub pays_as: Option<Node>,
        /// Whether its total never changes; checked while playing.
        pub conserved: bool = false,
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
    /// How one resource pays for another; a whole number stands for `rate`.
    ///
    /// ```yaml
    /// gold: { pays_as: { wood: { rate: 2, when: short } } }
    /// ```
    pub struct PaysAs {
        /// How many of it pay for one.
        pub rate: Option<i32>,
        /// Whether it pays always, or only for what is lacking.
        pub when: Option<WhenPays>,
    }
}

crate::choice! {
    /// When a substitute pays.
    pub enum WhenPays {
        /// Always.
        Always = "always",
        /// Only for what is lacking.
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
        /// What players read.
        pub name: Option<String>,
        /// What the rules say about it.
        pub text: Option<String>,
        /// What each position shows, the first of them being position 0.
        pub values: Option<Node>,
        /// Positions with a name: `skill.good` in expressions.
        pub thresholds: Option<Node>,
        /// Steps done when a position is reached or passed, by position.
        pub bonuses: Option<Node>,
        /// The position at the start; 0 if nothing is said.
        pub start: Option<i32>,
        /// Who sees it.
        pub visible: Option<Visible>,
        /// The period at whose beginning it goes back to its start.
        pub resets: Option<Name>,
        /// Whether it only keeps books: it is not told in the log, and not shown on the table
        /// unless `table` names it.
        pub internal: bool = false,
        /// How sure we are of what is printed.
        pub source: Option<Node>,
        /// A remark for other authors.
        pub note: Option<String>,
    }
}

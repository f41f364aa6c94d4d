//! What happens: values, procedures, events, lines of the score sheet, seats without decisions.

use boardwright_syntax::yaml::Node;

crate::shape! {
    /// A value: a number with a name that abilities can modify.
    ///
    /// ```yaml
    /// values:
    ///   hand_limit: { base: 7 }
    ///   toll:       { about: space, base: "about.size + 1", min: 0 }
    /// ```
    pub struct Value {
        /// What players read.
        pub name: Option<String>,
        /// What the rules say about it.
        pub text: Option<String>,
        /// What it is before anything modifies it: an expression with `me` and `about`.
        pub base: Node,
        /// What it is asked about: `piece`, `space`, `seat` or another type; nothing if not said.
        pub about: Option<Node>,
        /// Never less than this.
        pub min: Option<i32>,
        /// Never more than this.
        pub max: Option<i32>,
        /// How sure we are of what is printed.
        pub source: Option<Node>,
        /// A remark for other authors.
        pub note: Option<String>,
    }
}

crate::shape! {
    /// A set with a name, for what would be written again and again. It is what it is where it is
    /// used, with `me` as there: `free_cells`, and `near(here)` for one that is about something.
    ///
    /// ```yaml
    /// sets:
    ///   free_cells: "where(cell, empty(it.built))"
    ///   near:       { about: space/cell, of: "where(neighbours(about), it.dry)" }
    /// ```
    pub struct NamedSet {
        /// What players read.
        pub name: Option<String>,
        /// What the rules say about it.
        pub text: Option<String>,
        /// What is in it: an expression with `me` and `about`.
        pub of: Node,
        /// What it is about: `piece`, `space`, `seat` or another type; nothing if not said.
        pub about: Option<Node>,
        /// How sure we are of what is printed.
        pub source: Option<Node>,
        /// A remark for other authors.
        pub note: Option<String>,
    }
}

crate::shape! {
    /// A procedure: steps with a name. A plain list of steps is one without parameters.
    ///
    /// ```yaml
    /// procedures:
    ///   build:
    ///     params: { what: piece/tile, where: space/cell }
    ///     do:
    ///       - pay: what.cost
    ///       - move: { what: what, to: where.built }
    ///   rest: [{ gain: { wood: 1 } }]
    /// ```
    ///
    /// Types of parameters: `number`, `flag`, `seat`, `piece`, `piece/<kind>`, `space`,
    /// `space/<group>`, `zone`, `entry`, `entry/<kind>`, `resource`, `track`, `tag`, a list of words,
    /// or `set/` with one of these names for several things: `set/seat`, `set/piece/<kind>`. The
    /// procedure has a copy of the set, as it is at the call.
    pub struct Procedure {
        /// What players read.
        pub name: Option<String>,
        /// What the rules say about it.
        pub text: Option<String>,
        /// Parameters with their types, or with `{ type, default }`.
        pub params: Option<Node>,
        /// The type of what it returns to its caller.
        pub returns: Option<Node>,
        /// Its steps.
        pub body as "do": Node,
        /// How sure we are of what is printed.
        pub source: Option<Node>,
        /// A remark for other authors.
        pub note: Option<String>,
    }
}

crate::shape! {
    /// A parameter that a call may leave out.
    ///
    /// ```yaml
    /// procedures:
    ///   harvest:
    ///     params: { from: set/space/field, times: { type: number, default: 1 } }
    ///     do: [{ gain: { wood: "times * count(from)" } }]
    /// ```
    pub struct Parameter {
        /// Its type.
        pub ty as "type": Node,
        /// What it is if it is not given: an expression that may use `me`. Scripts give everything.
        pub default: Option<Node>,
    }
}

crate::shape! {
    /// A line of the score sheet.
    ///
    /// ```yaml
    /// lines:
    ///   goals: { name: Goals }
    /// ```
    pub struct Line {
        /// What players read.
        pub name: Option<String>,
        /// What the rules say about it.
        pub text: Option<String>,
        /// How sure we are of what is printed.
        pub source: Option<Node>,
        /// A remark for other authors.
        pub note: Option<String>,
    }
}

crate::shape! {
    /// A hint for bots: what something a seat has is worth before the rules give points for it.
    /// Without hints, bots go by the points that `scoring` would give if the game ended now.
    ///
    /// ```yaml
    /// hints:
    ///   harbours: "count(me.built) * 2"
    ///   wood:     { text: Will become tiles., worth: "min(me.wood, 6)", for_one_point: 3 }
    /// ```
    pub struct Hint {
        /// What people call it.
        pub name: Option<String>,
        /// Why it is worth something.
        pub text: Option<String>,
        /// How much of it a seat has: an expression about `me`.
        pub worth: Node,
        /// How much of it is worth one point; 1 if nothing is said.
        pub for_one_point: Option<i32>,
        /// How sure we are of what is printed.
        pub source: Option<Node>,
        /// A remark for other authors.
        pub note: Option<String>,
    }
}

crate::shape! {
    /// Seats without decisions, after those of the people.
    ///
    /// ```yaml
    /// automa: { seats: 1, name: The rival }
    /// ```
    pub struct Automa {
        /// How many; 1 if nothing is said.
        pub seats: Option<i32>,
        /// What players read.
        pub name: Option<String>,
        /// What the rules say about it.
        pub text: Option<String>,
        /// How sure we are of what is printed.
        pub source: Option<Node>,
        /// A remark for other authors.
        pub note: Option<String>,
    }
}

//! Values, procedures, events, lines of the score sheet, seats without decisions.

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
        /// The name players see.
        pub name: Option<String>,
        /// The rules text about it.
        pub text: Option<String>,
        /// The number before anything modifies it: an expression with `me` and `about`.
        pub base: Node,
        /// Its subject: `piece`, `space`, `seat` or another type; none by default.
        pub about: Option<Node>,
        /// Never less than this.
        pub min: Option<i32>,
        /// Never more than this.
        pub max: Option<i32>,
        /// How certain the printed data is, and where it comes from.
        pub source: Option<Node>,
        /// A note for other authors.
        pub note: Option<String>,
    }
}

crate::shape! {
    /// A named set, for an expression that is used repeatedly. It is evaluated where it is used,
    /// with `me` as there: `free_cells`, and `near(here)` for one with a subject.
    ///
    /// ```yaml
    /// sets:
    ///   free_cells: "where(cell, empty(it.built))"
    ///   near:       { about: space/cell, of: "where(neighbours(about), it.dry)" }
    /// ```
    pub struct NamedSet {
        /// The name players see.
        pub name: Option<String>,
        /// The rules text about it.
        pub text: Option<String>,
        /// Its members: an expression with `me` and `about`.
        pub of: Node,
        /// Its subject: `piece`, `space`, `seat` or another type; none by default.
        pub about: Option<Node>,
        /// How certain the printed data is, and where it comes from.
        pub source: Option<Node>,
        /// A note for other authors.
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
    /// `space/<group>`, `zone`, `entry`, `entry/<kind>`, `resource`, `track`, `tag`, a list of
    /// words, or `set/` with one of these names for several of them: `set/seat`,
    /// `set/piece/<kind>`. The procedure gets a copy of the set, taken at the call.
    pub struct Procedure {
        /// The name players see.
        pub name: Option<String>,
        /// The rules text about it.
        pub text: Option<String>,
        /// Parameters with their types, or with `{ type, default }`.
        pub params: Option<Node>,
        /// The type of the value it returns to its caller.
        pub returns: Option<Node>,
        /// Its steps.
        pub body as "do": Node,
        /// How certain the printed data is, and where it comes from.
        pub source: Option<Node>,
        /// A note for other authors.
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
        /// Its value if it is not given: an expression that may use `me`. Scripts must give every
        /// parameter.
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
        /// The name players see.
        pub name: Option<String>,
        /// The rules text about it.
        pub text: Option<String>,
        /// How certain the printed data is, and where it comes from.
        pub source: Option<Node>,
        /// A note for other authors.
        pub note: Option<String>,
    }
}

crate::shape! {
    /// A hint for bots: what something is worth to a seat before the rules give points for it.
    /// Without hints, bots go by the points that `scoring` would give if the game ended now.
    ///
    /// ```yaml
    /// hints:
    ///   harbours: "count(me.built) * 2"
    ///   wood:     { text: Will become tiles., worth: "min(me.wood, 6)", for_one_point: 3 }
    /// ```
    pub struct Hint {
        /// The name players see.
        pub name: Option<String>,
        /// Why it is worth something.
        pub text: Option<String>,
        /// How much of it a seat has: an expression about `me`.
        pub worth: Node,
        /// How much of it is worth one point; 1 if none is given.
        pub for_one_point: Option<i32>,
        /// How certain the printed data is, and where it comes from.
        pub source: Option<Node>,
        /// A note for other authors.
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
        /// How many; 1 if none is given.
        pub seats: Option<i32>,
        /// The name players see.
        pub name: Option<String>,
        /// The rules text about it.
        pub text: Option<String>,
        /// How certain the printed data is, and where it comes from.
        pub source: Option<Node>,
        /// A note for other authors.
        pub note: Option<String>,
    }
}

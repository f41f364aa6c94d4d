//! The script API: the objects scripts see and their fields, the kernel functions, and the steps
//! they may return. Types are written in Luau.

pub mod luau_type;
pub mod std_heads;

/// A class of objects scripts see.
#[derive(Clone, Copy, Debug)]
pub struct Class {
    /// Its name.
    pub name: &'static str,
    /// A description.
    pub about: &'static str,
    /// Fields that always exist: name, type, description.
    pub fields: &'static [(&'static str, &'static str, &'static str)],
    /// Describes further fields that a pack may add, if it can.
    pub others: Option<&'static str>,
}

/// A kernel function: `neighbours(space)`, also written `view:neighbours(space)`.
#[derive(Clone, Copy, Debug)]
pub struct Call {
    /// Its name.
    pub name: &'static str,
    /// Its parameters: name, type.
    pub params: &'static [(&'static str, &'static str)],
    /// Its return type.
    pub gives: &'static str,
    /// Describes the result.
    pub about: &'static str,
}

/// A step a script may return: `{ gain = { wood = 2 } }`.
#[derive(Clone, Copy, Debug)]
pub struct ScriptVerb {
    /// The verb.
    pub verb: &'static str,
    /// The value under the verb.
    pub takes: &'static str,
    /// The keys allowed beside it: name, type.
    pub beside: &'static [(&'static str, &'static str)],
    /// What it does.
    pub about: &'static str,
}

/// The names of the kernel functions, sorted.
pub fn call_names() -> Vec<&'static str> {
    CALLS.iter().map(|call| call.name).collect()
}

/// The classes of objects in a game.
pub const CLASSES: &[Class] = &[
    Class {
        name: "View",
        about: "The current state of the game, read-only.",
        fields: &[
            ("me", "Seat", "the acting seat"),
            ("self", "Piece?", "the piece whose ability runs"),
            ("players", "{ Seat }", "the seats of people"),
            ("seats", "{ Seat }", "all seats"),
        ],
        others: Some(
            "resources, zones and values of the table, groups of spaces, spaces, entries and \
             seats, by id with `_` instead of `-`",
        ),
    },
    Class {
        name: "Seat",
        about: "A seat at the table.",
        fields: &[
            ("id", "string", "such as `p1`"),
            ("name", "string", "the name people read"),
            ("number", "number", "its number, from 1"),
            ("player", "boolean", "whether it is the seat of a person"),
        ],
        others: Some("its resources, tracks (the position), zones (lists of pieces) and values"),
    },
    Class {
        name: "Piece",
        about: "A piece.",
        fields: &[
            ("id", "string", "the id of its entry"),
            ("name", "string", "the name people read"),
            ("kind", "KindId", "the id of its kind"),
            ("text", "string", "the rules text people read"),
            ("entry", "Entry", "the entry printed on the face that is up"),
            ("owner", "Seat?", "the seat that owns it"),
            ("controller", "Seat?", "the seat for which its abilities work"),
            ("face", "number", "the face that is up, from 0"),
            ("place", "Place", "the container it lies in"),
            ("space", "Space?", "the space it lies on"),
            ("holder", "Piece?", "the piece it lies on"),
            ("slot", "number", "its slot in a row"),
        ],
        others: Some("its attributes, resources and zones"),
    },
    Class {
        name: "Space",
        about: "A space of a board.",
        fields: &[
            ("id", "string", "such as `a1`"),
            ("name", "string", "the name people read"),
            ("index", "number", "its number in the group, from 1"),
        ],
        others: Some("its attributes, resources and zones; `column` and `row` in grids"),
    },
    Class {
        name: "Place",
        about: "A container: a zone of the table, a seat, a piece or a space.",
        fields: &[
            ("zone", "ZoneId", "the id of the zone"),
            ("pieces", "{ Piece }", "the pieces in it, in order"),
            ("size", "number", "how many pieces it holds"),
            ("free", "number", "how many more pieces fit"),
            ("holder", "any", "its holder: a seat, a piece, a space, or nil"),
        ],
        others: None,
    },
    Class {
        name: "Entry",
        about: "What is printed on pieces.",
        fields: &[
            ("id", "string", "such as `mill`"),
            ("name", "string", "the name people read"),
            ("kind", "KindId", "the id of its kind"),
            ("text", "string", "the rules text people read"),
        ],
        others: Some("its attributes"),
    },
];

/// The kernel functions, sorted by name.
pub const CALLS: &[Call] = &[
    Call {
        name: "along",
        params: &[("space", "Space"), ("direction", "DirectionId"), ("steps", "number")],
        gives: "Space?",
        about: "The space the given number of steps away in a direction, or nil.",
    },
    Call {
        name: "can_pay",
        params: &[("of", "any"), ("cost", "any"), ("seat", "Seat?")],
        gives: "boolean",
        about: "Whether a seat could pay the cost printed on a piece, an entry or a space, \
                `can_pay(tile, \"cost\", seat)`, or amounts, `can_pay({ wood = 2 }, seat)`; `me` if \
                no seat is given.",
    },
    Call {
        name: "distance",
        params: &[("from", "Space"), ("to", "Space")],
        gives: "number?",
        about: "The length of the shortest path in steps, or nil if there is none.",
    },
    Call {
        name: "entries",
        params: &[("kind", "KindId")],
        gives: "{ Entry }",
        about: "All entries of a kind.",
    },
    Call {
        name: "held",
        params: &[("resource", "ResourceId"), ("space", "Space"), ("seat", "Seat?")],
        gives: "number",
        about: "The amount of a resource kept for each seat on each space; that of `me` if no \
                seat is given.",
    },
    Call {
        name: "neighbours",
        params: &[("space", "Space")],
        gives: "{ Space }",
        about: "The spaces linked to a space.",
    },
    Call {
        name: "option",
        params: &[("name", "OptionId")],
        gives: "any",
        about: "The value of an option: a number, a text, or true or false.",
    },
    Call {
        name: "pieces",
        params: &[("kind", "KindId")],
        gives: "{ Piece }",
        about: "All pieces of a kind, wherever they lie.",
    },
    Call {
        name: "pieces_in",
        params: &[("zone", "ZoneId"), ("of", "any")],
        gives: "{ Piece }",
        about: "The pieces in a zone; in that of the acting seat if each seat has one and no \
                other is named.",
    },
    Call {
        name: "place",
        params: &[("zone", "ZoneId"), ("of", "any")],
        gives: "Place",
        about: "The container of a zone; that of the acting seat if each seat has one and no \
                other is named.",
    },
    Call {
        name: "points",
        params: &[("line", "LineId"), ("seat", "Seat")],
        gives: "number",
        about: "The points of a seat on a line of the score sheet.",
    },
    Call {
        name: "total",
        params: &[("amounts", "{ [string]: number }")],
        gives: "number",
        about: "The sum of all amounts: `total(tile.cost)`.",
    },
    Call {
        name: "track",
        params: &[("track", "TrackId"), ("seat", "Seat")],
        gives: "number",
        about: "The value a track shows at the position of a seat.",
    },
    Call {
        name: "value",
        params: &[("name", "ValueId"), ("about", "any"), ("seat", "Seat?")],
        gives: "number",
        about: "A value with its modifiers, for the acting seat or another.",
    },
];

/// Id types, and what they are in a pack.
pub const IDS: &[(&str, &str)] = &[
    ("DirectionId", "a direction between spaces"),
    ("KindId", "a kind of pieces"),
    ("LineId", "a line of the score sheet"),
    ("OptionId", "an option"),
    ("ResourceId", "a resource or a track"),
    ("TrackId", "a track"),
    ("ValueId", "a value"),
    ("ZoneId", "a zone"),
];

const AMOUNTS: &str = "{ [string]: number }";

/// The steps a script may return.
pub const STEPS: &[ScriptVerb] = &[
    ScriptVerb {
        verb: "gain",
        takes: AMOUNTS,
        beside: &[("who", "any")],
        about: "gives resources to a seat, a piece, a space or `{ seat, space }`",
    },
    ScriptVerb {
        verb: "lose",
        takes: AMOUNTS,
        beside: &[("who", "any")],
        about: "takes resources, at most as many as there are",
    },
    ScriptVerb { verb: "set", takes: AMOUNTS, beside: &[("who", "any")], about: "sets resources" },
    ScriptVerb {
        verb: "advance",
        takes: AMOUNTS,
        beside: &[("who", "Seat?")],
        about: "moves along tracks",
    },
    ScriptVerb {
        verb: "retreat",
        takes: AMOUNTS,
        beside: &[("who", "Seat?")],
        about: "moves back along tracks",
    },
    ScriptVerb {
        verb: "score",
        takes: AMOUNTS,
        beside: &[("who", "Seat?")],
        about: "writes points on lines of the score sheet",
    },
    ScriptVerb {
        verb: "move",
        takes: "{ what: Piece, to: any, of: any }",
        beside: &[],
        about: "moves a piece to a zone (its id) or place",
    },
    ScriptVerb {
        verb: "flip",
        takes: "{ what: Piece, to: number }",
        beside: &[],
        about: "turns a piece to a face, from 0",
    },
    ScriptVerb {
        verb: "set_controller",
        takes: "Piece",
        beside: &[("who", "Seat?")],
        about: "gives a piece to a controller; to nobody without `who`",
    },
    ScriptVerb {
        verb: "call",
        takes: "string",
        beside: &[("with", "{ [string]: any }")],
        about: "runs a procedure, with up to three named arguments",
    },
    ScriptVerb {
        verb: "emit",
        takes: "string",
        beside: &[("with", "{ [string]: any }")],
        about: "announces an event, with up to three named arguments",
    },
];

/// The forms of `ask`: argument type, result type, description of the result.
pub const ASKS: &[(&str, &str, &str)] = &[
    (
        "{ pick: { any }, label: string?, min: number?, max: number?, seat: Seat? }",
        "any",
        "the option chosen, or a list of options with `min` or `max`",
    ),
    ("{ yes_no: string, seat: Seat? }", "boolean", "the answer"),
    (
        "{ amount: { from: number, to: number }, label: string?, seat: Seat? }",
        "number",
        "the number chosen",
    ),
];

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
        about: "The game as it is, read-only.",
        fields: &[
            ("me", "Seat", "the seat that acts"),
            ("self", "Piece?", "the piece whose ability runs"),
            ("players", "{ Seat }", "the seats of people"),
            ("seats", "{ Seat }", "all seats"),
        ],
        others: Some(
            "resources, zones and values of the table, groups of spaces, spaces, entries and \
             seats, by id with `_` for `-`",
        ),
    },
    Class {
        name: "Seat",
        about: "A seat at the table.",
        fields: &[
            ("id", "string", "such as `p1`"),
            ("name", "string", "what people read"),
            ("number", "number", "from 1"),
            ("player", "boolean", "whether a person sits there"),
        ],
        others: Some("its resources, tracks (the position), zones (lists of pieces) and values"),
    },
    Class {
        name: "Piece",
        about: "A piece.",
        fields: &[
            ("id", "string", "the id of its entry"),
            ("name", "string", "what people read"),
            ("kind", "KindId", "the id of its kind"),
            ("text", "string", "the rule that people read"),
            ("entry", "Entry", "what is printed on the face that lies up"),
            ("owner", "Seat?", "whose it is"),
            ("controller", "Seat?", "for whom its abilities work"),
            ("face", "number", "the face that lies up, from 0"),
            ("place", "Place", "where it lies"),
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
            ("name", "string", "what people read"),
            ("index", "number", "its number in the group, from 1"),
        ],
        others: Some("its attributes, resources and zones; `column` and `row` in grids"),
    },
    Class {
        name: "Place",
        about: "A container: a zone of the table, a seat, a piece or a space.",
        fields: &[
            ("zone", "ZoneId", "the id of the zone"),
            ("pieces", "{ Piece }", "what lies in it, in order"),
            ("size", "number", "how many lie in it"),
            ("free", "number", "how many more it takes"),
            ("holder", "any", "whose it is: a seat, a piece, a space, or nil"),
        ],
        others: None,
    },
    Class {
        name: "Entry",
        about: "What is printed on pieces.",
        fields: &[
            ("id", "string", "such as `mill`"),
            ("name", "string", "what people read"),
            ("kind", "KindId", "the id of its kind"),
            ("text", "string", "the rule that people read"),
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
        about: "The space so many steps away in a direction.",
    },
    Call {
        name: "can_pay",
        params: &[("of", "any"), ("cost", "any"), ("seat", "Seat?")],
        gives: "boolean",
        about: "Whether a seat could pay what a piece, an entry or a space prints as its cost, \
                `can_pay(tile, \"cost\", seat)`, or amounts, `can_pay({ wood = 2 }, seat)`; `me` if \
                no seat is given.",
    },
    Call {
        name: "distance",
        params: &[("from", "Space"), ("to", "Space")],
        gives: "number?",
        about: "The steps of the shortest way, or nil if there is none.",
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
        about: "A resource kept for each seat on each space; that of `me` if no seat is given.",
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
        about: "What an option is set to: a number, a text, or true or false.",
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
        about: "What lies in a zone; of the acting seat where each seat has one and no other is \
                named.",
    },
    Call {
        name: "place",
        params: &[("zone", "ZoneId"), ("of", "any")],
        gives: "Place",
        about: "The container of a zone; of the acting seat where each seat has one and no other \
                is named.",
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
        about: "All amounts together: `total(tile.cost)`.",
    },
    Call {
        name: "track",
        params: &[("track", "TrackId"), ("seat", "Seat")],
        gives: "number",
        about: "What a track shows where a seat stands on it.",
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
        about: "takes resources, as much as there is",
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
        about: "runs a procedure, with up to three things by name",
    },
    ScriptVerb {
        verb: "emit",
        takes: "string",
        beside: &[("with", "{ [string]: any }")],
        about: "announces an event, with up to three things by name",
    },
];

/// The forms of `ask`: argument type, result type, description of the result.
pub const ASKS: &[(&str, &str, &str)] = &[
    (
        "{ pick: { any }, label: string?, min: number?, max: number?, seat: Seat? }",
        "any",
        "the option taken; a list of them with `min` or `max`",
    ),
    ("{ yes_no: string, seat: Seat? }", "boolean", "the answer"),
    (
        "{ amount: { from: number, to: number }, label: string?, seat: Seat? }",
        "number",
        "the number chosen",
    ),
];

//! Codes about the meaning of expressions (E100 and up).

use super::CodeInfo;

/// A value of the wrong type.
pub const MISMATCH: &str = "E101";
/// A field an object does not have.
pub const FIELD: &str = "E102";
/// An unknown function.
pub const FUNCTION: &str = "E103";
/// The wrong number of arguments.
pub const ARGUMENTS: &str = "E104";
/// A set where one value is needed, or one value where a set is.
pub const NOT_A_SET: &str = "E105";
/// Set conditions nested too deep.
pub const NESTED: &str = "E106";
/// A valid expression that means nothing here.
pub const NO_MEANING: &str = "E107";
/// A number out of range.
pub const NUMBER_RANGE: &str = "E108";
/// A value that is not constant where it must be.
pub const NOT_CONSTANT: &str = "E109";
/// A value that may be nil where an object is needed.
pub const NOTHING: &str = "E110";

pub(super) const CODES: &[CodeInfo] = &[
    CodeInfo {
        code: MISMATCH,
        title: "value of another type",
        text: "\
Every part of an expression is a number, a yes-or-no value, a seat, a piece, a space, a \
container, an entry, a resource, a word, or several of these. This part has another type than is \
needed here. Conditions need a yes-or-no value: write `me.wood > 0`, not `me.wood`.",
    },
    CodeInfo {
        code: FIELD,
        title: "unknown field",
        text: "\
The object before the dot has no such field. Seats have their resources, tracks and zones; \
pieces have the attributes of their kind and `owner`, `controller`, `face`, `entry`, `place`, \
`space`, `holder`, `slot`; spaces have the attributes of their group. The report lists what is \
possible.",
    },
    CodeInfo {
        code: FUNCTION,
        title: "unknown function",
        text: "\
There is no function of that name. The reference lists all functions; a script can do what no \
function does.",
    },
    CodeInfo {
        code: ARGUMENTS,
        title: "wrong number of arguments",
        text: "The function takes fewer or more arguments. The report shows how it is written.",
    },
    CodeInfo {
        code: NOT_A_SET,
        title: "one value or several",
        text: "\
A set was given where one value is needed, or one value where a set is needed. Use `first(set)` \
or `count(set)` to get one value from a set; a zone, a group of spaces, `seats()` and `range(1, \
3)` are sets.",
    },
    CodeInfo {
        code: NESTED,
        title: "set conditions nested too deeply",
        text: "\
Conditions on the members of a set are nested more than eight deep, or named sets are built from \
each other more than sixteen deep. Bind a part with `let` before the step, or name it under \
`values`.",
    },
    CodeInfo {
        code: NO_MEANING,
        title: "no meaning here",
        text: "\
This is a valid expression, but it has no meaning here: `market[fish]` asks for the resources of \
a zone, which has none, and `{}` is a list whose type is unknown.",
    },
    CodeInfo {
        code: NUMBER_RANGE,
        title: "number too large",
        text: "Numbers range from -1000000000 to 1000000000.",
    },
    CodeInfo {
        code: NOT_CONSTANT,
        title: "not known before play",
        text: "\
This value must be known when the game is put together: a number, an option, or something \
computed from these.",
    },
    CodeInfo {
        code: NOTHING,
        title: "may be nothing",
        text: "\
`first(deck)` is nil if the deck is empty, `it.owner` if nobody owns the piece. Such a value can \
be compared, bound and put into a set, but it has no fields, and it cannot be used where a \
piece, a seat or another object is needed until a condition has ensured that it exists: \
`require: \"x ~= nil\"`, `if: \"x ~= nil\"`, `x ~= nil and ...`. Where the rules ensure that it \
exists, `expect: \"x ~= nil\"` says so: it is never a reason to withhold an option, and if it is \
wrong, the game reports where. A parameter that accepts nil has a type such as `piece?`.",
    },
];

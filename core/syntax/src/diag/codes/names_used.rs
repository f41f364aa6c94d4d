//! Codes about names in steps and expressions (N100 and up).

use super::CodeInfo;

/// An unknown name.
pub const UNKNOWN: &str = "N101";
/// An undeclared resource.
pub const RESOURCE: &str = "N102";
/// An undeclared procedure.
pub const PROCEDURE: &str = "N103";
/// An undeclared event.
pub const EVENT: &str = "N104";
/// An undeclared period.
pub const PERIOD: &str = "N105";
/// An undeclared line of the score sheet.
pub const LINE: &str = "N106";
/// An option the pack does not have.
pub const OPTION: &str = "N107";
/// A name that cannot be bound.
pub const BINDING: &str = "N108";
/// A face no piece has.
pub const FACE: &str = "N109";
/// A script without a topic.
pub const SCRIPT: &str = "N111";
/// A field without the object it belongs to.
pub const BARE_FIELD: &str = "N112";

pub(super) const CODES: &[CodeInfo] = &[
    CodeInfo {
        code: UNKNOWN,
        title: "unknown name",
        text: "\
The name is no binding of the steps around it, and nothing the pack declares. In \
expressions `-` is minus: ids are in snake_case, `old_mill`. What is kept for each seat is a field \
of a seat: `me.wood`, not `wood`.",
    },
    CodeInfo {
        code: RESOURCE,
        title: "unknown resource or track",
        text: "\
The step names a resource or track that no pack declares under `resources` or `tracks`.",
    },
    CodeInfo {
        code: PROCEDURE,
        title: "unknown procedure",
        text: "\
`call` names a procedure that no pack declares under `procedures`, or steps no piece has printed.",
    },
    CodeInfo {
        code: EVENT,
        title: "unknown event",
        text: "The step announces an event that no pack declares under `events`.",
    },
    CodeInfo {
        code: PERIOD,
        title: "unknown period",
        text: "\
`begin` names a period that is not declared. Periods are `turn`, those listed under `periods`, and \
those named by `resets` of a resource.",
    },
    CodeInfo {
        code: LINE,
        title: "unknown line of the score sheet",
        text: "Points go to a line of the score sheet. Declare it under `lines`.",
    },
    CodeInfo {
        code: OPTION,
        title: "unknown option",
        text: "`option.x` needs an option `x` in the manifest of the pack.",
    },
    CodeInfo {
        code: BINDING,
        title: "a name that cannot be bound",
        text: "\
A binding is written in small letters with `_`, is not `me` or a word of the expression language, \
and keeps its type: binding a name again changes what it stands for, but not from a piece to a \
number.",
    },
    CodeInfo {
        code: FACE,
        title: "unknown face",
        text: "\
No piece has a face of that name, or pieces have it at different places. A number works always: 0 \
is the face described by the entry itself.",
    },
    CodeInfo {
        code: SCRIPT,
        title: "malformed script name",
        text: "A script is named by its file and function: `topic.name`.",
    },
    CodeInfo {
        code: BARE_FIELD,
        title: "a field without its thing",
        text: "\
A field is written behind its thing: `it.level`, `me.wood`, `self.goods`. A bare name is a binding, a \
parameter, or something the packs declare. So an attribute that one pack adds never changes what a \
name means in another. A name that is both a field of `it` and something declared is refused until \
one of them is written out: `it.round` is the field, `'round'` the other. `boardwright fix` writes \
`it.` where packs of older versions left it out.",
    },
];

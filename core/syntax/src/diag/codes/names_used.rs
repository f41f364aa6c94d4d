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
The name is neither bound by the surrounding steps nor declared by the pack. In expressions, `-` \
is minus: ids are in snake_case, `old_mill`. What each seat has of its own is a field of that \
seat: `me.wood`, not `wood`.",
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
`call` names a procedure that no pack declares under `procedures`, or steps that are printed on \
no piece.",
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
`begin` names a period that is not declared. The periods are `turn`, those listed under \
`periods`, and those named by `resets` of a resource.",
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
A binding is written in lower case with `_`, is not `me` or a word of the expression language, \
and keeps its type: a name may be bound again to another value, but not to a number if it was a \
piece.",
    },
    CodeInfo {
        code: FACE,
        title: "unknown face",
        text: "\
No piece has a face of that name, or pieces have it at different positions. A number always \
works: 0 is the face described by the entry itself.",
    },
    CodeInfo {
        code: SCRIPT,
        title: "malformed script name",
        text: "A script is named by its file and function: `topic.name`.",
    },
    CodeInfo {
        code: BARE_FIELD,
        title: "a field without its object",
        text: "\
A field is written after its object: `it.level`, `me.wood`, `self.goods`. A bare name is a \
binding, a parameter, or a declaration of the packs. Therefore an attribute that one pack adds \
never changes the meaning of a name in another. A name that is both a field of `it` and a \
declaration is rejected until one of them is written out: `it.round` is the field, `'round'` the \
declaration. `boardwright fix` adds `it.` where packs for older versions left it out.",
    },
];

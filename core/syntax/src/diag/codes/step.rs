//! Codes about steps (S100 and up).

use super::CodeInfo;

/// A value that is not a step.
pub const NOT_A_STEP: &str = "S101";
/// A step whose verb is unknown.
pub const VERB: &str = "S102";
/// A step with two verbs.
pub const TWO_VERBS: &str = "S103";
/// A key the verb does not take.
pub const KEY: &str = "S104";
/// A key the verb needs.
pub const MISSING: &str = "S105";
/// A value in a form the verb does not take.
pub const FORM: &str = "S106";
/// A binding for a verb without a result.
pub const NOTHING_TO_BIND: &str = "S107";
/// An `end` outside of anything it could end.
pub const NOTHING_TO_END: &str = "S108";
/// Keys that cannot be used together.
pub const EXCLUSIVE: &str = "S109";
/// A repeat that watches a missing pick.
pub const NO_SUCH_PICK: &str = "S110";
/// Steps nested too deep.
pub const DEEP: &str = "S111";
/// A gap in a note that is not closed.
pub const GAP: &str = "S112";
/// A track where a resource is needed, or the reverse.
pub const TRACK: &str = "S113";
/// A missing holder.
pub const HOLDER: &str = "S114";
/// A returned value where none was declared, or none where one was.
pub const GIVES: &str = "S115";
/// Too many bindings in a procedure.
pub const BINDINGS: &str = "S116";
/// Too many steps.
pub const TOO_MANY: &str = "S117";

pub(super) const CODES: &[CodeInfo] = &[
    CodeInfo {
        code: NOT_A_STEP,
        title: "not a step",
        text: "\
A step is a mapping with one verb, such as `gain: { wood: 1 }`. Where steps are expected, write \
a list of them or a single one.",
    },
    CodeInfo {
        code: VERB,
        title: "unknown verb",
        text: "\
The step has no known verb. It may be misspelt, or the line may be indented too far.",
    },
    CodeInfo {
        code: TWO_VERBS,
        title: "two verbs in one step",
        text: "\
A step does one thing. Write two steps, each with its own dash; they run one after the other.",
    },
    CodeInfo {
        code: KEY,
        title: "unknown key in a step",
        text: "\
The verb does not take this key. It may be misspelt, or belong one level higher or deeper: `if`, \
`as`, `key` and `label` go beside the verb.",
    },
    CodeInfo {
        code: MISSING,
        title: "missing key in a step",
        text: "The verb requires this key. The reference shows how it is written.",
    },
    CodeInfo {
        code: FORM,
        title: "a verb written in another form",
        text: "\
The value of the verb, or of one of its keys, has the wrong form: a list instead of a mapping, \
text instead of a list, a word that is not one of those allowed. The reference shows all forms \
of the verb.",
    },
    CodeInfo {
        code: NOTHING_TO_BIND,
        title: "nothing to bind",
        text: "`as` names the result of a step. This step has no result; leave `as` out.",
    },
    CodeInfo {
        code: NOTHING_TO_END,
        title: "nothing to end",
        text: "\
`end` leaves the innermost enclosing loop of the given sort. There is none around this step in \
the same procedure; `end: procedure` leaves the procedure.",
    },
    CodeInfo {
        code: EXCLUSIVE,
        title: "mutually exclusive keys",
        text: "Each of these keys selects a different form of the verb. Keep one of them.",
    },
    CodeInfo {
        code: NO_SUCH_PICK,
        title: "no such pick in the repeat",
        text: "\
`distinct` and `same` name the binding of a `pick` inside the repeated steps. There is no \
binding of that name for a single pick.",
    },
    CodeInfo {
        code: DEEP,
        title: "steps nested too deeply",
        text: "Steps are nested more than 32 deep. Move a part into a procedure.",
    },
    CodeInfo {
        code: GAP,
        title: "a gap that is not closed",
        text: "\
In notes and questions, `{me.wood}` is replaced by the value of the expression. To write a brace \
itself, double it: `{{`.",
    },
    CodeInfo {
        code: TRACK,
        title: "track or resource",
        text: "\
Seats move along tracks with `advance`, which pays the bonuses reached, and with `retreat`. \
Other resources grow with `gain` and shrink with `lose`.",
    },
    CodeInfo {
        code: HOLDER,
        title: "missing or wrong holder of a resource",
        text: "\
This resource is kept for pieces or spaces, so the step must say for which one: `who`, or `from` \
in a cost.",
    },
    CodeInfo {
        code: GIVES,
        title: "return value of a procedure",
        text: "\
A procedure that returns a value declares it with `returns: <type>` and ends with the step \
`return`. Only then can `as` bind the value where the procedure is called.",
    },
    CodeInfo {
        code: BINDINGS,
        title: "too many bindings",
        text: "A procedure holds at most 200 bindings at a time. Move a part into another \
               procedure.",
    },
    CodeInfo {
        code: TOO_MANY,
        title: "too many steps",
        text: "\
A game holds at most 60,000 questions, costs and notes. Move steps that are repeated into \
procedures, and whatever differs between entries into their attributes.",
    },
];

//! Codes about the shape of entries (S...).

use super::CodeInfo;

/// An unknown key.
pub const UNKNOWN_KEY: &str = "S001";
/// A missing key.
pub const MISSING_KEY: &str = "S002";
/// A value of the wrong type.
pub const WRONG_TYPE: &str = "S003";
/// A word that is not in the list.
pub const UNKNOWN_WORD: &str = "S004";
/// A name not in snake_case.
pub const NAME: &str = "S005";
/// A number out of range.
pub const RANGE: &str = "S006";

pub(super) const CODES: &[CodeInfo] = &[
    CodeInfo {
        code: UNKNOWN_KEY,
        title: "unknown key",
        text: "\
The mapping has a key that means nothing at this place. It may be misspelt, indented too far or \
not far enough, or belong to another kind of entry. Unknown keys are errors, since a rule that \
is silently left out is hard to find later.",
    },
    CodeInfo {
        code: MISSING_KEY,
        title: "missing key",
        text: "\
The mapping lacks a key that must be there. Add it; the reference says what it takes.",
    },
    CodeInfo {
        code: WRONG_TYPE,
        title: "value of another type",
        text: "\
The value is of another kind than what is expected here: text for a number, a list for a \
mapping, nothing at all. Note that `\"2\"` in quotes is text and `2` is a number, that a list \
starts with `-` or stands in `[ ]`, and that numbers are whole: there are no fractions.",
    },
    CodeInfo {
        code: UNKNOWN_WORD,
        title: "unknown word",
        text: "\
Only a few words are possible here, and this is none of them. The help names them all.",
    },
    CodeInfo {
        code: NAME,
        title: "malformed name",
        text: "\
A name by which entries are found is written in small letters: first a letter from `a` to `z`, \
then letters, digits and underscores, as in `old_mill_2`. What players read goes elsewhere and may \
be any text.",
    },
    CodeInfo {
        code: RANGE,
        title: "number out of range",
        text: "\
The number is below or above what makes sense here. The report says what fits.",
    },
];

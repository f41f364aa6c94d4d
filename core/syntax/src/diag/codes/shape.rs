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
The mapping has a key that has no meaning here. It may be misspelt, indented too far or not far \
enough, or belong to another kind of entry. Unknown keys are errors, since a rule that is \
silently ignored is hard to find later.",
    },
    CodeInfo {
        code: MISSING_KEY,
        title: "missing key",
        text: "The mapping lacks a required key. Add it; the reference says what it takes.",
    },
    CodeInfo {
        code: WRONG_TYPE,
        title: "value of another type",
        text: "\
The value has another type than expected here: text instead of a number, a list instead of a \
mapping, or nothing at all. Note that `\"2\"` in quotes is text and `2` is a number, that a list \
starts with `-` or is enclosed in `[ ]`, and that numbers are whole: there are no fractions.",
    },
    CodeInfo {
        code: UNKNOWN_WORD,
        title: "unknown word",
        text: "\
Only certain words are allowed here, and this is not one of them. The help lists them all.",
    },
    CodeInfo {
        code: NAME,
        title: "malformed name",
        text: "\
The name of an entry is written in lower case: first a letter from `a` to `z`, then letters, \
digits and underscores, as in `old_mill_2`. The text that players read goes elsewhere and is not \
restricted in this way.",
    },
    CodeInfo {
        code: RANGE,
        title: "number out of range",
        text: "\
The number is below or above what makes sense here. The report gives the allowed range.",
    },
];

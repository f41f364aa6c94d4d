//! Codes about files and YAML (Y...).

use super::CodeInfo;

/// Text that is not YAML.
pub const SYNTAX: &str = "Y001";
/// A tab used as indentation.
pub const TAB: &str = "Y002";
/// A key set twice in one mapping.
pub const DUPLICATE: &str = "Y003";
/// `&name`.
pub const ANCHOR: &str = "Y004";
/// `*name`.
pub const ALIAS: &str = "Y005";
/// `<<:`.
pub const MERGE: &str = "Y006";
/// `!name`.
pub const TAG: &str = "Y007";
/// A second document in a file.
pub const DOCUMENTS: &str = "Y008";
/// A key that is missing or not a scalar.
pub const KEY: &str = "Y009";
/// A file over the size limit.
pub const TOO_LARGE: &str = "Y010";
/// Nesting over the limit.
pub const TOO_DEEP: &str = "Y011";
/// More values than the limit.
pub const TOO_MANY: &str = "Y012";
/// A whole number out of range.
pub const NUMBER: &str = "Y014";
/// A suppression without a reason.
pub const ALLOW_REASON: &str = "Y015";
/// A suppression that suppresses nothing.
pub const ALLOW_UNUSED: &str = "Y016";
/// A forbidden character.
pub const HOSTILE: &str = "Y017";
/// A text over the limit.
pub const TOO_LONG: &str = "Y018";

pub(super) const CODES: &[CodeInfo] = &[
    CodeInfo {
        code: SYNTAX,
        title: "text that is not YAML",
        text: "\
The text cannot be read as YAML, so the rest of this file was not checked; there may be more \
errors once this one is fixed. Most often a quote or bracket is not closed, a line is indented \
differently from its neighbours, or a value contains `: ` without being quoted.

Put values with special characters in quotes, and start the entries of one mapping or list in \
the same column.",
    },
    CodeInfo {
        code: TAB,
        title: "tab where spaces are expected",
        text: "\
YAML does not allow tabs as indentation, since their width differs between editors. Use two \
spaces for each level. Most editors can be set to insert spaces when the tab key is pressed.",
    },
    CodeInfo {
        code: DUPLICATE,
        title: "duplicate key",
        text: "\
A mapping has the same key twice. Only one of the two values could count, and it would not be \
clear which, so this is an error. Remove one, or rename it if it was meant to be something else.

To change an entry of another pack, do not repeat it in the same file; use a layer.",
    },
    CodeInfo {
        code: ANCHOR,
        title: "anchors are not supported",
        text: "\
A word that starts with `&` is a YAML anchor: it names a value so that it can be repeated \
elsewhere. Packs do not use anchors, so that each entry can be read on its own. Remove the \
anchor. If the text is meant to start with `&`, put it in quotes.",
    },
    CodeInfo {
        code: ALIAS,
        title: "aliases are not supported",
        text: "\
A word that starts with `*` is a YAML alias, which repeats a value named elsewhere. Packs do not \
use aliases, so that each entry can be read on its own and a small file cannot expand into a \
huge one. Write the value out. If the text is meant to start with `*`, put it in quotes.",
    },
    CodeInfo {
        code: MERGE,
        title: "merge keys are not supported",
        text: "\
In some YAML readers, the key `<<` merges one mapping into another. Packs do not support this. \
Write the entries out.",
    },
    CodeInfo {
        code: TAG,
        title: "tags are not supported",
        text: "\
A word that starts with `!` is a YAML tag, which gives the type of a value. Packs do not use \
tags: the place of a value determines its type. Remove the tag. If the text is meant to start \
with `!`, put it in quotes.",
    },
    CodeInfo {
        code: DOCUMENTS,
        title: "more than one document in a file",
        text: "\
A line `---` starts another YAML document. A file of a pack holds only one. Move the rest to \
another file, or remove the line.",
    },
    CodeInfo {
        code: KEY,
        title: "a key must be text",
        text: "\
The part before `:` must be a single word or text. Lists and mappings cannot be keys, and a \
value needs a key. Sometimes this comes from a name in curly brackets without quotes: `{name}` \
is a mapping, `\"{name}\"` is text.",
    },
    CodeInfo {
        code: TOO_LARGE,
        title: "file too large",
        text: "\
A file of a pack may be up to one mebibyte in size. The limit protects everybody who loads packs \
made by others. Split the file: all files in a folder are read together.",
    },
    CodeInfo {
        code: TOO_DEEP,
        title: "nested too deeply",
        text: "\
Lists and mappings may be nested up to 64 levels. No rule needs that many; most likely a bracket \
was not closed. If the nesting is intended, give inner parts a name and an entry of their own.",
    },
    CodeInfo {
        code: TOO_MANY,
        title: "too many values in a file",
        text: "\
A file may hold up to 200000 values. Split it: all files in a folder are read together.",
    },
    CodeInfo {
        code: NUMBER,
        title: "whole number out of range",
        text: "\
Whole numbers range from -1000000000 to 1000000000. If the digits are not meant as a number, put \
them in quotes.",
    },
    CodeInfo {
        code: ALLOW_REASON,
        title: "warning allowed without a reason",
        text: "\
A comment `# allow(G012): reason` silences a warning on its own line or, on a line by itself, on \
the line below. The reason is for the next reader of the pack: write why the warning does not \
apply.",
    },
    CodeInfo {
        code: ALLOW_UNUSED,
        title: "allow comment without effect",
        text: "\
The comment silences a warning that does not occur: it was fixed, or the comment is on the wrong \
line. A comment after a value applies to its own line; one on a line by itself applies to the \
line below. Errors cannot be silenced. Remove the comment.",
    },
    CodeInfo {
        code: HOSTILE,
        title: "character that cannot be shown",
        text: "\
A text contains a character that is not meant to be read: a control character, one that changes \
the direction of writing, or one without any width. In a terminal, such characters can move the \
cursor, hide text or make it appear to say something else, so packs may not contain them. Names \
and labels must also fit on one line. Remove the character; to separate two words, use a blank.

Writing from right to left needs no such character, and letters joined with U+200C or U+200D are \
allowed.",
    },
    CodeInfo {
        code: TOO_LONG,
        title: "text too long",
        text: "\
A text may have up to 10000 characters, whether it is a key or a value. Nothing that people read \
on a card or in a question is longer. Shorten it, or split it into several entries.",
    },
];

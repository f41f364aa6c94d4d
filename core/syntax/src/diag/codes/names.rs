//! Codes about names (N...).

use super::CodeInfo;

/// An undeclared name.
pub const UNKNOWN: &str = "N001";
/// Two declarations of a class with the same id.
pub const DUPLICATE: &str = "N002";
/// An id in two classes, ambiguous in expressions.
pub const CLASH: &str = "N003";
/// An id with a meaning in every expression, or a key every entry has.
pub const RESERVED: &str = "N004";
/// An unknown section.
pub const SECTION: &str = "N005";
/// A section claimed by two kinds.
pub const SECTION_TAKEN: &str = "N006";
/// An unknown type.
pub const TYPE: &str = "N007";
/// A word that is not a value of the attribute.
pub const WORD: &str = "N008";

pub(super) const CODES: &[CodeInfo] = &[
    CodeInfo {
        code: UNKNOWN,
        title: "unknown name",
        text: "\
Nothing of this class is declared under this name: there is no such resource, zone, kind, \
period, event, space or value. The name may be misspelt, removed by another pack, or of another \
class. Declare it in its section, or use one of the names suggested in the help.",
    },
    CodeInfo {
        code: DUPLICATE,
        title: "declared twice",
        text: "\
Two entries of one class have the same id. The id of a further face is the id of its entry \
followed by the name of the face, so the face `back` of `mill` is `mill_back`. Rename one of \
them.",
    },
    CodeInfo {
        code: CLASH,
        title: "one id used twice",
        text: "\
In an expression, resources, tracks, zones, values, groups of spaces, spaces and entries can all \
be referred to by their bare id, so an id can be used for only one of them. A kind and a group \
of spaces cannot share an id either, since both can follow `held_by`. Rename one of them. \
Players read the `name`, which may be the same.",
    },
    CodeInfo {
        code: RESERVED,
        title: "id with a fixed meaning",
        text: "\
Some names mean the same everywhere: `me`, `it`, `self`, `actor`, `about`, `option`, the seats \
`p1` to `p8`, and the words of the expression language. In an entry, the keys that all entries \
have cannot be attributes. Choose another id.",
    },
    CodeInfo {
        code: SECTION,
        title: "unknown section",
        text: "\
The top level of a file consists of sections: those every pack can have, and one for each kind \
of pieces, named by `section` of the kind or else by the id of the kind with an `s`. This one is \
neither. It may be misspelt, or the kind is missing.",
    },
    CodeInfo {
        code: SECTION_TAKEN,
        title: "section used twice",
        text: "\
The entries of each kind have a section of their own. Two kinds name the same section, or a kind \
names one that every pack has. Give the kind another one with `section`.",
    },
    CodeInfo {
        code: TYPE,
        title: "unknown type",
        text: "\
Parameters can be `number`, `flag`, `seat`, `piece`, `piece/<kind>`, `space`, `space/<group>`, \
`zone`, `entry`, `entry/<kind>`, `resource`, `track` and `tag`. The type of an object ends with \
`?` if it may be nil: `piece?`. Attributes can be `number`, `flag`, `text`, `numbers`, `cost`, \
`steps`, `resource`, `track`, `entry/<kind>`, `space/<group>` or a list of words: attributes are \
printed, so they cannot be seats, pieces or zones.",
    },
    CodeInfo {
        code: WORD,
        title: "word not allowed for this attribute",
        text: "\
The attribute is declared with a list of words, and this word is not among them. Use one of \
them, or add the word to the list in `attributes` of the kind.",
    },
];

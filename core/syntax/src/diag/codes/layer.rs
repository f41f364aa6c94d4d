//! Codes about packs and layers (L...).

use super::CodeInfo;

/// Packs are looked for in a folder that is not there.
pub const NO_FOLDER: &str = "L001";
/// The system refused to open a file or folder.
pub const UNREADABLE: &str = "L002";
/// A file is not UTF-8 text.
pub const NOT_UTF8: &str = "L003";
/// A folder has no manifest.
pub const NO_MANIFEST: &str = "L004";
/// A pack goes over a bound.
pub const TOO_BIG: &str = "L005";
/// A link is not followed.
pub const LINK: &str = "L006";
/// Two places have a pack with one id.
pub const TWICE: &str = "L007";
/// A file has the ending that is not read.
pub const YML: &str = "L008";
/// A manifest has an unknown key.
pub const MANIFEST_KEY: &str = "L010";
/// A manifest lacks something.
pub const MANIFEST_LACKS: &str = "L011";
/// Something in a manifest is of the wrong kind.
pub const MANIFEST_KIND: &str = "L012";
/// An id of a pack or option is malformed.
pub const MALFORMED_ID: &str = "L013";
/// The folder is not called like the pack.
pub const OTHER_FOLDER: &str = "L014";
/// Something is not a version.
pub const NOT_A_VERSION: &str = "L015";
/// A pack needs another version of the program.
pub const ENGINE_VERSION: &str = "L016";
/// A number of players cannot be.
pub const PLAYERS: &str = "L017";
/// The default of an option does not fit.
pub const OPTION_DEFAULT: &str = "L018";
/// A pack is not known.
pub const UNKNOWN_PACK: &str = "L020";
/// Packs extend each other in a circle.
pub const EXTENDS_CIRCLE: &str = "L021";
/// A pack has the wrong version.
pub const PACK_VERSION: &str = "L022";
/// Two packs cannot be used together.
pub const CONFLICT: &str = "L023";
/// There is no game, or more than one.
pub const NOT_ONE_GAME: &str = "L024";
/// Advice for using two packs together.
pub const ADVICE: &str = "L025";
/// Two packs have the same option.
pub const SAME_OPTION: &str = "L026";
/// A file has no sections.
pub const NO_SECTIONS: &str = "L030";
/// A pack defines an id twice.
pub const DEFINED_TWICE: &str = "L031";
/// A pack defines a section that is a list twice.
pub const LIST_TWICE: &str = "L032";
/// Another pack has defined the id.
pub const DEFINED_ELSEWHERE: &str = "L033";
/// A section is already there, or of another kind.
pub const SECTION_TAKEN: &str = "L034";
/// A pack patches, but extends nothing.
pub const NOTHING_TO_PATCH: &str = "L035";
/// A patch is not well formed.
pub const PATCH_FORM: &str = "L040";
/// A patch has no operator, or several.
pub const PATCH_OPERATOR: &str = "L041";
/// A patch has an unknown key.
pub const PATCH_KEY: &str = "L042";
/// An operator has a value it cannot use.
pub const PATCH_VALUE: &str = "L043";
/// An operator does not fit what it changes.
pub const PATCH_MISFIT: &str = "L044";
/// A path leads nowhere.
pub const PATH_NOWHERE: &str = "L045";
/// A path counts the items of a list.
pub const PATH_COUNTS: &str = "L046";
/// A patch expects another value.
pub const EXPECT: &str = "L047";
/// A number becomes too big.
pub const NUMBER_TOO_BIG: &str = "L048";
/// Two packs disagree.
pub const CLASH: &str = "L049";
/// `like` names nothing.
pub const LIKE_UNKNOWN: &str = "L050";
/// Entries are like each other in a circle.
pub const LIKE_CIRCLE: &str = "L051";
/// `abstract` is not yes or no.
pub const ABSTRACT: &str = "L052";
/// A path means several items of a list.
pub const PATH_SEVERAL: &str = "L054";
/// A source has an unknown `conf`.
pub const CONF: &str = "L060";
/// A translation is for nothing.
pub const TRANSLATES_NOTHING: &str = "L061";
/// A translation is not well formed.
pub const TRANSLATION_FORM: &str = "L062";
/// A part of a source is not there.
pub const SOURCE_PART: &str = "L063";

pub(super) const CODES: &[CodeInfo] = &[
    CodeInfo {
        code: NO_FOLDER,
        title: "there is no such folder",
        text: "Packs are searched for in the folders you name. A folder that does not exist, or \
               is a file, contains none. Give a folder that contains packs, or the folder of one \
               pack.",
    },
    CodeInfo {
        code: UNREADABLE,
        title: "a file or folder cannot be read",
        text: "The system refused to open it: it may no longer exist, its name may not be UTF-8 \
               text, or you may lack permission. The note gives the system's message.",
    },
    CodeInfo {
        code: NOT_UTF8,
        title: "a file is not UTF-8 text",
        text: "All texts of a pack are UTF-8. Most editors can save a file in that encoding; the \
               report marks the first byte that is not valid.",
    },
    CodeInfo {
        code: NO_MANIFEST,
        title: "a folder has no `pack.yaml`",
        text: "A folder is a pack when there is a `pack.yaml` in it, with at least `id` and \
               `title`. Other folders beside packs are passed over with a warning.",
    },
    CodeInfo {
        code: TOO_BIG,
        title: "a pack is too big",
        text: "Packs can come from anywhere, so everything that is read has a limit: files in a \
               pack, bytes in a file, folders in folders, packs used together, patches, values \
               copied by `like`. No real pack comes near these limits; look for a file that does \
               not belong there.",
    },
    CodeInfo {
        code: LINK,
        title: "a link in a pack is not followed",
        text: "A pack may only read files in its own folder, so links are skipped. Put the file \
               itself into the pack.",
    },
    CodeInfo {
        code: TWICE,
        title: "a pack exists more than once",
        text: "Two places have a pack with the same id. The one added last is used, so a folder \
               of your own can replace a pack that comes with the program.",
    },
    CodeInfo {
        code: YML,
        title: "a file ends in `.yml`",
        text: "Files of a pack end in `.yaml`. A file with the other ending is not read; rename \
               it.",
    },
    CodeInfo {
        code: MANIFEST_KEY,
        title: "a manifest has an unknown key",
        text: "`pack.yaml` may only have the keys that are listed for it. Usually this is a \
               typing error. Content, such as tiles, belongs in other files of the pack.",
    },
    CodeInfo {
        code: MANIFEST_LACKS,
        title: "a manifest is incomplete",
        text: "Every pack has `id` and `title`; a game, which extends no other pack, also has \
               `players`; an option has a `default`; a notice has `with` and `text`.",
    },
    CodeInfo {
        code: MANIFEST_KIND,
        title: "a value in a manifest has the wrong type",
        text: "The label says what was expected there: text, a list, a mapping.",
    },
    CodeInfo {
        code: MALFORMED_ID,
        title: "an id of a pack or an option is malformed",
        text: "The id of a pack consists of lower-case letters and digits, joined by single \
               hyphens, and begins with a letter: `long-winter`. The parts of the id of an \
               option are joined by underscores, as in all other ids: `long_winter`.",
    },
    CodeInfo {
        code: OTHER_FOLDER,
        title: "the id of a pack differs from the name of its folder",
        text: "Packs are found by the name of their folder, so both must be the same. Rename one \
               of them.",
    },
    CodeInfo {
        code: NOT_A_VERSION,
        title: "malformed version",
        text: "A version has three numbers, such as `1.0.2`. A range of versions is written like \
               `^1.2`, `>=1.0, <3` or `*`.",
    },
    CodeInfo {
        code: ENGINE_VERSION,
        title: "a pack needs another version of the program",
        text: "`engine` in the manifest gives the versions of the program that the pack was made \
               for, and this is not one of them.",
    },
    CodeInfo {
        code: PLAYERS,
        title: "impossible number of players",
        text: "`players` has `min` and `max`, both from 1 to 8, with `min` not above `max`.",
    },
    CodeInfo {
        code: OPTION_DEFAULT,
        title: "the default of an option does not fit",
        text: "An option with `values` has one of them as its `default`. An option without \
               `values` is a yes-or-no option: its default is `true` or `false`.",
    },
    CodeInfo {
        code: UNKNOWN_PACK,
        title: "unknown pack",
        text: "None of the folders you named has a pack with this id. Check its spelling, or add \
               the folder that contains it.",
    },
    CodeInfo {
        code: EXTENDS_CIRCLE,
        title: "packs extend each other in a circle",
        text: "A pack is layered on top of those it extends, so it cannot extend itself, even \
               indirectly. The message shows the circle; remove one `extends` in it.",
    },
    CodeInfo {
        code: PACK_VERSION,
        title: "a pack has the wrong version",
        text: "Another pack, or you, asked for a range of versions, and the version of the pack \
               that was found is outside it.",
    },
    CodeInfo {
        code: CONFLICT,
        title: "two packs cannot be used together",
        text: "One of them lists the other under `conflicts`; the note gives the reason, if \
               there is one. Leave one out.",
    },
    CodeInfo {
        code: NOT_ONE_GAME,
        title: "there is not exactly one game",
        text: "Of the packs that are used together, exactly one extends no other: the game \
               itself. All others are layered on it.",
    },
    CodeInfo {
        code: ADVICE,
        title: "advice for using two packs together",
        text: "One of the packs has a notice for the case that the other is used too. Nothing is \
               wrong.",
    },
    CodeInfo {
        code: SAME_OPTION,
        title: "two packs have the same option",
        text: "The options of all packs are chosen side by side, so each id must be unique. \
               Rename one.",
    },
    CodeInfo {
        code: NO_SECTIONS,
        title: "a file of a pack has no sections",
        text: "Each file of a pack is a mapping of sections, and each section holds entries. \
               File names have no meaning: both `tiles.yaml` and `tiles/coast.yaml` may have a \
               section `tiles`.",
    },
    CodeInfo {
        code: DEFINED_TWICE,
        title: "an id is defined twice in a pack",
        text: "All files of a pack are merged, section by section, so an id can be defined in \
               one place only.",
    },
    CodeInfo {
        code: LIST_TWICE,
        title: "a section that is a list is defined twice",
        text: "Entries of a mapping can be collected from several files; the items of a list \
               cannot, since their order matters. Put the list into one file.",
    },
    CodeInfo {
        code: DEFINED_ELSEWHERE,
        title: "an id is already defined by another pack",
        text: "A definition adds something new. To change what another pack defined, use \
               `patch`; then the change is clearly intended, and others can see it. For anything \
               else, use another id.",
    },
    CodeInfo {
        code: SECTION_TAKEN,
        title: "a section already exists, or is of another kind",
        text: "A section that is a list is defined by one pack; others patch it with `append`, \
               `insert` or `replace`. A section that is a mapping in one file is a mapping in \
               all.",
    },
    CodeInfo {
        code: NOTHING_TO_PATCH,
        title: "a pack patches, but extends nothing",
        text: "`patch` and `remove` change what other packs defined, so the pack must say which \
               packs it builds on: add `extends` to its `pack.yaml`.",
    },
    CodeInfo {
        code: PATCH_FORM,
        title: "malformed patch",
        text: "An item of `patch` is a mapping with `at` and one operator. `at`, and each item \
               of `remove`, is a path: names joined by dots. In a list, a name is the `key` of \
               an item, a simple item itself, or the verb of a step: `repeat`, `pick(tile)`.",
    },
    CodeInfo {
        code: PATCH_OPERATOR,
        title: "a patch has no operator, or more than one",
        text: "Each patch does one thing: `set`, `replace`, `unset`, `add`, `scale`, `append`, \
               `insert` or `remove`. For two changes, write two patches.",
    },
    CodeInfo {
        code: PATCH_KEY,
        title: "a patch has an unknown key",
        text: "Besides `at` and `expect`, a patch has one operator: `set`, `replace`, `unset`, \
               `add`, `scale`, `append`, `insert` or `remove`.",
    },
    CodeInfo {
        code: PATCH_VALUE,
        title: "an operator has a value it cannot use",
        text: "`add` takes a whole number, `unset` takes `true`, `scale` takes `{ by: 3, over: \
               2 }`, `insert` takes `{ before: key, items: [...] }` or the same with `after`, \
               `remove` takes the `key` of an item.",
    },
    CodeInfo {
        code: PATCH_MISFIT,
        title: "an operator does not fit what it changes",
        text: "`add` and `scale` change whole numbers; `append`, `insert` and `remove` change \
               lists; `unset` removes a key from a mapping.",
    },
    CodeInfo {
        code: PATH_NOWHERE,
        title: "a path leads nowhere",
        text: "The path is valid as far as the label says. Below that, the name does not exist. \
               If the pack you build on has changed, look up the new name; if another pack \
               removed it, the report shows that.",
    },
    CodeInfo {
        code: PATH_COUNTS,
        title: "a path uses the index of a list item",
        text: "The third item of a list becomes another one as soon as somebody inserts an item, \
               so items are named by their `key`, and steps also by their verb: `repeat`, \
               `pick(tile)`.",
    },
    CodeInfo {
        code: EXPECT,
        title: "a patch expects another value",
        text: "`expect` records the value the patch was written for. The value is different now, \
               so the patch may not do what was intended. Check the patch, then change or remove \
               `expect`. Changes by packs that the patching pack does not build on do not count \
               here: if the two changes are incompatible, that is L049.",
    },
    CodeInfo {
        code: NUMBER_TOO_BIG,
        title: "a number becomes too big",
        text: "After `add` or `scale`, the number would be out of range.",
    },
    CodeInfo {
        code: CLASH,
        title: "two packs disagree",
        text: "Two packs change the same value in different ways, and neither extends the other, \
               so the result would depend on the order in which you named them. Changes that \
               give the same result in any order are fine: `add` with `add`, `scale` with \
               `scale`, `append` with `append`, and the same value set twice. Use only one of \
               the packs, let one extend the other, or write a pack that extends both and sets \
               the value.",
    },
    CodeInfo {
        code: LIKE_UNKNOWN,
        title: "unknown entry under `like`",
        text: "`like` takes the id of another entry in the same section. `abstract: true` \
               entries count too.",
    },
    CodeInfo {
        code: LIKE_CIRCLE,
        title: "entries are like each other in a circle",
        text: "An entry inherits the keys of another, so it cannot be like itself, not even \
               through other entries.",
    },
    CodeInfo {
        code: ABSTRACT,
        title: "`abstract` is not yes or no",
        text: "An entry with `abstract: true` exists only for others to be `like` it, and is not \
               part of the game itself.",
    },
    CodeInfo {
        code: PATH_SEVERAL,
        title: "a path matches several items of a list",
        text: "A `key` names an item for patches, so it must be unique in its list. Where \
               several steps have the same verb, add what the step binds or names: `pick(tile)`.",
    },
    CodeInfo {
        code: CONF,
        title: "a source has an unknown `conf`",
        text: "`conf` is one of `known` (read in the rules or on the piece), `secondary` \
               (reported by others) and `reconstructed` (a likely value).",
    },
    CodeInfo {
        code: TRANSLATES_NOTHING,
        title: "a translation is never used",
        text: "The path does not lead to text, so the translation is never shown. Usually the \
               text was renamed or removed in the pack.",
    },
    CodeInfo {
        code: TRANSLATION_FORM,
        title: "malformed translation",
        text: "A file `text/<language>.yaml` maps paths to texts, nested or dotted, each path \
               once.",
    },
    CodeInfo {
        code: SOURCE_PART,
        title: "a part of a source does not exist",
        text: "`parts` of a `source` gives some keys of the same entry a source of their own: \
               `parts: { cost: reconstructed }`. Each part is a key beside `source`, or a path \
               to something below one.",
    },
];

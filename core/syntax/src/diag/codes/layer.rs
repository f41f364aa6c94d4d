//! Codes about packs and layers (L...).

use super::CodeInfo;

pub(super) const CODES: &[CodeInfo] = &[
    CodeInfo {
        code: "L001",
        title: "there is no such folder",
        text: "Packs are looked for in the folders that were named. A folder that is not there, \
               or is a file, holds none. Give a folder that has packs in it, or the folder of \
               one pack.",
    },
    CodeInfo {
        code: "L002",
        title: "a file or folder cannot be read",
        text: "The system refused to open it: it may have gone, its name may not be UTF-8 text, \
               or it may be closed to you. The note says what the system said.",
    },
    CodeInfo {
        code: "L003",
        title: "a file is not UTF-8 text",
        text: "All texts of a pack are UTF-8. Most editors can save a file in that encoding; \
               the report marks the first byte that does not fit.",
    },
    CodeInfo {
        code: "L004",
        title: "a folder has no `pack.yaml`",
        text: "A folder is a pack when there is a `pack.yaml` in it, with at least `id` and \
               `title`. Other folders beside packs are passed over with a warning.",
    },
    CodeInfo {
        code: "L005",
        title: "a pack is too big",
        text: "Packs come from anywhere, so all that is read has a bound: files in a pack, \
               bytes in a file, folders in folders, packs used together, patches, values copied \
               by `like`. No real pack comes near; look for a file that does not belong there.",
    },
    CodeInfo {
        code: "L006",
        title: "a link in a pack is not followed",
        text: "A pack may only read what lies in its own folder, so links are passed over. Put \
               the file itself into the pack.",
    },
    CodeInfo {
        code: "L007",
        title: "a pack is there more than once",
        text: "Two places have a pack with the same id. The one that was added last is used: so \
               a folder of your own can take the place of a pack that comes with the program.",
    },
    CodeInfo {
        code: "L008",
        title: "a file ends in `.yml`",
        text: "Files of a pack end in `.yaml`. A file with the other ending is not read; rename \
               it.",
    },
    CodeInfo {
        code: "L010",
        title: "a manifest has an unknown key",
        text: "`pack.yaml` may only have the keys that are listed for it. Mostly this is a slip \
               of the pen. Content, such as tiles, stands in other files of the pack.",
    },
    CodeInfo {
        code: "L011",
        title: "a manifest lacks something",
        text: "Every pack has `id` and `title`; a game, which extends no other pack, has \
               `players` too; an option has a `default`; a notice has `with` and `text`.",
    },
    CodeInfo {
        code: "L012",
        title: "something in a manifest is of the wrong kind",
        text: "The label says what was expected at that place: text, a list, a mapping.",
    },
    CodeInfo {
        code: "L013",
        title: "an id of a pack or an option is malformed",
        text: "The id of a pack is made of lower-case letters and digits, joined by single \
               hyphens, and begins with a letter: `long-winter`. The id of an option is joined by \
               underscores, as all other ids are: `long_winter`.",
    },
    CodeInfo {
        code: "L014",
        title: "the id of a pack is not the name of its folder",
        text: "Packs are found by the name of their folder, so both must be the same. Rename \
               one of them.",
    },
    CodeInfo {
        code: "L015",
        title: "something is not a version",
        text: "A version has three numbers, such as `1.0.2`. A range of versions is written \
               like `^1.2`, `>=1.0, <3` or `*`.",
    },
    CodeInfo {
        code: "L016",
        title: "a pack needs another version of the program",
        text: "`engine` in the manifest names the versions of the program the pack was made \
               for, and this is none of them.",
    },
    CodeInfo {
        code: "L017",
        title: "a number of players cannot be",
        text: "`players` has `min` and `max`, both from 1 to 8, `min` not above `max`.",
    },
    CodeInfo {
        code: "L018",
        title: "the default of an option does not fit",
        text: "An option with `values` has one of them as its `default`. An option without \
               `values` is a yes-or-no option: its default is `true` or `false`.",
    },
    CodeInfo {
        code: "L020",
        title: "a pack is not known",
        text: "No folder that was named has a pack with this id. Look at its spelling, or add \
               the folder it lies in.",
    },
    CodeInfo {
        code: "L021",
        title: "packs extend each other in a circle",
        text: "A pack is layered on those it extends, so it cannot be below itself. The message \
               shows the circle; remove one `extends` in it.",
    },
    CodeInfo {
        code: "L022",
        title: "a pack has the wrong version",
        text: "Another pack, or you, asked for a range of versions, and the pack that was found \
               is not in it.",
    },
    CodeInfo {
        code: "L023",
        title: "two packs cannot be used together",
        text: "One of them lists the other under `conflicts`; the note says why, if it does. \
               Leave one out.",
    },
    CodeInfo {
        code: "L024",
        title: "there is not exactly one game",
        text: "Of the packs that are used together exactly one extends no other: the game \
               itself. All others are layered on it.",
    },
    CodeInfo {
        code: "L025",
        title: "advice for using two packs together",
        text: "One of the packs has something to say for the case that the other is used too. \
               Nothing is wrong.",
    },
    CodeInfo {
        code: "L026",
        title: "two packs have the same option",
        text: "Options of all packs are chosen side by side, so each id is there once. Rename \
               one.",
    },
    CodeInfo {
        code: "L030",
        title: "a file of a pack has no sections",
        text: "Each file of a pack is a mapping of sections, and each section holds entries. \
               File names mean nothing: `tiles.yaml` and `tiles/coast.yaml` both may have a \
               section `tiles`.",
    },
    CodeInfo {
        code: "L031",
        title: "an id is defined twice in a pack",
        text: "All files of a pack are put together, section by section, so an id can stand in \
               one place only.",
    },
    CodeInfo {
        code: "L032",
        title: "a section that is a list is defined twice",
        text: "Entries of a mapping can be collected from several files; the items of a list \
               cannot, since their order matters. Put the list into one file.",
    },
    CodeInfo {
        code: "L033",
        title: "an id is already defined by another pack",
        text: "To define is to add something new. To change what another pack defined, use \
               `patch`; then it is clear that it is meant, and others can see it. For something \
               else use another id.",
    },
    CodeInfo {
        code: "L034",
        title: "a section is already there, or of another kind",
        text: "A section that is a list is defined by one pack; others patch it with `append`, \
               `insert` or `replace`. And a section that is a mapping in one file is a mapping \
               in all.",
    },
    CodeInfo {
        code: "L035",
        title: "a pack patches, but extends nothing",
        text: "`patch` and `remove` change what other packs defined, so the pack has to say \
               which ones it builds on: add `extends` to its `pack.yaml`.",
    },
    CodeInfo {
        code: "L040",
        title: "a patch is not well formed",
        text: "An item of `patch` is a mapping with `at` and one operator. `at`, and each item \
               of `remove`, is a path: names joined by dots. On a list, a name is the `key` of \
               an item, a simple item itself, or the verb of a step: `repeat`, `pick(tile)`.",
    },
    CodeInfo {
        code: "L041",
        title: "a patch has no operator, or more than one",
        text: "Each patch does one thing: `set`, `replace`, `unset`, `add`, `scale`, `append`, \
               `insert` or `remove`. For two changes write two patches.",
    },
    CodeInfo {
        code: "L042",
        title: "a patch has an unknown key",
        text: "Besides `at` and `expect` a patch has one operator: `set`, `replace`, `unset`, \
               `add`, `scale`, `append`, `insert` or `remove`.",
    },
    CodeInfo {
        code: "L043",
        title: "an operator has a value it cannot use",
        text: "`add` takes a whole number, `unset` takes `true`, `scale` takes `{ by: 3, over: \
               2 }`, `insert` takes `{ before: key, items: [...] }` or the same with `after`, \
               `remove` takes the `key` of an item.",
    },
    CodeInfo {
        code: "L044",
        title: "an operator does not fit what it changes",
        text: "`add` and `scale` change whole numbers; `append`, `insert` and `remove` change \
               lists; `unset` takes a key away from a mapping.",
    },
    CodeInfo {
        code: "L045",
        title: "a path leads nowhere",
        text: "The path goes as far as the label says. Below that there is no such name. If the \
               pack you build on was changed, look what the thing is called now; if another \
               pack took it away, that is shown.",
    },
    CodeInfo {
        code: "L046",
        title: "a path counts the items of a list",
        text: "The third item of a list is another one as soon as somebody inserts something, \
               so items are named by their `key`, and steps also by their verb: `repeat`, \
               `pick(tile)`.",
    },
    CodeInfo {
        code: "L047",
        title: "a patch expects another value",
        text: "`expect` says what the patch was written against. The value is another one now, \
               so the patch may not do what was meant. Look at it again, then change or remove \
               `expect`. Changes by packs that the patching pack does not build on do not \
               count here: where the two cannot both stand, that is L049.",
    },
    CodeInfo {
        code: "L048",
        title: "a number becomes too big",
        text: "After `add` or `scale` the number would be beyond what a number can hold.",
    },
    CodeInfo {
        code: "L049",
        title: "two packs disagree",
        text: "Two packs change the same thing to different results, and neither extends the \
               other, so the order in which you named them would decide. Changes that go \
               together in any order are fine: `add` with `add`, `scale` with `scale`, `append` \
               with `append`, and the same value set twice. Use one of the packs, let one \
               extend the other, or write a pack that extends both and sets it.",
    },
    CodeInfo {
        code: "L050",
        title: "`like` names nothing",
        text: "`like` takes the id of another entry in the same section. `abstract: true` \
               entries count too.",
    },
    CodeInfo {
        code: "L051",
        title: "entries are like each other in a circle",
        text: "An entry takes over what another has, so it cannot be like itself, not even by \
               way of others.",
    },
    CodeInfo {
        code: "L052",
        title: "`abstract` is not yes or no",
        text: "An entry with `abstract: true` is there only for others to be `like` it, and is \
               no part of the game itself.",
    },
    CodeInfo {
        code: "L054",
        title: "a path means several items of a list",
        text: "A `key` names an item for patches, so it is there once in its list. Where several \
               steps have the same verb, say what the step binds or names: `pick(tile)`.",
    },
    CodeInfo {
        code: "L060",
        title: "a source has an unknown `conf`",
        text: "`conf` is one of `known` (read in the rules or on the piece), `secondary` (told \
               by others) and `reconstructed` (what is likely).",
    },
    CodeInfo {
        code: "L061",
        title: "a translation is for nothing",
        text: "The path does not lead to text, so the translation is never shown. Mostly the \
               text was renamed or removed in the pack.",
    },
    CodeInfo {
        code: "L062",
        title: "a translation is not well formed",
        text: "A file `text/<language>.yaml` maps paths to text, nested or dotted, each path \
               once.",
    },
    CodeInfo {
        code: "L063",
        title: "a part of a source is not there",
        text: "`parts` of a `source` marks keys of the same thing apart from the rest: `parts: \
               { cost: reconstructed }`. Each of them is a key that stands beside `source`, or a \
               path to what lies below one.",
    },
];

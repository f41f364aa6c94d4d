//! The other parts of a pack: its manifest, its patches, its scenarios.

use super::super::patches::OPERATORS;
use super::super::scenario::{
    BALANCE_EXAMPLE, BALANCE_KEYS, EXAMPLE, KEYS, LAW_KEYS, LAWS_EXAMPLE, POSITIONS_EXAMPLE,
    STEP_KEYS, ScenarioKey,
};
use super::{example, keys, table};
use boardwright_language::raw::scenario::FIGURES;
use boardwright_language::shape::{Shaped, definitions};
use boardwright_packs::manifest::ManifestShape;

pub(super) fn manifest() -> String {
    let mut out = String::from("Every pack has a file `pack.yaml`.\n\n");
    for def in definitions(&ManifestShape::shape()) {
        if def.name != "ManifestShape" {
            let under = match def.name {
                "PlayersShape" => "players",
                "OptionShape" => "options",
                _ => "notices",
            };
            out += &format!("Under `{under}`: {}\n\n", def.docs.text);
        }
        out += &keys(&def);
        out += &def.docs.examples.iter().map(|text| example(text)).collect::<String>();
    }
    out
}

pub(super) fn patches() -> String {
    let mut out = String::from(
        "`patch` is a list of changes to the packs this one builds on, in `pack.yaml` or in any \
         file with sections. Each change has a path `at`, exactly one operator, and optionally \
         `expect`: the current value, so that a change of the other pack is noticed. A part of a \
         path is a key of a mapping or, in a list, the `key` of an item. A step without a `key` is \
         found by its verb, `procedures.turn.do.repeat.up_to`. If the list has several steps with \
         that verb, it is found by its verb and what it binds or names, `...do.pick(tile).from`. \
         A path to a key under a verb need not name the verb again. `remove` is a list of paths to \
         remove.\n\n",
    );
    let rows: Vec<[String; 3]> = OPERATORS
        .iter()
        .map(|op| [format!("`{}`", op.name), op.about.to_owned(), format!("`{}`", op.example)])
        .collect();
    out += &table(["operator", "what it does", "example"], &rows);
    out += &example(
        "patch:\n  - { at: resources.wood.start, expect: 2, set: 3 }\n  - at: setup\n    append: \
         [{ shuffle: deck }]\nremove: [tiles.mill]",
    );
    out
}

pub(super) fn texts() -> String {
    let mut out = String::from(
        "The texts that people read are written in the language of the pack. A file \
         `text/<language>.yaml` translates them into another one: names and texts by their path, \
         nested or dotted; `phrases` by their wording, wherever a name, text, question, label or \
         note has exactly this wording; `pack` for the texts of the manifest. Gaps, `{me}`, stay \
         as they are. `validate --language fr` lists what is not translated, `play --language fr` \
         plays in that language. The engine's own words are available in `en`, `fr` and `de`.\n\n",
    );
    out += &example(
        "pack: { title: Le port }\ntiles:\n  mill: { name: Moulin, text: Gagnez 1 bois. }\n\
         resources.wood.name: Bois\nphrases:\n  which tile?: Quelle tuile ?\n  \
         \"{me} rests\": \"{me} se repose\"",
    );
    out += "Texts are checked against the rules, in every language: their numbers and names \
            should match what the rules do (`G030`, `G031`, `G032`). An entry without `text` is \
            described by its rules.\n\n";
    out
}

pub(super) fn scenarios() -> String {
    let mut out = String::from(
        "Files in `tests` hold one scenario each, or a list under `scenarios`. A scenario is \
         strict: it fails if a choice is not offered, or is made by the wrong seat.\n\n",
    );
    out += &scenario_keys(KEYS);
    out += "A step is a choice, or a check:\n\n";
    out += &scenario_keys(STEP_KEYS);
    out += "A choice, `p1: build`, is written as its canonical text or as the words that `play` \
            shows. Words that match several options fail; `Boat [boat #2]` distinguishes them. \
            `p1: any option` stands for each option: the steps after it are played once for every \
            option, and must hold each time.\n\n\
            Beside a choice, the name of a check says when it applies: `first_expect` before the \
            choice, `then_expect` after it, and so on for all checks.\n\n\
            A scenario that checks nothing is an error, and so is one that expects something no \
            table could have, or that a word without a meaning is not offered.\n\n";
    out += &example(EXAMPLE);
    out += "`positions` lists positions from which several scenarios start. Packs that build on \
            this one can use them, too.\n\n";
    out += &example(POSITIONS_EXAMPLE);
    out += "### Laws\n\n\
        A list under `laws`, in a file of `tests`, states what holds at every decision of every \
        game. `boardwright test` checks the laws while games are played at random, and reports a \
        broken law with its place, the seed, the decision and the values. A law replaces one of \
        the same name in a pack this one builds on.\n\n";
    out += &scenario_keys(LAW_KEYS);
    out + &example(LAWS_EXAMPLE)
}

pub(super) fn balance() -> String {
    let mut out = String::from(
        "A list under `balance` in a file of `tests` gives ranges in which figures over many games \
         must stay. `boardwright test --balance` plays the games and fails a block if the whole 95 \
         % interval of its figure lies outside the range.\n\n",
    );
    out += &scenario_keys(BALANCE_KEYS);
    out += "Figures that can be checked:\n\n";
    let rows: Vec<[String; 2]> = FIGURES
        .iter()
        .map(|(figure, about)| [format!("`{}`", figure.replace('`', "")), (*about).to_owned()])
        .collect();
    out += &table(["figure", "what it is"], &rows);
    out + &example(BALANCE_EXAMPLE)
}

fn scenario_keys(keys: &[ScenarioKey]) -> String {
    let rows: Vec<[String; 3]> = keys
        .iter()
        .map(|key| [format!("`{}`", key.key), key.takes.to_owned(), key.about.to_owned()])
        .collect();
    table(["key", "takes", "what it is for"], &rows)
}

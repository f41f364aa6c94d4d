//! Translations.

use super::super::coverage;
use super::super::testing::report;
use super::on_base;

#[test]
fn translations_are_nested_or_dotted_and_later_packs_win() {
    let loaded = on_base(
        "== coast/text/de.yaml\ntiles.mill.name: Werk\ntiles: { hut: { name: Kate } }\n\
         == cheap/text/de.yaml\ntiles: { mill.name: Klapper }\n\
         == cheap/text/pt-br.yaml\ntiles.hut.name: Cabana\n",
    );
    assert_eq!(report(&loaded), "");
    let mut all = String::new();
    for (language, texts) in &loaded.texts {
        for (path, said) in &texts.paths {
            all += &format!("{language} {path}: {}\n", said.text);
        }
    }
    insta::assert_snapshot!(all, @r"
    de tiles.hut.name: Kate
    de tiles.mill.name: Klapper
    pt-br tiles.hut.name: Cabana
    ");
}

#[test]
fn translations_of_nothing_are_told() {
    let loaded = on_base(
        "== coast/text/de.yaml\ntiles.mil.name: x\ntiles.mill.cost: x\ntiles.hut.name: a\n\
         tiles: { hut: { name: b, text: 3 } }\n",
    );
    insta::assert_snapshot!(report(&loaded), @r"
    error[L062]: `tiles.hut.name` is translated twice
      coast/text/de.yaml:4:17: again here
      coast/text/de.yaml:3:1: first here
      help: remove one of them
    error[L062]: a translation is a whole number
      coast/text/de.yaml:4:32: expected text
      help: write `tiles.mill.name: ...`, or nest the names
    warning[L061]: unknown path `tiles.mil.name` is translated
      coast/text/de.yaml:1:7: `tiles` exists, but has no `mil`
      help: a similar name exists: `mill`
    warning[L061]: `tiles.mill.cost` is not text, so it cannot be translated
      coast/text/de.yaml:2:1: is a mapping
      coast/tiles.yaml:4:11: set here
    ");
}

#[test]
fn what_is_not_translated_is_listed() {
    let loaded = on_base(
        "== coast/text/de.yaml\npack.title: Küste\nphrases: { Mill: Mühle, which tile?: Welches Plättchen? }\n\
         == coast/ask.yaml\nprocedures:\n  trade:\n    note: for authors\n    do:\n\
         \x20     - pick: { from: tiles, ask: which tile? }\n\
         \x20     - note: \"{me} trades\"\n\
         \x20     - choose: { options: { fish: [], wood: { label: some wood, do: [] } } }\n",
    );
    assert_eq!(report(&loaded), "");
    let coverage = coverage(&loaded, "de");
    let lacking = coverage.lacking.iter().map(|it| format!("{}: {}", it.path, it.text));
    insta::assert_snapshot!(lacking.collect::<Vec<_>>().join("\n"), @"
    procedures.trade.do.note: {me} trades
    procedures.trade.do.choose.options.wood.label: some wood
    procedures.trade.do.choose.options.fish.label: fish
    tiles.hut.name: Hut
    ");
}

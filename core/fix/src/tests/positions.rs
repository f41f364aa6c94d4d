//! Steps are found in every position, and nothing else is mistaken for one.

use super::{known, rules, run};
use crate::{PackDeclarations, Sort};

#[test]
fn names_that_are_verbs_stay() {
    let old = "\
resources:
  own: { start: 1 }
  when: { start: 1 }
kinds:
  tile: { attributes: { use: number, give: cost, on: flag } }
events:
  give: { use: number }
values:
  own: { base: 1 }
procedures:
  own:
    do:
      - gain: { own: 1, use: 2, when: 3 }
      - let: { give: 1, on: 2 }
      - emit: { give: { use: 1 } }
      - call: { use: { give: 1, control: 2 } }
      - choose: { options: { when: [{ end: game }], on: { label: x, do: [] }, use: } }
tiles:
  mill: { use: 3, give: { wood: 1 }, on: true, per: 2 }
  use: { use: 1 }
";
    assert_eq!(rules(old), old);
}

#[test]
fn steps_stand_in_all_these_places() {
    let old = "\
kinds:
  tile: { attributes: { reward: steps } }
  card: { section: deck, attributes: { effect: steps } }
setup: [{ own: it }]
play: { own: it }
scoring:
  2: [{ own: it }]
  _: { own: it }
tracks:
  skill: { bonuses: { 2: [{ own: it }], 3: { own: it } } }
spaces:
  port:
    attributes: { bonus: steps }
    list: { north: { bonus: { own: it } }, south: { bonus: { 2: [{ own: it }], _: [] } } }
  cell: { at: { a1: { gift: [{ own: it }, { gain: { wood: 1 }, if: a }] } } }
  row: { list: [{ id: one, gift: [{ own: it }] }] }
procedures:
  short: [{ own: it }]
  long: { do: [{ own: it }] }
tiles:
  mill: { reward: { own: it }, ability: { offer: main, do: { own: it } } }
deck:
  one: { effect: [{ own: it }], abilities: [{ on: x, do: [{ own: it }] }], faces: { b: { effect: [{ own: it }] } } }
";
    let new = old.replace("own:", "set_owner:").replace("on: x", "when: x");
    assert_eq!(rules(old), new);
}

#[test]
fn steps_stand_inside_all_these_steps() {
    let old = "\
procedures:
  all:
    - try: [{ own: it }]
      else: { own: it }
    - try: { own: it }
    - may: [{ own: it }]
    - may: { own: it }
    - may: { ask: x, do: [{ own: it }] }
    - secretly: { pick: { from: a }, do: [{ own: it }] }
    - travel: { from: a, do: [{ own: it }] }
    - repeat: { times: 2, do: { own: it } }
    - each: { of: a, do: [{ own: it }] }
    - turns: { do: [{ own: it }] }
    - choose: { options: { a: [{ own: it }], b: { own: it }, c: { do: { own: it } } } }
    - if: a
      do: [{ own: it }]
      else: [{ own: it }]
";
    assert_eq!(rules(old), old.replace("own:", "set_owner:"));
}

#[test]
fn attributes_are_steps_if_they_are_declared_so_or_can_be_nothing_else() {
    let declared =
        known(&["kinds: { tile: { attributes: { reward: steps, listed: numbers } } }\n"]);
    let old = "\
tiles:
  mill:
    reward: { own: it }
    listed: [{ own: it }]
    unknown: [{ own: it }, commit]
    other: [{ own: it, colour: red }]
    single: { own: it }
";
    let new = "\
tiles:
  mill:
    reward: { set_owner: it }
    listed: [{ own: it }]
    unknown: [{ set_owner: it }, commit]
    other: [{ own: it, colour: red }]
    single: { own: it }
";
    assert_eq!(run(old, Sort::Rules, &declared).text, new);
}

#[test]
fn scenarios_have_steps_only_under_do() {
    let old = "\
scenarios:
  - scenario: own is set
    given: { p1: { own: 1 } }
    do: { seat: p1, steps: [{ each: { seat: all, do: [{ own: it }] } }] }
    steps:
      - p1: own
        expect: { p1.own: 1 }
laws:
  - law: own
    each: seat
    always: a
";
    let new = "\
scenarios:
  - scenario: own is set
    given: { p1: { own: 1 } }
    do: { seat: p1, steps: [{ each: { as_seat: all, do: [{ set_owner: it }] } }] }
    steps:
      - p1: own
        then_expect: { p1.own: 1 }
laws:
  - law: own
    each: seat
    always: a
";
    assert_eq!(run(old, Sort::Tests, &PackDeclarations::default()).text, new);
    let single = "scenario: x\ndo:\n  seat: p1\n  steps:\n    - give: 1\n";
    let fixed = run(single, Sort::Tests, &PackDeclarations::default());
    assert_eq!(fixed.text, single.replace("give", "return"));
}

#[test]
fn a_manifest_has_options_and_a_game_may_have_a_section_of_that_name() {
    let old = "options:\n  size: { per: 1, reward: [{ own: it }] }\n";
    assert_eq!(run(old, Sort::Manifest, &PackDeclarations::default()).text, old);
    let new = old.replace("own", "set_owner");
    assert_eq!(run(old, Sort::Rules, &PackDeclarations::default()).text, new);
}

#[test]
fn files_are_told_by_their_path() {
    assert_eq!(Sort::of("pack.yaml"), Some(Sort::Manifest));
    assert_eq!(Sort::of("more/pack.yaml"), Some(Sort::Rules));
    assert_eq!(Sort::of("tests/a/b.yaml"), Some(Sort::Tests));
    assert_eq!(Sort::of("text/fr.yaml"), Some(Sort::Texts));
    assert_eq!(Sort::of("tests.yaml"), Some(Sort::Rules));
    assert_eq!(Sort::of("scripts/mill.luau"), Some(Sort::Script));
    assert_eq!(Sort::of("README.md"), None);
}

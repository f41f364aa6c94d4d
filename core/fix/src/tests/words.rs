//! Rules that rename keys.

use super::{known, rules, run, steps};
use crate::Sort;

#[test]
fn give_gives_and_needs() {
    let old = "\
procedures:
  half:
    needs: { n: number } # how many
    gives: number
    do:
      - give: n // 2
  rest:
    - give: 0
  price:
    do:
      - script: market.price
        gives: number
        as: price
";
    let new = "\
procedures:
  half:
    params: { n: number } # how many
    returns: number
    do:
      - return: n // 2
  rest:
    - return: 0
  price:
    do:
      - script: market.price
        returns: number
        as: price
";
    assert_eq!(rules(old), new);
}

#[test]
fn reasons_of_options_and_requirements() {
    let old = "\
- require: me.wood > 1
  label: \"not enough: wood\"
- choose:
    options:
      build: { if: me.wood > 0, unless: no wood, label: build it, do: [{ require: a, label: b }] }
      rest: [{ gain: { fish: 1 }, label: rest }]
  label: what now?
";
    let new = "\
- require: me.wood > 1
  reason: \"not enough: wood\"
- choose:
    options:
      build: { if: me.wood > 0, reason: no wood, label: build it, do: [{ require: a, reason: b }] }
      rest: [{ gain: { fish: 1 }, label: rest }]
  label: what now?
";
    assert_eq!(steps(old), new);
}

#[test]
fn owners_controllers_and_events_for_one_piece() {
    let old = "\
- own: it
- control: first(me.yard)
- { use: { what: it, event: harvest, with: {} } }
";
    let new = "\
- set_owner: it
- set_controller: first(me.yard)
- { trigger: { what: it, event: harvest, with: {} } }
";
    assert_eq!(steps(old), new);
}

#[test]
fn printed_steps_are_performed() {
    let old = "\
- call: build
- call: build-more
- call: tile.reward
- call: \"first(dock).landing\"
- call: { build: { what: it.best } }
- { call: it.reward, if: a }
- call: { 2: it.reward, _: it.bonus }
";
    let new = "\
- call: build
- call: build-more
- perform: tile.reward
- perform: \"first(dock).landing\"
- call: { build: { what: it.best } }
- { perform: it.reward, if: a }
- perform: { 2: it.reward, _: it.bonus }
";
    assert_eq!(steps(old), new);
}

#[test]
fn events_of_abilities() {
    let old = "\
tiles:
  mill:
    ability: { on: built, do: [{ when: a, do: [{ gain: { wood: 1 } }] }] }
    faces:
      back:
        abilities:
          - 'on': gained wood
            limit: { times: 1, per: turn }
          - modify: { on: \"+1\" }
";
    let new = "\
tiles:
  mill:
    ability: { when: built, do: [{ if: a, do: [{ gain: { wood: 1 } }] }] }
    faces:
      back:
        abilities:
          - when: gained wood
            limit: { times: 1, per: turn }
          - modify: { on: \"+1\" }
";
    assert_eq!(rules(old), new);
}

#[test]
fn seats_that_become_me() {
    let old = "- each: { seat: all, from: p1, do: [{ each: { of: seat, do: [] } }] }\n";
    let new = "- each: { as_seat: all, from: p1, do: [{ each: { of: seat, do: [] } }] }\n";
    assert_eq!(steps(old), new);
}

#[test]
fn per_is_only_a_period() {
    let old = "\
resources:
  flood: { per: coast, pays_as: { wood: { per: 2, when: short }, fish: 1 } }
  per: { name: Perch, pays_as: { long=yes: { per: { per: 2 } }, _: {} } }
zones:
  hand: { per: seat, visible: owner }
hints:
  wood: { worth: me.wood, per: { 2: 3, _: 4 } }
tiles:
  mill: { ability: { offer: main, limit: { times: 1, per: round } }, per: 3 }
";
    let new = "\
resources:
  flood: { held_by: coast, pays_as: { wood: { rate: 2, when: short }, fish: 1 } }
  per: { name: Perch, pays_as: { long=yes: { per: { rate: 2 } }, _: {} } }
zones:
  hand: { held_by: seat, visible: owner }
hints:
  wood: { worth: me.wood, for_one_point: { 2: 3, _: 4 } }
tiles:
  mill: { ability: { offer: main, limit: { times: 1, per: round } }, per: 3 }
";
    assert_eq!(rules(old), new);
}

#[test]
fn every_rule_has_a_name_of_its_own_and_a_sentence() {
    let names: std::collections::BTreeSet<&str> =
        crate::RULES.iter().map(|rule| rule.name).collect();
    assert_eq!(names.len(), crate::RULES.len());
    for rule in crate::RULES {
        assert!(rule.about.ends_with('.') && rule.about.len() < 100, "{}", rule.about);
    }
}

#[test]
fn checks_beside_a_choice_look_after_it() {
    let old = "\
scenario: the mill grinds
steps:
  - { p1: build, offered: [mill, inn] } # two
  - p1: mill
    expect:
      p1.wood: 1
    asks: p2
  - { asks: p2, p2: build, refused: needs 2 wood }
  - expect: { p1.wood: 1 }
";
    let new = "\
scenario: the mill grinds
steps:
  - { p1: build, then_offered: [mill, inn] } # two
  - p1: mill
    then_expect:
      p1.wood: 1
    then_asks: p2
  - { asks: p2, p2: build, refused: needs 2 wood }
  - expect: { p1.wood: 1 }
";
    assert_eq!(run(old, Sort::Tests, &known(&[])).text, new);
    let listed = |text: &str| {
        let (name, steps) = text.split_once("steps:").expect("steps");
        let steps = steps.replace('\n', "\n    ");
        format!("scenarios:\n  - {name}    steps:{}", steps.trim_end_matches(' '))
    };
    assert_eq!(run(&listed(old), Sort::Tests, &known(&[])).text, listed(new));
}

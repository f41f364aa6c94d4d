//! Differences of rules, as people read them.

use insta::assert_snapshot;

use crate::Exit;
use crate::testing::{Place, told};

/// A variant that does a bit of everything.
const WINTER: &str = r#"
id: winter
title: A long winter
version: 1.0.0
extends: hello
text: Fish is rare.
options:
  snow: { title: Snow, default: true, text: Gathering is slow. }
patch:
  - { at: resources.fish.start, expect: 1, set: 0 }
  - { at: tiles.boat.count, add: 1 }
  - { at: tiles.inn.name, set: Tavern }
  - { at: procedures.turn.main.choose.ask, set: "{me}, your turn" }
  - { at: procedures.turn.main.choose.options.feast.do, append: [{ gain: { wood: 1 } }] }
  - at: procedures.turn.main.choose.options.gather.do
    set:
      - if: option.snow
        do: [{ gain: { wood: 1 } }]
        else: [{ gain: { wood: 2 } }]
      - emit: gathered
  - { at: values.feast_points.base, set: "2 + count(me.village) // 2" }
remove: [tiles.chapel]
"#;

fn place() -> Place {
    let place = Place::new();
    place.write("winter/pack.yaml", WINTER);
    place
}

#[test]
fn a_variant_is_told_in_words() {
    assert_snapshot!("market_day", told("diff hello --with hello-market-day"));
}

#[test]
fn a_changed_step_shows_the_sentence_before_and_after() {
    assert_snapshot!("human", place().run("diff hello --with winter").out);
}

#[test]
fn a_page_can_be_kept_beside_the_rules() {
    assert_snapshot!("markdown", place().run("diff winter --format markdown").out);
}

#[test]
fn programs_read_it_too() {
    let ran = place().run("diff hello --with winter --format json");
    let read: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
    let fish = &read["groups"].as_array().expect("groups")[3]["items"][0];
    assert_snapshot!("json", format!("{fish:#}"));
}

#[test]
fn what_cannot_be_compared_is_told() {
    assert_snapshot!("alone", told("diff hello"));
    let place = place();
    place.write("winter/pack.yaml", &WINTER.replace("expect: 1", "expect: 2"));
    let ran = place.run("diff hello --with winter");
    assert_eq!(ran.exit, Exit::Problems);
    assert!(ran.err.contains("error[L047]"), "{}", ran.err);
}

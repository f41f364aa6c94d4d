//! Entries that are like others.

use super::super::testing::{layered, report, value};

const BASE: &str = "
== coast/tiles.yaml
tiles:
  plain: { abstract: true, cost: { wood: 1, coin: 1 }, tags: [a], name: Plain }
  mill: { like: plain, name: Mill, cost: { wood: 6 }, tags: [b] }
  big_mill: { like: mill, name: Big mill }
";

#[test]
fn own_keys_win_and_mappings_merge() {
    let loaded = layered(BASE);
    assert_eq!(report(&loaded), "");
    insta::assert_snapshot!(value(&loaded, "tiles.mill"),
        @r#"{ cost: { wood: 6, coin: 1 }, tags: ["b"], name: "Mill" }"#);
    assert_eq!(value(&loaded, "tiles.big_mill.cost.wood"), "6");
    assert_eq!(value(&loaded, "tiles.plain"), "-");
}

#[test]
fn patches_come_first() {
    let loaded = layered(&format!(
        "{BASE}== cheap/a.yaml\n\
         patch:\n- {{ at: tiles.plain.cost.coin, add: 4 }}\n\
         - {{ at: tiles.big_mill.cost, set: {{ wood: 9 }} }}\n"
    ));
    assert_eq!(report(&loaded), "");
    assert_eq!(value(&loaded, "tiles.mill.cost.coin"), "5");
    assert_eq!(value(&loaded, "tiles.big_mill.cost"), "{ wood: 9, coin: 5 }");
}

#[test]
fn what_is_taken_over_cannot_be_patched_in_place() {
    let loaded = layered(&format!(
        "{BASE}== cheap/a.yaml\npatch: [{{ at: tiles.big_mill.cost.wood, add: 4 }}]\n"
    ));
    insta::assert_snapshot!(report(&loaded), @r#"
    error[L045]: unknown path `tiles.big_mill.cost.wood`
      cheap/a.yaml:1:30: `tiles.big_mill` exists, but has no `cost`
      note: `tiles.big_mill` is like "mill" and inherits the rest after all patches; `set` can be used at `tiles.big_mill.cost`
      help: there are `like`, `name`
    "#);
}

#[test]
fn provenance_follows_likeness() {
    let loaded = layered(&format!(
        "{BASE}== cheap/a.yaml\npatch: [{{ at: tiles.plain.cost.coin, add: 4 }}]\n"
    ));
    insta::assert_snapshot!(
        loaded.provenance.describe("tiles.big_mill.cost.coin", &loaded.sources).unwrap(), @r"
    set to 1 in coast/tiles.yaml:2:51
    then `tiles.plain.cost.coin` add 4 by `cheap` at cheap/a.yaml:1:43 -> 5
    then inherited from `tiles.plain` by `coast` at coast/tiles.yaml:3:17 -> 5
    then inherited from `tiles.mill` by `coast` at coast/tiles.yaml:4:21 -> 5
    ");
}

#[test]
fn unknown_and_circular_likeness_is_told() {
    let loaded = layered(
        "== coast/a.yaml
tiles:
  a: { like: b }
  b: { like: c }
  c: { like: a }
  mill: {}
  d: { like: mil }
  e: { like: [] }
  f: { like: f }
  g: { abstract: 3 }
",
    );
    insta::assert_snapshot!(report(&loaded), @r"
    error[L051]: entries are like each other: `a` -> `b` -> `c` -> `a`
      coast/a.yaml:4:14: closes the circle
      help: remove one `like`
    error[L050]: `like` names `mil`, and `tiles` has no such entry
      coast/a.yaml:6:14: expected the id of another entry in `tiles`
      help: a similar name exists: `mill`
    error[L050]: `like` is a list
      coast/a.yaml:7:14: expected the id of another entry in `tiles`
    error[L051]: entries are like each other: `f` -> `f`
      coast/a.yaml:8:14: closes the circle
      help: remove one `like`
    error[L052]: `abstract` of `tiles.g` is 3
      coast/a.yaml:9:18: expected `true` or `false`
      help: write `abstract: true`, or leave it out
    ");
}

#[test]
fn likeness_in_a_row_has_an_end() {
    let mut text = String::from("== coast/a.yaml\ntiles:\n  t0: { x: 1 }\n");
    for n in 1..60 {
        text += &format!("  t{n}: {{ like: t{} }}\n", n - 1);
    }
    // In this order, each is filled in before it is needed.
    assert_eq!(report(&layered(&text)), "");
    let mut text = String::from("== coast/a.yaml\ntiles:\n");
    for n in 0..60 {
        text += &format!("  t{n}: {{ like: t{} }}\n", n + 1);
    }
    text += "  t60: { x: 1 }\n";
    let told = report(&layered(&text));
    assert!(told.starts_with("error[L051]: more than 32 entries"), "{told}");
}

//! Who changed what, and how certain it is.

use super::super::testing::{layered, report};
use super::super::{Confidence, Operator};
use super::on_base;

fn described(text: &str, path: &str) -> String {
    let loaded = on_base(text);
    assert_eq!(report(&loaded), "");
    loaded.provenance.describe(path, &loaded.sources).unwrap_or_else(|| "-".into())
}

const CHEAP: &str = "== cheap/rules.yaml
patch:
  - { at: tiles.mill.cost.wood, add: 2 }
  - { at: tiles.mill.cost.wood, scale: { by: 1, over: 3 } }
  - { at: tiles.mill.text, set: Grinds }
  - { at: tiles.mill.do, insert: { after: pay, items: { key: grind } } }
  - { at: tiles.mill.tags, remove: wind }
";

#[test]
fn a_value_that_nobody_patched_has_its_definition() {
    insta::assert_snapshot!(described("", "tiles.mill.cost"),
        @"set to { wood: 6, coin: 2 } in coast/tiles.yaml:4:11");
    assert_eq!(described("", "tiles.mill.price"), "-");
    assert_eq!(described("", "..."), "-");
}

#[test]
fn each_change_is_a_line() {
    insta::assert_snapshot!(described(CHEAP, "tiles.mill.cost.wood"), @r"
    set to 6 in coast/tiles.yaml:4:19
    then add 2 by `cheap` at cheap/rules.yaml:2:38 -> 8
    then scale by 1 over 3 by `cheap` at cheap/rules.yaml:3:40 -> 2
    ");
    insta::assert_snapshot!(described(CHEAP, "tiles.mill.text"),
        @r#"set to "Grinds" by `cheap` at cheap/rules.yaml:4:33"#);
}

#[test]
fn changes_inside_are_told_too() {
    insta::assert_snapshot!(described(CHEAP, "tiles.mill"), @r#"
    set to { name: "Mill", cost: { wood: 6, coin: 2 }, tags: ["river", ... in coast/tiles.yaml:3:5
    then `cost.wood` add 2 by `cheap` at cheap/rules.yaml:2:38 -> 8
    then `cost.wood` scale by 1 over 3 by `cheap` at cheap/rules.yaml:3:40 -> 2
    then `text` set to "Grinds" by `cheap` at cheap/rules.yaml:4:33 -> "Grinds"
    then `do` insert { key: "grind" } after `pay` by `cheap` at cheap/rules.yaml:5:34 -> [{ key: "pay", pay: { coin: 1 } }, { key: "grind" }, { key: ...
    then `tags.wind` removed by `cheap` at cheap/rules.yaml:6:36 -> gone
    "#);
}

#[test]
fn changes_above_are_told_too() {
    let text = "== a/a.yaml\npatch: [{ at: tiles.mill.cost, replace: { wood: 1 } }]\n\
     remove: [tiles.mill]\n";
    insta::assert_snapshot!(described(text, "tiles.mill.cost.wood"), @r"
    set to 6 in coast/tiles.yaml:4:19
    then `tiles.mill.cost` replaced by { wood: 1 } by `a` at a/a.yaml:1:41 -> 1
    then `tiles.mill` removed by `a` at a/a.yaml:2:10 -> gone
    ");
}

#[test]
fn a_chain_has_values_before_and_after() {
    let loaded = on_base(CHEAP);
    let chain = loaded.provenance.chain("tiles.mill.cost.wood");
    let told: Vec<_> = chain
        .iter()
        .map(|c| (c.pack.as_str(), c.operator, c.before.as_deref(), c.after.as_deref()))
        .collect();
    assert_eq!(
        told,
        [
            ("coast", Operator::Define, None, Some("6")),
            ("cheap", Operator::Add, Some("6"), Some("8")),
            ("cheap", Operator::Scale, Some("8"), Some("2")),
        ]
    );
}

#[test]
fn marks_are_listed() {
    let loaded = layered(
        "== coast/a.yaml
tiles:
  mill: { source: { conf: known, ref: p. 3 } }
  hut: { do: [{ key: x, source: { conf: reconstructed } }] }
  quay: { source: { conf: nown } }
  bay: { source: river }
",
    );
    let told: Vec<_> =
        loaded.marks.iter().map(|m| (m.path.as_str(), m.conf, m.reference.as_deref())).collect();
    assert_eq!(
        told,
        [
            ("tiles.mill", Confidence::Known, Some("p. 3")),
            ("tiles.hut.do.x", Confidence::Reconstructed, None)
        ]
    );
    insta::assert_snapshot!(report(&loaded), @r#"
    error[L060]: `conf` of `tiles.quay` is "nown"
      coast/a.yaml:4:27: expected one of `known`, `secondary`, `reconstructed`
      help: a similar name exists: `known`
    "#);
}

#[test]
fn parts_are_marked_apart() {
    let loaded = layered(
        "== coast/a.yaml
tiles:
  mill:
    source:
      conf: known
      ref: p. 3
      parts: { cost: known, rent: reconstructed, gives.2: { conf: secondary, ref: app } }
    cost: 3
    rent: 1
    gives: { 2: wood }
== cheap/pack.yaml
id: cheap
title: Cheap
extends: coast
patch:
  - { at: tiles.mill.cost, unset: true }
",
    );
    // A patch may remove marked values. The pack that marked them made no mistake, and no mark is
    // needed any more.
    assert_eq!(report(&loaded), "");
    let told: Vec<_> =
        loaded.marks.iter().map(|m| (m.path.as_str(), m.conf, m.reference.as_deref())).collect();
    assert_eq!(
        told,
        [
            ("tiles.mill", Confidence::Known, Some("p. 3")),
            ("tiles.mill.rent", Confidence::Reconstructed, None),
            ("tiles.mill.gives.2", Confidence::Secondary, Some("app")),
        ]
    );
}

#[test]
fn parts_must_be_there() {
    let loaded = layered(
        "== coast/a.yaml
tiles:
  mill: { cost: 3, source: { conf: known, parts: { cots: known, cost: sure } } }
  hut: { cost: 3, source: { conf: known, parts: cost } }
",
    );
    insta::assert_snapshot!(report(&loaded), @r#"
    error[L063]: the source of `tiles.mill` is about a part `cots` that is not there
      coast/a.yaml:2:52: no such key beside `source`
      help: a similar name exists: `cost`
    error[L060]: `conf` of `tiles.mill.cost` is "sure"
      coast/a.yaml:2:71: expected one of `known`, `secondary`, `reconstructed`
      help: write `conf: reconstructed` for what is guessed
    error[L063]: `parts` of the source of `tiles.hut` is "cost"
      coast/a.yaml:3:49: expected a mapping
      help: write `parts: { points: reconstructed }`
    "#);
}

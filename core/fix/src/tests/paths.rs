//! Patches, translations and sources that name keys by their paths.

use super::{known, run};
use crate::Sort;

const GAME: &str = "\
procedures:
  turn:
    - key: build
      when: a
      do:
        - { key: fee, require: me.wood > 0, label: no wood }
        - { key: gift, gain: { wood: 1, to: p2 } }
        - { key: land, call: it.landing }
        - { key: go, call: rest }
    - key: main
      choose: { options: { pass: { unless: no, do: [] } } }
  rest:
    do: { give: 1, key: x }
";

fn patches(text: &str) -> (String, Vec<String>) {
    let fixed = run(text, Sort::Manifest, &known(&[GAME]));
    let left = fixed.left.iter().map(|it| format!("{}: {}", it.after.0, it.message));
    (fixed.text, left.collect())
}

#[test]
fn paths_of_patches() {
    let old = "\
patch:
  - { at: procedures.turn.do.build.when, set: b }
  - { at: procedures.turn.do.build.do.fee.label, set: no } # why
  - { at: \"procedures.turn.do.build.do.gift.gain.to\", set: [me, it] }
  - { at: procedures.turn.do.build.do.gift.label, set: a gift }
  - { at: procedures.turn.do.build.do.land.call, set: it.bonus }
  - { at: procedures.turn.do.build.do.go.call, set: other }
  - { at: procedures.turn.do.main.choose.options.pass.unless, unset: true }
  - { at: procedures.rest.gives, set: number }
  - { at: procedures.rest.do.give, set: 2 }
  - { at: resources.wood.per, replace: table }
  - { at: resources.wood.pays_as.fish.per, add: 1 }
  - { at: zones.hand.per, set: table }
  - { at: hints.wood.per, add: 1 }
  - { at: tiles.mill.ability.on, set: built }
  - { at: tiles.mill.ability.limit.per, set: round }
  - { at: procedures.a.do.x.pay.cost.wood, add: 1 }
  - { at: procedures.a.do.x.gain.amounts.wood, add: 1 }
  - { at: procedures.a.do.x.own.by, set: me }
  - { at: procedures.a.do.x.each.seat, set: all }
  - { at: procedures.a.do.x.each.do.y.use.what, set: it }
remove: [procedures.half.needs, tiles.per, procedures.a.do.when]
";
    let new = "\
patch:
  - { at: procedures.turn.do.build.if, set: b }
  - { at: procedures.turn.do.build.do.fee.reason, set: no } # why
  - { at: \"procedures.turn.do.build.do.gift.who\", set: [me, it] }
  - { at: procedures.turn.do.build.do.gift.label, set: a gift }
  - { at: procedures.turn.do.build.do.land.perform, set: it.bonus }
  - { at: procedures.turn.do.build.do.go.call, set: other }
  - { at: procedures.turn.do.main.choose.options.pass.reason, unset: true }
  - { at: procedures.rest.returns, set: number }
  - { at: procedures.rest.do.return, set: 2 }
  - { at: resources.wood.held_by, replace: table }
  - { at: resources.wood.pays_as.fish.rate, add: 1 }
  - { at: zones.hand.held_by, set: table }
  - { at: hints.wood.for_one_point, add: 1 }
  - { at: tiles.mill.ability.when, set: built }
  - { at: tiles.mill.ability.limit.per, set: round }
  - { at: procedures.a.do.x.pay.wood, add: 1 }
  - { at: procedures.a.do.x.gain.wood, add: 1 }
  - { at: procedures.a.do.x.who, set: me }
  - { at: procedures.a.do.x.each.as_seat, set: all }
  - { at: procedures.a.do.x.each.do.y.trigger.what, set: it }
remove: [procedures.half.params, tiles.per, procedures.a.do.when]
";
    assert_eq!(patches(old), (new.to_owned(), vec![]));
}

#[test]
fn steps_in_patches() {
    let old = "\
patch:
  - { at: setup, append: { own: it } }
  - at: procedures.turn.do
    insert:
      before: main
      items: [{ key: a, gain: { wood: 1, to: p2 } }]
  - { at: procedures.turn.do.build.do, set: [{ begin: turn }] }
  - { at: procedures.turn.do.main.choose.options.rest, set: { unless: no, do: [{ give: 1 }] } }
  - { at: procedures.turn.do.main, replace: { when: a, do: [] }, expect: { own: it } }
  - { at: tiles.mill, set: { ability: { on: built } } }
  - { at: tiles.mill.abilities, append: [{ on: built }] }
  - { at: resources, set: { wood: { per: table } } }
";
    let new = "\
patch:
  - { at: setup, append: { set_owner: it } }
  - at: procedures.turn.do
    insert:
      before: main
      items: [{ key: a, gain: { wood: 1 }, who: p2 }]
  - { at: procedures.turn.do.build.do, set: [{ begin: turn }, commit] }
  - { at: procedures.turn.do.main.choose.options.rest, set: { reason: no, do: [{ return: 1 }] } }
  - { at: procedures.turn.do.main, replace: { if: a, do: [] }, expect: { set_owner: it } }
  - { at: tiles.mill, set: { ability: { when: built } } }
  - { at: tiles.mill.abilities, append: [{ when: built }] }
  - { at: resources, set: { wood: { held_by: table } } }
";
    assert_eq!(patches(old), (new.to_owned(), vec![]));
}

#[test]
fn patches_that_mean_something_else_now() {
    let old = "\
patch:
  - { at: procedures.turn.do.build.if, set: c }
  - { at: procedures.turn.do.build.do.land.call, set: rest }
  - { at: procedures.a.do.x.call, set: it.reward }
  - { at: procedures.a.do.x.gain, set: { wood: 1, to: p2 } }
  - { at: procedures.a.do.x.pay, set: { cost: it.cost } }
";
    let (new, left) = patches(old);
    assert_eq!(new, old.replace("land.call", "land.perform"));
    let expected = [
        "2: this patch adds a condition to a step that has one as `when`",
        "3: this patch puts a procedure in the place of printed steps, or the other way round",
        "4: this patch puts printed steps under `call`",
        "5: this patch says under `gain` whose it is",
        "6: `pay` has no `cost` any more",
    ];
    assert_eq!(left, expected);
}

#[test]
fn translations_nested_and_dotted() {
    let old = "\
# French
phrases: { per: par, unless: sauf }
pack: { title: unless }
procedures:
  turn:
    do:
      main:
        choose.options: { pass: { unless: non, label: passer } }
      build: { do: { fee: { label: pas de bois } } }
procedures.turn.do.main.choose.options.pass.unless: non # twice
tiles.per.name: Perche
";
    let new = "\
# French
phrases: { per: par, unless: sauf }
pack: { title: unless }
procedures:
  turn:
    do:
      main:
        choose.options: { pass: { reason: non, label: passer } }
      build: { do: { fee: { reason: pas de bois } } }
procedures.turn.do.main.choose.options.pass.reason: non # twice
tiles.per.name: Perche
";
    assert_eq!(run(old, Sort::Texts, &known(&[GAME])).text, new);
}

#[test]
fn parts_of_sources() {
    let old = "\
resources:
  wood: { per: table, source: { conf: known, parts: { per: secondary, name: known } } }
procedures:
  turn:
    source: { parts: { gives: { conf: known, ref: per }, do: known } }
    do: []
tiles:
  mill: { source: { conf: known, parts: { ability.on: known, per: known } } }
";
    let new = "\
resources:
  wood: { held_by: table, source: { conf: known, parts: { held_by: secondary, name: known } } }
procedures:
  turn:
    source: { parts: { returns: { conf: known, ref: per }, do: known } }
    do: []
tiles:
  mill: { source: { conf: known, parts: { ability.when: known, per: known } } }
";
    assert_eq!(run(old, Sort::Rules, &known(&[])).text, new);
}

//! Abilities: listeners, modifiers, offers, limits.

use boardwright_rules::def::Def;

use super::{def, lines, wrong_in};

/// A game with one kind of tiles, and these entries.
fn with(tiles: &str) -> String {
    format!(
        "
resources: {{ wood: {{}} }}
values: {{ limit: 3, toll: {{ about: piece/tile, base: 1 }} }}
events: {{ built: {{ what: piece/tile }} }}
kinds: {{ tile: {{ zone: box }} }}
zones: {{ box: {{ active: true, holds: [tile] }} }}
tiles:
{tiles}"
    )
}

fn abilities(def: &Def) -> String {
    lines(&def.abilities, |ability| {
        let entry = ability.entry.map_or("rule", |entry| &def.entries[entry.index()].named.id);
        let locals = ability.steps.map(|steps| def.procs[steps.index()].locals);
        let cause = &def.causes[ability.cause as usize];
        format!(
            "{entry}: \"{}\" {:?} when {:?} locals {locals:?} at {}:{} {}",
            ability.named.id,
            ability.whose,
            ability.when.map(|when| def.exprs[when as usize]),
            cause.file,
            cause.line,
            cause.path,
        )
    })
}

#[test]
fn abilities_wait_for_events() {
    let def = def(
        &with(
            "
  mill: { ability: { when: built, if: \"true\", do: [] } }
  hut:  { abilities: [{ when: gained wood, by: others, do: [] }, { when: entered box, do: [] }] }
",
        ),
        2,
    );
    insta::assert_snapshot!(abilities(&def), @r#"
    mill: "mill" Mine when Some(Const(1)) locals Some(4) at test/game.yaml:9 tiles.mill.ability
    hut: "hut" Others when None locals Some(5) at test/game.yaml:10 tiles.hut.abilities.1
    hut: "hut" Mine when None locals Some(4) at test/game.yaml:10 tiles.hut.abilities.2
    "#);
    let mut events = vec![];
    for (named, listeners) in def.event_names.iter().zip(&def.listeners) {
        events.push(format!("{} {listeners:?}", named.id));
    }
    insta::assert_snapshot!(events.join("\n"), @r"
    built [AbilityId(0)]
    gained wood [AbilityId(1)]
    entered box [AbilityId(2)]
    ");
    assert_eq!(def.counters[0].gained.map(|event| event.0), Some(1));
    assert_eq!(def.zones[0].entered.map(|event| event.0), Some(2));
    assert_eq!(def.zones[0].left, None);
}

#[test]
fn modifiers_are_sorted_by_what_they_do() {
    let def = def(
        &with(
            "
  mill: { ability: { modify: { limit: { at_most: 9, times: 2 }, toll: -1 } } }
  hut:  { ability: { modify: { limit: \"+2\" } } }
  shed: { ability: { modify: { limit: 4 } } }
  barn: { ability: { modify: { limit: +5 } } }
",
        ),
        2,
    );
    let values = lines(&def.values, |value| {
        let modifiers = lines(&value.modifiers, |modifier| {
            let by = def.exprs[modifier.by as usize];
            format!("  {:?} {by:?} by {:?}", modifier.change, modifier.ability)
        });
        format!("{} {:?}\n{modifiers}", value.named.id, def.exprs[value.base as usize])
    });
    insta::assert_snapshot!(values, @r"
    limit Const(3)
      Add Const(2) by AbilityId(3)
      Add Const(5) by AbilityId(5)
      Times Const(2) by AbilityId(1)
      Set Const(4) by AbilityId(4)
      AtMost Const(9) by AbilityId(0)
    toll Const(1)
      Add Const(-1) by AbilityId(2)
    ");
}

#[test]
fn limits_are_hidden_counters() {
    let def = def(
        &with(
            "
  mill:
    count: 2
    abilities:
      - { when: built, do: [], limit: { times: 2 } }
      - { when: built, do: [], limit: { per: game } }
    faces: { back: { ability: { when: built, do: [], limit: {} } } }
  hut:  { ability: { when: built, do: [], limit: {} } }
  shed: { ability: { when: built, do: [], group: help } }
",
        ),
        2,
    );
    let counters = lines(&def.counters[1..], |counter| {
        let id = &counter.named.id;
        let (scope, cell, holders) = (counter.scope, counter.cell, counter.holders);
        format!("{id} {scope:?} {cell}+{holders}")
    });
    insta::assert_snapshot!(counters, @r"
    used/tile/1/turn Piece(KindId(0)) 2+4
    used/tile/2/game Piece(KindId(0)) 6+4
    used/tile/3/turn Piece(KindId(0)) 10+4
    group/help/turn Seat 14+2
    ");
    insta::assert_snapshot!(abilities(&def).lines().next().unwrap_or_default(), @r#"mill: "mill" Mine when Some(BinaryConst(Lt, 3, 2)) locals Some(4) at test/game.yaml:12 tiles.mill.abilities.1"#);
    let periods = lines(&def.periods, |period| format!("{} {:?}", period.named.id, period.resets));
    insta::assert_snapshot!(periods, @r"
    turn [(2, 4, 0), (10, 4, 0), (14, 2, 0)]
    game [(6, 4, 0)]
    ");
}

#[test]
fn what_is_wrong_with_abilities() {
    insta::assert_snapshot!(wrong_in(&with("
  mill: { ability: { when: biult, do: [] } }
  hut:  { ability: { do: [] } }
  shed: { ability: { modify: { limti: 2, toll: { plus: 1 } }, do: [] } }
  barn: { ability: { when: gained wodo, limit: { per: rund } } }
  well: { ability: { offer: main, do: [], optional: true } }
  pond: { ability: { when: built, od: [] } }
  lake: { abilities: 3 }
")), @"
    S003 14:22 [expected a list] `abilities` must be a list, found a whole number
    N001 8:28 [no event has this name] unknown event `biult` => an event with a similar name exists: `built`
    S002 9:20 [expected one of them] an ability must have exactly one of `when`, `modify` and `offer`
    S001 10:63 [has no effect here] `do` means nothing beside `modify` => remove it
    S001 10:50 [a change has no such key or attribute] unknown key `plus` => known here: `add`, `times`, `set`, `at_least`, `at_most`
    S002 11:20 [lacks `do`] an ability with `when` must say what it does => add `do:` with a list of steps
    N001 11:28 [no resource has this name] unknown resource `wodo` => a resource with a similar name exists: `wood`
    N001 11:55 [no period has this name] unknown period `rund` => there are: `game`, `turn`
    S001 12:43 [has no effect here] `optional` means nothing beside `offer` => remove it
    S001 13:35 [not known here] unknown key `od` => known here: `key`, `when`, `modify`, `offer`, `by`, `if`, `hidden_if`, `do`, `optional`, `again`, `limit`, `group`, `label`, `source` and `note`
    N001 10:32 [no value has this name] unknown value `limti` => a value with a similar name exists: `limit`
    N001 12:29 [expected the key of a `choose` step, or a window] no `choose` step has the key `main` => add `key: main` beside `choose`
    ");
}

#[test]
fn rules_are_abilities_without_a_piece() {
    let rules = "
rules:
  greed: { name: Greed, when: gained wood, by: others, if: \"me.wood > 0\", limit: {}, do: [] }
  trade: { offer: main, do: [] }
  both:  { abilities: [{ modify: { limit: 4 } }, { offer: main, label: sell, do: [] }] }
procedures: { menu: [{ key: main, choose: { options: { a: [] } } }] }
";
    let def = def(&(with("  mill: {}\n") + rules), 2);
    insta::assert_snapshot!(abilities(&def), @r#"
    rule: "greed" Others when Some(And(8, 5)) locals Some(5) at test/game.yaml:11 rules.greed
    rule: "trade" Mine when None locals Some(2) at test/game.yaml:12 rules.trade
    rule: "both" Mine when None locals None at test/game.yaml:13 rules.both.abilities.1
    rule: "both: sell" Mine when None locals Some(2) at test/game.yaml:13 rules.both.abilities.2
    "#);
    let counter = def.counters.last().expect("the limit is counted");
    assert_eq!((counter.named.id.as_str(), counter.holders), ("rule/greed/1/turn", 2));
}

#[test]
fn what_is_wrong_with_rules() {
    let rules = "
rules:
  greed: { when: gained wood, if: self.controller == me, do: [] }
  trade: { offer: main, by: others, do: [] }
  empty: { name: Empty }
  both:  { when: built, abilities: [{ modify: { limit: 4 } }] }
  list:  { abilities: 3 }
  odd:   { when: built, zone: box, do: [] }
procedures: { menu: [{ key: main, choose: { options: { a: [] } } }] }
";
    insta::assert_snapshot!(wrong_in(&(with("  mill: {}\n") + rules)), @"
    S001 11:25 [has no effect here] `by` means nothing beside `offer` => remove it
    S002 12:10 [expected one of them] an ability must have exactly one of `when`, `modify` and `offer`
    S001 13:12 [of which one?] `when` means nothing beside `abilities` => move it into one of the abilities
    S003 14:23 [expected a list] `abilities` must be a list, found a whole number
    S001 15:25 [not known here] unknown key `zone` => known here: `name`, `text`, `abilities`, `when`, `modify`, `offer`, `by`, `if`, `hidden_if`, `do`, `optional`, `again`, `limit`, `group`, `label`, `source` and `note`
    N101 10:35 [not known here] unknown name `self`
    ");
}

#[test]
fn only_an_offer_can_be_hidden() {
    let told = wrong_in(&with(
        "
  mill: { ability: { when: built, hidden_if: \"true\", do: [] } }
  hut:  { ability: { modify: { limit: \"+1\" }, hidden_if: \"true\" } }
",
    ));
    insta::assert_snapshot!(told, @r"
    S001 8:35 [has no effect here] `hidden_if` means nothing beside `when` => remove it
    S001 9:47 [has no effect here] `hidden_if` means nothing beside `modify` => remove it
    ");
}

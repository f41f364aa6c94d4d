//! A complete small game without errors, in which everything is used.

use boardwright_rules::def::code::Op;

use super::{lowered, told};

const HARBOUR: &str = r#"
resources:
  wood:  { name: Wood, start: { 2: 3, _: 2 }, tags: [goods] }
  gold:  { name: Gold, pays_as: { goods: 1 } }
  vp:    { name: Victory points, score: true }
  round: { held_by: table, start: 1 }
tracks:
  skill: { values: [0, 1, 3], bonuses: { 2: [{ gain: { gold: 1 } }] } }
kinds:
  tile:
    zone: deck
    attributes: { cost: cost, level: number, reward: steps }
tiles:
  mill:
    name: Mill
    count: { 2: 3, 3: 4 }
    cost: { wood: 2 }
    level: 1
    reward: [{ gain: { wood: 1 } }]
    ability: { when: built, if: "what.level > 0", do: [{ gain: { gold: 1 } }], limit: { times: 1 } }
  crane:
    cost: { wood: 1 }
    abilities:
      - { modify: { limit: "+1" } }
      - { when: gained gold, by: others, do: [{ gain: { wood: 1 } }], optional: true, label: crane }
      - { offer: main, label: trade, do: [{ pay: { wood: 1 } }, { gain: { gold: 1 } }], group: trades }
zones:
  deck:   { order: stack, visible: none, holds: [tile] }
  market: { order: row, slots: 3, slides: true, holds: [tile] }
  built:  { held_by: seat, active: true, holds: [tile] }
spaces:
  cell: { grid: { columns: 2, rows: 2 }, attributes: { size: number }, at: { a1: { size: 2 } } }
values:
  limit: { base: 2, min: 0, max: 9 }
events:
  built: { what: piece/tile }
procedures:
  build:
    params: { what: piece/tile }
    do:
      - pay: "what.cost"
      - move: { what: what, to: me.built }
      - set_owner: what
      - perform: what.reward
      - emit: { built: { what: what } }
lines:
  skills: { name: Skills }
setup:
  - shuffle: deck
  - refill: { row: market, from: deck }
play:
  - repeat:
      times: 4
      do:
        - gain: { round: 1 }
        - each:
            as_seat: all
            do:
              - begin: turn
              - commit
              - key: main
                choose:
                  ask: What now?
                  options:
                    build:
                      if: "count(me.built) < limit"
                      do:
                        - pick: { from: market, ask: "Which tile?" }
                          as: it
                        - call: { build: { what: it } }
                        - refill: { row: market, from: deck }
                    learn: [{ advance: { skill: 1 } }]
                    pass: []
        - if: "round > 9"
          do: [{ end: game }]
scoring:
  - each: { as_seat: all, do: [{ score: { skills: "me.skill.value" } }, { gain: { vp: "sum(spaces(cell), it.size)" } }] }
ranking: ["me.vp", "me.gold"]
"#;

#[test]
fn a_whole_game_has_nothing_wrong() {
    for players in [2, 3] {
        let (def, _, diags, sources) = lowered(HARBOUR, players);
        assert_eq!(told(&diags, &sources), "");
        let def = def.unwrap_or_default();
        assert_eq!(def.pieces.len(), usize::from(players) + 2);
        let offers: usize = def.menus.iter().map(|menu| menu.offers.len()).sum();
        assert_eq!(offers, 1);
        let ends = def.code.iter().filter(|op| **op == Op::EndGame).count();
        assert_eq!(ends, 1, "`end: game` goes through scoring");
    }
}

#[test]
fn another_number_of_players_lacks_values() {
    let (_, _, diags, sources) = lowered(HARBOUR, 4);
    insta::assert_snapshot!(told(&diags, &sources), @"G003 16:12 [a value by number of players] there is no value for 4 players => add `4: ...`, or `_: ...` for all other numbers");
}

//! Every verb in every form.

use super::{GAME, code};
use boardwright_language::raw::step::{Form, Short, VERBS};

const STEPS: &[&str] = &[
    "- gain: { wood: 2, vp: \"me.wood\" }\n- gain: { fish: 1 }\n  who: p2",
    "- gain: { load: 1 }\n  who: \"first(deck)\"\n- gain: { round: 1 }",
    "- lose: { wood: 2 }\n  who: p2",
    "- set: { wood: 0 }\n- set: { mark: 1 }\n  who: a1\n- set: { claim: 1 }\n  who: [p2, a1]",
    "- pick: { from: goods }\n  as: what\n- gain: { what: 1 }",
    "- advance: { skill: 2 }\n- retreat: { skill: 1 }\n  who: p2",
    "- pay: { wood: 2 }",
    "- pay: { any: [ { fish: 2 }, { gold: 1, if: \"me.skill > 2\" } ] }",
    "- pay: \"first(deck).cost\"",
    "- pay: { vp: 1 }\n  who: p2\n  to: p1",
    "- pay: { worth: 5, with: [ { wood: 2 }, { gold: 1, cap: 1 } ] }",
    "- pay: { load: { amount: 2, from: market } }\n- pay: { goods: 1 }",
    "- move: { what: \"first(deck)\", to: me.hand, at: bottom }",
    "- move: { all: market, to: deck }\n- move: { from: deck, to: market, count: 3, at: 2 }\n  as: x",
    "- shuffle: deck\n- refill: { row: market, from: deck }",
    "- let: { x: \"first(deck)\" }\n- flip: { what: x, to: back }\n- flip: x\n- set_owner: x\n- set_controller: x\n  who: p2",
    "- choose: { ask: Now?, options: { build: { if: \"me.wood > 1\", reason: no wood, label: Build!, again: true, do: [ { lose: { wood: 1 } } ] }, pass: [ { set: { passed: 1 } } ], rest: } }\n- gain: { vp: 1 }",
    "- pick: { from: deck, if: \"it.level > 1\", ask: \"Which, {me}?\", optional: true }\n  as: x\n- set_owner: x",
    "- pick: { from: deck, min: 1, max: 2 }\n  as: some\n- move: { all: some, to: me.hand }",
    "- amount: { from: 0, to: me.wood }\n  as: n\n- lose: { wood: n }",
    "- may: [ { pay: { vp: 1 } }, { gain: { fish: 1 } } ]\n- gain: { wood: 1 }",
    "- may: { ask: Sure?, do: { gain: { fish: 1 } } }",
    "- try: [ { pay: { vp: 1 } } ]\n  else: [ { lose: { fish: 3 } } ]",
    "- if: \"me.wood > 3\"\n  do: [ { gain: { vp: 1 } } ]\n  else: [ { gain: { wood: 1 } } ]",
    "- gain: { wood: 1 }\n  if: \"me.wood > 3\"",
    "- repeat: { times: me.wood, as: n, do: [ { gain: { fish: n } }, { end: repeat, if: \"n > 2\" } ] }",
    "- repeat: { up_to: 2, distinct: x, do: [ { pick: { from: cell }, as: x }, { set: { mark: 1 }, who: x } ] }",
    "- repeat: { up_to: 2, min: 0, ask: More?, do: [ { gain: { fish: 1 } } ] }",
    "- repeat: { until: \"me.wood > 5\", do: [ { gain: { wood: 1 } } ] }",
    "- repeat: { while: \"me.wood < 5\", same: x, do: [ { pick: { from: cell }, as: x } ] }",
    "- each: { of: deck, do: [ { gain: { vp: tile.level } }, { end: each } ] }\n  as: tile",
    "- each: { of: deck, order: chosen, ask: \"which?\", do: [ { gain: { vp: tile.level } }, { end: each } ] }\n  as: tile",
    "- each: { as_seat: others, from: p2, do: [ { lose: { wood: 1 } } ] }",
    "- each: { as_seat: all, order: counter_clockwise, do: [ { gain: { wood: 1 } } ] }",
    "- turns: { from: p2, until: \"round > 3\", skip: \"me.passed == 1\", do: [ { may: [ { end: turns } ] } ] }",
    "- call: { build: { what: \"first(deck)\", where: a1 } }\n  as: n\n- gain: { vp: n }",
    "- let: { x: \"first(deck)\" }\n- perform: x.reward",
    "- end: procedure\n- end: game",
    "- commit\n- commit:\n  if: \"me.wood > 3\"",
    "- script: market.price\n  with: { what: \"first(deck)\", n: 2 }\n  as: price\n- gain: { wood: price }",
    "- find: { from: deck, if: \"it.level > 1\", by: [\"it.level\", \"-it.slot\"] }\n  as: x\n- find: { from: deck, random: true }\n  as: x\n- find: { from: deck }\n  as: x",
    "- require: \"me.wood > 2\"\n  reason: not enough wood",
    "- let: { x: \"first(deck)\" }\n- expect: \"x ~= nil\"",
    "- note: \"{me} has {me.wood} {{wood}}\"",
    "- emit: harvest\n- emit: { built: { what: \"first(deck)\" } }\n- trigger: { what: \"first(deck)\", event: harvest }",
    "- begin: round\n- score: { area: \"2 * me.wood\" }\n  who: p2",
    "- majority: { line: area, of: \"me.wood\", at_least: 2, neutral: 3, places: [8, 4], ties: share, then: [me.fish] }",
    "- secretly: { seats: all, pick: { from: me.hand, ask: Which? }, do: [ { move: { what: card, to: market } } ] }\n  as: card",
    "- travel: { from: a1, through: \"it.depth > 0\", stop: \"it.mark == 0\", pay: { vp: \"it.depth\" }, to: p2, max: 3, show: \"{it.depth} deep\", stop_label: Stay }\n  as: goal\n- set: { mark: 1 }\n  who: goal",
];

#[test]
fn every_form_becomes_code() {
    let shown: Vec<String> =
        STEPS.iter().map(|steps| format!("{steps}\n  =>\n{}\n", code(steps))).collect();
    insta::assert_snapshot!(shown.join("\n"));
}

#[test]
fn every_verb_has_a_case_and_an_example() {
    for shape in VERBS {
        // A verb that takes nothing is a bare word.
        let verb = match shape.short {
            Some(Short { form: Form::Nothing, .. }) => format!("- {}", shape.verb),
            _ => format!("{}:", shape.verb),
        };
        assert!(shape.example().contains(&verb), "no example of `{verb}`");
        let tested = STEPS.iter().any(|steps| steps.contains(&verb)) || GAME.contains(&verb);
        assert!(tested, "no case for `{verb}`");
    }
}

#[test]
fn a_bare_word_may_be_the_only_step() {
    assert_eq!(code("- do: commit"), code("- do: [ commit ]"));
}

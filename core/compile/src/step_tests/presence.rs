//! Values that may be nil, and the conditions that rule it out.

use super::{GAME, lowered_in, told};

fn wrong(steps: &str) -> String {
    let (_, diags, sources) = lowered_in(GAME, steps, false);
    told(&diags, &sources)
}

/// Steps in which every needed value is known not to be nil.
const SURE: &[&str] = &[
    // Conditions of steps.
    "- let: { x: \"first(deck)\" }\n- require: \"x ~= nil\"\n- move: { what: x, to: market }",
    "- let: { x: \"first(deck)\" }\n- expect: \"x ~= nil\"\n- move: { what: x, to: market }",
    "- let: { x: \"first(deck)\" }\n- if: \"x ~= nil\"\n  flip: x",
    "- let: { x: \"first(deck)\" }\n- if: \"x == nil\"\n  do: [ { gain: { vp: 1 } } ]\n  else: [ { flip: x } ]",
    "- let: { x: \"first(deck)\" }\n- end: procedure\n  if: \"x == nil\"\n- flip: x",
    "- let: { x: \"first(deck)\" }\n- if: \"x == nil\"\n  do: [ { gain: { vp: 1 } }, { end: procedure } ]\n- flip: x",
    "- let: { x: \"first(deck)\", y: \"last(deck)\" }\n- if: \"x == nil or y == nil\"\n  do: [ { end: procedure } ]\n- gain: { vp: \"x.level + y.level\" }",
    "- let: { x: \"first(deck)\" }\n- if: \"not (x == nil)\"\n  flip: x",
    // A value that equals a non-nil value is not nil.
    "- pick: { from: deck }\n  as: y\n- if: \"y.owner == me\"\n  gain: { vp: 1 }\n  who: y.owner",
    "- pick: { from: deck }\n  as: y\n- if: \"has(players(), y.owner)\"\n  gain: { vp: 1 }\n  who: y.owner",
    // Conditions in expressions.
    "- let: { x: \"first(deck)\" }\n- gain: { vp: \"if x ~= nil then x.level else 0\" }",
    "- let: { x: \"first(deck)\" }\n- if: \"x ~= nil and x.level > 1\"\n  gain: { vp: 1 }",
    "- let: { x: \"first(deck)\" }\n- if: \"x == nil or x.level > 1\"\n  gain: { vp: 1 }",
    "- gain: { vp: \"sum(where(deck, it.owner ~= nil), it.owner.wood)\" }",
    "- gain: { vp: \"count(deck, it.owner ~= nil and it.owner.wood > 1)\" }",
    "- pick: { from: \"where(deck, it.space ~= nil)\", if: \"it.space.mark > 0\" }\n  as: x",
    // The set has a member.
    "- require: \"not empty(deck)\"\n- move: { what: \"first(deck)\", to: market }",
    "- if: \"size(deck) > 0\"\n  flip: \"last(deck)\"",
    "- if: \"any(deck, it.level > 1)\"\n  flip: \"first(deck, it.level > 1)\"",
    "- if: \"count(deck) >= 1\"\n  do: [ { move: { from: deck, to: market }, as: x }, { flip: x } ]",
    // The set always has a member.
    "- gain: { mark: 1 }\n  who: \"first(cell)\"\n- gain: { wood: 1 }\n  who: \"best(seats(), it.wood)\"",
    "- gain: { wood: 1 }\n  who: \"first(others())\"\n- flip: \"first(pieces(tile))\"",
    "- find: { from: \"players()\", random: true }\n  as: x\n- gain: { wood: 1 }\n  who: x",
    // These functions and comparisons accept nil.
    "- let: { x: \"first(deck)\" }\n- gain: { vp: \"count(first(deck)) + (if x == nil then 1 else 0)\" }",
    "- if: \"first(deck).owner == me or has(deck, first(market))\"\n  gain: { vp: 1 }",
    "- each: { of: \"first(deck).owner\", do: [ { gain: { wood: 1 }, who: it } ] }",
    "- pick: { from: deck, optional: true }\n  as: x\n- set_owner: \"first(pieces(tile))\"\n  who: \"first(deck).owner\"",
    "- note: \"{first(deck)} of level {first(deck).level}\"",
    // Loops.
    "- let: { x: nil }\n- each: { of: deck, do: [ { let: { x: it } } ] }\n- if: \"x ~= nil\"\n  flip: x",
    "- let: { x: \"first(cell)\" }\n- repeat: { times: 2, do: [ { pick: { from: \"neighbours(x)\" }, as: y }, { let: { x: y } } ] }",
    "- let: { x: \"first(deck)\" }\n- repeat: { while: \"x ~= nil\", do: [ { move: { what: x, to: market } }, { let: { x: \"first(deck)\" } } ] }",
    "- let: { x: nil }\n- repeat: { until: \"x ~= nil\", do: [ { let: { x: \"first(deck)\" } } ] }\n- flip: x",
    "- each: { of: deck, do: [ { find: { from: market }, as: x }, { end: each, if: \"x == nil\" }, { flip: x } ] }",
    // A condition on an option is known before play.
    "- pick: { from: deck }\n  as: x\n  if: option.long\n- flip: x",
    "- pick: { from: deck }\n  as: x\n- let: { x: \"first(market)\" }\n  if: \"not option.long\"\n- flip: x",
    // Options.
    "- let: { x: \"first(deck)\" }\n- choose: { options: { a: { if: \"x ~= nil\", do: [ { flip: x } ] }, b: [] } }",
];

/// Steps in which a value may be nil.
const UNSURE: &[&str] = &[
    "- move: { what: \"first(deck)\", to: market }",
    "- gain: { vp: \"first(deck).level\" }",
    "- pay: \"first(deck).cost\"",
    "- perform: \"first(deck).reward\"",
    "- call: { build: { what: \"first(deck)\", where: nil } }",
    "- pick: { from: deck, optional: true }\n  as: x\n- flip: x",
    "- find: { from: deck }\n  as: x\n- flip: x\n- flip: x",
    "- pick: { from: deck }\n  as: x\n- gain: { wood: 1 }\n  who: x.owner",
    "- gain: { wood: 1 }\n  who: \"last(where(seats(), it.wood > 1))\"",
    "- set: { mark: 1 }\n  who: \"next(a1, n)\"",
    "- gain: { vp: \"count(deck, it.owner.wood > 1)\" }",
    // The table has changed since the check.
    "- require: \"not empty(deck)\"\n- move: { from: deck, to: market }\n- flip: \"first(deck)\"",
    "- pick: { from: deck }\n  as: x\n- require: \"x.owner ~= nil\"\n- emit: harvest\n- gain: { wood: 1 }\n  who: x.owner",
    // Only one path checks it.
    "- let: { x: \"first(deck)\" }\n- if: \"x ~= nil\"\n  gain: { vp: 1 }\n- flip: x",
    "- let: { x: \"first(deck)\" }\n- if: \"x ~= nil or me.wood > 1\"\n  flip: x",
    "- pick: { from: deck }\n  as: x\n  if: \"me.wood > 1\"\n- flip: x",
    "- pick: { from: deck }\n  as: x\n- may: [ { let: { x: \"first(market)\" } } ]\n- flip: x",
    "- pick: { from: deck }\n  as: x\n- choose: { options: { a: [ { let: { x: \"first(market)\" } } ], b: [] } }\n- flip: x",
    "- pick: { from: deck }\n  as: x\n- try: [ { let: { x: \"first(market)\" } } ]\n- flip: x",
    "- pick: { from: deck }\n  as: x\n- repeat: { times: 2, do: [ { flip: x }, { let: { x: \"first(market)\" } } ] }",
    "- pick: { from: deck }\n  as: x\n- each: { of: deck, do: [ { let: { x: \"first(market)\" } }, { end: each, if: \"me.wood > 1\" }, { let: { x: it } } ] }\n- flip: x",
    "- expect: \"false\"",
];

#[test]
fn what_is_sure_needs_no_more() {
    for steps in SURE {
        assert_eq!(wrong(steps), "", "{steps}");
    }
}

#[test]
fn what_may_be_nothing_is_told() {
    let told: Vec<String> =
        UNSURE.iter().map(|steps| format!("{steps}\n  =>\n{}\n", wrong(steps))).collect();
    assert!(UNSURE.iter().all(|steps| !wrong(steps).is_empty()));
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn the_condition_of_an_ability_makes_sure_for_its_steps() {
    let with = |condition: &str| {
        let steps = "do: [ { gain: { vp: 1 }, who: what.owner } ]";
        let ability = format!("old_barn: {{ ability: {{ when: built, {condition}{steps} }},");
        let (_, diags, sources) = lowered_in(&GAME.replace("old_barn: {", &ability), "[]", false);
        told(&diags, &sources)
    };
    assert_eq!(with("if: \"what.owner == me\", "), "");
    assert!(with("").starts_with("E110 `what.owner` may be nothing"), "{}", with(""));
}

//! Diagnostics of meaningless steps and expressions.

use super::{wrong, wrong_expr};

const STEPS: &[&str] = &[
    "- gian: { wood: 1 }",
    "- { if: \"true\" }",
    "- gain: { wood: 1 }\n  lose: { fish: 1 }",
    "- 5",
    "- gain: { wod: 1 }",
    "- gain: { skill: 1 }",
    "- advance: { wood: 1 }",
    "- gain: { load: 1 }",
    "- gain: { mark: 1 }\n  who: p1",
    "- gain: { wood: 1 }\n  as: x",
    "- gain: [wood]",
    "- move: { what: \"first(deck)\" }",
    "- move: { what: \"first(deck)\", all: deck, to: deck }",
    "- move: { waht: \"first(deck)\", to: deck }",
    "- move: { what: deck, to: deck }",
    "- pick: { from: deck, as: x }",
    "- pick: { from: 5 }",
    "- pick: { from: hand }",
    "- may: 5",
    "- if: \"me.wood\"\n  do: []",
    "- do: []\n  else: []",
    "- repeat: { do: [] }",
    "- repeat: { times: 2, distinct: x, do: [ { gain: { wood: 1 } } ] }",
    "- repeat: { up_to: 2, do: [ { gain: { wod: 1 } } ] }",
    "- end: each",
    "- end: trun",
    "- call: biuld",
    "- call: { build: { what: \"first(deck)\" } }",
    "- call: { build: { what: me, where: a1, how: 1 } }",
    "- return: 1",
    "- emit: buildt",
    "- begin: rund",
    "- score: { aera: 1 }",
    "- majority: { line: area, of: 1, places: [1], ties: splt }",
    "- let: { me: 1 }",
    "- let: { x: 1 }\n- let: { x: me }",
    "- note: \"{me builds\"",
    "- note: \"{me.wod} is\"",
    "- pay: { wod: 1 }",
    "- pay: \"me.wood\"",
    "- script: price",
    "- flip: { what: \"first(deck)\", to: bottom }",
    "- choose: { options: { a: { again: true, dow: [] } } }",
    "- each: { as_seat: everyone, do: [] }",
    "- each: { as_seat: all, order: chosen, do: [] }",
    "- each: { of: deck, order: clockwise, do: [] }",
    "- each: { of: deck, from: p1, do: [] }",
    "- each: { of: deck, ask: \"which?\", do: [] }",
    "- trigger: { what: \"first(deck)\" }",
];

const NUMBERS: &[&str] = &[
    "me.wod",
    "foo",
    "wood",
    "deck",
    "seats()",
    "me + 1",
    "first(deck)",
    "first(deck).levl",
    "deck.level",
    "conut(deck)",
    "count()",
    "count(deck, it.level)",
    "count(deck, it.colour == green)",
    "me == 1",
    "limt",
    "price",
    "value(price)",
    "next(a1, up)",
    "option.lnog",
    "me.wood > 1",
    "3000000000",
    "me.wood.value",
    "count(deck,any(deck,any(deck,any(deck,any(deck,any(deck,any(deck,any(deck,any(deck,true)))))))))",
    "me[1]",
    "first(deck).steps_up",
    "count",
];

#[test]
fn steps_that_mean_nothing() {
    let shown: Vec<String> = STEPS.iter().map(|s| format!("{s}\n    {}\n", wrong(s))).collect();
    insta::assert_snapshot!(shown.join("\n"));
}

#[test]
fn expressions_that_mean_nothing() {
    let shown: Vec<String> =
        NUMBERS.iter().map(|s| format!("{s}\n    {}\n", wrong_expr(s))).collect();
    insta::assert_snapshot!(shown.join("\n"));
}

#[test]
fn nesting_is_bounded() {
    let mut steps = "{ gain: { wood: 1 } }".to_owned();
    for _ in 0..24 {
        steps = format!("{{ may: [ {steps} ] }}");
    }
    let shown = wrong(&format!("- {steps}"));
    insta::assert_snapshot!(shown, @"");
    let mut deep = "{ gain: { wood: 1 } }".to_owned();
    for _ in 0..30 {
        deep = format!("{{ if: \"true\", do: {deep} }}");
    }
    deep = format!("- if: \"true\"\n  do: {deep}\n");
    for _ in 0..2 {
        let indented: String = deep.lines().map(|line| format!("    {line}\n")).collect();
        deep = format!("- if: \"true\"\n  do:\n{indented}");
    }
    assert!(wrong(&deep).starts_with("S111"), "{}", wrong(&deep));
}

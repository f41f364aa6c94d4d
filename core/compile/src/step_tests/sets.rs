//! Sets that are bound, passed as arguments, and looped over.

use super::{code, wrong};

const GOOD: &[&str] = &[
    "- let: { rich: \"where(seats(), it.wood > 3)\" }\n- let: { rich: \"where(rich, it.vp > 1)\" }",
    "- let: { up: \"first(deck).steps_up\" }\n- gain: { wood: \"count(up)\" }",
    "- let: { top: \"all_best(where(seats(), it.vp > 1), it.wood)\" }",
    "- pick: { from: deck, max: 2 }\n  as: two\n- call: { sort: { what: two, marked: wet, n: 4 } }",
    "- call: { sort: { what: deck, marked: wet } }",
    "- set_owner: { all: deck }\n  who: \"best(seats(), it.wood)\"\n- set_controller: { all: deck }",
    "- flip: { all: deck }\n- flip: { all: deck, to: back }",
    "- set: { load: me.wood, round: 1 }\n  who: deck\n- gain: { claim: 1 }\n  who: cell",
    "- move: { all: deck, to: market, whole: true }",
    "- let: { a: damp, b: near(a1), c: \"near(first(cell, it.depth > 4))\" }",
    "- perform: { first(deck).job: { power: 2 } }\n- perform: \"at(me.wood, first(deck).shifts)\"",
];

const WRONG: &[&str] = &[
    "- let: { x: \"seats()\" }\n- let: { x: 1 }\n- let: { x: 2 }",
    "- let: { x: \"seats()\" }\n- let: { x: \"spaces(cell)\" }",
    "- let: { x: first(deck).cost }",
    "- call: { sort: { what: \"seats()\", marked: dry } }",
    "- call: { sort: { marked: wet, many: 1 } }",
    "- flip: { all: deck, what: first(deck) }\n- flip: { to: back }",
    "- move: { what: first(deck), to: market, whole: true }",
    "- gain: { wood: 1 }\n  who: deck\n- set_owner: { all: cell }",
    "- let: { a: near, b: damp(a1), c: near(p1), d: near(a1, a2), e: neer(a1) }",
    "- perform: first(deck).job\n- perform: { first(deck).job: { powr: 1, power: me } }",
    "- perform: first(deck).shifts\n- perform: { \"at(1, first(deck).shifts)\": { power: 1 } }",
    "- perform: \"at(1, first(deck).level)\"",
];

#[test]
fn sets_in_steps() {
    let shown: Vec<String> = GOOD
        .iter()
        .map(|steps| format!("{steps}\n    {}", code(steps).replace('\n', "\n    ")))
        .collect();
    insta::assert_snapshot!(shown.join("\n"));
}

#[test]
fn sets_that_do_not_fit() {
    let shown: Vec<String> = WRONG
        .iter()
        .map(|steps| format!("{steps}\n    {}", wrong(steps).replace('\n', "\n    ")))
        .collect();
    insta::assert_snapshot!(shown.join("\n"));
}

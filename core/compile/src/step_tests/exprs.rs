//! Every function and field once, and constant folding.

use super::{code, expr};
use crate::expr::FUNCTIONS;

const EXPRESSIONS: &[&str] = &[
    "1 + 2 * 3",
    "option.rounds * 2",
    "if option.long then 1 else me.wood",
    "option.side == north",
    "me.wood",
    "p2.wood",
    "round",
    "me.wood + 1 > 2",
    "3 < me.wood",
    "not (me.wood == 1)",
    "me.skill.value",
    "skill.higher",
    "me.limit",
    "count(deck)",
    "count(deck, it.level > 1)",
    "count(deck, it.level > 1 and it.colour == red)",
    "sum(deck, it.level)",
    "any(deck, it == 'old_barn')",
    "all(seats(), it.passed == 1)",
    "first(deck)",
    "last(deck, it.kind == tile)",
    "best(market, -it.slot)",
    "count(all_best(market, -it.slot))",
    "distinct(deck, it.colour)",
    "has(me.hand, first(deck))",
    "empty(market)",
    "count(where(deck, it.owner == nil))",
    "count(both(deck, market))",
    "sum(range(1, 3), it)",
    "min(me.wood, 3)",
    "max(deck, it.level)",
    "abs(me.wood - 3)",
    "clamp(me.wood, 0, 5)",
    "at(me.wood, 4, 5, 6)",
    "at(2, 4, 5, 6)",
    "at(me.wood, first(deck).steps_up)",
    "count(players(p2))",
    "count(others())",
    "after(me, 1)",
    "apart(me, p2)",
    "count(neighbours(a1))",
    "next(a1, n)",
    "along(a1, e, 2)",
    "ray(a1, e, it.depth > 0)",
    "distance(a1, c2)",
    "space_at(cell, 2, 1)",
    "count(spaces(cell), empty(it.plot))",
    "count(cell, it.mark > 0)",
    "held(claim, a1)",
    "held(claim, a1, p2)",
    "count(pieces(tile), it.place == hand)",
    "count(pieces(hand))",
    "count(entries(tile), it.level > 1)",
    "tagged(first(deck), wet)",
    "total(first(deck).cost)",
    "can_pay(first(deck).cost, p2)",
    "size(deck)",
    "free(market)",
    "in_slot(market, 1)",
    "slot(first(market), surcharge)",
    "value(limit)",
    "value(price, first(deck))",
    "first(deck).load",
    "first(deck).space.column",
    "first(deck).holder == nil",
    "a1.plot.size",
    "me[fish]",
    "mill.level",
    "count({p1, p2}, it.wood > 0)",
    "count({me, p2})",
];

#[test]
fn every_expression() {
    let lines: Vec<String> = EXPRESSIONS.iter().map(|e| format!("{e}  ->  {}", expr(e))).collect();
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn every_function_has_a_case() {
    for function in FUNCTIONS {
        let call = format!("{}(", function.name);
        let found = EXPRESSIONS.iter().any(|expr| expr.contains(&call));
        assert!(found, "no case for `{}`", function.name);
    }
}

#[test]
fn a_name_bound_again_keeps_its_slot() {
    insta::assert_snapshot!(code("- let: { n: 1 }\n- let: { n: \"n + me.wood\" }"), @r"
    0 b1 = 1
    1 b1 = (b1 + mine.wood)
    ");
}

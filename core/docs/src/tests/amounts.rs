//! Amounts and costs in words.

use super::words::told;

#[test]
fn amounts_and_costs_are_told() {
    let text = "
- gain: it.spoils
- lose: { c.deal: 1, good: 2 }
- { pay: { worth: 7, with: [{ wood: 2 }, { fish: 1, cap: 1 }], called: labour }, as: paid }
- pay: { worth: 3, with: [{ wood: 1, cap: { worth: 2, per: turn } }] }
- { gain: { vp: \"total(it.cost)\" }, if: \"can_pay(it.cost) and not can_pay(it.cost, p2)\" }
- { gain: { vp: it.cost.wood }, if: \"it.cost.wood > 1\" }
";
    insta::assert_snapshot!(told(text, |words, node| words.list(node)));
}

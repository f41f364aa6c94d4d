//! Amounts and costs: their code, and the diagnostics of meaningless ones.

use super::{lowered_in, told};

const GAME: &str = "
resources:
  wood: { start: 2, tags: [goods] }
  fish: { tags: [goods] }
  gold: { pays_as: { goods: { rate: 2, when: short } } }
  pot: { held_by: table }
  load: { held_by: tile }
tracks:
  skill: { values: [1, 1, 2, 3] }
kinds:
  tile: { zone: deck, attributes: { level: number, deal: resource, trains: track, cost: cost, spoils: amounts, cargo: amounts } }
tiles:
  mill: { deal: wood, trains: skill, cost: { wood: 2, goods: 1 }, spoils: { gold: 2, wood: 1 } }
  boat: { deal: fish, cost: { gold: \"me.wood + self.level\", worth: 3, with: [ { fish: 1 } ] }, spoils: { wood: { 2: 3, _: 4 } }, cargo: { load: 1 } }
  inn: { cost: { any: [ { wood: 4 }, { gold: 1 } ] } }
zones:
  deck: { order: stack }
spaces:
  cell: { attributes: { toll: cost }, list: { north: { toll: { fish: 1 } }, south: {} } }
";

/// The code of each of some steps, or their diagnostics.
fn all(steps: &[&str]) -> String {
    let one = |steps: &&str| {
        let (code, diags, sources) = lowered_in(GAME, steps, true);
        let shown = if diags.is_empty() { code } else { told(&diags, &sources) };
        format!("{steps}\n  =>\n{shown}\n")
    };
    steps.iter().map(one).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_resource_known_in_play_is_named_like_any_other() {
    insta::assert_snapshot!(all(&[
        "- pick: { from: goods }\n  as: what\n- gain: { what: 1 }\n- pay: { what: 2 }",
        "- gain: { first(deck).deal: 1 }\n- lose: { first(deck).deal: 1 }\n  who: p2",
        "- advance: { first(deck).trains: 1 }\n- retreat: { first(deck).trains: 1 }",
        "- set: { first(deck).trains: 0 }",
        "- pay: { first(deck).deal: 2, fish: 1 }",
        "- pay: { worth: 3, with: [ { first(deck).deal: 2, cap: 1 }, { gold: 1 } ] }",
    ]));
}

#[test]
fn what_cannot_be_such_a_resource_is_told() {
    insta::assert_snapshot!(all(&[
        "- gain: { first(deck).trains: 1 }",
        "- retreat: { first(deck).deal: 1 }",
        "- pay: { first(deck).trains: 1 }",
        "- pay: { first(deck).level: 1 }",
        "- lose: { first(deck).deal: 1 }\n  who: north",
        "- pay: { first(deck).dael: 1 }",
    ]));
}

#[test]
fn printed_amounts_are_gained_lost_and_paid_whole() {
    insta::assert_snapshot!(all(&[
        "- gain: \"first(deck).spoils\"",
        "- each: { of: deck, do: [ { lose: it.spoils, who: p2 }, { pay: it.spoils, to: p2 } ] }",
        "- gain: \"first(deck).cargo\"\n  who: \"first(deck)\"",
    ]));
}

#[test]
fn costs_and_amounts_are_read() {
    insta::assert_snapshot!(all(&[
        "- let: { x: \"first(deck).cost.wood + first(deck).cost.goods + first(deck).cost.pot\" }",
        "- let: { x: \"first(deck).spoils.wood\", y: \"total(first(deck).spoils)\" }",
        "- let: { x: \"first(deck).cost.gold\", y: \"total(first(deck).entry.cost)\" }",
        "- let: { x: north.toll.fish, y: south.toll.fish }\n- pay: north.toll",
        "- pick: { from: goods }\n  as: good\n- let: { x: \"first(deck).spoils[good]\" }",
        "- let: { x: \"can_pay(first(deck).cost)\", y: \"can_pay(north.toll, p2)\" }",
        "- let: { x: \"count(deck, can_pay(it.spoils))\" }",
    ]));
}

#[test]
fn what_is_no_cost_or_amounts_is_told() {
    insta::assert_snapshot!(all(&[
        "- gain: \"first(deck).cost\"",
        "- lose: \"first(deck).level\"",
        "- let: { x: \"first(deck).cost.wod\" }",
        "- let: { x: \"first(deck).cost\" }",
        "- let: { x: \"first(deck).cost + 1\" }",
        "- let: { x: \"total(deck)\" }",
        "- let: { x: \"can_pay(me.wood)\" }",
        "- gain: \"first(deck).cargo\"",
        "- pay: \"first(deck).cargo\"",
        "- pay: \"first(deck).level\"",
    ]));
}

#[test]
fn amounts_are_plain_numbers_of_resources() {
    let wrong = |spoils: &str| {
        let game = GAME.replace("spoils: { gold: 2, wood: 1 }", &format!("spoils: {spoils}"));
        let (_, diags, sources) = lowered_in(&game, "[]", true);
        told(&diags, &sources)
    };
    let all = ["3", "{ skill: 1 }", "{ goods: 1 }", "{ wood: -1 }", "{ wood: me.wood }", "[wood]"];
    insta::assert_snapshot!(all.map(|spoils| format!("{spoils} => {}", wrong(spoils))).join("\n"));
}

#[test]
fn a_cost_is_not_made_of_costs() {
    let game = GAME.replace("me.wood + self.level", "total(self.cost)");
    let (_, diags, sources) = lowered_in(&game, "[]", true);
    insta::assert_snapshot!(told(&diags, &sources));
}

#[test]
fn a_price_has_a_name() {
    insta::assert_snapshot!(all(&[
        "- pay: { wood: 1, called: labour }",
        "- pay: { worth: 3, with: [ { wood: 1 } ], called: [labour] }",
        "- pay: { any: [ { wood: 1 } ], called: labour }",
    ]));
}

#[test]
fn what_was_paid_is_bound() {
    insta::assert_snapshot!(all(&[
        "- pay: { wood: 2 }\n  as: paid\n- gain: { pot: \"paid.wood + total(paid) + paid.fish\" }",
        "- pay: { goods: 2 }\n  who: \"after(me, 1)\"\n  to: me\n  as: paid\n- gain: paid",
        "- pay: { load: { amount: 2, from: deck } }\n  as: paid",
        "- pay: \"first(deck).cost\"\n  as: paid\n- pick: { from: goods }\n  as: good\n- gain: { pot: \"paid[good]\" }",
    ]));
}

#[test]
fn a_cap_in_a_period_is_counted() {
    insta::assert_snapshot!(all(&[
        "- pay: { worth: 3, with: [ { wood: 2, cap: { worth: 1, per: turn } }, { fish: 1 } ], called: faith }\n- pay: { worth: 1, with: [ { wood: 1, cap: { worth: 1, per: turn } } ], called: faith }",
    ]));
}

#[test]
fn what_cannot_be_counted_is_told() {
    insta::assert_snapshot!(all(&[
        "- pay: { wood: 2 }\n  as: paid\n- let: { x: paid }",
        "- pay: { wood: 2 }\n  as: paid\n- let: { x: paid.wod, y: \"can_pay(paid)\" }",
        "- pay: { wood: 2 }\n  as: paid\n- pay: { pot: 2 }\n  as: paid",
        "- pay: { worth: 3, with: [ { wood: 1, cap: { worth: 1, per: trun } } ] }",
        "- pay: { worth: 3, with: [ { wood: 1, cap: { worth: 1 } } ] }",
        "- pay: { wood: 1, worth: 3, with: [ { wood: 1, cap: { worth: 1, per: turn } } ] }",
        "- travel: { from: north, pay: { worth: 3, with: [ { wood: 1, cap: { worth: 1, per: turn } } ] } }",
    ]));
}

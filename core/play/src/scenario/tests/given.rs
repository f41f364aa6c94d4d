//! How scenarios start: owners, counters of spaces and pieces, shared positions.

use super::outcome;

#[test]
fn pieces_and_spaces_are_given_what_they_have() {
    insta::assert_snapshot!(outcome(
        "
scenario: owners and counters
given:
  p1: { yard: [mill] }
  spaces: { a1: { mark: 3 } }
  mill: { owner: p2, controller: p2, goods: 2 }
  forge: { owner: p1 }
expect:
  a1.mark: 3
  first(p1.yard).owner: p2
  first(p1.yard).controller: p2
  first(p1.yard).goods: 2
  \"count(pieces(tile), it.owner == p1)\": 1
"
    ), @"owners and counters: passed");
}

#[test]
fn scenarios_share_positions() {
    insta::assert_snapshot!(outcome(
        "
positions:
  rich: { p1: { wood: 9, skill: 1, yard: [mill] }, table: { market: [forge, ~, inn] } }
  poor: { like: rich, p1: { wood: 0 }, table: { market: [] } }
scenarios:
  - scenario: as it stands
    given: rich
    expect: { p1.wood: 9, p1.skill: 1, p1.yard: [mill] }
  - scenario: with what is different
    given: { like: poor, p1: { skill: 0 } }
    expect: { p1.wood: 0, p1.skill: 0, p1.yard: [mill], size(market): 0 }
"
    ), @"
    as it stands: passed
    with what is different: passed
    ");
}

#[test]
fn positions_that_mean_nothing_are_told() {
    insta::assert_snapshot!(outcome(
        "
positions:
  rich: { like: richer, p1: { wood: 9 } }
  richer: { like: rich }
  poor: none
scenarios:
  - { scenario: a slip, given: rihc, score: { p1: 0 } }
  - { scenario: a circle, given: rich, score: { p1: 0 } }
  - { scenario: no position, given: [rich], score: { p1: 0 } }
"
    ));
}

//! Choices by the words people see, any option, and checks that state when they run.

use super::{outcome, outcome_in};
use crate::testing::harbour;

/// Another tile that people call a mill.
const MORE: &str = "tiles: { windmill: { name: Mill, cost: { wood: 1 }, level: 1 } }";

#[test]
fn choices_are_written_as_ids_or_as_people_see_them() {
    let text = "
scenarios:
  - scenario: by the only name of its sort
    given: { p1: { wood: 3 }, table: { market: [mill, forge, windmill] } }
    steps:
      - p1: build
      - offered: [Forge, \"Mill [mill]\", windmill]
      - p1: Forge
    expect: { p1.yard: [forge], p1.wood: 0 }
  - scenario: a twin as it is listed
    given: { p1: { wood: 3 }, table: { market: [mill, forge, windmill] } }
    steps:
      - p1: build
      - p1: Mill [windmill]
    expect: { p1.yard: [windmill], p1.wood: 2 }
  - scenario: words that fit several
    given: { p1: { wood: 3 }, table: { market: [mill, forge, windmill] } }
    steps:
      - p1: build
      - not_offered: Mill
      - p1: Mill
    expect: { p1.wood: 1 }
";
    let game = harbour(&[("more.yaml", MORE), ("tests/a.yaml", text)]);
    insta::assert_snapshot!(outcome_in(&game));
}

#[test]
fn what_follows_any_option_holds_after_each() {
    insta::assert_snapshot!(outcome(
        "
scenarios:
  - scenario: whatever is offered for wood, the turn is over
    auto: true
    steps: [{ p1: trade }, { p1: any option, then_asks: p2 }, { p2: chop }]
    expect: { p2.wood: 4 }
  - scenario: whatever is done, the turn is over
    steps: [{ p1: any option, then_asks: p2 }]
  - scenario: whatever is done, nobody has more
    after: [chop]
    steps: [{ p2: trade }, { p2: any option, then_expect: { p2.vp: 0 } }]
"
    ));
}

#[test]
fn any_option_is_no_single_one() {
    insta::assert_snapshot!(outcome(
        "
scenario: none of them may be any
after: [any option]
steps: [{ p1: any option, refused: true }]
"
    ));
}

#[test]
fn a_check_beside_a_choice_says_when_it_looks() {
    insta::assert_snapshot!(outcome(
        "
scenarios:
  - scenario: before and after
    steps:
      - { first_asks: p1, first_expect: { p1.wood: 2 }, p1: chop, then_expect: { p1.wood: 4 }, then_asks: p2 }
      - { asks: p2, p2: build, refused: true, expect: { p2.wood: 0 } }
    given: { p2: { wood: 0 } }
"
    ), @"before and after: passed");
    insta::assert_snapshot!(
        "a_check_that_does_not_say_when",
        outcome(
            "
scenario: before or after
steps:
  - { p1: chop, expect: { p1.wood: 4 } }
  - then_asks: p2
  - { p2: build, refused: true, first_asks: p2 }
"
        )
    );
}

#[test]
fn scoring_is_rehearsed_line_by_line() {
    insta::assert_snapshot!(outcome(
        "
scenarios:
  - scenario: a yard counts its levels
    given: { p1: { yard: [mill, forge], vp: 2 } }
    do: scoring
    score: { p1: { tiles: 3, total: 5 }, p2: 0 }
    expect: { winner: p1, over: true }
  - scenario: a yard counts its tiles
    given: { p1: { yard: [mill, forge] } }
    do: scoring
    score: { p1: { tiles: 2, total: 3, tils: 2 } }
"
    ));
}

use crate::game::tests::{harbour, told};
use crate::scenario::{run, scenarios};

/// Runs the scenarios of a file: `passed`, or what went wrong.
fn outcome(text: &str) -> String {
    let game = harbour(&[("tests/a.yaml", text)]);
    let (all, diags) = scenarios(&game.loaded);
    if !diags.is_empty() {
        return told(&diags, &game.loaded.sources);
    }
    let reports = all.iter().map(|scenario| {
        let report = run(&game, scenario);
        match report.passed {
            true => format!("{}: passed", report.name),
            false => told(&report.diags, &game.loaded.sources),
        }
    });
    reports.collect::<Vec<_>>().join("\n")
}

#[test]
fn a_scenario_reads_like_a_told_game() {
    let text = "
scenarios:
  - scenario: the mill costs two wood
    until: main
    given:
      p1: { wood: 4, skill: 1, yard: [forge] }
      table: { market: [mill, ~, inn], round: 1 }
      spaces: { b2: { mark: 1 } }
      mill: { goods: 2 }
    steps:
      - asks: p1
        question: what now
        offered: [build, trade, learn, chop]
      - p1: build
      - offered: [mill, inn]
      - p1: mill
      - expect: { p1.wood: 2, \"count(p1.yard)\": 2, table.round: 1, over: false, b2.mark: 1 }
      - expect: { \"sum(p1.yard, goods)\": 2, p1.yard: [mill, forge], \"first(p1.yard).entry\": forge }
      - p2: chop
    expect: { p2.wood: 4 }
  - scenario: learning ends
    after: [learn, {p2: learn}]
    steps:
      - p1: learn
      - p2: chop
      - expect: { over: true, winner: p1 }
      - score: { p1: 1, p2: 0 }
  - scenario: only these steps
    players: 3
    given: { p3: { wood: 0 } }
    do: { seat: p3, steps: [{ gain: { wood: 2 } }] }
    expect: { p3.wood: 2 }
  - scenario: short of wood
    given: { p1: { wood: 0 }, table: { deck: [forge] } }
    steps:
      - { p1: build, refused: needs 1 wood }
      - not_offered: build
        offers: [chop, trade]
";
    insta::assert_snapshot!(outcome(text), @"");
}

fn steps(steps: &str) -> String {
    outcome(&format!("scenario: it goes wrong\nsteps:\n{steps}"))
}

#[test]
fn what_goes_wrong_is_told_with_what_would_have_been_possible() {
    insta::assert_snapshot!(steps("  - p1: chopp\n"), @"");
    insta::assert_snapshot!(steps("  - p2: chop\n"), @"");
    insta::assert_snapshot!(steps("  - { p1: chop, refused: no axe }\n"), @"");
    insta::assert_snapshot!(steps("  - p1: chop\n  - expect: { p1.wood: 3, p2.wod: 1 }\n"), @"");
    insta::assert_snapshot!(steps("  - expect: { p1.wood: 3, over: true }\n"), @"");
    insta::assert_snapshot!(steps("  - offered: [chop, dance]\n"), @"");
    insta::assert_snapshot!(steps("  - score: { p1: 3 }\n"), @"");
}

#[test]
fn what_is_given_must_fit() {
    let given = |given: &str| outcome(&format!("scenario: it does not fit\ngiven: {given}\n"));
    insta::assert_snapshot!(given("{ p1: { wod: 3, wood: 10 }, p4: { wood: 1 } }"), @"");
    insta::assert_snapshot!(given("{ p1: { hand: [forge, forge] } }"), @"");
    insta::assert_snapshot!(given("{ table: { market: [inn, inn, inn, mill] } }"), @"");
    insta::assert_snapshot!(given("{ spaces: { z9: { mark: 1 } }, table: { market: [mil] } }"), @"");
}

#[test]
fn a_scenario_that_is_not_one_is_told() {
    insta::assert_snapshot!(outcome("scenario: a\nstep: []\n"), @"");
    insta::assert_snapshot!(outcome("steps: []\n"), @"");
    insta::assert_snapshot!(outcome("scenario: a\nplayers: 9\nsteps: [p1, {pone: x}]\n"), @"");
    insta::assert_snapshot!(outcome("scenario: a\noptions: { strom: true }\n"), @"");
    insta::assert_snapshot!(outcome("scenario: a\nuntil: midnight\n"), @"");
}

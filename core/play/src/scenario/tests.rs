//! Scenarios of a tiny game: what passes, and how failures are reported.

mod choices;
mod given;
mod traps;

use crate::game::Game;
use crate::scenario::{run, scenarios};
use crate::testing::{harbour, told};

/// Runs the scenarios of a file: `passed`, or what went wrong.
fn outcome(text: &str) -> String {
    outcome_in(&harbour(&[("tests/a.yaml", text)]))
}

/// The same for any game with scenarios.
fn outcome_in(game: &Game) -> String {
    let (all, diags) = scenarios(&game.loaded);
    if !diags.is_empty() {
        return told(&diags, &game.loaded.sources);
    }
    let reports = all.iter().map(|scenario| {
        let report = run(game, scenario);
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
      - { asks: p1, question: what now, offered: [build, trade, learn, chop] }
      - p1: build
      - offered: [mill, inn]
      - p1: mill
      - expect: { p1.wood: 2, \"count(p1.yard)\": 2, table.round: 1, over: false, b2.mark: 1 }
      - expect: { \"sum(p1.yard, it.goods)\": 2, p1.yard: [mill, forge], \"first(p1.yard).entry\": forge }
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
    insta::assert_snapshot!(outcome(text), @"
    the mill costs two wood: passed
    learning ends: passed
    only these steps: passed
    short of wood: passed
    ");
}

fn steps(steps: &str) -> String {
    outcome(&format!("scenario: it goes wrong\nsteps:\n{steps}expect: {{ over: false }}\n"))
}

#[test]
fn what_goes_wrong_is_told_with_what_would_have_been_possible() {
    insta::assert_snapshot!(steps("  - p1: chopp\n"), @"
    error[C005]: `chopp` is not offered to p1
     --> harbour/tests/a.yaml:3:9
      |
    3 |   - p1: chopp
      |         ^^^^^ not offered
      |
      = note: p1 is asked: what now?
      = note: offered: build, trade, learn, chop
    help: an option with a similar text exists: `chop`

    1 error in 1 file
    ");
    insta::assert_snapshot!(steps("  - p2: chop\n"), @"
    error[C006]: p1 is asked, not p2
     --> harbour/tests/a.yaml:3:5
      |
    3 |   - p2: chop
      |     ^^ not asked now
      |
      = note: p1 is asked: what now?
      = note: offered: build, trade, learn, chop

    1 error in 1 file
    ");
    insta::assert_snapshot!(steps("  - { p1: chop, refused: no axe }\n"), @"
    error[C007]: `chop` is offered, it should be refused
     --> harbour/tests/a.yaml:3:11
      |
    3 |   - { p1: chop, refused: no axe }
      |           ^^^^ offered
      |
      = note: p1 is asked: what now?
      = note: offered: build, trade, learn, chop

    1 error in 1 file
    ");
    insta::assert_snapshot!(steps("  - p1: chop\n  - expect: { p1.wood: 3, p2.wod: 1 }\n"), @"
    error[E102]: `p2` is a seat and has no `wod`
     --> harbour/tests/a.yaml:4:30
      |
    4 |   - expect: { p1.wood: 3, p2.wod: 1 }
      |                              ^^^ not a field of a seat
      |
      = note: a seat has `coin`, `hand`, `limit`, `skill`, `vp`, `wood`, `yard`
    help: there is `wood`

    1 error in 1 file
    ");
    insta::assert_snapshot!(steps("  - expect: { p1.wood: 3, over: true }\n"), @"
    error[C010]: `p1.wood` is 2, 3 was expected
     --> harbour/tests/a.yaml:3:24
      |
    3 |   - expect: { p1.wood: 3, over: true }
      |                        ^ is 2

    error[C010]: `over` is false, true was expected
     --> harbour/tests/a.yaml:3:33
      |
    3 |   - expect: { p1.wood: 3, over: true }
      |                                 ^^^^ is false

    2 errors in 1 file
    ");
    insta::assert_snapshot!(steps("  - offered: [chop, dance]\n"), @"
    error[C009]: other options are offered
     --> harbour/tests/a.yaml:3:14
      |
    3 |   - offered: [chop, dance]
      |              ^^^^^^^^^^^^^ missing: dance; more: build, trade, learn
      |
      = note: p1 is asked: what now?
      = note: offered: build, trade, learn, chop

    1 error in 1 file
    ");
    insta::assert_snapshot!(steps("  - score: { p1: 3 }\n"), @"
    error[C011]: p1 has 0 points, 3 were expected
     --> harbour/tests/a.yaml:3:18
      |
    3 |   - score: { p1: 3 }
      |                  ^ is 0
      |
      = note: the score sheet is
                     Player 1  Player 2
              total         0         0
              place         1         1

    1 error in 1 file
    ");
}

#[test]
fn what_is_given_must_fit() {
    let given = |given: &str| {
        outcome(&format!("scenario: it does not fit\ngiven: {given}\nscore: {{ p1: 0 }}\n"))
    };
    insta::assert_snapshot!(given("{ p1: { wod: 3, wood: 10 }, p4: { wood: 1 } }"), @"
    error[C002]: `p1` has no counter or zone `wod`
     --> harbour/tests/a.yaml:2:16
      |
    2 | given: { p1: { wod: 3, wood: 10 }, p4: { wood: 1 } }
      |                ^^^ not known
      |
    help: there is `wood`

    error[C003]: `wood` cannot be 10
     --> harbour/tests/a.yaml:2:30
      |
    2 | given: { p1: { wod: 3, wood: 10 }, p4: { wood: 1 } }
      |                              ^^ expected a whole number from 0 to 9

    error[C002]: there is no seat or entry `p4`
     --> harbour/tests/a.yaml:2:36
      |
    2 | given: { p1: { wod: 3, wood: 10 }, p4: { wood: 1 } }
      |                                    ^^ not known

    3 errors in 1 file
    ");
    insta::assert_snapshot!(given("{ p1: { hand: [forge, forge] } }"), @"
    error[C003]: there is no `forge` left
     --> harbour/tests/a.yaml:2:30
      |
    2 | given: { p1: { hand: [forge, forge] } }
      |                              ^^^^^ this game has 1
      |
    help: raise `count` of `forge`, or name fewer

    1 error in 1 file
    ");
    insta::assert_snapshot!(given("{ table: { market: [inn, inn, inn, mill] } }"), @"
    error[C003]: `market` has room for 3 pieces
     --> harbour/tests/a.yaml:2:27
      |
    2 | given: { table: { market: [inn, inn, inn, mill] } }
      |                           ^^^^^^^^^^^^^^^^^^^^^ 4 are named
      |
    help: name fewer, or give the zone more room

    1 error in 1 file
    ");
    insta::assert_snapshot!(given("{ spaces: { z9: { mark: 1 } }, table: { market: [mil] } }"), @"
    error[C002]: there is no space `z9`
     --> harbour/tests/a.yaml:2:20
      |
    2 | given: { spaces: { z9: { mark: 1 } }, table: { market: [mil] } }
      |                    ^^ not known

    error[C002]: there is no entry `mil`
     --> harbour/tests/a.yaml:2:57
      |
    2 | given: { spaces: { z9: { mark: 1 } }, table: { market: [mil] } }
      |                                                         ^^^ not known
      |
    help: a similar name exists: `mill`

    2 errors in 1 file
    ");
}

#[test]
fn a_scenario_that_is_not_one_is_told() {
    insta::assert_snapshot!(outcome("scenario: a\nstep: []\n"), @"
    error[C001]: unknown key `step` of a scenario
     --> harbour/tests/a.yaml:2:1
      |
    2 | step: []
      | ^^^^ not expected here
      |
    help: a key with a similar name exists: `steps`

    1 error in 1 file
    ");
    insta::assert_snapshot!(outcome("steps: []\n"), @"
    error[C001]: a scenario without a name
     --> harbour/tests/a.yaml:1:1
      |
    1 | steps: []
      | ^^^^^^^^^ no `scenario`
      |
    help: begin with `scenario:` and its promise

    1 error in 1 file
    ");
    insta::assert_snapshot!(outcome("scenario: a\nplayers: 9\nsteps: [p1, {pone: x}]\n"), @"
    error[C001]: a whole number from 1 to 8 was expected, not 9
     --> harbour/tests/a.yaml:2:10
      |
    2 | players: 9
      |          ^ expected a whole number from 1 to 8

    error[C001]: a step such as `p1: build` was expected, not text
     --> harbour/tests/a.yaml:3:9
      |
    3 | steps: [p1, {pone: x}]
      |         ^^ expected a step such as `p1: build`

    error[C001]: unknown key `pone` of a step
     --> harbour/tests/a.yaml:3:14
      |
    3 | steps: [p1, {pone: x}]
      |              ^^^^ not expected here
      |
    help: keys are `offered`, `offers`, `not_offered`, `asks`, `question`, `expect`, `score`, `refused`

    3 errors in 1 file
    ");
    insta::assert_snapshot!(outcome("scenario: a\noptions: { strom: true }\nscore: { p1: 0 }\n"), @"
    error[C021]: there is no option `strom`
     --> harbour/tests/a.yaml:2:12
      |
    2 | options: { strom: true }
      |            ^^^^^
      |
    help: an option with a similar name exists: `storm`

    1 error in 1 file
    ");
    insta::assert_snapshot!(outcome("scenario: a\nuntil: midnight\nscore: { p1: 0 }\n"), @"
    error[C004]: nobody is asked `midnight`
     --> harbour/tests/a.yaml:2:8
      |
    2 | until: midnight
      |        ^^^^^^^^ no `choose` has this key, and no question contains it
      |
      = note: so far: p1: build, p1: inn, p2: build, p2: mill, p1: build, p1: inn, p2: trade, p2: 0
    help: keys are `main`; words of a question do as well

    1 error in 1 file
    ");
}

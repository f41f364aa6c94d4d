//! Scenarios that seemed to check something and did not, or did something other than they said.

use super::{outcome, outcome_in};
use crate::game::{Game, open};
use boardwright_packs::library::Library;

const GAME: &str = "\
resources: { gold: { name: Gold, start: 9 }, vp: { name: Points, score: true } }
kinds: { card: { name: Card, zone: deck } }
cards:
  ace:
    name: Ace
    count: 4
    ability: { when: storm, by: anyone, do: [{ script: mill.broken }] }
zones: { deck: { order: stack, active: true }, hand: { held_by: seat, capacity: 1 } }
events: { storm: {} }
play:
  - turns:
      until: \"any(seats(), it.vp > 1)\"
      do:
        - choose: { ask: first?, options: { one: [{ gain: { vp: 1 } }], two: [{ emit: storm }] } }
        - choose: { ask: then?, options: { last: [{ gain: { gold: 1 } }] } }
";

const SCRIPT: &str = "\
local mill = {}
function mill.broken(view)
    error('the mill has no stone')
end
return mill
";

fn game(scenarios: &str) -> Game {
    let manifest = "id: traps\ntitle: Traps\nversion: 0.1.0\nplayers: { min: 2, max: 2 }\n";
    let files = [
        ("pack.yaml", manifest),
        ("game.yaml", GAME),
        ("scripts/mill.luau", SCRIPT),
        ("tests/a.yaml", scenarios),
    ];
    let mut library = Library::new();
    let files = files.map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()));
    library.add_memory("traps", files.to_vec());
    let opened = open(&library, &["traps"], None, &[]);
    let told = crate::testing::told(&opened.diags, &opened.sources);
    opened.game.unwrap_or_else(|| panic!("{told}"))
}

fn in_traps(scenarios: &str) -> String {
    outcome_in(&game(scenarios))
}

#[test]
fn zones_are_emptied_and_single_options_are_taken_up_to_the_next_written_choice() {
    let told = in_traps(
        "
scenarios:
  - scenario: a zone in which pieces start can be empty
    given: { table: { deck: [] } }
    expect: { size(deck): 0, count(pieces(card)): 4, \"count(deck, true)\": 0 }
  - scenario: or hold what is named and nothing else
    given: { p1: { hand: [ace] }, table: { deck: { only: [ace, ace] } } }
    expect: { size(deck): 2, size(p1.hand): 1 }
  - scenario: what is put aside is out of the game
    given: { table: { deck: [] } }
    steps: [{ p1: two, then_expect: { p1.gold: 9 } }]
  - scenario: single options are taken up to what is expected
    auto: true
    steps: [{ p1: one }, { expect: { p1.gold: 10 } }]
  - scenario: also after the last choice
    auto: true
    steps: [{ p1: one }]
    expect: { p1.gold: 10 }
  - scenario: a single option that is written down stands
    auto: true
    steps: [{ p1: one }, { expect: { p1.gold: 9 } }, { p1: last }, { asks: p2 }, { p2: one }]
    expect: { p1.gold: 10, p2.gold: 10, p2.vp: 1 }
",
    );
    insta::assert_snapshot!(told, @"
    a zone in which pieces start can be empty: passed
    or hold what is named and nothing else: passed
    what is put aside is out of the game: passed
    single options are taken up to what is expected: passed
    also after the last choice: passed
    a single option that is written down stands: passed
    ");
}

#[test]
fn a_script_that_fails_in_an_ability_fails_the_rehearsal() {
    insta::assert_snapshot!(in_traps(
        "
scenario: a storm harms nobody
do: { seat: p1, steps: [{ emit: storm }] }
expect: { p1.vp: 0 }
"
    ));
}

#[test]
fn what_finds_no_room_is_not_left_behind_in_silence() {
    insta::assert_snapshot!(in_traps(
        "
scenario: all cards come to a hand for one
do: { seat: p1, steps: [{ move: { all: deck, to: me.hand } }] }
expect: { size(p1.hand): 1 }
"
    ));
    insta::assert_snapshot!(in_traps(
        "
scenario: unless it says so
do: { seat: p1, steps: [{ move: { all: deck, to: me.hand, whole: false } }] }
expect: { size(p1.hand): 1 }
"
    ), @"unless it says so: passed");
}

#[test]
fn a_test_that_checks_nothing_is_an_error() {
    let all = [
        "",
        "scenarios: []\n",
        "scenario: a\n",
        "scenario: a\nsteps: []\n",
        "scenario: a\nsteps:\n  - p1: chop\n  - p2: any option\n",
        "scenario: a\nexpect: {}\n",
        "scenario: a\nscore: {}\n",
        "scenario: a\nscore: { p1: {} }\n",
        "scenario: a\nsteps: [{}]\nexpect: { over: false }\n",
        "scenario: a\nsteps: [{ offers: [] }]\n",
        "scenario: a\nsteps: [{ question: \"\" }]\n",
        "scenario: a\nsteps: [{ p1: chop, refused: \"\" }]\n",
        "scenario: a\nsteps: [{ p1: chop, refused: false }]\n",
        "scenario: a\nexpect: { \"2 * 3 > 5\": true }\n",
        "scenario: a\nexpect: { p1.yard: [[mill]] }\n",
    ];
    let told: Vec<String> =
        all.iter().map(|text| format!("{text}---\n{}", outcome(text))).collect();
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn what_means_nothing_is_never_offered() {
    insta::assert_snapshot!(outcome(
        "
scenario: a slip proves nothing
given: { p1: { wood: 0 } }
steps:
  - { p1: biuld, refused: true }
  - not_offered: [chpo, mill, Mill, 3, \"mill (2)\"]
"
    ));
}

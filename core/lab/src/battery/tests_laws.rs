//! Laws that hold, laws that are broken, and laws that are not understood.

use insta::assert_snapshot;

use boardwright_play::game::check;
use boardwright_play::laws::Laws;
use boardwright_play::testing::{harbour, library, told};

use super::conformance;

/// The battery's findings in one game with these laws.
fn found(laws: &str) -> String {
    let game = harbour(&[("tests/laws.yaml", laws)]);
    let found = conformance(&game, [1]);
    let told: Vec<String> = found
        .iter()
        .map(|it| {
            format!("{} at decision {} of seed {}: {}", it.law, it.decision, it.seed, it.what)
        })
        .collect();
    told.join("\n")
}

/// The reports about unreadable laws.
fn problems(laws: &str) -> String {
    let opened = check(&library(&[("tests/laws.yaml", laws)]), &["harbour"]);
    told(&opened.diags, &opened.sources)
}

#[test]
fn laws_that_hold_are_not_told() {
    let laws = "
laws:
  - { law: all coins are somewhere, always: \"sum(seats(), it.coin) == 5 * count(seats())\" }
  - { law: wood has bounds, each: seat, always: me.wood >= 0 and me.wood <= 9 }
  - { law: people have a hand, each: player, always: count(me.hand) == 1 }
  - { law: tiles of a yard are somebody's, each: pieces(yard), always: it.controller ~= nil }
  - { law: tiles, always: { 2: count(deck) <= 6, _: count(deck) <= 5 } }
";
    assert_eq!(found(laws), "");
    assert_eq!(problems(laws), "");
}

#[test]
fn a_broken_law_is_told_with_its_place_and_values() {
    let laws = "
laws:
  - law: nobody is rich
    each: player
    always: me.wood + me.coin <= 7 and me.vp == 0
";
    assert_snapshot!(found(laws), @"stated at decision 2 of seed 1: `nobody is rich` does not hold for p1: `me.wood + me.coin` is 9, `me.vp` is 0 (a law of `harbour`, harbour/tests/laws.yaml:3)");
    let laws = "
laws:
  - { law: cells are marked, each: cell, always: it.mark > 0 }
  - { law: never, always: \"false\" }
  - { law: the first round never ends, note: it does, always: round < 2 }
";
    assert_snapshot!(found(laws), @"stated at decision 1 of seed 1: `cells are marked` does not hold for a1: `it.mark` is 0 (a law of `harbour`, harbour/tests/laws.yaml:3); `never` does not hold: it is false (a law of `harbour`, harbour/tests/laws.yaml:4)");
}

#[test]
fn a_pack_replaces_a_law_of_the_pack_below_by_its_name() {
    let mut library = library(&[(
        "tests/laws.yaml",
        "
laws:
  - { law: no wood, each: seat, always: me.wood == 0 }
  - { law: wood, each: seat, always: me.wood >= 0 }
",
    )]);
    let files = [
        ("pack.yaml", "id: more\ntitle: More\nextends: harbour\n"),
        ("tests/more.yaml", "laws: [{ law: no wood, always: \"true\" }]\n"),
    ];
    library.add_memory("more", files.map(|(path, text)| (path.to_owned(), text.into())).to_vec());
    let game = |ids: &[&str]| {
        boardwright_play::game::open(&library, ids, None, &[]).game.expect("it opens")
    };
    assert_eq!(Laws::of(&game(&["harbour"])).map(|laws| laws.len()), Ok(2));
    assert!(!conformance(&game(&["harbour"]), [1]).is_empty());
    assert_eq!(Laws::of(&game(&["more"])).map(|laws| laws.len()), Ok(2));
    assert_eq!(conformance(&game(&["more"]), [1]), []);
}

#[test]
fn laws_and_scenarios_may_share_a_file() {
    let both = "
scenarios: [{ scenario: wood is there, expect: { p1.wood: 2 } }]
laws: [{ law: wood, each: seat, always: me.wood >= 0 }]
";
    let game = harbour(&[("tests/both.yaml", both)]);
    let (scenarios, diags) = boardwright_play::scenario::scenarios(&game.loaded);
    assert_eq!((scenarios.len(), diags.len()), (1, 0));
    assert_eq!(Laws::of(&game).map(|laws| laws.len()), Ok(1));
}

#[test]
fn laws_that_cannot_be_read_are_told() {
    assert_snapshot!(problems("laws: { law: wood }"), @r"
    error[C001]: a list of laws was expected, not a mapping
     --> harbour/tests/laws.yaml:1:7
      |
    1 | laws: { law: wood }
      |       ^^^^^^^^^^^^^ expected a list of laws

    1 error in 1 file
    ");
    let laws = "
laws:
  - { law: [1], always: 5 }
  - { law: wood, always: p1.wod > 0 }
  - { law: more, each: p1.wood, always: it > 0 }
";
    assert_snapshot!(problems(laws), @r"
    error[C001]: what the law promises was expected, not a list
     --> harbour/tests/laws.yaml:3:12
      |
    3 |   - { law: [1], always: 5 }
      |            ^^^ expected what the law promises

    error[E102]: `p1` is a seat and has no `wod`
     --> harbour/tests/laws.yaml:4:29
      |
    4 |   - { law: wood, always: p1.wod > 0 }
      |                             ^^^ not a field of a seat
      |
      = note: a seat has `coin`, `hand`, `limit`, `skill`, `vp`, `wood`, `yard`
    help: there is `wood`

    error[E105]: `p1.wood` is a number, several things were expected
     --> harbour/tests/laws.yaml:5:24
      |
    5 |   - { law: more, each: p1.wood, always: it > 0 }
      |                        ^^^^^^^ expected a set
      |
    help: write a zone, a group of spaces, `seats()`, `range(1, 3)` or a list

    3 errors in 1 file
    ");
}

#[test]
fn laws_of_a_file_that_cannot_be_read_do_not_pass_in_silence() {
    let game = harbour(&[("tests/laws.yaml", "laws: [{ law: wood, always: min(1, 2) > 0 }]")]);
    assert!(Laws::of(&game).is_err());
    assert!(!conformance(&game, [1]).is_empty());
}

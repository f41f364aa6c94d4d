//! What counts as reached, and what does not.

use insta::assert_snapshot;

use boardwright_play::coverage::{Coverage, Recorder};
use boardwright_play::game::{Game, open, open_covered};
use boardwright_play::laws::Laws;
use boardwright_play::scenario;
use boardwright_play::testing::library;

use crate::soak;

const SCENARIOS: &str = "
scenarios:
  - scenario: a mill is built
    until: main
    given: { p1: { wood: 5 }, table: { market: [mill, inn] } }
    steps: [{ p1: build }, { p1: mill }]
    expect: { over: false }
  - scenario: nothing is traded
    until: main
    steps: [{ p1: trade }, { p1: \"0\" }]
    expect: { over: false }
";

fn covered(players: u8, more: &[(&str, &str)]) -> Game {
    open_covered(&library(more), &["harbour"], Some(players), &[]).game.expect("it opens")
}

fn after_scenarios() -> Coverage {
    let game = covered(2, &[("tests/x.yaml", SCENARIOS)]);
    let mut coverage = Coverage::new(&game);
    for each in scenario::scenarios(&game.loaded).0 {
        let ran = scenario::run_covered(&game, &each, Some(&mut coverage));
        assert!(ran.passed, "{:?}", ran.diags);
    }
    coverage
}

fn after_games(game: &Game, seeds: std::ops::Range<u64>) -> Coverage {
    let (laws, mut recorder) = (Laws::of(game).expect("laws"), Recorder::new(&game.def));
    let mut coverage = Coverage::new(game);
    for seed in seeds {
        assert_eq!(soak::play(game, &laws, seed, &mut recorder).findings, []);
    }
    coverage.absorb(game, &mut recorder);
    coverage
}

#[test]
fn nothing_is_reached_before_anything_is_played() {
    let report = Coverage::new(&covered(2, &[])).report();
    assert!(report.parts.iter().all(|part| part.reached == 0));
    assert!(!report.is_full());
}

#[test]
fn scenarios_reach_what_they_play_and_no_more() {
    let report = after_scenarios().report();
    assert_snapshot!(report.summary(), @"
    pieces          33.3 %  1 of 3
    steps           76.0 %  19 of 25
    scorings         0.0 %  0 of 2
    script lines    53.8 %  7 of 13
    ");
    assert_snapshot!(report.never_reached(), @r"
    pieces never reached:
      harbour/game.yaml:14  tile `forge`
      harbour/game.yaml:15  tile `inn`
    steps never reached:
      harbour/game.yaml:9  tracks.skill.bonuses.2.1
      harbour/game.yaml:52  procedures.turn.main.learn.1
      harbour/game.yaml:53  procedures.turn.main.chop.1
      harbour/game.yaml:55  scoring
      harbour/game.yaml:55  scoring.1
      harbour/game.yaml:55  scoring.1.1
    scorings never reached:
      harbour/game.yaml:9  `vp` by tracks.skill.bonuses.2.1
      harbour/game.yaml:55  `tiles` by scoring.1.1
    script lines never reached:
      harbour/scripts/trade.luau:9
      harbour/scripts/trade.luau:10
      harbour/scripts/trade.luau:11
      harbour/scripts/trade.luau:12
      harbour/scripts/trade.luau:15
      harbour/scripts/trade.luau:16
    ");
}

#[test]
fn random_games_reach_everything_in_the_end() {
    let report = after_games(&covered(2, &[]), 0..60).report();
    assert_snapshot!(report.never_reached(), @"");
    assert!(report.is_full());
}

#[test]
fn what_only_look_ahead_or_a_condition_touches_is_not_reached() {
    let files = [
        ("pack.yaml", "id: shy\ntitle: Shy\nplayers: { min: 1, max: 1 }\n"),
        (
            "game.yaml",
            "resources: { wood: {}, vp: { score: true }, days: { held_by: table } }
kinds: { tile: { zone: yard, owner: seat } }
zones: { yard: { held_by: seat, active: true } }
events: { rung: {} }
tiles:
  bell: { ability: { when: rung, do: [{ gain: { wood: 1 } }] } }
  mute: { ability: { when: rung, do: [{ gain: { wood: 1 }, if: me.wood > 99 }] } }
play:
  - turns:
      until: days >= 2
      do:
        - gain: { days: 1 }
        - emit: rung
        - gain: { wood: 1 }
          if: me.wood > 99
        - if: me.wood > 99
          do: [{ gain: { vp: 1 } }]
        - choose:
            options:
              dream: [{ script: shy.dream }, { pay: { wood: 99 } }]
              wake: [{ script: shy.wake }]
",
        ),
        (
            "scripts/shy.luau",
            "local shy = {}
function shy.dream(view)
\treturn { gain = { vp = 1 } }
end
function shy.wake(view)
\treturn { gain = { vp = 2 } }
end
return shy
",
        ),
    ];
    let mut library = boardwright_packs::library::Library::new();
    let file = |(path, text): (&str, &str)| (path.to_owned(), text.as_bytes().to_vec());
    library.add_memory("shy", files.into_iter().map(file).collect());
    let game = open_covered(&library, &["shy"], None, &[]).game.expect("it opens");
    assert_snapshot!(after_games(&game, 0..2).report().never_reached(), @r"
    pieces never reached:
      shy/game.yaml:7  tile `mute`
    steps never reached:
      shy/game.yaml:7  tiles.mute.ability.do.1
      shy/game.yaml:14  play.1.3
      shy/game.yaml:17  play.1.4.do.1
      shy/game.yaml:20  play.1.5.dream.1
      shy/game.yaml:20  play.1.5.dream.2
    scorings never reached:
      shy/game.yaml:17  `vp` by play.1.4.do.1
    script lines never reached:
      shy/scripts/shy.luau:3
    ");
}

#[test]
fn parts_of_a_run_add_up_to_the_whole() {
    let game = covered(3, &[]);
    let whole = after_games(&game, 0..8);
    let again = covered(3, &[]);
    let mut parts = after_games(&again, 0..3);
    let third = covered(3, &[]);
    parts.merge(&after_games(&third, 3..8));
    assert_eq!(whole.steps, parts.steps);
    assert_eq!(whole.pieces, parts.pieces);
    assert_eq!(whole.scorings, parts.scorings);
    assert_eq!(whole.report(), parts.report());
}

#[test]
fn tables_of_different_sizes_add_up() {
    let mut both = after_games(&covered(2, &[]), 0..2);
    let n_two = both.report().parts[1].all;
    both.merge(&after_games(&covered(3, &[]), 0..2));
    assert_eq!(both.report().parts[1].all, n_two, "the steps of the pack are the same");
}

#[test]
fn lines_are_counted_only_if_that_is_wanted() {
    let game = open(&library(&[]), &["harbour"], None, &[]).game.expect("it opens");
    let report = after_games(&game, 0..2).report();
    assert!(report.parts.iter().all(|part| part.what != "script lines"));
}

//! Games that go well, and the reports about those that do not.

use insta::assert_snapshot;

use super::{Played, play};
use boardwright_play::coverage::Recorder;
use boardwright_play::laws::Laws;
use boardwright_play::session::Session;
use boardwright_play::testing::harbour;

fn played(more: &[(&str, &str)], seed: u64) -> Played {
    let game = harbour(more);
    let laws = Laws::of(&game).expect("laws");
    play(&game, &laws, seed, &mut Recorder::new(&game.def))
}

fn told(played: &Played) -> String {
    played.findings.iter().map(|it| format!("{it}\n")).collect()
}

#[test]
fn a_game_is_the_one_that_the_battery_plays() {
    let game = harbour(&[]);
    let mut session = Session::new(&game, 4).expect("it starts");
    let mut bot = boardwright_bots::RandomBot::new(4);
    let mut n_choices = 0;
    while let Some(index) = boardwright_bots::Bot::pick(&mut bot, session.table()) {
        session.choose_index(index).expect("it is offered");
        n_choices += 1;
    }
    let played = played(&[], 4);
    assert_eq!(played, Played { decisions: n_choices, findings: vec![] });
}

#[test]
fn a_broken_law_is_told_once_with_its_decision() {
    let laws = "laws: [{ law: no wood is gathered, each: player, always: me.wood <= 2 }]";
    assert_snapshot!(told(&played(&[("tests/laws.yaml", laws)], 1)), @"stated: `no wood is gathered` does not hold for p1: `me.wood` is 4 (a law of `harbour`, harbour/tests/laws.yaml:1) (seed 1, 2 players, decision 2)");
}

#[test]
fn a_game_without_end_and_a_dead_end_are_told() {
    let game = |play: &str| {
        format!(
            "resources: {{ wood: {{}}, vp: {{ score: true }} }}\nzones: {{ bag: {{}} }}\n{play}"
        )
    };
    let endless = game("play: [{ turns: { until: p1.wood > 9, do: [{ may: [{ note: on }] }] } }]");
    assert_snapshot!(told(&played(&[("game.yaml", &endless)], 1)), @"end: no end after 10000 decisions at random (seed 1, 2 players, decision 10001)");
    let stuck = game("play: [{ gain: { vp: 1 }, who: p1 }, { pay: { wood: 1 } }]");
    assert_snapshot!(told(&played(&[("game.yaml", &stuck)], 1)), @"dead ends: the rules lead into a dead end: needs 1 wood: there is 0 (at harbour/game.yaml:3) (seed 1, 2 players, decision 0)");
}

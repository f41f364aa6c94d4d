//! Computes the points of `nippon` a second time. Whole games are played, and from the log of each,
//! as `simulate --log` writes it, every line of the score sheet is computed by code that shares
//! nothing with the engine or the pack: the tables of `book`, the pieces and counters of `model`,
//! the rules of `recount`. The result is compared with the sheet at every turn and at the end.

mod book;
mod influence;
mod recount;

use crate::logs::{Seen, add, assert_seen, log_of, n_games, opened};
use recount::recount;

/// Plays and recounts games; returns how often each line was scored.
fn compare(packs: &[&str], players: u8, options: &[(&str, &str)]) -> Seen {
    compare_without(packs, players, options, None)
}

/// The same, avoiding an option.
fn compare_without(
    packs: &[&str],
    players: u8,
    options: &[(&str, &str)],
    shunned: Option<&str>,
) -> Seen {
    let game = opened(packs, players, options);
    let mut seen = Seen::new();
    for seed in 0..n_games("NIPPON_SCORING_GAMES", 40) {
        let log = log_of(&game, seed, |texts, index| {
            let is_shunned = shunned.is_some_and(|shunned| texts[index] == shunned);
            if is_shunned { (index + 1) % texts.len() } else { index }
        });
        let name = format!("{} with {players} players, seed {seed}", packs.join("+"));
        add(&mut seen, recount(&name, &log).seen);
    }
    seen
}

const LINES: [&str; 7] =
    ["start", "markets", "departments", "influence", "objectives", "leftovers", recount::IN_PLAY];

#[test]
fn the_points_of_two_players_are_those_of_the_rules() {
    assert_seen(&compare(&["nippon"], 2, &[]), &LINES);
}

#[test]
fn the_points_of_three_players_are_those_of_the_rules() {
    assert_seen(&compare(&["nippon"], 3, &[]), &LINES);
}

#[test]
fn the_points_of_four_players_are_those_of_the_rules() {
    assert_seen(&compare(&["nippon"], 4, &[]), &LINES);
}

/// Goods wait for a first factory; a player who never builds one keeps them until the end.
#[test]
fn goods_that_wait_until_the_end_are_counted() {
    let seen = compare_without(&["nippon"], 2, &[], Some("factory"));
    assert_seen(&seen, &["leftovers", "waiting goods"]);
}

/// Random bots mostly lose a solo game: then nothing is scored at its end.
#[test]
fn the_points_of_a_solo_game_are_those_of_the_rules() {
    let mut seen = compare(&["nippon-solo"], 1, &[("difficulty", "easy")]);
    add(&mut seen, compare(&["nippon-solo"], 1, &[("difficulty", "hard")]));
    assert_seen(&seen, &["start", "markets", "departments", "influence", "won", "lost"]);
}

#[test]
fn the_points_of_common_goals_are_those_of_the_rules() {
    for players in 2..=4 {
        assert_seen(&compare(&["nippon-common-goals"], players, &[]), &["common_goals"]);
    }
}

#[test]
fn the_points_of_late_factories_are_those_of_the_rules() {
    let mut seen = Seen::new();
    for players in 2..=4 {
        add(&mut seen, compare(&["nippon-late-factories"], players, &[]));
    }
    assert_seen(&seen, &["favored", "sorts", "thresholds"]);
}

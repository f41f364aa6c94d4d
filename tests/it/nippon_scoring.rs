//! Computes the points of `nippon` a second time. Whole games are played, and from the log of each,
//! as `simulate --log` writes it, every line of the score sheet is computed by code that shares
//! nothing with the engine or the pack: the tables of `book`, the pieces and counters of `model`,
//! the rules of `recount`. The result is compared with the sheet at every turn and at the end.

mod book;
mod influence;
mod model;
mod recount;

use std::collections::BTreeMap;

use boardwright_bots::{Bot, RandomBot};
use boardwright_lab::simulate::log::{Head, Log};
use boardwright_play::game::{Game, open};
use boardwright_rules::event::{Event, Origin};
use boardwright_rules::table::Table;
use boardwright_tests::library;
use boardwright_text::InWords;

use recount::recount;

/// The number of games for each set of packs and number of players, unless `NIPPON_SCORING_GAMES`
/// says otherwise.
const GAMES: u64 = 40;

fn n_games() -> u64 {
    let wanted = std::env::var("NIPPON_SCORING_GAMES").ok();
    wanted.map_or(GAMES, |wanted| wanted.parse().expect("NIPPON_SCORING_GAMES is a number"))
}

/// Plays a random game that avoids the `shunned` option, and returns its log.
fn log_of(game: &Game, seed: u64, shunned: Option<&str>) -> String {
    let mut bot = RandomBot::new(seed);
    let mut out = vec![];
    let mut events: Vec<(Origin, Event)> = vec![];
    let mut table = Table::new(&game.def, &game.scripts, seed, &mut events).expect("it starts");
    let mut log = Log::new(game, &mut out);
    let head = Head { seed, number: 0, bots: &[] };
    log.start(&head, &events, &table).expect("a log in memory");
    while let Some(mut index) = bot.pick(&table) {
        let texts = table.texts();
        if texts.len() > 1 && shunned.is_some_and(|shunned| texts[index] == shunned) {
            index = (index + 1) % texts.len();
        }
        let world = log.decision(&table, index).expect("a log in memory");
        events.clear();
        table.choose(index, &mut events).expect("what is offered can be done");
        log.events(world, &events).expect("a log in memory");
    }
    log.end(&table).expect("a log in memory");
    String::from_utf8(out).expect("a log is text")
}

/// Plays and recounts games; returns how often each line was scored.
fn compare(packs: &[&str], players: u8, options: &[(&str, &str)]) -> BTreeMap<&'static str, u64> {
    compare_without(packs, players, options, None)
}

/// The same, avoiding an option.
fn compare_without(
    packs: &[&str],
    players: u8,
    options: &[(&str, &str)],
    shunned: Option<&str>,
) -> BTreeMap<&'static str, u64> {
    let options: Vec<(String, String)> =
        options.iter().map(|(id, value)| ((*id).to_owned(), (*value).to_owned())).collect();
    let game = open(&library(), packs, Some(players), &options).game.expect("it validates");
    let mut seen = BTreeMap::new();
    for seed in 0..n_games() {
        let log = log_of(&game, seed, shunned);
        let name = format!("{} with {players} players, seed {seed}", packs.join("+"));
        for (what, times) in recount(&name, &log).seen {
            *seen.entry(what).or_default() += times;
        }
    }
    seen
}

/// Checks that the test covered something: each of these lines was scored.
fn assert_seen(seen: &BTreeMap<&'static str, u64>, lines: &[&str]) {
    for line in lines {
        assert!(seen.get(line).is_some_and(|times| *times > 0), "no {line} in {seen:?}");
    }
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
    for (what, times) in compare(&["nippon-solo"], 1, &[("difficulty", "hard")]) {
        *seen.entry(what).or_default() += times;
    }
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
    let mut seen = BTreeMap::new();
    for players in 2..=4 {
        for (what, times) in compare(&["nippon-late-factories"], players, &[]) {
            *seen.entry(what).or_default() += times;
        }
    }
    assert_seen(&seen, &["favored", "sorts", "thresholds"]);
}

//! Computes `yokohama` a second time. Whole games are played, and from the log of each, as
//! `simulate --log` writes it, everything that a seat holds is computed by code that shares nothing
//! with the engine or the pack: the tables of `book`; turns, placing and moving in `turns`; what
//! actions bring and cost in `effects`; the final scoring in `ending`. Points, yen, goods and
//! imports are compared wherever no effect is in progress, the score sheet and the places at the
//! end. `pieces` checks every move of a piece, and how many there are after every turn.

mod book;
mod effects;
mod ending;
mod pieces;
mod recount;
mod turns;

use crate::logs::{Seen, add, assert_seen, log_of, n_games, opened};
use recount::recount;

/// Answers that do nothing.
const IDLE: [&str; 9] = ["none", "nobody", "nothing", "stay", "recall", "go_on", "no", "some", "0"];

/// Plays and recounts games; returns how often each thing occurred.
fn compare(players: u8, options: &[&str]) -> Seen {
    let on: Vec<(&str, &str)> = options.iter().map(|option| (*option, "yes")).collect();
    let game = opened(&["yokohama"], players, &on);
    let mut seen = Seen::new();
    for seed in 0..n_games("YOKOHAMA_SCORING_GAMES", 12) {
        let mut n_choices = 0;
        let log = log_of(&game, seed, |texts, picked| {
            n_choices += 1;
            steer(seed, n_choices, texts, picked)
        });
        let name = format!("yokohama {options:?} with {players} players, seed {seed}");
        add(&mut seen, recount(&name, &log).seen);
    }
    println!("{players} players, {options:?}: {seen:#?}");
    seen
}

/// Random bots mostly do nothing where they may, and spread their assistants thinly: most effects
/// would hardly occur. So in two of three games they do something, three times of four, and in one
/// of them they like the same areas for a while.
fn steer(seed: u64, n_choices: u64, texts: &[String], picked: usize) -> usize {
    let is_idle = |at: &usize| IDLE.contains(&texts[*at].as_str());
    let is_space = |at: &usize| texts[*at].starts_with('r') && texts[*at].len() == 4;
    let liking = |at: &usize| {
        let from = seed * 1000 + n_choices / 50;
        texts[*at]
            .bytes()
            .fold(from, |it, byte| (it ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
    };
    if seed % 3 == 0 || n_choices % 4 == 0 {
        return picked;
    }
    let liked = (0..texts.len()).filter(is_space).max_by_key(liking);
    if let (2, Some(liked)) = (seed % 3, liked) {
        return liked;
    }
    let mut busy = (0..texts.len()).map(|by| (picked + by) % texts.len());
    busy.find(|at| !is_idle(at)).unwrap_or(picked)
}

/// What occurs in any few games.
const LINES: [&str; 40] = [
    "order",
    "technology",
    "shop",
    "house",
    "token",
    "church",
    "customs",
    "port",
    "first achievement",
    "later achievement",
    "from the warehouse",
    "move",
    "any good",
    "agent",
    "agent used",
    "rent",
    "second order",
    "fifth technology",
    "toll of placing",
    "toll of walking",
    "walk",
    "mining",
    "ball",
    "language school",
    "letterpress",
    "patent system",
    "exposition",
    "gaslight",
    "electrical_light",
    "winery",
    "brickyard",
    "stock",
    "spinning_mill",
    "university",
    "newspaper",
    "telegram",
    "church_board",
    "technology_prize",
    "countries",
    "leftovers",
];

#[test]
fn two_players_hold_what_the_rules_give() {
    assert_seen(&compare(2, &[]), &LINES);
}

#[test]
fn three_players_hold_what_the_rules_give() {
    let seen = compare(3, &[]);
    assert_seen(&seen, &LINES);
    assert_seen(&seen, &["exchange", "canal"]);
}

#[test]
fn four_players_hold_what_the_rules_give() {
    let seen = compare(4, &[]);
    assert_seen(&seen, &LINES);
    assert_seen(&seen, &["exchange", "canal"]);
}

#[test]
fn who_is_alone_takes_both_prizes_by_an_option() {
    let mut seen = Seen::new();
    for players in 2..=4 {
        add(&mut seen, compare(players, &["sole_takes_both"]));
    }
    assert_seen(&seen, &["one in a comparison"]);
}

#[test]
fn neutral_pawns_and_a_dummy_are_those_of_the_rules() {
    let seen = compare(2, &["neutral_pawns", "dummy_technology"]);
    assert_seen(&seen, &["dummy", "church", "customs", "technology_prize"]);
    assert_seen(&compare(2, &["neutral_pawns", "sole_takes_both"]), &["one in a comparison"]);
    assert_seen(&compare(2, &["dummy_technology", "sole_takes_both"]), &["dummy"]);
}

#[test]
fn other_options_change_what_the_rules_say() {
    let options = [
        "mining_each_gain",
        "faith_each_action",
        "tram_needs_assistant",
        "station_needs_assistant",
    ];
    assert_seen(&compare(4, &options), &["mining", "church", "tram", "station"]);
}

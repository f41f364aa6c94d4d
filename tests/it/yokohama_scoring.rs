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

/// The number of games in which everything must have occurred.
const GAMES_MAX: u64 = 400;

/// Answers that do nothing.
const IDLE: [&str; 9] = ["none", "nobody", "nothing", "stay", "recall", "go_on", "no", "some", "0"];

/// What is taken by preference in the games of each style, because its effects are rare.
const LIKED: [&[&str]; 4] = [
    &[],
    &["gaslight", "gaslight_2", "exposition", "exposition_2"],
    &["winery", "brickyard", "mining_technology", "buy_copper", "copper"],
    &["house", "shop", "electrical_light", "electrical_light_2"],
];

/// Plays and recounts games, and more of them until each of these things has occurred.
fn compare(players: u8, options: &[&str], lines: &[&str]) {
    let on: Vec<(&str, &str)> = options.iter().map(|option| (*option, "yes")).collect();
    let game = opened(&["yokohama"], players, &on);
    let n_games = n_games("YOKOHAMA_SCORING_GAMES", 10);
    let (mut seen, mut seed) = (Seen::new(), 0);
    while seed < n_games || seed < GAMES_MAX && lines.iter().any(|it| !seen.contains_key(it)) {
        let mut n_choices = 0;
        let log = log_of(&game, seed, |texts, picked| {
            n_choices += 1;
            steer(seed, n_choices, texts, picked)
        });
        let name = format!("yokohama {options:?} with {players} players, seed {seed}");
        add(&mut seen, recount(&name, &log).seen);
        seed += 1;
    }
    println!("{seed} games of {players} players, {options:?}: {seen:?}");
    assert_seen(&seen, lines);
}

/// Random bots mostly do nothing where they may, and spread their assistants thinly: most effects
/// would hardly occur. So in three of four games they do something, three times of four; in two of
/// them they like the same areas for a while, and in one they keep away from the boards at first,
/// because those end most games early.
fn steer(seed: u64, n_choices: u64, texts: &[String], picked: usize) -> usize {
    let style = seed % 4;
    if style == 0 || n_choices.is_multiple_of(4) {
        return picked;
    }
    let is_board = |text: &str| text.starts_with("church_") || text.starts_with("customs_");
    if style == 3 && n_choices < 300 && texts.iter().any(|text| is_board(text)) {
        return texts.iter().position(|text| text == "none").unwrap_or(picked);
    }
    let mut liked = LIKED[style as usize].iter();
    let liked = liked.find_map(|liked| texts.iter().position(|text| text == liked));
    if let (Some(liked), 1..) = (liked, n_choices % 3) {
        return liked;
    }
    let is_space = |at: &usize| texts[*at].starts_with('r') && texts[*at].len() == 4;
    let charm = |at: &usize| {
        let from = seed * 1000 + n_choices / 50;
        let mix = |it: u64, byte| (it ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        texts[*at].bytes().fold(from, mix)
    };
    let liked = (0..texts.len()).filter(is_space).max_by_key(charm);
    if let (2.., Some(liked)) = (style, liked) {
        return liked;
    }
    let is_idle = |at: &usize| IDLE.contains(&texts[*at].as_str());
    let mut busy = (0..texts.len()).map(|by| (picked + by) % texts.len());
    busy.find(|at| !is_idle(at)).unwrap_or(picked)
}

/// What brings or costs something in any game.
const USUAL: [&str; 24] = [
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
    "toll of placing",
    "toll of walking",
    "church_board",
    "customs_board",
    "technology_prize",
    "countries",
    "leftovers",
];

/// Technologies, and what else is rare.
const RARE: [&str; 29] = [
    "exposition",
    "ball",
    "gaslight",
    "electrical_light",
    "winery",
    "brickyard",
    "patent system",
    "letterpress",
    "language school",
    "mining",
    "mining only once",
    "fourth house",
    "no second shop",
    "spinning_mill",
    "university",
    "stock",
    "newspaper",
    "telegram",
    "telephone",
    "stagecoach",
    "postal system",
    "station",
    "tram",
    "fifth technology",
    "no agent left",
    "achievement of cards",
    "one in a comparison",
    "tie in a comparison",
    "end by orders",
];

/// What is on the map only with three and four players.
const ON_LARGE_MAPS: [&str; 2] = ["exchange", "canal"];

#[test]
fn two_players_hold_what_the_rules_give() {
    compare(2, &[], &USUAL);
}

#[test]
fn three_players_hold_what_the_rules_give() {
    compare(3, &[], &[&USUAL[..], &ON_LARGE_MAPS].concat());
}

#[test]
fn four_players_hold_what_the_rules_give() {
    compare(4, &[], &[&USUAL[..], &ON_LARGE_MAPS, &RARE].concat());
}

#[test]
fn who_is_alone_takes_both_prizes_by_an_option() {
    for players in 2..=4 {
        compare(players, &["sole_takes_both"], &["one in a comparison", "comparison"]);
    }
}

#[test]
fn neutral_pawns_and_a_dummy_are_those_of_the_rules() {
    let options = ["neutral_pawns", "dummy_technology", "sole_takes_both"];
    compare(2, &options[..1], &["one in a comparison", "church_board", "customs_board"]);
    compare(2, &options[1..2], &["dummy before all", "dummy between", "dummy after all"]);
    compare(2, &options, &["one in a comparison", "dummy alone", "dummy between"]);
}

#[test]
fn other_options_change_what_the_rules_say() {
    let options = [
        "mining_each_gain",
        "faith_each_action",
        "tram_needs_assistant",
        "station_needs_assistant",
    ];
    compare(4, &options, &["mining", "church", "station"]);
}

//! Plays games to logs, as `simulate --log` writes them, for tests that compute a game a second
//! time. What a log tells is read by `model`; the rules belong to each of these tests.

pub mod model;

use std::collections::BTreeMap;

use boardwright_bots::{Bot, RandomBot};
use boardwright_lab::simulate::log::{Head, Log};
use boardwright_play::game::{Game, open};
use boardwright_rules::event::{Event, Origin};
use boardwright_rules::table::Table;
use boardwright_tests::library;
use boardwright_text::InWords;

/// How often each thing occurred, so that a test knows its coverage.
pub type Seen = BTreeMap<&'static str, u64>;

/// The number of games to play: the usual one, unless the environment says otherwise.
pub fn n_games(variable: &str, usual: u64) -> u64 {
    let wanted = std::env::var(variable).ok();
    wanted.map_or(usual, |wanted| wanted.parse().unwrap_or_else(|_| panic!("{variable}: {wanted}")))
}

/// The game of these packs.
pub fn opened(packs: &[&str], players: u8, options: &[(&str, &str)]) -> Game {
    let options: Vec<(String, String)> =
        options.iter().map(|(id, value)| ((*id).to_owned(), (*value).to_owned())).collect();
    open(&library(), packs, Some(players), &options).game.expect("it validates")
}

/// Plays a random game and returns its log. Where there is a choice, `steer` is given the texts of
/// the options and the index that the bot picked, and returns the index to take.
pub fn log_of(game: &Game, seed: u64, mut steer: impl FnMut(&[String], usize) -> usize) -> String {
    let mut bot = RandomBot::new(seed);
    let mut out = vec![];
    let mut events: Vec<(Origin, Event)> = vec![];
    let mut table = Table::new(&game.def, &game.scripts, seed, &mut events).expect("it starts");
    let mut log = Log::new(game, &mut out);
    let head = Head { seed, number: 0, bots: &[] };
    log.start(&head, &events, &table).expect("a log in memory");
    while let Some(picked) = bot.pick(&table) {
        let texts = table.texts();
        let index = if texts.len() > 1 { steer(&texts, picked) } else { picked };
        let world = log.decision(&table, index).expect("a log in memory");
        events.clear();
        table.choose(index, &mut events).expect("what is offered can be done");
        log.events(world, &events).expect("a log in memory");
    }
    log.end(&table).expect("a log in memory");
    String::from_utf8(out).expect("a log is text")
}

/// Adds up what was seen.
pub fn add(seen: &mut Seen, more: Seen) {
    for (what, times) in more {
        *seen.entry(what).or_default() += times;
    }
}

/// Checks that the test covered something: each of these occurred.
pub fn assert_seen(seen: &Seen, lines: &[&str]) {
    for line in lines {
        assert!(seen.get(line).is_some_and(|times| *times > 0), "no {line} in {seen:?}");
    }
}

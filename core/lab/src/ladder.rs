//! Bots against each other: the matches, their outcomes, and the ratings that follow.

mod rating;
#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicBool, Ordering};

use boardwright_rules::event::Deaf;
use boardwright_rules::id::SeatId;
use boardwright_rules::rank::standings;
use boardwright_rules::table::{Refused, Table};
use serde::Serialize;

use boardwright_bots::{Bot, Spec};
use boardwright_play::game::Game;

pub use rating::{Interval, Rating, rate, wilson};

/// The maximum number of decisions in a game; a longer one counts as endless.
const DECISIONS_MAX: usize = 100_000;

/// One game of two bots.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Match {
    /// The two bots, by their index in the list.
    pub pair: (usize, usize),
    /// The seed of the game.
    pub seed: u64,
    /// The bot on each seat.
    pub seats: Vec<usize>,
}

/// The outcome of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The rank of each seat, from 1.
    pub places: Vec<usize>,
    /// The first ranking criterion of each seat, normally its points.
    pub points: Vec<i32>,
    /// The number of decisions.
    pub decisions: usize,
    /// Why choices had to be undone: dead ends, and scripts that failed.
    pub taken_back: Vec<String>,
}

/// All games of a ladder: every pair plays `games` of them. Games come in twos with the same seed
/// and swapped seats, so that neither luck nor the seat favours anybody.
pub fn schedule(bots: usize, players: u8, games: usize, seed: u64) -> Vec<Match> {
    let mut matches = vec![];
    for one in 0..bots {
        for other in one + 1..bots {
            for game in 0..games {
                let sits = |seat: usize| if (seat + game).is_multiple_of(2) { one } else { other };
                matches.push(Match {
                    pair: (one, other),
                    seed: seed.wrapping_add(game as u64 / 2),
                    seats: (0..usize::from(players)).map(sits).collect(),
                });
            }
        }
    }
    matches
}

/// Plays a game between bots. The error says where it got stuck.
pub fn play(game: &Game, seed: u64, bots: &[Spec]) -> Result<Outcome, String> {
    let played = play_until(game, seed, bots, &AtomicBool::new(false))?;
    played.ok_or_else(|| "the game was stopped".into())
}

/// Plays a game between bots, unless it is stopped early; then it returns nothing.
pub fn play_until(
    game: &Game,
    seed: u64,
    bots: &[Spec],
    stop: &AtomicBool,
) -> Result<Option<Outcome>, String> {
    let mut seated: Vec<Box<dyn Bot + Send>> =
        bots.iter().enumerate().map(|(seat, spec)| spec.build(SeatId::from(seat), seed)).collect();
    game.scripts.forget_failures();
    let world = boardwright_rules::world::World::new(&game.def, seed);
    let mut table = Table::new(&game.def, &game.scripts, seed, &mut Deaf)
        .map_err(|refused| game.refusal(&refused, &world))?;
    let (mut decisions, mut taken_back) = (0, vec![]);
    while let Some((seat, _)) = table.asked() {
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        if decisions >= DECISIONS_MAX {
            return Err(format!("the game goes on after {decisions} decisions"));
        }
        let bot = seated.get_mut(seat.index()).ok_or("a seat without a bot is asked")?;
        let index = bot.pick(&table).ok_or("a bot does not choose")?;
        decisions += 1;
        match table.try_choose(index, &mut Deaf) {
            Ok(()) => {}
            // It is no longer offered; the bot decides again.
            Err(refused @ Refused::Struck { .. }) => {
                taken_back.push(game.refusal(&refused, &table.state().world));
            }
            Err(refused) => return Err(game.refusal(&refused, &table.state().world)),
        }
    }
    if taken_back.is_empty() {
        // A bot that looks ahead avoids options that fail, but this one was offered.
        taken_back.extend(game.script_failed());
    }
    let mut outcome = Outcome { places: vec![], points: vec![], decisions, taken_back };
    let mut all = standings(&game.def, &table.state().world);
    all.sort_by_key(|standing| standing.seat);
    for standing in all {
        outcome.places.push(standing.place);
        outcome.points.push(standing.keys.first().copied().unwrap_or(0));
    }
    Ok(Some(outcome))
}

/// How one bot did against another.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct HeadToHead {
    /// Games won.
    pub won: usize,
    /// Games drawn.
    pub drawn: usize,
    /// Games lost.
    pub lost: usize,
}

impl HeadToHead {
    /// The number of games they played.
    pub fn games(&self) -> usize {
        self.won + self.drawn + self.lost
    }

    /// Games won; a draw counts half.
    pub fn points(&self) -> f64 {
        self.won as f64 + self.drawn as f64 / 2.0
    }
}

/// The results of a whole ladder.
#[derive(Clone, PartialEq, Debug)]
pub struct Tally {
    /// Results of each bot (first index) against each other bot.
    pub met: Vec<Vec<HeadToHead>>,
    /// The points of each bot, one number for each seat it played.
    pub points: Vec<Vec<i32>>,
}

/// Counts the outcomes of games.
pub fn tally<'o>(bots: usize, all: impl IntoIterator<Item = (&'o Match, &'o Outcome)>) -> Tally {
    let met = vec![vec![HeadToHead::default(); bots]; bots];
    let mut tally = Tally { met, points: vec![vec![]; bots] };
    for (game, outcome) in all {
        for (seat, bot) in game.seats.iter().enumerate() {
            tally.points[*bot].extend(outcome.points.get(seat));
        }
        let (one, other) = game.pair;
        let better = better(game, outcome);
        let count = |met: &mut HeadToHead, better: i64| match better {
            1.. => met.won += 1,
            0 => met.drawn += 1,
            _ => met.lost += 1,
        };
        count(&mut tally.met[one][other], better);
        count(&mut tally.met[other][one], -better);
    }
    tally
}

/// Compares every seat of the first bot with every seat of the second: wins of the first minus wins
/// of the second.
fn better(game: &Match, outcome: &Outcome) -> i64 {
    let of = |bot: usize| {
        let seats = game.seats.iter().zip(&outcome.places);
        seats.filter(move |(sits, _)| **sits == bot).map(|(_, place)| *place as i64)
    };
    let pairs = of(game.pair.0).flat_map(|one| of(game.pair.1).map(move |other| other - one));
    pairs.map(i64::signum).sum()
}

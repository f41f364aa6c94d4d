//! Whole games through the engine, played as `simulate` does: a new table for each game, random
//! bots, and a full record.

use std::sync::atomic::AtomicBool;

use boardwright_lab::simulate::play::{Played, Player};
use boardwright_lab::simulate::{GameRecord, Plan, Shard};
use boardwright_play::game::Game;

use crate::tally::Tally;

/// The seed of every run.
const SEED: u64 = 0x0b0a_2d00;

/// The plan of the games.
pub fn plan() -> Plan {
    Plan { bots: vec!["random".into()], seed: SEED, games: u64::MAX, shard: Shard::default() }
}

/// Plays game after game.
pub struct Ours<'g> {
    player: Player<'g>,
    played: u64,
    stop: AtomicBool,
}

impl<'g> Ours<'g> {
    /// Prepares for play.
    pub fn new(game: &'g Game, plan: &'g Plan) -> Result<Self, String> {
        let player = Player::new(game, plan)?;
        Ok(Self { player, played: 0, stop: AtomicBool::new(false) })
    }

    /// Plays the next game: set-up, every decision with its full list of options, the record.
    pub fn play(&mut self, tally: &mut Tally) -> Result<(), String> {
        self.played += 1;
        let Played::Done(record) = self.player.play(self.played, None, &self.stop) else {
            return Err("the game was stopped".into());
        };
        if let Some(why) = record.failed {
            return Err(why);
        }
        tally.legal += record.options;
        tally.end(record.decisions, winner(&record));
        Ok(())
    }
}

/// The seat that ranks first alone.
fn winner(record: &GameRecord) -> Option<u64> {
    let first = record.seats.iter().position(|seat| seat.place == 1);
    first.filter(|_| record.winners() == 1).map(|seat| seat as u64)
}

//! Long random play: many games, checked while they run. Unlike the conformance battery it tries
//! nothing at a decision (no copies, no undo), so that thousands of games take little time. Its
//! findings can be reproduced from their seed.

#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_coverage;

use std::panic::{AssertUnwindSafe, catch_unwind};

use boardwright_rules::table::Table;

use crate::battery::{DECISIONS_MAX, Finding, GAME_WORK_MAX, WORK};
use boardwright_bots::{Bot, RandomBot};
use boardwright_play::coverage::Recorder;
use boardwright_play::game::Game;
use boardwright_play::laws::Laws;

/// The law that is broken when the program panics.
pub const PANICS: &str = "panics";

/// The result of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// The number of decisions.
    pub decisions: usize,
    /// What went wrong.
    pub findings: Vec<Finding>,
}

/// Plays one game with random bots: the same game that the battery plays with this seed. Stated
/// laws are checked at every decision; a broken law is reported once. A panic is caught and
/// reported like any other finding; the game should not be used afterwards.
pub fn play(game: &Game, laws: &Laws, seed: u64, recorder: &mut Recorder) -> Played {
    let mut run = Run { game, laws, seed, decisions: 0, findings: vec![] };
    let caught = catch_unwind(AssertUnwindSafe(|| run.play(recorder)));
    if let Err(payload) = caught {
        let text = payload.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| payload.downcast_ref::<&str>().copied());
        let text = text.unwrap_or("it does not say why").lines().next().unwrap_or_default();
        run.found(PANICS, format!("the program stopped: {text}"));
    }
    Played { decisions: run.decisions, findings: run.findings }
}

struct Run<'g> {
    game: &'g Game,
    laws: &'g Laws,
    seed: u64,
    decisions: usize,
    findings: Vec<Finding>,
}

impl Run<'_> {
    fn found(&mut self, law: &'static str, what: String) {
        let (seed, players, decision) = (self.seed, self.game.players, self.decisions);
        self.findings.push(Finding { law, seed, players, decision, what, choices: vec![] });
    }

    fn play(&mut self, recorder: &mut Recorder) {
        let game = self.game;
        game.scripts.forget_failures();
        let mut table = match Table::new(&game.def, &game.scripts, self.seed, recorder) {
            Ok(table) => table,
            Err(refused) => {
                let world = boardwright_rules::world::World::new(&game.def, self.seed);
                self.found("dead ends", game.refusal(&refused, &world));
                return;
            }
        };
        let mut bot = RandomBot::new(self.seed);
        let mut told: Vec<String> = vec![];
        loop {
            recorder.look(&game.def, &table.state().world);
            self.decisions += 1;
            self.stated(&table, &mut told);
            let Some(index) = bot.pick(&table) else { break };
            if self.decisions > DECISIONS_MAX {
                let what = format!("no end after {DECISIONS_MAX} decisions at random");
                self.found("end", what);
                return;
            }
            if table.total_work() > GAME_WORK_MAX {
                let what = format!("{} choices took too much work to go on", self.decisions);
                self.found(WORK, what);
                return;
            }
            if let Err(refused) = table.choose(index, recorder) {
                let reason = game.refusal(&refused, &table.state().world);
                self.found("dead ends", format!("an option is offered, but {reason}"));
                return;
            }
        }
        self.decisions -= 1;
        if table.gave_up() {
            let what = "look-ahead was given up: an option may lead into a dead end";
            self.found("warnings", what.into());
        }
        if let Some(told) = game.scripts.first_failure() {
            self.found("scripts", told);
        }
    }

    fn stated(&mut self, table: &Table, told: &mut Vec<String>) {
        if self.laws.is_empty() {
            return;
        }
        for broken in self.laws.broken(&table.state().world) {
            if !told.contains(&broken.law) {
                self.found("stated", broken.to_string());
                told.push(broken.law);
            }
        }
    }
}

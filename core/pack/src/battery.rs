//! The conformance battery: laws every game keeps, whatever its rules. Games are played at random
//! and every law looks at every decision.
//!
//! | law | says |
//! |---|---|
//! | clones | a copy of a state plays on like the original, and does not change with it |
//! | saves | written down and read again, a state is the same and offers the same |
//! | undo | taking back choice after choice leads through the same states to the start |
//! | replay | the choices alone lead to the same states again |
//! | views | what a seat cannot see changes neither its view nor its options |
//! | options | they are the same each time, and no two have the same text |
//! | look-ahead | what is offered is what trying every answer to its end finds, as far as it is tried |
//! | dead ends | what is offered can be done |
//! | end | the game ends |
//! | conservation | every piece is in one place, counters stay in bounds, totals hold |
//! | scripts | they do not fail, and run twice they give the same result |
//! | stated | what the packs themselves say holds always (`laws` in `tests/`) |

mod clones;
mod conservation;
mod look_ahead;
mod options;
mod replay;
mod saves;
mod scripts;
mod stated;
#[cfg(test)]
mod tests;
mod undo;
mod views;

use std::rc::Rc;

use boardwright_rules::table::Table;

use crate::bot::{Bot, RandomBot};
use crate::game::Game;
use crate::laws::Laws;
use crate::scripts::Purity;
use crate::session::Session;

/// How many decisions a game may take before it counts as endless.
pub const DECISIONS_MAX: usize = 10_000;

/// A law that does not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The law.
    pub law: &'static str,
    /// The seed of the game, which is that of its bots too.
    pub seed: u64,
    /// How many players it had.
    pub players: u8,
    /// The number of the decision, from 1; 0 for set-up.
    pub decision: usize,
    /// What is wrong.
    pub what: String,
    /// The choices that led there.
    pub choices: Vec<String>,
}

impl std::fmt::Display for Finding {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let Self { law, seed, players, decision, what, choices } = self;
        write!(f, "{law}: {what} (seed {seed}, {players} players, decision {decision})")?;
        if !choices.is_empty() {
            write!(f, "\n  after {}", choices.join(", "))?;
        }
        Ok(())
    }
}

/// A game at a decision, or at its end.
pub(crate) struct Moment<'a, 'g> {
    pub game: &'g Game,
    pub session: &'a Session<'g>,
    pub seed: u64,
}

impl<'g> Moment<'_, 'g> {
    /// The table.
    pub fn table(&self) -> &Table<'g> {
        self.session.table()
    }

    /// Another table with this state on it.
    pub fn resumed(&self, state: boardwright_rules::state::State) -> Result<Table<'g>, String> {
        let world = state.world.clone();
        Table::resume(&self.game.def, &self.game.scripts, state)
            .map_err(|refused| self.game.refusal(&refused, &world))
    }
}

/// Something that holds in every game.
pub(crate) trait Law {
    /// Its name.
    fn name(&self) -> &'static str;
    /// Looks at a decision before the option with this index is taken.
    fn decision(&mut self, now: &Moment, index: usize) -> Result<(), String>;
    /// Looks at the end of the game.
    fn end(&mut self, _: &Moment) -> Result<(), String> {
        Ok(())
    }
}

fn laws(stated: &Rc<Laws>) -> Vec<Box<dyn Law>> {
    vec![
        Box::new(clones::Clones::default()),
        Box::new(conservation::Conservation::default()),
        Box::new(look_ahead::LookAhead::default()),
        Box::new(options::Options),
        Box::new(replay::Replay),
        Box::new(saves::Saves),
        Box::new(scripts::Scripts),
        Box::new(stated::Stated(Rc::clone(stated))),
        Box::new(undo::Undo::default()),
        Box::new(views::Views),
    ]
}

/// Plays a game for each seed and looks at it with every law. A law is left out of a game in
/// which it was broken once.
pub fn conformance(game: &Game, seeds: impl IntoIterator<Item = u64>) -> Vec<Finding> {
    let stated = match Laws::of(game) {
        Ok(stated) => Rc::new(stated),
        Err(diags) => return stated::unreadable(game, &diags),
    };
    game.scripts.check_purity(Purity::Checked);
    let findings = seeds.into_iter().flat_map(|seed| one_game(game, &stated, seed)).collect();
    game.scripts.check_purity(Purity::Trusted);
    findings
}

fn one_game(game: &Game, stated: &Rc<Laws>, seed: u64) -> Vec<Finding> {
    let mut findings = vec![];
    let mut found = |law, what, session: Option<&Session>| {
        let choices: Vec<String> = session.map_or(vec![], |session| {
            session.choices().map(|choice| format!("{}: {}", choice.seat, choice.text)).collect()
        });
        let decision = session.map_or(0, |_| choices.len() + 1);
        findings.push(Finding { law, seed, players: game.players, decision, what, choices });
    };
    game.scripts.forget_failure();
    let mut session = match Session::new(game, seed) {
        Ok(session) => session,
        Err(reason) => {
            found("dead ends", reason, None);
            return findings;
        }
    };
    let mut laws = laws(stated);
    let mut bot = RandomBot::new(seed);
    for _ in 0..DECISIONS_MAX {
        let Some(index) = bot.pick(session.table()) else { break };
        laws.retain_mut(|law| {
            let looked = law.decision(&Moment { game, session: &session, seed }, index);
            looked.map_err(|what| found(law.name(), what, Some(&session))).is_ok()
        });
        let text = session.options().get(index).cloned().unwrap_or_default();
        if let Err(refusal) = session.choose_index(index) {
            let what = format!("`{text}` is offered, but {}", refusal.reason);
            found("dead ends", what, Some(&session));
            return findings;
        }
    }
    if !session.is_over() {
        let what = format!("no end after {DECISIONS_MAX} decisions of players who play at random");
        found("end", what, Some(&session));
        return findings;
    }
    for law in &mut laws {
        if let Err(what) = law.end(&Moment { game, session: &session, seed }) {
            found(law.name(), what, Some(&session));
        }
    }
    findings
}

//! The conformance battery: laws every game keeps, whatever its rules. It plays games at random and
//! checks every law at every decision.
//!
//! | law | says |
//! |---|---|
//! | clones | a copy of a state plays on like the original, and does not change with it |
//! | saves | a state that is saved and loaded is the same and offers the same |
//! | undo | undoing choice after choice leads through the same states to the start |
//! | replay | the choices alone lead to the same states again |
//! | views | what a seat cannot see changes neither its view nor its options |
//! | options | they are the same each time, and no two have the same text |
//! | look-ahead | the options are those an exhaustive search finds, as far as it gets |
//! | dead ends | every option can be taken |
//! | end | the game ends |
//! | conservation | every piece is in one place, counters stay in bounds, totals hold |
//! | scripts | they do not fail, and give the same result when run twice |
//! | stated | the laws that the packs state (`laws` in `tests/`) |

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
#[cfg(test)]
mod tests_laws;
mod undo;
mod views;

use std::rc::Rc;

use boardwright_rules::def::Def;
use boardwright_rules::table::Table;

use boardwright_bots::{Bot, RandomBot};
use boardwright_play::game::Game;
use boardwright_play::laws::Laws;
use boardwright_play::session::Session;
use boardwright_scripts::Purity;

/// How many decisions a game may take before it counts as endless.
pub const DECISIONS_MAX: usize = 10_000;

/// The maximum work for the choices of one game, in units of fuel; the laws take about ten times as
/// much on top.
const WORK_MAX: u64 = 20_000_000;

/// The maximum work for one decision. Honest packs need a small part of it.
const DECISION_WORK_MAX: u64 = 1_000_000;

/// The maximum work for the choices of a game that is played without the laws.
pub const GAME_WORK_MAX: u64 = 50_000_000;

/// The maximum number of bytes for the states of one game: all of them are kept for undo.
const PAST_BYTES_MAX: usize = 128 * 1024 * 1024;

/// The law that is broken when a game takes too much work.
pub const WORK: &str = "work";

/// A law that does not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The law.
    pub law: &'static str,
    /// The seed of the game and of its bots.
    pub seed: u64,
    /// The number of players.
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

    /// Another table with this state.
    pub fn resumed(&self, state: boardwright_rules::state::State) -> Result<Table<'g>, String> {
        let world = state.world.clone();
        Table::resume(&self.game.def, &self.game.scripts, state)
            .map_err(|refused| self.game.refusal(&refused, &world))
    }
}

/// A law that holds in every game.
pub(crate) trait Law {
    /// Its name.
    fn name(&self) -> &'static str;
    /// Checks a decision before the option with this index is taken.
    fn decision(&mut self, now: &Moment, index: usize) -> Result<(), String>;
    /// Checks the end of the game.
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

/// Plays a game for each seed and checks every law. Once a law is broken, it is skipped for the
/// rest of that game.
pub fn conformance(game: &Game, seeds: impl IntoIterator<Item = u64>) -> Vec<Finding> {
    let stated = match Laws::of(game) {
        Ok(stated) => Rc::new(stated),
        Err(diags) => return stated::unreadable(game, &diags),
    };
    game.scripts.check_purity(Purity::Checked);
    let mut findings = vec![];
    for seed in seeds {
        findings.extend(one_game(game, &stated, seed));
        // The next game would take just as long.
        if findings.iter().any(|finding: &Finding| finding.law == WORK) {
            break;
        }
    }
    game.scripts.check_purity(Purity::Trusted);
    findings
}

/// How many decisions a game may take so that all its states can be kept.
fn decisions_max(def: &Def) -> usize {
    let state = 4 * def.cells as usize + 12 * def.pieces.len() + 6 * def.places.len();
    (PAST_BYTES_MAX / state.max(1)).min(DECISIONS_MAX)
}

/// Reports a game that takes too much work.
fn too_much_work(session: &Session) -> Option<String> {
    let table = session.table();
    let (work, total) = (table.work(), table.total_work());
    if work.choice.max(work.list) > DECISION_WORK_MAX {
        let took = work.choice.max(work.list);
        let mut what = format!("this decision takes {took} steps of work");
        // Only options that take too long have a reason with a place and a loop.
        let reasons = session.not_offered().into_iter().filter(|it| it.reason.contains("too long"));
        for it in reasons.take(1) {
            what.push_str(&format!("; `{}` is not offered: {}", it.option, it.reason));
        }
        return Some(what);
    }
    let n = session.choices().count();
    let what = || format!("{n} choices took {total} steps of work: too much to look at the rest");
    (total > WORK_MAX).then(what)
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
    game.scripts.forget_failures();
    let mut session = match Session::new(game, seed) {
        Ok(session) => session,
        Err(reason) => {
            found("dead ends", reason, None);
            return findings;
        }
    };
    let mut laws = laws(stated);
    let mut bot = RandomBot::new(seed);
    let decisions_max = decisions_max(&game.def);
    for _ in 0..decisions_max {
        if let Some(what) = too_much_work(&session) {
            found(WORK, what, Some(&session));
            return findings;
        }
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
        let what = format!("no end after {decisions_max} decisions of players who play at random");
        found("end", what, Some(&session));
        return findings;
    }
    session.standings();
    if session.table().state().world.is_spent() {
        found(WORK, "`ranking` takes too long to work out".into(), Some(&session));
    }
    for law in &mut laws {
        if let Err(what) = law.end(&Moment { game, session: &session, seed }) {
            found(law.name(), what, Some(&session));
        }
    }
    findings
}

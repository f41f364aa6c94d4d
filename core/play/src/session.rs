//! A game being played by people and bots: choices by their canonical text, a log in words, undo,
//! the score.

mod back;
mod now;
mod rows;
pub(crate) mod sheet;
pub(crate) mod tell;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_expect;
#[cfg(test)]
mod tests_printed;
#[cfg(test)]
mod tests_read;
pub mod why;

use boardwright_rules::event::{Event, Origin};
use boardwright_rules::id::SeatId;
use boardwright_rules::machine::Request;
use boardwright_rules::rank::{Standing, standings};
use boardwright_rules::state::State;
use boardwright_rules::table::{Refused, Table};
use boardwright_rules::view::{Barrier, barrier};
use boardwright_text::{InWords, NotOffered, Speaks};

use crate::game::{self, Game};
use crate::save::{Choice, Numbers, Save, TakenBack, numbers};
use boardwright_syntax::diag::{Diagnostic, similar};

pub use now::{Column, ScoreNow};
pub use rows::rows;
pub use tell::{Line, setup_in_short};

/// A game being played.
pub struct Session<'g> {
    /// The game.
    pub game: &'g Game,
    table: Table<'g>,
    seed: u64,
    /// The public numbers after set-up, if known.
    start: Option<Numbers>,
    /// Choices made before the game was saved and resumed: they cannot be taken back.
    earlier: Vec<Choice>,
    past: Vec<Past>,
    log: Vec<Line>,
    /// Unfair take-backs.
    taken_back: Vec<TakenBack>,
}

/// A choice that was made, with what is needed to undo it.
struct Past {
    before: State,
    lines_before: usize,
    barrier: Option<Barrier>,
    choice: Choice,
}

/// The reason a choice was not taken.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{reason}")]
pub struct Refusal {
    /// Why not.
    pub reason: String,
    /// An option with a similar text.
    pub similar: Option<String>,
    /// If the choice led into a dead end and was undone: how many choices before it were undone as
    /// well, because they left nothing to choose. It is not offered again.
    pub taken_back: Option<usize>,
    /// The report of the script that failed, if that is the reason.
    pub fault: Option<Box<Diagnostic>>,
}

impl Refusal {
    fn new(reason: impl Into<String>) -> Self {
        Self { reason: reason.into(), similar: None, taken_back: None, fault: None }
    }
}

impl<'g> Session<'g> {
    /// Sets up a new game. The error names the rule that leads into a dead end.
    pub fn new(game: &'g Game, seed: u64) -> Result<Self, String> {
        let mut events: Vec<(Origin, Event)> = vec![];
        game.scripts.forget_failures();
        let mut world = boardwright_rules::world::World::new(&game.def, seed);
        let table = Table::new(&game.def, &game.scripts, seed, &mut events)
            .map_err(|refused| game.refusal(&refused, &world))?;
        let log = tell::lines(&game.def, &mut world, &events);
        let start = Some(numbers::all(&game.def, &table.state().world));
        let (earlier, past, taken_back) = (vec![], vec![], vec![]);
        Ok(Self { game, table, seed, start, earlier, past, log, taken_back })
    }

    /// Continues from a saved state. The choices that led there cannot be taken back.
    pub(crate) fn at(game: &'g Game, save: &Save) -> Result<Self, String> {
        let table = Table::resume(&game.def, &game.scripts, save.state.clone())
            .map_err(|refused| game.refusal(&refused, &save.state.world))?;
        let (seed, earlier, start) = (save.seed, save.choices.clone(), save.start.clone());
        let (past, log, taken_back) = (vec![], vec![], vec![]);
        let mut session = Self { game, table, seed, start, earlier, past, log, taken_back };
        session.mark_again(&save.taken_back, usize::MAX);
        Ok(session)
    }

    /// The public numbers after set-up, if known.
    pub(crate) fn start(&self) -> Option<&Numbers> {
        self.start.as_ref()
    }

    /// The table.
    pub fn table(&self) -> &Table<'g> {
        &self.table
    }

    /// The seed it was set up with.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Who decides; `None` when the game is over.
    pub fn seat(&self) -> Option<SeatId> {
        self.table.asked().map(|(seat, _)| seat)
    }

    /// The canonical text of a seat: `p1`.
    pub fn seat_id(&self, seat: SeatId) -> &str {
        self.game.def.seat_names.get(seat.index()).map_or("nobody", |named| &named.id)
    }

    /// The question, in words.
    pub fn question(&self) -> String {
        self.table.question()
    }

    /// The canonical texts of all options.
    pub fn options(&self) -> Vec<String> {
        self.table.texts()
    }

    /// Takes an option by its canonical text, or by what people call it. Returns what happened, in
    /// words.
    pub fn choose(&mut self, text: &str) -> Result<Vec<String>, Refusal> {
        self.name(text).map_err(Refusal::new)?;
        let texts = self.table.texts();
        match self.table.meant(text.trim()) {
            Some(index) => self.take(index, &texts),
            None => {
                let reason = self.why(text).unwrap_or_else(|| match self.table.asked() {
                    None => "the game is over".into(),
                    Some(_) => format!("`{text}` is not among what can be chosen"),
                });
                let near = similar(text, texts.iter().map(String::as_str)).map(str::to_owned);
                Err(Refusal { similar: near, ..Refusal::new(reason) })
            }
        }
    }

    /// Makes a number an option, if a number from a range is asked for. The error says why it
    /// cannot be one.
    pub fn name(&mut self, text: &str) -> Result<(), String> {
        self.table.name(text.trim())
    }

    /// Takes the n-th option, from 0. Returns what happened, in words.
    pub fn choose_index(&mut self, index: usize) -> Result<Vec<String>, Refusal> {
        let texts = self.table.texts();
        self.take(index, &texts)
    }

    fn take(&mut self, index: usize, texts: &[String]) -> Result<Vec<String>, Refusal> {
        let before = self.table.state().clone();
        let Some((seat, request)) = self.table.asked() else {
            return Err(Refusal::new("the game is over"));
        };
        let Some(text) = texts.get(index) else {
            return Err(Refusal::new(Refused::NoSuchOption.to_string()));
        };
        let forced = texts.len() == 1 && self.table.range().is_none();
        let name = self.table.describe(index).map(|named| named.name).unwrap_or_default();
        let called = if name == *text { String::new() } else { name.clone() };
        let name = if name.is_empty() { text.clone() } else { name };
        // A yes or a number alone says nothing.
        let name = match request {
            Request::YesNo(_) | Request::Amount(_) => {
                let question = self.table.question();
                let asked = question.strip_prefix(&format!("{}: ", self.seat_id(seat)));
                format!("{} {name}", asked.unwrap_or(&question))
            }
            _ => name,
        };
        let mut events: Vec<(Origin, Event)> = vec![];
        self.game.scripts.forget_failures();
        if let Err(refused) = self.table.try_choose(index, &mut events) {
            let reason = self.game.refusal(&refused, &before.world);
            let fault = self.game.script_report(&refused).map(Box::new);
            let taken_back = match refused {
                Refused::Struck { back, .. } => Some(back),
                _ => self.go_back(&before),
            };
            let kept = self.past.len() - taken_back.unwrap_or(0);
            if let Some(first) = self.past.get(kept) {
                self.cut(first.lines_before);
            }
            self.past.truncate(kept);
            let left = self.earlier.len() + kept;
            self.taken_back.iter_mut().for_each(|mark| mark.at = mark.at.min(left));
            return Err(Refusal { taken_back, fault, ..Refusal::new(reason) });
        }
        let lines_before = self.log.len();
        let told = format!("{}: {name}", self.seat_id(seat));
        self.log.push(match request {
            Request::Secret(_) => {
                let unseen = self.game.def.language().say("{0}: (unseen)", &[&self.seat_id(seat)]);
                Line::secret(told, seat, unseen)
            }
            _ => Line::choice(told),
        });
        let seat = self.seat_id(seat).to_owned();
        let mut world = before.world.clone();
        let told = tell::lines(&self.game.def, &mut world, &events);
        let shown = told.iter().map(|line| line.text.clone()).collect();
        self.log.extend(told);
        let state = self.table.state();
        let numbers = numbers::changed(&self.game.def, &before.world, &state.world);
        let hash = format!("{:016x}", state.hash());
        self.past.push(Past {
            before,
            lines_before,
            barrier: events.iter().find_map(|(_, event)| barrier(&self.game.def, event)),
            choice: Choice { seat, text: text.clone(), called, forced, numbers, hash },
        });
        Ok(shown)
    }

    /// Moves the table back to where something is left to choose, after a dead end it could not get
    /// out of by itself. Returns how many choices before the last one that undoes.
    fn go_back(&mut self, before: &State) -> Option<usize> {
        let earlier = self.past.iter().rev().map(|past| &past.before);
        std::iter::once(before).chain(earlier).position(|state| self.table.put(state).is_ok())
    }

    /// Why an option is not offered, if it could be one in principle.
    pub fn why(&self, text: &str) -> Option<String> {
        let text = text.trim();
        let is_it = |it: &NotOffered| it.option == text || it.name == text;
        let found = self.not_offered().into_iter().find(is_it);
        found.map(|it| it.reason)
    }

    /// The options not offered now, with reasons.
    pub fn not_offered(&self) -> Vec<NotOffered> {
        game::not_offered(&self.table, &self.game.scripts)
    }

    /// The log so far, in words.
    pub fn log(&self) -> &[Line] {
        &self.log
    }

    /// The log so far, as far as a seat may know it.
    pub fn log_for(&self, seat: SeatId) -> Vec<&str> {
        self.log.iter().filter_map(|line| line.for_seat(seat)).collect()
    }

    /// The choices so far.
    pub fn choices(&self) -> impl Iterator<Item = &Choice> {
        self.earlier.iter().chain(self.past.iter().map(|past| &past.choice))
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.table.state().world.is_over()
    }

    /// All seats by rank, as things stand.
    pub fn standings(&self) -> Vec<Standing> {
        standings(&self.game.def, &self.table.state().world)
    }

    /// The score sheet as a table of text.
    pub fn score_sheet(&self) -> String {
        sheet::sheet(&self.game.def, &self.table.state().world)
    }

    /// Everything needed to continue later.
    pub fn save(&self) -> Save {
        Save {
            format: crate::save::FORMAT,
            lock: self.game.loaded.lock.clone(),
            players: self.game.players,
            options: self.game.options.clone(),
            seed: self.seed,
            start: self.start.clone(),
            choices: self.choices().cloned().collect(),
            taken_back: self.taken_back.clone(),
            state: self.table.state().clone(),
        }
    }
}

//! Exhaustive look-ahead: every answer is tried on a copy of the state until the game is over,
//! choices become final, or the future is unknown.
//!
//! It is far too slow for play. It exists as a reference: it uses no analysis of the rules, no
//! scouts, no plans, no undo, and does not merge identical pieces.

use super::{Flow, Machine, Stop, Why};
use crate::def::ask::Class;
use crate::def::code::{Op, Pc};
use crate::event::Sink;
use crate::fuel::CHOICE_FUEL;
use crate::machine::TRIAL_DEPTH_MAX;

/// The result of trying everything.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thorough {
    /// The answers that can be completed.
    pub options: Vec<i32>,
    /// The number of answers to the question.
    pub answers: usize,
    /// How many answers were tried, including those to later questions.
    pub tried: u32,
}

impl<S: Sink> Machine<'_, S> {
    /// The answers to the current question that can be completed. `None` if more than `trials`
    /// would have to be tried.
    pub fn options_thoroughly(&mut self, trials: u32) -> Option<Thorough> {
        let mut options = vec![];
        self.raw_options(&mut options);
        self.pool.thorough_left = Some(trials);
        let everything = self.raw_options_of_a_look();
        let works: Vec<i32> =
            everything.iter().copied().filter(|option| self.answer_finishes(*option)).collect();
        let left = self.pool.thorough_left.take().filter(|left| *left > 0)?;
        let answers = options.len();
        options.retain(|option| works.contains(option));
        // Only one of several identical pieces is offered. If that one cannot be taken and another
        // can, they are not identical.
        let stands_for =
            |option: &i32| options.contains(option) || self.has_twin(*option, &options);
        let alone: Vec<i32> = works.into_iter().filter(|option| !stands_for(option)).collect();
        options.extend(alone);
        Some(Thorough { options, answers, tried: trials - left })
    }

    /// All possible answers, as exhaustive look-ahead sees them.
    fn raw_options_of_a_look(&mut self) -> Vec<i32> {
        let before = std::mem::replace(&mut self.looking, true);
        let mut options = vec![];
        self.raw_options(&mut options);
        self.looking = before;
        options
    }

    fn has_twin(&self, option: i32, among: &[i32]) -> bool {
        let pick = match &self.def.code[self.pc() as usize] {
            Op::Pick(pick) => *pick,
            Op::Secret(secret) => self.def.secrets[secret.index()].pick,
            _ => return false,
        };
        let is_piece = self.def.picks[pick.index()].class == Class::Piece;
        is_piece && option >= 0 && among.iter().any(|it| *it >= 0 && self.alike(*it, option))
    }

    /// Whether this is an exhaustive look-ahead.
    pub(super) fn is_thorough(&self) -> bool {
        self.looking && self.pool.thorough_left.is_some()
    }

    fn answer_finishes(&mut self, option: i32) -> bool {
        self.finishes(|machine| machine.answer(option))
    }

    /// Runs the block of a `try` if it, and what comes after it, can be completed.
    pub(super) fn attempt_thoroughly(&mut self, pc: Pc, end: Pc) -> Flow {
        if self.finishes(|machine| machine.go(pc + 1)) {
            return Flow::Stop(Stop::Safe);
        }
        self.go(end);
        Flow::Stay
    }

    /// Whether everything that follows can be completed in some way. The state does not change.
    pub(super) fn finishes(&mut self, begin: impl FnOnce(&mut Machine<'_, S::Ahead>)) -> bool {
        let left = self.pool.thorough_left.unwrap_or(0);
        if left == 0 || self.pool.depth >= TRIAL_DEPTH_MAX {
            self.pool.thorough_left = Some(0);
            return true;
        }
        self.pool.thorough_left = Some(left - 1);
        self.pool.depth += 1;
        let asked = self.pool.script_asked.take();
        let mut state = self.state.clone();
        // Each answer gets as much fuel as if it were chosen.
        state.world.refuel(CHOICE_FUEL);
        let noted = self.pool.journal.len();
        let mut machine = Machine {
            def: self.def,
            scripts: self.scripts,
            state: &mut state,
            sink: &mut self.sink.ahead(),
            pool: self.pool,
            looking: true,
            at: self.at,
        };
        begin(&mut machine);
        let can = machine.finishes_from_here();
        self.pool.journal.truncate(noted);
        self.pool.script_asked.set(asked);
        self.pool.depth -= 1;
        can
    }
}

impl<S: Sink<Ahead = S>> Machine<'_, S> {
    fn finishes_from_here(&mut self) -> bool {
        match self.run() {
            Stop::Safe | Stop::Over => true,
            // Too much to decide.
            Stop::Stuck(Why::TooLong { .. }) => {
                self.pool.thorough_left = Some(0);
                true
            }
            // A fault withholds nothing.
            Stop::Stuck(why) => why.is_fault(),
            Stop::Ask => {
                let (seat, _) = self.request();
                if seat < 0 || seat >= i32::from(self.def.players) {
                    return false;
                }
                let mut options = vec![];
                self.raw_options(&mut options);
                if options.into_iter().any(|option| self.answer_finishes(option)) {
                    return true;
                }
                // Not all numbers of a range were tried.
                let is_range = self.range().is_some();
                if is_range {
                    self.pool.thorough_left = Some(0);
                }
                is_range
            }
        }
    }
}

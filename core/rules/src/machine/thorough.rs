//! Look-ahead without shortcuts: every answer is tried on a copy of the state until the game is
//! over, choices become final, or nobody could know what comes next.
//!
//! It is far too slow to play with. It is there to be compared with: no analysis of the rules, no
//! scout, no plan, nothing taken back, no piece taken for another that looks the same.

use super::{Flow, Machine, Stop, Why};
use crate::def::ask::Class;
use crate::def::code::{Op, Pc};
use crate::event::Sink;
use crate::fuel::CHOICE_FUEL;
use crate::machine::TRIAL_DEPTH_MAX;

/// What trying everything finds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thorough {
    /// The answers that can be completed.
    pub options: Vec<i32>,
    /// How many answers there are to the question.
    pub answers: usize,
    /// How many answers were tried to find out, with those to the questions that follow.
    pub tried: u32,
}

impl<S: Sink> Machine<'_, S> {
    /// The answers to the question at hand that can be completed. `None` if more than so many
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
        // Of pieces that look the same one is offered. If it cannot be taken and another one can,
        // they are not the same.
        let stands_for =
            |option: &i32| options.contains(option) || self.has_twin(*option, &options);
        let alone: Vec<i32> = works.into_iter().filter(|option| !stands_for(option)).collect();
        options.extend(alone);
        Some(Thorough { options, answers, tried: trials - left })
    }

    /// Everything that could be answered, as a look-ahead without shortcuts sees it.
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

    /// Whether this is such a look-ahead.
    pub(super) fn is_thorough(&self) -> bool {
        self.looking && self.pool.thorough_left.is_some()
    }

    fn answer_finishes(&mut self, option: i32) -> bool {
        self.finishes(|machine| machine.answer(option))
    }

    /// `try` does its block if that, and what comes after it, can be completed.
    pub(super) fn attempt_thoroughly(&mut self, pc: Pc, end: Pc) -> Flow {
        if self.finishes(|machine| machine.go(pc + 1)) {
            return Flow::Stop(Stop::Safe);
        }
        self.go(end);
        Flow::Stay
    }

    /// Whether everything that follows can be completed, one way or another. The state stays as it
    /// is.
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
        // Each answer has as much fuel as if it were chosen.
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
            // Too much to find out.
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

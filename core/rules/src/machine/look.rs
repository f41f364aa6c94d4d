//! Look-ahead: an option is offered only if what follows can be completed.
//!
//! A trial runs on a copy until nothing can fail any more; where it meets a decision it tries the
//! answers one after the other. Copies and lists come from a pool, so a trial allocates nothing
//! once the pool is warm.

use super::{Flow, Machine, Stop};
use crate::def::code::{Op, Pc};
use crate::event::{Deaf, Sink};
use crate::id::{CounterId, NoteId, PlaceId, ProcId};
use crate::state::State;

/// How many decisions one look-ahead may try.
pub const TRIALS_MAX: u32 = 20_000;
/// How many decisions deep a look-ahead goes.
pub const TRIAL_DEPTH_MAX: u32 = 100;

/// Why something cannot be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// Too little to pay with.
    Short {
        /// Where.
        pc: Pc,
        /// Of what.
        counter: CounterId,
        /// How much is needed.
        needs: i32,
        /// How much there is, with everything that pays as it.
        has: i32,
        /// Whether something else pays in its place.
        others: bool,
    },
    /// Nothing to pick from.
    Nothing {
        /// Where.
        pc: Pc,
    },
    /// A condition does not hold.
    Required {
        /// Where.
        pc: Pc,
        /// Its reason.
        note: NoteId,
    },
    /// A container is full.
    Full {
        /// Where.
        pc: Pc,
        /// Which.
        place: PlaceId,
    },
    /// A container has one like it already.
    Twice {
        /// Where.
        pc: Pc,
        /// Which.
        place: PlaceId,
    },
    /// There is no such piece.
    NoPiece {
        /// Where.
        pc: Pc,
    },
    /// There is no such container.
    Nowhere {
        /// Where.
        pc: Pc,
    },
    /// Procedures call each other without end, or lists grow too long.
    TooDeep {
        /// Where.
        pc: Pc,
    },
    /// A loop never ends.
    Endless {
        /// Where.
        pc: Pc,
    },
    /// A seat without decisions would have to decide.
    NobodyDecides {
        /// Where.
        pc: Pc,
    },
    /// A script failed, or asked too much.
    ScriptFailed {
        /// Where.
        pc: Pc,
    },
}

impl Why {
    /// Where it happened.
    pub fn pc(self) -> Pc {
        match self {
            Self::Short { pc, .. }
            | Self::Nothing { pc }
            | Self::Required { pc, .. }
            | Self::Full { pc, .. }
            | Self::Twice { pc, .. }
            | Self::NoPiece { pc }
            | Self::Nowhere { pc }
            | Self::TooDeep { pc }
            | Self::Endless { pc }
            | Self::NobodyDecides { pc }
            | Self::ScriptFailed { pc } => pc,
        }
    }
}

/// Copies and lists to use again.
#[derive(Default)]
pub struct Pool {
    states: Vec<State>,
    options: Vec<Vec<i32>>,
    trials: u32,
    depth: u32,
    /// How many options a script that has just asked offers: it need not be run again for that.
    pub(crate) script_options: Option<usize>,
    /// Whether a look-ahead was ever given up: then an option may lead into a dead end.
    pub gave_up: bool,
}

impl Pool {
    pub(crate) fn options(&mut self) -> Vec<i32> {
        self.options.pop().unwrap_or_default()
    }

    pub(crate) fn give_back(&mut self, options: Vec<i32>) {
        self.options.push(options);
    }

    fn copy(&mut self, state: &State) -> State {
        match self.states.pop() {
            Some(mut copy) => {
                copy.clone_from(state);
                copy
            }
            None => state.clone(),
        }
    }
}

impl<S: Sink> Machine<'_, S> {
    /// The answers to the question at hand that can be completed.
    pub fn options(&mut self, options: &mut Vec<i32>) {
        self.raw_options(options);
        self.pool.trials = 0;
        let pc = self.pc();
        match &self.def.code[pc as usize] {
            // A menu's branches start in different places: each is looked at for itself.
            Op::Choose(menu) => {
                let menu = self.def.menu(*menu);
                let rest_is_safe = self.rest_is_safe();
                options.retain(|option| {
                    let start = menu.branches.get(*option as usize).map(|branch| branch.body);
                    let sure = rest_is_safe && start.is_some_and(|pc| !self.def.safety.fails(pc));
                    sure || self.feasible(*option).is_ok()
                });
            }
            Op::May { end, .. } => {
                if self.needs_look(pc + 1) || self.needs_look(*end) {
                    options.retain(|option| self.feasible(*option).is_ok());
                }
            }
            Op::Pick(pick) if self.def.picks[pick.index()].several.is_some() => {
                if self.needs_look(pc) || self.needs_look(pc + 1) {
                    options.retain(|option| self.feasible(*option).is_ok());
                }
            }
            _ => {
                if self.needs_look(pc + 1) {
                    options.retain(|option| self.feasible(*option).is_ok());
                }
            }
        }
    }

    /// Whether something may fail if the running procedure goes on at `pc`.
    pub fn needs_look(&self, pc: Pc) -> bool {
        self.def.safety.fails(pc) || (self.def.safety.returns(pc) && !self.rest_is_safe())
    }

    /// Whether nothing can fail in the procedures that wait for the running one.
    pub fn rest_is_safe(&self) -> bool {
        let safety = &self.def.safety;
        let frames = &self.state.control.frames;
        let Some((top, below)) = frames.split_last() else { return true };
        if !safety.returns(top.pc) {
            return true;
        }
        for frame in below.iter().rev() {
            if safety.fails(frame.pc) {
                return false;
            }
            if !safety.returns(frame.pc) {
                return true;
            }
        }
        true
    }

    /// Whether an answer can be completed, and if not, why.
    pub fn feasible(&mut self, option: i32) -> Result<(), Why> {
        self.trial(|machine| machine.answer(option))
    }

    /// Whether a procedure could be run now.
    pub fn can_call(&mut self, proc: ProcId, seat: i32, piece: i32, args: &[i32]) -> bool {
        let def = self.def;
        self.trial(|machine| machine.state.control.enter(def, proc, seat, piece, args)).is_ok()
    }

    /// Goes on with a block if it can be completed, else after it.
    #[inline(never)]
    pub fn attempt(&mut self, pc: Pc, end: Pc) -> Flow {
        if !self.needs_look(pc + 1) {
            return Flow::Next;
        }
        let can = self.trial(|machine| machine.go(pc + 1)).is_ok();
        if can && self.looking {
            return Flow::Stop(Stop::Safe);
        }
        self.go(if can { pc + 1 } else { end });
        Flow::Stay
    }

    /// Runs on a copy and sees whether it can be completed.
    fn trial(&mut self, begin: impl FnOnce(&mut Machine<'_, Deaf>)) -> Result<(), Why> {
        self.pool.trials += 1;
        // Better to offer what may not work out than to withhold what would.
        if self.pool.trials > TRIALS_MAX || self.pool.depth >= TRIAL_DEPTH_MAX {
            self.pool.gave_up = true;
            return Ok(());
        }
        self.pool.depth += 1;
        let mut copy = self.pool.copy(self.state);
        let mut machine = Machine {
            def: self.def,
            scripts: self.scripts,
            state: &mut copy,
            sink: &mut Deaf,
            pool: self.pool,
            looking: true,
            at: self.at,
        };
        begin(&mut machine);
        let result = machine.complete();
        self.pool.depth -= 1;
        self.pool.states.push(copy);
        result
    }
}

/// How much is lacking: the nearest miss is the reason people want to hear.
fn lacking(outcome: &Result<(), Why>) -> i32 {
    match outcome {
        Err(Why::Short { needs, has, .. }) => needs - has,
        _ => i32::MAX,
    }
}

impl Machine<'_, Deaf> {
    fn complete(&mut self) -> Result<(), Why> {
        match self.run() {
            Stop::Safe | Stop::Over => Ok(()),
            Stop::Stuck(why) => Err(why),
            Stop::Ask => {
                let mut options = self.pool.options();
                self.raw_options(&mut options);
                let mut result = Err(Why::Nothing { pc: self.pc() });
                for (tried, option) in options.iter().enumerate() {
                    let outcome = self.feasible(*option);
                    if outcome.is_ok() || tried == 0 || lacking(&outcome) < lacking(&result) {
                        result = outcome;
                    }
                    // A script that fails is a mistake of its author: no use in trying it on.
                    if matches!(outcome, Ok(()) | Err(Why::ScriptFailed { .. })) {
                        break;
                    }
                }
                self.pool.give_back(options);
                result
            }
        }
    }
}

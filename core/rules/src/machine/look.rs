//! Look-ahead: an option is offered only if what follows can be completed.
//!
//! A trial runs until nothing can fail any more, and is then taken back; where it meets a decision
//! it tries the answers one after the other, but none that could make no difference. What it needs
//! comes from a pool, so a trial allocates nothing once the pool is warm.

use super::plans::Plans;
use super::scout::{Inquiry, Scout, Verdict};
use super::trace::{ALL, Trace};
use super::{Flow, Machine, Stop};
use crate::def::code::{Op, Pc};
use crate::event::{Deaf, Sink};
use crate::id::{CounterId, NoteId, PlaceId, ProcId};
use crate::state::Control;
use crate::world::Undo;

/// How many decisions one look-ahead may try.
pub const TRIALS_MAX: u32 = 20_000;
/// How many decisions a look-ahead without shortcuts may try.
const THOROUGH_TRIALS_MAX: u32 = 2_000_000;
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

/// What look-ahead uses again and again, and what it has found out.
#[derive(Default)]
pub struct Pool {
    controls: Vec<Control>,
    options: Vec<Vec<i32>>,
    pub(super) journal: Vec<Undo>,
    pub(super) trace: Trace,
    pub(super) plans: Plans,
    pub(super) scout: Scout,
    /// The answers the last failure depends on.
    blamed: u64,
    trials: u32,
    depth: u32,
    /// Whether it matters why something fails.
    pub(super) reasons: bool,
    /// Whether every answer is tried, whatever is known about it.
    thorough: bool,
    /// Whether the trial going on was cut short: it has found out nothing.
    cut: bool,
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

    /// An answer is about to be given for good.
    pub(crate) fn decide(&mut self, option: i32) {
        self.plans.follow(option);
    }

    /// Forgets what it found out about a state that is no longer there.
    pub(crate) fn forget(&mut self) {
        self.plans.forget();
    }

    /// Forgets what it found out about rules that are no longer played.
    pub(crate) fn forget_rules(&mut self) {
        self.trace.forget();
    }
}

impl<S: Sink> Machine<'_, S> {
    /// The answers to the question at hand that can be completed.
    pub fn options(&mut self, options: &mut Vec<i32>) {
        self.raw_options(options);
        self.pool.trials = 0;
        let planned = self.pool.plans.at(self.def, self.pc());
        if planned.is_some_and(|step| step.any) {
            return;
        }
        let (pc, rest_is_safe) = (self.pc(), self.rest_is_safe());
        if self.no_answer_fails(pc, rest_is_safe) {
            return;
        }
        let on_way = planned.is_some();
        let planned = planned.map(|step| step.answer);
        let some_known = self.pool.plans.knows_some();
        let mut inquiry = None;
        // What the first shows about all others.
        let mut all = None;
        let mut kept = 0;
        for at in 0..options.len() {
            let option = options[at];
            let sure = planned == Some(option) || (some_known && self.pool.plans.knows(option));
            let can = if sure {
                true
            } else if on_way && self.pool.plans.rules_out(option) {
                false
            } else if !self.answer_needs_look(pc, option, rest_is_safe) {
                true
            } else if let Some(all) = all {
                all
            } else {
                let (can, matters) = self.find_out(option, &mut inquiry);
                if !matters {
                    all = Some(can);
                }
                can
            };
            options[kept] = option;
            kept += usize::from(can);
        }
        options.truncate(kept);
        self.close_chart(inquiry);
    }

    /// Whether nothing can fail after any answer.
    fn no_answer_fails(&self, pc: Pc, rest_is_safe: bool) -> bool {
        let one_way = !matches!(self.def.code[pc as usize], Op::Choose(_) | Op::May { .. });
        one_way && !self.answer_needs_look(pc, 0, rest_is_safe)
    }

    /// Whether an answer can be completed, and whether another one could make a difference. Opens
    /// the inquiry if it is not open yet.
    fn find_out(&mut self, option: i32, inquiry: &mut Option<Inquiry>) -> (bool, bool) {
        if inquiry.is_none() {
            *inquiry = self.inquire();
        }
        if let Some(open) = inquiry {
            match self.scout(open, option) {
                (Verdict::Passes, matters) => {
                    self.pool.plans.keep(option, !matters, self.pool.scout.plan_on(open));
                    return (true, matters);
                }
                (Verdict::Blocked(_), matters) => return (false, matters),
                (Verdict::Unsure, _) => {}
            }
        }
        self.close_chart(inquiry.take());
        let (can, matters) = self.try_answer(option, self.lie_together());
        (can.is_ok(), matters)
    }

    /// The same without any shortcut: every answer is tried. `None` if there are too many.
    pub fn options_thoroughly(&mut self) -> Option<Vec<i32>> {
        let mut options = vec![];
        self.raw_options(&mut options);
        self.pool.trials = 0;
        self.pool.thorough = true;
        options.retain(|option| self.can_answer(*option));
        self.pool.thorough = false;
        (!self.pool.gave_up).then_some(options)
    }

    /// Whether something may fail after an answer.
    fn answer_needs_look(&self, pc: Pc, option: i32, rest_is_safe: bool) -> bool {
        let needs = |pc: Pc| {
            let safety = &self.def.safety;
            safety.fails(pc) || (safety.returns(pc) && !rest_is_safe)
        };
        match &self.def.code[pc as usize] {
            // A menu's branches start in different places: each is looked at for itself.
            Op::Choose(menu) => {
                let branch = self.def.menu(*menu).branches.get(option as usize);
                branch.is_none_or(|branch| !rest_is_safe || self.def.safety.fails(branch.body))
            }
            Op::May { end, .. } => needs(if option == 0 { *end } else { pc + 1 }),
            Op::Pick(pick) if self.def.picks[pick.index()].several.is_some() => {
                needs(pc) || needs(pc + 1)
            }
            _ => needs(pc + 1),
        }
    }

    /// Whether all answers are pieces of one container: then taking another one leaves as much
    /// behind.
    fn lie_together(&self) -> bool {
        match &self.def.code[self.pc() as usize] {
            Op::Pick(pick) => self.def.lies_together(self.def.picks[pick.index()].set),
            _ => false,
        }
    }

    /// Whether something may fail if the running procedure goes on at `pc`.
    pub fn needs_look(&self, pc: Pc) -> bool {
        self.def.safety.fails(pc) || (self.def.safety.returns(pc) && !self.rest_is_safe())
    }

    /// Whether nothing can fail in the procedures that wait for the running one.
    pub fn rest_is_safe(&self) -> bool {
        self.def.safety.rest_is_safe(&self.state.control.frames)
    }

    /// Whether an answer can be completed, and if not, why.
    pub fn feasible(&mut self, option: i32) -> Result<(), Why> {
        let before = std::mem::replace(&mut self.pool.reasons, true);
        let (can, _) = self.try_answer(option, false);
        self.pool.reasons = before;
        can
    }

    /// Whether an answer can be completed.
    pub fn can_answer(&mut self, option: i32) -> bool {
        self.try_answer(option, false).0.is_ok()
    }

    /// Whether there is a yes to the question at hand. A way that was found is kept.
    pub fn can_say_yes(&mut self) -> bool {
        let mut inquiry = None;
        let (can, _) = self.find_out(1, &mut inquiry);
        self.close_chart(inquiry);
        can
    }

    /// The same, and whether another answer could have made a difference. A way that was found is
    /// kept.
    fn try_answer(&mut self, option: i32, together: bool) -> (Result<(), Why>, bool) {
        let before = self.pool.trace.begin();
        self.pool.trace.step(self.pc(), self.base() as u32);
        let level = self.pool.trace.ask(together);
        self.pool.trace.answer(level, option);
        let can = self.trial(|machine| machine.answer(option));
        let mattered = match can {
            Ok(()) if self.pool.cut || self.pool.thorough => ALL,
            Ok(()) => {
                let mattered = self.pool.trace.credit(self.def);
                if !self.looking {
                    let any = mattered & Trace::bit(level) == 0;
                    self.pool.plans.keep(option, any, self.pool.trace.plan(mattered));
                }
                mattered
            }
            Err(_) => self.pool.blamed,
        };
        self.pool.trace.end(before);
        (can, mattered & Trace::bit(level) != 0)
    }

    /// Whether a procedure could be run now.
    pub fn can_call(&mut self, proc: ProcId, seat: i32, piece: i32, args: &[i32]) -> bool {
        if !self.pool.thorough {
            match self.scout_call(proc, seat, piece, args) {
                Verdict::Passes => return true,
                Verdict::Blocked(_) => return false,
                Verdict::Unsure => {}
            }
        }
        let def = self.def;
        let before = self.pool.trace.begin();
        let can = self.trial(|machine| machine.state.control.enter(def, proc, seat, piece, args));
        self.pool.trace.end(before);
        can.is_ok()
    }

    /// Goes on with a block if it can be completed, else after it.
    #[inline(never)]
    pub fn attempt(&mut self, pc: Pc, end: Pc) -> Flow {
        if !self.needs_look(pc + 1) {
            return Flow::Next;
        }
        if !self.looking {
            match self.scout_from(pc + 1) {
                Verdict::Passes => {
                    self.take_plan();
                    return Flow::Next;
                }
                Verdict::Blocked(_) => {
                    self.go(end);
                    return Flow::Stay;
                }
                Verdict::Unsure => {}
            }
        }
        let before = self.pool.trace.begin();
        let can = self.trial(|machine| machine.go(pc + 1)).is_ok();
        if can && !self.looking && !self.pool.cut {
            let mattered = self.pool.trace.credit(self.def);
            self.pool.plans.take(self.pool.trace.plan(mattered), &[]);
        }
        self.pool.trace.end(before);
        if can && self.looking {
            return Flow::Stop(Stop::Safe);
        }
        self.go(if can { pc + 1 } else { end });
        Flow::Stay
    }

    /// Runs ahead to see whether it can be completed, and takes everything back.
    fn trial(&mut self, begin: impl FnOnce(&mut Machine<'_, Deaf>)) -> Result<(), Why> {
        self.pool.trials += 1;
        if self.pool.depth == 0 {
            self.pool.cut = false;
        }
        // Better to offer what may not work out than to withhold what would.
        let most = if self.pool.thorough { THOROUGH_TRIALS_MAX } else { TRIALS_MAX };
        if self.pool.trials > most || self.pool.depth >= TRIAL_DEPTH_MAX {
            (self.pool.gave_up, self.pool.cut) = (true, true);
            return Ok(());
        }
        self.pool.depth += 1;
        let mut control = self.pool.controls.pop().unwrap_or_default();
        control.clone_from(&self.state.control);
        let mark = self.pool.journal.len();
        let mut machine = Machine {
            def: self.def,
            scripts: self.scripts,
            state: self.state,
            sink: &mut Deaf,
            pool: self.pool,
            looking: true,
            at: self.at,
        };
        begin(&mut machine);
        let result = machine.complete();
        self.state.world.take_back(&mut self.pool.journal, mark);
        std::mem::swap(&mut self.state.control, &mut control);
        self.pool.controls.push(control);
        self.pool.depth -= 1;
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
            Stop::Stuck(why) => {
                self.pool.blamed = self.blame(&why);
                Err(why)
            }
            Stop::Ask => {
                let together = self.lie_together();
                if let Some(first) = self.first_answer() {
                    return self.first_or_any(first, together);
                }
                let mut options = self.pool.options();
                self.raw_options(&mut options);
                let result = self.any_of(&options, together);
                self.pool.give_back(options);
                result
            }
        }
    }

    /// The answers a failure depends on.
    fn blame(&mut self, why: &Why) -> u64 {
        if self.pool.thorough { ALL } else { self.pool.trace.blame(self.def, why) }
    }

    /// The first answer, where all the others need not be known for that.
    fn first_answer(&self) -> Option<i32> {
        let Op::Pick(pick) = &self.def.code[self.pc() as usize] else { return None };
        let pick = &self.def.picks[pick.index()];
        if pick.several.is_some() || self.pool.reasons || self.pool.thorough {
            return None;
        }
        let mut first = None;
        self.evaluation().each(pick.set, &mut |_, item| {
            first = Some(item);
            false
        });
        first
    }

    /// Tries the first answer, and the others if they could make a difference.
    fn first_or_any(&mut self, first: i32, together: bool) -> Result<(), Why> {
        let level = self.pool.trace.ask(together);
        self.pool.trace.answer(level, first);
        let outcome = self.trial(|machine| machine.answer(first));
        if outcome.is_ok() || self.pool.blamed & Trace::bit(level) == 0 {
            return outcome;
        }
        let blamed = self.pool.blamed;
        self.pool.trace.unask(level);
        let mut options = self.pool.options();
        self.raw_options(&mut options);
        options.retain(|option| *option != first);
        if options.is_empty() {
            self.pool.blamed = blamed & !Trace::bit(level);
            self.pool.give_back(options);
            return outcome;
        }
        let result = self.any_of(&options, together);
        self.pool.give_back(options);
        if result.is_err() {
            self.pool.blamed |= blamed & !Trace::bit(level);
        }
        result
    }

    /// Whether one of the answers to the question at hand can be completed.
    fn any_of(&mut self, options: &[i32], together: bool) -> Result<(), Why> {
        let nothing = Why::Nothing { pc: self.pc() };
        if options.is_empty() {
            self.pool.blamed = self.blame(&nothing);
            return Err(nothing);
        }
        let level = self.pool.trace.ask(together);
        if let Some(sure) = self.sure_answer(options) {
            self.pool.trace.answer(level, sure);
            return Ok(());
        }
        let mut result = Err(nothing);
        let mut blamed = 0;
        for (tried, &option) in options.iter().enumerate() {
            self.pool.trace.answer(level, option);
            let outcome = self.trial(|machine| machine.answer(option));
            if outcome.is_ok() || tried == 0 || lacking(&outcome) < lacking(&result) {
                result = outcome;
            }
            // A script that fails is a mistake of its author: no use in trying it on.
            if matches!(outcome, Ok(()) | Err(Why::ScriptFailed { .. })) {
                break;
            }
            blamed |= self.pool.blamed;
            if self.pool.blamed & Trace::bit(level) == 0 {
                blamed = self.pool.blamed;
                break;
            }
        }
        self.pool.blamed = if self.pool.thorough { ALL } else { blamed & !Trace::bit(level) };
        result
    }

    /// A branch after which nothing can fail.
    fn sure_answer(&self, options: &[i32]) -> Option<i32> {
        let is_menu = matches!(self.def.code[self.pc() as usize], Op::Choose(_));
        if self.pool.thorough || !is_menu || !self.rest_is_safe() {
            return None;
        }
        let pc = self.pc();
        options.iter().copied().find(|option| !self.answer_needs_look(pc, *option, true))
    }
}

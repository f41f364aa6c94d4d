//! Look-ahead: an option is offered only if what follows can be completed.
//!
//! A trial runs until nothing can fail any more, and is then undone; at a decision it tries the
//! answers in order until one can be completed. Its memory comes from a pool, so a trial allocates
//! nothing once the pool is warm.

use std::cell::Cell;

use super::plans::{Path, Plans};
use super::scout::{Inquiry, Scout, Verdict};
use super::trigger::Line;
use super::{Flow, Machine, Stop, Why};
use crate::def::ask::MenuDef;
use crate::def::code::{Op, Pc};
use crate::def::expr::NIL;
use crate::event::{GAPS_MAX, Sink};
use crate::fuel::LOOK_FUEL;
use crate::id::{NoteId, ProcId};
use crate::probe::WorkOwner;
use crate::state::Control;
use crate::world::Undo;

/// The cost of a trial, on top of what it runs.
const TRIAL_WORK: usize = 10;
/// An option that uses up its fuel in fewer trials than this is itself too slow. With more trials,
/// it is only hard to decide.
const FEW_TRIALS: u32 = 100;
/// The largest number of decisions one look-ahead may try.
pub const TRIALS_MAX: u32 = 20_000;
/// The largest depth of decisions in a look-ahead.
pub const TRIAL_DEPTH_MAX: u32 = 100;

/// The memory look-ahead reuses, and its findings.
#[derive(Default)]
pub struct Pool {
    controls: Vec<Control>,
    options: Vec<Vec<i32>>,
    pub(super) journal: Vec<Undo>,
    path: Path,
    pub(super) plans: Plans,
    pub(super) scout: Scout,
    trials: u32,
    /// The total number of trials: cases scouts could not decide.
    pub tried: u64,
    pub(super) depth: u32,
    /// Whether the reason of a failure is needed.
    pub(super) reasons: bool,
    /// Whether the current trial was cut short: it proves nothing.
    cut: bool,
    /// The current question of the script: the number of options, and the seat. Saves running the
    /// script again.
    pub(crate) script_asked: Cell<Option<(usize, i32)>>,
    /// What the instruction that asks now has listed already, to see whether there is a choice.
    listed: Option<Listed>,
    /// The instruction where the fuel ran out.
    pub(crate) spent_at: Option<Pc>,
    /// Whether a look-ahead ever gave up: then an option may lead into a dead end.
    pub gave_up: bool,
    /// How many answers an exhaustive look-ahead may still try.
    pub(super) thorough_left: Option<u32>,
}

/// Answers to the current question.
struct Listed {
    options: Vec<i32>,
    /// Whether those that cannot be completed are left out.
    proved: bool,
}

impl Pool {
    pub(crate) fn options(&mut self) -> Vec<i32> {
        self.options.pop().unwrap_or_default()
    }

    pub(crate) fn give_back(&mut self, options: Vec<i32>) {
        self.options.push(options);
    }

    /// Keeps the answers to the question that is about to be asked, so that they need not be listed
    /// again.
    pub(super) fn keep_listed(&mut self, options: Vec<i32>, proved: bool) {
        self.listed = Some(Listed { options, proved });
    }

    /// Drops what was listed: the question is answered.
    pub(super) fn drop_listed(&mut self) {
        if let Some(listed) = self.listed.take() {
            self.give_back(listed.options);
        }
    }

    /// Commits to an answer. Its effect must not depend on how much was tried before it.
    pub(crate) fn decide(&mut self, option: i32) {
        self.plans.follow(option);
        self.trials = 0;
    }

    /// Forgets the findings about a state that is gone.
    pub(crate) fn forget(&mut self) {
        self.plans.forget();
        self.script_asked.set(None);
        self.drop_listed();
        self.trials = 0;
    }
}

impl<S: Sink> Machine<'_, S> {
    /// The answers to the current question that can be completed. An answer that is itself too slow
    /// is left out. Answers without fuel left are offered unproved. Fails only if the answers
    /// cannot even be listed.
    pub fn options(&mut self, options: &mut Vec<i32>) -> Result<(), Why> {
        self.at = self.pc();
        match self.pool.listed.take() {
            Some(mut listed) => {
                std::mem::swap(options, &mut listed.options);
                self.pool.give_back(listed.options);
                if listed.proved {
                    return Ok(());
                }
            }
            None => self.raw_options(options),
        }
        if self.state.world.is_spent() {
            return Err(self.too_long());
        }
        self.quietly(|machine| machine.keep_feasible(options));
        if options.is_empty() && self.range().is_some() {
            // Numbers other than the examples may work.
            self.pool.gave_up = true;
            self.raw_options(options);
        }
        Ok(())
    }

    /// Keeps the answers found for the question that is about to be asked. With little fuel left,
    /// they may have been offered unproved: then they are found again.
    pub(super) fn keep_options(&mut self, options: Vec<i32>) {
        if self.state.world.meter().left() >= LOOK_FUEL {
            self.pool.keep_listed(options, true);
        } else {
            self.pool.give_back(options);
        }
    }

    /// Stops because a condition does not hold. A failed assumption is no reason to withhold an
    /// option: look-ahead stops there, and play reports it.
    pub(super) fn does_not_hold(&self, pc: Pc, note: NoteId) -> Flow {
        Flow::Stop(match self.def.code[pc as usize] {
            Op::Expect(..) if self.looking => Stop::Safe,
            Op::Expect(..) => Stop::Stuck(Why::Unexpected { pc, note }),
            _ => {
                // Most look-ahead does not need the reason.
                let unread = self.looking && !self.pool.reasons;
                let gaps = if unread { [NIL; GAPS_MAX] } else { self.gaps(note) };
                Stop::Stuck(Why::Required { pc, note, gaps })
            }
        })
    }

    /// Whether something may fail after an answer.
    fn answer_needs_look(&self, pc: Pc, option: i32, rest_is_safe: bool) -> bool {
        let needs = |pc: Pc| {
            let safety = &self.def.safety;
            safety.fails(pc) || (safety.returns(pc) && !rest_is_safe)
        };
        match &self.def.code[pc as usize] {
            // A menu's branches start in different places: each is checked separately.
            Op::Choose(menu) => self.branch_needs_look(self.def.menu(*menu), option, rest_is_safe),
            Op::May { end, .. } => needs(if option == 0 { *end } else { pc + 1 }),
            Op::Triggers => match (self.line(), usize::try_from(option)) {
                (Line::OneOf(_), Ok(index)) => needs(self.body_of(self.fired(index).proc)),
                _ => !rest_is_safe,
            },
            // The question is repeated after each answer.
            Op::Script(..) => needs(pc) || needs(pc + 1),
            Op::Pick(pick) if self.def.picks[pick.index()].several.is_some() => {
                needs(pc) || needs(pc + 1)
            }
            _ => needs(pc + 1),
        }
    }

    #[inline(always)]
    fn branch_needs_look(&self, menu: &MenuDef, option: i32, rest_is_safe: bool) -> bool {
        let branch = menu.branches.get(option as usize);
        branch.is_none_or(|branch| !rest_is_safe || self.def.safety.fails(branch.body))
    }

    /// Whether something may fail if the running procedure continues at `pc`.
    pub fn needs_look(&self, pc: Pc) -> bool {
        self.def.safety.fails(pc) || (self.def.safety.returns(pc) && !self.rest_is_safe())
    }

    /// Whether nothing can fail in the procedures below the running one.
    pub fn rest_is_safe(&self) -> bool {
        self.def.safety.rest_is_safe(&self.state.control.frames)
    }

    /// Whether a look-ahead can stop: nothing can fail any more. An exhaustive one trusts no
    /// analysis and continues until choices are final.
    #[inline]
    pub fn looked_far_enough(&self, pc: Pc) -> bool {
        match self.pool.thorough_left {
            None => !self.def.safety.fails(pc) && self.rest_is_safe(),
            Some(_) => matches!(self.def.code[pc as usize], Op::Commit),
        }
    }

    /// Whether the current question can be answered with yes. The plan found is kept.
    pub fn can_say_yes(&mut self) -> bool {
        self.quietly(|machine| {
            let mut inquiry = None;
            let (can, _) = machine.find_out(1, &mut inquiry);
            machine.close_chart(inquiry);
            can
        })
    }

    /// Looks ahead with the sink for look-ahead. Nothing is reported, so the code need not be
    /// compiled once for each kind of sink.
    fn quietly<T>(&mut self, look: impl FnOnce(&mut Machine<'_, S::Ahead>) -> T) -> T {
        self.enters(WorkOwner::Ahead(self.pc()));
        let (def, scripts, looking, at) = (self.def, self.scripts, self.looking, self.at);
        let (state, sink, pool) = (&mut *self.state, &mut self.sink.ahead(), &mut *self.pool);
        let found = look(&mut Machine { def, scripts, state, sink, pool, looking, at });
        self.leaves();
        found
    }

    /// Whether a procedure can be completed now.
    pub fn can_call(&mut self, proc: ProcId, seat: i32, piece: i32, args: &[i32]) -> bool {
        let def = self.def;
        if self.is_thorough() {
            return self
                .finishes(|machine| machine.state.control.enter(def, proc, seat, piece, args));
        }
        match self.quietly(|machine| machine.scout_call(proc, seat, piece, args)) {
            Verdict::Passes => return true,
            Verdict::Blocked(_) => return false,
            Verdict::Unsure => {}
        }
        let before = self.pool.path.begin();
        let can = self.trial(|machine| machine.state.control.enter(def, proc, seat, piece, args));
        self.pool.path.end(before);
        can.is_ok()
    }

    /// Continues with a block if it can be completed, else after it.
    #[inline(never)]
    pub fn attempt(&mut self, pc: Pc, end: Pc) -> Flow {
        if self.is_thorough() {
            return self.attempt_thoroughly(pc, end);
        }
        if !self.needs_look(pc + 1) {
            return Flow::Next;
        }
        if !self.looking {
            match self.quietly(|machine| machine.scout_and_plan(pc + 1)) {
                Verdict::Passes => return Flow::Next,
                Verdict::Blocked(_) => {
                    self.go(end);
                    return Flow::Stay;
                }
                Verdict::Unsure => {}
            }
        }
        let before = self.pool.path.begin();
        let can = self.trial(|machine| machine.go(pc + 1)).is_ok();
        if can && !self.looking && !self.pool.cut {
            self.pool.plans.take(self.pool.path.plan(), &[]);
        }
        self.pool.path.end(before);
        if can && self.looking {
            return Flow::Stop(Stop::Safe);
        }
        self.go(if can { pc + 1 } else { end });
        Flow::Stay
    }

    /// Runs ahead to see whether it can be completed, and undoes everything.
    fn trial(&mut self, begin: impl FnOnce(&mut Machine<'_, S::Ahead>)) -> Result<(), Why> {
        self.pool.trials += 1;
        self.pool.tried += 1;
        if self.pool.depth == 0 {
            self.pool.cut = false;
        }
        // When in doubt, offer an option: it is better than withholding one that works.
        if self.pool.trials > TRIALS_MAX || self.pool.depth >= TRIAL_DEPTH_MAX {
            (self.pool.gave_up, self.pool.cut) = (true, true);
            return Ok(());
        }
        self.enters(WorkOwner::Trial);
        self.state.world.spend(TRIAL_WORK + self.state.control.locals.len() / 16);
        self.pool.depth += 1;
        let asked = self.pool.script_asked.take();
        let mut control = self.pool.controls.pop().unwrap_or_default();
        control.clone_from(&self.state.control);
        let mark = self.pool.journal.len();
        let mut machine = Machine {
            def: self.def,
            scripts: self.scripts,
            state: self.state,
            sink: &mut self.sink.ahead(),
            pool: self.pool,
            looking: true,
            at: self.at,
        };
        begin(&mut machine);
        let result = match machine.complete() {
            // Withholding or skipping it would hide the fault: whoever gets there in play sees it.
            Err(why) if why.is_fault() => {
                machine.pool.cut = true;
                Ok(())
            }
            result => result,
        };
        self.state.world.take_back(&mut self.pool.journal, mark);
        std::mem::swap(&mut self.state.control, &mut control);
        self.pool.controls.push(control);
        self.pool.script_asked.set(asked);
        self.pool.depth -= 1;
        self.leaves();
        result
    }
}

/// How much is missing: the nearest miss is the most useful reason.
fn lacking(why: Why) -> i32 {
    match why {
        Why::Short { needs, has, .. } => needs.saturating_sub(has),
        _ => i32::MAX,
    }
}

/// Whether more trials are pointless. A rule that takes too long is its author's mistake, and a
/// fault is handled by the caller of the trial.
fn is_mistake(why: Why) -> bool {
    why.is_fault() || matches!(why, Why::TooLong { .. })
}

impl<S: Sink<Ahead = S>> Machine<'_, S> {
    fn keep_feasible(&mut self, options: &mut Vec<i32>) {
        self.pool.trials = 0;
        let planned = self.pool.plans.at(self.def, self.pc());
        if planned.is_some_and(|step| step.any) {
            return;
        }
        let (pc, rest_is_safe) = (self.pc(), self.rest_is_safe());
        // The answers to a menu, a yes/no question or a choice of abilities lead to different
        // places; all other answers lead to the same place.
        let op = &self.def.code[pc as usize];
        let one_way = !matches!(op, Op::Choose(_) | Op::May { .. } | Op::Triggers);
        let menu = match op {
            Op::Choose(menu) => Some(self.def.menu(*menu)),
            _ => None,
        };
        if one_way && !self.answer_needs_look(pc, 0, rest_is_safe) {
            return;
        }
        let ruled_out = planned.is_some() && self.pool.plans.rules_out_some();
        let planned = planned.map(|step| step.answer);
        let some_known = self.pool.plans.knows_some();
        let mut inquiry = None;
        // The result for all others, if the first one proves it.
        let mut all = None;
        let mut kept = 0;
        for at in 0..options.len() {
            let option = options[at];
            let sure = planned == Some(option) || (some_known && self.pool.plans.knows(option));
            let can = if sure {
                true
            } else if ruled_out && self.pool.plans.rules_out(option) {
                false
            } else if !one_way
                && !match menu {
                    Some(menu) => self.branch_needs_look(menu, option, rest_is_safe),
                    None => self.answer_needs_look(pc, option, rest_is_safe),
                }
            {
                true
            } else if let Some(all) = all {
                all
            } else {
                let (can, matters) = self.find_out_within_ration((pc, option), &mut inquiry);
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

    /// Like [`Machine::find_out`], with the fuel allowed for one option.
    fn find_out_within_ration(
        &mut self,
        (pc, option): (Pc, i32),
        inquiry: &mut Option<Inquiry>,
    ) -> (bool, bool) {
        self.enters(WorkOwner::Answer(pc, option));
        let left = self.state.world.meter().left();
        let aside = self.state.world.meter().ration(LOOK_FUEL);
        self.refuelled();
        let trials = self.pool.trials;
        let found = if left == 0 { (true, true) } else { self.find_out(option, inquiry) };
        let is_out = left == 0 || self.state.world.is_spent();
        self.leaves();
        self.state.world.meter().settle(aside);
        self.refuelled();
        if !is_out {
            return found;
        }
        (self.pool.gave_up, self.pool.spent_at) = (true, None);
        // When in doubt, offer an option: it is better than withholding one that works.
        let is_dear = left >= LOOK_FUEL && self.pool.trials - trials < FEW_TRIALS;
        (!is_dear, true)
    }

    /// Whether an answer can be completed, and whether another answer could make a difference.
    /// Opens the inquiry if it is not open yet.
    fn find_out(&mut self, option: i32, inquiry: &mut Option<Inquiry>) -> (bool, bool) {
        if inquiry.is_none() {
            *inquiry = self.inquire();
        }
        if let Some(open) = inquiry {
            match self.scout(open, option) {
                (Verdict::Passes, matters) => {
                    self.pool.plans.keep(option, !matters, self.pool.scout.rest_of_plan(open));
                    return (true, matters);
                }
                (Verdict::Blocked(_), matters) => return (false, matters),
                (Verdict::Unsure, _) => {}
            }
        }
        self.close_chart(inquiry.take());
        (self.try_answer(option).is_ok(), true)
    }

    /// Whether an answer can be completed, and if not, why.
    pub fn feasible(&mut self, option: i32) -> Result<(), Why> {
        let before = std::mem::replace(&mut self.pool.reasons, true);
        let ration = self.state.world.meter().ration(LOOK_FUEL);
        self.pool.spent_at = None;
        let can = self.try_answer(option);
        self.state.world.meter().settle(ration);
        self.pool.reasons = before;
        can
    }

    /// Tries an answer; says why it cannot be completed. The plan found is kept.
    fn try_answer(&mut self, option: i32) -> Result<(), Why> {
        let before = self.pool.path.begin();
        let level = self.pool.path.len();
        self.pool.path.answer(level, self.pc(), option);
        let can = self.trial(|machine| machine.answer(option));
        if can.is_ok() && !self.pool.cut && !self.looking {
            self.pool.plans.keep(option, false, self.pool.path.plan().skip(1));
        }
        self.pool.path.end(before);
        can
    }

    fn complete(&mut self) -> Result<(), Why> {
        match self.run() {
            Stop::Safe | Stop::Over => Ok(()),
            Stop::Stuck(why) => Err(why),
            Stop::Ask => {
                let level = self.pool.path.len();
                let mut tried = None;
                if let Some(first) = self.first_answer() {
                    match self.follow_answer(level, first) {
                        Err(why) if !is_mistake(why) => tried = Some((first, why)),
                        outcome => return outcome,
                    }
                }
                let mut options = self.pool.options();
                self.raw_options(&mut options);
                let result = match self.state.world.is_spent() {
                    true => Err(self.too_long()),
                    false => self.any_of(level, &options, tried),
                };
                self.pool.give_back(options);
                match result {
                    // Numbers other than the examples may work.
                    Err(why) if !is_mistake(why) && self.range().is_some() => {
                        (self.pool.gave_up, self.pool.cut) = (true, true);
                        Ok(())
                    }
                    result => result,
                }
            }
        }
    }

    /// The first answer, if it can be found without listing the others.
    fn first_answer(&self) -> Option<i32> {
        let Op::Pick(pick) = &self.def.code[self.pc() as usize] else { return None };
        let pick = &self.def.picks[pick.index()];
        if pick.several.is_some() || self.pool.reasons {
            return None;
        }
        let mut first = None;
        self.evaluation().each(pick.set, &mut |_, item| {
            first = Some(item);
            false
        });
        first
    }

    /// Tries one answer to the current question.
    fn follow_answer(&mut self, level: usize, option: i32) -> Result<(), Why> {
        self.pool.path.answer(level, self.pc(), option);
        self.trial(|machine| machine.answer(option))
    }

    /// Whether one of the answers to the current question can be completed. `tried` has already
    /// failed.
    fn any_of(
        &mut self,
        level: usize,
        options: &[i32],
        tried: Option<(i32, Why)>,
    ) -> Result<(), Why> {
        if let Some(sure) = self.sure_answer(options) {
            self.pool.path.answer(level, self.pc(), sure);
            return Ok(());
        }
        let (tried, mut reason) = tried.unzip();
        for &option in options.iter().filter(|option| tried != Some(**option)) {
            match self.follow_answer(level, option) {
                Ok(()) => return Ok(()),
                Err(why) if is_mistake(why) => return Err(why),
                Err(why) if reason.is_none_or(|reason| lacking(why) < lacking(reason)) => {
                    reason = Some(why);
                }
                Err(_) => {}
            }
        }
        Err(reason.unwrap_or(Why::Nothing { pc: self.pc() }))
    }

    /// A branch after which nothing can fail.
    fn sure_answer(&self, options: &[i32]) -> Option<i32> {
        let is_menu = matches!(self.def.code[self.pc() as usize], Op::Choose(_));
        if !is_menu || !self.rest_is_safe() {
            return None;
        }
        let pc = self.pc();
        options.iter().copied().find(|option| !self.answer_needs_look(pc, *option, true))
    }
}

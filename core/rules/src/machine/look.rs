//! Look-ahead: an option is offered only if what follows can be completed.
//!
//! A trial runs until nothing can fail any more, and is then taken back; where it meets a decision
//! it tries the answers one after the other until one can be completed. What it needs comes from a
//! pool, so a trial allocates nothing once the pool is warm.

use std::cell::Cell;

use super::plans::{Path, Plans};
use super::scout::{Inquiry, Scout, Verdict};
use super::trigger::Line;
use super::{Flow, Machine, Stop, Why};
use crate::def::code::{Op, Pc};
use crate::event::Sink;
use crate::fuel::LOOK_FUEL;
use crate::id::{NoteId, ProcId};
use crate::probe::Part;
use crate::state::Control;
use crate::world::Undo;

/// What a trial costs beyond what it runs.
const TRIAL_WORK: usize = 10;
/// An option that uses up its fuel in fewer trials than this takes too long by itself. With more, it
/// is only hard to see through.
const FEW_TRIALS: u32 = 100;
/// How many decisions one look-ahead may try.
pub const TRIALS_MAX: u32 = 20_000;
/// How many decisions deep a look-ahead goes.
pub const TRIAL_DEPTH_MAX: u32 = 100;

/// What look-ahead uses again and again, and what it has found out.
#[derive(Default)]
pub struct Pool {
    controls: Vec<Control>,
    options: Vec<Vec<i32>>,
    pub(super) journal: Vec<Undo>,
    path: Path,
    pub(super) plans: Plans,
    pub(super) scout: Scout,
    trials: u32,
    /// How many trials there were in all: scouts could not tell.
    pub tried: u64,
    pub(super) depth: u32,
    /// Whether it matters why something fails.
    pub(super) reasons: bool,
    /// Whether the trial going on was cut short: it has found out nothing.
    cut: bool,
    /// What the script at hand has asked: how many options there are, and which seat. It need not
    /// be run again for that.
    pub(crate) script_asked: Cell<Option<(usize, i32)>>,
    /// Where the fuel ran out.
    pub(crate) spent_at: Option<Pc>,
    /// Whether a look-ahead was ever given up: then an option may lead into a dead end.
    pub gave_up: bool,
    /// How many answers may still be tried, where every one of them is.
    pub(super) thorough_left: Option<u32>,
}

impl Pool {
    pub(crate) fn options(&mut self) -> Vec<i32> {
        self.options.pop().unwrap_or_default()
    }

    pub(crate) fn give_back(&mut self, options: Vec<i32>) {
        self.options.push(options);
    }

    /// An answer is about to be given for good. What it comes to must not depend on how much was
    /// tried before it.
    pub(crate) fn decide(&mut self, option: i32) {
        self.plans.follow(option);
        self.trials = 0;
    }

    /// Forgets what it found out about a state that is no longer there.
    pub(crate) fn forget(&mut self) {
        self.plans.forget();
        self.script_asked.set(None);
        self.trials = 0;
    }
}

impl<S: Sink> Machine<'_, S> {
    /// The answers to the question at hand that can be completed. One that takes too long by itself
    /// is none of them. Those for which no fuel is left are offered unproved. It fails only if the
    /// answers cannot even be listed.
    pub fn options(&mut self, options: &mut Vec<i32>) -> Result<(), Why> {
        self.at = self.pc();
        self.raw_options(options);
        if self.state.world.is_spent() {
            return Err(self.too_long());
        }
        self.quietly(|machine| machine.keep_feasible(options));
        if options.is_empty() && self.range().is_some() {
            // Other numbers than the examples may do.
            self.pool.gave_up = true;
            self.raw_options(options);
        }
        Ok(())
    }

    /// A condition of the steps does not hold. What the rules take to be so is no reason not to
    /// offer something: look-ahead goes no further, and whoever comes here is told.
    pub(super) fn does_not_hold(&self, pc: Pc, note: NoteId) -> Flow {
        Flow::Stop(match self.def.code[pc as usize] {
            Op::Expect(..) if self.looking => Stop::Safe,
            Op::Expect(..) => Stop::Stuck(Why::Unexpected { pc, note }),
            _ => Stop::Stuck(Why::Required { pc, note }),
        })
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
            Op::Triggers => match (self.line(), usize::try_from(option)) {
                (Line::OneOf(_), Ok(index)) => needs(self.body_of(self.fired(index).proc)),
                _ => !rest_is_safe,
            },
            // Asked again after each answer.
            Op::Script(..) => needs(pc) || needs(pc + 1),
            Op::Pick(pick) if self.def.picks[pick.index()].several.is_some() => {
                needs(pc) || needs(pc + 1)
            }
            _ => needs(pc + 1),
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

    /// Whether a look-ahead need not go on: nothing can fail any more. One that is thorough
    /// believes no analysis and goes on until choices are final.
    #[inline]
    pub fn looked_far_enough(&self, pc: Pc) -> bool {
        match self.pool.thorough_left {
            None => !self.def.safety.fails(pc) && self.rest_is_safe(),
            Some(_) => matches!(self.def.code[pc as usize], Op::Commit),
        }
    }

    /// Whether there is a yes to the question at hand. A way that was found is kept.
    pub fn can_say_yes(&mut self) -> bool {
        self.quietly(|machine| {
            let mut inquiry = None;
            let (can, _) = machine.find_out(1, &mut inquiry);
            machine.close_chart(inquiry);
            can
        })
    }

    /// Looks ahead with nobody listening. Nothing of it is told, so it need not be there once for
    /// each kind of listener.
    fn quietly<T>(&mut self, look: impl FnOnce(&mut Machine<'_, S::Ahead>) -> T) -> T {
        self.enters(Part::Ahead(self.pc()));
        let (def, scripts, looking, at) = (self.def, self.scripts, self.looking, self.at);
        let (state, sink, pool) = (&mut *self.state, &mut self.sink.ahead(), &mut *self.pool);
        let found = look(&mut Machine { def, scripts, state, sink, pool, looking, at });
        self.leaves();
        found
    }

    /// Whether a procedure could be run now.
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

    /// Goes on with a block if it can be completed, else after it.
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

    /// Runs ahead to see whether it can be completed, and takes everything back.
    fn trial(&mut self, begin: impl FnOnce(&mut Machine<'_, S::Ahead>)) -> Result<(), Why> {
        self.pool.trials += 1;
        self.pool.tried += 1;
        if self.pool.depth == 0 {
            self.pool.cut = false;
        }
        // Better to offer what may not work out than to withhold what would.
        if self.pool.trials > TRIALS_MAX || self.pool.depth >= TRIAL_DEPTH_MAX {
            (self.pool.gave_up, self.pool.cut) = (true, true);
            return Ok(());
        }
        self.enters(Part::Trial);
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
            // Withheld or skipped it would be silent: whoever comes there in play is told.
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

/// How much is lacking: the nearest miss is the reason people want to hear.
fn lacking(why: Why) -> i32 {
    match why {
        Why::Short { needs, has, .. } => needs - has,
        _ => i32::MAX,
    }
}

/// A rule that takes too long is a mistake of its author: there is no use in trying on. A fault is
/// for whoever began the trial.
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
        // What a menu or a yes leads to depends on the answer; otherwise all answers lead to one place.
        let op = &self.def.code[pc as usize];
        let one_way = !matches!(op, Op::Choose(_) | Op::May { .. } | Op::Triggers);
        if one_way && !self.answer_needs_look(pc, 0, rest_is_safe) {
            return;
        }
        let ruled_out = planned.is_some() && self.pool.plans.rules_out_some();
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
            } else if ruled_out && self.pool.plans.rules_out(option) {
                false
            } else if !one_way && !self.answer_needs_look(pc, option, rest_is_safe) {
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

    /// The same as [`Machine::find_out`] with the fuel that one option may use.
    fn find_out_within_ration(
        &mut self,
        (pc, option): (Pc, i32),
        inquiry: &mut Option<Inquiry>,
    ) -> (bool, bool) {
        self.enters(Part::Answer(pc, option));
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
        // Better to offer what may not work out than to withhold what would.
        let is_dear = left >= LOOK_FUEL && self.pool.trials - trials < FEW_TRIALS;
        (!is_dear, true)
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

    /// The same, and why not. A way that was found is kept.
    fn try_answer(&mut self, option: i32) -> Result<(), Why> {
        let before = self.pool.path.begin();
        let level = self.pool.path.len();
        self.pool.path.answer(level, self.pc(), option);
        let can = self.trial(|machine| machine.answer(option));
        if can.is_ok() && !self.pool.cut && !self.looking {
            self.pool.plans.keep(option, false, self.pool.path.plan());
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
                    // Other numbers than the examples may do.
                    Err(why) if !is_mistake(why) && self.range().is_some() => {
                        (self.pool.gave_up, self.pool.cut) = (true, true);
                        Ok(())
                    }
                    result => result,
                }
            }
        }
    }

    /// The first answer, where all the others need not be known for that.
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

    /// Tries one answer to the question at hand.
    fn follow_answer(&mut self, level: usize, option: i32) -> Result<(), Why> {
        self.pool.path.answer(level, self.pc(), option);
        self.trial(|machine| machine.answer(option))
    }

    /// Whether one of the answers to the question at hand can be completed. One of them may have
    /// been tried without success.
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

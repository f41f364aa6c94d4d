//! What a look-ahead did, and which of its answers mattered.
//!
//! Every instruction of a trial leaves a step; every question it answers is a level. When a trial
//! fails, reading the steps backward shows on which answers the failure depends: other answers to
//! a question that made no difference need not be tried. When it succeeds, the same shows which
//! answers could have been any other.

use super::Why;
use super::plans::Planned;
use super::scout::mix;
use crate::def::Def;
use crate::def::ahead::room;
use crate::def::code::{At, Op, Pc};
use crate::def::expr::{Expr, ExprId};
use crate::def::reads::{FACES, GIVEN, Look, Parts};
use crate::event::Event;
use crate::id::{CostId, EventId};

/// How many bindings of all frames are followed.
const SLOTS: usize = 256;
/// How many levels are told apart.
const LEVELS: usize = 63;
/// How many ways are remembered.
const KNOWN_MAX: usize = 1 << 13;
/// Everything mattered.
pub(crate) const ALL: u64 = u64::MAX;

/// An instruction that ran.
#[derive(Clone, Copy, Debug)]
struct Step {
    pc: Pc,
    base: u32,
    wrote: Parts,
}

/// A question that was answered.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Level {
    /// The step that asked.
    step: usize,
    /// Where it was asked.
    pub pc: Pc,
    /// What was answered.
    pub answer: i32,
    /// Whether all answers are pieces of one container.
    pub together: bool,
}

/// The steps of the trials that are going on, one within the other.
#[derive(Default, Debug)]
pub(crate) struct Trace {
    steps: Vec<Step>,
    levels: Vec<Level>,
    /// Where the steps and levels of the innermost trial for its own sake start.
    root: (usize, usize),
    /// What was found out about ways gone before: most are gone again and again.
    known: Vec<(u64, u64)>,
}

impl Trace {
    /// Notes an instruction about to run.
    #[inline]
    pub fn step(&mut self, pc: Pc, base: u32) {
        self.steps.push(Step { pc, base, wrote: Parts::default() });
    }

    /// Notes what the instruction changes.
    #[inline]
    pub fn wrote(&mut self, def: &Def, event: &Event) {
        if let Some(step) = self.steps.last_mut() {
            def.reads.mark(def, event, &mut step.wrote);
        }
    }

    /// The instruction that ran last asks: opens a level.
    pub fn ask(&mut self, together: bool) -> usize {
        let step = self.steps.len() - 1;
        let pc = self.steps[step].pc;
        self.levels.push(Level { step, pc, answer: 0, together });
        self.levels.len() - 1
    }

    /// Goes back to a question and gives it an answer.
    pub fn answer(&mut self, level: usize, answer: i32) {
        self.levels.truncate(level + 1);
        self.levels[level].answer = answer;
        let step = self.levels[level].step;
        self.steps.truncate(step + 1);
        self.steps[step].wrote = Parts::default();
    }

    /// Goes back to before a question.
    pub fn unask(&mut self, level: usize) {
        let step = self.levels[level].step;
        self.levels.truncate(level);
        self.steps.truncate(step + 1);
        self.steps[step].wrote = Parts::default();
    }

    /// Starts a trial for its own sake; what was before does not concern it.
    pub fn begin(&mut self) -> (usize, usize) {
        std::mem::replace(&mut self.root, (self.steps.len(), self.levels.len()))
    }

    /// Ends it.
    pub fn end(&mut self, before: (usize, usize)) {
        self.steps.truncate(self.root.0);
        self.levels.truncate(self.root.1);
        self.root = before;
    }

    /// The questions answered by the trial that is going on.
    pub fn levels(&self) -> &[Level] {
        &self.levels[self.root.1..]
    }

    /// The answers of the trial that is going on.
    pub fn plan(&self, mattered: u64) -> impl Iterator<Item = Planned> {
        self.levels().iter().enumerate().map(move |(nth, level)| Planned {
            pc: level.pc,
            answer: level.answer,
            any: mattered & Self::bit(self.root.1 + nth) == 0,
        })
    }

    /// The bit of a level.
    pub fn bit(level: usize) -> u64 {
        1 << level.min(LEVELS)
    }

    /// The answers a failure depends on, as bits of their levels.
    pub fn blame(&mut self, def: &Def, why: &Why) -> u64 {
        let end = self.way(match why {
            Why::Full { .. } => 1,
            Why::NoPiece { .. } => 2,
            Why::Nowhere { .. } => 3,
            Why::Twice { .. } => 4,
            _ => 5,
        });
        if let Some(known) = self.known(end) {
            return known;
        }
        let Some((last, before)) = self.steps[self.root.0..].split_last() else { return ALL };
        let mut need = Need::default();
        need.look(&refusal(def, last.pc, why), last.base);
        let blamed = self.backward(def, need, before, false);
        self.learn(end, blamed)
    }

    /// The answers a success depends on.
    pub fn credit(&mut self, def: &Def) -> u64 {
        let end = self.way(0);
        if let Some(known) = self.known(end) {
            return known;
        }
        let mattered = self.backward(def, Need::default(), &self.steps[self.root.0..], true);
        self.learn(end, mattered)
    }

    /// Forgets ways of other rules.
    pub fn forget(&mut self) {
        self.known.clear();
    }

    fn learn(&mut self, way: u64, mattered: u64) -> u64 {
        self.known.resize(KNOWN_MAX, (0, ALL));
        self.known[way as usize % KNOWN_MAX] = (way, mattered);
        mattered
    }

    fn known(&self, way: u64) -> Option<u64> {
        let (known, mattered) = *self.known.get(way as usize % KNOWN_MAX)?;
        (known == way).then_some(mattered)
    }

    /// A number for the way that was gone and how it ended: two ways with the same number are the
    /// same, as far as that matters here.
    fn way(&self, end: u64) -> u64 {
        let mut way = mix(end, self.root.1 as u64);
        let mut levels = self.levels().iter();
        let mut level = levels.next();
        for (at, step) in self.steps[self.root.0..].iter().enumerate() {
            let place = u64::from(step.pc) << 32 | u64::from(step.base);
            way = mix(way, place ^ step.wrote.digest());
            if let Some(asked) = level.filter(|level| level.step == self.root.0 + at) {
                way = mix(way, 2 | u64::from(asked.together));
                level = levels.next();
            }
        }
        way
    }

    /// Reads steps backward. What a failure needs is what decided the way to it; a success needs
    /// that nothing on the way fails, too.
    fn backward(&self, def: &Def, mut need: Need, steps: &[Step], succeeded: bool) -> u64 {
        if self.levels.len() >= LEVELS {
            return ALL;
        }
        let mut blamed = 0;
        let mut level = self.levels.len();
        for (at, step) in steps.iter().enumerate().rev() {
            if need.everything {
                return ALL;
            }
            let asked = level > self.root.1 && self.levels[level - 1].step == self.root.0 + at;
            if asked {
                level -= 1;
                if need.question(def, step, &self.levels[level], succeeded) {
                    blamed |= Self::bit(level);
                }
                continue;
            }
            let called = self.steps.get(self.root.0 + at + 1).map(|next| next.base);
            need.before(def, step, called.filter(|base| *base > step.base), succeeded);
        }
        if need.everything { ALL } else { blamed }
    }
}

/// What an instruction that refused looked at.
fn refusal(def: &Def, pc: Pc, why: &Why) -> Look {
    let reads = &def.reads;
    match (&def.code[pc as usize], why) {
        (Op::Require(condition, _), _) => *reads.expr(*condition),
        (Op::Pay(cost, payer, payee), _) => cost_look(def, *cost, *payer, *payee),
        (Op::Pick(pick), Why::Nothing { .. }) if def.picks[pick.index()].several.is_none() => {
            *reads.set(def.picks[pick.index()].set)
        }
        (Op::Amount { from, to, .. }, _) => reads.expr(*from).and(reads.expr(*to)),
        (Op::Move { to, at, .. }, Why::Full { .. }) => room(def, *to, *at),
        (Op::Move { piece, .. }, Why::NoPiece { .. }) => *reads.expr(*piece),
        (Op::Move { to, .. }, Why::Nowhere { .. }) => *reads.expr(*to),
        (Op::Choose(menu), Why::Nothing { .. }) => *reads.menu(*menu),
        _ => Look::EVERYTHING,
    }
}

fn cost_look(def: &Def, cost: CostId, payer: ExprId, payee: ExprId) -> Look {
    let reads = &def.reads;
    reads.cost(cost).and(reads.expr(payer)).and(reads.expr(payee))
}

/// What must have been as it was for things to go as they went.
#[derive(Default)]
struct Need {
    parts: Parts,
    slots: Slots,
    /// Bindings of which only the container of their piece matters.
    lying: Slots,
    everything: bool,
}

impl Need {
    fn look(&mut self, look: &Look, base: u32) {
        self.parts.add_all(&look.parts);
        self.everything |= look.everything || !self.slots.add(base, look.slots);
    }

    fn expr(&mut self, def: &Def, expr: ExprId, base: u32) {
        self.look(def.reads.expr(expr), base);
    }

    fn pay(&mut self, def: &Def, (cost, payer, payee): (CostId, ExprId, ExprId), base: u32) {
        self.look(def.reads.cost(cost), base);
        self.expr(def, payer, base);
        self.expr(def, payee, base);
    }

    /// Whether a binding matters. It is bound here, so it does not any more.
    fn bound(&mut self, base: u32, slot: u16) -> bool {
        let at = base as usize + usize::from(slot);
        let lying = self.lying.take(at);
        self.slots.take(at) || lying
    }

    /// Goes back over a question; whether its answer mattered.
    fn question(&mut self, def: &Def, step: &Step, level: &Level, succeeded: bool) -> bool {
        let base = step.base;
        match &def.code[step.pc as usize] {
            Op::Pick(pick) if def.picks[pick.index()].several.is_none() => {
                let pick = &def.picks[pick.index()];
                let at = base as usize + usize::from(pick.slot);
                let lying = self.lying.take(at);
                let matters = self.slots.take(at) || (lying && !level.together);
                if matters || succeeded {
                    self.look(def.reads.set(pick.set), base);
                }
                matters
            }
            Op::Amount { slot, from, to, .. } => {
                let matters = self.bound(base, *slot);
                self.expr(def, *from, base);
                self.expr(def, *to, base);
                matters
            }
            Op::Pay(cost, payer, payee) => {
                let matters = self.parts.meets(&step.wrote);
                self.pay(def, (*cost, *payer, *payee), base);
                matters
            }
            Op::Choose(menu) => {
                self.look(def.reads.menu(*menu), base);
                true
            }
            Op::May { .. } => true,
            _ => {
                self.everything = true;
                true
            }
        }
    }

    /// Goes back over an instruction. `called` is where the bindings start of a procedure that it
    /// entered.
    fn before(&mut self, def: &Def, step: &Step, called: Option<u32>, succeeded: bool) {
        let base = step.base;
        let changed = self.parts.meets(&step.wrote);
        match &def.code[step.pc as usize] {
            Op::Jump(_) | Op::Note(..) | Op::Done | Op::Commit | Op::Begin(_) | Op::EndGame => {}
            Op::Shuffle(_) | Op::Break(_) => {}
            Op::Unless(condition, _) => self.expr(def, *condition, base),
            Op::Let(slot, value) => {
                if self.bound(base, *slot) {
                    self.expr(def, *value, base);
                }
            }
            Op::Require(condition, _) => {
                if succeeded {
                    self.expr(def, *condition, base);
                }
            }
            Op::Call(_, args) => self.call(def, args, base, called),
            Op::Perform(_, _, of, args) => {
                self.call(def, args, base, called);
                self.expr(def, *of, base);
                self.parts.add(FACES);
            }
            Op::Return(value) => {
                if self.parts.has(GIVEN) {
                    self.parts.remove(GIVEN);
                    if let Some(value) = value {
                        self.expr(def, *value, base);
                    }
                }
            }
            Op::Result(slot) => {
                if self.bound(base, *slot) {
                    self.parts.add(GIVEN);
                }
            }
            Op::Each { set, list, .. } => {
                if self.bound(base, *list) {
                    self.look(def.reads.set(*set), base);
                }
            }
            Op::Next { list, slot, .. } => {
                self.bound(base, *slot);
                self.look(&Look::slot(*list), base);
            }
            Op::Room(list, room) => {
                if self.bound(base, *list) {
                    self.expr(def, *room, base);
                }
            }
            Op::Remember(list, value) => {
                if self.slots.has(base as usize + usize::from(*list)) {
                    self.expr(def, *value, base);
                }
            }
            Op::Find { slot, set, keys, .. } => {
                if self.bound(base, *slot) {
                    self.look(def.reads.set(*set), base);
                    keys.iter().for_each(|key| self.expr(def, *key, base));
                }
            }
            Op::Gain(counter, of, by) | Op::Advance(counter, of, by) => {
                let counter_def = &def.counters[counter.index()];
                let told = counter_def.gained.and_then(|event| def.reads.event(event));
                let bonuses = counter_def.track.as_ref().is_some_and(|it| !it.bonuses.is_empty());
                if changed || told.is_some() || bonuses {
                    self.expr(def, *of, base);
                    self.expr(def, *by, base);
                    self.parts.add(def.reads.counter(*counter));
                }
                if let Some(told) = told {
                    self.look(told, base);
                }
            }
            Op::Lose(_, of, by)
            | Op::Set(_, of, by)
            | Op::Own(of, by)
            | Op::Control(of, by)
            | Op::Flip(of, by)
            | Op::Score(_, of, by) => {
                if changed {
                    self.expr(def, *of, base);
                    self.expr(def, *by, base);
                }
            }
            // How many ways there are to pay decides whether there is a question.
            Op::Pay(cost, payer, payee) => self.pay(def, (*cost, *payer, *payee), base),
            Op::Move { piece, to, at } => {
                self.moved(def, step, (*piece, *to, *at), succeeded);
            }
            Op::MoveAll { set, to, .. } => {
                self.events(def, *to);
                if changed {
                    self.look(def.reads.set(*set), base);
                    self.expr(def, *to, base);
                }
            }
            Op::Emit(event, args) => self.emitted(def, *event, args, base),
            // Nothing to pick from: it was not asked.
            Op::Pick(pick) if def.picks[pick.index()].several.is_none() => {
                let pick = &def.picks[pick.index()];
                self.bound(base, pick.slot);
                self.look(def.reads.set(pick.set), base);
            }
            Op::Try(_) if !def.safety.fails(step.pc + 1) && !def.safety.returns(step.pc + 1) => {}
            _ => self.everything = true,
        }
    }

    fn call(&mut self, def: &Def, args: &[ExprId], base: u32, called: Option<u32>) {
        let Some(called) = called else { return };
        for (index, arg) in args.iter().enumerate() {
            let at = called as usize + index;
            match (self.slots.take(at), self.lying.take(at), def.exprs[*arg as usize]) {
                (false, true, Expr::Local(slot)) => {
                    self.everything |= !self.lying.add(base, Look::slot(slot).slots);
                }
                (false, false, _) => {}
                _ => self.expr(def, *arg, base),
            }
        }
        self.slots.clear_from(called as usize);
        self.lying.clear_from(called as usize);
    }

    fn moved(&mut self, def: &Def, step: &Step, what: (ExprId, ExprId, At), succeeded: bool) {
        let (base, (piece, to, at)) = (step.base, what);
        self.events(def, to);
        if succeeded {
            self.look(&room(def, to, at), base);
            let zone = match def.exprs[to as usize] {
                Expr::Place(zone, _) => &def.zones[zone.index()],
                _ => return self.everything = true,
            };
            if zone.unique.is_some() {
                self.everything = true;
            }
        }
        if !self.parts.meets(&step.wrote) {
            return;
        }
        self.expr(def, to, base);
        if let At::Slot(slot) = at {
            self.expr(def, slot, base);
        }
        // How much lies where does not depend on which piece of a container went.
        let sizes_only = !self.parts.meets(&def.reads.without_sizes(&step.wrote));
        match def.exprs[piece as usize] {
            Expr::Local(slot) if sizes_only => {
                self.everything |= !self.lying.add(base, Look::slot(slot).slots);
            }
            _ => self.expr(def, piece, base),
        }
    }

    /// Abilities that wait for a piece to come or go.
    fn events(&mut self, def: &Def, to: ExprId) {
        self.everything |= def.reads.leaves();
        match def.exprs[to as usize] {
            Expr::Place(zone, _) => {
                if let Some(event) = def.zones[zone.index()].entered {
                    self.everything |= def.reads.event(event).is_some();
                }
            }
            _ => {
                let waited = |event: EventId| def.reads.event(event).is_some();
                self.everything |= def.zones.iter().any(|zone| zone.entered.is_some_and(waited));
            }
        }
    }

    fn emitted(&mut self, def: &Def, event: EventId, args: &[ExprId], base: u32) {
        if let Some(told) = def.reads.event(event) {
            self.look(told, base);
            args.iter().for_each(|arg| self.expr(def, *arg, base));
            self.look(&Look::slot(0), base);
        }
    }
}

/// Bindings of all frames, as bits.
#[derive(Default)]
struct Slots([u64; SLOTS / 64]);

impl Slots {
    /// Adds bindings of a frame; `false` if there are too many to follow.
    fn add(&mut self, base: u32, slots: u64) -> bool {
        if slots == 0 {
            return true;
        }
        let (word, shift) = (base as usize / 64, base as usize % 64);
        if word + 1 >= self.0.len() {
            return false;
        }
        self.0[word] |= slots << shift;
        if shift > 0 {
            self.0[word + 1] |= slots >> (64 - shift);
        }
        true
    }

    fn has(&self, at: usize) -> bool {
        self.0.get(at / 64).is_some_and(|word| word & (1 << (at % 64)) != 0)
    }

    fn take(&mut self, at: usize) -> bool {
        let had = self.has(at);
        if had {
            self.0[at / 64] &= !(1 << (at % 64));
        }
        had
    }

    fn clear_from(&mut self, at: usize) {
        for (index, word) in self.0.iter_mut().enumerate() {
            let start = index * 64;
            if start >= at {
                *word = 0;
            } else if at < start + 64 {
                *word &= (1 << (at - start)) - 1;
            }
        }
    }
}

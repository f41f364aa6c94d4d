//! Scouting: going ahead on paper. What an answer leads to is followed with the least that has to
//! be done: payments and moves, which are taken back, and nothing of what no later step looks at.
//! That settles most questions of whether something can be completed; the rest are tried.
//!
//! A pick stands for all things it could be: the way is followed with one after the other, but
//! with no other if what stood in the way has nothing to do with it. For that every binding knows
//! which questions it comes from.

mod chart;
mod draw;
mod known;
mod walk;

use super::Machine;
use super::ask::OFFER;
use super::plans::Planned;
use crate::def::code::{Op, Pc};
use crate::event::{Event, Sink};
use crate::id::{CostId, PieceId, ProcId};
use crate::state::Frame;

use chart::{Chart, LEVELS_MAX, Spot};

/// How many places one answer is followed to.
const LOOKS_MAX: u32 = 2_000;

/// What is known of an answer without trying it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    /// It can be completed.
    Passes,
    /// It cannot, and that depends on the answers to these questions.
    Blocked(u64),
    /// It must be tried.
    Unsure,
}

/// The chart, and what was seen on the way that is being followed.
pub(super) struct Scout {
    /// Away while a way is followed.
    chart: Option<Box<Chart>>,
    /// The questions that decided the way so far.
    way: u64,
    /// The questions whose answers made a difference.
    mattered: u64,
    /// The picks among pieces of one kind in one container.
    together: u64,
    answers: [i32; LEVELS_MAX],
    /// Bindings as they were before.
    log: Vec<(u32, i32)>,
    /// Branches of the first menu of the way that are blocked.
    blocked: Vec<i32>,
    /// Where the way ended well.
    end: u32,
    looks: u32,
}

/// What a way begins with.
#[derive(Clone, Copy)]
enum Start {
    /// An answer to a question: where it is asked, what it costs if it is paid, and where the answer
    /// is bound.
    Answer { pc: Pc, cost: Option<CostId>, slot: Option<u16> },
    /// No question.
    Going,
}

impl Default for Scout {
    fn default() -> Self {
        Self {
            chart: None,
            way: 0,
            mattered: 0,
            together: 0,
            answers: [0; LEVELS_MAX],
            log: vec![],
            blocked: vec![],
            end: chart::FOG,
            looks: 0,
        }
    }
}

impl Scout {
    /// Forgets the chart: it was drawn for other rules.
    pub fn forget(&mut self) {
        self.chart = None;
    }

    fn begin(&mut self) {
        (self.way, self.mattered, self.together) = (0, 0, 0);
        self.looks = 0;
        self.blocked.clear();
    }

    /// Branches of the first question of the way, if that is a menu, which lead nowhere.
    pub fn blocked(&self) -> &[i32] {
        &self.blocked
    }

    /// The answers of the way that was found.
    pub fn plan(&self) -> impl Iterator<Item = Planned> {
        let spot = self.chart.as_ref().map(|chart| {
            let end = &chart.nodes[self.end as usize];
            &chart.spots[end.spot as usize]
        });
        let levels = spot.map_or(&[][..], |spot| &spot.levels).iter().enumerate();
        levels.map(|(nth, (pc, any))| Planned {
            pc: *pc,
            answer: self.answers[nth],
            any: *any || self.mattered & (1 << nth) == 0,
        })
    }

    /// These questions decide where the way goes on.
    #[inline]
    fn decides(&mut self, from: u64) {
        self.way |= from;
        self.mattered |= from;
    }

    /// The questions that decide where a piece lies: picking another one of the same container
    /// makes no difference.
    fn lies_apart(&self, of: u64, piece: PieceId) -> u64 {
        let picked = of.is_power_of_two()
            && of & self.together != 0
            && self.answers[of.trailing_zeros() as usize] == i32::from(piece.0);
        if picked { 0 } else { of }
    }
}

impl<S: Sink> Machine<'_, S> {
    /// What an answer leads to, and whether another one could have made a difference. Takes a
    /// number for what waits for the answer.
    pub(super) fn scout(&mut self, option: i32, waiting: u64) -> (Verdict, bool) {
        let pc = self.pc();
        let op = &self.def.code[pc as usize];
        let answers = match op {
            Op::Pick(pick) => self.def.picks[pick.index()].several.is_none(),
            Op::Choose(_) | Op::Amount { .. } | Op::May { .. } => true,
            Op::Pay(..) | Op::PayPrinted(..) => true,
            _ => false,
        };
        let pays = matches!(op, Op::Pay(..) | Op::PayPrinted(..));
        let cost = if pays { self.supply_bill() } else { None };
        if !answers || (pays && cost.is_none()) {
            return (Verdict::Unsure, true);
        }
        let slot = self.binds(pc);
        let bound = slot.map(|slot| {
            let at = self.base() + usize::from(slot);
            (at, self.state.control.locals[at])
        });
        let verdict = self.on_paper(Start::Answer { pc, cost, slot }, waiting, bound, |machine| {
            machine.pool.scout.answers[0] = option;
            match op {
                Op::Choose(menu) if option & OFFER == 0 => {
                    machine.go(machine.def.menu(*menu).branches[option as usize].body);
                }
                Op::Pay(..) | Op::PayPrinted(..) => machine.go(pc + 1),
                _ => machine.answer(option),
            }
        });
        let root = match verdict {
            Verdict::Passes => self.pool.scout.mattered & 1,
            Verdict::Blocked(from) => from & 1,
            Verdict::Unsure => 1,
        };
        (verdict, root != 0)
    }

    /// What comes of going on at an instruction.
    pub(super) fn scout_from(&mut self, pc: Pc) -> Verdict {
        self.on_paper(Start::Going, self.waiting_frames(), None, |machine| machine.go(pc))
    }

    /// What comes of running a procedure.
    pub(super) fn scout_call(
        &mut self,
        proc: ProcId,
        seat: i32,
        piece: i32,
        args: &[i32],
    ) -> Verdict {
        let def = self.def;
        let pc = self.pc();
        let called = u64::from(pc) << 32 | u64::from(piece >= 0) << 16 | u64::from(proc.0);
        let waiting = mix(self.waiting_frames(), called);
        self.on_paper(Start::Going, waiting, None, |machine| {
            machine.state.control.enter(def, proc, seat, piece, args);
        })
    }

    /// Changes the table until the way is gone back.
    pub(super) fn fold_on_paper(&mut self, event: Event) {
        self.state.world.note_undo(self.def, &event, &mut self.pool.journal);
        self.state.world.fold(self.def, &event);
    }

    /// The cost at hand, if it is paid to the supply.
    fn supply_bill(&self) -> Option<CostId> {
        let bill = self.bill()?;
        (bill.payee == crate::def::expr::NIL).then_some(bill.cost)
    }

    /// Follows a way and goes back to where it began. Takes the binding that its beginning changes,
    /// and what is bound there.
    #[inline(always)]
    fn on_paper(
        &mut self,
        start: Start,
        waiting: u64,
        bound: Option<(usize, i32)>,
        begin: impl FnOnce(&mut Self),
    ) -> Verdict {
        let control = &self.state.control;
        let (frames, locals) = (control.frames.len(), control.locals.len());
        let (given, progress) = (control.given, control.progress);
        let mark = self.pool.journal.len();
        let Some(top) = control.frames.last().copied() else { return Verdict::Unsure };
        self.pool.scout.begin();
        let mut chart = self.pool.scout.chart.take().unwrap_or_default();
        chart.make_room();
        begin(self);
        let verdict = match self.root(&mut chart, start, waiting) {
            chart::FOG => Verdict::Unsure,
            root => {
                self.make_room_for(&chart);
                self.state.control.frames.push(Frame { pc: 0, base: 0, piece: -1 });
                self.walk(&mut chart, root)
            }
        };
        self.pool.scout.chart = Some(chart);
        self.go_back(mark, 0);
        let control = &mut self.state.control;
        if let Some((at, before)) = bound {
            control.locals[at] = before;
        }
        control.locals.truncate(locals);
        control.frames.truncate(frames);
        control.frames[frames - 1] = top;
        (control.given, control.progress) = (given, progress);
        verdict
    }

    /// Makes room for the bindings of any place of a chart.
    fn make_room_for(&mut self, chart: &Chart) {
        self.bind_up_to(chart.bindings());
    }

    fn bind_up_to(&mut self, bindings: u32) {
        let locals = &mut self.state.control.locals;
        if locals.len() < bindings as usize {
            locals.resize(bindings as usize, crate::def::expr::NIL);
        }
    }

    /// Where a way begins on the chart.
    #[inline(always)]
    fn root(&mut self, chart: &mut Chart, start: Start, waiting: u64) -> u32 {
        if let Start::Answer { slot: None, .. } = start {
            self.pool.scout.decides(1);
        }
        let key = mix(mix(waiting, start.number()), u64::from(self.pc()));
        if let Some(root) = chart.begin(key) {
            return root;
        }
        self.draw_root(chart, start)
    }

    #[inline(never)]
    fn draw_root(&mut self, chart: &mut Chart, start: Start) -> u32 {
        let control = &self.state.control;
        let mut spot = Spot::new(&control.frames, control.locals.len() as u32);
        if let Start::Answer { pc, cost, slot } = start {
            spot.levels.push((pc, false));
            if let Some(slot) = slot {
                spot.bind(self.base() as u32 + u32::from(slot), 1);
            }
            cost.into_iter().for_each(|cost| spot.written.add_all(self.def.reads.purses(cost)));
        }
        let root = draw::draw(self.def, chart, spot);
        chart.begin_at(root);
        root
    }

    /// What an answer to a question is bound to.
    fn binds(&self, pc: Pc) -> Option<u16> {
        match &self.def.code[pc as usize] {
            Op::Pick(pick) => Some(self.def.picks[pick.index()].slot),
            Op::Amount { slot, .. } => Some(*slot),
            _ => None,
        }
    }

    /// A number for the frames that are there, but for where the last one stands: ways that begin
    /// alike and have the same number lead through the same places.
    pub(super) fn waiting_frames(&self) -> u64 {
        let control = &self.state.control;
        let mut key = control.locals.len() as u64;
        let last = control.frames.len().saturating_sub(1);
        for (nth, frame) in control.frames.iter().enumerate() {
            let of_piece = u64::from(frame.piece >= 0) << 31;
            let pc = if nth == last { 0 } else { u64::from(frame.pc) << 32 };
            let place = pc | of_piece | u64::from(frame.base);
            key = (key.rotate_left(23) ^ place).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
        key
    }
}

impl Start {
    fn number(self) -> u64 {
        match self {
            Self::Answer { pc, cost, .. } => {
                u64::from(pc) << 20 | cost.map_or(0, |cost| u64::from(cost.0) + 1)
            }
            Self::Going => u64::MAX,
        }
    }
}

/// Mixes a number into another.
pub(super) fn mix(way: u64, more: u64) -> u64 {
    let product = u128::from(way ^ more ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93_u128;
    (product >> 64) as u64 ^ product as u64
}

//! Scouting: a cheap look-ahead that follows the consequences of an answer with the least work: it
//! executes payments and moves, undoes them afterwards, and skips everything that no later step
//! reads. That decides most questions of whether something can be completed; the rest are tried.
//!
//! A pick stands for all things it could be: the path is followed with one thing after another, but
//! no further thing is tried if the conflict has nothing to do with the pick. For that, every
//! binding records which questions it depends on.

mod chart;
mod crowd;
mod draw;
mod known;
mod walk;

use super::Machine;
use super::ask::{DONE, OFFER};
use super::plans::Planned;
use crate::def::code::{Op, Pc};
use crate::def::expr::NIL;
use crate::event::{Event, Sink};
use crate::id::{CostId, PieceId, ProcId};
use crate::state::Frame;

pub(super) use chart::Chart;
use chart::{LEVELS_MAX, Spot};
use walk::LOOK_WORK;

/// The largest number of nodes visited for one answer.
const LOOKS_MAX: u32 = 2_000;

/// What a scout finds out about an answer without trying it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    /// It can be completed.
    Passes,
    /// It cannot; the conflict set holds the questions this depends on.
    Blocked(u64),
    /// It must be tried.
    Unsure,
}

/// The record of the current path.
pub(super) struct Scout {
    /// The questions that decided the path so far.
    way: u64,
    /// The questions whose answers made a difference.
    mattered: u64,
    /// The picks among pieces of one kind in one container.
    together: u64,
    answers: [i32; LEVELS_MAX],
    /// The trail: overwritten bindings.
    log: Vec<(u32, i32)>,
    /// How many bindings there were at the start.
    first: u32,
    /// Whether one of these was overwritten.
    touched: bool,
    /// Branches of the path's first menu that are blocked.
    blocked: Vec<i32>,
    /// The node where the path succeeded.
    end: u32,
    looks: u32,
}

/// The start of a path.
#[derive(Clone, Copy)]
enum Start {
    /// An answer to a question: where it is asked, the cost if it is a payment, and where the
    /// answer is bound.
    Answer { pc: Pc, cost: Option<CostId>, slot: Option<u16> },
    /// No question.
    Going,
}

/// Paths from one starting point: the chart, and the state to restore.
pub(super) struct Inquiry {
    chart: Box<Chart>,
    start: Start,
    /// A hash of the frames below and of the question.
    waiting: u64,
    top: Frame,
    /// The previous value of the binding for the answer.
    bound: i32,
    frames: usize,
    locals: usize,
    given: i32,
    progress: u16,
    journal: usize,
}

/// The start of one path, with its answer.
struct Beginning {
    option: i32,
    /// The questions that decided to start there.
    from: u64,
    pc: Pc,
    /// The number of frames and bindings.
    frames: usize,
    locals: usize,
}

/// The running procedure of a path: its position is stored in the chart.
const BLANK_FRAME: Frame = Frame { pc: 0, base: 0, piece: -1 };

impl Default for Scout {
    fn default() -> Self {
        Self {
            way: 0,
            mattered: 0,
            together: 0,
            answers: [0; LEVELS_MAX],
            log: vec![],
            first: 0,
            touched: false,
            blocked: vec![],
            end: chart::FOG,
            looks: 0,
        }
    }
}

impl Scout {
    fn begin(&mut self, answer: i32, locals: usize) {
        (self.way, self.mattered, self.together) = (0, 0, 0);
        (self.looks, self.touched) = (0, false);
        (self.answers[0], self.first) = (answer, locals as u32);
        self.blocked.clear();
    }

    /// Whether another first answer could have a different result.
    fn depends(&self, verdict: Verdict) -> bool {
        match verdict {
            Verdict::Passes => self.mattered & 1 != 0,
            Verdict::Blocked(from) => from & 1 != 0,
            Verdict::Unsure => true,
        }
    }

    /// Branches of the path's first question, if that is a menu, which lead nowhere.
    pub fn blocked(&self) -> &[i32] {
        &self.blocked
    }

    /// The answers of the path found but the first, while the chart is open.
    pub fn rest_of_plan(&self, inquiry: &Inquiry) -> impl Iterator<Item = Planned> {
        self.plan_from(&inquiry.chart, 1)
    }

    /// All answers of the path, on the chart where it was found.
    pub fn plan_of(&self, chart: &Chart) -> impl Iterator<Item = Planned> {
        self.plan_from(chart, 0)
    }

    fn plan_from(&self, chart: &Chart, first: usize) -> impl Iterator<Item = Planned> {
        let end = &chart.nodes[self.end as usize];
        let levels = &chart.spots[end.spot as usize].levels;
        let rest = levels.get(first..).unwrap_or_default().iter().zip(&self.answers[first..]);
        let mattered = self.mattered >> first;
        rest.enumerate().map(move |(nth, ((pc, any), answer))| Planned {
            pc: *pc,
            answer: *answer,
            any: *any || mattered & (1 << nth) == 0,
        })
    }

    /// Records that these questions decide where the path continues.
    #[inline]
    fn decides(&mut self, from: u64) {
        self.way |= from;
        self.mattered |= from;
    }

    /// The questions that decide where a piece lies: picking another one from the same container
    /// makes no difference.
    fn lies_apart(&self, of: u64, piece: PieceId) -> u64 {
        let picked = of.is_power_of_two()
            && of & self.together != 0
            && self.answers[of.trailing_zeros() as usize] == i32::from(piece.0);
        if picked { 0 } else { of }
    }
}

impl<S: Sink<Ahead = S>> Machine<'_, S> {
    /// Opens the chart for the answers to the current question; `None` if they must be tried.
    pub(super) fn inquire(&mut self) -> Option<Inquiry> {
        let (def, pc) = (self.def, self.pc());
        let (mut slot, mut cost) = (None, None);
        match &def.code[pc as usize] {
            Op::Pick(pick) => {
                let pick = &def.picks[pick.index()];
                if pick.several.is_some() {
                    return None;
                }
                slot = Some(pick.slot);
            }
            Op::Amount { slot: bound, .. } => slot = Some(*bound),
            Op::Choose(_) | Op::May { .. } => {}
            Op::Pay(..) | Op::PayPrinted(..) => cost = Some(self.supply_bill()?),
            _ => return None,
        }
        let waiting = mix(self.waiting_frames(), u64::from(pc) << 20);
        let waiting = mix(waiting, cost.map_or(0, |cost| u64::from(cost.0) + 1));
        let inquiry = self.open_chart(Start::Answer { pc, cost, slot }, waiting)?;
        self.state.control.frames.push(BLANK_FRAME);
        Some(inquiry)
    }

    /// The result of an answer, and whether another answer could have made a difference.
    pub(super) fn scout(&mut self, inquiry: &mut Inquiry, option: i32) -> (Verdict, bool) {
        let Start::Answer { pc, slot, .. } = inquiry.start else { return (Verdict::Unsure, true) };
        let next = match &self.def.code[pc as usize] {
            Op::Choose(_) if option & OFFER != 0 => return self.scout_offer(inquiry, option),
            Op::Choose(menu) => self.def.menu(*menu).branches[option as usize].body,
            Op::May { end, .. } if option == 0 => *end,
            _ => pc + 1,
        };
        if let Some(slot) = slot {
            let at = inquiry.top.base as usize + usize::from(slot);
            self.state.control.locals[at] = if option == DONE { NIL } else { option };
        }
        let (frames, locals) = (inquiry.frames, inquiry.locals);
        let from = if slot.is_none() { 1 } else { 0 };
        let verdict = self.go_way(inquiry, &Beginning { option, from, pc: next, frames, locals });
        (verdict, self.pool.scout.depends(verdict))
    }

    /// The same for an option added by an ability.
    #[inline(never)]
    fn scout_offer(&mut self, inquiry: &mut Inquiry, option: i32) -> (Verdict, bool) {
        let control = &mut self.state.control;
        control.frames.truncate(inquiry.frames);
        control.locals.truncate(inquiry.locals);
        self.answer(option);
        let verdict = self.set_out(inquiry, option, 1);
        self.come_back(inquiry);
        self.state.control.frames.push(BLANK_FRAME);
        (verdict, self.pool.scout.depends(verdict))
    }

    /// The result of continuing at an instruction. If it passes, the path becomes the plan.
    pub(super) fn scout_and_plan(&mut self, pc: Pc) -> Verdict {
        let verdict = self.on_paper(self.waiting_frames(), |machine| machine.go(pc));
        if verdict == Verdict::Passes {
            self.take_plan();
        }
        verdict
    }

    /// The result of running a procedure.
    pub(super) fn scout_call(
        &mut self,
        proc: ProcId,
        seat: i32,
        piece: i32,
        args: &[i32],
    ) -> Verdict {
        let def = self.def;
        let pc = self.pc();
        let called = u64::from(pc) << 32 | u64::from(piece != NIL) << 16 | u64::from(proc.0);
        let waiting = mix(self.waiting_frames(), called);
        self.on_paper(waiting, |machine| {
            machine.state.control.enter(def, proc, seat, piece, args);
        })
    }

    /// The current cost, if it is paid to the supply.
    fn supply_bill(&self) -> Option<CostId> {
        let bill = self.bill()?;
        (bill.payee == NIL).then_some(bill.cost)
    }

    /// Makes the path found last the plan.
    fn take_plan(&mut self) {
        let chart = self.def.learned.take();
        let scout = &self.pool.scout;
        self.pool.plans.take(scout.plan_of(&chart), scout.blocked());
        self.def.learned.put(chart);
    }

    /// Follows a path that does not begin with a question.
    fn on_paper(&mut self, waiting: u64, begin: impl FnOnce(&mut Self)) -> Verdict {
        let waiting = mix(waiting, u64::MAX);
        let Some(mut inquiry) = self.open_chart(Start::Going, waiting) else {
            return Verdict::Unsure;
        };
        begin(self);
        let verdict = self.set_out(&mut inquiry, 0, 0);
        self.close_chart(Some(inquiry));
        verdict
    }

    fn open_chart(&mut self, start: Start, waiting: u64) -> Option<Inquiry> {
        let control = &self.state.control;
        let top = *control.frames.last()?;
        let bound = match start {
            Start::Answer { slot: Some(slot), .. } => {
                control.locals[top.base as usize + usize::from(slot)]
            }
            _ => NIL,
        };
        Some(Inquiry {
            chart: self.def.learned.take(),
            start,
            waiting,
            top,
            bound,
            frames: control.frames.len(),
            locals: control.locals.len(),
            given: control.given,
            progress: control.progress,
            journal: self.pool.journal.len(),
        })
    }

    /// Puts the chart back if it is open, and restores the state.
    pub(super) fn close_chart(&mut self, inquiry: Option<Inquiry>) {
        let Some(inquiry) = inquiry else { return };
        self.come_back(&inquiry);
        self.def.learned.put(inquiry.chart);
    }

    fn come_back(&mut self, inquiry: &Inquiry) {
        let control = &mut self.state.control;
        control.locals.truncate(inquiry.locals);
        control.frames.truncate(inquiry.frames);
        control.frames[inquiry.frames - 1] = inquiry.top;
        if let Start::Answer { slot: Some(slot), .. } = inquiry.start {
            control.locals[inquiry.top.base as usize + usize::from(slot)] = inquiry.bound;
        }
    }

    /// Follows a path from the current position. Takes an answer, and the questions that decided to
    /// start there.
    fn set_out(&mut self, inquiry: &mut Inquiry, option: i32, from: u64) -> Verdict {
        let pc = self.pc();
        let control = &mut self.state.control;
        let (frames, locals) = (control.frames.len(), control.locals.len());
        control.frames.push(BLANK_FRAME);
        self.go_way(inquiry, &Beginning { option, from, pc, frames, locals })
    }

    /// Follows a path. If the chart is full, the path is followed again on an empty one: the result
    /// must not depend on what else was built before.
    #[inline(always)]
    fn go_way(&mut self, inquiry: &mut Inquiry, beginning: &Beginning) -> Verdict {
        let verdict = self.go_way_once(inquiry, beginning);
        if verdict == Verdict::Unsure && inquiry.chart.is_full() {
            return self.go_way_afresh(inquiry, beginning);
        }
        verdict
    }

    #[cold]
    #[inline(never)]
    fn go_way_afresh(&mut self, inquiry: &mut Inquiry, beginning: &Beginning) -> Verdict {
        inquiry.chart.begin_again();
        self.go_way_once(inquiry, beginning)
    }

    /// Follows a path, and undoes it.
    #[inline(always)]
    fn go_way_once(&mut self, inquiry: &mut Inquiry, beginning: &Beginning) -> Verdict {
        self.pool.scout.begin(beginning.option, inquiry.locals);
        self.pool.scout.decides(beginning.from);
        let key = mix(inquiry.waiting, u64::from(beginning.pc));
        let root = match inquiry.chart.begin(key) {
            Some(root) => root,
            None => {
                let frames = &self.state.control.frames[..beginning.frames];
                let mut spot = Spot::new(frames, beginning.locals as u32);
                spot.go(beginning.pc);
                self.draw_root(&mut inquiry.chart, inquiry.start, spot)
            }
        };
        if root == chart::FOG {
            return Verdict::Unsure;
        }
        self.make_room_for(&inquiry.chart);
        let verdict = self.walk(&mut inquiry.chart, root);
        self.pay_for_looks();
        if !self.pool.scout.touched {
            // The bindings of the path are not read again.
            self.pool.scout.log.clear();
        }
        self.go_back(inquiry.journal, 0);
        let control = &mut self.state.control;
        (control.given, control.progress) = (inquiry.given, inquiry.progress);
        verdict
    }

    #[inline(always)]
    fn pay_for_looks(&self) {
        let costs = self.pool.scout.looks as usize * LOOK_WORK;
        self.state.world.spend(costs);
        if let Some(probe) = self.sink.probe() {
            // The probe was told the cost of each node.
            probe.paid(costs as i64);
        }
    }

    /// Allocates the bindings of every node of the path.
    fn make_room_for(&mut self, chart: &Chart) {
        self.bind_up_to(chart.bindings());
    }

    fn bind_up_to(&mut self, bindings: u32) {
        let locals = &mut self.state.control.locals;
        if locals.len() < bindings as usize {
            locals.resize(bindings as usize, NIL);
        }
    }

    /// Builds the first node of a path.
    #[cold]
    #[inline(never)]
    fn draw_root(&mut self, chart: &mut Chart, start: Start, mut spot: Spot) -> u32 {
        if let Start::Answer { pc, cost, slot } = start {
            spot.levels.push((pc, false));
            if let Some(slot) = slot {
                spot.bind(spot.slot(slot), 1);
            }
            cost.into_iter().for_each(|cost| spot.written.add_all(self.def.reads.purses(cost)));
        }
        let root = draw::draw(self.def, chart, spot);
        chart.begin_at(root);
        root
    }

    /// A hash of the current frames, without the position of the last one: paths that start alike
    /// with the same hash go through the same nodes.
    pub(super) fn waiting_frames(&self) -> u64 {
        let control = &self.state.control;
        let mut key = control.locals.len() as u64;
        let last = control.frames.len().saturating_sub(1);
        for (nth, frame) in control.frames.iter().enumerate() {
            let of_piece = u64::from(frame.piece != NIL) << 31;
            let pc = if nth == last { 0 } else { u64::from(frame.pc) << 32 };
            let place = pc | of_piece | u64::from(frame.base);
            key = (key.rotate_left(23) ^ place).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
        key
    }
}

impl<S: Sink> Machine<'_, S> {
    /// Changes the table until the path is undone.
    pub(super) fn fold_on_paper(&mut self, event: Event) {
        self.state.world.note_undo(self.def, &event, &mut self.pool.journal);
        self.state.world.fold(self.def, &event);
    }
}

/// Mixes a number into a hash.
pub(super) fn mix(way: u64, more: u64) -> u64 {
    let product = u128::from(way ^ more ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93_u128;
    (product >> 64) as u64 ^ product as u64
}

//! Scouting: going ahead on paper. What an answer leads to is followed with the least that has to
//! be done: payments and moves, which are taken back, and nothing of what no later step looks at.
//! That settles most questions of whether something can be completed; the rest are tried.
//!
//! A pick stands for all things it could be: the way is followed with one after the other, but
//! with no other if what stood in the way has nothing to do with it. For that every binding knows
//! which questions it comes from.

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

/// What was seen on the way that is being followed.
pub(super) struct Scout {
    /// The questions that decided the way so far.
    way: u64,
    /// The questions whose answers made a difference.
    mattered: u64,
    /// The picks among pieces of one kind in one container.
    together: u64,
    answers: [i32; LEVELS_MAX],
    /// Bindings as they were before.
    log: Vec<(u32, i32)>,
    /// How many bindings there were at the beginning.
    first: u32,
    /// Whether one of these was bound anew.
    touched: bool,
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

/// Ways that begin in one place: the chart, and how it was there.
pub(super) struct Inquiry {
    chart: Box<Chart>,
    start: Start,
    /// A number for what waits, and for the question.
    waiting: u64,
    top: Frame,
    /// What was bound where an answer is.
    bound: i32,
    frames: usize,
    locals: usize,
    given: i32,
    progress: u16,
    journal: usize,
}

/// Where one way begins, and with which answer.
struct Beginning {
    option: i32,
    /// The questions that have decided to begin there.
    from: u64,
    pc: Pc,
    /// How many frames and bindings there are.
    frames: usize,
    locals: usize,
}

/// The running procedure of a way: where it stands is looked up in the chart.
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

    /// Whether something else could have come of another first answer.
    fn depends(&self, verdict: Verdict) -> bool {
        match verdict {
            Verdict::Passes => self.mattered & 1 != 0,
            Verdict::Blocked(from) => from & 1 != 0,
            Verdict::Unsure => true,
        }
    }

    /// Branches of the first question of the way, if that is a menu, which lead nowhere.
    pub fn blocked(&self) -> &[i32] {
        &self.blocked
    }

    /// The answers of the way that was found, while the chart is open.
    pub fn plan_on(&self, inquiry: &Inquiry) -> impl Iterator<Item = Planned> {
        self.plan_of(&inquiry.chart)
    }

    /// The same on the chart that it was found on.
    pub fn plan_of(&self, chart: &Chart) -> impl Iterator<Item = Planned> {
        let end = &chart.nodes[self.end as usize];
        let levels = chart.spots[end.spot as usize].levels.iter().enumerate();
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

impl<S: Sink<Ahead = S>> Machine<'_, S> {
    /// Opens the chart for the answers to the question at hand; nothing if they must be tried.
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

    /// What an answer leads to, and whether another one could have made a difference.
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

    /// The same for something that an ability offers.
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

    /// What comes of going on at an instruction. If it passes, the way is the one to follow.
    pub(super) fn scout_and_plan(&mut self, pc: Pc) -> Verdict {
        let verdict = self.on_paper(self.waiting_frames(), |machine| machine.go(pc));
        if verdict == Verdict::Passes {
            self.take_plan();
        }
        verdict
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
        let called = u64::from(pc) << 32 | u64::from(piece != NIL) << 16 | u64::from(proc.0);
        let waiting = mix(self.waiting_frames(), called);
        self.on_paper(waiting, |machine| {
            machine.state.control.enter(def, proc, seat, piece, args);
        })
    }

    /// The cost at hand, if it is paid to the supply.
    fn supply_bill(&self) -> Option<CostId> {
        let bill = self.bill()?;
        (bill.payee == NIL).then_some(bill.cost)
    }

    /// Means to follow the way that the last look found.
    fn take_plan(&mut self) {
        let chart = self.def.learned.take();
        let scout = &self.pool.scout;
        self.pool.plans.take(scout.plan_of(&chart), scout.blocked());
        self.def.learned.put(chart);
    }

    /// Follows a way that begins with no question.
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

    /// Puts the chart back if it is open, and everything as it was.
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

    /// Follows a way from where the rules now stand. Takes an answer, and the questions that have
    /// decided to begin there.
    fn set_out(&mut self, inquiry: &mut Inquiry, option: i32, from: u64) -> Verdict {
        let pc = self.pc();
        let control = &mut self.state.control;
        let (frames, locals) = (control.frames.len(), control.locals.len());
        control.frames.push(BLANK_FRAME);
        self.go_way(inquiry, &Beginning { option, from, pc, frames, locals })
    }

    /// Follows a way. If the chart has no room left for it, the way is followed again on an empty
    /// one: what comes of it must not depend on what else was drawn before.
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

    /// Follows a way, and takes back what was done on it.
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
            // Nobody looks at bindings of the way again.
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
            // It was told of each look what that costs.
            probe.paid(costs as i64);
        }
    }

    /// Makes room for the bindings of any place of a chart.
    fn make_room_for(&mut self, chart: &Chart) {
        self.bind_up_to(chart.bindings());
    }

    fn bind_up_to(&mut self, bindings: u32) {
        let locals = &mut self.state.control.locals;
        if locals.len() < bindings as usize {
            locals.resize(bindings as usize, NIL);
        }
    }

    /// Draws where a way begins.
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

    /// A number for the frames that are there, but for where the last one stands: ways that begin
    /// alike and have the same number lead through the same places.
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
    /// Changes the table until the way is gone back.
    pub(super) fn fold_on_paper(&mut self, event: Event) {
        self.state.world.note_undo(self.def, &event, &mut self.pool.journal);
        self.state.world.fold(self.def, &event);
    }
}

/// Mixes a number into another.
pub(super) fn mix(way: u64, more: u64) -> u64 {
    let product = u128::from(way ^ more ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93_u128;
    (product >> 64) as u64 ^ product as u64
}

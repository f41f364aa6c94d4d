//! Runs procedures until somebody has to decide.
//!
//! The machine owns nothing: it borrows a state, changes its world through events only, and leaves
//! the state complete at every decision. In look-ahead it stops as soon as nothing can fail any
//! more, and undoes what it did.

mod args;
mod ask;
mod learned;
mod look_ahead;
mod pay;
mod pieces;
mod plans;
mod range;
mod scout;
mod script;
mod share;
mod thorough;
mod trigger;
mod why;

use crate::def::Def;
use crate::def::code::{Bearer, Op, Pc};
use crate::def::expr::{ExprId, NIL};
use crate::def::part::Scope;
use crate::def::short::{Hand, Leaf, Short};
use crate::eval::{Eval, apply, look_around, value_for};
use crate::event::{Event, GAPS_MAX, Origin, Sink};
use crate::fuel::{EVENT_WORK, TOLD_WORK};
use crate::id::{AttrId, CounterId, NoteId, PieceId, PlaceId, ProcId, SeatId};
use crate::probe::WorkOwner;
use crate::scene::Scene;
use crate::script::Scripts;
use crate::state::State;
use crate::world::World;

pub use crate::eval::pay::{PAYMENTS_MAX, Payment, PaymentPart};
pub use args::ARGS_MAX;
pub(crate) use args::Args;
pub use ask::{DONE, OFFER, Request, offer_of, offered};
pub use learned::Learned;
pub use look_ahead::{Pool, TRIAL_DEPTH_MAX, TRIALS_MAX};
pub use range::AMOUNTS_MAX;
pub use thorough::Thorough;
pub use why::Why;

/// The largest call depth.
pub const FRAMES_MAX: usize = 64;
/// The largest number of live bindings.
pub const LOCALS_MAX: usize = 16_384;

/// Why the machine stopped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    /// A seat has to decide.
    Ask,
    /// The game is over.
    Over,
    /// Look-ahead only: nothing can fail any more.
    Safe,
    /// It cannot continue.
    Stuck(Why),
}

/// What the machine does after an instruction.
pub(crate) enum Flow {
    /// Continue with the next instruction.
    Next,
    /// Go on with another instruction of the running procedure.
    To(Pc),
    /// Continue at the frame's current position.
    Stay,
    /// Stop.
    Stop(Stop),
}

pub(crate) struct Machine<'a, S: Sink> {
    pub def: &'a Def,
    pub scripts: &'a dyn Scripts,
    pub state: &'a mut State,
    pub sink: &'a mut S,
    pub pool: &'a mut Pool,
    /// Whether this is look-ahead.
    pub looking: bool,
    /// The current instruction.
    pub at: Pc,
}

impl<S: Sink> Machine<'_, S> {
    /// Runs until it has to stop.
    pub fn run(&mut self) -> Stop {
        if self.state.world.is_over() {
            return Stop::Over;
        }
        let stop = self.run_on();
        if self.state.world.is_spent() {
            // The result is meaningless: there was not enough fuel.
            return Stop::Stuck(self.too_long());
        }
        stop
    }

    /// The error for running out of fuel, at the place that noticed it first.
    pub fn too_long(&mut self) -> Why {
        Why::TooLong { pc: *self.pool.spent_at.get_or_insert(self.at) }
    }

    fn run_on(&mut self) -> Stop {
        loop {
            if !self.state.world.spend(1) {
                return Stop::Stuck(self.too_long());
            }
            let Some(frame) = self.state.control.frames.last() else {
                self.emit(Event::Ended);
                return Stop::Over;
            };
            let pc = frame.pc;
            self.at = pc;
            self.sink.runs(pc);
            if let Some(probe) = self.sink.probe() {
                // The cost of the instruction itself is paid already.
                let stands = self.state.world.meter().stands() + 1;
                let stack = &mut self.state.control.frames.iter().map(|frame| frame.pc);
                probe.runs(stack, pc, stands);
            }
            if self.looking && self.looked_far_enough(pc) {
                return Stop::Safe;
            }
            match self.step(pc) {
                Flow::Next => self.go(pc + 1),
                Flow::To(to) => self.go(to),
                Flow::Stay => {
                    let control = &self.state.control;
                    if control.frames.len() > FRAMES_MAX || control.locals.len() > LOCALS_MAX {
                        return Stop::Stuck(Why::TooDeep { pc });
                    }
                }
                Flow::Stop(Stop::Ask) if !self.somebody_decides() => {
                    return Stop::Stuck(Why::NobodyDecides { pc });
                }
                Flow::Stop(stop) => return stop,
            }
        }
    }

    /// Whether the current question goes to a seat that makes decisions.
    fn somebody_decides(&self) -> bool {
        let pc = self.pc();
        let by_me = matches!(
            self.def.code[pc as usize],
            Op::Choose(_) | Op::Pick(_) | Op::Amount { .. } | Op::May { .. }
        );
        (by_me && self.def.safety.decides(pc)) || self.def.is_player(self.request().0)
    }

    fn step(&mut self, pc: Pc) -> Flow {
        let def = self.def;
        match &def.code[pc as usize] {
            Op::Jump(to) => return Flow::To(*to),
            Op::Unless(condition, to) => {
                return if self.eval(*condition) != 0 { Flow::Next } else { Flow::To(*to) };
            }
            Op::Let(slot, value) => {
                let value = self.eval(*value);
                self.bind(*slot, value);
                return Flow::Next;
            }
            Op::Require(condition, note) | Op::Expect(condition, note) => {
                if self.eval(*condition) == 0 {
                    return self.does_not_hold(pc, *note);
                }
                return Flow::Next;
            }
            Op::Call(proc, args) => self.call(pc, *proc, self.piece(), args),
            Op::Perform(bearer, attr, of, args) => {
                let Some((proc, piece)) = self.printed(*bearer, *attr, *of) else {
                    self.state.control.given = NIL;
                    return Flow::Next;
                };
                self.call(pc, proc, piece, args);
            }
            Op::Return(value) => {
                let given = value.map_or(NIL, |value| self.eval(value));
                self.state.control.given = given;
                self.state.control.leave();
            }
            Op::Result(slot) => {
                let given = self.state.control.given;
                self.bind(*slot, given);
                return Flow::Next;
            }
            Op::Script(script, args, slot) => return self.script(pc, *script, args, *slot),
            Op::Try(end) => return self.attempt(pc, *end),
            Op::Done | Op::Commit => return Flow::Next,
            Op::Choose(_) | Op::Pick(_) | Op::Amount { .. } | Op::May { .. } | Op::Secret(_) => {
                return self.ask(pc);
            }
            Op::Pay(..) | Op::PayPrinted(..) => return self.pay(pc),
            Op::Triggers => return self.triggers(),
            Op::Steps => self.scripted_step(),
            Op::Run(list) => {
                self.go(pc + 1);
                self.run_listed(*list);
            }
            Op::Each { .. }
            | Op::Next { .. }
            | Op::Break(_)
            | Op::Room(..)
            | Op::Remember(..)
            | Op::Keep(..)
            | Op::Take(_) => self.list(pc),
            _ => return self.act(pc),
        }
        Flow::Stay
    }

    /// Runs an instruction that does something and then continues.
    #[inline(never)]
    fn act(&mut self, pc: Pc) -> Flow {
        let def = self.def;
        if S::WANTS_NOTES {
            self.emit_modifiers(pc);
        }
        // First, because a triggered ability pushes a frame on top of this one.
        self.go(pc + 1);
        match &def.code[pc as usize] {
            Op::Gain(counter, of, by) => {
                let (holder, by) = (self.eval(*of), self.eval(*by));
                self.gain(*counter, holder, by);
            }
            Op::Lose(counter, of, by) => {
                let (holder, by) = (self.eval(*of), self.eval(*by));
                self.gain(*counter, holder, by.saturating_neg());
            }
            Op::Set(counter, of, to) => {
                let (holder, to) = (self.eval(*of), self.eval(*to));
                self.set(*counter, holder, to);
            }
            Op::Advance(track, of, by) => {
                let (seat, by) = (self.eval(*of), self.eval(*by));
                self.advance(*track, seat, by);
            }
            Op::Find { slot, set, it, keys } => {
                let found = self.find(*set, *it, keys);
                self.bind(*slot, found);
            }
            Op::Random { .. } if self.looking => return Flow::Stop(Stop::Safe),
            Op::Random { slot, set, stream } => {
                let found = self.random(*set, *stream);
                self.bind(*slot, found);
            }
            Op::Begin(period) => {
                let resets = &def.periods[period.index()].resets;
                let cells: u32 = resets.iter().map(|(_, len, _)| len).sum();
                self.state.world.spend(resets.len() + cells as usize / 4);
                self.emit(Event::Began { period: *period });
            }
            Op::Emit(event, args) => {
                let args = self.args(args);
                self.fire(*event, self.me(), None, args.as_slice());
            }
            Op::EmitTo(event, of, args) => {
                let piece = self.eval(*of);
                let args = self.args(args);
                self.fire(*event, self.me(), Some(piece), args.as_slice());
            }
            Op::Score(line, seat, points) => {
                let (seat, points) = (self.eval(*seat), self.eval(*points));
                self.score(*line, seat, points);
            }
            Op::Majority(majority) => self.majority(*majority),
            Op::Note(note, _) => self.note(*note),
            Op::EndGame => {
                self.emit(Event::Ended);
                return Flow::Stop(Stop::Over);
            }
            _ => return self.handle(pc),
        }
        Flow::Stay
    }

    pub fn pc(&self) -> Pc {
        self.state.control.frames.last().map_or(0, |frame| frame.pc)
    }

    pub fn go(&mut self, pc: Pc) {
        if let Some(frame) = self.state.control.frames.last_mut() {
            frame.pc = pc;
        }
    }

    pub fn base(&self) -> usize {
        self.state.control.frames.last().map_or(0, |frame| frame.base as usize)
    }

    pub fn piece(&self) -> i32 {
        self.state.control.frames.last().map_or(NIL, |frame| frame.piece)
    }

    pub fn me(&self) -> i32 {
        self.state.control.locals.get(self.base()).copied().unwrap_or(NIL)
    }

    pub fn bind(&mut self, slot: u16, value: i32) {
        let at = self.base() + usize::from(slot);
        self.state.control.locals[at] = value;
    }

    pub fn local(&self, slot: u16) -> i32 {
        self.state.control.locals[self.base() + usize::from(slot)]
    }

    #[inline]
    pub fn eval(&self, expr: ExprId) -> i32 {
        match self.def.short.get(expr) {
            Short::Leaf(Leaf::Const(value)) => *value,
            Short::Leaf(Leaf::Itself(of)) => match of.hand() {
                Hand::Local(slot) => {
                    self.state.control.locals.get(self.base() + slot).copied().unwrap_or(NIL)
                }
                _ => self.work_out(expr),
            },
            _ => self.work_out(expr),
        }
    }

    #[inline(never)]
    fn work_out(&self, expr: ExprId) -> i32 {
        let (def, world) = (self.def, &self.state.world);
        let locals = &self.state.control.locals[self.base()..];
        match def.short.get(expr) {
            Short::Leaf(leaf) => look_around(def, world, locals, leaf),
            Short::Two(binary, left, right) => {
                let left = look_around(def, world, locals, left);
                apply(*binary, left, look_around(def, world, locals, right))
            }
            _ => self.evaluation_of(locals).eval(expr),
        }
    }

    #[inline]
    pub fn evaluation(&self) -> Eval<'_> {
        self.evaluation_of(&self.state.control.locals[self.base()..])
    }

    /// An evaluation with some bindings.
    #[inline(always)]
    pub fn evaluation_of<'e>(&'e self, locals: &'e [i32]) -> Eval<'e> {
        Eval::within(self.def, &self.state.world, locals).measured(self.sink.probe())
    }

    /// Tells the probe that a part of the work begins.
    #[inline(always)]
    pub fn enters(&self, part: WorkOwner) {
        if let Some(probe) = self.sink.probe() {
            probe.enters(part, self.state.world.meter().stands());
        }
    }

    /// Tells the probe that the part ends.
    #[inline(always)]
    pub fn leaves(&self) {
        if let Some(probe) = self.sink.probe() {
            probe.leaves(self.state.world.meter().stands());
        }
    }

    /// Tells the probe that the fuel changed without being used.
    #[inline(always)]
    pub fn refuelled(&self) {
        if let Some(probe) = self.sink.probe() {
            probe.set(self.state.world.meter().stands());
        }
    }

    pub fn args(&self, args: &[ExprId]) -> Args {
        let mut given = Args::default();
        for arg in args {
            given.push(self.eval(*arg));
        }
        given
    }

    pub fn origin(&self) -> Origin {
        Origin { pc: self.at, seat: self.me(), piece: self.piece() }
    }

    /// Emits an event: the only way anything changes.
    #[inline]
    pub fn emit(&mut self, event: Event) {
        self.state.world.spend(if S::LISTENS { TOLD_WORK } else { EVENT_WORK });
        if self.looking {
            // Nobody can know the result.
            if matches!(event, Event::Shuffled { .. }) {
                return;
            }
            self.state.world.note_undo(self.def, &event, &mut self.pool.journal);
        }
        if S::WANTS_SCENES {
            self.sink.sees(&Scene::new(self.def, self.state, self.at), &event);
        }
        self.state.world.fold(self.def, &event);
        if S::LISTENS {
            let origin = self.origin();
            self.sink.take(origin, event);
        }
    }

    /// Runs a procedure; the caller continues after `pc`. The first argument is the acting seat.
    #[inline(never)]
    fn call(&mut self, pc: Pc, proc: ProcId, piece: i32, args: &[ExprId]) {
        let base = self.state.control.locals.len();
        for arg in args {
            // Bindings that exist already keep their positions.
            let arg = self.eval(*arg);
            self.state.control.locals.push(arg);
        }
        self.go(pc + 1);
        self.state.control.enter_bound(self.def, proc, piece, base);
    }

    /// The steps printed on a thing, and the piece they belong to.
    fn printed(&self, bearer: Bearer, attr: AttrId, of: ExprId) -> Option<(ProcId, i32)> {
        let thing = self.eval(of);
        let (line, piece) = match bearer {
            Bearer::Piece => {
                let piece = self.def.pieces.get(usize::try_from(thing).ok()?).map(|_| thing)?;
                let up = self.state.world.entry_of(self.def, PieceId(piece as u16));
                (up.index(), piece)
            }
            Bearer::Entry | Bearer::Space => (usize::try_from(thing).ok()?, self.piece()),
        };
        let printed = *self.def.printed(bearer, attr).get(line)?;
        Some((ProcId::from(usize::try_from(printed).ok()?), piece))
    }

    /// Adds to a counter (or takes from it) within its bounds, and notifies the abilities that wait
    /// for it.
    pub fn gain(&mut self, counter: CounterId, holder: i32, by: i32) {
        let Some(cell) = World::cell_of(self.def, counter, holder) else { return };
        let from = self.state.world.cell(cell);
        let to = self.change(counter, holder, cell, from.saturating_add(by));
        let gained = self.def.counters[counter.index()].gained;
        if let (Some(event), true) = (gained, to > from) {
            let actor = self.me();
            self.fire(event, actor, None, &[holder, to - from]);
        }
    }

    fn set(&mut self, counter: CounterId, holder: i32, to: i32) {
        if let Some(cell) = World::cell_of(self.def, counter, holder) {
            self.change(counter, holder, cell, to);
        }
    }

    /// Sets a counter within its bounds and returns its new value.
    pub fn change(&mut self, counter: CounterId, holder: i32, cell: u32, to: i32) -> i32 {
        let def = &self.def.counters[counter.index()];
        let from = self.state.world.cell(cell);
        let to = to.clamp(def.min, def.max);
        if from != to {
            self.emit(Event::Changed { cell, from, to });
            if let (Some(line), Scope::Seat) = (def.line, def.scope) {
                self.emit(Event::Scored { line, seat: holder as u8, points: to - from });
            }
        }
        to
    }

    /// Writes points on a line of the score sheet and adds them to the score.
    pub fn score(&mut self, line: crate::id::LineId, seat: i32, points: i32) {
        let Ok(index) = u8::try_from(seat) else { return };
        if points == 0 || index >= self.def.seats {
            return;
        }
        self.emit(Event::Scored { line, seat: index, points });
        self.state.world.spend(self.def.counters.len() / 8);
        let score = self.def.counters.iter().find(|counter| counter.line.is_some());
        if let Some(score) = score {
            let cell = score.cell + u32::from(index);
            let from = self.state.world.cell(cell);
            self.emit(Event::Changed { cell, from, to: from.saturating_add(points) });
        }
    }

    /// Reports which abilities changed the number the instruction is about to use.
    fn emit_modifiers(&mut self, pc: Pc) {
        let (Op::Gain(_, _, number)
        | Op::Lose(_, _, number)
        | Op::Set(_, _, number)
        | Op::Advance(_, _, number)
        | Op::Score(_, _, number)) = self.def.code[pc as usize]
        else {
            return;
        };
        if !self.def.may_use_values(number) {
            return;
        }
        let mut events = Vec::new();
        self.def.values_in(number, &mut |value, seat, about| {
            let (seat, about) = (self.eval(seat), self.eval(about));
            value_for(self.def, &self.state.world, value, seat, about, &mut |_, piece, to| {
                // Rules of the game need not be reported each time.
                events.extend(piece.map(|piece| Event::Modified { value, piece, to }));
            });
        });
        for event in events {
            self.emit(event);
        }
    }

    fn note(&mut self, note: NoteId) {
        if !S::WANTS_NOTES {
            return;
        }
        let gaps = self.gaps(note);
        self.emit(Event::Noted { note, gaps });
    }

    /// The gaps of a note as if another seat were acting.
    pub fn gaps_for(&mut self, note: NoteId, seat: SeatId) -> [i32; GAPS_MAX] {
        let base = self.base();
        let kept = std::mem::replace(&mut self.state.control.locals[base], i32::from(seat.0));
        let gaps = self.gaps(note);
        self.state.control.locals[base] = kept;
        gaps
    }

    /// The current values of a note's gaps.
    pub fn gaps(&self, note: NoteId) -> [i32; GAPS_MAX] {
        let mut gaps = [NIL; GAPS_MAX];
        let mut next = 0;
        for part in &self.def.notes[note.index()].parts {
            if let (crate::def::ask::NotePart::Gap(expr, _), true) = (part, next < GAPS_MAX) {
                gaps[next] = self.eval(*expr);
                next += 1;
            }
        }
        gaps
    }

    /// The container an expression names.
    pub fn place(&self, of: ExprId) -> Option<PlaceId> {
        let place = self.eval(of);
        ((place as u32 as usize) < self.def.places.len()).then_some(PlaceId(place as u16))
    }

    /// The piece an expression names.
    pub fn piece_of(&self, of: ExprId) -> Option<PieceId> {
        let piece = self.eval(of);
        ((piece as u32 as usize) < self.def.pieces.len()).then_some(PieceId(piece as u16))
    }
}

pub(crate) fn stuck(why: Why) -> Flow {
    Flow::Stop(Stop::Stuck(why))
}

//! Abilities that fire. They are worked off one by one; a seat with several chooses the order.
//!
//! What fired lies in the bindings of a frame of its own: the acting seat, how many arguments,
//! the arguments, how many entries, and for each entry its procedure, seat, piece and ability. An
//! ability takes the piece, the acting seat and the arguments; what is none takes nothing.

use smallvec::SmallVec;

use super::{ARGS_MAX, Flow, Machine, Stop};
use crate::def::PC_TRIGGERS;
use crate::def::ask::MenuDef;
use crate::def::expr::NIL;
use crate::eval::{Eval, concerns};
use crate::event::Sink;
use crate::id::{AbilityId, EventId, PieceId, ProcId};
use crate::state::Frame;

/// How many numbers an entry takes.
const ENTRY_LEN: usize = 4;

/// Something that fired.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Fired {
    pub proc: ProcId,
    pub seat: i32,
    pub piece: i32,
    /// The ability, or nil.
    pub ability: i32,
}

impl<S: Sink> Machine<'_, S> {
    /// Announces an event: to every ability that waits for it, or to those of one piece.
    pub fn fire(&mut self, event: EventId, actor: i32, only: Option<i32>, args: &[i32]) {
        let mut fired = self.firing(event, actor, only, args);
        if !fired.is_empty() {
            self.push_fired(actor, args, &mut fired);
        }
    }

    /// The abilities an event sets off.
    pub fn firing(
        &self,
        event: EventId,
        actor: i32,
        only: Option<i32>,
        args: &[i32],
    ) -> SmallVec<[Fired; 8]> {
        let (def, world) = (self.def, &self.state.world);
        let mut fired = SmallVec::new();
        for &id in &def.listeners[event.index()] {
            let ability = &def.abilities[id.index()];
            let Some(proc) = ability.steps else { continue };
            let bearers = &def.entries[ability.entry.index()].bearers;
            if !world.spend(1 + bearers.len()) {
                break;
            }
            for &piece in bearers {
                let controller = world.controller_of(piece);
                let chosen = match only {
                    Some(only) => only == i32::from(piece.0),
                    None => {
                        concerns(ability.whose, controller, actor) && world.in_force(def, piece)
                    }
                };
                let piece_index = i32::from(piece.0);
                let skip = !chosen
                    || world.entry_of(def, piece) != ability.entry
                    || self.runs(proc, piece_index);
                if skip {
                    continue;
                }
                // A piece nobody controls acts for the acting seat.
                let seat = if controller == NIL || only.is_some() { actor } else { controller };
                if self.applies(id, seat, piece_index, actor, args) {
                    let ability = i32::from(id.0);
                    fired.push(Fired { proc, seat, piece: piece_index, ability });
                }
            }
        }
        fired
    }

    /// Whether the condition of an ability holds.
    fn applies(&self, id: AbilityId, seat: i32, piece: i32, actor: i32, args: &[i32]) -> bool {
        let Some(when) = self.def.abilities[id.index()].when else { return true };
        let mut locals = [NIL; 3 + ARGS_MAX];
        locals[..3].copy_from_slice(&[seat, piece, actor]);
        locals[3..3 + args.len()].copy_from_slice(args);
        Eval::within(self.def, &self.state.world, &locals).holds(when)
    }

    /// Whether an ability of a piece is running: it does not set itself off again.
    fn runs(&self, proc: ProcId, piece: i32) -> bool {
        let frames = &self.state.control.frames;
        self.state.world.spend(frames.len() / 2);
        frames
            .iter()
            .any(|frame| frame.piece == piece && self.def.safety.proc_of(frame.pc) == Some(proc))
    }

    /// Lets a seat do procedures that became due at once.
    pub fn fire_procs(&mut self, seat: i32, procs: impl Iterator<Item = ProcId>) {
        let due = |proc| Fired { proc, seat, piece: NIL, ability: NIL };
        let mut fired: SmallVec<[Fired; 8]> = procs.map(due).collect();
        self.push_fired(seat, &[], &mut fired);
    }

    /// Lets a seat do a procedure, as far as it can be done.
    pub fn fire_proc(&mut self, proc: ProcId, seat: i32, args: &[i32]) {
        if !self.def.safety.proc_fails(self.def, proc) || self.can_call(proc, seat, NIL, args) {
            self.state.control.enter(self.def, proc, seat, NIL, args);
        }
    }

    fn push_fired(&mut self, actor: i32, args: &[i32], fired: &mut [Fired]) {
        let seats = i32::from(self.def.seats).max(1);
        fired.sort_by_key(|fired| (fired.seat - actor).rem_euclid(seats));
        let piece = self.piece();
        let control = &mut self.state.control;
        let base = control.locals.len() as u32;
        control.locals.extend([actor, args.len() as i32]);
        control.locals.extend_from_slice(args);
        control.locals.push(fired.len() as i32);
        for fired in &*fired {
            let proc = i32::from(fired.proc.0);
            control.locals.extend([proc, fired.seat, fired.piece, fired.ability]);
        }
        control.frames.push(Frame { pc: PC_TRIGGERS, base, piece });
    }

    /// Works off the next, asking for the order where there is one to choose.
    #[inline(never)]
    pub fn triggers(&mut self) -> Flow {
        let waiting = self.waiting();
        self.state.world.spend(waiting);
        if waiting == 0 {
            self.state.control.leave();
            return Flow::Stay;
        }
        if self.choices_of_order() > 1 {
            return Flow::Stop(Stop::Ask);
        }
        self.run_fired(0);
        Flow::Stay
    }

    /// How many entries the first seat in line can choose from.
    pub fn choices_of_order(&self) -> usize {
        let first = self.fired(0);
        let same_seat =
            (0..self.waiting()).take_while(|index| self.fired(*index).seat == first.seat).count();
        let all_alike = (1..same_seat).all(|index| self.fired(index).proc == first.proc);
        // Steps on a track come one after the other; plain gains come to the same in any order.
        // A seat without decisions takes them as they come.
        let no_matter = first.ability == NIL
            || !self.def.is_player(first.seat)
            || (0..same_seat).all(|index| self.def.safety.is_plain(self.fired(index).proc));
        if all_alike || no_matter { 1 } else { same_seat }
    }

    /// Runs the n-th entry, if it can be done, and strikes it out.
    pub fn run_fired(&mut self, index: usize) {
        let fired = self.fired(index);
        let base = self.base();
        let start = self.entries_start() + index * ENTRY_LEN;
        let locals = &mut self.state.control.locals;
        let (actor, args) = (locals[base], locals[base + 1] as usize);
        let mut given: SmallVec<[i32; ARGS_MAX + 2]> = SmallVec::new();
        if fired.ability != NIL {
            given.extend([fired.piece, actor]);
            given.extend_from_slice(&locals[base + 2..base + 2 + args]);
        }
        locals.drain(start..start + ENTRY_LEN);
        locals[base + 2 + args] -= 1;
        // What fired before it may have used up a limit they share.
        let still = fired.ability == NIL || {
            let id = AbilityId(fired.ability as u16);
            self.applies(id, fired.seat, fired.piece, actor, &given[2..])
        };
        let can = still
            && (!self.def.safety.proc_fails(self.def, fired.proc)
                || self.can_call(fired.proc, fired.seat, fired.piece, &given));
        if can {
            let Fired { proc, seat, piece, .. } = fired;
            self.state.control.enter(self.def, proc, seat, piece, &given);
        }
    }

    /// The n-th entry that waits.
    pub fn fired(&self, index: usize) -> Fired {
        let at = self.entries_start() + index * ENTRY_LEN;
        let entry = &self.state.control.locals[at..at + ENTRY_LEN];
        Fired { proc: ProcId(entry[0] as u16), seat: entry[1], piece: entry[2], ability: entry[3] }
    }

    /// How many entries wait.
    pub fn waiting(&self) -> usize {
        self.state.control.locals[self.entries_start() - 1] as usize
    }

    fn entries_start(&self) -> usize {
        let base = self.base();
        base + 3 + self.state.control.locals[base + 1] as usize
    }

    /// Abilities that add an option to a menu for the acting seat, with their pieces.
    /// With `anyway`, also those whose condition does not hold.
    pub fn offers(&self, menu: &MenuDef, anyway: bool, visit: &mut dyn FnMut(usize, PieceId)) {
        let (def, world, me) = (self.def, &self.state.world, self.me());
        for (index, ability) in menu.offers.iter().enumerate() {
            let ability = &def.abilities[ability.index()];
            let bearers = &def.entries[ability.entry.index()].bearers;
            if !world.spend(1 + bearers.len()) {
                return;
            }
            for &piece in bearers {
                let there = concerns(ability.whose, world.controller_of(piece), me)
                    && world.in_force(def, piece)
                    && world.entry_of(def, piece) == ability.entry;
                let locals = [me, i32::from(piece.0)];
                let mut eval = Eval::within(def, world, &locals);
                if there && (anyway || ability.when.is_none_or(|when| eval.holds(when))) {
                    visit(index, piece);
                }
            }
        }
    }
}

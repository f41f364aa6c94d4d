//! Triggered abilities. They are run one by one; a seat with several chooses the order.
//!
//! What fired is stored in the bindings of its own frame: the acting seat, the number of arguments,
//! the arguments, the number of entries, and for each entry its procedure, seat, piece and ability.
//! An ability receives the piece, the acting seat and the arguments; an entry without an ability
//! receives nothing.

use smallvec::SmallVec;

use super::{ARGS_MAX, DONE, Flow, Machine, Stop};
use crate::def::PC_TRIGGERS;
use crate::def::ask::MenuDef;
use crate::def::code::Pc;
use crate::def::expr::NIL;
use crate::def::reads::Parts;
use crate::eval::concerns;
use crate::event::Sink;
use crate::id::{AbilityId, EventId, PieceId, ProcId};
use crate::probe::WorkOwner;
use crate::state::Frame;

/// The length of an entry.
const ENTRY_LEN: usize = 4;

/// Stands in for the piece when a rule of the game runs for a seat: neither a piece nor nil, so
/// that a running rule can be recognised.
pub(super) fn rule_for(seat: i32) -> i32 {
    NIL - 1 - seat
}

/// An entry: something that fired.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Fired {
    pub proc: ProcId,
    pub seat: i32,
    /// The piece, or its stand-in for a rule.
    pub piece: i32,
    /// The ability, or nil.
    pub ability: i32,
}

/// What a seat decides about its abilities that fired together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Line {
    /// Nothing.
    AsTheyCome,
    /// Which of several comes first.
    Order(usize),
    /// Which of several it uses, if any: they are optional and share a limit.
    OneOf(usize),
}

impl<S: Sink> Machine<'_, S> {
    /// Announces an event: to every ability that waits for it, or to those of one piece.
    pub fn fire(&mut self, event: EventId, actor: i32, only: Option<i32>, args: &[i32]) {
        if self.def.listeners[event.index()].is_empty() {
            return;
        }
        let mut fired = self.firing(event, actor, only, args);
        if !fired.is_empty() {
            self.push_fired(actor, args, &mut fired);
        }
    }

    /// The abilities an event triggers.
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
            let Some(entry) = ability.entry else {
                if only.is_none() {
                    self.rule_fires(id, proc, actor, args, &mut fired);
                }
                continue;
            };
            let bearers = &def.entries[entry.index()].bearers;
            if !world.spend(1 + bearers.len()) {
                break;
            }
            for &piece in bearers {
                let piece_index = i32::from(piece.0);
                if only.is_some_and(|only| only != piece_index) {
                    continue;
                }
                let controller = world.controller_of(piece);
                let chosen = only.is_some()
                    || concerns(ability.whose, controller, actor) && world.in_force(def, piece);
                let skip =
                    !chosen || world.entry_of(def, piece) != entry || self.runs(proc, piece_index);
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

    /// The same for a rule of the game: every seat has it.
    fn rule_fires(
        &self,
        id: AbilityId,
        proc: ProcId,
        actor: i32,
        args: &[i32],
        fired: &mut SmallVec<[Fired; 8]>,
    ) {
        let whose = self.def.abilities[id.index()].whose;
        let seats = i32::from(self.def.seats);
        self.state.world.spend(seats as usize);
        for seat in (0..seats).filter(|seat| concerns(whose, *seat, actor)) {
            let piece = rule_for(seat);
            if !self.runs(proc, piece) && self.applies(id, seat, NIL, actor, args) {
                fired.push(Fired { proc, seat, piece, ability: i32::from(id.0) });
            }
        }
    }

    /// Whether the condition of an ability holds.
    fn applies(&self, id: AbilityId, seat: i32, piece: i32, actor: i32, args: &[i32]) -> bool {
        let Some(when) = self.def.abilities[id.index()].when else { return true };
        let mut locals = [NIL; 3 + ARGS_MAX];
        locals[..3].copy_from_slice(&[seat, piece, actor]);
        locals[3..3 + args.len()].copy_from_slice(args);
        self.enters(WorkOwner::Ability(id));
        let holds = self.evaluation_of(&locals).holds(when);
        self.leaves();
        holds
    }

    /// Whether an ability of a piece is running: it does not trigger itself.
    fn runs(&self, proc: ProcId, piece: i32) -> bool {
        let frames = &self.state.control.frames;
        self.state.world.spend(frames.len() / 2);
        frames
            .iter()
            .any(|frame| frame.piece == piece && self.def.safety.proc_of(frame.pc) == Some(proc))
    }

    /// Queues procedures of a seat that became due at once.
    pub fn fire_procs(&mut self, seat: i32, procs: impl Iterator<Item = ProcId>) {
        let due = |proc| Fired { proc, seat, piece: NIL, ability: NIL };
        let mut fired: SmallVec<[Fired; 8]> = procs.map(due).collect();
        self.push_fired(seat, &[], &mut fired);
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

    /// Runs the next entry; asks for the order if there is a choice.
    #[inline(never)]
    pub fn triggers(&mut self) -> Flow {
        let waiting = self.waiting();
        self.state.world.spend(waiting);
        if waiting == 0 {
            self.state.control.leave();
            return Flow::Stay;
        }
        // An earlier entry may have used up a limit that others share.
        if let Some(index) = (0..waiting).find(|index| self.is_used_up(self.fired(*index))) {
            self.strike(index);
            return Flow::Stay;
        }
        match self.line() {
            Line::AsTheyCome => {
                self.run_fired(0);
                Flow::Stay
            }
            Line::OneOf(_) if !self.looking && !self.one_can_be_done() => {
                self.pool.decide(DONE);
                self.decline_all();
                Flow::Stay
            }
            Line::Order(_) | Line::OneOf(_) => Flow::Stop(Stop::Ask),
        }
    }

    /// What the first seat in line decides about its entries.
    pub fn line(&self) -> Line {
        let first = self.fired(0);
        let same_seat =
            (0..self.waiting()).take_while(|index| self.fired(*index).seat == first.seat).count();
        let all_alike = (1..same_seat).all(|index| self.fired(index).proc == first.proc);
        // Track bonuses are run in order. A seat without decisions takes its entries in order.
        if all_alike || first.ability == NIL || !self.def.is_player(first.seat) {
            return Line::AsTheyCome;
        }
        let shared = |index| {
            let ability = &self.def.abilities[self.fired(index).ability as usize];
            let limit = ability.limit.filter(|limit| ability.optional && limit.shared);
            limit.map(|limit| limit.counter)
        };
        let first = shared(0);
        if first.is_some() && (1..same_seat).all(|index| shared(index) == first) {
            Line::OneOf(same_seat)
        } else if self.comes_to_the_same(same_seat) {
            Line::AsTheyCome
        } else {
            Line::Order(same_seat)
        }
    }

    /// Whether the first entries have the same result in any order: they gain fixed amounts,
    /// nothing in force waits for these gains, and no entry has a condition that reads what another
    /// gains.
    fn comes_to_the_same(&self, entries: usize) -> bool {
        let def = self.def;
        let mut gained: SmallVec<[(Fired, Parts); 8]> = SmallVec::new();
        for fired in (0..entries).map(|index| self.fired(index)) {
            let Some(gains) = def.safety.plain_gains(fired.proc) else { return false };
            let limit = def.abilities[fired.ability as usize].limit;
            let own = limit.filter(|limit| !limit.shared).map(|limit| limit.counter);
            let mut parts = Parts::default();
            for counter in gains.iter().filter(|counter| own != Some(**counter)) {
                let event = def.counters[counter.index()].gained;
                if event.is_some_and(|event| self.is_awaited(event, fired.seat)) {
                    return false;
                }
                parts.add(def.reads.counter(*counter));
            }
            gained.push((fired, parts));
        }
        self.state.world.spend(entries * entries / 4);
        gained.iter().all(|(fired, _)| {
            let Some(when) = def.abilities[fired.ability as usize].when else { return true };
            let look = def.reads.expr(when);
            let others = gained.iter().filter(|(other, _)| other.proc != fired.proc);
            !look.everything && !others.into_iter().any(|(_, parts)| look.parts.meets(parts))
        })
    }

    /// Whether something in force waits for an event caused by a seat.
    fn is_awaited(&self, event: EventId, actor: i32) -> bool {
        let (def, world) = (self.def, &self.state.world);
        def.listeners[event.index()].iter().any(|id| {
            let ability = &def.abilities[id.index()];
            let Some(entry) = ability.entry else { return true };
            let bearers = &def.entries[entry.index()].bearers;
            world.spend(1 + bearers.len());
            bearers.iter().any(|piece| {
                concerns(ability.whose, world.controller_of(*piece), actor)
                    && world.in_force(def, *piece)
                    && world.entry_of(def, *piece) == entry
            })
        })
    }

    /// Whether an ability that fired has reached its limit.
    fn is_used_up(&self, fired: Fired) -> bool {
        if fired.ability == NIL {
            return false;
        }
        let limit = self.def.abilities[fired.ability as usize].limit;
        limit.is_some_and(|limit| {
            let holder = if limit.by_seat { fired.seat } else { fired.piece };
            self.state.world.counter(self.def, limit.counter, holder) >= limit.times
        })
    }

    /// The first entries whose condition still holds.
    pub fn open_entries(&self, entries: usize, options: &mut Vec<i32>) {
        let applies = |index: &usize| {
            let fired = self.fired(*index);
            let (actor, args) = self.announced();
            let id = AbilityId(fired.ability as u16);
            self.applies(id, fired.seat, fired.piece.max(NIL), actor, args)
        };
        options.extend((0..entries).filter(applies).map(|index| index as i32));
    }

    /// Whether one of several optional abilities can be completed: only then is it worth asking.
    fn one_can_be_done(&mut self) -> bool {
        let mut options = self.pool.options();
        let listed = self.options(&mut options);
        let can = listed.is_err() || options.iter().any(|option| *option != DONE);
        match listed {
            Ok(()) if can => self.keep_options(options),
            _ => self.pool.give_back(options),
        }
        can
    }

    /// Takes one of several optional abilities, or none.
    pub fn take_one_of(&mut self, option: i32) {
        let Ok(index) = usize::try_from(option) else { return self.decline_all() };
        let (fired, given) = self.strike(index);
        let Fired { proc, seat, piece, .. } = fired;
        self.state.control.enter(self.def, proc, seat, piece, &given);
        // The choice already answers the ability's own question.
        let body = self.body_of(proc);
        self.go(body);
    }

    /// Where the steps of an optional ability start, after its question.
    pub fn body_of(&self, proc: ProcId) -> Pc {
        self.def.procs[proc.index()].start + 1
    }

    fn decline_all(&mut self) {
        if let Line::OneOf(entries) = self.line() {
            (0..entries).for_each(|_| drop(self.strike(0)));
        }
    }

    /// Removes the n-th entry. Returns it with the arguments of its procedure.
    fn strike(&mut self, index: usize) -> (Fired, SmallVec<[i32; ARGS_MAX + 2]>) {
        let fired = self.fired(index);
        let mut given = SmallVec::new();
        let (actor, args) = self.announced();
        let n_args = args.len();
        if fired.ability != NIL {
            given.extend([fired.piece.max(NIL), actor]);
            given.extend_from_slice(args);
        }
        let base = self.base();
        let start = self.entries_start() + index * ENTRY_LEN;
        let locals = &mut self.state.control.locals;
        locals.drain(start..start + ENTRY_LEN);
        locals[base + 2 + n_args] -= 1;
        (fired, given)
    }

    /// The acting seat, and the arguments of the event.
    fn announced(&self) -> (i32, &[i32]) {
        let base = self.base();
        let locals = &self.state.control.locals;
        (locals[base], &locals[base + 2..base + 2 + locals[base + 1] as usize])
    }

    /// Removes the n-th entry, and runs it if it still applies.
    pub fn run_fired(&mut self, index: usize) {
        let (fired, given) = self.strike(index);
        // Earlier entries may have changed what it depends on.
        let still = fired.ability == NIL || {
            let id = AbilityId(fired.ability as u16);
            self.applies(id, fired.seat, given[0], given[1], &given[2..])
        };
        let can = still
            && (!self.def.safety.proc_fails(self.def, fired.proc)
                || self.can_call(fired.proc, fired.seat, fired.piece, &given));
        if can {
            let Fired { proc, seat, piece, .. } = fired;
            self.state.control.enter(self.def, proc, seat, piece, &given);
        }
    }

    /// The n-th waiting entry.
    pub fn fired(&self, index: usize) -> Fired {
        let at = self.entries_start() + index * ENTRY_LEN;
        let entry = &self.state.control.locals[at..at + ENTRY_LEN];
        Fired { proc: ProcId(entry[0] as u16), seat: entry[1], piece: entry[2], ability: entry[3] }
    }

    /// The number of waiting entries.
    pub fn waiting(&self) -> usize {
        self.state.control.locals[self.entries_start() - 1] as usize
    }

    fn entries_start(&self) -> usize {
        let base = self.base();
        base + 3 + self.state.control.locals[base + 1] as usize
    }

    /// Abilities that add an option to a menu for the acting seat, with their pieces; a rule has no
    /// piece. With `anyway`, includes those whose condition does not hold.
    pub fn offers(
        &self,
        menu: &MenuDef,
        anyway: bool,
        visit: &mut dyn FnMut(usize, Option<PieceId>),
    ) {
        let (def, world, me) = (self.def, &self.state.world, self.me());
        for (index, &id) in menu.offers.iter().enumerate() {
            let ability = &def.abilities[id.index()];
            let applies = |piece: i32| {
                let locals = [me, piece];
                let mut eval = self.evaluation_of(&locals);
                self.enters(WorkOwner::Ability(id));
                let applies = anyway || ability.when.is_none_or(|when| eval.holds(when));
                self.leaves();
                applies
            };
            let Some(entry) = ability.entry else {
                if !world.spend(1) {
                    return;
                }
                if applies(NIL) {
                    visit(index, None);
                }
                continue;
            };
            let bearers = &def.entries[entry.index()].bearers;
            if !world.spend(1 + bearers.len()) {
                return;
            }
            for &piece in bearers {
                let there = concerns(ability.whose, world.controller_of(piece), me)
                    && world.in_force(def, piece)
                    && world.entry_of(def, piece) == entry;
                if there && applies(i32::from(piece.0)) {
                    visit(index, Some(piece));
                }
            }
        }
    }
}

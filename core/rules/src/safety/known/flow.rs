//! Propagates facts through the code, and from callers into procedures.

use smallvec::SmallVec;

use super::{Facts, Range};
use crate::def::Def;
use crate::def::code::{Bearer, Op, Pc};
use crate::def::expr::ExprId;
use crate::def::part::Scope;
use crate::id::{AbilityId, AttrId, EventId, ProcId};

/// The possible values of arguments. Those beyond the end are not known.
type Args = SmallVec<[Option<Range>; 8]>;

/// The facts before each instruction.
pub(in crate::safety) fn known(def: &Def) -> Vec<Facts> {
    let mut flow = Flow {
        def,
        known: vec![Facts::default(); def.code.len()],
        todo: vec![],
        queued: vec![false; def.code.len()],
        actor: Some(Range::NONE),
        said: vec![None; def.listeners.len()],
    };
    let first = Some(Range::one(0));
    def.main.into_iter().chain(def.scoring).for_each(|proc| flow.enter(proc, [first]));
    flow.announce_changes();
    flow.work();
    // A procedure nobody calls may be rehearsed on its own, by any seat.
    let anybody = Some(Range::first(usize::from(def.seats)));
    for proc in (0..def.procs.len()).map(ProcId::from) {
        if !flow.known[def.procs[proc.index()].start as usize].reached {
            flow.enter(proc, [anybody]);
            flow.work();
        }
    }
    flow.known
}

struct Flow<'d> {
    def: &'d Def,
    known: Vec<Facts>,
    todo: Vec<Pc>,
    /// Whether an instruction is in `todo`.
    queued: Vec<bool>,
    /// The seats that may be acting when an event is announced.
    actor: Option<Range>,
    /// The arguments of each event; `None` if it is never announced.
    said: Vec<Option<Args>>,
}

impl Flow<'_> {
    fn work(&mut self) {
        while let Some(pc) = self.todo.pop() {
            self.queued[pc as usize] = false;
            self.after(pc, self.known[pc as usize].clone());
        }
    }

    fn go(&mut self, pc: Pc, there: Facts) {
        let Some(before) = self.known.get_mut(pc as usize) else { return };
        if before.meet(self.def, there) && !std::mem::replace(&mut self.queued[pc as usize], true) {
            self.todo.push(pc);
        }
    }

    fn enter(&mut self, proc: ProcId, args: impl IntoIterator<Item = Option<Range>>) {
        let start = self.def.procs[proc.index()].start;
        self.go(start, Facts::entered(args.into_iter()));
    }

    /// Announces the table's own events: pieces that come and go, counters that grow.
    fn announce_changes(&mut self) {
        let def = self.def;
        let piece = Some(Range::first(def.pieces.len()));
        for zone in &def.zones {
            let moved = [zone.entered, zone.left].into_iter().flatten();
            moved.for_each(|event| self.announce(event, [piece].into_iter().collect()));
            zone.starved.into_iter().for_each(|event| self.announce(event, Args::new()));
        }
        for counter in &def.counters {
            let holders = Range::run(counter.first as usize, counter.holders as usize);
            let holder = (counter.scope != Scope::Table).then_some(holders);
            let said = [holder, None].into_iter().collect();
            counter.gained.into_iter().for_each(|event| self.announce(event, Args::clone(&said)));
        }
    }

    fn announce(&mut self, event: EventId, args: Args) {
        let said = match &self.said[event.index()] {
            Some(said) => meet(said, &args),
            None => args,
        };
        if self.said[event.index()].as_ref() != Some(&said) {
            self.said[event.index()] = Some(said);
            self.wake(event);
        }
    }

    /// Notes that an instruction may trigger something while a seat is acting.
    fn acts(&mut self, me: Option<Range>) {
        let actor = self.actor.zip(me).map(|(actor, me)| actor.or(me));
        if actor != self.actor {
            self.actor = actor;
            (0..self.said.len()).map(EventId::from).for_each(|event| self.wake(event));
        }
    }

    /// Enters the abilities that wait for an event.
    fn wake(&mut self, event: EventId) {
        let Some(said) = self.said[event.index()].clone() else { return };
        let def = self.def;
        for ability in &def.listeners[event.index()] {
            // The controller of the piece acts; if there is none, the acting seat.
            let me = self.actor.map(|actor| actor.or(Range::first(usize::from(def.seats))));
            let start = [me, self.bearers(*ability), self.actor];
            let args: Args = start.into_iter().chain(said.iter().copied()).collect();
            def.abilities[ability.index()].steps.into_iter().for_each(|proc| {
                self.enter(proc, args.iter().copied());
            });
        }
    }

    /// The pieces that have an ability. A rule has none, and its piece is not bound.
    fn bearers(&self, ability: AbilityId) -> Option<Range> {
        let entry = &self.def.entries[self.def.abilities[ability.index()].entry?.index()];
        let pieces = entry.bearers.iter().map(|piece| Range::one(i32::from(piece.0)));
        Some(pieces.fold(Range::NONE, Range::or))
    }

    fn args(&self, known: &Facts, args: &[ExprId]) -> Args {
        args.iter().map(|arg| known.range(self.def, *arg)).collect()
    }

    /// Passes on the facts after an instruction.
    fn after(&mut self, pc: Pc, known: Facts) {
        let def = self.def;
        let me = known.slot(0);
        match &def.code[pc as usize] {
            Op::Jump(to) => self.go(*to, known),
            Op::Unless(condition, to) => match def.constant(*condition) {
                Some(0) => self.go(*to, known),
                Some(_) => self.go(pc + 1, known),
                None => {
                    self.go(pc + 1, known.clone().given(def, *condition, true));
                    self.go(*to, known.given(def, *condition, false));
                }
            },
            Op::Let(slot, value) => {
                // A container named by the binding is a different one now.
                let range = known.range(def, *value);
                self.go(pc + 1, known.changed().bind(*slot, range));
            }
            Op::Require(condition, _) | Op::Expect(condition, _) => {
                self.go(pc + 1, known.given(def, *condition, true));
            }
            Op::Note(..) | Op::Done => self.go(pc + 1, known),
            Op::Try(end) | Op::May { end, .. } => {
                self.go(pc + 1, known.clone());
                self.go(*end, known);
            }
            Op::Each { set, list, next } => {
                let items = known.items(def, *set);
                self.go(*next, known.changed().bind(*list, items));
            }
            Op::Next { list, slot, body } => {
                let (items, known) = (known.slot(*list), known.changed());
                self.go(*body, known.clone().bind(*slot, items));
                self.go(pc + 1, known);
            }
            Op::Room(list, _) => self.go(pc + 1, known.changed().bind(*list, Some(Range::NONE))),
            Op::Remember(list, value) => {
                let items = known.slot(*list).zip(known.range(def, *value));
                let items = items.map(|(items, more)| items.or(more));
                self.go(pc + 1, known.changed().bind(*list, items));
            }
            Op::Keep(list, set) => {
                let items = known.items(def, *set);
                self.go(pc + 1, known.changed().bind(*list, items));
            }
            Op::Choose(menu) => {
                let menu = def.menu(*menu);
                for branch in &menu.branches {
                    let there = known.clone();
                    let there = match branch.when {
                        Some(when) => there.given(def, when, true),
                        None => there,
                    };
                    self.go(branch.body, there);
                }
                for ability in &menu.offers {
                    let args = [me, self.bearers(*ability)];
                    let steps = def.abilities[ability.index()].steps;
                    steps.into_iter().for_each(|proc| self.enter(proc, args));
                }
                self.go(menu.end, known.changed());
            }
            Op::Return(_) | Op::EndGame | Op::Triggers | Op::Steps => {}
            Op::Pick(pick) => {
                let pick = &def.picks[pick.index()];
                let declines = pick.several.is_none() && pick.optional;
                let items = known.items(def, pick.set).filter(|_| !declines);
                self.go(pc + 1, known.changed().bind(pick.slot, items));
            }
            Op::Secret(secret) => {
                let secret = &def.secrets[secret.index()];
                let pick = &def.picks[secret.pick.index()];
                let items = known.items(def, pick.set).filter(|_| !pick.optional);
                self.go(pc + 1, known.changed().bind(secret.list, items));
            }
            Op::Find { slot, set, .. } | Op::Random { slot, set, .. } => {
                let found = known.items(def, *set).filter(|_| known.fills(def, *set));
                self.go(pc + 1, known.changed().bind(*slot, found));
            }
            Op::Amount { slot, .. } | Op::Result(slot) => {
                self.go(pc + 1, known.changed().bind(*slot, None));
            }
            Op::Call(proc, args) => {
                let args = self.args(&known, args);
                self.enter(*proc, args);
                self.go(pc + 1, known.changed());
            }
            Op::Perform(bearer, attr, of, args) => {
                let thing = self.bearing(*bearer, known.range(def, *of));
                let mut given = self.args(&known, args);
                for (given, _) in given.iter_mut().zip(args).filter(|(_, arg)| *arg == of) {
                    *given = thing;
                }
                self.perform(*bearer, *attr, &given);
                self.go(pc + 1, known.changed());
            }
            Op::Script(script, _, slot) => {
                self.acts(me);
                // The gaps of the returned steps may hold anything.
                for proc in &def.scripts[script.index()].returned {
                    self.enter(*proc, [me]);
                }
                let n_values = def.scripts[script.index()].n_values;
                let slots = slot.iter().flat_map(|first| *first..first.saturating_add(n_values));
                let known = slots.fold(known.changed(), |known, slot| known.bind(slot, None));
                self.go(pc + 1, known);
            }
            Op::Emit(event, args) | Op::EmitTo(event, _, args) => {
                self.acts(me);
                let args = self.args(&known, args);
                self.announce(*event, args);
                self.go(pc + 1, known.changed());
            }
            Op::Advance(track, of, _) => {
                self.acts(me);
                let seats = Range::first(usize::from(def.seats));
                let seat = known.range(def, *of).map_or(seats, |of| of.and(seats));
                let bonuses = def.counters[track.index()].track.iter().flat_map(|it| &it.bonuses);
                bonuses.for_each(|(_, proc)| self.enter(*proc, [Some(seat)]));
                self.go(pc + 1, known.changed());
            }
            Op::Draw { slot, .. } => {
                self.acts(me);
                let known = known.changed();
                self.go(
                    pc + 1,
                    match slot {
                        Some(slot) => known.bind(*slot, None),
                        None => known,
                    },
                );
            }
            Op::Gain(..)
            | Op::Lose(..)
            | Op::Pay(..)
            | Op::PayPrinted(..)
            | Op::Move { .. }
            | Op::MoveAll { .. }
            | Op::Refill(..) => {
                self.acts(me);
                self.go(pc + 1, known.changed());
            }
            Op::Set(..)
            | Op::Shuffle(_)
            | Op::Flip(..)
            | Op::Own(..)
            | Op::Control(..)
            | Op::Begin(_)
            | Op::Score(..)
            | Op::Majority(_)
            | Op::Commit
            | Op::Take(_)
            | Op::Run(_)
            | Op::Break(_) => self.go(pc + 1, known.changed()),
        }
    }

    /// The thing on which steps are printed: if it is nil, nothing is called.
    fn bearing(&self, bearer: Bearer, thing: Option<Range>) -> Option<Range> {
        let all = Range::first(match bearer {
            Bearer::Piece => self.def.pieces.len(),
            Bearer::Entry => self.def.entries.len(),
            Bearer::Space => self.def.spaces.len(),
        });
        Some(thing.map_or(all, |thing| thing.and(all)))
    }

    fn perform(&mut self, bearer: Bearer, attr: AttrId, args: &Args) {
        let mut procs: Vec<i32> = self.def.printed(bearer, attr).to_vec();
        procs.sort_unstable();
        procs.dedup();
        for proc in procs.into_iter().filter_map(|proc| usize::try_from(proc).ok()) {
            self.enter(ProcId::from(proc), args.iter().copied());
        }
    }
}

/// The possible values of arguments of either call.
fn meet(one: &Args, other: &Args) -> Args {
    let both = one.iter().zip(other);
    both.map(|(one, other)| one.zip(*other).map(|(one, other)| one.or(other))).collect()
}

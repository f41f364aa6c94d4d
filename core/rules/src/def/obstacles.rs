//! What stands in the way of a branch before anything is decided in it: costs, conditions and
//! picks that every way through it meets, and that nothing on the way there changes. A branch that
//! meets one it cannot pass need not be tried.

use super::Def;
use super::code::{At, Op, Pc};
use super::expr::{Expr, ExprId, NIL, Set, SetId};
use super::reads::{CONTROLLERS, Look, PLACES, Parts, SIZES};
use super::short::Leaf;
use crate::id::{CostId, KindId, ZoneId};

/// How far a branch is followed.
const STEPS_MAX: usize = 64;
/// How many bindings an obstacle may use.
pub(crate) const SLOTS_MAX: usize = 8;

/// Something to pass.
#[derive(Clone, Debug)]
pub(crate) struct Obstacle {
    pub check: Check,
    /// The bindings it uses: nothing stands for the acting seat.
    pub slots: [Option<i32>; SLOTS_MAX],
}

/// What must be so.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Check {
    /// The acting seat can pay.
    Pays(CostId),
    /// A condition holds.
    Holds(ExprId),
    /// There is something to pick.
    Any(SetId),
    /// There is room in a container.
    Room(ExprId),
}

/// The obstacles of every branch of every menu.
#[derive(Clone, Debug, Default)]
pub struct Obstacles(Vec<Vec<Vec<Obstacle>>>);

impl Obstacles {
    pub(super) fn of(def: &Def) -> Self {
        let branch = |pc: Pc| Walk::new(def).follow(pc);
        let menus = def.menus.iter();
        Self(menus.map(|menu| menu.branches.iter().map(|it| branch(it.body)).collect()).collect())
    }

    /// The obstacles of a branch; none for options that abilities add.
    pub(crate) fn at(&self, menu: crate::id::MenuId, branch: i32) -> &[Obstacle] {
        let menu = self.0.get(menu.index());
        menu.and_then(|menu| menu.get(usize::try_from(branch).ok()?)).map_or(&[], Vec::as_slice)
    }
}

/// What is known of a binding.
#[derive(Clone, Copy)]
enum Known {
    Me,
    Is(i32),
    /// A piece of a zone.
    Of(ZoneId),
    Nothing,
}

struct Walk<'d> {
    def: &'d Def,
    slots: Vec<Known>,
    callers: Vec<(Pc, Vec<Known>)>,
    written: Parts,
    found: Vec<Obstacle>,
}

impl<'d> Walk<'d> {
    fn new(def: &'d Def) -> Self {
        let (callers, found) = (vec![], vec![]);
        Self { def, slots: vec![Known::Me], callers, written: Parts::default(), found }
    }

    fn follow(mut self, mut pc: Pc) -> Vec<Obstacle> {
        for _ in 0..STEPS_MAX {
            match self.step(pc) {
                Some(next) => pc = next,
                None => break,
            }
        }
        self.found
    }

    /// Goes over an instruction, as long as it is clear how it goes on.
    fn step(&mut self, pc: Pc) -> Option<Pc> {
        let def = self.def;
        match &def.code[pc as usize] {
            Op::Jump(to) if *to > pc => return Some(*to),
            Op::Note(..) | Op::Done => {}
            Op::Let(slot, value) => self.bind(*slot, self.known(*value)),
            Op::Result(slot) | Op::Room(slot, _) => self.bind(*slot, Known::Nothing),
            Op::Remember(..) => {}
            Op::Require(condition, _) => {
                self.find(Check::Holds(*condition), *def.reads.expr(*condition));
            }
            Op::Call(proc, args) => {
                let slots = args.iter().map(|arg| self.known(*arg)).collect();
                let caller = std::mem::replace(&mut self.slots, slots);
                self.callers.push((pc + 1, caller));
                return Some(def.procs[proc.index()].start);
            }
            Op::Return(_) => {
                let (next, slots) = self.callers.pop()?;
                self.slots = slots;
                return Some(next);
            }
            Op::Pick(pick) => {
                let pick = &def.picks[pick.index()];
                if pick.several.is_some() || pick.optional {
                    return None;
                }
                self.find(Check::Any(pick.set), *def.reads.set(pick.set));
                let of = match &def.sets[pick.set as usize] {
                    Set::Pieces(place) => self.zone(*place).map_or(Known::Nothing, Known::Of),
                    _ => Known::Nothing,
                };
                self.bind(pick.slot, of);
            }
            Op::Pay(cost, payer, payee) => {
                let look = *def.reads.cost(*cost);
                let mine = matches!(self.known(*payer), Known::Me);
                let to_supply = matches!(self.known(*payee), Known::Is(NIL));
                if !mine || !to_supply {
                    return None;
                }
                self.find(Check::Pays(*cost), look);
                self.written.add_all(&look.parts);
            }
            Op::Move { piece, to, at: At::Top | At::Bottom } => self.moves(*piece, *to)?,
            Op::Set(counter, ..) | Op::Lose(counter, ..) => {
                self.written.add(def.reads.counter(*counter));
            }
            Op::Gain(counter, ..) => {
                let event = def.counters[counter.index()].gained;
                if event.is_some_and(|event| def.reads.event(event).is_some()) {
                    return None;
                }
                self.written.add(def.reads.counter(*counter));
            }
            Op::Emit(event, _) if def.reads.event(*event).is_none() => {}
            _ => return None,
        }
        Some(pc + 1)
    }

    fn moves(&mut self, piece: ExprId, to: ExprId) -> Option<()> {
        let def = self.def;
        let (to_zone, Known::Of(from)) = (self.zone(to)?, self.known(piece)) else { return None };
        let zone = &def.zones[to_zone.index()];
        let waited = zone.entered.is_some_and(|event| def.reads.event(event).is_some());
        if waited || def.reads.leaves() || from == to_zone || zone.unique.is_some() {
            return None;
        }
        if usize::from(zone.capacity) < def.pieces.len() {
            let look = def.reads.fullness(def, to).and(def.reads.expr(to));
            self.find(Check::Room(to), look);
        }
        for part in [PLACES, SIZES, CONTROLLERS] {
            self.written.add(part);
        }
        for zone in [from, to_zone] {
            self.written.add(def.reads.contents(zone));
            self.written.add(def.reads.size(zone));
        }
        for kind in 0..def.kinds.len() {
            self.written.add(def.reads.kind(KindId::from(kind)));
        }
        Some(())
    }

    fn bind(&mut self, slot: u16, known: Known) {
        let slot = usize::from(slot);
        if slot >= self.slots.len() {
            self.slots.resize(slot + 1, Known::Nothing);
        }
        self.slots[slot] = known;
    }

    fn known(&self, expr: ExprId) -> Known {
        match self.def.short.leaf(expr) {
            Some(Leaf::Const(value)) => Known::Is(value),
            Some(Leaf::Local(slot)) => {
                self.slots.get(usize::from(slot)).copied().unwrap_or(Known::Nothing)
            }
            None => Known::Nothing,
        }
    }

    fn zone(&self, place: ExprId) -> Option<ZoneId> {
        match self.def.exprs[place as usize] {
            Expr::Place(zone, _) => Some(zone),
            _ => None,
        }
    }

    /// Keeps an obstacle, if it can be seen from the start.
    fn find(&mut self, check: Check, look: Look) {
        let changed = look.everything || look.parts.meets(&self.written);
        let mut slots = [Some(NIL); SLOTS_MAX];
        let known = (0..64).filter(|slot| look.slots & (1 << slot) != 0).all(|slot: usize| {
            match (slots.get_mut(slot), self.slots.get(slot)) {
                (Some(to), Some(Known::Me)) => *to = None,
                (Some(to), Some(Known::Is(value))) => *to = Some(*value),
                _ => return false,
            }
            true
        });
        // Reading the acting seat's own counters needs no binding to be named.
        slots[0] = match self.slots.first() {
            Some(Known::Me) => None,
            Some(Known::Is(value)) => Some(*value),
            _ => return,
        };
        if known && !changed {
            self.found.push(Obstacle { check, slots });
        }
    }
}

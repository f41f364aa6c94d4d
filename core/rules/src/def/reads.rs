//! The read set of each expression, computed once: scouts use it to decide whether another answer
//! to a question could have made a difference.
//!
//! The table is divided into parts: each counter, the contents of each zone, its size, and so on.
//! Two parts may share a bit: false positives are possible, false negatives are not.

use std::collections::BTreeMap;

use super::Def;
use super::ask::CostDef;
use super::code::{Bearer, Op};
use super::expr::{Expr, ExprId, Set, SetId};
use crate::event::Event;
use crate::id::{AttrId, CostId, CounterId, EventId, KindId, PlaceId, ValueId, ZoneId};

/// Which faces are up.
pub(crate) const FACES: usize = 0;
/// Ownership.
pub(crate) const OWNERS: usize = 1;
/// Control.
pub(crate) const CONTROLLERS: usize = 2;
/// The positions of pieces.
pub(crate) const PLACES: usize = 3;
/// How many pieces are somewhere.
pub(crate) const SIZES: usize = 4;
/// The number of parts that are the same for every game.
const FIXED: usize = 5;
/// The number of bits.
const BITS: usize = 256;
/// How many bindings of a procedure are distinguished.
const SLOTS: u16 = 64;

/// Parts of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Parts([u64; BITS / 64]);

impl Parts {
    pub fn add(&mut self, part: usize) {
        self.0[part / 64] |= 1 << (part % 64);
    }

    pub fn has(&self, part: usize) -> bool {
        self.0[part / 64] & (1 << (part % 64)) != 0
    }

    pub fn add_all(&mut self, other: &Self) {
        for (bits, more) in self.0.iter_mut().zip(other.0) {
            *bits |= more;
        }
    }

    #[inline]
    pub fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(other.0).any(|(bits, others)| bits & others != 0)
    }
}

/// A read set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Look {
    pub parts: Parts,
    /// Bindings of the running procedure, as bits.
    pub slots: u64,
    /// Reads more than can be listed.
    pub everything: bool,
}

impl Look {
    pub const EVERYTHING: Self = Self { parts: Parts([0; BITS / 64]), slots: 0, everything: true };

    pub fn of(parts: Parts) -> Self {
        Self { parts, ..Self::default() }
    }

    pub fn part(part: usize) -> Self {
        let mut look = Self::default();
        look.parts.add(part);
        look
    }

    pub fn slot(slot: u16) -> Self {
        match slot < SLOTS {
            true => Self { slots: 1 << slot, ..Self::default() },
            false => Self::EVERYTHING,
        }
    }

    #[must_use]
    pub fn and(mut self, other: &Self) -> Self {
        self.parts.add_all(&other.parts);
        self.slots |= other.slots;
        self.everything |= other.everything;
        self
    }

    fn and_parts(mut self, parts: &Parts) -> Self {
        self.parts.add_all(parts);
        self
    }

    /// The same read set as seen from outside the procedure, without its bindings.
    pub fn outside(self) -> Self {
        Self { slots: 0, ..self }
    }
}

/// The read set of every expression, set, cost and event.
#[derive(Clone, Debug, Default)]
pub struct Reads {
    exprs: Vec<Look>,
    sets: Vec<Look>,
    costs: Vec<Look>,
    /// The read set of the amounts of each cost.
    prices: Vec<Look>,
    /// What determines the pieces that may pay each cost.
    paying: Vec<Look>,
    /// The counters each cost may be paid with.
    purses: Vec<Parts>,
    /// The read set of the abilities that wait for an event; `None` if there are none.
    events: Vec<Option<Look>>,
    counter_of: Vec<u16>,
    zones: usize,
    kinds: usize,
    /// For each kind, whether its pieces have containers.
    holders: Vec<bool>,
    /// For each kind, whether some of its pieces share an entry.
    twins: Vec<bool>,
}

impl Reads {
    pub(super) fn of(def: &Def) -> Self {
        let mut counter_of = vec![u16::MAX; def.cells as usize];
        for (index, counter) in def.counters.iter().enumerate() {
            let run = counter.cell as usize..(counter.cell + counter.holders) as usize;
            counter_of.get_mut(run).into_iter().flatten().for_each(|of| *of = index as u16);
        }
        let zones = def.counters.len();
        let kinds = zones + 2 * def.zones.len();
        let mut reads = Self { counter_of, zones, kinds, ..Self::default() };
        let mut work = Work {
            def,
            reads: &reads,
            exprs: vec![],
            sets: vec![],
            walked: walked(def),
            depth: 0,
            cut: false,
        };
        work.exprs.resize(def.exprs.len(), None);
        work.sets.resize(def.sets.len(), None);
        let exprs: Vec<Look> = (0..def.exprs.len()).map(|id| work.expr(id as ExprId)).collect();
        let sets: Vec<Look> = (0..def.sets.len()).map(|id| work.set(id as SetId)).collect();
        let prices: Vec<Look> = def.costs.iter().map(|cost| work.price(cost)).collect();
        let paying: Vec<Look> = def.costs.iter().map(|cost| work.paying(cost)).collect();
        let looks = def.costs.iter().zip(prices.iter().zip(&paying));
        let costs = looks.map(|(cost, (price, pieces))| {
            price.and(pieces).and_parts(&work.reads.paid_with(cost))
        });
        let costs = costs.collect();
        let events = (0..def.listeners.len()).map(|id| work.event(EventId::from(id))).collect();
        (reads.exprs, reads.sets, reads.costs, reads.events) = (exprs, sets, costs, events);
        (reads.prices, reads.paying) = (prices, paying);
        reads.purses = def.costs.iter().map(|cost| reads.paid_with(cost)).collect();
        let holds = |kind: usize| {
            let kind = super::part::Scope::Piece(KindId::from(kind));
            def.zones.iter().any(|zone| zone.scope == kind)
        };
        reads.holders = (0..def.kinds.len()).map(holds).collect();
        reads.twins = vec![false; def.kinds.len()];
        for entry in def.entries.iter().filter(|entry| entry.bearers.len() > 1) {
            let kind = def.pieces[entry.bearers[0].index()].kind;
            reads.twins[kind.index()] = true;
        }
        reads
    }

    pub(crate) fn expr(&self, expr: ExprId) -> &Look {
        &self.exprs[expr as usize]
    }

    pub(crate) fn set(&self, set: SetId) -> &Look {
        &self.sets[set as usize]
    }

    pub(crate) fn cost(&self, cost: CostId) -> &Look {
        &self.costs[cost.index()]
    }

    /// The read set of the amounts of a cost.
    pub(crate) fn price(&self, cost: CostId) -> &Look {
        &self.prices[cost.index()]
    }

    /// What determines the pieces that may pay a cost.
    pub(crate) fn paying(&self, cost: CostId) -> &Look {
        &self.paying[cost.index()]
    }

    /// The counters a cost may be paid with.
    pub(crate) fn purses(&self, cost: CostId) -> &Parts {
        &self.purses[cost.index()]
    }

    fn paid_with(&self, cost: &CostDef) -> Parts {
        let mut parts = Parts::default();
        let terms = cost.bundles.iter().flat_map(|bundle| &bundle.terms);
        for purse in terms.flat_map(|term| &term.purses) {
            parts.add(self.counter(purse.counter));
        }
        parts
    }

    pub(crate) fn event(&self, event: EventId) -> Option<&Look> {
        self.events[event.index()].as_ref()
    }

    /// Whether pieces of a kind have containers.
    pub(crate) fn holds(&self, kind: KindId) -> bool {
        self.holders[kind.index()]
    }

    /// Whether some pieces of a kind share an entry.
    pub(crate) fn has_twins(&self, kind: KindId) -> bool {
        self.twins[kind.index()]
    }

    pub(crate) fn counter(&self, counter: CounterId) -> usize {
        bit(counter.index())
    }

    /// The contents of a zone.
    pub(crate) fn contents(&self, zone: ZoneId) -> usize {
        bit(self.zones + 2 * zone.index())
    }

    /// The number of pieces in a zone.
    pub(crate) fn size(&self, zone: ZoneId) -> usize {
        bit(self.zones + 2 * zone.index() + 1)
    }

    pub(crate) fn kind(&self, kind: KindId) -> usize {
        bit(self.kinds + kind.index())
    }

    /// What determines how full a container is.
    pub(crate) fn fullness(&self, def: &Def, place: ExprId) -> Look {
        Look::part(match def.exprs[place as usize] {
            Expr::Place(zone, _) => self.size(zone),
            _ => SIZES,
        })
    }

    /// Marks the parts an event changes.
    #[inline]
    pub(crate) fn mark(&self, def: &Def, event: &Event, parts: &mut Parts) {
        match *event {
            Event::Changed { cell, .. } => {
                parts.add(bit(usize::from(self.counter_of[cell as usize])));
            }
            Event::Moved { piece, from, to, .. } => {
                let zone = |place: PlaceId| def.places[place.index()].zone;
                parts.add(PLACES);
                parts.add(self.contents(zone(from)));
                parts.add(self.contents(zone(to)));
                parts.add(self.kind(def.pieces[piece.index()].kind));
                if from != to {
                    parts.add(SIZES);
                    parts.add(self.size(zone(from)));
                    parts.add(self.size(zone(to)));
                }
            }
            Event::Turned { piece, .. } => {
                parts.add(FACES);
                parts.add(self.kind(def.pieces[piece.index()].kind));
            }
            Event::Owned { piece, .. } => {
                parts.add(OWNERS);
                parts.add(self.kind(def.pieces[piece.index()].kind));
            }
            Event::Controlled { piece, .. } => {
                parts.add(CONTROLLERS);
                parts.add(self.kind(def.pieces[piece.index()].kind));
            }
            Event::Began { period } => {
                for &(first, len, _) in &def.periods[period.index()].resets {
                    for cell in first..first + len {
                        parts.add(bit(usize::from(self.counter_of[cell as usize])));
                    }
                }
            }
            // Nothing reads the score sheet, or notes and draws.
            Event::Scored { .. }
            | Event::Shuffled { .. }
            | Event::Drew { .. }
            | Event::Modified { .. }
            | Event::Noted { .. }
            | Event::Ended => {}
        }
    }
}

fn bit(index: usize) -> usize {
    FIXED + index % (BITS - FIXED)
}

/// The largest depth of nested named values.
const DEPTH_MAX: u32 = 32;

/// The items of walks whose space is read, with the zone on spaces that contains all of them: their
/// location changes only with the contents of that zone. `None` if several walks differ.
fn walked(def: &Def) -> BTreeMap<ExprId, Option<ZoneId>> {
    let walks = def.exprs.iter().filter_map(|expr| match *expr {
        Expr::Walk { set, it, body, .. } => Some((set, it, body)),
        _ => None,
    });
    let sets = def.sets.iter().filter_map(|set| match *set {
        Set::Where { set, it, body } => Some((set, it, body)),
        _ => None,
    });
    let found = def.code.iter().filter_map(|op| match op {
        Op::Find { it, keys, .. } => Some(keys.iter().map(|key| (None, *it, *key))),
        _ => None,
    });
    let mut walked = BTreeMap::new();
    let walks = walks.chain(sets).map(|(set, it, body)| (zone_of(def, set), it, body));
    for (zone, it, body) in walks.chain(found.flatten()) {
        def.visit_expr(body, &mut |part| {
            if let Expr::SpaceOf(of) = *part
                && def.exprs[of as usize] == Expr::It(it)
            {
                let known = walked.entry(of).or_insert(zone);
                *known = known.filter(|_| *known == zone);
            }
        });
    }
    walked
}

/// The zone on spaces that contains all pieces of a set.
fn zone_of(def: &Def, set: SetId) -> Option<ZoneId> {
    let zone = match def.sets[set as usize] {
        Set::ZonePieces(zone) => zone,
        Set::Pieces(place) => match def.exprs[place as usize] {
            Expr::Place(zone, _) => zone,
            _ => return None,
        },
        Set::Where { set, .. } => return zone_of(def, set),
        _ => return None,
    };
    matches!(def.zones[zone.index()].scope, super::part::Scope::Space(_)).then_some(zone)
}

struct Work<'d> {
    def: &'d Def,
    reads: &'d Reads,
    exprs: Vec<Option<Look>>,
    sets: Vec<Option<Look>>,
    /// For items of walks whose space is read, the zone that contains all of them.
    walked: BTreeMap<ExprId, Option<ZoneId>>,
    depth: u32,
    /// Whether the current expression was cut off at the depth limit.
    cut: bool,
}

impl Work<'_> {
    fn expr(&mut self, id: ExprId) -> Look {
        if let Some(known) = self.exprs[id as usize] {
            return known;
        }
        let before = std::mem::replace(&mut self.cut, false);
        let look = self.work_out(id);
        // A result that was cut off at the depth limit is computed again elsewhere.
        if self.depth == 0 || !self.cut {
            self.exprs[id as usize] = Some(look);
        }
        self.cut |= before;
        look
    }

    fn work_out(&mut self, id: ExprId) -> Look {
        let part = Look::part;
        match self.def.exprs[id as usize] {
            Expr::Const(_) | Expr::It(_) => Look::default(),
            Expr::Local(slot) => Look::slot(slot),
            Expr::Cell(cell) => self.cell(cell),
            Expr::Mine(cell) => self.cell(cell).and(&Look::slot(0)),
            Expr::Counter(counter, of) | Expr::TrackValue(counter, of) => {
                part(self.reads.counter(counter)).and(&self.expr(of))
            }
            Expr::Attr(_, of) | Expr::EntryOf(of) | Expr::Face(of) => {
                part(FACES).and(&self.expr(of))
            }
            Expr::EntryAttr(_, of)
            | Expr::SpaceAttr(_, of)
            | Expr::Table { index: of, .. }
            | Expr::IsKind(_, of)
            | Expr::SeatOfPlace(of)
            | Expr::IsZone(_, of)
            | Expr::Place(_, of)
            | Expr::Next(of, _)
            | Expr::Not(of)
            | Expr::Neg(of)
            | Expr::BinaryConst(_, of, _) => self.expr(of),
            Expr::Owner(of) => part(OWNERS).and(&self.expr(of)),
            Expr::Controller(of) => part(CONTROLLERS).and(&self.expr(of)),
            Expr::SpaceOf(of) => {
                let zone = self.walked.get(&of).copied().flatten();
                let places = zone.map_or(PLACES, |zone| self.reads.contents(zone));
                part(places).and(&self.expr(of))
            }
            Expr::PlaceOf(of) | Expr::HolderOf(of) | Expr::SlotOf(of) => {
                part(PLACES).and(&self.expr(of))
            }
            Expr::InSlot(of, slot) => self.contents(of).and(&self.expr(of)).and(&self.expr(slot)),
            Expr::Size(of) | Expr::Free(of) => {
                self.reads.fullness(self.def, of).and(&self.expr(of))
            }
            Expr::Len(set) => self.set(set),
            Expr::Walk { set, body, .. } => self.set(set).and(&self.expr(body)),
            Expr::Has(set, of) => self.set(set).and(&self.expr(of)),
            Expr::Ray { from, body, .. } => self.expr(from).and(&self.expr(body)),
            Expr::Pair(_, one, other)
            | Expr::ListAt(one, other)
            | Expr::Along(one, _, other)
            | Expr::Distance(one, other)
            | Expr::SeatsApart(one, other)
            | Expr::SeatAfter(one, other)
            | Expr::SpaceAt(_, one, other)
            | Expr::And(one, other)
            | Expr::Or(one, other)
            | Expr::Binary(_, one, other) => self.expr(one).and(&self.expr(other)),
            Expr::Route(route) => {
                let route = &self.def.routes[usize::from(route)];
                let parts = [Some(route.from), route.through, Some(route.stop), Some(route.cost)];
                let seen = Look::slot(route.avoid);
                parts.into_iter().flatten().fold(seen, |look, part| look.and(&self.expr(part)))
            }
            Expr::If(condition, then, other) => {
                self.expr(condition).and(&self.expr(then)).and(&self.expr(other))
            }
            Expr::Value(value, seat, about) => {
                let look = self.value(value).outside();
                look.and(&self.expr(seat)).and(&self.expr(about))
            }
            Expr::CanPay(bearer, attr, of, seat) => {
                let look = self.printed_costs(bearer, attr).outside();
                let faces = if bearer == Bearer::Piece { part(FACES) } else { Look::default() };
                look.and(&faces).and(&self.expr(of)).and(&self.expr(seat))
            }
        }
    }

    fn cell(&self, cell: u32) -> Look {
        Look::part(bit(usize::from(self.reads.counter_of[cell as usize])))
    }

    fn contents(&self, place: ExprId) -> Look {
        Look::part(match self.def.exprs[place as usize] {
            Expr::Place(zone, _) => self.reads.contents(zone),
            _ => PLACES,
        })
    }

    fn set(&mut self, id: SetId) -> Look {
        if let Some(known) = self.sets[id as usize] {
            return known;
        }
        let def = self.def;
        let before = std::mem::replace(&mut self.cut, false);
        let look = match &def.sets[id as usize] {
            Set::Spaces(..) | Set::Fixed(..) | Set::KindPieces(_) => Look::default(),
            Set::Numbers(from, to) => self.expr(*from).and(&self.expr(*to)),
            Set::Seats(of)
            | Set::Players(of)
            | Set::Others(of)
            | Set::Neighbours(of)
            | Set::Listed(of)
            | Set::One(of) => self.expr(*of),
            Set::Pieces(of) => self.contents(*of).and(&self.expr(*of)),
            Set::ZonePieces(zone) => Look::part(self.reads.contents(*zone)),
            Set::Picked(slot) => Look::slot(*slot),
            Set::Both(one, other) => self.set(*one).and(&self.set(*other)),
            Set::Where { set, body, .. } => self.set(*set).and(&self.expr(*body)),
        };
        if self.depth == 0 || !self.cut {
            self.sets[id as usize] = Some(look);
        }
        self.cut |= before;
        look
    }

    fn value(&mut self, value: ValueId) -> Look {
        if self.depth >= DEPTH_MAX {
            self.cut = true;
            return Look::EVERYTHING;
        }
        self.depth += 1;
        let def = self.def;
        let value = &def.values[value.index()];
        let mut look = self.expr(value.base);
        for modifier in &value.modifiers {
            look = look.and(&self.ability(modifier.ability)).and(&self.expr(modifier.by));
        }
        self.depth -= 1;
        look
    }

    /// The read set of all costs of a column and of their purses.
    fn printed_costs(&mut self, bearer: Bearer, attr: AttrId) -> Look {
        if self.depth >= DEPTH_MAX {
            self.cut = true;
            return Look::EVERYTHING;
        }
        self.depth += 1;
        let def = self.def;
        let mut look = Look::default();
        let printed = def.printed(bearer, attr).iter();
        for cost in printed.filter_map(|cost| def.costs.get(usize::try_from(*cost).ok()?)) {
            look = look.and(&self.price(cost)).and(&self.paying(cost));
            look = look.and_parts(&self.reads.paid_with(cost));
        }
        self.depth -= 1;
        look
    }

    /// What decides whether an ability is in force and applies.
    fn ability(&mut self, id: crate::id::AbilityId) -> Look {
        let def = self.def;
        let ability = &def.abilities[id.index()];
        let mut look = ability.when.map_or(Look::default(), |when| self.expr(when));
        let bearers = ability.entry.map_or(&[][..], |entry| &def.entries[entry.index()].bearers);
        for piece in bearers {
            look.parts.add(self.reads.kind(def.pieces[piece.index()].kind));
        }
        look
    }

    fn event(&mut self, event: EventId) -> Option<Look> {
        let listeners = &self.def.listeners[event.index()];
        let look = listeners.iter().fold(Look::default(), |look, id| look.and(&self.ability(*id)));
        (!listeners.is_empty()).then(|| look.outside())
    }

    fn price(&mut self, cost: &CostDef) -> Look {
        let mut look = Look::default();
        for bundle in &cost.bundles {
            look = bundle.when.map_or(look, |when| look.and(&self.expr(when)));
            for term in &bundle.terms {
                look = look.and(&self.expr(term.amount));
                for cap in term.purses.iter().filter_map(|purse| purse.cap) {
                    look = look.and(&self.expr(cap));
                }
            }
        }
        look
    }

    fn paying(&mut self, cost: &CostDef) -> Look {
        let terms = cost.bundles.iter().flat_map(|bundle| &bundle.terms);
        let mut look = Look::default();
        for purse in terms.flat_map(|term| &term.purses) {
            if let super::ask::Holder::Pieces(set) = purse.holder {
                look = look.and(&self.set(set));
            }
        }
        look
    }
}

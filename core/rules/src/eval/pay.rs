//! Which payments a cost allows in a world.
//!
//! A payment says how much is taken from each cell. All distinct payments are found.

use smallvec::SmallVec;

use super::value::VALUES_MAX;
use super::{Beside, Eval, look_around};
use crate::def::Def;
use crate::def::ask::{Bundle, Holder};
use crate::def::code::Bearer;
use crate::def::expr::{ExprId, NIL};
use crate::def::short::Short;
use crate::id::{AttrId, CostId, CounterId, PieceId};
use crate::world::World;

/// The largest number of payments offered.
pub const PAYMENTS_MAX: usize = 64;

/// One possible payment: the counter, its holder, the cell, and how much is taken from it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Payment {
    /// The amounts taken, by cell.
    pub parts: SmallVec<[PaymentPart; 4]>,
}

/// A part of a payment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PaymentPart {
    /// The cell.
    pub cell: u32,
    /// Its counter.
    pub counter: CounterId,
    /// Its holder.
    pub holder: i32,
    /// The amount taken.
    pub amount: i32,
}

/// The parts of a payment that leaves no choice.
pub(crate) type Paid = SmallVec<[PaymentPart; 4]>;

/// A purse that exists now.
#[derive(Clone, Copy)]
pub(crate) struct Open {
    pub cell: u32,
    pub counter: CounterId,
    holder: i32,
    pub per: i32,
    pub cap: i32,
    short: bool,
}

/// What a bundle requires: each term with its amount, and the purses that pay it.
pub(crate) struct Due {
    pub terms: SmallVec<[(i32, usize, usize); 4]>,
    purses: SmallVec<[Open; 8]>,
    /// How many payments are wanted.
    most: usize,
}

impl Due {
    pub fn purses(&self, term: usize) -> &[Open] {
        let (_, start, end) = self.terms[term];
        &self.purses[start..end]
    }
}

/// All payments; most costs have one or two.
pub(crate) type Payments = SmallVec<[Payment; 2]>;

/// A cost that a seat is to pay.
#[derive(Clone, Copy)]
pub(crate) struct Till<'a> {
    pub def: &'a Def,
    pub world: &'a World,
    pub cost: CostId,
    pub payer: i32,
    /// The bindings for the expressions of the cost.
    pub locals: &'a [i32],
    /// How many named values and costs are being evaluated around this one.
    pub depth: u8,
    /// The memo or probe of their evaluation.
    pub beside: Beside<'a>,
}

impl<'a> Till<'a> {
    fn eval(&self) -> Eval<'a> {
        let (depth, beside) = (self.depth, self.beside);
        Eval { depth, beside, ..Eval::within(self.def, self.world, self.locals) }
    }

    /// The value of an expression of the cost.
    pub fn due(&self, expr: ExprId) -> i32 {
        match self.def.short.get(expr) {
            Short::Leaf(leaf) => look_around(self.def, self.world, self.locals, leaf),
            _ => self.eval().eval(expr),
        }
    }

    /// Pays a bundle in which every purse but the first pays only what is missing. Returns whether
    /// there is enough, or `None` if the payment leaves a choice.
    pub fn pay_in_order(&self, bundle: &Bundle, paid: &mut Paid) -> Option<bool> {
        paid.clear();
        if bundle.when.is_some_and(|when| self.due(when) == 0) {
            return Some(false);
        }
        for term in &bundle.terms {
            self.world.spend(term.purses.len());
            let mut rest = self.due(term.amount).max(0);
            let mut first = true;
            for purse in &term.purses {
                match purse.cap.map(|cap| self.due(cap)) {
                    // It does not pay at all now.
                    Some(..=0) => continue,
                    Some(cap) if cap < rest => return None,
                    _ => {}
                }
                if purse.per != 1 || !(std::mem::take(&mut first) || purse.short) {
                    return None;
                }
                let holder = match purse.holder {
                    Holder::Payer => self.payer,
                    Holder::Table => NIL,
                    Holder::Pieces(_) if can_hold(self.def, self.world, purse.counter) => {
                        return None;
                    }
                    Holder::Pieces(_) => continue,
                };
                let counter = purse.counter;
                let Some(cell) = World::cell_of(self.def, counter, holder) else { continue };
                if paid.iter().any(|part| part.cell == cell) {
                    return None;
                }
                let min = self.def.counters[counter.index()].min.min(0);
                let amount = (self.world.cell(cell) - min).clamp(0, rest);
                rest -= amount;
                if amount > 0 {
                    paid.push(PaymentPart { cell, counter, holder, amount });
                }
            }
            if rest > 0 {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Whether a cost can be paid.
    pub fn can_pay(&self) -> bool {
        let mut paid = Paid::new();
        let mut unclear = false;
        for bundle in &self.def.costs[self.cost.index()].bundles {
            let enough = self.pay_in_order(bundle, &mut paid);
            match enough.or_else(|| self.holds_enough(bundle)) {
                Some(true) => return true,
                Some(false) => {}
                None => unclear = true,
            }
        }
        unclear && !self.ways(1).is_empty()
    }

    /// Whether the purses of each term of a bundle hold enough; `None` if that depends on which
    /// term a purse pays.
    pub fn holds_enough(&self, bundle: &Bundle) -> Option<bool> {
        let mut cells: SmallVec<[u32; 16]> = SmallVec::new();
        let mut shared = false;
        for term in &bundle.terms {
            self.world.spend(term.purses.len());
            let due = self.due(term.amount);
            let mut has: i32 = 0;
            for purse in &term.purses {
                let cap = purse.cap.map_or(i32::MAX, |cap| self.due(cap));
                let (counter, per) = (purse.counter, purse.per.max(1));
                let mut open = |holder: i32| {
                    if let Some(cell) = World::cell_of(self.def, counter, holder) {
                        let holds = (self.stock(cell, counter) / per).clamp(0, cap.max(0));
                        if holds > 0 {
                            self.world.spend(cells.len() / 8);
                            shared |= cells.contains(&cell);
                            cells.push(cell);
                        }
                        has = has.saturating_add(holds);
                    }
                    has < due
                };
                let more = match purse.holder {
                    Holder::Payer => open(self.payer),
                    Holder::Table => open(NIL),
                    Holder::Pieces(set) if can_hold(self.def, self.world, counter) => {
                        self.eval().each(set, &mut |_, piece| open(piece))
                    }
                    Holder::Pieces(_) => true,
                };
                if !more {
                    break;
                }
            }
            if has < due {
                return Some(false);
            }
        }
        (!shared).then_some(true)
    }

    /// How much a cell can pay: a counter that may go below 0 pays down to its minimum.
    #[inline(always)]
    pub fn stock(&self, cell: u32, counter: CounterId) -> i32 {
        let least = self.def.counters[counter.index()].min.min(0);
        self.world.cell(cell).saturating_sub(least)
    }

    /// The distinct payments, at most `most` of them.
    pub fn ways(&self, most: usize) -> Payments {
        let mut found = Payments::new();
        for bundle in &self.def.costs[self.cost.index()].bundles {
            if bundle.when.is_none_or(|when| self.due(when) != 0) {
                let due = Due { most, ..self.open(bundle) };
                self.spread(&due, 0, 0, None, &mut Payment::default(), &mut found);
            }
        }
        found
    }

    pub fn open(&self, bundle: &Bundle) -> Due {
        let (terms, purses) = (SmallVec::new(), SmallVec::new());
        let mut due = Due { terms, purses, most: PAYMENTS_MAX };
        for term in &bundle.terms {
            let start = due.purses.len();
            for purse in &term.purses {
                let cap = purse.cap.map_or(i32::MAX, |cap| self.due(cap));
                let (counter, per, short) = (purse.counter, purse.per.max(1), purse.short);
                let mut open = |holder: i32| {
                    if let Some(cell) = World::cell_of(self.def, counter, holder) {
                        due.purses.push(Open { cell, counter, holder, per, cap, short });
                    }
                };
                match purse.holder {
                    Holder::Payer => open(self.payer),
                    Holder::Table => open(NIL),
                    Holder::Pieces(set) if can_hold(self.def, self.world, counter) => {
                        self.eval().each(set, &mut |_, piece| {
                            open(piece);
                            true
                        });
                    }
                    Holder::Pieces(_) => {}
                }
            }
            let amount = self.due(term.amount).max(0);
            due.terms.push((amount, start, due.purses.len()));
        }
        due
    }

    /// Spreads the rest of a term over its purses from the n-th on, then the next terms.
    fn spread(
        &self,
        due: &Due,
        term: usize,
        purse: usize,
        rest: Option<i32>,
        paid: &mut Payment,
        found: &mut Payments,
    ) {
        if found.len() >= due.most || !self.world.spend(4 + paid.parts.len() / 4) {
            return;
        }
        let Some((amount, ..)) = due.terms.get(term) else {
            self.world.spend(found.len());
            let mut payment = paid.clone();
            payment.parts.sort_by_key(|part| part.cell);
            if !found.contains(&payment) {
                found.push(payment);
            }
            return;
        };
        let rest = rest.unwrap_or(*amount);
        if rest == 0 {
            return self.spread(due, term + 1, 0, None, paid, found);
        }
        let purses = due.purses(term);
        let Some(open) = purses.get(purse) else { return };
        let used = paid.parts.iter().find(|part| part.cell == open.cell).map_or(0, |p| p.amount);
        let there = self.stock(open.cell, open.counter) - used;
        let most = (there / open.per).min(open.cap).min(rest).max(0);
        // A purse that pays only what is missing leaves no choice to the one before it.
        let least = if purses.get(purse + 1).is_some_and(|next| next.short) { most } else { 0 };
        for part in (least..=most).rev() {
            if found.len() >= due.most || self.world.is_spent() {
                return;
            }
            let kept = paid.parts.len();
            let units = part * open.per;
            match paid.parts.iter_mut().find(|paid| paid.cell == open.cell) {
                Some(paid) => paid.amount += units,
                None if units > 0 => {
                    let Open { cell, counter, holder, .. } = *open;
                    paid.parts.push(PaymentPart { cell, counter, holder, amount: units });
                }
                None => {}
            }
            self.spread(due, term, purse + 1, Some(rest - part), paid, found);
            if paid.parts.len() > kept {
                paid.parts.truncate(kept);
            } else if let Some(paid) = paid.parts.iter_mut().find(|paid| paid.cell == open.cell) {
                paid.amount -= units;
            }
        }
    }
}

impl Eval<'_> {
    /// The cost printed on a thing, if there is one.
    pub(crate) fn printed_cost(&self, bearer: Bearer, attr: AttrId, thing: i32) -> Option<CostId> {
        let thing = usize::try_from(thing).ok()?;
        let row = match bearer {
            Bearer::Piece => {
                self.def.pieces.get(thing)?;
                self.world.entry_of(self.def, PieceId::from(thing)).index()
            }
            Bearer::Entry | Bearer::Space => thing,
        };
        let cost = *self.def.printed(bearer, attr).get(row)?;
        usize::try_from(cost).ok().map(CostId::from)
    }

    /// Whether a seat could pay the cost printed on a thing.
    #[inline(never)]
    pub fn can_pay(&self, bearer: Bearer, attr: AttrId, thing: i32, seat: i32) -> bool {
        match self.printed_cost(bearer, attr, thing) {
            Some(cost) => self.can_pay_with(cost, seat, &[seat, thing]),
            None => true,
        }
    }

    /// Whether a seat could pay a cost with these bindings.
    pub fn can_pay_with(&self, cost: CostId, payer: i32, locals: &[i32]) -> bool {
        let (def, world, depth) = (self.def, self.world, self.depth + 1);
        // A cost that depends on whether it can be paid cannot be paid.
        if depth > VALUES_MAX || !world.spend(1) {
            return false;
        }
        let beside = self.beside;
        Till { def, world, cost, payer, locals, depth, beside }.can_pay()
    }
}

/// Whether anybody can pay with a counter: most are kept on pieces that have none of it.
pub(crate) fn can_hold(def: &Def, world: &World, counter: CounterId) -> bool {
    let below = def.counters[counter.index()].min < 0;
    world.spend(def.counters[counter.index()].holders as usize / 16);
    below || !world.is_none(def, counter)
}

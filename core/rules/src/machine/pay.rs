//! Paying: which payments a cost allows, and which of them are offered.
//!
//! A payment says how much comes out of each cell. All distinct payments are found; with one
//! there is nothing to ask.

use smallvec::SmallVec;

use super::{Flow, Machine, Stop, Why, stuck};
use crate::def::ask::{Bundle, Holder, Purse};
use crate::def::code::{Op, Pc};
use crate::def::expr::{ExprId, NIL};
use crate::eval::Eval;
use crate::event::{Event, Sink};
use crate::id::{CostId, CounterId, PieceId};
use crate::world::World;

/// How many payments are offered at most.
pub const PAYMENTS_MAX: usize = 64;

/// One way to pay: the counter, its holder, the cell, and how much comes out of it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Payment {
    /// What comes out of where, by cell.
    pub parts: SmallVec<[PaymentPart; 4]>,
}

/// A part of a payment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PaymentPart {
    /// Which cell.
    pub cell: u32,
    /// Of which counter.
    pub counter: CounterId,
    /// Whose.
    pub holder: i32,
    /// How much.
    pub amount: i32,
}

/// A cost to be paid now.
#[derive(Clone, Copy)]
pub(super) struct Bill {
    pub cost: CostId,
    pub payer: i32,
    pub payee: i32,
    locals: Locals,
}

impl Bill {
    /// A cost of the running procedure that is paid to the supply.
    pub fn to_supply(cost: CostId, payer: i32) -> Self {
        Self { cost, payer, payee: NIL, locals: Locals::Running }
    }
}

/// What the expressions of a cost may use.
#[derive(Clone, Copy)]
enum Locals {
    /// The bindings of the running procedure.
    Running,
    /// The payer, and the piece it is printed on.
    Given([i32; 2]),
}

/// The parts of a payment that leaves no choice.
type Paid = SmallVec<[PaymentPart; 4]>;

/// A purse that is really there.
#[derive(Clone, Copy)]
struct Open {
    cell: u32,
    counter: CounterId,
    holder: i32,
    per: i32,
    cap: i32,
    short: bool,
}

/// What a bundle asks for: each term with what is due, and the purses that pay it.
struct Due {
    terms: SmallVec<[(i32, usize, usize); 4]>,
    purses: SmallVec<[Open; 8]>,
    /// How many ways to pay it are wanted.
    most: usize,
}

impl Due {
    fn purses(&self, term: usize) -> &[Open] {
        let (_, start, end) = self.terms[term];
        &self.purses[start..end]
    }
}

/// All ways to pay; most costs have one or two.
type Payments = SmallVec<[Payment; 2]>;

impl<S: Sink> Machine<'_, S> {
    /// Pays the cost at hand, asking how if there is a choice.
    #[inline(never)]
    pub fn pay(&mut self, pc: Pc) -> Flow {
        let Some(bill) = self.bill() else { return Flow::Next };
        if let Some(flow) = self.pay_plainly(pc, bill) {
            return flow;
        }
        match self.ways(&bill, PAYMENTS_MAX).as_slice() {
            [] => stuck(self.shortage(pc, bill)),
            [only] => {
                self.hand_over(pc, only, bill.payee);
                Flow::Stay
            }
            _ => Flow::Stop(Stop::Ask),
        }
    }

    /// The cost at hand; `None` for a piece that prints none.
    pub(super) fn bill(&self) -> Option<Bill> {
        match &self.def.code[self.pc() as usize] {
            Op::Pay(cost, payer, payee) => {
                let (payer, payee) = (self.eval(*payer), self.eval(*payee));
                Some(Bill { cost: *cost, payer, payee, locals: Locals::Running })
            }
            Op::PayPrinted(attr, of, payer, payee) => {
                let piece = self.piece_of(*of)?;
                let cost = self.def.attr(*attr, self.state.world.entry_of(self.def, piece));
                let cost = CostId::from(usize::try_from(cost).ok()?);
                let (payer, payee) = (self.eval(*payer), self.eval(*payee));
                let locals = [payer, i32::from(piece.0)];
                Some(Bill { cost, payer, payee, locals: Locals::Given(locals) })
            }
            _ => None,
        }
    }

    /// An expression of a cost.
    fn due(&self, bill: &Bill, expr: ExprId) -> i32 {
        match &bill.locals {
            Locals::Given(locals) => Eval::within(self.def, &self.state.world, locals).eval(expr),
            Locals::Running => self.eval(expr),
        }
    }

    /// The frequent case: no bundle leaves a choice, and only one of them can be paid.
    fn pay_plainly(&mut self, pc: Pc, bill: Bill) -> Option<Flow> {
        let def = self.def;
        if bill.payee != NIL {
            return None;
        }
        let (mut only, mut other) = (Paid::new(), Paid::new());
        let mut n_ways = 0;
        for bundle in &def.costs[bill.cost.index()].bundles {
            let into = if n_ways == 0 { &mut only } else { &mut other };
            n_ways += i32::from(self.pay_in_order(&bill, bundle, into)?);
        }
        match n_ways {
            0 => return Some(stuck(self.shortage(pc, bill))),
            1 => {}
            _ => return None,
        }
        self.go(pc + 1);
        for part in &only {
            let now = self.state.world.cell(part.cell);
            self.change(part.counter, part.holder, part.cell, now - part.amount);
        }
        Some(Flow::Stay)
    }

    /// The payment of a bundle in which every purse but the first pays only what is lacking; says
    /// whether there is enough, or nothing if it leaves a choice.
    fn pay_in_order(&self, bill: &Bill, bundle: &Bundle, paid: &mut Paid) -> Option<bool> {
        paid.clear();
        if bundle.when.is_some_and(|when| self.due(bill, when) == 0) {
            return Some(false);
        }
        for term in &bundle.terms {
            self.state.world.spend(term.purses.len());
            let mut rest = self.due(bill, term.amount).max(0);
            for (nth, purse) in term.purses.iter().enumerate() {
                if purse.per != 1 || purse.cap.is_some() || (nth > 0 && !purse.short) {
                    return None;
                }
                let holder = match purse.holder {
                    Holder::Payer => bill.payer,
                    Holder::Table => NIL,
                    Holder::Pieces(_) if self.can_hold(purse.counter) => return None,
                    Holder::Pieces(_) => continue,
                };
                let counter = purse.counter;
                let Some(cell) = World::cell_of(self.def, counter, holder) else { continue };
                if paid.iter().any(|part| part.cell == cell) {
                    return None;
                }
                let min = self.def.counters[counter.index()].min.min(0);
                let amount = (self.state.world.cell(cell) - min).clamp(0, rest);
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

    /// Pays on paper: whether it is known what comes out of which purse; nothing if it cannot be
    /// paid.
    pub(super) fn pay_once(&mut self, bill: &Bill) -> Option<bool> {
        let (mut only, mut other) = (Paid::new(), Paid::new());
        let (mut n_ways, mut unclear) = (0, false);
        for bundle in &self.def.costs[bill.cost.index()].bundles {
            let into = if n_ways == 0 { &mut only } else { &mut other };
            match self.pay_in_order(bill, bundle, into) {
                Some(enough) => n_ways += i32::from(enough),
                None => match self.holds_enough(bundle, bill) {
                    Some(true) => return Some(false),
                    Some(false) => {}
                    None => unclear = true,
                },
            }
        }
        match (n_ways, unclear) {
            (0, false) => None,
            (0, true) => (!self.ways(bill, 1).is_empty()).then_some(false),
            (1, false) => {
                for &PaymentPart { cell, amount, .. } in &only {
                    let from = self.state.world.cell(cell);
                    self.fold_on_paper(Event::Changed { cell, from, to: from - amount });
                }
                Some(true)
            }
            _ => Some(false),
        }
    }

    /// Whether a cost can be paid.
    pub(super) fn can_pay(&self, bill: &Bill) -> bool {
        let mut paid = Paid::new();
        let mut unclear = false;
        for bundle in &self.def.costs[bill.cost.index()].bundles {
            let enough = self.pay_in_order(bill, bundle, &mut paid);
            match enough.or_else(|| self.holds_enough(bundle, bill)) {
                Some(true) => return true,
                Some(false) => {}
                None => unclear = true,
            }
        }
        unclear && !self.ways(bill, 1).is_empty()
    }

    /// Whether pieces could pay a cost.
    pub(super) fn pieces_pay(&self, cost: CostId) -> bool {
        let terms = self.def.costs[cost.index()].bundles.iter().flat_map(|bundle| &bundle.terms);
        let of_pieces = |purse: &&Purse| matches!(purse.holder, Holder::Pieces(_));
        let mut purses = terms.flat_map(|term| &term.purses).filter(of_pieces);
        purses.any(|purse| self.can_hold(purse.counter))
    }

    /// Whether the purses of the only term of a bundle hold enough; nothing if it has others.
    fn holds_enough(&self, bundle: &Bundle, bill: &Bill) -> Option<bool> {
        let [term] = bundle.terms.as_slice() else { return None };
        let due = self.due(bill, term.amount);
        let mut has = 0;
        for purse in &term.purses {
            let cap = purse.cap.map_or(i32::MAX, |cap| self.due(bill, cap));
            let (counter, per) = (purse.counter, purse.per.max(1));
            let min = self.def.counters[counter.index()].min.min(0);
            let mut open = |holder: i32| {
                if let Some(cell) = World::cell_of(self.def, counter, holder) {
                    has += ((self.state.world.cell(cell) - min) / per).clamp(0, cap.max(0));
                }
                has < due
            };
            match purse.holder {
                Holder::Payer => open(bill.payer),
                Holder::Table => open(NIL),
                Holder::Pieces(set) if self.can_hold(counter) => {
                    self.evaluation().each(set, &mut |_, piece| open(piece))
                }
                Holder::Pieces(_) => true,
            };
        }
        Some(has >= due)
    }

    /// The seat that pays.
    pub fn payer(&self) -> i32 {
        self.bill().map_or_else(|| self.me(), |bill| bill.payer)
    }

    /// All distinct payments of the cost at hand, the usual ones first.
    pub fn payments(&self) -> SmallVec<[Payment; 2]> {
        self.bill().map_or_else(Payments::new, |bill| self.ways(&bill, PAYMENTS_MAX))
    }

    /// The distinct payments, so many at most.
    fn ways(&self, bill: &Bill, most: usize) -> Payments {
        let mut found = Payments::new();
        for bundle in &self.def.costs[bill.cost.index()].bundles {
            if bundle.when.is_none_or(|when| self.due(bill, when) != 0) {
                let due = Due { most, ..self.open(bundle, bill) };
                self.spread(&due, 0, 0, None, &mut Payment::default(), &mut found);
            }
        }
        found
    }

    fn open(&self, bundle: &Bundle, bill: &Bill) -> Due {
        let (terms, purses) = (SmallVec::new(), SmallVec::new());
        let mut due = Due { terms, purses, most: PAYMENTS_MAX };
        for term in &bundle.terms {
            let start = due.purses.len();
            for purse in &term.purses {
                let cap = purse.cap.map_or(i32::MAX, |cap| self.due(bill, cap));
                let (counter, per, short) = (purse.counter, purse.per.max(1), purse.short);
                let mut open = |holder: i32| {
                    if let Some(cell) = World::cell_of(self.def, counter, holder) {
                        due.purses.push(Open { cell, counter, holder, per, cap, short });
                    }
                };
                match purse.holder {
                    Holder::Payer => open(bill.payer),
                    Holder::Table => open(NIL),
                    Holder::Pieces(set) if self.can_hold(counter) => {
                        self.evaluation().each(set, &mut |_, piece| {
                            open(piece);
                            true
                        });
                    }
                    Holder::Pieces(_) => {}
                }
            }
            let amount = self.due(bill, term.amount).max(0);
            due.terms.push((amount, start, due.purses.len()));
        }
        due
    }

    /// Whether anybody can pay with a counter: most are kept on pieces that have none.
    pub(super) fn can_hold(&self, counter: CounterId) -> bool {
        let below = self.def.counters[counter.index()].min < 0;
        self.state.world.spend(self.def.counters[counter.index()].holders as usize / 16);
        below || !self.state.world.is_none(self.def, counter)
    }

    /// Spreads what a term still needs over its purses from the n-th on, then the next terms.
    fn spread(
        &self,
        due: &Due,
        term: usize,
        purse: usize,
        rest: Option<i32>,
        paid: &mut Payment,
        found: &mut Payments,
    ) {
        if found.len() >= due.most || !self.state.world.spend(4 + paid.parts.len() / 4) {
            return;
        }
        let Some((amount, ..)) = due.terms.get(term) else {
            self.state.world.spend(found.len());
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
        let min = self.def.counters[open.counter.index()].min.min(0);
        let there = self.state.world.cell(open.cell) - min - used;
        let most = (there / open.per).min(open.cap).min(rest).max(0);
        // A purse that pays only what is lacking leaves no choice to the one before it.
        let least = if purses.get(purse + 1).is_some_and(|next| next.short) { most } else { 0 };
        for part in (least..=most).rev() {
            if found.len() >= due.most || self.state.world.is_spent() {
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

    /// Pays, and goes on.
    pub fn take_payment(&mut self, pc: Pc, index: usize) {
        let Some(bill) = self.bill() else { return self.go(pc + 1) };
        let payment = self.ways(&bill, PAYMENTS_MAX).into_iter().nth(index).unwrap_or_default();
        self.hand_over(pc, &payment, bill.payee);
    }

    fn hand_over(&mut self, pc: Pc, payment: &Payment, payee: i32) {
        self.go(pc + 1);
        for part in &payment.parts {
            let now = self.state.world.cell(part.cell);
            self.change(part.counter, part.holder, part.cell, now - part.amount);
            if payee != NIL {
                self.gain(part.counter, payee, part.amount);
            }
        }
    }

    /// What is lacking, of the usual bundle.
    fn shortage(&self, pc: Pc, bill: Bill) -> Why {
        // Most look-ahead only wants to know whether.
        if self.looking && !self.pool.reasons {
            return Why::Nothing { pc };
        }
        let Some(bundle) = self.def.costs[bill.cost.index()].bundles.first() else {
            return Why::Nothing { pc };
        };
        let worth = |open: &Open| (self.state.world.cell(open.cell) / open.per).min(open.cap);
        let mut worst = None;
        let due = self.open(bundle, &bill);
        for (index, term) in bundle.terms.iter().enumerate() {
            let needs = due.terms[index].0;
            let has: i32 = due.purses(index).iter().map(worth).sum();
            if let (Some(purse), true) = (term.purses.first(), has < needs || worst.is_none()) {
                let (counter, others) = (purse.counter, term.purses.len() > 1);
                worst = Some(Why::Short { pc, counter, needs, has, others });
            }
        }
        worst.unwrap_or(Why::Nothing { pc })
    }

    /// The piece a payment part comes from, if it is one.
    pub fn piece_paying(&self, part: &PaymentPart) -> Option<PieceId> {
        let scope = self.def.counters[part.counter.index()].scope;
        matches!(scope, crate::def::part::Scope::Piece(_)).then_some(PieceId(part.holder as u16))
    }
}

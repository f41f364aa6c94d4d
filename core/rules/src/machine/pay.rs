//! Paying: which payments a cost allows, and which of them are offered.
//!
//! A payment says how much comes out of each cell. All distinct payments are found; with one
//! there is nothing to ask.

use super::{Flow, Machine, Stop, Why, stuck};
use crate::def::ask::{Bundle, Holder, Purse, Term};
use crate::def::code::{Op, Pc};
use crate::def::expr::{ExprId, NIL};
use crate::eval::Eval;
use crate::event::Sink;
use crate::id::{CostId, CounterId, PieceId};
use crate::world::World;

/// How many payments are offered at most.
pub const PAYMENTS_MAX: usize = 64;
/// How many terms the shortcut for plain costs takes.
const PLAIN_MAX: usize = 4;

/// One way to pay: the counter, its holder, the cell, and how much comes out of it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Payment {
    /// What comes out of where, by cell.
    pub parts: Vec<PaymentPart>,
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
struct Bill {
    cost: CostId,
    payer: i32,
    payee: i32,
    /// The bindings of a printed cost: the payer and the piece it is printed on.
    printed: Option<[i32; 2]>,
}

/// A purse that is really there.
struct Open {
    cell: u32,
    counter: CounterId,
    holder: i32,
    per: i32,
    cap: i32,
    short: bool,
}

impl<S: Sink> Machine<'_, S> {
    /// Pays the cost at hand, asking how if there is a choice.
    #[inline(never)]
    pub fn pay(&mut self, pc: Pc) -> Flow {
        let Some(bill) = self.bill() else { return Flow::Next };
        if let Some(flow) = self.pay_plainly(pc, bill) {
            return flow;
        }
        match self.payments().len() {
            0 => stuck(self.shortage(pc, bill)),
            1 => {
                self.take_payment(pc, 0);
                Flow::Stay
            }
            _ => Flow::Stop(Stop::Ask),
        }
    }

    /// The cost at hand; `None` for a piece that prints none.
    fn bill(&self) -> Option<Bill> {
        match &self.def.code[self.pc() as usize] {
            Op::Pay(cost, payer, payee) => {
                let (payer, payee) = (self.eval(*payer), self.eval(*payee));
                Some(Bill { cost: *cost, payer, payee, printed: None })
            }
            Op::PayPrinted(attr, of, payer, payee) => {
                let piece = self.piece_of(*of)?;
                let cost = self.def.attr(*attr, self.state.world.entry_of(self.def, piece));
                let cost = CostId::from(usize::try_from(cost).ok()?);
                let (payer, payee) = (self.eval(*payer), self.eval(*payee));
                Some(Bill { cost, payer, payee, printed: Some([payer, i32::from(piece.0)]) })
            }
            _ => None,
        }
    }

    /// An expression of a cost.
    fn due(&self, bill: &Bill, expr: ExprId) -> i32 {
        match &bill.printed {
            Some(locals) => Eval::new(self.def, &self.state.world, locals).eval(expr),
            None => self.eval(expr),
        }
    }

    /// The frequent case: one bundle, every term from one purse of the payer, nobody paid.
    fn pay_plainly(&mut self, pc: Pc, bill: Bill) -> Option<Flow> {
        let [bundle] = self.def.costs[bill.cost.index()].bundles.as_slice() else { return None };
        let plain = |term: &Term| {
            matches!(
                term.purses.as_slice(),
                [Purse { holder: Holder::Payer, per: 1, cap: None, .. }]
            )
        };
        let is_plain = bundle.when.is_none()
            && bundle.terms.len() <= PLAIN_MAX
            && bundle.terms.iter().all(plain)
            && bill.payee == NIL;
        if !is_plain {
            return None;
        }
        let mut dues = [0; PLAIN_MAX];
        for (index, term) in bundle.terms.iter().enumerate() {
            let counter = term.purses[0].counter;
            let again = bundle.terms[..index].iter().any(|it| it.purses[0].counter == counter);
            if again {
                return None;
            }
            let needs = self.due(&bill, term.amount).max(0);
            let has = self.state.world.counter(self.def, counter, bill.payer);
            if has < needs {
                return Some(stuck(Why::Short { pc, counter, needs, has, others: false }));
            }
            dues[index] = needs;
        }
        self.go(pc + 1);
        for (term, due) in bundle.terms.iter().zip(dues) {
            self.gain(term.purses[0].counter, bill.payer, -due);
        }
        Some(Flow::Stay)
    }

    /// The seat that pays.
    pub fn payer(&self) -> i32 {
        self.bill().map_or_else(|| self.me(), |bill| bill.payer)
    }

    /// All distinct payments of the cost at hand, the usual ones first.
    pub fn payments(&self) -> Vec<Payment> {
        let Some(bill) = self.bill() else { return vec![] };
        let mut found = Vec::new();
        for bundle in &self.def.costs[bill.cost.index()].bundles {
            if bundle.when.is_none_or(|when| self.due(&bill, when) != 0) {
                let terms = self.open(bundle, &bill);
                self.spread(&terms, 0, 0, None, &mut Payment::default(), &mut found);
            }
        }
        found
    }

    fn open(&self, bundle: &Bundle, bill: &Bill) -> Vec<(i32, Vec<Open>)> {
        let mut terms = Vec::with_capacity(bundle.terms.len());
        for term in &bundle.terms {
            let mut purses = Vec::new();
            for purse in &term.purses {
                let holders = match purse.holder {
                    Holder::Payer => vec![bill.payer],
                    Holder::Table => vec![NIL],
                    Holder::Pieces(set) => self.items(set),
                };
                let cap = purse.cap.map_or(i32::MAX, |cap| self.due(bill, cap));
                for holder in holders {
                    let Some(cell) = World::cell_of(self.def, purse.counter, holder) else {
                        continue;
                    };
                    let (counter, per, short) = (purse.counter, purse.per.max(1), purse.short);
                    purses.push(Open { cell, counter, holder, per, cap, short });
                }
            }
            terms.push((self.due(bill, term.amount).max(0), purses));
        }
        terms
    }

    /// Spreads what a term still needs over its purses from the n-th on, then the next terms.
    fn spread(
        &self,
        terms: &[(i32, Vec<Open>)],
        term: usize,
        purse: usize,
        rest: Option<i32>,
        paid: &mut Payment,
        found: &mut Vec<Payment>,
    ) {
        if found.len() >= PAYMENTS_MAX {
            return;
        }
        let Some((amount, purses)) = terms.get(term) else {
            let mut payment = paid.clone();
            payment.parts.sort_by_key(|part| part.cell);
            if !found.contains(&payment) {
                found.push(payment);
            }
            return;
        };
        let rest = rest.unwrap_or(*amount);
        if rest == 0 {
            return self.spread(terms, term + 1, 0, None, paid, found);
        }
        let Some(open) = purses.get(purse) else { return };
        let used = paid.parts.iter().find(|part| part.cell == open.cell).map_or(0, |p| p.amount);
        let min = self.def.counters[open.counter.index()].min.min(0);
        let there = self.state.world.cell(open.cell) - min - used;
        let most = (there / open.per).min(open.cap).min(rest).max(0);
        // A purse that pays only what is lacking leaves no choice to the one before it.
        let least = if purses.get(purse + 1).is_some_and(|next| next.short) { most } else { 0 };
        for part in (least..=most).rev() {
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
            self.spread(terms, term, purse + 1, Some(rest - part), paid, found);
            if paid.parts.len() > kept {
                paid.parts.truncate(kept);
            } else if let Some(paid) = paid.parts.iter_mut().find(|paid| paid.cell == open.cell) {
                paid.amount -= units;
            }
        }
    }

    /// Pays, and goes on.
    pub fn take_payment(&mut self, pc: Pc, index: usize) {
        let payee = self.bill().map_or(NIL, |bill| bill.payee);
        let payment = self.payments().into_iter().nth(index).unwrap_or_default();
        self.go(pc + 1);
        for part in payment.parts {
            let now = self.state.world.cell(part.cell);
            self.change(part.counter, part.holder, part.cell, now - part.amount);
            if payee != NIL {
                self.gain(part.counter, payee, part.amount);
            }
        }
    }

    /// What is lacking, of the usual bundle.
    fn shortage(&self, pc: Pc, bill: Bill) -> Why {
        let Some(bundle) = self.def.costs[bill.cost.index()].bundles.first() else {
            return Why::Nothing { pc };
        };
        let worth = |open: &Open| (self.state.world.cell(open.cell) / open.per).min(open.cap);
        let mut worst = None;
        for ((needs, purses), term) in self.open(bundle, &bill).iter().zip(&bundle.terms) {
            let has: i32 = purses.iter().map(worth).sum();
            if let (Some(purse), true) = (term.purses.first(), has < *needs || worst.is_none()) {
                let (counter, others) = (purse.counter, term.purses.len() > 1);
                worst = Some(Why::Short { pc, counter, needs: *needs, has, others });
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

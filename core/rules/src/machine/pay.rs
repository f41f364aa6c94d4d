//! Paying: which payments a cost allows, and which of them are offered.
//!
//! A payment says how much comes out of each cell. All distinct payments are found; with one
//! there is nothing to ask.

use super::{Flow, Machine, Stop, Why, stuck};
use crate::def::ask::{Bundle, Holder, Purse, Term};
use crate::def::code::{Op, Pc};
use crate::def::expr::{ExprId, NIL};
use crate::event::Sink;
use crate::id::{AttrId, CostId, CounterId, PieceId};
use crate::world::World;

/// How many payments are offered at most.
pub const PAYMENTS_MAX: usize = 64;

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
    pub fn pay(&mut self, pc: Pc, cost: CostId, payer: ExprId, payee: ExprId) -> Flow {
        if let Some(flow) = self.pay_plainly(pc, cost, payer, payee) {
            return flow;
        }
        match self.payments().len() {
            0 => stuck(self.shortage(pc)),
            1 => {
                self.take_payment(pc, 0);
                Flow::Stay
            }
            _ => Flow::Stop(Stop::Ask),
        }
    }

    pub fn pay_printed(
        &mut self,
        pc: Pc,
        attr: AttrId,
        of: ExprId,
        payer: ExprId,
        payee: ExprId,
    ) -> Flow {
        match self.printed_cost(attr, of) {
            Some(cost) => self.pay(pc, cost, payer, payee),
            None => Flow::Next,
        }
    }

    fn printed_cost(&self, attr: AttrId, of: ExprId) -> Option<CostId> {
        let piece = self.piece_of(of)?;
        let cost = self.def.attr(attr, self.state.world.entry_of(self.def, piece));
        usize::try_from(cost).ok().map(CostId::from)
    }

    /// The frequent case: one bundle, every term from one purse of the payer, nobody paid.
    fn pay_plainly(&mut self, pc: Pc, cost: CostId, payer: ExprId, payee: ExprId) -> Option<Flow> {
        let [bundle] = self.def.costs[cost.index()].bundles.as_slice() else { return None };
        let plain = |term: &Term| {
            matches!(
                term.purses.as_slice(),
                [Purse { holder: Holder::Payer, per: 1, cap: None, .. }]
            )
        };
        let distinct = bundle.terms.len() < 2
            || bundle.terms.windows(2).all(|pair| {
                pair[0].purses.first().map(|purse| purse.counter)
                    != pair[1].purses.first().map(|purse| purse.counter)
            });
        let is_plain = bundle.when.is_none()
            && bundle.terms.len() <= 2
            && distinct
            && bundle.terms.iter().all(plain);
        if !is_plain || self.eval(payee) != NIL {
            return None;
        }
        let payer = self.eval(payer);
        for term in &bundle.terms {
            let needs = self.eval(term.amount);
            let counter = term.purses[0].counter;
            let has = self.state.world.counter(self.def, counter, payer);
            if has < needs {
                return Some(stuck(Why::Short { pc, counter, needs, has }));
            }
        }
        // Amounts first: what is paid may be what they count.
        let mut due = [0; 2];
        for (term, due) in bundle.terms.iter().zip(&mut due) {
            *due = self.eval(term.amount).max(0);
        }
        self.go(pc + 1);
        for (term, due) in bundle.terms.iter().zip(due) {
            self.gain(term.purses[0].counter, payer, -due);
        }
        Some(Flow::Stay)
    }

    fn cost_at_hand(&self) -> Option<(CostId, ExprId, ExprId)> {
        match &self.def.code[self.pc() as usize] {
            Op::Pay(cost, payer, payee) => Some((*cost, *payer, *payee)),
            Op::PayPrinted(attr, of, payer, payee) => {
                Some((self.printed_cost(*attr, *of)?, *payer, *payee))
            }
            _ => None,
        }
    }

    /// The seat that pays.
    pub fn payer(&self) -> i32 {
        self.cost_at_hand().map_or_else(|| self.me(), |(_, payer, _)| self.eval(payer))
    }

    /// All distinct payments of the cost at hand, the usual ones first.
    pub fn payments(&self) -> Vec<Payment> {
        let Some((cost, payer, _)) = self.cost_at_hand() else { return vec![] };
        let payer = self.eval(payer);
        let mut found = Vec::new();
        for bundle in &self.def.costs[cost.index()].bundles {
            if bundle.when.is_none_or(|when| self.eval(when) != 0) {
                let terms = self.open(bundle, payer);
                self.spread(&terms, 0, 0, None, &mut Payment::default(), &mut found);
            }
        }
        found
    }

    fn open(&self, bundle: &Bundle, payer: i32) -> Vec<(i32, Vec<Open>)> {
        let mut terms = Vec::with_capacity(bundle.terms.len());
        for term in &bundle.terms {
            let mut purses = Vec::new();
            for purse in &term.purses {
                let holders = match purse.holder {
                    Holder::Payer => vec![payer],
                    Holder::Table => vec![NIL],
                    Holder::Pieces(set) => self.items(set),
                };
                let cap = purse.cap.map_or(i32::MAX, |cap| self.eval(cap));
                for holder in holders {
                    let Some(cell) = World::cell_of(self.def, purse.counter, holder) else {
                        continue;
                    };
                    let (counter, per, short) = (purse.counter, purse.per.max(1), purse.short);
                    purses.push(Open { cell, counter, holder, per, cap, short });
                }
            }
            terms.push((self.eval(term.amount).max(0), purses));
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
        let payee = self.cost_at_hand().map_or(NIL, |(_, _, payee)| self.eval(payee));
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
    fn shortage(&self, pc: Pc) -> Why {
        let Some((cost, payer, _)) = self.cost_at_hand() else { return Why::Nothing { pc } };
        let payer = self.eval(payer);
        let Some(bundle) = self.def.costs[cost.index()].bundles.first() else {
            return Why::Nothing { pc };
        };
        let worth = |open: &Open| (self.state.world.cell(open.cell) / open.per).min(open.cap);
        let mut worst = None;
        for ((needs, purses), term) in self.open(bundle, payer).iter().zip(&bundle.terms) {
            let has: i32 = purses.iter().map(worth).sum();
            if let (Some(purse), true) = (term.purses.first(), has < *needs || worst.is_none()) {
                worst = Some(Why::Short { pc, counter: purse.counter, needs: *needs, has });
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

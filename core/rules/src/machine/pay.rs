//! Payment: the current cost, and the payments offered for it. With a single payment nothing is
//! asked.

use super::{Flow, Machine, Stop, Why, stuck};
use crate::def::ask::{Holder, Purse};
use crate::def::code::{Op, Pc};
use crate::def::expr::NIL;
use crate::def::part::Scope;
use crate::eval::Beside;
use crate::eval::pay::{Open, PAYMENTS_MAX, Paid, Payment, PaymentPart, Payments, Till, can_hold};
use crate::event::{Event, Sink};
use crate::id::{CostId, CounterId, PieceId};

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

/// The bindings for the expressions of a cost.
#[derive(Clone, Copy)]
enum Locals {
    /// The bindings of the running procedure.
    Running,
    /// The payer, and the piece it is printed on.
    Given([i32; 2]),
}

impl<S: Sink> Machine<'_, S> {
    /// Pays the current cost; asks how if there is a choice.
    #[inline(never)]
    pub fn pay(&mut self, pc: Pc) -> Flow {
        let Some(bill) = self.bill() else { return Flow::Next };
        if let Some(flow) = self.pay_plainly(pc, bill) {
            return flow;
        }
        match self.till(&bill).ways(PAYMENTS_MAX).as_slice() {
            [] => stuck(self.shortage(pc, bill)),
            [only] => {
                self.hand_over(pc, only, bill.payee);
                Flow::Stay
            }
            _ => Flow::Stop(Stop::Ask),
        }
    }

    /// The current cost; `None` for a thing without a printed cost.
    pub(super) fn bill(&self) -> Option<Bill> {
        match &self.def.code[self.pc() as usize] {
            Op::Pay(cost, payer, payee) => {
                let (payer, payee) = (self.eval(*payer), self.eval(*payee));
                Some(Bill { cost: *cost, payer, payee, locals: Locals::Running })
            }
            Op::PayPrinted(bearer, attr, of, payer, payee) => {
                let thing = self.eval(*of);
                let cost = self.evaluation().printed_cost(*bearer, *attr, thing)?;
                let (payer, payee) = (self.eval(*payer), self.eval(*payee));
                Some(Bill { cost, payer, payee, locals: Locals::Given([payer, thing]) })
            }
            _ => None,
        }
    }

    fn till<'b>(&'b self, bill: &'b Bill) -> Till<'b> {
        let locals = match &bill.locals {
            Locals::Given(locals) => locals.as_slice(),
            Locals::Running => &self.state.control.locals[self.base()..],
        };
        let (def, world) = (self.def, &self.state.world);
        let beside = Beside::of(self.sink.probe());
        Till { def, world, cost: bill.cost, payer: bill.payer, locals, depth: 0, beside }
    }

    /// Fast path: no bundle leaves a choice, and only one of them can be paid.
    fn pay_plainly(&mut self, pc: Pc, bill: Bill) -> Option<Flow> {
        let def = self.def;
        if bill.payee != NIL {
            return None;
        }
        let (mut only, mut other) = (Paid::new(), Paid::new());
        let mut n_ways = 0;
        for bundle in &def.costs[bill.cost.index()].bundles {
            let into = if n_ways == 0 { &mut only } else { &mut other };
            n_ways += i32::from(self.till(&bill).pay_in_order(bundle, into)?);
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

    /// Pays during a scout's walk. Returns whether the amount from each purse is known; `None` if
    /// the cost cannot be paid.
    pub(super) fn pay_once(&mut self, bill: &Bill) -> Option<bool> {
        let (mut only, mut other) = (Paid::new(), Paid::new());
        let (mut n_ways, mut unclear) = (0, false);
        for bundle in &self.def.costs[bill.cost.index()].bundles {
            let into = if n_ways == 0 { &mut only } else { &mut other };
            match self.till(bill).pay_in_order(bundle, into) {
                Some(enough) => n_ways += i32::from(enough),
                None => match self.till(bill).holds_enough(bundle) {
                    Some(true) => return Some(false),
                    Some(false) => {}
                    None => unclear = true,
                },
            }
        }
        match (n_ways, unclear) {
            (0, false) => None,
            (0, true) => (!self.till(bill).ways(1).is_empty()).then_some(false),
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
        self.till(bill).can_pay()
    }

    /// Whether anybody can pay with a counter.
    pub(super) fn can_hold(&self, counter: CounterId) -> bool {
        can_hold(self.def, &self.state.world, counter)
    }

    /// Whether pieces could pay a cost.
    pub(super) fn pieces_pay(&self, cost: CostId) -> bool {
        let terms = self.def.costs[cost.index()].bundles.iter().flat_map(|bundle| &bundle.terms);
        let of_pieces = |purse: &&Purse| matches!(purse.holder, Holder::Pieces(_));
        let mut purses = terms.flat_map(|term| &term.purses).filter(of_pieces);
        purses.any(|purse| self.can_hold(purse.counter))
    }

    /// The seat that pays.
    pub fn payer(&self) -> i32 {
        self.bill().map_or_else(|| self.me(), |bill| bill.payer)
    }

    /// All distinct payments of the current cost, the default ones first.
    pub fn payments(&self) -> Payments {
        self.bill().map_or_else(Payments::new, |bill| self.till(&bill).ways(PAYMENTS_MAX))
    }

    /// Makes a payment, and continues.
    pub fn take_payment(&mut self, pc: Pc, index: usize) {
        let Some(bill) = self.bill() else { return self.go(pc + 1) };
        let payment =
            self.till(&bill).ways(PAYMENTS_MAX).into_iter().nth(index).unwrap_or_default();
        self.hand_over(pc, &payment, bill.payee);
    }

    fn hand_over(&mut self, pc: Pc, payment: &Payment, payee: i32) {
        self.go(pc + 1);
        for part in &payment.parts {
            let now = self.state.world.cell(part.cell);
            self.change(part.counter, part.holder, part.cell, now - part.amount);
            // Counters of pieces or of the table do not go to a seat.
            let of_seats = self.def.counters[part.counter.index()].scope == Scope::Seat;
            if payee != NIL && of_seats {
                self.gain(part.counter, payee, part.amount);
            }
        }
    }

    /// What is missing for the default bundle.
    fn shortage(&self, pc: Pc, bill: Bill) -> Why {
        // Most look-ahead does not need the reason.
        if self.looking && !self.pool.reasons {
            return Why::Nothing { pc };
        }
        let Some(bundle) = self.def.costs[bill.cost.index()].bundles.first() else {
            return Why::Nothing { pc };
        };
        let mut worst = None;
        let till = self.till(&bill);
        let worth =
            |open: &Open| (till.stock(open.cell, open.counter) / open.per).min(open.cap).max(0);
        let due = till.open(bundle);
        for (index, term) in bundle.terms.iter().enumerate() {
            let needs = due.terms[index].0;
            let has = due.purses(index).iter().map(worth).fold(0, i32::saturating_add);
            let pays = |purse: &&Purse| purse.cap.is_none_or(|cap| till.due(cap) > 0);
            let mut paying = term.purses.iter().filter(pays);
            let first = paying.next().or(term.purses.first());
            if let (Some(purse), true) = (first, has < needs || worst.is_none()) {
                let (counter, others) = (purse.counter, paying.next().is_some());
                let term = (bill.cost, index as u16);
                worst = Some(Why::Short { pc, term, counter, needs, has, others });
            }
        }
        worst.unwrap_or(Why::Nothing { pc })
    }

    /// The piece that a payment part comes from, if any.
    pub fn piece_paying(&self, part: &PaymentPart) -> Option<PieceId> {
        let scope = self.def.counters[part.counter.index()].scope;
        matches!(scope, Scope::Piece(_)).then_some(PieceId(part.holder as u16))
    }
}

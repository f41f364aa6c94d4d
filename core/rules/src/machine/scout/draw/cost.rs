//! Builds nodes for costs.

use super::super::chart::{Holds, Paying, Price, Purse, Spot, Term};
use super::super::crowd::Crowd;
use super::super::known::Sum;
use super::{Drawn, is_unseen, keep};
use crate::def::Def;
use crate::def::ask::Holder;
use crate::def::code::{Bearer, Op, Pc};
use crate::def::expr::{Expr, ExprId, NIL};
use crate::def::part::Scope;
use crate::def::reads::{FACES, Look};
use crate::def::short::Leaf;
use crate::id::CostId;

/// What is known after a payment on the path.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::machine::scout) enum Paid {
    /// The payment could come from several purses.
    Somehow,
    /// The amount from each purse is known.
    Exactly,
}

impl Paid {
    pub fn key(self, cost: CostId) -> u64 {
        u64::from(cost.0) << 1 | u64::from(self == Self::Exactly)
    }
}

/// Determines what must be evaluated to pay.
pub(super) fn pay(def: &Def, crowds: &mut Vec<Crowd>, spot: &mut Spot, pc: Pc) -> Option<Drawn> {
    let reads = &def.reads;
    let (costs, of, payer, payee) = match &def.code[pc as usize] {
        Op::Pay(cost, payer, payee) => (vec![*cost], 0, payer, payee),
        Op::PayPrinted(bearer, attr, of, payer, payee) => {
            if *bearer == Bearer::Piece && spot.written.has(FACES) {
                return None;
            }
            let printed = def.printed(*bearer, *attr).iter();
            let costs = printed.filter_map(|cost| usize::try_from(*cost).ok()).map(CostId::from);
            (costs.collect(), spot.sees(reads.expr(*of))?, payer, payee)
        }
        _ => return None,
    };
    let printed = matches!(def.code[pc as usize], Op::PayPrinted(..));
    let mut from = of | spot.sees(reads.expr(*payer))? | spot.sees(reads.expr(*payee))?;
    let (mut seen, mut hidden) = (true, false);
    for cost in &costs {
        let [price, pieces] = [reads.price(*cost), reads.paying(*cost)].map(|look| {
            let slots = if printed { 0 } else { look.slots };
            spot.sees(&Look { slots, ..*look })
        });
        (seen, hidden) = (seen && price.is_some(), hidden || pieces.is_none());
        from |= price.unwrap_or(0) | pieces.unwrap_or(0);
        match spot.sees(&Look::of(*reads.purses(*cost))) {
            Some(purses) => from |= purses,
            None => seen = false,
        }
    }
    if seen {
        let payer = payer_alone(def, spot, *payer, *payee).filter(|_| !printed);
        let paying = Paying { hidden, payer, price: None };
        let price = payer.and_then(|_| price(def, crowds, spot, costs[0], hidden));
        return Some(Drawn::Pay(paying, price, from));
    }
    if printed || !def.pays_supply(*payee) {
        return None;
    }
    spot.blurred = true;
    spot.levels.push((pc, true));
    costs.iter().for_each(|cost| spot.written.add_all(reads.purses(*cost)));
    spot.go(pc + 1);
    Some(Drawn::On)
}

/// A cost reduced to what must be available; `None` if more than that matters.
fn price(
    def: &Def,
    crowds: &mut Vec<Crowd>,
    spot: &Spot,
    cost: CostId,
    hidden: bool,
) -> Option<Price> {
    let mut price = Price::default();
    for bundle in &def.costs[cost.index()].bundles {
        let mut terms: Vec<Term> = Vec::new();
        if bundle.when.is_some() {
            return None;
        }
        for term in &bundle.terms {
            let mut purses = Vec::new();
            for purse in &term.purses {
                let counter = &def.counters[purse.counter.index()];
                let of = match (purse.holder, counter.scope) {
                    (Holder::Payer, Scope::Seat) => Holds::Payer,
                    (Holder::Table, Scope::Table) => Holds::Table,
                    (Holder::Pieces(set), Scope::Piece(_)) if !hidden => {
                        match spot.crowd(def, set) {
                            Some(crowd) => Holds::Known(keep(crowds, crowd), purse.counter),
                            None => Holds::Pieces(set, purse.counter),
                        }
                    }
                    _ => return None,
                };
                let cell = counter.cell;
                let all = terms.iter().flat_map(|term| &term.purses).chain(&purses);
                let twice = all.into_iter().any(|other: &Purse| other.cell == cell);
                if purse.per != 1 || purse.cap.is_some() || twice {
                    return None;
                }
                purses.push(Purse { cell, of, min: counter.min.min(0) });
            }
            terms.push(Term { amount: spot.sum(def, term.amount), purses, last: false });
        }
        match terms.last_mut() {
            Some(term) => term.last = true,
            // It is free.
            None => return None,
        }
        price.terms.append(&mut terms);
    }
    price.enough = price.terms.first().and_then(enough);
    Some(price)
}

/// The first purse of a bundle with one fixed amount, and a balance that is certainly enough.
fn enough(term: &Term) -> Option<(u32, i32)> {
    let first = term.purses.first().filter(|purse| matches!(purse.of, Holds::Payer))?;
    Some((first.cell, term.amount.number()?.checked_add(first.min)?)).filter(|_| term.last)
}

/// Whether leaves decide if the current cost can be paid, and nothing later reads what is left.
pub(super) fn is_plain(def: &Def, spot: &Spot, pc: Pc) -> bool {
    let Op::Pay(cost, payer, payee) = &def.code[pc as usize] else { return false };
    let price = price(def, &mut vec![], spot, *cost, false);
    let terms = |price: Price| {
        price.terms.iter().all(|term| {
            let known = term.purses.iter().all(|purse| !matches!(purse.of, Holds::Pieces(..)));
            known && !matches!(term.amount, Sum::Expr(_))
        })
    };
    payer_alone(def, spot, *payer, *payee).is_some()
        && is_unseen_cost(def, spot, pc)
        && spot.sees(def.reads.paying(*cost)).is_some()
        && price.is_some_and(terms)
}

/// Whether nothing after the current cost reads what is left.
pub(super) fn is_unseen_cost(def: &Def, spot: &Spot, pc: Pc) -> bool {
    match &def.code[pc as usize] {
        Op::Pay(cost, ..) => is_unseen(def, spot, def.reads.purses(*cost)),
        _ => false,
    }
}

/// The payer, if a leaf gives it and the supply is paid.
pub(super) fn payer_alone(def: &Def, spot: &Spot, payer: ExprId, payee: ExprId) -> Option<Leaf> {
    spot.sum(def, payer).one().filter(|_| def.pays_supply(payee))
}

impl Def {
    /// Whether the payment always goes to the supply.
    fn pays_supply(&self, payee: ExprId) -> bool {
        matches!(self.exprs[payee as usize], Expr::Const(NIL))
    }
}

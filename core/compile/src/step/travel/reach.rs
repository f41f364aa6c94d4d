//! Checks whether a `travel` can still reach a space where it may end, with the remaining steps and
//! resources. Look-ahead would have to walk every route to find out.
//!
//! The links alone decide this, provided that nothing on the route changes which spaces can be
//! entered, where it may end, or what it costs. Otherwise this module restricts nothing.

use std::collections::BTreeSet;

use boardwright_rules::def::ask::{Holder, Term};
use boardwright_rules::def::code::{Op, Pc};
use boardwright_rules::def::expr::{Binary, Expr, ExprId, NIL, RouteDef};
use boardwright_rules::def::part::CounterDef;
use boardwright_rules::id::{CounterId, PickId};

use crate::Lower;
use crate::names::Type;
use crate::scope::Scope;
use boardwright_language::raw::step as raw;

/// Most routes of a pack.
const ROUTES_MAX: usize = 10_000;

/// The spaces where a route may end, and the spaces it can enter.
pub(super) struct Goal {
    /// The register of the space being tested.
    it: u8,
    through: Option<ExprId>,
    stop: ExprId,
    /// The binding of the current space.
    at: u16,
    /// The list of spaces visited.
    seen: u16,
}

/// What the steps on the route change.
#[derive(Default)]
struct Writes {
    counters: BTreeSet<CounterId>,
    /// The counters that may grow.
    grow: BTreeSet<CounterId>,
    slots: BTreeSet<u16>,
}

impl Lower<'_> {
    /// The goal of a route, if its end is restricted.
    pub(super) fn goal(
        &mut self,
        travel: &raw::Travel,
        ty: &Type,
        (at, seen): (u16, u16),
        scope: &Scope,
    ) -> Option<Goal> {
        let stop = travel.stop?.node;
        // The conditions are lowered a second time, for another binding; their errors were already
        // reported.
        let n_diags = self.diags.len();
        let goal = self.under_it(scope, ty, stop.span).and_then(|(inner, it)| {
            let flag = Some(&Type::Flag);
            let (stop, _) = self.expr_in(stop, &inner, flag)?;
            let through = match travel.through {
                Some(key) => Some(self.expr_in(key.node, &inner, flag)?.0),
                None => None,
            };
            Some(Goal { it, through, stop, at, seen })
        });
        self.diags.truncate(n_diags);
        goal
    }

    /// Lets a route begin, or enter a space, only if it can still reach its goal. `body` is the
    /// start of the steps on the route, up to here; `left` is the number of steps left.
    pub(super) fn keep_to(
        &mut self,
        goal: &Goal,
        (body, entered, left): (Pc, u16, ExprId),
        gate: Pc,
        picks: [PickId; 2],
    ) {
        let Some(writes) = self.writes(body) else { return };
        let one = self.number(1);
        let mut limits = vec![(one, left)];
        self.tolls(body, entered, goal.it, &writes, &mut limits);
        limits.retain(|(cost, _)| self.is_fixed(*cost, &writes));
        let fixed = self.is_fixed(goal.stop, &writes)
            && goal.through.is_none_or(|through| self.is_fixed(through, &writes));
        if !fixed || self.def.routes.len() + 2 * limits.len() > ROUTES_MAX {
            return;
        }
        let (here, it) = (self.local(goal.at), self.add(Expr::It(goal.it)));
        let (mut begins, mut enters) = (one, one);
        for (cost, has) in limits {
            let route = self.route(goal, (here, false), cost);
            let can = self.binary(Binary::Le, route, has);
            begins = self.and(begins, can);
            let route = self.route(goal, (it, true), cost);
            let can = self.binary(Binary::Le, route, has);
            enters = self.and(enters, can);
        }
        if let Some(Op::Require(condition, _)) = self.def.code.get_mut(gate as usize) {
            *condition = begins;
        }
        for pick in picks {
            let set = self.def.picks[pick.index()].set;
            self.def.picks[pick.index()].set = self.filtered(set, goal.it, enters);
        }
    }

    fn route(&mut self, goal: &Goal, (from, enters): (ExprId, bool), cost: ExprId) -> ExprId {
        let Goal { it, through, stop, seen: avoid, .. } = *goal;
        self.def.routes.push(RouteDef { from, enters, it, through, avoid, stop, cost });
        self.add(Expr::Route(self.def.routes.len() as u16 - 1))
    }

    /// What the steps from `body` on change; `None` if it could be anything.
    fn writes(&self, body: Pc) -> Option<Writes> {
        let mut writes = Writes::default();
        for op in &self.def.code[body as usize..] {
            match op {
                Op::Jump(_)
                | Op::Unless(..)
                | Op::Require(..)
                | Op::Expect(..)
                | Op::Try(_)
                | Op::May { .. }
                | Op::Done
                | Op::Break(_)
                | Op::Note(..) => {}
                Op::Let(slot, _) | Op::Amount { slot, .. } | Op::Find { slot, .. } => {
                    writes.slots.insert(*slot);
                }
                Op::Room(list, _)
                | Op::Remember(list, _)
                | Op::Keep(list, _)
                | Op::Each { list, .. } => {
                    writes.slots.insert(*list);
                }
                Op::Next { slot, list, .. } => writes.slots.extend([*slot, *list]),
                Op::Pick(pick) => {
                    writes.slots.insert(self.def.picks[pick.index()].slot);
                }
                Op::Pay(cost, _, payee) if self.known(*payee) == Some(NIL) => {
                    let bundles = &self.def.costs[cost.index()].bundles;
                    let terms = bundles.iter().flat_map(|bundle| &bundle.terms);
                    let purses = terms.flat_map(|term| &term.purses);
                    writes.counters.extend(purses.map(|purse| purse.counter));
                }
                Op::PayPrinted(bearer, attr, _, _, payee) if self.known(*payee) == Some(NIL) => {
                    let printed = self.def.printed(*bearer, *attr).iter();
                    let costs =
                        printed.filter_map(|it| self.def.costs.get(usize::try_from(*it).ok()?));
                    let terms = costs.flat_map(|it| &it.bundles).flat_map(|it| &it.terms);
                    let purses = terms.flat_map(|term| &term.purses);
                    writes.counters.extend(purses.map(|purse| purse.counter));
                }
                Op::Gain(counter, ..) | Op::Lose(counter, ..) | Op::Set(counter, ..) => {
                    // An ability that listens may do anything.
                    if self.def.counters[counter.index()].gained.is_some() {
                        return None;
                    }
                    writes.counters.insert(*counter);
                    writes.grow.insert(*counter);
                }
                _ => return None,
            }
        }
        Some(writes)
    }

    /// Whether the steps on the route leave the value of an expression unchanged.
    fn is_fixed(&self, expr: ExprId, writes: &Writes) -> bool {
        let mut fixed = true;
        let of_cell = |cell: u32| {
            let holds = |counter: &CounterDef| cell.wrapping_sub(counter.cell) < counter.holders;
            self.def.counters.iter().position(holds).map(CounterId::from)
        };
        let written = |counter: CounterId| writes.counters.contains(&counter);
        self.def.visit_expr(expr, &mut |part| {
            fixed &= match *part {
                Expr::Local(slot) => !writes.slots.contains(&slot),
                Expr::Cell(cell) | Expr::Mine(cell) => !of_cell(cell).is_none_or(written),
                Expr::Counter(counter, _) | Expr::TrackValue(counter, _) => !written(counter),
                // A named value may read anything.
                Expr::Value(..) | Expr::CanPay(..) => writes.counters.is_empty(),
                _ => true,
            };
        });
        fixed
    }

    /// The guaranteed cost of each step, with the resources that can pay it.
    fn tolls(
        &mut self,
        body: Pc,
        entered: u16,
        it: u8,
        writes: &Writes,
        limits: &mut Vec<(ExprId, ExprId)>,
    ) {
        let certain = |op: &&Op| {
            matches!(op, Op::Pay(..) | Op::Gain(..) | Op::Lose(..) | Op::Set(..) | Op::Note(..))
        };
        let ops = self.def.code[body as usize..].iter().take_while(certain);
        let paid = ops.filter_map(|op| match op {
            Op::Pay(cost, payer, payee) => Some((*cost, *payer, *payee)),
            _ => None,
        });
        let mut terms: Vec<Term> = vec![];
        for (cost, payer, payee) in paid {
            let by_me = self.def.exprs[payer as usize] == Expr::Local(0);
            if let ([bundle], true) = (self.def.costs[cost.index()].bundles.as_slice(), by_me)
                && bundle.when.is_none()
                && self.known(payee) == Some(NIL)
            {
                terms.extend(bundle.terms.iter().cloned());
            }
        }
        for term in terms {
            let has = self.has_for(&term, writes);
            let amount = self.of_register(term.amount, entered, it);
            limits.extend(amount.zip(has));
        }
    }

    /// The most that can be paid for a term; `None` if unknown.
    fn has_for(&mut self, term: &Term, writes: &Writes) -> Option<ExprId> {
        let mut has = self.number(0);
        for purse in &term.purses {
            let counter = &self.def.counters[purse.counter.index()];
            let (min, per) = (counter.min, purse.per);
            let holder = match purse.holder {
                Holder::Payer => self.local(0),
                Holder::Table => self.nil(),
                Holder::Pieces(_) => return None,
            };
            if min < 0 || per < 1 || writes.grow.contains(&purse.counter) {
                return None;
            }
            let there = self.counter(purse.counter, holder);
            let worth = self.with_number(Binary::Div, there, per);
            has = self.binary(Binary::Add, has, worth);
        }
        Some(has)
    }

    /// Rewrites an expression about the entered space as one about the space in a register.
    fn of_register(&mut self, expr: ExprId, entered: u16, it: u8) -> Option<ExprId> {
        let mut mentioned = false;
        self.def.visit_expr(expr, &mut |part| mentioned |= *part == Expr::Local(entered));
        if !mentioned {
            return Some(expr);
        }
        let part = match self.def.exprs[expr as usize] {
            Expr::Local(_) => Expr::It(it),
            Expr::SpaceAttr(attr, of) => Expr::SpaceAttr(attr, self.of_register(of, entered, it)?),
            Expr::Counter(counter, of) => {
                Expr::Counter(counter, self.of_register(of, entered, it)?)
            }
            Expr::Neg(of) => Expr::Neg(self.of_register(of, entered, it)?),
            Expr::BinaryConst(binary, left, right) => {
                Expr::BinaryConst(binary, self.of_register(left, entered, it)?, right)
            }
            Expr::Binary(binary, left, right) => {
                let left = self.of_register(left, entered, it)?;
                Expr::Binary(binary, left, self.of_register(right, entered, it)?)
            }
            Expr::If(condition, then, other) => {
                let condition = self.of_register(condition, entered, it)?;
                let then = self.of_register(then, entered, it)?;
                Expr::If(condition, then, self.of_register(other, entered, it)?)
            }
            _ => return None,
        };
        Some(self.add(part))
    }
}

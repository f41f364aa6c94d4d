//! `pay`.

use boardwright_rules::def::code::{Bearer, Op};
use boardwright_rules::def::expr::{Binary, Expr, ExprId, Fold, Set};
use boardwright_rules::def::part::Scope as Per;
use boardwright_rules::id::{AttrId, CostId, CounterId};

use super::StepContext;
use crate::Lower;
use crate::cost::{Paying, Tally};
use crate::expr::{Amounts, Out};
use crate::names::Type;
use crate::printed::prints;
use crate::scope::Scope;
use boardwright_language::raw::step as raw;
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::diag::codes::{step as codes, types};
use boardwright_syntax::expr::print;
use boardwright_syntax::yaml::Node;

/// What a step pays.
#[derive(Clone, Copy)]
enum Due {
    Cost(CostId),
    Printed(Bearer, AttrId, ExprId),
}

impl Due {
    fn op(self, by: ExprId, to: ExprId) -> Op {
        match self {
            Due::Cost(cost) => Op::Pay(cost, by, to),
            Due::Printed(bearer, attr, thing) => Op::PayPrinted(bearer, attr, thing, by, to),
        }
    }
}

impl Lower<'_> {
    pub(super) fn pay(
        &mut self,
        step: &StepContext,
        pay: &raw::Pay,
        scope: &mut Scope,
    ) -> Option<()> {
        let by = self.seat_or_me(pay.who, scope);
        let to = self.expr_if(pay.to, scope);
        let cost = match pay.printed {
            Some(_) => None,
            None => Some(self.reader().cost_of_pay(pay)?),
        };
        let (mut by, mut to) = (by?, to?);
        let terms = cost.iter().flat_map(|cost| &cost.bundles).flat_map(|it| &it.terms);
        let counts = terms.into_iter().any(|term| match term {
            raw::Term::Worth { with, .. } => with.iter().any(|purse| purse.per.is_some()),
            raw::Term::Amount { .. } => false,
        });
        if counts || step.binds.is_some() {
            by = self.held(scope, by);
            to = to.map(|to| self.held(scope, to));
        }
        let (due, tallies) = match (&cost, pay.printed) {
            (Some(cost), _) => {
                self.paying = Some(Paying { payer: by, tallies: vec![] });
                let cost = self.cost_of(cost, scope);
                let tallies = self.paying.take().map_or(vec![], |paying| paying.tallies);
                (Due::Cost(cost?), tallies)
            }
            (None, Some(printed)) => (self.printed_due(printed.node, scope)?, vec![]),
            (None, None) => return None,
        };
        if tallies.is_empty() && step.binds.is_none() {
            let to = to.unwrap_or_else(|| self.nil());
            self.emit(scope, due.op(by, to));
            return Some(());
        }
        self.pay_counted(step, due, (by, to), &tallies, scope)
    }

    /// Pays, and computes what was paid from the difference afterwards. Nothing can happen in
    /// between: what is paid to a seat is handed over once it is known.
    fn pay_counted(
        &mut self,
        step: &StepContext,
        due: Due,
        (by, to): (ExprId, Option<ExprId>),
        tallies: &[Tally],
        scope: &mut Scope,
    ) -> Option<()> {
        let purses = self.counters_of(due);
        let mut counters: Vec<CounterId> = purses.clone();
        counters.sort_unstable();
        counters.dedup();
        if step.binds.is_none() && to.is_none() {
            counters.retain(|counter| tallies.iter().any(|tally| tally.counter == *counter));
        }
        for tally in tallies {
            if purses.iter().filter(|counter| **counter == tally.counter).count() > 1 {
                let message = "a resource with a cap per period can pay only once in a cost";
                let label = "pays for something else, too";
                let diag = Diagnostic::error(codes::FORM, message, tally.span, label);
                self.diags.push(diag.help("make two steps of it"));
                return None;
            }
        }
        let before: Vec<ExprId> = counters
            .iter()
            .map(|counter| {
                let has = self.held_by_payer(*counter, by, scope);
                self.held(scope, has)
            })
            .collect();
        let nobody = self.nil();
        self.emit(scope, due.op(by, nobody));
        let first = match step.binds {
            Some(name) => {
                let known = self.names.paid.iter().position(|paid| *paid == counters);
                let index = known.unwrap_or_else(|| {
                    self.names.paid.push(counters.clone());
                    self.names.paid.len() - 1
                });
                let ty = Type::Paid(u16::try_from(index).ok()?, counters.len() as u16);
                self.bind_named(name, scope, ty)?
            }
            None => scope.slot_for(&Type::Paid(0, counters.len() as u16)),
        };
        let paid: Vec<(CounterId, u16)> = counters.into_iter().zip(first..).collect();
        for ((counter, slot), before) in paid.iter().zip(before) {
            let has = self.held_by_payer(*counter, by, scope);
            let paid = self.binary(Binary::Sub, before, has);
            self.bind_slot(scope, *slot, paid);
        }
        for tally in tallies {
            let Some((_, slot)) = paid.iter().find(|(counter, _)| *counter == tally.counter) else {
                continue;
            };
            let units = self.local(*slot);
            let worth = self.with_number(Binary::Div, units, tally.per);
            self.emit(scope, Op::Gain(tally.used, by, worth));
        }
        let Some(to) = to else { return Some(()) };
        for (counter, slot) in paid {
            if self.def.counters.get(counter.index())?.scope == Per::Seat {
                let amount = self.local(slot);
                self.emit(scope, Op::Gain(counter, to, amount));
            }
        }
        Some(())
    }

    /// The amount of a resource a seat can pay with: its own, the table's, or on all pieces.
    fn held_by_payer(&mut self, counter: CounterId, by: ExprId, scope: &Scope) -> ExprId {
        let Some(Per::Piece(kind)) = self.def.counters.get(counter.index()).map(|def| def.scope)
        else {
            return self.counter(counter, by);
        };
        let it = scope.registers;
        let piece = self.add(Expr::It(it));
        let body = self.counter(counter, piece);
        let set = self.add_set(Set::KindPieces(kind));
        self.add(Expr::Walk { fold: Fold::Sum, set, it, body })
    }

    /// The resources that can pay a cost, once for each purse.
    fn counters_of(&self, due: Due) -> Vec<CounterId> {
        let costs: Vec<usize> = match due {
            Due::Cost(cost) => vec![cost.index()],
            Due::Printed(bearer, attr, _) => {
                let printed = self.def.printed(bearer, attr).iter();
                printed.filter_map(|cost| usize::try_from(*cost).ok()).collect()
            }
        };
        let costs = costs.into_iter().filter_map(|cost| self.def.costs.get(cost));
        let terms = costs.flat_map(|it| &it.bundles).flat_map(|bundle| &bundle.terms);
        terms.flat_map(|term| &term.purses).map(|purse| purse.counter).collect()
    }

    /// The cost printed on an object.
    fn printed_due(&mut self, node: &Node, scope: &Scope) -> Option<Due> {
        let text = self.text_of(node)?;
        let ast = self.parse(&text)?;
        match self.out(&ast, scope, None)? {
            Out::Amounts(
                amounts @ (Amounts::Cost(attr, thing, _) | Amounts::Printed(attr, thing, _)),
            ) => Some(Due::Printed(self.all_payable(&amounts, node)?, attr, thing)),
            out => {
                let is = self.describe_out(&out);
                let message = format!("`{}` is {is}, a printed cost was expected", print(&ast));
                let diag = Diagnostic::error(types::MISMATCH, message, ast.span, "expected a cost");
                self.diags.push(diag.help("for resources write `pay: { wood: 2 }`"));
                None
            }
        }
    }

    /// The bearer of a cost or amounts; reports amounts that cannot be paid.
    fn all_payable(&mut self, amounts: &Amounts, node: &Node) -> Option<Bearer> {
        let (attr, ty) = match amounts {
            Amounts::Cost(_, _, ty) => return Some(prints(ty)),
            Amounts::Printed(attr, _, ty) => (attr, ty),
            Amounts::Paid(_) => return None,
        };
        for name in self.said_names(*attr, ty) {
            let counter = self.counter_named(&name, node.span)?;
            let scope = self.def.counters.get(counter.index())?.scope;
            if !matches!(scope, Per::Seat | Per::Table) {
                let message = format!("`{name}` lies on pieces or spaces and cannot be paid");
                let label = "printed on some of them";
                let diag = Diagnostic::error(codes::HOLDER, message, node.span, label);
                self.diags.push(diag.help("take it with `lose`"));
                return None;
            }
        }
        Some(prints(ty))
    }
}

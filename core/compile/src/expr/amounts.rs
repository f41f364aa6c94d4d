//! Costs and amounts in expressions: the amount of a resource, the total, and whether it can be
//! paid.

use boardwright_rules::def::expr::{Binary, Expr, ExprId};
use boardwright_rules::id::{AttrId, CounterId};

use super::Out;
use super::types::similar;
use crate::Lower;
use crate::names::Type;
use crate::printed::prints;
use crate::scope::Scope;
use boardwright_syntax::diag::codes::types as code;
use boardwright_syntax::diag::{Diagnostic, listed};
use boardwright_syntax::expr::{Ast, Ident, print};
use boardwright_syntax::source::Span;

/// Amounts of several resources.
#[derive(Clone, Debug)]
pub enum Amounts {
    /// A cost printed on an object of this type.
    Cost(AttrId, ExprId, Type),
    /// Amounts printed on an object of this type.
    Printed(AttrId, ExprId, Type),
    /// What was paid, and the slots that hold the amounts.
    Paid(Vec<(CounterId, u16)>),
}

impl Amounts {
    /// Describes them in the words of an author.
    pub(crate) fn describe(&self) -> &'static str {
        match self {
            Amounts::Cost(..) => "a cost",
            Amounts::Printed(..) => "amounts of resources",
            Amounts::Paid(_) => "what was paid",
        }
    }
}

impl Lower<'_> {
    /// The names of the resources and tags they may contain.
    pub(crate) fn amount_names(&self, amounts: &Amounts) -> Vec<String> {
        match amounts {
            Amounts::Cost(attr, _, ty) | Amounts::Printed(attr, _, ty) => {
                self.said_names(*attr, ty)
            }
            Amounts::Paid(paid) => {
                let counters = paid.iter().filter_map(|(id, _)| self.def.counters.get(id.index()));
                counters.map(|def| def.named.id.clone()).collect()
            }
        }
    }

    /// The amount of a resource or tag.
    pub(crate) fn amount_named(&mut self, amounts: &Amounts, name: &str, scope: &Scope) -> ExprId {
        match amounts {
            Amounts::Cost(attr, thing, ty) | Amounts::Printed(attr, thing, ty) => {
                self.said_amount(*attr, (*thing, ty), name, scope)
            }
            Amounts::Paid(paid) => {
                let counter = self.names.counters.get(name);
                match paid.iter().find(|(id, _)| Some(id) == counter) {
                    Some((_, slot)) => self.local(*slot),
                    None => self.number(0),
                }
            }
        }
    }

    /// `it.cost.wood`.
    pub(super) fn amount_field(
        &mut self,
        base: &Ast,
        amounts: &Amounts,
        field: &Ident,
        scope: &Scope,
    ) -> Option<Out> {
        self.not_in_cost(amounts, base.span)?;
        let name = field.name.clone();
        let is_tag = self.names.tags.keys().any(|tag| *tag == name);
        if !is_tag && self.names.counters.get(&name).is_none() {
            let is = amounts.describe();
            let message = format!("`{}` is {is} and has no `{}`", print(base), field.name);
            let label = "not a resource";
            let diag = Diagnostic::error(code::FIELD, message, field.span, label);
            let ids: Vec<&str> = self.names.counters.ids().collect();
            let diag = match similar(&field.name, ids.iter().copied()) {
                Some(near) => diag.help(format!("there is `{near}`")),
                None => diag.help(format!("it has {}", listed(&ids))),
            };
            self.diags.push(diag);
            return None;
        }
        Some(Out::One(self.amount_named(amounts, &name, scope), Type::Number))
    }

    /// `it.cost[good]`, where the resource is known only in play.
    pub(super) fn amount_index(
        &mut self,
        base: &Ast,
        amounts: &Amounts,
        which: ExprId,
        scope: &Scope,
    ) -> Option<Out> {
        self.not_in_cost(amounts, base.span)?;
        let mut id = self.number(0);
        for name in self.amount_names(amounts).into_iter().rev() {
            let Some(CounterId(counter)) = self.names.counters.get(&name).copied() else {
                continue;
            };
            let is = self.with_number(Binary::Eq, which, i32::from(counter));
            let amount = self.amount_named(amounts, &name, scope);
            id = self.choice(is, amount, id);
        }
        Some(Out::One(id, Type::Number))
    }

    /// `total(it.cost)`.
    pub(super) fn total(&mut self, ast: &Ast, scope: &Scope) -> Option<Out> {
        let amounts = self.amounts(ast, scope)?;
        self.not_in_cost(&amounts, ast.span)?;
        let mut id = self.number(0);
        for name in self.amount_names(&amounts) {
            let amount = self.amount_named(&amounts, &name, scope);
            id = self.binary(Binary::Add, id, amount);
        }
        Some(Out::One(id, Type::Number))
    }

    /// `can_pay(it.cost, seat)`.
    pub(super) fn can_pay(&mut self, ast: &Ast, seat: ExprId, scope: &Scope) -> Option<Out> {
        let amounts = self.amounts(ast, scope)?;
        self.not_in_cost(&amounts, ast.span)?;
        let (Amounts::Cost(attr, thing, ty) | Amounts::Printed(attr, thing, ty)) = amounts else {
            let message = format!("`{}` is what was paid, not a cost", print(ast));
            let label = "expected a printed cost or printed amounts";
            self.diags.push(Diagnostic::error(code::MISMATCH, message, ast.span, label));
            return None;
        };
        Some(Out::One(self.add(Expr::CanPay(prints(&ty), attr, thing, seat)), Type::Flag))
    }

    /// A cost or amounts.
    fn amounts(&mut self, ast: &Ast, scope: &Scope) -> Option<Amounts> {
        match self.out(ast, scope, None)? {
            Out::Amounts(amounts) => Some(amounts),
            out => {
                let is = self.describe_out(&out);
                let message = format!("`{}` is {is}, a cost or amounts were expected", print(ast));
                let label = "expected a cost or amounts";
                let diag = Diagnostic::error(code::MISMATCH, message, ast.span, label);
                self.diags.push(diag.help("name an attribute of type `cost` or `amounts`"));
                None
            }
        }
    }

    /// Refuses to read a cost inside a cost, because it could be recursive.
    fn not_in_cost(&mut self, amounts: &Amounts, span: Span) -> Option<()> {
        if !self.in_cost || !matches!(amounts, Amounts::Cost(..)) {
            return Some(());
        }
        let message = "a printed cost cannot be made of printed costs";
        let diag = Diagnostic::error(code::NO_MEANING, message, span, "a cost inside a cost");
        self.diags.push(diag.help("print the number as an attribute, and read that one"));
        None
    }
}

//! `pay`.

use boardwright_rules::def::code::Op;
use boardwright_rules::def::expr::ExprId;
use boardwright_rules::def::part::Scope as Per;

use crate::diag::Diagnostic;
use crate::diag::codes::{step as codes, types};
use crate::expr::print;
use crate::lower::Lower;
use crate::lower::expr::{Amounts, Out};
use crate::lower::printed::prints;
use crate::lower::scope::Scope;
use crate::raw::step as raw;
use crate::yaml::Node;

impl Lower<'_> {
    pub(super) fn pay(&mut self, pay: &raw::Pay, scope: &mut Scope) -> Option<()> {
        let by = self.seat_or_me(pay.who, scope);
        let to = self.expr_if(pay.to, scope);
        let nobody = self.nil();
        let (by, to) = (by?, to?.unwrap_or(nobody));
        if let Some(printed) = pay.printed {
            return self.pay_printed(printed.node, by, to, scope);
        }
        let cost = self.reader().cost_of_pay(pay)?;
        let cost = self.cost_of(&cost, scope)?;
        self.emit(scope, Op::Pay(cost, by, to));
        Some(())
    }

    /// Pays the cost printed on a piece or space.
    fn pay_printed(
        &mut self,
        node: &Node,
        by: ExprId,
        to: ExprId,
        scope: &mut Scope,
    ) -> Option<()> {
        let text = self.text_of(node)?;
        let ast = self.parse(&text)?;
        match self.out(&ast, scope, None)? {
            Out::Amounts(amounts) => {
                self.all_payable(&amounts, node)?;
                let (Amounts::Cost(attr, thing, ty) | Amounts::Printed(attr, thing, ty)) = amounts;
                self.emit(scope, Op::PayPrinted(prints(&ty), attr, thing, by, to));
            }
            out => {
                let is = self.describe_out(&out);
                let message = format!("`{}` is {is}, a printed cost was expected", print(&ast));
                let diag = Diagnostic::error(types::MISMATCH, message, ast.span, "expected a cost");
                self.diags.push(diag.help("for resources write `pay: { wood: 2 }`"));
                return None;
            }
        }
        Some(())
    }

    /// Reports printed amounts of what cannot be paid.
    fn all_payable(&mut self, amounts: &Amounts, node: &Node) -> Option<()> {
        let Amounts::Printed(attr, _, ty) = amounts else { return Some(()) };
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
        Some(())
    }
}

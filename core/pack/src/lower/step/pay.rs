//! `pay`.

use boardwright_rules::def::code::Op;
use boardwright_rules::def::expr::{Binary, NIL};

use crate::diag::Diagnostic;
use crate::diag::codes::types;
use crate::expr::print;
use crate::lower::Lower;
use crate::lower::expr::Out;
use crate::lower::names::Type;
use crate::lower::scope::Scope;
use crate::raw::step as raw;
use crate::yaml::Node;
use boardwright_rules::def::expr::ExprId;
use boardwright_rules::id::CostId;

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
            Out::Cost(attr, piece, Type::Piece(_)) => {
                self.emit(scope, Op::PayPrinted(attr, piece, by, to));
            }
            Out::Cost(attr, thing, ty) => {
                let column = match ty {
                    Type::Entry(_) => self.def.attrs.get(attr.index()),
                    _ => self.def.space_attrs.get(attr.index()),
                };
                let costs = column.cloned().unwrap_or_default();
                for (of, cost) in costs.into_iter().enumerate().filter(|(_, cost)| *cost != NIL) {
                    let Ok(cost) = u16::try_from(cost) else { continue };
                    let is = self.with_number(Binary::Eq, thing, of as i32);
                    let skip = self.emit(scope, Op::Unless(is, 0));
                    self.emit(scope, Op::Pay(CostId(cost), by, to));
                    self.aim_here(skip);
                }
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
}

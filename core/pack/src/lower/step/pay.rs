//! `pay`.

use boardwright_rules::def::code::Op;
use boardwright_rules::def::expr::{Binary, NIL};

use super::Step;
use crate::diag::Diagnostic;
use crate::diag::codes::{step as codes, types};
use crate::expr::print;
use crate::lower::Lower;
use crate::lower::expr::Out;
use crate::lower::names::Type;
use crate::lower::scope::Scope;
use crate::yaml::{Kind, Node};
use boardwright_rules::def::expr::ExprId;
use boardwright_rules::id::CostId;

impl Lower<'_> {
    pub(super) fn pay(&mut self, step: &Step, scope: &mut Scope) -> Option<()> {
        let nobody = self.nil();
        if let Kind::Text(_) = step.value.kind {
            let me = self.me(scope);
            return self.pay_printed(step.value, me, nobody, scope);
        }
        let Some(map) = step.value.as_map() else {
            self.wrong_form(step, step.value, "a cost");
            return None;
        };
        let by = self.seat_at(map, "by", scope);
        let to = self.if_key(map, "to", scope, &Type::Seat);
        let (by, to) = (by?, to?.unwrap_or(nobody));
        if map.get("cost").is_some() {
            // All the rest would be amounts, and belongs into the cost.
            let known = ["cost", "by", "to"];
            for entry in map.entries.iter().filter(|it| !known.contains(&it.key.as_str())) {
                self.no_such_key(step, entry, &known);
            }
        }
        match map.get("cost") {
            Some(node) if node.as_text().is_some() => self.pay_printed(node, by, to, scope),
            Some(node) => {
                let cost = self.cost(node, scope)?;
                self.emit(scope, Op::Pay(cost, by, to));
                Some(())
            }
            None => {
                let mut plain = map.clone();
                plain.entries.retain(|entry| entry.key != "by" && entry.key != "to");
                let node = Node { span: step.value.span, kind: Kind::Map(plain) };
                let cost = self.cost(&node, scope)?;
                self.emit(scope, Op::Pay(cost, by, to));
                Some(())
            }
        }
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

    /// Reports a cost that is written in no known form.
    pub(crate) fn not_a_cost<T>(&mut self, node: &Node) -> Option<T> {
        let message = format!("a cost was expected, not {}", node.describe());
        let diag = Diagnostic::error(codes::FORM, message, node.span, "expected a cost");
        self.diags.push(diag.help("write `{ wood: 2 }`, or several of them under `any`"));
        None
    }
}

//! Stand-ins until the lowering of steps and expressions is merged.
#![allow(missing_docs)]

use boardwright_rules::def::ProcDef;
use boardwright_rules::def::ask::CostDef;
use boardwright_rules::def::code::Op;
use boardwright_rules::def::expr::{Expr, ExprId};
use boardwright_rules::def::part::Named;
use boardwright_rules::id::{CostId, ProcId};

use super::Lower;
use super::names::Type;
use super::scope::Scope;
use crate::yaml::{Kind, Node};

impl Lower<'_> {
    pub(crate) fn expr_in(
        &mut self,
        node: &Node,
        _: &Scope,
        want: Option<&Type>,
    ) -> Option<(ExprId, Type)> {
        let value = match &node.kind {
            Kind::Int(number) => *number as i32,
            Kind::Text(text) => text.trim().parse().unwrap_or(1),
            _ => 1,
        };
        let id = self.new_expr(Expr::Const(value));
        Some((id, want.cloned().unwrap_or(Type::Number)))
    }

    pub(crate) fn procedure(
        &mut self,
        named: Named,
        params: &[(String, Type)],
        gives: Option<&Type>,
        body: &Node,
        path: &str,
    ) -> ProcId {
        let id = ProcId::from(self.def.procs.len());
        self.def.procs.push(ProcDef { named: named.clone(), start: 0, locals: 1 });
        self.procedure_into(id, named, params, gives, body, path);
        id
    }

    pub(crate) fn procedure_into(
        &mut self,
        id: ProcId,
        named: Named,
        params: &[(String, Type)],
        _: Option<&Type>,
        body: &Node,
        path: &str,
    ) {
        let start = self.def.code.len() as u32;
        let cause = self.cause_at(body.span, path);
        self.def.code.push(Op::Return(None));
        self.def.cause_of.push(cause);
        let locals = params.len() as u16 + 1;
        self.def.procs[id.index()] = ProcDef { named, start, locals };
    }

    pub(crate) fn cost(&mut self, _: &Node, _: &Scope) -> Option<CostId> {
        self.def.costs.push(CostDef { bundles: vec![] });
        Some(CostId::from(self.def.costs.len() - 1))
    }

    pub(crate) fn predeclare_menus(&mut self, _: &Node) {}
}

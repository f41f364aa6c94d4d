//! Values that are made of each other in a circle.

use std::collections::BTreeSet;

use boardwright_rules::def::Def;
use boardwright_rules::def::expr::{Expr, ExprId};
use boardwright_rules::id::ValueId;

use crate::diag::Diagnostic;
use crate::diag::codes::game as code;
use crate::lower::names::Names;

pub(super) fn check(def: &Def, names: &Names, diags: &mut Vec<Diagnostic>) {
    let needs: Vec<BTreeSet<ValueId>> = (0..def.values.len()).map(|at| needs(def, at)).collect();
    for declared in names.values.0.values() {
        let start = declared.what.0;
        let mut reached = BTreeSet::new();
        let mut open: Vec<ValueId> = needs[start.index()].iter().copied().collect();
        while let Some(value) = open.pop() {
            if reached.insert(value) {
                open.extend(&needs[value.index()]);
            }
        }
        if reached.contains(&start) {
            let message = format!("the value `{}` is made of itself", declared.id);
            let names: Vec<&str> =
                reached.iter().map(|id| def.values[id.index()].named.id.as_str()).collect();
            let diag = Diagnostic::error(code::CIRCLE, message, declared.span, "needs itself");
            let note = format!("it needs `{}`", names.join("`, `"));
            diags.push(diag.note(note).help("leave one of them out of the other"));
        }
    }
}

/// The values a value and its modifiers ask for.
fn needs(def: &Def, at: usize) -> BTreeSet<ValueId> {
    let value = &def.values[at];
    let mut exprs: Vec<ExprId> = vec![value.base];
    for modifier in &value.modifiers {
        exprs.push(modifier.by);
        exprs.extend(def.abilities[modifier.ability.index()].when);
    }
    let mut found = BTreeSet::new();
    for expr in exprs {
        def.visit_expr(expr, &mut |expr| {
            if let Expr::Value(value, ..) = expr {
                found.insert(*value);
            }
        });
    }
    found
}

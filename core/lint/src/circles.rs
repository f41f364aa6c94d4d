//! Reports values that are defined by each other in a cycle.

use std::collections::BTreeSet;

use boardwright_rules::def::Def;
use boardwright_rules::def::expr::{Expr, ExprId};
use boardwright_rules::id::ValueId;

use boardwright_compile::names::Names;
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::diag::codes::game as code;

pub(super) fn check(def: &Def, names: &Names, diags: &mut Vec<Diagnostic>) {
    let needs: Vec<BTreeSet<ValueId>> = (0..def.values.len()).map(|at| needs(def, at)).collect();
    let mut told: BTreeSet<ValueId> = BTreeSet::new();
    for declared in names.values.0.values() {
        let start = declared.what.0;
        if told.contains(&start) {
            continue;
        }
        let Some(circle) = circle(&needs, start) else { continue };
        let name = |id: &ValueId| format!("`{}`", def.values[id.index()].named.id);
        let next = circle.iter().skip(1).chain([&start]);
        let parts: Vec<String> = circle
            .iter()
            .zip(next)
            .map(|(one, other)| format!("{} needs {}", name(one), name(other)))
            .collect();
        let message = match circle.as_slice() {
            [only] => format!("the value {} is defined by itself", name(only)),
            _ => format!("values are defined by each other: {}", parts.join(", ")),
        };
        let label = if circle.len() > 1 { "part of the circle" } else { "needs itself" };
        let mut diag = Diagnostic::error(code::CIRCLE, message, declared.span, label);
        for other in circle.iter().skip(1) {
            let mut all = names.values.0.values();
            if let Some(other) = all.find(|declared| declared.what.0 == *other) {
                diag = diag.and(other.span, "part of the circle");
            }
        }
        diags.push(diag.help("leave one of them out of the other"));
        told.extend(circle);
    }
}

/// The shortest cycle from a value back to itself, starting with it.
fn circle(needs: &[BTreeSet<ValueId>], start: ValueId) -> Option<Vec<ValueId>> {
    let mut ways = std::collections::VecDeque::from([vec![start]]);
    let mut seen = BTreeSet::new();
    while let Some(way) = ways.pop_front() {
        for next in &needs[way.last()?.index()] {
            if *next == start {
                return Some(way);
            }
            if seen.insert(*next) {
                let mut longer = way.clone();
                longer.push(*next);
                ways.push_back(longer);
            }
        }
    }
    None
}

/// The values that a value and its modifiers read.
fn needs(def: &Def, at: usize) -> BTreeSet<ValueId> {
    let value = &def.values[at];
    let mut exprs: Vec<ExprId> = vec![value.base];
    for modifier in &value.modifiers {
        exprs.push(modifier.by);
        exprs.extend(def.abilities[modifier.ability.index()].when);
    }
    let mut found = BTreeSet::new();
    for expr in exprs {
        def.visit_expr(expr, &mut |expr| match expr {
            Expr::Value(value, ..) => {
                found.insert(*value);
            }
            Expr::CanPay(bearer, attr, ..) => {
                of_costs(def, def.printed(*bearer, *attr), &mut found)
            }
            _ => {}
        });
    }
    found
}

/// The values that costs read.
fn of_costs(def: &Def, costs: &[i32], found: &mut BTreeSet<ValueId>) {
    let costs = costs.iter().filter_map(|cost| def.costs.get(usize::try_from(*cost).ok()?));
    for bundle in costs.flat_map(|cost| &cost.bundles) {
        let caps = bundle.terms.iter().flat_map(|term| &term.purses).filter_map(|it| it.cap);
        let amounts = bundle.terms.iter().map(|term| term.amount);
        for expr in bundle.when.into_iter().chain(amounts).chain(caps) {
            def.visit_expr(expr, &mut |expr| {
                if let Expr::Value(value, ..) = expr {
                    found.insert(*value);
                }
            });
        }
    }
}

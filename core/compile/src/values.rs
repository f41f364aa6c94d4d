//! Values: named numbers that abilities modify.

use boardwright_rules::def::expr::{Binary, Expr, ExprId};
use boardwright_rules::def::part::ValueDef;
use boardwright_rules::id::ValueId;

use super::Lower;
use super::bounds::NAMES_MAX;
use super::fill::FillPlan;
use super::names::Type;
use super::refs::{declare, named};
use super::scope::Scope;
use boardwright_language::raw;
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::diag::codes::game;
use boardwright_syntax::yaml::{Entry, Kind, Map, Node};

impl Lower<'_> {
    /// Gives values their ids.
    pub(super) fn value_heads(&mut self, root: &Node, plan: &mut FillPlan) {
        for entry in self.section(root, "values") {
            self.check_id(&entry.key, entry.key_span);
            self.check_reserved(entry);
            let long = long_form(entry, "base");
            let zero = [("base", Kind::Int(0))];
            let Some(raw) = self.read_entry::<raw::Value>(&long, &zero) else { continue };
            if self.too_many(self.def.values.len(), NAMES_MAX, "values", entry.key_span) {
                return;
            }
            let about = match &raw.about {
                Some(node) if node.as_text() == Some("none") => None,
                Some(node) => self.type_of(node),
                None => None,
            };
            if raw.min.zip(raw.max).is_some_and(|(min, max)| min > max) {
                let message = format!("`{}` has a `min` above its `max`", entry.key);
                let label = "expected `min` <= `max`";
                self.diags.push(Diagnostic::error(game::BOUNDS, message, entry.key_span, label));
            }
            let id = ValueId::from(self.def.values.len());
            self.def.values.push(ValueDef {
                named: named(&entry.key, raw.name.as_deref(), raw.text.as_deref()),
                base: 0,
                modifiers: vec![],
                bounds: None,
            });
            let (key, span) = (&entry.key, entry.key_span);
            declare(&mut self.names.values, "value", key, span, (id, about), &mut self.diags);
            plan.values.push((id, raw, format!("values.{}.base", entry.key)));
        }
    }

    /// Lowers the bases of values, before modifiers.
    pub(super) fn fill_values(&mut self, plan: &FillPlan) {
        for (id, raw, _) in &plan.values {
            let about = self.about(*id);
            let scope = Scope::with(&[("about".to_owned(), about)]);
            let base = self.expr_in(&raw.base, &scope, Some(&Type::Number));
            let base = base.map_or_else(|| self.new_expr(Expr::Const(0)), |(base, _)| base);
            self.def.values[id.index()].base = base;
        }
    }

    /// The type of the subject of a value.
    pub(super) fn about(&self, id: ValueId) -> Type {
        let mut values = self.names.values.0.values();
        let found = values.find(|declared| declared.what.0 == id);
        found.and_then(|declared| declared.what.1.clone()).unwrap_or(Type::Nil)
    }

    /// Keeps values within their bounds. Without modifiers the base does it, which can be inlined.
    pub(super) fn bound_values(&mut self, plan: &FillPlan) {
        for (id, raw, _) in &plan.values {
            if raw.min.is_none() && raw.max.is_none() {
                continue;
            }
            let (least, most) = (raw.min.unwrap_or(i32::MIN), raw.max.unwrap_or(i32::MAX));
            let value = &self.def.values[id.index()];
            let mut base = value.base;
            if !value.modifiers.is_empty() {
                self.def.values[id.index()].bounds = Some((least, most));
                continue;
            }
            for (is_set, binary, bound) in
                [(raw.max.is_some(), Binary::Min, most), (raw.min.is_some(), Binary::Max, least)]
            {
                if is_set {
                    base = self.new_expr(Expr::BinaryConst(binary, base, bound));
                }
            }
            self.def.values[id.index()].base = base;
        }
    }

    /// Adds an expression.
    pub(super) fn new_expr(&mut self, expr: Expr) -> ExprId {
        self.def.exprs.push(expr);
        self.def.exprs.len() as ExprId - 1
    }
}

/// Expands an entry written as its main key alone.
pub(super) fn long_form(entry: &Entry, key: &str) -> Entry {
    let value = match entry.value.kind {
        Kind::Map(_) | Kind::Null => entry.value.clone(),
        _ => {
            let (key_span, value) = (entry.key_span, entry.value.clone());
            let entries = vec![Entry { key: key.to_owned(), key_span, value }];
            Node { span: entry.value.span, kind: Kind::Map(Map { entries }) }
        }
    };
    Entry { key: entry.key.clone(), key_span: entry.key_span, value }
}

//! Resources that are known only in play: by a binding, or printed on an object.

use boardwright_rules::def::expr::{Expr, ExprId, NIL};
use boardwright_rules::id::CounterId;

use super::Lower;
use super::names::Type;
use super::scope::{Bound, Scope};
use boardwright_language::shape::ExprText;
use boardwright_syntax::yaml::Entry;

/// A resource or track that is known only in play.
pub(crate) struct Which {
    /// The expression that gives it.
    pub expr: ExprId,
    /// All candidates.
    pub can_be: Vec<CounterId>,
}

impl Lower<'_> {
    /// The resource in the key of an amount, if it is a binding (`good: 1`) or a path
    /// (`it.deal: 1`). The outer `None` means an error.
    pub(crate) fn which(&mut self, entry: &Entry, scope: &Scope) -> Option<Option<Which>> {
        let is_bound = scope
            .var(&entry.key)
            .is_some_and(|var| var.ty == Type::Counter && !matches!(var.bound, Bound::List(_)));
        if !is_bound && !entry.key.contains('.') {
            return Some(None);
        }
        let text = ExprText { span: entry.key_span, text: entry.key.clone(), quoted: false };
        let (expr, _) = self.expr(&text, scope, Some(&Type::Counter))?;
        let mut can_be = self.printed_counters(expr).unwrap_or_else(|| {
            let declared = self.names.counters.0.values();
            declared.filter(|it| !it.id.contains('/')).map(|it| it.what).collect()
        });
        can_be.sort_unstable();
        can_be.dedup();
        Some(Some(Which { expr, can_be }))
    }

    /// All resources an expression can evaluate to, if they are printed.
    fn printed_counters(&self, expr: ExprId) -> Option<Vec<CounterId>> {
        let counters = |values: &[i32]| -> Option<Vec<CounterId>> {
            let printed = values.iter().filter(|value| **value != NIL);
            printed.map(|value| u16::try_from(*value).ok().map(CounterId)).collect()
        };
        match self.def.exprs.get(expr as usize)? {
            Expr::Const(value) => counters(&[*value]),
            Expr::Attr(attr, _) | Expr::EntryAttr(attr, _) => {
                counters(self.def.attrs.get(attr.index())?)
            }
            Expr::SpaceAttr(attr, _) => counters(self.def.space_attrs.get(attr.index())?),
            Expr::If(_, one, other) => {
                let mut all = self.printed_counters(*one)?;
                all.extend(self.printed_counters(*other)?);
                Some(all)
            }
            _ => None,
        }
    }

    /// Whether a counter is a track.
    pub(crate) fn is_track(&self, counter: CounterId) -> bool {
        self.def.counters.get(counter.index()).is_some_and(|def| def.track.is_some())
    }
}

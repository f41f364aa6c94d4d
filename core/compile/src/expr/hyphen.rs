//! `me.dry-wood` means `me.dry` minus `wood`, but most likely an id was meant.

use boardwright_rules::def::part::Scope as Per;

use crate::Lower;
use crate::scope::Scope;
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::diag::codes::names_used;
use boardwright_syntax::expr::{Ast, AstKind, BinOp, print};

impl Lower<'_> {
    /// Reports a minus that was meant as part of an id, in place of the diagnostics since `n_told`.
    /// Returns whether it was one.
    pub(super) fn is_hyphen(&mut self, ast: &Ast, n_told: usize, scope: &Scope) -> bool {
        let Some((base, name)) = joined(ast) else { return false };
        if !self.is_known(base, &name, scope) {
            return false;
        }
        let meant = match base {
            Some(base) => format!("{}.{name}", print(base)),
            None if self.of_seat(&name) => format!("me.{name}"),
            None => name,
        };
        self.diags.truncate(n_told);
        let message = "`-` is minus here";
        let diag = Diagnostic::error(names_used::UNKNOWN, message, ast.span, "not an id");
        self.diags.push(diag.help(format!("write `{meant}`")));
        true
    }

    fn of_seat(&self, name: &str) -> bool {
        let counter =
            self.names.counters.get(name).and_then(|id| self.def.counters.get(id.index()));
        let zone = self.names.zones.get(name).and_then(|id| self.def.zones.get(id.index()));
        counter.is_some_and(|def| def.scope == Per::Seat)
            || zone.is_some_and(|def| def.scope == Per::Seat)
    }

    fn is_known(&self, base: Option<&Ast>, name: &str, scope: &Scope) -> bool {
        let of_option = matches!(base.map(|base| &base.kind),
            Some(AstKind::Name(base)) if base == "option");
        if of_option {
            return self.options.keys().any(|option| *option == name);
        }
        let names = &self.names;
        let of_thing = names.counters.get(name).is_some()
            || names.zones.get(name).is_some()
            || names.values.get(name).is_some()
            || names.attrs.keys().any(|(_, attr)| *attr == name)
            || names.space_attrs.keys().any(|(_, attr)| *attr == name);
        let alone = names.groups.get(name).is_some()
            || names.spaces.get(name).is_some()
            || names.entries.get(name).is_some()
            || names.kinds.get(name).is_some()
            || names.tags.keys().any(|tag| *tag == name)
            || scope.var(name).is_some();
        of_thing || base.is_none() && alone
    }
}

/// The id that `a-b` or `x.a-b`, without blanks, would be: the base it is a field of, and its name.
fn joined(ast: &Ast) -> Option<(Option<&Ast>, String)> {
    match &ast.kind {
        AstKind::Name(name) => Some((None, name.clone())),
        AstKind::Field(base, field) => Some((Some(base), field.name.clone())),
        AstKind::Binary(BinOp::Sub, a, b) => {
            let (base, start) = joined(a)?;
            let end = match &b.kind {
                AstKind::Name(name) => name.clone(),
                AstKind::Int(number) => number.to_string(),
                _ => return None,
            };
            (a.span.end + 1 == b.span.start).then(|| (base, format!("{start}_{end}")))
        }
        _ => None,
    }
}

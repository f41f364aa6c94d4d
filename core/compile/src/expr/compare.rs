//! `==` and `~=`: compares objects with each other, and pieces with entries, kinds, zones and
//! words.

use boardwright_rules::def::expr::{Binary, Expr, ExprId};

use super::Out;
use crate::Lower;
use crate::names::Type;
use crate::scope::Scope;
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::diag::codes::types as code;
use boardwright_syntax::expr::{Ast, AstKind, print};

impl Lower<'_> {
    pub(super) fn equal(
        &mut self,
        ast: &Ast,
        equal: bool,
        a: &Ast,
        b: &Ast,
        scope: &Scope,
    ) -> Option<Out> {
        // A bare name takes its meaning from the other side.
        let (first, second) = if bare(a).is_some() && bare(b).is_none() { (b, a) } else { (a, b) };
        if let Some(id) = self.is_kind(first, second, scope) {
            return Some(self.truth(id, equal));
        }
        let out = self.out(first, scope, None)?;
        let (left, left_ty) = match (out, bare(second)) {
            (Out::OptionWord(word), Some(other)) => {
                let same = word == other;
                return Some(Out::One(self.number(i32::from(same == equal)), Type::Flag));
            }
            (Out::One(id, Type::Place(of)), Some(name)) => {
                if let Some(is) = self.is_zone(id, name, scope) {
                    return Some(self.truth(is, equal));
                }
                (id, Type::Place(of))
            }
            (Out::One(id, ty), _) => (id, ty),
            (out, _) => {
                let what = self.describe_out(&out);
                return self.incomparable(ast, &what, first, "one value");
            }
        };
        let hint = match &left_ty {
            Type::Piece(kind) if bare(second).is_some() => Type::Entry(*kind),
            ty => ty.clone(),
        };
        let (right, right_ty) = match self.out(second, scope, Some(&hint))? {
            Out::One(id, ty) => (id, ty),
            out => {
                let what = self.describe_out(&out);
                return self.incomparable(ast, &what, second, &self.describe(&left_ty));
            }
        };
        let op = if equal { Binary::Eq } else { Binary::Ne };
        let (left, right) = match (&left_ty, &right_ty) {
            (Type::Piece(_), Type::Entry(_)) => (self.add(Expr::EntryOf(left)), right),
            (Type::Entry(_), Type::Piece(_)) => (left, self.add(Expr::EntryOf(right))),
            (a, b) if self.fits(a, b) || self.fits(b, a) => (left, right),
            _ => {
                let what = self.describe(&right_ty);
                return self.incomparable(ast, &what, second, &self.describe(&left_ty));
            }
        };
        Some(Out::One(self.binary(op, left, right), Type::Flag))
    }

    fn truth(&mut self, id: ExprId, equal: bool) -> Out {
        let id = if equal { id } else { self.not(id) };
        Out::One(id, Type::Flag)
    }

    /// `piece.kind == tile`.
    fn is_kind(&mut self, a: &Ast, b: &Ast, scope: &Scope) -> Option<ExprId> {
        let kind = *self.names.kinds.get(bare(b)?)?;
        let (base, ty) = match &a.kind {
            AstKind::Field(base, field) if field.name == "kind" => {
                let before = self.diags.len();
                let found = self.one(base, scope, None);
                self.diags.truncate(before);
                found?
            }
            AstKind::Name(name) if name == "kind" && scope.var("kind").is_none() => {
                let it = self.it(scope)?;
                if matches!(it.1, Type::Piece(_)) {
                    let diag = self.field_without_it(name, a.span);
                    self.diags.push(diag);
                }
                it
            }
            _ => return None,
        };
        match ty {
            Type::Piece(_) if self.field_of(&ty, "kind").is_none() => {
                Some(self.add(Expr::IsKind(kind, base)))
            }
            _ => None,
        }
    }

    /// `piece.place == hand`: whether it is one of the containers of a zone.
    fn is_zone(&mut self, place: ExprId, name: &str, scope: &Scope) -> Option<ExprId> {
        if scope.var(name).is_some() {
            return None;
        }
        let zone = *self.names.zones.get(name)?;
        Some(self.add(Expr::IsZone(zone, place)))
    }

    fn incomparable<T>(&mut self, ast: &Ast, is: &str, side: &Ast, other: &str) -> Option<T> {
        let message = format!("`{}` is {is} and cannot be compared with {other}", print(side));
        let label = format!("{is} against {other}");
        self.diags.push(Diagnostic::error(code::MISMATCH, message, ast.span, label));
        None
    }
}

/// The name, if the expression is a bare name.
pub(super) fn bare(ast: &Ast) -> Option<&str> {
    match &ast.kind {
        AstKind::Name(name) | AstKind::Str(name) => Some(name),
        _ => None,
    }
}

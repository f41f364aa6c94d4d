//! Sets: containers, groups, lists, and conditions on their members.

use boardwright_rules::def::expr::{Expr, ExprId, Fold, Set, SetId};
use boardwright_rules::id::EntryId;

use super::Out;
use crate::Lower;
use crate::names::{Type, is_thing};
use crate::scope::{REGISTERS_MAX, Scope};
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::diag::codes::types as code;
use boardwright_syntax::expr::{Ast, AstKind, print};
use boardwright_syntax::source::Span;

impl Lower<'_> {
    /// Lowers an expression to a set; returns the type of its members.
    pub(crate) fn many(&mut self, ast: &Ast, scope: &Scope) -> Option<(SetId, Type)> {
        let gap = match &ast.kind {
            AstKind::Name(name) => self.gap_named(name),
            _ => None,
        };
        let out = match gap {
            Some(gap) => self.gap_things(gap),
            None => self.out(ast, scope, None)?,
        };
        self.as_set(ast, out)
    }

    /// Converts a result to a set: a container becomes the pieces in it.
    pub(crate) fn as_set(&mut self, ast: &Ast, out: Out) -> Option<(SetId, Type)> {
        match out {
            Out::Many(set, ty) => Some((set, ty)),
            Out::One(place, Type::Place(_)) => {
                Some((self.add_set(Set::Pieces(place)), Type::Piece(self.only_kind())))
            }
            Out::List(list, ty) => Some((self.add_set(Set::Listed(list)), ty)),
            Out::One(id, ty) if is_thing(&ty) && ty != Type::Nil => {
                Some((self.add_set(Set::One(id)), ty))
            }
            out => {
                let is = self.describe_out(&out);
                let message = format!("`{}` is {is}, several things were expected", print(ast));
                let diag = Diagnostic::error(code::NOT_A_SET, message, ast.span, "expected a set");
                let help = "write a zone, a group of spaces, `seats()`, `range(1, 3)` or a list";
                self.diags.push(diag.help(help));
                None
            }
        }
    }

    /// The only kind of pieces, if there is just one.
    fn only_kind(&self) -> Option<boardwright_rules::id::KindId> {
        match self.def.kinds.len() {
            1 => Some(boardwright_rules::id::KindId(0)),
            _ => None,
        }
    }

    /// `{a, b, c}`.
    pub(super) fn list(
        &mut self,
        ast: &Ast,
        items: &[Ast],
        scope: &Scope,
        hint: Option<&Type>,
    ) -> Option<Out> {
        let mut ty = match hint {
            Some(Type::Set(ty)) => Some((**ty).clone()),
            _ => None,
        };
        let mut ids = vec![];
        for item in items {
            // Members that are nil are left out of the list.
            let wanted = ty.clone().map(Type::maybe);
            let (id, found) = self.one(item, scope, wanted.as_ref())?;
            if ty.is_none() && found != Type::Nil {
                ty = Some(found);
            }
            ids.push(id);
        }
        let Some(ty) = ty else {
            let message = "an empty list has no type";
            let diag = Diagnostic::error(code::NO_MEANING, message, ast.span, "empty");
            self.diags.push(diag.help("write at least one thing"));
            return None;
        };
        let known: Option<Vec<i32>> = ids.iter().map(|id| self.known(*id)).collect();
        let set = match known {
            Some(values) => self.fixed(&values),
            None => {
                let mut set = None;
                for id in ids {
                    let one = if is_thing(&ty) {
                        self.add_set(Set::One(id))
                    } else {
                        self.add_set(Set::Numbers(id, id))
                    };
                    set = Some(match set {
                        Some(before) => self.add_set(Set::Both(before, one)),
                        None => one,
                    });
                }
                set?
            }
        };
        Some(Out::Many(set, ty))
    }

    /// A set of constants.
    pub(crate) fn fixed(&mut self, values: &[i32]) -> SetId {
        let start = self.table(values);
        self.add_set(Set::Fixed(start, values.len() as u32))
    }

    /// All spaces of a group.
    pub(super) fn group_set(&mut self, group: u16) -> SetId {
        match self.def.groups.get(usize::from(group)) {
            Some(def) => {
                let (first, spaces) = (def.first, def.spaces);
                self.add_set(Set::Spaces(first, spaces))
            }
            None => self.fixed(&[]),
        }
    }

    /// The members of a set that satisfy a condition.
    pub(crate) fn filtered(&mut self, set: SetId, it: u8, body: ExprId) -> SetId {
        match self.known(body) {
            Some(0) => self.fixed(&[]),
            Some(_) => set,
            None => self.add_set(Set::Where { set, it, body }),
        }
    }

    /// The scope of a condition on the members of a set; reports conditions that are nested too
    /// deep.
    pub(crate) fn under_it(&mut self, scope: &Scope, ty: &Type, span: Span) -> Option<(Scope, u8)> {
        let inner = scope.walk(ty.clone());
        if inner.is_none() {
            let message = format!("conditions on sets are nested more than {REGISTERS_MAX} deep");
            let diag = Diagnostic::error(code::NESTED, message, span, "one too many");
            self.diags.push(diag.help("bind a part with `let` before this step"));
        }
        inner
    }

    /// The same, with the facts that the conditions of the set establish about its members.
    pub(crate) fn under_it_of(
        &mut self,
        scope: &Scope,
        (set, ty): (SetId, &Type),
        span: Span,
    ) -> Option<(Scope, u8)> {
        let (mut inner, it) = self.under_it(scope, ty, span)?;
        self.assume_of_set(&mut inner, set, it);
        Some((inner, it))
    }

    /// A walk over a set; without a body every member counts.
    pub(super) fn fold(
        &mut self,
        fold: Fold,
        set: SetId,
        ty: &Type,
        body: Option<(&Ast, &Type)>,
        scope: &Scope,
    ) -> Option<ExprId> {
        let Some((body, want)) = body else {
            if fold == Fold::Count {
                return Some(self.count(set));
            }
            let yes = self.number(1);
            return Some(self.add(Expr::Walk { fold, set, it: scope.registers, body: yes }));
        };
        let (inner, it) = self.under_it_of(scope, (set, ty), body.span)?;
        let want = Some(want).filter(|want| **want != Type::Nil);
        let (body, found) = match want {
            Some(want) => self.one(body, &inner, Some(want))?,
            None => self.one(body, &inner, None)?,
        };
        debug_assert!(want.is_none_or(|want| self.fits(&found, want)));
        match (fold, self.known(body)) {
            (Fold::Count, Some(0)) | (Fold::Any, Some(0)) => Some(self.number(0)),
            (Fold::Count, Some(_)) => Some(self.count(set)),
            (Fold::All, Some(value)) if value != 0 => Some(self.number(1)),
            (Fold::Sum, Some(value)) => {
                let count = self.count(set);
                let value = self.number(value);
                Some(self.binary(boardwright_rules::def::expr::Binary::Mul, count, value))
            }
            _ => Some(self.add(Expr::Walk { fold, set, it, body })),
        }
    }

    /// The number of members of a set.
    pub(super) fn count(&mut self, set: SetId) -> ExprId {
        match self.def.sets.get(set as usize).cloned() {
            Some(Set::Pieces(place)) => self.add(Expr::Size(place)),
            Some(Set::Fixed(_, len)) => self.number(len as i32),
            Some(Set::Spaces(_, len)) => self.number(i32::from(len)),
            _ => self.add(Expr::Len(set)),
        }
    }

    /// All entries of a kind.
    pub(super) fn kind_entries(&mut self, kind: boardwright_rules::id::KindId) -> SetId {
        let entries: Vec<i32> = (0..self.def.entries.len())
            .map(EntryId::from)
            .filter(|id| self.def.entries.get(id.index()).is_some_and(|def| def.kind == kind))
            .map(|id| i32::from(id.0))
            .collect();
        self.fixed(&entries)
    }
}

//! `let` and `find`.

use boardwright_rules::def::code::Op;
use boardwright_rules::def::expr::{Expr, Fold};

use super::StepContext;
use crate::Lower;
use crate::expr::Out;
use crate::names::Type;
use crate::scope::Scope;
use boardwright_language::raw::step::{self as raw, Key};

impl Lower<'_> {
    pub(super) fn bind_names(&mut self, names: &raw::Let, scope: &mut Scope) -> Option<()> {
        for entry in &names.names {
            let Some(text) = self.text_of(&entry.value) else { continue };
            let Some(ast) = self.parse(&text) else { continue };
            let Some(out) = self.out(&ast, scope, None) else { continue };
            let (value, ty) = match out {
                // Nil may become an object later, but its type is unknown.
                Out::One(id, ty) => match self.may_be_nil(id, scope, None) {
                    true => (Ok(id), ty.maybe()),
                    false => (Ok(id), ty),
                },
                Out::Many(..) | Out::List(..) => {
                    let Some((set, ty)) = self.as_set(&ast, out) else { continue };
                    (Err(set), Type::Set(Box::new(ty)))
                }
                out => {
                    let _: Option<()> = self.mismatch(&ast, &out, None);
                    continue;
                }
            };
            let Some(slot) = self.bind_name(&entry.key, entry.key_span, scope, ty) else {
                continue;
            };
            match value {
                Ok(value) => self.bind_slot(scope, slot, value),
                Err(set) => {
                    self.emit(scope, Op::Keep(slot, set));
                }
            }
        }
        Some(())
    }

    pub(super) fn find(
        &mut self,
        step: &StepContext,
        find: &raw::Find,
        scope: &mut Scope,
    ) -> Option<()> {
        let (mut set, ty) = self.things(find.from, scope)?;
        if let Some(condition) = find.condition {
            set = self.only_if(set, &ty, condition, scope)?;
        }
        let random = self.is_set(step, find.random)?;
        let mut keys = vec![];
        let mut it = scope.registers;
        if let Some(by) = find.by {
            let (inner, register) = self.under_it_of(scope, (set, &ty), by.node.span)?;
            it = register;
            keys = self.numbers(by, &inner)?;
        }
        let ty = if self.may_lack(set, None, scope) { ty.maybe() } else { ty };
        let slot = self.bind_as(step, scope, ty)?;
        if random {
            let stream = self.stream("find");
            self.emit(scope, Op::Random { slot, set, stream });
        } else if keys.is_empty() {
            let yes = self.number(1);
            let first = self.add(Expr::Walk { fold: Fold::First, set, it, body: yes });
            self.bind_slot(scope, slot, first);
        } else {
            self.emit(scope, Op::Find { slot, set, it, keys: keys.into() });
        }
        Some(())
    }

    fn stream(&mut self, name: &str) -> u16 {
        let streams = &mut self.def.streams;
        let found = streams.iter().position(|stream| stream == name);
        found.unwrap_or_else(|| {
            streams.push(name.to_owned());
            streams.len() - 1
        }) as u16
    }

    /// The expressions in a list, or a single one.
    pub(super) fn numbers(
        &mut self,
        key: Key<raw::Numbers>,
        scope: &Scope,
    ) -> Option<Vec<boardwright_rules::def::expr::ExprId>> {
        let list = key.node.as_seq().unwrap_or_else(|| std::slice::from_ref(key.node));
        let mut ids = vec![];
        for item in list {
            ids.push(self.expr_in(item, scope, Some(&Type::Number))?.0);
        }
        Some(ids)
    }
}

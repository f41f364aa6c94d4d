//! `pick` and `amount`.

use boardwright_rules::def::ask::{PickDef, Several};
use boardwright_rules::def::code::Op;
use boardwright_rules::def::expr::{Binary, Expr, ExprId, Set, SetId};
use boardwright_rules::def::show::LabelDef;
use boardwright_rules::id::{NoteId, PickId};

use super::StepContext;
use crate::Lower;
use crate::expr::class;
use crate::names::Type;
use crate::scope::{Scope, Watch};
use boardwright_language::raw::step::{self as raw, Key};
use boardwright_syntax::yaml::Node;

impl Lower<'_> {
    pub(super) fn pick(
        &mut self,
        step: &StepContext,
        pick: &raw::Pick,
        scope: &mut Scope,
    ) -> Option<()> {
        let several = pick.min.is_some() || pick.max.is_some();
        let name = step.binds.and_then(|name| name.text()).map(str::to_owned).filter(|_| !several);
        let Asked { set, ty, watched } = self.asked(pick, name.as_deref(), scope)?;
        let note = self.question(step, pick.ask, scope, &format!("pick {}", plain(&ty)));
        let several = self.several(pick, set, scope)?;
        let optional = self.is_set(step, pick.optional)?;
        let reason = self.reason(pick.reason, scope);
        let shown = self.shown_with(pick.show, &ty, scope);
        let class = class(&ty);
        let bound = match (&several, optional) {
            (Some(_), _) => Type::Set(Box::new(ty)),
            (None, true) => ty.maybe(),
            (None, false) => ty,
        };
        let slot = self.bind_as(step, scope, bound)?;
        let id = PickId::from(self.def.picks.len());
        self.def.picks.push(PickDef { note, set, class, slot, several, optional, reason });
        self.def.show.labels.extend(shown.map(|(note, it)| LabelDef { pick: id, note, it }));
        self.emit(scope, Op::Pick(id));
        if let Some(list) = watched {
            let picked = self.local(slot);
            self.emit(scope, Op::Remember(list, picked));
        }
        Some(())
    }

    /// The reason why a member cannot be picked.
    pub(super) fn reason(
        &mut self,
        reason: Option<Key<raw::Text>>,
        scope: &Scope,
    ) -> Option<NoteId> {
        let reason = reason?;
        let text = self.plain_text(reason.node, "`reason`")?;
        Some(self.note(text, reason.node.span, scope))
    }

    /// The `show` text of the members that can be picked, and its register.
    pub(super) fn shown_with(
        &mut self,
        show: Option<Key<raw::Template>>,
        ty: &Type,
        scope: &Scope,
    ) -> Option<(NoteId, u8)> {
        let node = show?.node;
        let text = self.plain_text(node, "`show`")?;
        let (inner, it) = self.under_it(scope, ty, node.span)?;
        Some((self.note(text, node.span, &inner), it))
    }

    /// The set of a pick: its condition, and the restrictions of an enclosing repeat.
    pub(super) fn asked(
        &mut self,
        pick: &raw::Pick,
        name: Option<&str>,
        scope: &mut Scope,
    ) -> Option<Asked> {
        let (mut set, ty) = self.things(pick.from, scope)?;
        if let Some(condition) = pick.condition {
            set = self.only_if(set, &ty, condition, scope)?;
        }
        let mut watched = None;
        let marks = scope.marks.iter_mut().rev();
        let mark = marks.into_iter().find(|mark| name == Some(mark.name.as_str()));
        if let Some(mark) = mark {
            mark.used = true;
            let (list, watch) = (mark.list, mark.watch);
            watched = Some(list);
            set = self.watched_set(set, list, watch, scope);
        }
        Some(Asked { set, ty, watched })
    }

    /// The members of a set that satisfy the condition in a node.
    pub(super) fn only_if(
        &mut self,
        set: SetId,
        ty: &Type,
        condition: Key<raw::ConditionOnIt>,
        scope: &Scope,
    ) -> Option<SetId> {
        let condition: &Node = condition.node;
        let (inner, it) = self.under_it_of(scope, (set, ty), condition.span)?;
        let (body, _) = self.expr_in(condition, &inner, Some(&Type::Flag))?;
        Some(self.filtered(set, it, body))
    }

    pub(super) fn watched_set(
        &mut self,
        set: SetId,
        list: u16,
        watch: Watch,
        scope: &Scope,
    ) -> SetId {
        let picked = self.add_set(Set::Picked(list));
        let it = scope.registers;
        let thing = self.add(Expr::It(it));
        let seen = self.add(Expr::Has(picked, thing));
        let body = match watch {
            Watch::Distinct => self.not(seen),
            Watch::Same => {
                let so_far = self.add(Expr::Len(picked));
                let none = self.with_number(Binary::Eq, so_far, 0);
                self.or(none, seen)
            }
        };
        self.filtered(set, it, body)
    }

    fn several(&mut self, pick: &raw::Pick, set: SetId, scope: &Scope) -> Option<Option<Several>> {
        if pick.min.is_none() && pick.max.is_none() {
            return Some(None);
        }
        let min = self.expr_if(pick.min, scope);
        let max = self.expr_if(pick.max, scope);
        let min = min?.unwrap_or_else(|| self.number(0));
        let max: ExprId = match max? {
            Some(max) => max,
            None => self.add(Expr::Len(set)),
        };
        Some(Some(Several { min, max }))
    }

    pub(super) fn amount(
        &mut self,
        step: &StepContext,
        amount: &raw::Amount,
        scope: &mut Scope,
    ) -> Option<()> {
        let from = self.expr_if(amount.from, scope);
        let to = self.expr_at(amount.to, scope);
        let note = self.question(step, amount.ask, scope, "how many?");
        let from = from?.unwrap_or_else(|| self.number(0));
        let to = to?;
        let slot = self.bind_as(step, scope, Type::Number)?;
        self.emit(scope, Op::Amount { slot, from, to, note });
        Some(())
    }
}

/// The set of a pick.
pub(super) struct Asked {
    pub set: SetId,
    pub ty: Type,
    /// The list of earlier picks, if a repeat watches it.
    pub watched: Option<u16>,
}

fn plain(ty: &Type) -> &'static str {
    match ty {
        Type::Seat => "a seat",
        Type::Piece(_) => "a piece",
        Type::Space(_) => "a space",
        Type::Counter => "a resource",
        Type::Number => "a number",
        _ => "one",
    }
}

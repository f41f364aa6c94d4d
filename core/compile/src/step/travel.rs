//! `travel`: moves step by step to linked spaces, never twice to the same one.

mod reach;

use boardwright_rules::def::ask::{Class, PickDef};
use boardwright_rules::def::code::Op;
use boardwright_rules::def::expr::{Binary, Expr, ExprId, NIL, Set, SetId};
use boardwright_rules::def::show::LabelDef;
use boardwright_rules::id::{NoteId, PickId};

use super::StepContext;
use crate::Lower;
use crate::names::Type;
use crate::scope::Scope;
use boardwright_language::raw::step as raw;

/// Most steps of a route by default.
const STEPS_MAX: i32 = 32;

impl Lower<'_> {
    pub(super) fn travel(
        &mut self,
        step: &StepContext,
        travel: &raw::Travel,
        scope: &mut Scope,
    ) -> Option<()> {
        let (from, ty) = self.expr_in(travel.from.node, scope, Some(&Type::Space(None)))?;
        let at = self.bind_as(step, scope, ty.clone())?;
        let block = scope.enter();
        let done = self.travel_in(step, travel, (from, at, ty), scope);
        scope.leave(block);
        done
    }

    fn travel_in(
        &mut self,
        step: &StepContext,
        travel: &raw::Travel,
        (from, at, ty): (ExprId, u16, Type),
        scope: &mut Scope,
    ) -> Option<()> {
        let min = self.expr_if(travel.min, scope);
        let max = self.expr_if(travel.max, scope);
        let min = min?.unwrap_or_else(|| self.number(1));
        let max = max?.unwrap_or_else(|| self.number(STEPS_MAX));
        let (entered, count, most) = (scope.slot(), scope.slot(), scope.slot());
        let seen = scope.list_slot();
        self.bind_slot(scope, at, from);
        self.bind_slot(scope, most, max);
        let (here, most) = (self.local(at), self.local(most));
        let room = self.with_number(Binary::Add, most, 1);
        self.emit(scope, Op::Room(seen, room));
        self.emit(scope, Op::Remember(seen, here));
        let none = self.number(0);
        self.bind_slot(scope, count, none);

        let ways = self.ways(travel, &ty, here, seen, scope)?;
        let may_stop = self.may_stop(travel, &ty, at, (count, min), scope)?;
        let stop = travel.stop_label.and_then(|key| self.plain_text(key.node, "`stop_label`"));
        let texts = Texts {
            question: self.question(step, travel.ask, scope, "where to?"),
            reason: self.reason(travel.reason, scope),
            shown: self.shown_with(travel.show, &ty, scope),
            stop,
        };

        let goal = self.goal(travel, &ty, (at, seen), scope);
        let gate = goal.as_ref().map(|_| {
            let (yes, reason) = (self.number(1), self.plain_note("no route leads to its end"));
            self.emit(scope, Op::Require(yes, reason))
        });
        let start = self.here();
        let counted = self.local(count);
        let more = self.binary(Binary::Lt, counted, most);
        let mut leave = vec![self.emit(scope, Op::Unless(more, 0))];
        let must = self.emit(scope, Op::Unless(may_stop, 0));
        let first = self.way_pick(texts, ways, entered, Go::OrStop, scope);
        let next = self.local(entered);
        let goes = self.with_number(Binary::Ne, next, NIL);
        leave.push(self.emit(scope, Op::Unless(goes, 0)));
        let go = self.emit(scope, Op::Jump(0));
        self.aim_here(must);
        let second = self.way_pick(texts, ways, entered, Go::On, scope);
        self.aim_here(go);
        let body = self.here();
        self.toll(travel, &ty, entered, scope)?;
        self.on_the_way(step, travel, &ty, entered, scope);
        if let (Some(goal), Some(gate)) = (goal, gate) {
            let left = self.binary(Binary::Sub, most, counted);
            self.keep_to(&goal, (body, entered, left), gate, [first, second]);
        }
        self.bind_slot(scope, at, next);
        self.emit(scope, Op::Remember(seen, here));
        self.count_up(scope, count);
        self.emit(scope, Op::Jump(start));
        for jump in leave {
            self.aim_here(jump);
        }
        let reason = self.plain_note("the route cannot end here");
        self.emit(scope, Op::Require(may_stop, reason));
        Some(())
    }

    /// The spaces that can be entered from here.
    fn ways(
        &mut self,
        travel: &raw::Travel,
        ty: &Type,
        here: ExprId,
        seen: u16,
        scope: &Scope,
    ) -> Option<SetId> {
        let mut set = self.add_set(Set::Neighbours(here));
        if let Some(condition) = travel.through {
            set = self.only_if(set, ty, condition, scope)?;
        }
        let it = scope.registers;
        let (seen, thing) = (self.add_set(Set::Picked(seen)), self.add(Expr::It(it)));
        let been = self.add(Expr::Has(seen, thing));
        let fresh = self.not(been);
        Some(self.filtered(set, it, fresh))
    }

    fn may_stop(
        &mut self,
        travel: &raw::Travel,
        ty: &Type,
        at: u16,
        (count, min): (u16, ExprId),
        scope: &Scope,
    ) -> Option<ExprId> {
        let counted = self.local(count);
        let far = self.binary(Binary::Ge, counted, min);
        let Some(stop) = travel.stop else { return Some(far) };
        let mut inner = scope.clone();
        inner.bind_to("it", at, ty.clone());
        let (stop, _) = self.expr_in(stop.node, &inner, Some(&Type::Flag))?;
        Some(self.and(far, stop))
    }

    fn way_pick(&mut self, texts: Texts, set: SetId, slot: u16, go: Go, scope: &Scope) -> PickId {
        let id = PickId::from(self.def.picks.len());
        let optional = go == Go::OrStop;
        let class = Class::Space;
        let Texts { question: note, reason, shown, stop } = texts;
        self.def.picks.push(PickDef { note, set, class, slot, several: None, optional, reason });
        self.def.show.labels.extend(shown.map(|(note, it)| LabelDef { pick: id, note, it }));
        if let (Some(stop), Go::OrStop) = (stop, go) {
            self.def.show.stops.push((id, stop.to_owned()));
        }
        self.emit(scope, Op::Pick(id));
        id
    }

    /// The steps run on entering a space.
    fn on_the_way(
        &mut self,
        step: &StepContext,
        travel: &raw::Travel,
        ty: &Type,
        entered: u16,
        scope: &mut Scope,
    ) {
        let Some(body) = travel.body else { return };
        let block = scope.enter();
        scope.bind_to("it", entered, ty.clone());
        self.round(scope, |lower, scope| lower.steps(body.node, scope, &step.inside("do")));
        scope.leave(block);
    }

    /// Pays for a step.
    fn toll(&mut self, travel: &raw::Travel, ty: &Type, entered: u16, scope: &Scope) -> Option<()> {
        let Some(pay) = travel.pay else { return Some(()) };
        let mut inner = scope.clone();
        inner.bind_to("it", entered, ty.clone());
        let cost = self.cost(pay.node, &inner);
        let to = self.expr_if(travel.to, &inner);
        let to = to?.unwrap_or_else(|| self.nil());
        let me = self.me(scope);
        self.emit(scope, Op::Pay(cost?, me, to));
        Some(())
    }
}

/// The texts shown at each step.
#[derive(Clone, Copy)]
struct Texts<'n> {
    question: NoteId,
    /// Why a space cannot be entered.
    reason: Option<NoteId>,
    /// The text beside each space, and the register of the space.
    shown: Option<(NoteId, u8)>,
    /// The label of the option that ends the route.
    stop: Option<&'n str>,
}

/// Whether the route may end here.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Go {
    On,
    OrStop,
}

//! `secretly`: several seats pick in secret, then the steps run for each.

use boardwright_rules::def::ask::{PickDef, SecretDef};
use boardwright_rules::def::code::Op;
use boardwright_rules::def::expr::{Binary, Set};
use boardwright_rules::id::{PickId, SecretId};

use super::StepContext;
use crate::Lower;
use crate::expr::class;
use crate::scope::Scope;
use boardwright_language::raw::step::{self as raw, Who};

impl Lower<'_> {
    pub(super) fn secretly(
        &mut self,
        step: &StepContext,
        secretly: &raw::Secretly,
        scope: &mut Scope,
    ) -> Option<()> {
        let block = scope.enter();
        let done = self.secretly_in(step, secretly, scope);
        scope.leave(block);
        done
    }

    fn secretly_in(
        &mut self,
        step: &StepContext,
        secretly: &raw::Secretly,
        scope: &mut Scope,
    ) -> Option<()> {
        let who = self.word(step, secretly.seats)?.unwrap_or(Who::Players);
        let pick = self.reader().pick(secretly.pick)?;
        let me = self.me(scope);
        let seats = self.seats_from(who, me);
        let asked = self.asked(&pick, None, scope)?;
        let note = self.question(step, pick.ask, scope, "pick one");
        let optional = self.is_set(step, pick.optional)?;
        let reason = self.reason(pick.reason, scope);
        let class = class(&asked.ty);
        let ty = if optional { asked.ty.maybe() } else { asked.ty };
        let slot = self.bind_as(step, scope, ty)?;
        let pick = PickId::from(self.def.picks.len());
        let set = asked.set;
        let def = PickDef { note, set, class, slot, several: None, optional, reason };
        self.def.picks.push(def);
        let answers = scope.list_slot();
        let secret = SecretId::from(self.def.secrets.len());
        self.def.secrets.push(SecretDef { seats, pick, list: answers });
        let saved = self.save_me(scope);
        self.emit(scope, Op::Secret(secret));
        let Some(body) = secretly.body else { return Some(()) };
        let nth = scope.slot();
        let none = self.number(0);
        self.bind_slot(scope, nth, none);
        let set = self.add_set(Set::Picked(answers));
        self.walk_set(step, set, slot, scope, |lower, scope| {
            lower.nth_seat(who, saved, nth, scope);
            lower.count_up(scope, nth);
            lower.steps(body.node, scope, &step.path);
        });
        self.restore_me(scope, saved);
        Some(())
    }

    /// Makes the n-th of the asked seats act; they were asked in order from the acting seat.
    fn nth_seat(&mut self, who: Who, first: u16, nth: u16, scope: &Scope) {
        let (players, seats) = (i32::from(self.def.players), i32::from(self.def.seats));
        let first = self.local(first);
        let nth = self.local(nth);
        let (first, around) = match who {
            Who::All => (first, seats),
            Who::Others => (self.with_number(Binary::Add, first, 1), seats),
            // Seats without decisions come last; after them the first seat follows.
            Who::Players if seats == players => (first, players),
            Who::Players => (self.with_number(Binary::Min, first, players), players),
        };
        let sum = self.binary(Binary::Add, first, nth);
        let seat = self.with_number(Binary::Mod, sum, around);
        self.bind_slot(scope, 0, seat);
    }
}

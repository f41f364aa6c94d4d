//! `each` and `turns`.

use boardwright_rules::def::ask::{Class, PickDef};
use boardwright_rules::def::code::Op;
use boardwright_rules::def::expr::{Binary, Expr, ExprId, Fold, NIL, Set, SetId};
use boardwright_rules::id::PickId;

use super::StepContext;
use crate::Lower;
use crate::expr::class;
use crate::names::Type;
use crate::scope::{LoopSort, Scope, Watch};
use boardwright_language::raw::step::{self as raw, Circle, Direction, EachOrder, Key, Who, Words};
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::diag::codes::step as codes;

impl Lower<'_> {
    pub(super) fn each(
        &mut self,
        step: &StepContext,
        each: &raw::Each,
        scope: &mut Scope,
    ) -> Option<()> {
        if let Some(ask) = each.ask
            && each.order.and_then(|order| order.text()) != Some("chosen")
        {
            let message = "`ask` of `each` asks nothing without `order: chosen`";
            let diag = Diagnostic::error(codes::KEY, message, ask.span, "has no effect here");
            self.diags.push(diag.help("remove it, or add `order: chosen` beside `of`"));
        }
        let block = scope.enter();
        let done = match (each.of, each.as_seat) {
            (Some(of), None) => self.each_of(step, each, of, scope),
            (None, Some(seat)) => match Who::ALL.iter().find(|(it, _)| seat.text() == Some(it)) {
                Some((_, who)) => self.each_seat(step, each, *who, scope),
                None => self.one_seat(step, each, seat, scope),
            },
            (None, None) => self.missing(step, step.value.span, "of"),
            (Some(_), Some(seat)) => {
                self.exclusive(step, "of", (seat.name, seat.span), "keep one of them")
            }
        };
        scope.leave(block);
        done
    }

    fn each_of(
        &mut self,
        step: &StepContext,
        each: &raw::Each,
        of: Key<raw::Things>,
        scope: &mut Scope,
    ) -> Option<()> {
        let order = self.word(step, each.order)?;
        if let Some(from) = each.from {
            return self.exclusive(
                step,
                "of",
                (from.name, from.span),
                "`from` names a seat: remove it",
            );
        }
        if let (Some(key), Some(EachOrder::Clockwise | EachOrder::CounterClockwise)) =
            (each.order, order)
        {
            let help = "the members of a set have an order of their own; `order: chosen` lets the \
                            player choose it";
            return self.exclusive(step, "of", ("order", key.span), help);
        }
        let (set, ty) = self.things(of, scope)?;
        let class = class(&ty);
        let slot = match step.binds {
            Some(name) => self.bind_named(name, scope, ty)?,
            None => scope.bind("it", ty),
        };
        if order.is_some() {
            self.walk_chosen(step, each, (set, class, slot), scope);
            return Some(());
        }
        self.walk_set(step, set, slot, scope, |lower, scope| {
            lower.steps(each.body.node, scope, &step.path);
        });
        Some(())
    }

    /// A loop over a set in the order the player chooses. The set at the start is kept in one list,
    /// the members already done in another; each round picks one of the rest.
    fn walk_chosen(
        &mut self,
        step: &StepContext,
        each: &raw::Each,
        (set, class, slot): (SetId, Class, u16),
        scope: &mut Scope,
    ) {
        let note = self.question(step, each.ask, scope, "which first?");
        let (all, done) = (scope.list_slot(), scope.list_slot());
        let room = self.add(Expr::Len(set));
        self.emit(scope, Op::Room(all, room));
        self.emit(scope, Op::Room(done, room));
        let found = scope.slot();
        self.walk_set(step, set, found, scope, |lower, scope| {
            let found = lower.local(found);
            lower.emit(scope, Op::Remember(all, found));
        });
        let all = self.add_set(Set::Picked(all));
        let rest = self.watched_set(all, done, Watch::Distinct, scope);
        let number = self.add(Expr::Len(rest));
        self.open_loop(scope, LoopSort::Each, None);
        let start = self.here();
        let some = self.with_number(Binary::Gt, number, 0);
        let leave = self.emit(scope, Op::Unless(some, 0));
        let mut several = self.with_number(Binary::Gt, number, 1);
        if self.def.seats > self.def.players {
            // A seat without decisions takes them in order.
            let (me, players) = (self.local(0), i32::from(self.def.players));
            let decides = self.with_number(Binary::Lt, me, players);
            several = self.add(Expr::And(decides, several));
        }
        let last = self.emit(scope, Op::Unless(several, 0));
        let id = PickId::from(self.def.picks.len());
        let (several, optional, reason) = (None, false, None);
        self.def.picks.push(PickDef { note, set: rest, class, slot, several, optional, reason });
        self.emit(scope, Op::Pick(id));
        let picked = self.emit(scope, Op::Jump(0));
        self.aim_here(last);
        let (yes, it) = (self.number(1), scope.registers);
        let first = self.add(Expr::Walk { fold: Fold::First, set: rest, it, body: yes });
        self.bind_slot(scope, slot, first);
        self.aim_here(picked);
        let thing = self.local(slot);
        self.emit(scope, Op::Remember(done, thing));
        self.round(scope, |lower, scope| lower.steps(each.body.node, scope, &step.path));
        scope.cause = self.cause_at(step.node.span, &step.path);
        self.emit(scope, Op::Jump(start));
        self.aim_here(leave);
        self.close_loop(scope);
    }

    /// A loop that binds each member of a set.
    pub(super) fn walk_set(
        &mut self,
        step: &StepContext,
        set: SetId,
        slot: u16,
        scope: &mut Scope,
        body: impl FnOnce(&mut Self, &mut Scope),
    ) {
        let list = scope.list_slot();
        let each = self.emit(scope, Op::Each { set, list, next: 0 });
        self.open_loop(scope, LoopSort::Each, Some(list));
        let start = self.here();
        self.round(scope, body);
        scope.cause = self.cause_at(step.node.span, &step.path);
        self.aim_here(each);
        // An early exit has also emptied the list, so all exits lead to the same place.
        self.close_loop(scope);
        self.emit(scope, Op::Next { list, slot, body: start });
    }

    fn each_seat(
        &mut self,
        step: &StepContext,
        each: &raw::Each,
        who: Who,
        scope: &mut Scope,
    ) -> Option<()> {
        let order = self.word(step, each.order);
        let from = self.seat_or_me(each.from, scope);
        let (order, from) = (order?.unwrap_or(EachOrder::Clockwise), from?);
        let saved = self.save_me(scope);
        if let Some(name) = step.binds {
            self.bind_named(name, scope, Type::Seat)?;
        }
        match order {
            EachOrder::Clockwise => {
                let set = self.seats_from(who, from);
                self.walk_set(step, set, 0, scope, |lower, scope| {
                    lower.name_seat(step.binds, scope);
                    lower.steps(each.body.node, scope, &step.path);
                });
            }
            EachOrder::CounterClockwise => self.each_backwards(step, each, (who, from), scope),
            EachOrder::Chosen => {
                let span = each.order.map_or(step.verb_span, |key| key.span);
                let help = "seats act around the table; `order: chosen` goes with `of`";
                return self.exclusive(step, "as_seat", ("order: chosen", span), help);
            }
        }
        self.restore_me(scope, saved);
        Some(())
    }

    /// `each: { as_seat: x }`: one seat acts.
    fn one_seat(
        &mut self,
        step: &StepContext,
        each: &raw::Each,
        seat: Key<raw::Seats>,
        scope: &mut Scope,
    ) -> Option<()> {
        let (seat, _) = self.expr_in(seat.node, scope, Some(&Type::Seat))?;
        let set = self.add_set(Set::One(seat));
        let saved = self.save_me(scope);
        self.walk_set(step, set, 0, scope, |lower, scope| {
            lower.name_seat(step.binds, scope);
            lower.steps(each.body.node, scope, &step.path);
        });
        self.restore_me(scope, saved);
        Some(())
    }

    /// Binds the acting seat to the name of a loop.
    fn name_seat(&mut self, name: Option<Key<raw::Name>>, scope: &mut Scope) {
        let Some(name) = name else { return };
        if let Some(slot) = self.bind_named(name, scope, Type::Seat) {
            let me = self.local(0);
            self.bind_slot(scope, slot, me);
        }
    }

    /// Seats in order, starting from one.
    pub(super) fn seats_from(&mut self, who: Who, from: ExprId) -> SetId {
        self.add_set(match who {
            Who::All => Set::Seats(from),
            Who::Players => Set::Players(from),
            Who::Others => Set::Others(from),
        })
    }

    /// Sets run only clockwise, so this walks over how many places back each seat sits.
    fn each_backwards(
        &mut self,
        step: &StepContext,
        each: &raw::Each,
        (who, from): (Who, ExprId),
        scope: &mut Scope,
    ) {
        let seats = i32::from(self.def.seats);
        let (first_slot, back) = (scope.slot(), scope.slot());
        self.bind_slot(scope, first_slot, from);
        let first = self.number(i32::from(who == Who::Others));
        let last = self.number(seats - 1);
        let set = self.add_set(Set::Numbers(first, last));
        self.walk_set(step, set, back, scope, |lower, scope| {
            let (start, back) = (lower.local(first_slot), lower.local(back));
            let all = lower.number(seats);
            let steps = lower.binary(Binary::Sub, all, back);
            let seat = lower.add(Expr::SeatAfter(start, steps));
            lower.bind_slot(scope, 0, seat);
            let skip = (who == Who::Players).then(|| {
                let me = lower.local(0);
                let players = i32::from(lower.def.players);
                let plays = lower.with_number(Binary::Lt, me, players);
                lower.emit(scope, Op::Unless(plays, 0))
            });
            lower.name_seat(step.binds, scope);
            lower.steps(each.body.node, scope, &step.path);
            if let Some(skip) = skip {
                lower.aim_here(skip);
            }
        });
    }

    pub(super) fn turns(
        &mut self,
        step: &StepContext,
        turns: &raw::Turns,
        scope: &mut Scope,
    ) -> Option<()> {
        let block = scope.enter();
        let done = self.turns_in(step, turns, scope);
        scope.leave(block);
        done
    }

    fn turns_in(
        &mut self,
        step: &StepContext,
        turns: &raw::Turns,
        scope: &mut Scope,
    ) -> Option<()> {
        let who = self.word(step, turns.seats);
        let order = self.word(step, turns.order);
        let from = self.seat_or_me(turns.from, scope);
        let (who, order, from) = (who?, order?.unwrap_or(Direction::Clockwise), from?);
        let saved = self.save_me(scope);
        self.bind_slot(scope, 0, from);
        let until = self.expr_if(turns.until, scope);
        let skip = self.expr_if(turns.skip, scope);
        let (until, mut skip) = (until?, skip?);
        if who == Some(Circle::Players) && self.def.seats > self.def.players {
            let (me, players) = (self.local(0), i32::from(self.def.players));
            let absent = self.with_number(Binary::Ge, me, players);
            skip = Some(match skip {
                Some(skip) => self.or(absent, skip),
                None => absent,
            });
        }
        // If everybody is skipped in a row, nobody ever gets a turn again.
        let skipped = skip.map(|_| {
            let slot = scope.slot();
            let none = self.number(0);
            self.bind_slot(scope, slot, none);
            slot
        });
        self.open_loop(scope, LoopSort::Turns, None);
        let mut leave = vec![];
        let start = self.here();
        let go_on = until.map(|until| self.not(until));
        leave.extend(go_on.and_then(|go_on| self.unless(scope, go_on)));
        let again =
            if until.is_some_and(|until| self.mentions_me(until)) { start } else { self.here() };
        let plays = skip.map(|skip| self.not(skip));
        let pass_over = plays.and_then(|plays| self.unless(scope, plays));
        if let Some(slot) = skipped {
            let none = self.number(0);
            self.bind_slot(scope, slot, none);
        }
        if let Some(period) = self.names.periods.get("turn").copied() {
            self.emit(scope, Op::Begin(period));
        }
        self.emit(scope, Op::Commit);
        // It comes after the commit, so that no earlier choice is checked against it.
        let me = self.local(0);
        let somebody = self.with_number(Binary::Ne, me, NIL);
        let reason = self.plain_note("nobody has the first turn");
        self.emit(scope, Op::Require(somebody, reason));
        self.round(scope, |lower, scope| lower.steps(turns.body.node, scope, &step.path));
        leave.extend(go_on.and_then(|go_on| self.unless(scope, go_on)));
        let me = self.local(0);
        let by = match order {
            Direction::Clockwise => 1,
            Direction::CounterClockwise => i32::from(self.def.seats) - 1,
        };
        let by = self.number(by);
        let next = self.add(Expr::SeatAfter(me, by));
        self.bind_slot(scope, 0, next);
        self.emit(scope, Op::Jump(again));
        if let (Some(pass_over), Some(slot)) = (pass_over, skipped) {
            self.aim_here(pass_over);
            self.bind_slot(scope, 0, next);
            self.count_up(scope, slot);
            let count = self.local(slot);
            let all = self.with_number(Binary::Ge, count, i32::from(self.def.seats));
            self.emit(scope, Op::Unless(all, start));
        }
        for jump in leave {
            self.aim_here(jump);
        }
        self.close_loop(scope);
        // Makes the last turn final, too, so that its choices are never checked against the steps
        // that follow.
        self.emit(scope, Op::Commit);
        self.restore_me(scope, saved);
        Some(())
    }

    /// Whether a condition may differ for the next seat.
    fn mentions_me(&self, condition: ExprId) -> bool {
        let mut found = false;
        self.def.visit_expr(condition, &mut |expr| {
            found |= matches!(expr, Expr::Local(0) | Expr::Mine(_));
        });
        found
    }
}

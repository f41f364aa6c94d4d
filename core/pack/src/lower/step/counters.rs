//! `gain`, `lose`, `set`, `advance`, `retreat`.

use std::collections::BTreeSet;

use boardwright_rules::def::code::Op;
use boardwright_rules::def::expr::{Binary, Expr, ExprId};
use boardwright_rules::def::part::Scope as Per;
use boardwright_rules::id::CounterId;

use super::Step;
use crate::diag::codes::{step as codes, step_names, types};
use crate::diag::{Diagnostic, looks_left};
use crate::lower::Lower;
use crate::lower::names::Type;
use crate::lower::scope::{Bound, Scope};
use crate::raw::step::{self as raw, Key};
use crate::source::Span;
use crate::yaml::{Entry, Kind, Node};

/// How many instructions there may be for steps to be unfolded into one for each resource.
const CHAINS_MAX: usize = 200_000;

/// How a counter changes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Change {
    Gain,
    Lose,
    Set,
}

impl Change {
    fn op(self, counter: CounterId, holder: ExprId, amount: ExprId) -> Op {
        match self {
            Change::Gain => Op::Gain(counter, holder, amount),
            Change::Lose => Op::Lose(counter, holder, amount),
            Change::Set => Op::Set(counter, holder, amount),
        }
    }
}

/// Whose counters a step changes.
#[derive(Clone, Copy)]
struct Whose<'s, 'n> {
    step: &'s Step<'n>,
    holder: Option<&'n Node>,
}

impl Lower<'_> {
    pub(super) fn gain(&mut self, step: &Step, gain: &raw::Gain, scope: &mut Scope) -> Option<()> {
        let whose = Whose { step, holder: gain.who.map(|key| key.node) };
        self.change(Change::Gain, whose, &gain.resources, scope)
    }

    pub(super) fn lose(&mut self, step: &Step, lose: &raw::Lose, scope: &mut Scope) -> Option<()> {
        let whose = Whose { step, holder: lose.who.map(|key| key.node) };
        self.change(Change::Lose, whose, &lose.resources, scope)
    }

    pub(super) fn set_counters(
        &mut self,
        step: &Step,
        set: &raw::Set,
        scope: &mut Scope,
    ) -> Option<()> {
        let whose = Whose { step, holder: set.who.map(|key| key.node) };
        self.change(Change::Set, whose, &set.resources, scope)
    }

    fn change(
        &mut self,
        change: Change,
        whose: Whose,
        resources: &[&Entry],
        scope: &mut Scope,
    ) -> Option<()> {
        for entry in resources {
            self.change_one(change, entry, whose, scope);
        }
        Some(())
    }

    fn change_one(
        &mut self,
        change: Change,
        entry: &Entry,
        whose: Whose,
        scope: &mut Scope,
    ) -> Option<()> {
        if let Some(var) = scope.var(&entry.key)
            && var.ty == Type::Counter
            && let Bound::Slot(slot) = var.bound
        {
            return self.change_any(change, entry, slot, whose, scope);
        }
        self.has_colon(entry)?;
        let counter = self.counter_named(&entry.key, entry.key_span)?;
        let is_track = self.def.counters.get(counter.index())?.track.is_some();
        if is_track && change != Change::Set {
            let verb = if change == Change::Gain { "advance" } else { "retreat" };
            let message = format!("`{}` is a track", entry.key);
            let label = "expected a resource";
            let diag = Diagnostic::error(codes::TRACK, message, entry.key_span, label);
            self.diags.push(diag.help(format!("write `{verb}: {{ {}: ... }}`", entry.key)));
            return None;
        }
        let holder = self.holder(counter, whose, entry.key_span, scope);
        let amount = self.expr_in(&entry.value, scope, Some(&Type::Number));
        let (holder, (amount, _)) = (holder?, amount?);
        self.emit(scope, change.op(counter, holder, amount));
        Some(())
    }

    /// Changes the resource a binding stands for: one of all that seats have.
    fn change_any(
        &mut self,
        change: Change,
        entry: &Entry,
        slot: u16,
        whose: Whose,
        scope: &mut Scope,
    ) -> Option<()> {
        let holder = match whose.holder {
            Some(node) => self.expr_in(node, scope, Some(&Type::Seat))?.0,
            None => self.me(scope),
        };
        let (amount, _) = self.expr_in(&entry.value, scope, Some(&Type::Number))?;
        let named: BTreeSet<CounterId> =
            self.names.counters.0.values().map(|named| named.what).collect();
        let counters: Vec<CounterId> = (0..self.def.counters.len())
            .filter(|at| {
                let def = self.def.counters.get(*at);
                def.is_some_and(|def| def.scope == Per::Seat && def.track.is_none())
            })
            .map(CounterId::from)
            .filter(|id| named.contains(id))
            .collect();
        // One step becomes many instructions: few such steps could cost a lot.
        if self.def.code.len() + 2 * counters.len() > CHAINS_MAX {
            self.no_room(whose.step.node);
            return None;
        }
        let which = self.local(slot);
        for counter in counters {
            let is = self.with_number(Binary::Eq, which, i32::from(counter.0));
            let skip = self.emit(scope, Op::Unless(is, 0));
            self.emit(scope, change.op(counter, holder, amount));
            self.aim_here(skip);
        }
        Some(())
    }

    pub(super) fn advance(
        &mut self,
        step: &Step,
        tracks: &[&Entry],
        who: Option<Key<raw::Seat>>,
        scope: &mut Scope,
    ) -> Option<()> {
        let whose = Whose { step, holder: who.map(|key| key.node) };
        for entry in tracks {
            let Some((counter, holder, by)) = self.along(entry, whose, "gain", scope) else {
                continue;
            };
            self.emit(scope, Op::Advance(counter, holder, by));
        }
        Some(())
    }

    pub(super) fn retreat(
        &mut self,
        step: &Step,
        tracks: &[&Entry],
        who: Option<Key<raw::Seat>>,
        scope: &mut Scope,
    ) -> Option<()> {
        let whose = Whose { step, holder: who.map(|key| key.node) };
        for entry in tracks {
            let Some((counter, holder, by)) = self.along(entry, whose, "lose", scope) else {
                continue;
            };
            let by = match self.known(by).and_then(i32::checked_neg) {
                Some(negative) => self.number(negative),
                None => self.add(Expr::Neg(by)),
            };
            self.emit(scope, Op::Advance(counter, holder, by));
        }
        Some(())
    }

    /// A track, whose it is, and how many steps; `instead` is the verb for resources.
    fn along(
        &mut self,
        entry: &Entry,
        whose: Whose,
        instead: &str,
        scope: &Scope,
    ) -> Option<(CounterId, ExprId, ExprId)> {
        let counter = self.counter_named(&entry.key, entry.key_span)?;
        if self.def.counters.get(counter.index())?.track.is_none() {
            let message = format!("`{}` is not a track", entry.key);
            let label = "expected a track";
            let diag = Diagnostic::error(codes::TRACK, message, entry.key_span, label);
            self.diags.push(diag.help(format!("write `{instead}: {{ {}: ... }}`", entry.key)));
            return None;
        }
        let holder = self.holder(counter, whose, entry.key_span, scope);
        let by = self.expr_in(&entry.value, scope, Some(&Type::Number));
        Some((counter, holder?, by?.0))
    }

    /// Tells of `wood 2`, which is a key without a value.
    pub(crate) fn has_colon(&mut self, entry: &Entry) -> Option<()> {
        let (name, amount) = match entry.key.split_once(' ') {
            Some(parts) if entry.value.kind == Kind::Null => parts,
            _ => return Some(()),
        };
        let message = format!("a `:` is missing behind `{name}`");
        let diag = Diagnostic::error(codes::FORM, message, entry.key_span, "no `:`");
        self.diags.push(diag.help(format!("write `{name}: {}`", amount.trim())));
        None
    }

    /// A resource or track by its id.
    pub(crate) fn counter_named(&mut self, name: &str, span: Span) -> Option<CounterId> {
        if let Some(counter) = self.names.counters.get(name) {
            return Some(*counter);
        }
        let message = format!("unknown resource `{name}`");
        let label = "not declared under `resources` or `tracks`";
        let diag = Diagnostic::error(step_names::RESOURCE, message, span, label);
        if matches!(name, "to" | "from" | "of" | "by") {
            let help = format!("write `who` beside the verb in place of `{name}`");
            self.diags.push(diag.help(help));
            return None;
        }
        let all: Vec<String> =
            self.names.counters.ids().map(str::to_owned).take(looks_left()).collect();
        self.suggest(diag, "resource", name, &all);
        None
    }

    /// Whose counter it is: the holder named, or the acting seat.
    fn holder(
        &mut self,
        counter: CounterId,
        whose: Whose,
        span: Span,
        scope: &Scope,
    ) -> Option<ExprId> {
        let per = self.def.counters.get(counter.index())?.scope;
        let want = match per {
            Per::Table => return Some(self.nil()),
            Per::Seat => Type::Seat,
            Per::Piece(kind) => Type::Piece(Some(kind)),
            Per::Space(group) => Type::Space(Some(group)),
            Per::SeatSpace(group) => return self.pair(counter, group, whose, span, scope),
        };
        match whose.holder {
            Some(node) => Some(self.expr_in(node, scope, Some(&want))?.0),
            None if per == Per::Seat => Some(self.me(scope)),
            None => {
                let is = self.describe(&want);
                let (thing, from) = match (&want, per) {
                    (Type::Space(_), Per::Space(group)) => {
                        let group = self.def.groups.get(usize::from(group));
                        ("<space>", group.map_or("?", |group| group.named.id.as_str()))
                    }
                    _ => ("<piece>", "a zone"),
                };
                let from = if from == "a zone" { from.to_owned() } else { format!("`{from}`") };
                let such = format!("{thing}` beside it, such as one bound by a `pick` from {from}");
                self.no_holder(counter, span, whose, (&is, &such))
            }
        }
    }

    fn pair(
        &mut self,
        counter: CounterId,
        group: u16,
        whose: Whose,
        span: Span,
        scope: &Scope,
    ) -> Option<ExprId> {
        let (seat, space) = match whose.holder.map(|node| (node, node.as_seq())) {
            Some((_, Some([seat, space]))) => {
                (self.expr_in(seat, scope, Some(&Type::Seat))?.0, space)
            }
            Some((space, None)) => (self.me(scope), space),
            _ => {
                let such = "[me, <space>]` beside it";
                return self.no_holder(counter, span, whose, ("[seat, space]", such));
            }
        };
        let (space, _) = self.expr_in(space, scope, Some(&Type::Space(Some(group))))?;
        Some(self.add(Expr::Pair(counter, seat, space)))
    }

    fn no_holder<T>(
        &mut self,
        counter: CounterId,
        span: Span,
        whose: Whose,
        (expected, such): (&str, &str),
    ) -> Option<T> {
        let verb = whose.step.shape.verb;
        let message =
            format!("`{verb}` does not say for which {}", expected.trim_start_matches("a "));
        let diag = Diagnostic::error(codes::HOLDER, message, span, format!("expected {expected}"));
        let id = self.def.counters.get(counter.index()).map_or("?", |def| &def.named.id);
        let help = format!("write `{verb}: {{ {id}: 1 }}` with `who: {such}");
        self.diags.push(diag.help(help));
        None
    }

    /// A number that must be known before play.
    pub(crate) fn known_number(&mut self, node: &Node, scope: &Scope) -> Option<i32> {
        let (id, _) = self.expr_in(node, scope, Some(&Type::Number))?;
        let known = self.known(id);
        if known.is_none() {
            let message = "this number must be known before play";
            let label = "expected a number or an option";
            let diag = Diagnostic::error(types::NOT_CONSTANT, message, node.span, label);
            self.diags.push(diag.help("write a number such as `2`, or `option.<id>`"));
        }
        known
    }
}

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
use crate::source::Span;
use crate::yaml::{Entry, Kind, Map, Node};

/// How many instructions there may be for steps to be unfolded into one for each resource.
const CHAINS_MAX: usize = 200_000;

impl Lower<'_> {
    pub(super) fn change(&mut self, step: &Step, scope: &mut Scope) -> Option<()> {
        let map = self.keys(step)?;
        let holder_key = match step.verb {
            "gain" => "to",
            "lose" => "from",
            _ => "of",
        };
        let holder = map.get(holder_key);
        for entry in amounts(map, &[holder_key, "amounts"]) {
            self.change_one(step, entry, holder, scope);
        }
        Some(())
    }

    fn change_one(
        &mut self,
        step: &Step,
        entry: &Entry,
        holder: Option<&Node>,
        scope: &mut Scope,
    ) -> Option<()> {
        if let Some(var) = scope.var(&entry.key)
            && var.ty == Type::Counter
            && let Bound::Slot(slot) = var.bound
        {
            return self.change_any(step, entry, slot, holder, scope);
        }
        self.has_colon(entry)?;
        let counter = self.counter_named(&entry.key, entry.key_span)?;
        let is_track = self.def.counters.get(counter.index())?.track.is_some();
        if is_track && step.verb != "set" {
            let verb = if step.verb == "gain" { "advance" } else { "retreat" };
            let message = format!("`{}` is a track", entry.key);
            let label = "expected a resource";
            let diag = Diagnostic::error(codes::TRACK, message, entry.key_span, label);
            self.diags.push(diag.help(format!("write `{verb}: {{ {}: ... }}`", entry.key)));
            return None;
        }
        let holder = self.holder(counter, holder, entry.key_span, step.verb, scope);
        let amount = self.expr_in(&entry.value, scope, Some(&Type::Number));
        let (holder, (amount, _)) = (holder?, amount?);
        self.emit(scope, change_op(step.verb, counter, holder, amount));
        Some(())
    }

    /// Changes the resource a binding stands for: one of all that seats have.
    fn change_any(
        &mut self,
        step: &Step,
        entry: &Entry,
        slot: u16,
        holder: Option<&Node>,
        scope: &mut Scope,
    ) -> Option<()> {
        let holder = match holder {
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
            self.no_room(step.node);
            return None;
        }
        let which = self.local(slot);
        for counter in counters {
            let is = self.with_number(Binary::Eq, which, i32::from(counter.0));
            let skip = self.emit(scope, Op::Unless(is, 0));
            self.emit(scope, change_op(step.verb, counter, holder, amount));
            self.aim_here(skip);
        }
        Some(())
    }

    pub(super) fn advance(&mut self, step: &Step, scope: &mut Scope) -> Option<()> {
        let map = self.keys(step)?;
        let of = map.get("of");
        for entry in amounts(map, &["of"]) {
            let Some(counter) = self.counter_named(&entry.key, entry.key_span) else { continue };
            let track = self.def.counters.get(counter.index())?.track.is_some();
            if !track {
                let verb = if step.verb == "advance" { "gain" } else { "lose" };
                let message = format!("`{}` is not a track", entry.key);
                let label = "expected a track";
                let diag = Diagnostic::error(codes::TRACK, message, entry.key_span, label);
                self.diags.push(diag.help(format!("write `{verb}: {{ {}: ... }}`", entry.key)));
                continue;
            }
            let holder = self.holder(counter, of, entry.key_span, step.verb, scope);
            let by = self.expr_in(&entry.value, scope, Some(&Type::Number));
            let (Some(holder), Some((by, _))) = (holder, by) else { continue };
            let by = match (step.verb, self.known(by).and_then(i32::checked_neg)) {
                ("advance", _) => by,
                (_, Some(negative)) => self.number(negative),
                (_, None) => self.add(Expr::Neg(by)),
            };
            self.emit(scope, Op::Advance(counter, holder, by));
        }
        Some(())
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
        let all: Vec<String> =
            self.names.counters.ids().map(str::to_owned).take(looks_left()).collect();
        self.suggest(diag, "resource", name, &all);
        None
    }

    /// Whose counter it is: the holder named, or the acting seat.
    fn holder(
        &mut self,
        counter: CounterId,
        node: Option<&Node>,
        span: Span,
        verb: &str,
        scope: &Scope,
    ) -> Option<ExprId> {
        let per = self.def.counters.get(counter.index())?.scope;
        let want = match per {
            Per::Table => return Some(self.nil()),
            Per::Seat => Type::Seat,
            Per::Piece(kind) => Type::Piece(Some(kind)),
            Per::Space(group) => Type::Space(Some(group)),
            Per::SeatSpace(group) => return self.pair(counter, group, node, span, verb, scope),
        };
        match node {
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
                let such = format!("{thing} }}`, such as one bound by a `pick` from {from}");
                self.no_holder(counter, span, verb, (&is, &such))
            }
        }
    }

    fn pair(
        &mut self,
        counter: CounterId,
        group: u16,
        node: Option<&Node>,
        span: Span,
        verb: &str,
        scope: &Scope,
    ) -> Option<ExprId> {
        let (seat, space) = match node.map(|node| (node, node.as_seq())) {
            Some((_, Some([seat, space]))) => {
                (self.expr_in(seat, scope, Some(&Type::Seat))?.0, space)
            }
            Some((space, None)) => (self.me(scope), space),
            _ => {
                let such = "[me, <space>] }`";
                return self.no_holder(counter, span, verb, ("[seat, space]", such));
            }
        };
        let (space, _) = self.expr_in(space, scope, Some(&Type::Space(Some(group))))?;
        Some(self.add(Expr::Pair(counter, seat, space)))
    }

    fn no_holder<T>(
        &mut self,
        counter: CounterId,
        span: Span,
        verb: &str,
        (expected, such): (&str, &str),
    ) -> Option<T> {
        let key = match verb {
            "gain" => "to",
            "lose" => "from",
            _ => "of",
        };
        let message =
            format!("`{verb}` does not say for which {}", expected.trim_start_matches("a "));
        let diag = Diagnostic::error(codes::HOLDER, message, span, format!("expected {expected}"));
        let id = self.def.counters.get(counter.index()).map_or("?", |def| &def.named.id);
        let help = format!("write `{verb}: {{ {id}: 1, {key}: {such}");
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

fn change_op(verb: &str, counter: CounterId, holder: ExprId, amount: ExprId) -> Op {
    match verb {
        "gain" => Op::Gain(counter, holder, amount),
        "lose" => Op::Lose(counter, holder, amount),
        _ => Op::Set(counter, holder, amount),
    }
}

/// The entries that name amounts: all but some keys, and those under `amounts`.
fn amounts<'n>(map: &'n Map, keys: &[&str]) -> Vec<&'n Entry> {
    let long = map.get("amounts").and_then(Node::as_map).filter(|_| keys.contains(&"amounts"));
    let inside = long.into_iter().flat_map(|map| &map.entries);
    map.entries.iter().filter(|entry| !keys.contains(&entry.key.as_str())).chain(inside).collect()
}

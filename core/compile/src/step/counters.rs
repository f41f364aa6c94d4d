//! `gain`, `lose`, `set`, `advance`, `retreat`.

use boardwright_rules::def::code::Op;
use boardwright_rules::def::expr::{Binary, Expr, ExprId, SetId};
use boardwright_rules::def::part::Scope as Per;
use boardwright_rules::id::CounterId;

use super::StepContext;
use crate::Lower;
use crate::expr::{Amounts, Out};
use crate::names::Type;
use crate::resource::Which;
use crate::scope::Scope;
use boardwright_language::raw::step::{Gain, Lose, Verb};
use boardwright_syntax::diag::codes::{names_used, step as codes, types};
use boardwright_syntax::diag::{Diagnostic, looks_left};
use boardwright_syntax::expr::print;
use boardwright_syntax::source::Span;
use boardwright_syntax::yaml::{Entry, Kind, Node};

/// Most instructions in total for which steps are still unrolled into one per resource.
const CHAINS_MAX: usize = 200_000;

/// A verb that changes a counter.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CounterVerb {
    Gain,
    Lose,
    Set,
    Advance,
    Retreat,
}

impl CounterVerb {
    fn op(self, counter: CounterId, holder: ExprId, amount: ExprId) -> Op {
        match self {
            CounterVerb::Gain => Op::Gain(counter, holder, amount),
            CounterVerb::Lose => Op::Lose(counter, holder, amount),
            CounterVerb::Set => Op::Set(counter, holder, amount),
            CounterVerb::Advance | CounterVerb::Retreat => Op::Advance(counter, holder, amount),
        }
    }

    /// Whether it is about tracks or about other resources; `None` if both.
    fn of_tracks(self) -> Option<bool> {
        match self {
            CounterVerb::Gain | CounterVerb::Lose => Some(false),
            CounterVerb::Set => None,
            CounterVerb::Advance | CounterVerb::Retreat => Some(true),
        }
    }

    /// The verb for the other sort.
    fn instead(self) -> &'static str {
        match self {
            CounterVerb::Gain => "advance",
            CounterVerb::Lose => "retreat",
            CounterVerb::Set => "set",
            CounterVerb::Advance => "gain",
            CounterVerb::Retreat => "lose",
        }
    }
}

/// The holders whose counters a step changes.
#[derive(Clone, Copy)]
struct Whose<'s, 'n> {
    step: &'s StepContext<'n>,
    holder: Option<&'n Node>,
    /// The holder bound by a loop over several.
    each: Option<(ExprId, &'s Type)>,
}

impl Lower<'_> {
    /// `gain`, `lose`, `set`, `advance` or `retreat`.
    pub(super) fn change(
        &mut self,
        step: &StepContext,
        verb: &Verb,
        scope: &mut Scope,
    ) -> Option<()> {
        let (change, resources, holder) = match verb {
            Verb::Gain(gain) => (CounterVerb::Gain, &gain.resources, gain.who.map(|key| key.node)),
            Verb::Lose(lose) => (CounterVerb::Lose, &lose.resources, lose.who.map(|key| key.node)),
            Verb::Set(set) => (CounterVerb::Set, &set.resources, set.who.map(|key| key.node)),
            Verb::Advance(on) => (CounterVerb::Advance, &on.tracks, on.who.map(|key| key.node)),
            Verb::Retreat(back) => {
                (CounterVerb::Retreat, &back.tracks, back.who.map(|key| key.node))
            }
            _ => return None,
        };
        let printed = match verb {
            Verb::Gain(Gain { printed: Some(key), .. })
            | Verb::Lose(Lose { printed: Some(key), .. }) => Some(key.node),
            _ => None,
        };
        let whose = Whose { step, holder, each: None };
        let several = holder.and_then(|node| self.several_holders(node, scope));
        let Some((set, ty)) = several else {
            if let Some(node) = printed {
                return self.change_printed(change, node, whose, scope);
            }
            for entry in resources {
                self.change_one(change, entry, whose, None, scope);
            }
            return Some(());
        };
        let block = scope.enter();
        // All amounts are evaluated once, before the first counter changes.
        let mut amounts = vec![];
        for entry in resources {
            let amount = self.amount_of(change, entry, scope);
            amounts.push(amount.map(|amount| self.held(scope, amount)));
        }
        let slot = scope.slot();
        self.walk_set(step, set, slot, scope, |lower, scope| {
            let each = Some((lower.local(slot), &ty));
            if let Some(node) = printed {
                lower.change_printed(change, node, Whose { each, ..whose }, scope);
            }
            for (entry, amount) in resources.iter().zip(amounts) {
                if let Some(amount) = amount {
                    lower.change_one(change, entry, Whose { each, ..whose }, Some(amount), scope);
                }
            }
        });
        scope.leave(block);
        Some(())
    }

    /// The holders under `who`, if it is a set.
    fn several_holders(&mut self, node: &Node, scope: &Scope) -> Option<(SetId, Type)> {
        // Errors in a single holder are reported where it is lowered.
        let before = self.diags.len();
        let text = self.text_of(node).filter(|_| node.as_seq().is_none());
        let ast = text.and_then(|text| self.parse(&text));
        let out = ast.as_ref().and_then(|ast| self.out(ast, scope, None));
        self.diags.truncate(before);
        match out? {
            out @ (Out::Many(..) | Out::List(..) | Out::One(_, Type::Place(_))) => {
                self.as_set(&ast?, out)
            }
            _ => None,
        }
    }

    fn change_one(
        &mut self,
        change: CounterVerb,
        entry: &Entry,
        whose: Whose,
        amount: Option<ExprId>,
        scope: &mut Scope,
    ) -> Option<()> {
        if let Some(which) = self.which(entry, scope)? {
            return self.change_any(change, entry, which, whose, amount, scope);
        }
        self.has_colon(entry)?;
        let counter = self.counter_named(&entry.key, entry.key_span)?;
        if change.of_tracks().is_some_and(|tracks| tracks != self.is_track(counter)) {
            let is = if self.is_track(counter) { "a track" } else { "not a track" };
            return self.not_so(change, entry, is);
        }
        let holder = self.holder(counter, whose, entry.key_span, scope);
        let amount = amount.or_else(|| self.amount_of(change, entry, scope));
        let (holder, amount) = (holder?, amount?);
        self.emit(scope, change.op(counter, holder, amount));
        Some(())
    }

    /// Changes all resources of printed amounts.
    fn change_printed(
        &mut self,
        change: CounterVerb,
        node: &Node,
        whose: Whose,
        scope: &mut Scope,
    ) -> Option<()> {
        let text = self.text_of(node)?;
        let before = self.diags.len();
        let Some(ast) = self.parse(&text) else {
            // `2 wood` was probably meant to be a mapping.
            self.diags.truncate(before);
            return self.wrong_form(whose.step, node, "a mapping");
        };
        let amounts = match self.out(&ast, scope, None)? {
            // Abilities that react to the first change must not change which object the others are
            // read from.
            Out::Amounts(Amounts::Printed(attr, thing, ty)) => {
                Amounts::Printed(attr, self.held(scope, thing), ty)
            }
            Out::Amounts(paid @ Amounts::Paid(_)) => paid,
            out => {
                let (written, is) = (print(&ast), self.describe_out(&out));
                let message = format!("`{written}` is {is}, amounts were expected");
                let label = "expected an attribute of type `amounts`, or what was paid";
                let diag = Diagnostic::error(types::MISMATCH, message, ast.span, label);
                let verb = whose.step.shape.verb;
                self.diags.push(diag.help(format!("for resources write `{verb}: {{ wood: 2 }}`")));
                return None;
            }
        };
        for name in self.amount_names(&amounts) {
            let counter = self.counter_named(&name, node.span)?;
            let holder = self.holder(counter, whose, node.span, scope)?;
            let amount = self.amount_named(&amounts, &name, scope);
            self.emit(scope, change.op(counter, holder, amount));
        }
        Some(())
    }

    /// The amount of the change.
    fn amount_of(&mut self, change: CounterVerb, entry: &Entry, scope: &Scope) -> Option<ExprId> {
        let (amount, _) = self.expr_in(&entry.value, scope, Some(&Type::Number))?;
        Some(if change == CounterVerb::Retreat { self.negated(amount) } else { amount })
    }

    /// Changes a resource that is known only in play: one of those held by the holder or the table.
    fn change_any(
        &mut self,
        change: CounterVerb,
        entry: &Entry,
        Which { expr, can_be }: Which,
        whose: Whose,
        amount: Option<ExprId>,
        scope: &mut Scope,
    ) -> Option<()> {
        let holder = match (whose.each, whose.holder) {
            (Some((each, ty)), _) => Some((each, ty.clone())),
            (None, Some(node)) => self.expr_in(node, scope, None),
            (None, None) => Some((self.me(scope), Type::Seat)),
        };
        let amount = amount.or_else(|| self.amount_of(change, entry, scope));
        let ((holder, ty), amount) = (holder?, amount?);
        let suits = |id: &CounterId| change.of_tracks().is_none_or(|of| of == self.is_track(*id));
        let (suiting, others): (Vec<CounterId>, Vec<CounterId>) =
            can_be.into_iter().partition(suits);
        if suiting.is_empty() {
            let track = others.first().is_some_and(|id| self.is_track(*id));
            return self.not_so(change, entry, if track { "a track" } else { "not a track" });
        }
        let counters: Vec<(CounterId, ExprId)> = suiting
            .into_iter()
            .filter_map(|id| match self.def.counters.get(id.index())?.scope {
                Per::Table => Some((id, self.nil())),
                per => self.has_scope(&ty, per).then_some((id, holder)),
            })
            .collect();
        if counters.is_empty() {
            let message = format!("`{}` is no resource of {}", entry.key, self.describe(&ty));
            let label = "none of its values is kept for it";
            let diag = Diagnostic::error(codes::HOLDER, message, entry.key_span, label);
            self.diags.push(diag.help("say whose it is with `who` beside the verb"));
            return None;
        }
        // One step becomes many instructions, so a few such steps could use a lot of room.
        if self.def.code.len() + 2 * counters.len() > CHAINS_MAX {
            self.no_room(whose.step.node);
            return None;
        }
        // Abilities that react to the change must not change which resource it is.
        let which = self.held(scope, expr);
        for (counter, holder) in counters {
            let is = self.with_number(Binary::Eq, which, i32::from(counter.0));
            let skip = self.emit(scope, Op::Unless(is, 0));
            self.emit(scope, change.op(counter, holder, amount));
            self.aim_here(skip);
        }
        Some(())
    }

    /// Reports a track where another resource is needed, or the reverse. Always returns `None`.
    fn not_so<T>(&mut self, change: CounterVerb, entry: &Entry, is: &str) -> Option<T> {
        let label = if is == "a track" { "expected a resource" } else { "expected a track" };
        let message = format!("`{}` is {is}", entry.key);
        let diag = Diagnostic::error(codes::TRACK, message, entry.key_span, label);
        let help = format!("write `{}: {{ {}: ... }}`", change.instead(), entry.key);
        self.diags.push(diag.help(help));
        None
    }

    /// Reports `wood 2`, which is a key without a value.
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

    /// Looks up a resource or track by its id.
    pub(crate) fn counter_named(&mut self, name: &str, span: Span) -> Option<CounterId> {
        if let Some(counter) = self.names.counters.get(name) {
            return Some(*counter);
        }
        let message = format!("unknown resource `{name}`");
        let label = "not declared under `resources` or `tracks`";
        let diag = Diagnostic::error(names_used::RESOURCE, message, span, label);
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

    /// The holder of the counter: the one named, or the acting seat.
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
        match self.holder_in(whose, &want, scope)? {
            Some(holder) => Some(holder),
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

    /// The holder that is named, if it has the wanted type. The outer `None` means an error.
    fn holder_in(&mut self, whose: Whose, want: &Type, scope: &Scope) -> Option<Option<ExprId>> {
        match (whose.each, whose.holder) {
            (Some((each, ty)), _) if self.fits(ty, want) => Some(Some(each)),
            (Some((_, ty)), Some(node)) => {
                let (is, expected) = (self.describe(ty), self.describe(want));
                let message = format!("this is several of {is}, {expected} was expected");
                let label = format!("expected {expected}, or several");
                self.diags.push(Diagnostic::error(types::MISMATCH, message, node.span, label));
                None
            }
            (_, Some(node)) => Some(Some(self.expr_in(node, scope, Some(want))?.0)),
            (_, None) => Some(None),
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
        if whose.each.is_some() {
            let space = self.holder_in(whose, &Type::Space(Some(group)), scope)??;
            let me = self.me(scope);
            return Some(self.add(Expr::Pair(counter, me, space)));
        }
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

    /// A number that must be constant.
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

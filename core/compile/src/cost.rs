//! Costs: bundles of terms, and substitutes that may pay them.

use boardwright_rules::def::ask::{Bundle, CostDef, Holder, Purse, Term};
use boardwright_rules::def::expr::{Binary, Expr, ExprId, NIL, Set, SetId};
use boardwright_rules::def::part::{Scope as Per, Visible};
use boardwright_rules::id::{CostId, CounterId, KindId};

use super::counters::NewCounter;
use super::names::Type;
use super::refs::named;
use super::resource::Which;
use super::scope::Scope;
use crate::Lower;
use boardwright_language::raw::step as raw;
use boardwright_language::shape::Name;
use boardwright_syntax::diag::codes::{names_used, step as codes};
use boardwright_syntax::diag::{Diagnostic, looks_left};
use boardwright_syntax::number::COUNTER_MAX;
use boardwright_syntax::source::Span;
use boardwright_syntax::yaml::{Entry, Node};

/// A payment step, and what it counts.
pub(crate) struct Paying {
    /// Who pays.
    pub payer: ExprId,
    /// What it counts.
    pub tallies: Vec<Tally>,
}

/// Counts how much of a price a resource has paid in a period.
pub(crate) struct Tally {
    /// The counter of what it has paid.
    pub used: CounterId,
    /// The resource.
    pub counter: CounterId,
    /// How many of it are worth one.
    pub per: i32,
    /// Its place in the source.
    pub span: Span,
}

impl Lower<'_> {
    /// Lowers a cost in an attribute or a toll.
    pub(crate) fn cost(&mut self, node: &Node, scope: &Scope) -> Option<CostId> {
        let cost = self.reader().cost(node)?;
        self.cost_of(&cost, scope)
    }

    /// Lowers a cost.
    pub(crate) fn cost_of(&mut self, cost: &raw::Cost, scope: &Scope) -> Option<CostId> {
        let bundles = cost.bundles.iter().map(|bundle| self.bundle(bundle, scope));
        // All bundles are lowered before any error returns, so that every mistake is reported.
        let bundles: Vec<Option<Bundle>> = bundles.collect();
        let bundles: Option<Vec<Bundle>> = bundles.into_iter().collect();
        let id = CostId::from(self.def.costs.len());
        self.def.costs.push(CostDef { bundles: bundles? });
        Some(id)
    }

    fn bundle(&mut self, bundle: &raw::Bundle, scope: &Scope) -> Option<Bundle> {
        let when = match bundle.condition {
            Some(node) => self.expr_in(node, scope, Some(&Type::Flag)).map(|(id, _)| Some(id)),
            None => Some(None),
        };
        let terms = bundle.terms.iter().map(|term| match term {
            raw::Term::Amount { of, amount, from } => self.term(of, amount, *from, scope),
            raw::Term::Worth { amount, called, with } => self.worth(amount, *called, with, scope),
        });
        let terms: Vec<Option<Term>> = terms.collect();
        Some(Bundle { when: when?, terms: terms.into_iter().collect::<Option<_>>()? })
    }

    /// `wood: 2`, `goods: 2` for any resource with that tag, `good: 2` for the resource in a
    /// binding, `wood: { amount: 2, from: pieces }`.
    fn term(
        &mut self,
        entry: &Entry,
        amount: &Node,
        from: Option<&Node>,
        scope: &Scope,
    ) -> Option<Term> {
        self.has_colon(entry)?;
        let which = self.which(entry, scope)?;
        let own = match which {
            Some(_) => vec![],
            None => self.own_payers(entry)?,
        };
        let amount = self.expr_in(amount, scope, Some(&Type::Number)).map(|(id, _)| id);
        let pieces = match from {
            Some(from) => Some(Holder::Pieces(self.set_in(from, scope)?.0)),
            None => None,
        };
        let mut amount = amount?;
        let (purses, name) = match which {
            Some(which) => {
                // Where no resource is printed, there is nothing to pay.
                let (is_none, none) =
                    (self.with_number(Binary::Eq, which.expr, NIL), self.number(0));
                amount = self.choice(is_none, none, amount);
                (self.purses_of_any(entry, which, pieces, scope)?, String::new())
            }
            None => {
                let is_tag = self.names.counters.get(&entry.key).is_none();
                let name = if is_tag { entry.key.clone() } else { String::new() };
                (self.purses(entry, &own, (pieces, None), scope)?, name)
            }
        };
        Some(Term { amount, name, purses })
    }

    /// The purses of a resource, or of several with a tag: first the resources themselves, then
    /// their substitutes.
    fn purses(
        &mut self,
        entry: &Entry,
        own: &[CounterId],
        (pieces, cap): (Option<Holder>, Option<ExprId>),
        scope: &Scope,
    ) -> Option<Vec<Purse>> {
        let others = own.iter().filter_map(|id| self.names.pays_as.get(id)).flatten().copied();
        let payers: Vec<_> = own.iter().map(|id| (*id, 1, false)).chain(others).collect();
        let mut purses: Vec<Purse> = vec![];
        for (counter, per, short) in payers {
            if purses.iter().any(|purse| purse.counter == counter) {
                continue;
            }
            let holder = match (self.def.counters.get(counter.index())?.scope, pieces) {
                // A substitute held by pieces is paid from the pieces of the payer.
                (Per::Piece(kind), None) if !own.contains(&counter) => {
                    Holder::Pieces(self.pieces_of_mine(kind, scope))
                }
                _ => self.purse_holder(counter, pieces, entry)?,
            };
            purses.push(Purse { counter, holder, per, cap, short });
        }
        Some(purses)
    }

    /// The purses of a resource that is known only in play: one for each candidate, open only if it
    /// is that resource.
    fn purses_of_any(
        &mut self,
        entry: &Entry,
        which: Which,
        pieces: Option<Holder>,
        scope: &Scope,
    ) -> Option<Vec<Purse>> {
        let mut purses = vec![];
        for counter in self.payable(entry, &which, pieces)? {
            let cap = self.cap_if(&which, counter, None);
            purses.extend(self.purses(entry, &[counter], (pieces, Some(cap)), scope)?);
        }
        Some(purses)
    }

    /// The candidates that can be paid; reports an error if there are none.
    fn payable(
        &mut self,
        entry: &Entry,
        which: &Which,
        pieces: Option<Holder>,
    ) -> Option<Vec<CounterId>> {
        let can_pay = |id: &CounterId| {
            let scope = self.def.counters.get(id.index()).map(|def| def.scope);
            let held = match scope {
                Some(Per::Seat | Per::Table) => pieces.is_none(),
                Some(Per::Piece(_)) => pieces.is_some(),
                _ => false,
            };
            held && !self.is_track(*id)
        };
        let payable: Vec<CounterId> = which.can_be.iter().copied().filter(can_pay).collect();
        if payable.is_empty() {
            let message = format!("`{}` is no resource that can be paid", entry.key);
            let label = "none of its values is a resource of seats or of the table";
            let diag = Diagnostic::error(codes::HOLDER, message, entry.key_span, label);
            self.diags
                .push(diag.help("tracks go back with `retreat`, other resources with `lose`"));
            return None;
        }
        Some(payable)
    }

    /// The cap of a purse: 0 if its resource is not the one meant.
    fn cap_if(&mut self, which: &Which, counter: CounterId, cap: Option<ExprId>) -> ExprId {
        let is = self.with_number(Binary::Eq, which.expr, i32::from(counter.0));
        let most = cap.unwrap_or_else(|| self.number(COUNTER_MAX));
        let none = self.number(0);
        self.choice(is, most, none)
    }

    /// The pieces of a kind that the acting seat controls.
    fn pieces_of_mine(&mut self, kind: KindId, scope: &Scope) -> SetId {
        let it = scope.registers;
        let me = self.me(scope);
        let piece = self.add(Expr::It(it));
        let controller = self.add(Expr::Controller(piece));
        let body = self.binary(Binary::Eq, controller, me);
        let set = self.add_set(Set::KindPieces(kind));
        self.filtered(set, it, body)
    }

    /// The resource with that name, or all resources with that tag.
    fn own_payers(&mut self, entry: &Entry) -> Option<Vec<CounterId>> {
        if let Some(counter) = self.names.counters.get(&entry.key) {
            return Some(vec![*counter]);
        }
        let tag = entry.key.clone();
        match self.names.tags.iter().find(|(name, _)| **name == tag) {
            Some((_, counters)) => Some(counters.clone()),
            None => self.no_payer(entry),
        }
    }

    fn no_payer<T>(&mut self, entry: &Entry) -> Option<T> {
        let message = format!("unknown resource `{}`", entry.key);
        let label = "neither a resource nor a tag of resources";
        let diag = Diagnostic::error(names_used::RESOURCE, message, entry.key_span, label);
        let beside = match entry.key.as_str() {
            "by" => Some("write `who` beside `pay`"),
            "to" => Some("write `to` beside `pay`"),
            "cost" => Some("write the cost under `pay` itself"),
            _ => None,
        };
        if let Some(help) = beside {
            self.diags.push(diag.help(help));
            return None;
        }
        let ids = self.names.counters.ids().map(str::to_owned);
        let all: Vec<String> =
            ids.chain(self.names.tags.keys().cloned()).take(looks_left()).collect();
        self.suggest(diag, "resource", &entry.key, &all);
        None
    }

    fn purse_holder(
        &mut self,
        counter: CounterId,
        pieces: Option<Holder>,
        entry: &Entry,
    ) -> Option<Holder> {
        match (self.def.counters.get(counter.index())?.scope, pieces) {
            (Per::Piece(_), Some(pieces)) => Some(pieces),
            (Per::Seat, _) => Some(Holder::Payer),
            (Per::Table, _) => Some(Holder::Table),
            (Per::Piece(_), None) => {
                let message = format!("`{}` lies on pieces, the cost must say which", entry.key);
                let diag = Diagnostic::error(codes::HOLDER, message, entry.key_span, "from where?");
                let help = format!("write `{}: {{ amount: 2, from: me.yard }}`", entry.key);
                self.diags.push(diag.help(help));
                None
            }
            (Per::Space(_) | Per::SeatSpace(_), _) => {
                let message = format!("`{}` lies on spaces and cannot be paid", entry.key);
                let diag = Diagnostic::error(codes::HOLDER, message, entry.key_span, "on spaces");
                self.diags.push(diag.help("take it with `lose`"));
                None
            }
        }
    }

    /// `worth: 5, with: [ { wood: 2 }, { gold: 1, cap: 1 } ]`.
    fn worth(
        &mut self,
        amount: &Node,
        called: Option<&str>,
        with: &[raw::Purse],
        scope: &Scope,
    ) -> Option<Term> {
        let (amount, _) = self.expr_in(amount, scope, Some(&Type::Number))?;
        let mut purses = vec![];
        for purse in with {
            let cap = match purse.cap {
                Some(cap) => Some(self.expr_in(cap, scope, Some(&Type::Number))?.0),
                None => None,
            };
            for entry in &purse.resources {
                let per = self.known_number(&entry.value, scope)?.max(1);
                let which = self.which(entry, scope)?;
                let counters = match &which {
                    Some(which) => self.payable(entry, which, None)?,
                    None => vec![self.counter_named(&entry.key, entry.key_span)?],
                };
                for counter in counters {
                    let holder = self.purse_holder(counter, None, entry)?;
                    let cap = match (purse.per, cap) {
                        (Some(period), Some(cap)) => Some(self.cap_in_period(
                            entry,
                            (counter, per),
                            (cap, period),
                            called,
                        )?),
                        _ => cap,
                    };
                    let cap = match &which {
                        Some(which) => Some(self.cap_if(which, counter, cap)),
                        None => cap,
                    };
                    purses.push(Purse { counter, holder, per, cap, short: false });
                }
            }
        }
        Some(Term { amount, name: called.unwrap_or_default().to_owned(), purses })
    }

    /// What is left of a cap in a period, `cap: { worth: 1, per: turn }`. The amount paid is
    /// counted in a hidden resource that the period resets.
    fn cap_in_period(
        &mut self,
        entry: &Entry,
        (counter, per): (CounterId, i32),
        (cap, period): (ExprId, &Node),
        called: Option<&str>,
    ) -> Option<ExprId> {
        let text = self.plain_text(period, "`per`")?.to_owned();
        let resets = self.period_ref(&Name { span: period.span, text: text.clone() })?;
        let span = entry.key_span;
        let Some(payer) = self.paying.as_ref().map(|paying| paying.payer) else {
            let message = "a cap per period is only possible in a step `pay`";
            let diag = Diagnostic::error(codes::FORM, message, period.span, "not counted here");
            self.diags.push(diag.help("write the cost under `pay`, or the cap as a number"));
            return None;
        };
        // Payments with the same name share the amount they have used.
        let price = called.map_or_else(|| self.def.costs.len().to_string(), str::to_owned);
        let resource = &self.def.counters.get(counter.index())?.named.id;
        let id = format!("paid/{price}/{resource}/{text}");
        let used = match self.names.counters.get(&id) {
            Some(used) => *used,
            None => {
                let new = NewCounter {
                    named: named(&id, None, None),
                    scope: Per::Seat,
                    bounds: (0, COUNTER_MAX),
                    start: 0,
                    resets: Some(resets),
                    visible: Visible::All,
                };
                self.add_counter(new, span)?
            }
        };
        let tallies = self.paying.as_mut().map(|paying| &mut paying.tallies);
        tallies?.push(Tally { used, counter, per, span });
        let so_far = self.counter(used, payer);
        let left = self.binary(Binary::Sub, cap, so_far);
        Some(self.with_number(Binary::Max, left, 0))
    }
}

//! Costs: bundles of terms, and what else pays them.

use boardwright_rules::def::ask::{Bundle, CostDef, Holder, Purse, Term};
use boardwright_rules::def::expr::{Binary, Expr, Set, SetId};
use boardwright_rules::def::part::Scope as Per;
use boardwright_rules::id::{CostId, CounterId, KindId};

use super::names::{Type, normal};
use super::scope::Scope;
use crate::diag::codes::{step as codes, step_names};
use crate::diag::{Diagnostic, looks_left};
use crate::lower::Lower;
use crate::raw::step as raw;
use crate::yaml::{Entry, Node};

impl Lower<'_> {
    /// A cost as it stands in an attribute or a toll.
    pub(crate) fn cost(&mut self, node: &Node, scope: &Scope) -> Option<CostId> {
        let cost = self.reader().cost(node)?;
        self.cost_of(&cost, scope)
    }

    /// The id of a cost.
    pub(crate) fn cost_of(&mut self, cost: &raw::Cost, scope: &Scope) -> Option<CostId> {
        let bundles = cost.bundles.iter().map(|bundle| self.bundle(bundle, scope));
        // All are looked at, so that everything wrong is reported.
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
            raw::Term::Worth { amount, with } => self.worth(amount, with, scope),
        });
        let terms: Vec<Option<Term>> = terms.collect();
        Some(Bundle { when: when?, terms: terms.into_iter().collect::<Option<_>>()? })
    }

    /// `wood: 2`, `goods: 2` for any resource with that tag, `wood: { amount: 2, from: pieces }`.
    fn term(
        &mut self,
        entry: &Entry,
        amount: &Node,
        from: Option<&Node>,
        scope: &Scope,
    ) -> Option<Term> {
        self.has_colon(entry)?;
        let counters = self.payers(entry)?;
        let amount = self.expr_in(amount, scope, Some(&Type::Number)).map(|(id, _)| id);
        let pieces = match from {
            Some(from) => Some(Holder::Pieces(self.set_in(from, scope)?.0)),
            None => None,
        };
        let mut purses: Vec<Purse> = vec![];
        for (counter, per, short) in counters {
            if purses.iter().any(|purse| purse.counter == counter) {
                continue;
            }
            let own = self.names.counters.get(&entry.key) == Some(&counter);
            let holder = match (self.def.counters.get(counter.index())?.scope, pieces) {
                // What pays in its place lies on pieces: those of the payer.
                (Per::Piece(kind), None) if !own => {
                    Holder::Pieces(self.pieces_of_mine(kind, scope))
                }
                _ => self.purse_holder(counter, pieces, entry)?,
            };
            purses.push(Purse { counter, holder, per, cap: None, short });
        }
        let named = self.names.counters.get(&entry.key).is_some();
        let name = if named { String::new() } else { entry.key.clone() };
        Some(Term { amount: amount?, name, purses })
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

    /// What pays a resource or tag, the usual one first: (counter, per, only when short).
    fn payers(&mut self, entry: &Entry) -> Option<Vec<(CounterId, i32, bool)>> {
        let own = match self.names.counters.get(&entry.key) {
            Some(counter) => vec![*counter],
            None => {
                let tag = normal(&entry.key);
                match self.names.tags.iter().find(|(name, _)| normal(name) == tag) {
                    Some((_, counters)) => counters.clone(),
                    None => return self.no_payer(entry),
                }
            }
        };
        let substitutes: Vec<_> =
            own.iter().filter_map(|id| self.names.pays_as.get(id)).flatten().copied().collect();
        Some(own.iter().map(|id| (*id, 1, false)).chain(substitutes).collect())
    }

    fn no_payer<T>(&mut self, entry: &Entry) -> Option<T> {
        let message = format!("unknown resource `{}`", entry.key);
        let label = "neither a resource nor a tag of resources";
        let diag = Diagnostic::error(step_names::RESOURCE, message, entry.key_span, label);
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
    fn worth(&mut self, amount: &Node, with: &[raw::Purse], scope: &Scope) -> Option<Term> {
        let (amount, _) = self.expr_in(amount, scope, Some(&Type::Number))?;
        let mut purses = vec![];
        for purse in with {
            let cap = match purse.cap {
                Some(cap) => Some(self.expr_in(cap, scope, Some(&Type::Number))?.0),
                None => None,
            };
            for entry in &purse.resources {
                let counter = self.counter_named(&entry.key, entry.key_span)?;
                let per = self.known_number(&entry.value, scope)?.max(1);
                let holder = self.purse_holder(counter, None, entry)?;
                purses.push(Purse { counter, holder, per, cap, short: false });
            }
        }
        Some(Term { amount, name: "worth".to_owned(), purses })
    }
}

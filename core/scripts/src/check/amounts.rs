//! Amounts by name, such as `{ wood = 2 }`: the arguments of `can_pay`.

use full_moon::ast::{Expression, Field, TableConstructor};
use full_moon::node::Node;

use super::super::types::{Record, Ty};
use super::Checker;
use super::call::Given;
use super::fit::{self, clash, type_name};
use boardwright_language::script_text::gap;
use boardwright_language::script_text::syntax::word;
use boardwright_syntax::diag::codes::script as codes;
use boardwright_syntax::yaml::{Entry, Kind, Node as Tree};

/// The usage of `can_pay`.
const USAGE: &str = "write `can_pay(thing, \"cost\", seat?)` or `can_pay({ wood = 2 }, seat?)`";

/// Verbs whose resources may all come from one table.
const AMOUNTS: [&str; 3] = ["gain", "lose", "pay"];

impl<'a> Checker<'a> {
    /// `can_pay(tile, "cost")`, `can_pay({ wood = 2 }, seat)`.
    pub(super) fn can_pay(&mut self, given: &[Given<'a>], callee: &dyn Node) -> Ty {
        let types: Vec<Ty> = given.iter().map(|it| self.argument(it)).collect();
        let Some(first) = types.first() else {
            let span = self.tree.span(callee);
            let message = "`can_pay` is not given what is to be paid";
            self.error(codes::VALUE_TYPE, span, message, "nothing to pay", Some(USAGE.into()));
            return Ty::Flag;
        };
        let wanted: &[(&str, Ty)] = match fit::some(first) {
            // An unknown type may be either form.
            Ty::Any | Ty::Generic(_) => return Ty::Flag,
            ty if fit::is_table(ty) => {
                self.amounts(&given[0], ty);
                &[("seat", Ty::Maybe(Ty::Seat.into()))]
            }
            Ty::Piece(_) | Ty::Entry(_) | Ty::Space(_) => {
                &[("cost", Ty::Text), ("seat", Ty::Maybe(Ty::Seat.into()))]
            }
            ty => {
                let message =
                    format!("`can_pay` is given {}, not what is to be paid", type_name(ty));
                let span = self.tree.span(given[0].node());
                self.error(codes::VALUE_TYPE, span, message, type_name(ty), Some(USAGE.into()));
                return Ty::Flag;
            }
        };
        for (at, (name, wanted)) in wanted.iter().enumerate() {
            match (given.get(at + 1), types.get(at + 1)) {
                (Some(value), Some(ty)) if clash(ty, wanted) => {
                    self.wrong(value.node(), ty, wanted, &format!("`{name}` of `can_pay`"));
                }
                (None, _) if !fit::takes_nil(wanted) => {
                    let span = self.tree.span(callee);
                    let message = format!("`can_pay` is not given `{name}`");
                    let label = format!("{} is missing", type_name(wanted));
                    self.error(codes::VALUE_TYPE, span, message, label, Some(USAGE.into()));
                }
                _ => {}
            }
        }
        if let Some(extra) = given.get(wanted.len() + 1) {
            let span = self.tree.span(extra.node());
            let message = "`can_pay` does not take so many arguments";
            self.error(codes::VALUE_TYPE, span, message, "one too many", Some(USAGE.into()));
        }
        Ty::Flag
    }

    /// Amounts that steps take from a table as a whole, such as `{ pay = price }`: the names in it, as
    /// far as they are known.
    pub(super) fn amounts_of_steps(&mut self) {
        let Some((_, names)) = &self.types.names.plain_cost else { return };
        let Some(noted) = self.noted.take() else { return };
        let tables = self.shelf.host.texts().tables.iter();
        for table in tables.filter(|table| table.node.span.file == self.tree.file) {
            for (verb, at) in whole(&table.node) {
                let span = table.gaps.get(at).map(|gap| gap.span);
                let Some((span, Ty::Record(found))) =
                    span.and_then(|it| Some((it, noted.get(&it)?)))
                else {
                    continue;
                };
                let there = found.fields.iter().filter(|(_, ty)| **ty != Ty::Nil);
                for (name, _) in there.filter(|(name, _)| !names.contains(name)) {
                    let what = format!("there is no resource to {verb} called");
                    let known = names.iter().map(String::as_str);
                    self.unknown(codes::UNKNOWN_ID, span, (&what, name), known, "has this amount");
                }
            }
        }
    }

    /// Checks amounts of resources, as far as their names are known.
    fn amounts(&mut self, given: &Given<'a>, ty: &Ty) {
        let Some((_, names)) = &self.types.names.plain_cost else { return };
        let table = match given {
            Given::Table(table) => Some(*table),
            Given::Value(Expression::TableConstructor(table)) => Some(&**table),
            _ => None,
        };
        match (table, ty) {
            (Some(table), Ty::Record(found)) => self.amounts_written(table, found, names),
            (None, Ty::Record(found)) => {
                let span = self.tree.span(given.node());
                for name in found.fields.keys().filter(|name| !names.contains(name)) {
                    let known = names.iter().map(String::as_str);
                    let what = ("there is no resource that pays called", name.as_str());
                    self.unknown(codes::UNKNOWN_ID, span, what, known, "has this amount");
                }
            }
            _ => {}
        }
    }

    fn amounts_written(
        &mut self,
        table: &'a TableConstructor,
        found: &Record,
        names: &'a [String],
    ) {
        for field in table.fields() {
            let Field::NameKey { key, value, .. } = field else { continue };
            if !names.iter().any(|name| name == word(key)) {
                let span = self.tree.span(key);
                let what = ("there is no resource that pays called", word(key));
                let known = names.iter().map(String::as_str);
                self.unknown(
                    codes::UNKNOWN_ID,
                    span,
                    what,
                    known,
                    "not a resource of seats or of the table",
                );
                continue;
            }
            if let Some(ty) = found.fields.get(word(key)).filter(|ty| clash(ty, &Ty::Number)) {
                self.wrong(&**value, ty, &Ty::Number, &format!("`{}`", word(key)));
            }
        }
    }
}

/// The gaps that stand for all amounts of a step, with its verb.
fn whole(node: &Tree) -> Vec<(&str, usize)> {
    match &node.kind {
        Kind::Seq(items) => items.iter().flat_map(whole).collect(),
        Kind::Map(map) => {
            let of = |entry: &'_ Entry| {
                let at = entry.value.as_text().and_then(gap)?;
                Some((*AMOUNTS.iter().find(|verb| **verb == entry.key)?, at))
            };
            let inner = map.entries.iter().flat_map(|entry| whole(&entry.value));
            map.entries.iter().filter_map(of).chain(inner).collect()
        }
        _ => vec![],
    }
}

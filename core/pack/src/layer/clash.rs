//! Two packs that change one thing to different results, neither knowing of the other. Whichever
//! came last would win, so it is an error instead.

use std::collections::{BTreeMap, BTreeSet};

use super::merge::Tree;
use super::path::{Path, find};
use super::provenance::{Operator, Record};
use super::value::same_option;
use crate::diag::Diagnostic;

pub(super) fn check(tree: &Tree, diags: &mut Vec<Diagnostic>) {
    let mut at: BTreeMap<&[String], Vec<&Record>> = BTreeMap::new();
    let mut told = BTreeSet::new();
    let records = tree.provenance.records();
    for record in records.iter().filter(|record| touch(record.operator).is_some()) {
        at.entry(&record.path.0).or_default().push(record);
    }
    for inner in records.iter().filter(|record| touch(record.operator).is_some()) {
        for n_parts in 1..=inner.path.0.len() {
            let above = inner.path.0.get(..n_parts).unwrap_or_default();
            for outer in at.get(above).into_iter().flatten() {
                let pair = (outer.pack.min(inner.pack), outer.pack.max(inner.pack));
                let matter = (pair, &outer.path);
                if !tree.strangers(outer.pack, inner.pack)
                    || told.contains(&matter)
                    || !clashes(outer, inner)
                {
                    continue;
                }
                told.insert(matter);
                if tree.is_settled(&outer.path, pair) {
                    continue;
                }
                diags.push(clash(tree, outer, inner));
            }
        }
    }
}

/// How much of a path an operator decides.
#[derive(Clone, Copy, PartialEq)]
enum Touch {
    /// All of it.
    Whole,
    /// A number, by some amount.
    Number,
    /// Which items a list has, others staying.
    Items,
}

fn touch(operator: Operator) -> Option<Touch> {
    match operator {
        Operator::Set | Operator::Replace | Operator::Unset | Operator::Remove => {
            Some(Touch::Whole)
        }
        Operator::Add | Operator::Scale => Some(Touch::Number),
        Operator::Append | Operator::Insert => Some(Touch::Items),
        Operator::Define | Operator::Like => None,
    }
}

/// Whether two changes cannot both stand; `inner` is at the path of `outer` or below.
fn clashes(outer: &Record, inner: &Record) -> bool {
    let rest = inner.path.below(&outer.path).unwrap_or_default();
    match (touch(outer.operator), touch(inner.operator)) {
        (Some(Touch::Whole), Some(Touch::Whole)) => {
            let outer_says = outer.after.as_ref().and_then(|node| find(node, rest));
            !same_option(outer_says, inner.after.as_ref())
        }
        (Some(Touch::Number), Some(Touch::Number)) => outer.operator != inner.operator,
        (Some(Touch::Whole), Some(_)) => true,
        (Some(Touch::Items), Some(Touch::Items)) => false,
        (Some(_), Some(_)) => rest.is_empty(),
        _ => false,
    }
}

impl Tree {
    /// Whether neither pack builds on the other.
    pub(super) fn strangers(&self, a: usize, b: usize) -> bool {
        let on = |a: usize, b: usize| self.depends.get(a).is_some_and(|all| all.contains(&b));
        a != b && !on(a, b) && !on(b, a)
    }

    /// Whether a third pack that builds on both has decided the matter.
    fn is_settled(&self, path: &Path, (a, b): (usize, usize)) -> bool {
        let knows = |pack: usize| {
            self.depends.get(pack).is_some_and(|all| all.contains(&a) && all.contains(&b))
        };
        self.provenance.records().iter().any(|record| {
            touch(record.operator) == Some(Touch::Whole)
                && knows(record.pack)
                && path.is_in(&record.path)
        })
    }
}

fn clash(tree: &Tree, outer: &Record, inner: &Record) -> Diagnostic {
    let id = |record: &Record| tree.packs.get(record.pack).map_or("", |pack| pack.id.as_str());
    let (first, second) = match outer.pack < inner.pack {
        true => (outer, inner),
        false => (inner, outer),
    };
    let (a, b) = (id(first), id(second));
    let message = format!("packs `{a}` and `{b}` disagree about `{}`", outer.path);
    let told = |record: &Record| {
        let subject = match record.path == outer.path {
            true => String::new(),
            false => format!("`{}` ", record.path),
        };
        format!("{subject}{} by `{}`", record.words, id(record))
    };
    Diagnostic::error("L049", message, second.span, told(second))
        .and(first.span, told(first))
        .note("neither pack extends the other, so neither of them goes before")
        .help(format!(
            "use one of them, let one extend the other, or add a pack that extends both and \
             sets `{}`",
            outer.path
        ))
}

//! Reports two unrelated packs that change the same value to different results. Whichever came last
//! would win, so this is an error instead.

use std::collections::{BTreeMap, BTreeSet};

use super::merge::Tree;
use super::path::{Path, find};
use super::provenance::{Operator, Record};
use super::value::same_option;
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::diag::codes::layer as codes;

pub(super) fn check(tree: &Tree, diags: &mut Vec<Diagnostic>) {
    // Packs are layered one after the other, so all changes of one pack to a path are adjacent.
    let mut at: BTreeMap<&[String], Vec<Vec<&Record>>> = BTreeMap::new();
    let mut told = BTreeSet::new();
    let records = tree.provenance.records();
    let mut inners = vec![];
    for record in records.iter().filter(|record| touch(record.operator).is_some()) {
        let by_pack = at.entry(&record.path.0).or_default();
        let last =
            by_pack.last_mut().filter(|all| all.first().is_some_and(|it| it.pack == record.pack));
        match last {
            Some(all) => {
                // A repeated change conflicts with nothing that the first one does not conflict
                // with.
                if all.last().is_some_and(|before| is_repeated(before, record)) {
                    continue;
                }
                all.push(record);
            }
            None => by_pack.push(vec![record]),
        }
        inners.push(record);
    }
    for inner in inners {
        for n_parts in 1..=inner.path.0.len() {
            let above = inner.path.0.get(..n_parts).unwrap_or_default();
            for by_pack in at.get(above).into_iter().flatten() {
                let Some(pack) = by_pack.first().map(|record| record.pack) else { continue };
                let pair = (pack.min(inner.pack), pack.max(inner.pack));
                if !tree.strangers(pack, inner.pack) || told.contains(&(pair, above)) {
                    continue;
                }
                let Some(outer) = by_pack.iter().find(|outer| clashes(outer, inner)) else {
                    continue;
                };
                told.insert((pair, above));
                if !is_settled(tree, &at, &outer.path, pair) {
                    diags.push(clash(tree, outer, inner));
                }
            }
        }
    }
}

/// Whether a change repeats the previous change of the same pack to the same path.
fn is_repeated(before: &Record, record: &Record) -> bool {
    match (touch(before.operator), touch(record.operator)) {
        (Some(Touch::Whole), Some(Touch::Whole)) => {
            same_option(before.after.as_ref(), record.after.as_ref())
        }
        (Some(Touch::Number), Some(Touch::Number)) => before.operator == record.operator,
        (before, record) => before == record,
    }
}

/// Whether a third pack that builds on both has settled the conflict.
fn is_settled(
    tree: &Tree,
    at: &BTreeMap<&[String], Vec<Vec<&Record>>>,
    path: &Path,
    (a, b): (usize, usize),
) -> bool {
    let knows = |pack: usize| {
        tree.depends.get(pack).is_some_and(|all| all.contains(&a) && all.contains(&b))
    };
    (1..=path.0.len()).any(|n_parts| {
        let above = path.0.get(..n_parts).unwrap_or_default();
        let mut records = at.get(above).into_iter().flatten().flatten();
        records.any(|it| touch(it.operator) == Some(Touch::Whole) && knows(it.pack))
    })
}

/// The extent of an operator's change.
#[derive(Clone, Copy, PartialEq)]
enum Touch {
    /// The whole value.
    Whole,
    /// A number, relative to its old value.
    Number,
    /// The items of a list; the others stay.
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

/// Whether two changes conflict; `inner` is at the path of `outer` or below.
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
    Diagnostic::error(codes::CLASH, message, second.span, told(second))
        .and(first.span, told(first))
        .note("neither pack extends the other, so neither takes precedence")
        .help(format!(
            "use one of them, let one extend the other, or add a pack that extends both and \
             sets `{}`",
            outer.path
        ))
}

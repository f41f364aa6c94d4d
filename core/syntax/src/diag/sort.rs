//! Sorts diagnostics in source order and counts them.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::{Diagnostic, Level};
use crate::source::Sources;

/// The diagnostics by file and place, those without a place last, without exact duplicates.
pub fn ordered<'d>(diags: &'d [Diagnostic], sources: &Sources) -> Vec<&'d Diagnostic> {
    let mut sorted: Vec<&Diagnostic> = diags.iter().collect();
    sorted.sort_by_cached_key(|diag| {
        let place = diag.primary.as_ref().map(|label| {
            let path = sources.file(label.span.file).path.clone();
            (path, label.span)
        });
        (place.is_none(), place, diag.level, diag.code, diag.message.clone())
    });
    let mut seen: HashSet<&Diagnostic> = HashSet::with_capacity(sorted.len());
    sorted.retain(|diag| seen.insert(*diag));
    sorted
}

/// A summary of the diagnostics that are not shown: "and 19,900 more: 19,900 S001".
pub(super) fn and_more(rest: &[&Diagnostic]) -> Option<String> {
    let mut by_code: BTreeMap<&str, usize> = BTreeMap::new();
    for diag in rest {
        *by_code.entry(diag.code).or_default() += 1;
    }
    let mut counts: Vec<(&str, usize)> = by_code.into_iter().collect();
    counts.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
    let counts: Vec<String> =
        counts.iter().map(|(code, n)| format!("{} {code}", grouped(*n))).collect();
    let more = grouped(rest.len());
    (!counts.is_empty()).then(|| format!("and {more} more: {}", counts.join(", ")))
}

/// A number with thousands separators.
fn grouped(n: usize) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// One line for the end of a report: "2 errors, 1 warning in 3 files".
pub fn summary(diags: &[Diagnostic], sources: &Sources) -> String {
    summary_of(&ordered(diags, sources))
}

pub(super) fn summary_of(diags: &[&Diagnostic]) -> String {
    let parts: Vec<String> = [Level::Error, Level::Warning, Level::Note]
        .into_iter()
        .map(|level| (count(diags, level), level.word()))
        .filter(|(n, _)| *n > 0)
        .map(|(n, word)| plural(n, word))
        .collect();
    if parts.is_empty() {
        return "no problems".to_owned();
    }
    let places = diags.iter().filter_map(|diag| diag.primary.as_ref());
    let files: BTreeSet<_> = places.map(|label| label.span.file).collect();
    let found = parts.join(", ");
    if files.is_empty() { found } else { format!("{found} in {}", plural(files.len(), "file")) }
}

pub(super) fn count(diags: &[&Diagnostic], level: Level) -> usize {
    diags.iter().filter(|diag| diag.level == level).count()
}

fn plural(n: usize, word: &str) -> String {
    let ending = if n == 1 { "" } else { "s" };
    format!("{n} {word}{ending}")
}

//! Puts reports in the order of the text and counts them.

use std::collections::BTreeSet;

use super::{Diagnostic, Level};
use crate::source::Sources;

/// The reports by file and place, those without a place last; exact duplicates only once.
pub fn ordered<'d>(diags: &'d [Diagnostic], sources: &Sources) -> Vec<&'d Diagnostic> {
    let mut sorted: Vec<&Diagnostic> = diags.iter().collect();
    sorted.sort_by_cached_key(|diag| {
        let place = diag.primary.as_ref().map(|label| {
            let path = sources.file(label.span.file).path.clone();
            (path, label.span)
        });
        (place.is_none(), place, diag.level, diag.code, diag.message.clone())
    });
    // Equal reports need not be neighbours if their notes differ from those between them.
    let mut unique: Vec<&Diagnostic> = Vec::with_capacity(sorted.len());
    for diag in sorted {
        let same = |earlier: &&&Diagnostic| {
            earlier.message == diag.message && earlier.primary == diag.primary
        };
        if !unique.iter().rev().take_while(same).any(|earlier| *earlier == diag) {
            unique.push(diag);
        }
    }
    unique
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

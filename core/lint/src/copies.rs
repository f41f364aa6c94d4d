//! Reports entries without copies for any number of players.

use boardwright_language::raw::by_table::is_table;
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::diag::codes::game as code;
use boardwright_syntax::yaml::{Entry, Kind, Node};

/// Sections whose entries have no copies.
const OTHERS: &[&str] = &["resources", "tracks", "kinds", "zones", "spaces", "values", "sets"];

pub(super) fn check(root: &Node, diags: &mut Vec<Diagnostic>) {
    let Some(map) = root.as_map() else { return };
    let sections = map.entries.iter().filter(|section| !OTHERS.contains(&section.key.as_str()));
    let entries = sections.filter_map(|section| section.value.as_map());
    for entry in entries.flat_map(|map| &map.entries) {
        let count = entry.value.as_map().and_then(|map| map.entry("count"));
        if let Some(count) = count.filter(|count| is_none(&count.value)) {
            diags.push(report(entry, count));
        }
    }
}

/// Whether it is 0 for every number of players.
fn is_none(count: &Node) -> bool {
    match &count.kind {
        Kind::Int(number) => *number == 0,
        Kind::Map(map) => is_table(map) && map.entries.iter().all(|entry| is_none(&entry.value)),
        _ => false,
    }
}

fn report(entry: &Entry, count: &Entry) -> Diagnostic {
    let message = format!("`{}` has no copies for any number of players", entry.key);
    Diagnostic::warning(code::NO_COPIES, message, entry.key_span, "never comes into play")
        .and(count.value.span, "no copies")
        .help("remove the entry, or give it a `count` above 0")
}

//! Short notes on the rules of resources, tracks and zones, in addition to their texts.

use boardwright_compile::words::Words;
use boardwright_language::raw::by_table::is_table;
use boardwright_packs::layer::value::{render, scalar_text};
use boardwright_syntax::yaml::{Entry, Kind, Node};

/// The use and bounds of a resource.
pub(super) fn resource_notes(words: &Words, entry: &Entry) -> Vec<String> {
    let mut notes = vec![];
    if is_true(entry, "score") {
        notes.push("the score".to_owned());
    }
    for (key, bound) in [("max", "at most"), ("min", "at least")] {
        notes.extend(get(entry, key).map(|node| format!("{bound} {}", words.expr(node))));
    }
    if let Some(zone) = get(entry, "resets").and_then(|node| node.as_map()?.get("leaves")) {
        let zone = plain(zone);
        let zone = words.name_in("zones", &zone).unwrap_or(zone);
        notes.push(format!("starts again when its piece leaves {zone}"));
    } else if let Some(period) = word(entry, "resets") {
        notes.push(format!("starts again each {period}"));
    }
    notes.extend(hidden(entry).map(str::to_owned));
    let others = inside(entry, "pays_as");
    if get(entry, "pays_as").and_then(Node::as_map).is_some_and(is_table) {
        for variant in others {
            let inside = variant.value.as_map().map_or(&[][..], |map| &map.entries);
            let said: Vec<String> = inside.iter().map(|it| pays(words, it)).collect();
            if !said.is_empty() {
                notes.push(format!("with `{}`: {}", variant.key, said.join("; ")));
            }
        }
    } else {
        notes.extend(others.iter().map(|it| pays(words, it)));
    }
    notes
}

/// The resources it can pay for.
fn pays(words: &Words, pays: &Entry) -> String {
    let (per, short) = match pays.value.as_map() {
        Some(map) => (map.get("rate").map_or("1".into(), plain), map.get("when")),
        None => (plain(&pays.value), None),
    };
    let short = short.and_then(Node::as_text) == Some("short");
    let short = if short { " that is lacking" } else { "" };
    format!("{per} can pay for 1 {}{short}", words.thing(&pays.key))
}

/// The values and bonuses of track positions, one line each.
pub(super) fn track_notes(words: &Words, entry: &Entry) -> Vec<String> {
    let mut notes = vec![];
    for named in inside(entry, "thresholds") {
        notes.push(format!("*{}* is position {}", named.key, plain(&named.value)));
    }
    for bonus in inside(entry, "bonuses") {
        notes.push(format!("at {}: {}", bonus.key, words.steps(&bonus.value)));
    }
    notes
}

/// The capacity of a zone, whether abilities work there, and who sees it.
pub(super) fn zone_notes(words: &Words, entry: &Entry) -> Vec<String> {
    let mut notes = vec![];
    for (key, bound) in [("slots", "slots"), ("capacity", "pieces at most")] {
        notes.extend(get(entry, key).map(|node| format!("{} {bound}", words.expr(node))));
    }
    if is_true(entry, "active") {
        notes.push("abilities work here".to_owned());
    }
    notes.push(hidden(entry).unwrap_or("open").to_owned());
    notes
}

/// Whether an entry is bookkeeping.
pub(super) fn is_internal(entry: &Entry) -> bool {
    is_true(entry, "internal")
}

pub(super) fn is_true(entry: &Entry, key: &str) -> bool {
    get(entry, key).is_some_and(|node| node.kind == Kind::Bool(true))
}

pub(super) fn get<'e>(entry: &'e Entry, key: &str) -> Option<&'e Node> {
    entry.value.as_map()?.get(key)
}

pub(super) fn inside<'e>(entry: &'e Entry, key: &str) -> &'e [Entry] {
    get(entry, key).and_then(Node::as_map).map_or(&[], |map| &map.entries)
}

/// A value as shown to players.
pub(super) fn plain(node: &Node) -> String {
    match &node.kind {
        Kind::Bool(true) => "yes".to_owned(),
        Kind::Bool(false) => "no".to_owned(),
        Kind::Seq(_) => list(node),
        _ => scalar_text(node).unwrap_or_else(|| render(node)),
    }
}

pub(super) fn list(node: &Node) -> String {
    match node.as_seq() {
        Some(items) => items.iter().map(plain).collect::<Vec<_>>().join(", "),
        None => render(node),
    }
}

/// A keyword under a key. It is not an expression: `owner` does not mean anybody's owner.
pub(super) fn word(entry: &Entry, key: &str) -> Option<String> {
    get(entry, key).map(plain)
}

/// Who sees a zone or resource, if not everybody does.
fn hidden(entry: &Entry) -> Option<&'static str> {
    match word(entry, "visible")?.as_str() {
        "owner" => Some("hidden: only its owner sees it"),
        "none" => Some("hidden: nobody sees it"),
        _ => None,
    }
}

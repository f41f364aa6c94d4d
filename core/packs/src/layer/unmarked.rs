//! Finds entries that do not state how certain they are: neither they nor the entry they belong to
//! have a `source` mark.

use super::path::Path;
use boardwright_syntax::source::Span;
use boardwright_syntax::yaml::{Kind, Map, Node};

/// Sections that are lists of steps; each step may have a mark.
const STEPS: [&str; 3] = ["setup", "play", "scoring"];
/// Sections whose values cannot be uncertain.
const PASSED_OVER: [&str; 6] = ["periods", "windows", "ranking", "table", "hints", "balance"];

/// An entry without a mark.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unmarked {
    /// Its path: `tiles.mill`.
    pub path: String,
    /// Its place.
    pub span: Span,
}

/// All entries of a tree without a mark, in source order. A part of an entry (a face, a space of a
/// group) has the mark of the entry unless it has its own.
pub fn unmarked(root: &Node) -> Vec<Unmarked> {
    let mut found = vec![];
    let Some(sections) = root.as_map() else { return found };
    for section in &sections.entries {
        let path = Path(vec![section.key.clone()]);
        let key = section.key.as_str();
        match &section.value.kind {
            _ if PASSED_OVER.contains(&key) => {}
            Kind::Seq(steps) if STEPS.contains(&key) => {
                let bare = steps.iter().filter(|step| !is_marked(step));
                let told = |step: &Node| Unmarked { path: path.to_string(), span: step.span };
                found.extend(bare.map(told));
            }
            Kind::Map(_) if key == "automa" => {
                thing(&section.value, section.key_span, path, &mut found)
            }
            Kind::Map(map) => {
                for entry in &map.entries {
                    thing(&entry.value, entry.key_span, path.join(&entry.key), &mut found);
                }
            }
            _ => {}
        }
    }
    found
}

fn thing(node: &Node, span: Span, path: Path, found: &mut Vec<Unmarked>) {
    if is_marked(node) {
        return;
    }
    // If all parts are marked, the entry needs no mark.
    let parts = node.as_map().map_or_else(Vec::new, parts);
    if parts.is_empty() || !parts.iter().all(|part| is_marked(part)) {
        found.push(Unmarked { path: path.to_string(), span });
    }
}

/// Spaces of a list.
fn parts(map: &Map) -> Vec<&Node> {
    match map.get("list").map(|list| &list.kind) {
        Some(Kind::Map(list)) => list.entries.iter().map(|entry| &entry.value).collect(),
        Some(Kind::Seq(items)) => items.iter().collect(),
        _ => vec![],
    }
}

fn is_marked(node: &Node) -> bool {
    let source = node.as_map().and_then(|map| map.get("source")?.as_map());
    source.is_some_and(|source| source.get("conf").is_some())
}

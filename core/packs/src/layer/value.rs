//! Values without their places: comparing, counting, printing in one line.

use boardwright_syntax::yaml::{Entry, Kind, Map, Node};

/// Longest value shown in a message, in characters.
pub(crate) const VALUE_TEXT_MAX: usize = 60;

/// Whether two nodes hold the same value. The order of keys does not matter.
pub fn same(a: &Node, b: &Node) -> bool {
    match (&a.kind, &b.kind) {
        (Kind::Seq(a), Kind::Seq(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (Kind::Map(a), Kind::Map(b)) => {
            let equal = |a: &&Entry, b: &&Entry| a.key == b.key && same(&a.value, &b.value);
            let (a, b) = (sorted(a), sorted(b));
            a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| equal(a, b))
        }
        (a, b) => a == b,
    }
}

fn sorted(map: &Map) -> Vec<&Entry> {
    let mut entries: Vec<&Entry> = map.entries.iter().collect();
    entries.sort_by(|a, b| a.key.cmp(&b.key));
    entries
}

/// Whether both are absent or hold the same value.
pub(crate) fn same_option(a: Option<&Node>, b: Option<&Node>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => same(a, b),
        (None, None) => true,
        _ => false,
    }
}

/// The number of nodes in a tree.
pub(crate) fn count(node: &Node) -> usize {
    1 + match &node.kind {
        Kind::Seq(items) => items.iter().map(count).sum(),
        Kind::Map(map) => map.entries.iter().map(|entry| count(&entry.value)).sum(),
        _ => 0,
    }
}

/// A scalar as an author would write it; `None` for lists, mappings and null.
pub fn scalar_text(node: &Node) -> Option<String> {
    match &node.kind {
        Kind::Bool(value) => Some(value.to_string()),
        Kind::Int(value) => Some(value.to_string()),
        Kind::Real(value) | Kind::Text(value) => Some(value.clone()),
        Kind::Null | Kind::Seq(_) | Kind::Map(_) => None,
    }
}

/// The value in one line, cut at [`VALUE_TEXT_MAX`].
pub fn render(node: &Node) -> String {
    let mut out = String::new();
    write(node, &mut out);
    match out.char_indices().nth(VALUE_TEXT_MAX) {
        Some((at, _)) => format!("{}...", out.get(..at).unwrap_or_default()),
        None => out,
    }
}

fn write(node: &Node, out: &mut String) {
    // The rest is cut off anyway.
    if out.len() > 4 * VALUE_TEXT_MAX {
        return;
    }
    match &node.kind {
        Kind::Null => out.push_str("nothing"),
        Kind::Bool(value) => out.push_str(&value.to_string()),
        Kind::Int(value) => out.push_str(&value.to_string()),
        Kind::Real(value) => out.push_str(value),
        Kind::Text(value) => {
            out.push('"');
            out.extend(value.chars().take(VALUE_TEXT_MAX + 1).map(|c| match c {
                '\n' => ' ',
                c => c,
            }));
            out.push('"');
        }
        Kind::Seq(items) => {
            out.push('[');
            for (idx, item) in items.iter().take(VALUE_TEXT_MAX).enumerate() {
                out.push_str(if idx == 0 { "" } else { ", " });
                write(item, out);
            }
            out.push(']');
        }
        Kind::Map(map) if map.entries.is_empty() => out.push_str("{}"),
        Kind::Map(map) => {
            out.push_str("{ ");
            for (idx, entry) in map.entries.iter().take(VALUE_TEXT_MAX).enumerate() {
                out.push_str(if idx == 0 { "" } else { ", " });
                out.push_str(&entry.key);
                out.push_str(": ");
                write(&entry.value, out);
            }
            out.push_str(" }");
        }
    }
}

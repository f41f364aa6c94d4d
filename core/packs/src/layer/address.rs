//! Addresses of steps in a list: their `key`, their verb, or their verb with a topic, such as
//! `pick(tile)`. With these, every step of every pack can be patched, even one without a key.

use super::path::{Path, item_idx, item_key};
use boardwright_language::raw::step::{COMMON, VerbShape, verb_named};
use boardwright_syntax::yaml::{Entry, Kind, Map, Node};

/// Keys that hold the topic of a step.
const ABOUT: [&str; 4] = ["from", "of", "what", "row"];

/// The verb of a step and its entry.
fn verb_of(map: &Map) -> Option<(&'static VerbShape, &Entry)> {
    map.entries.iter().find_map(|entry| Some((verb_named(&entry.key)?, entry)))
}

/// The topics of a step: what it binds, what it names.
fn topics(item: &Node) -> Vec<&str> {
    let Some((shape, entry)) = item.as_map().and_then(verb_of) else { return vec![] };
    let binds = item.as_map().and_then(|map| map.get("as")).and_then(Node::as_text);
    let mut topics: Vec<&str> = binds.into_iter().chain(entry.value.as_text()).collect();
    if let Some(map) = entry.value.as_map() {
        topics.extend(ABOUT.iter().filter_map(|key| map.get(key)?.as_text()));
        if shape.others.is_some() {
            topics.extend(map.entries.iter().map(|entry| entry.key.as_str()));
        }
    }
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-.".contains(c);
    topics.retain(|topic| !topic.is_empty() && topic.chars().all(plain));
    topics
}

/// Whether a part of a path addresses an item: `repeat`, `pick(tile)`.
fn is_meant(item: &Node, part: &str) -> bool {
    let Some((shape, _)) = item.as_map().and_then(verb_of) else { return false };
    match part.split_once('(') {
        None => shape.verb == part,
        Some((verb, about)) => {
            let about = about.strip_suffix(')').unwrap_or(about);
            shape.verb == verb && topics(item).contains(&about)
        }
    }
}

/// The positions of the items that a part of a path addresses by their verb.
pub(super) fn meant(items: &[Node], part: &str) -> Vec<usize> {
    let of = |(at, item): (usize, &Node)| is_meant(item, part).then_some(at);
    items.iter().enumerate().filter_map(of).collect()
}

/// The shortest unambiguous address of an item; `None` if there is none.
pub(super) fn address(items: &[Node], idx: usize) -> Option<String> {
    let item = items.get(idx)?;
    if let Some(key) = item_key(item) {
        return Some(key);
    }
    let (shape, _) = item.as_map().and_then(verb_of)?;
    let with = topics(item).into_iter().map(|topic| format!("{}({topic})", shape.verb));
    std::iter::once(shape.verb.to_owned())
        .chain(with)
        .find(|part| item_idx(items, part) == Some(idx))
}

/// The addresses of the steps in a list that have one.
pub(super) fn addresses(items: &[Node]) -> Vec<String> {
    (0..items.len()).filter_map(|idx| address(items, idx)).collect()
}

/// The canonical form of a path. Each step gets its address, and the verb is inserted where a key
/// under it is meant: `do.repeat.up_to` becomes `do.repeat.repeat.up_to`. This shows when two packs
/// write the same place in two ways.
pub(super) fn canonical(root: &Node, path: &Path) -> Path {
    let mut parts: Vec<String> = vec![];
    let mut here = Some(root);
    for (at, part) in path.0.iter().enumerate() {
        let Some(node) = here else {
            parts.push(part.clone());
            continue;
        };
        here = match &node.kind {
            Kind::Map(map) => {
                if map.get(part).is_none()
                    && let Some((shape, entry)) = verb_of(map)
                    && let Some(inside) = entry.value.as_map()
                    && (inside.get(part).is_some()
                        || at + 1 == path.0.len() && belongs_inside(shape, part))
                {
                    parts.push(entry.key.clone());
                    parts.push(part.clone());
                    here = inside.get(part);
                    continue;
                }
                parts.push(part.clone());
                map.get(part)
            }
            Kind::Seq(items) => {
                let idx = item_idx(items, part);
                let address = idx.and_then(|idx| address(items, idx));
                parts.push(address.unwrap_or_else(|| part.clone()));
                idx.and_then(|idx| items.get(idx))
            }
            _ => {
                parts.push(part.clone());
                None
            }
        };
    }
    Path(parts)
}

/// Whether a key that does not exist yet belongs under the verb, not beside it.
fn belongs_inside(shape: &VerbShape, key: &str) -> bool {
    let inside = shape.keys.iter().any(|it| it.key == key);
    inside && !COMMON.iter().chain(shape.beside).any(|it| it.key == key)
}

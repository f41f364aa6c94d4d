//! Finds differences that sentences do not show: rules without words, questions, keys.

use boardwright_packs::layer::value::{render, same};
use boardwright_syntax::yaml::{Kind, Node};

/// The difference between entries with the same sentences.
#[derive(Debug)]
pub(super) enum Silent {
    /// Only parts that authors see: keys of steps, sources of rules.
    Nothing,
    /// Texts for players: questions, labels, messages.
    Words,
    /// A rule: the first difference, as written.
    Rule { what: String, was: Option<String>, now: Option<String> },
}

/// Keys only authors see.
const AUTHORS: [&str; 2] = ["key", "source"];
/// Keys with texts for players. As a verb, `note` writes to the log.
const READERS: [&str; 6] = ["ask", "label", "stop_label", "reason", "show", "note"];

pub(super) fn silent(was: &Node, now: &Node) -> Silent {
    let without = |node: &Node, keys: &[&str]| {
        let mut node = node.clone();
        strip(&mut node, keys);
        node
    };
    let both: Vec<&str> = AUTHORS.iter().chain(&READERS).copied().collect();
    let (was_rule, now_rule) = (without(was, &both), without(now, &both));
    if let Some((path, was, now)) = first(&was_rule, &now_rule) {
        let what = if path.is_empty() { "written".to_owned() } else { path.join(" ") };
        return Silent::Rule { what, was: was.map(render), now: now.map(render) };
    }
    match same(&without(was, &AUTHORS), &without(now, &AUTHORS)) {
        true => Silent::Nothing,
        false => Silent::Words,
    }
}

/// Removes keys everywhere, and steps that are empty afterwards.
fn strip(node: &mut Node, keys: &[&str]) {
    match &mut node.kind {
        Kind::Map(map) => {
            map.entries.retain(|entry| !keys.contains(&entry.key.as_str()));
            map.entries.iter_mut().for_each(|entry| strip(&mut entry.value, keys));
        }
        Kind::Seq(items) => {
            items.iter_mut().for_each(|item| strip(item, keys));
            items.retain(|item| item.as_map().is_none_or(|map| !map.entries.is_empty()));
        }
        _ => {}
    }
}

type Difference<'n> = (Vec<String>, Option<&'n Node>, Option<&'n Node>);

/// The first place where two trees differ, and the values there.
fn first<'n>(was: &'n Node, now: &'n Node) -> Option<Difference<'n>> {
    if same(was, now) {
        return None;
    }
    match (&was.kind, &now.kind) {
        (Kind::Map(a), Kind::Map(b)) => {
            let new = b.entries.iter().filter(|entry| a.get(&entry.key).is_none());
            a.entries.iter().chain(new).find_map(|entry| {
                let key = entry.key.replace(['-', '_'], " ");
                match (a.get(&entry.key), b.get(&entry.key)) {
                    (Some(was), Some(now)) => first(was, now).map(|(mut path, was, now)| {
                        path.insert(0, key);
                        (path, was, now)
                    }),
                    (was, now) => Some((vec![key], was, now)),
                }
            })
        }
        (Kind::Seq(a), Kind::Seq(b)) if a.len() == b.len() => {
            a.iter().zip(b).find_map(|(was, now)| first(was, now))
        }
        _ => Some((vec![], Some(was), Some(now))),
    }
}

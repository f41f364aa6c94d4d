//! Entries and spaces without a `text` get one generated from their rules, so that players can read
//! what everything does, and the text agrees with the rules.

use boardwright_rules::def::Def;
use boardwright_rules::def::part::Named;

use super::names::Names;
use crate::words::{Words, unmarked};
use boardwright_language::raw::prints_steps;
use boardwright_syntax::source::Sources;
use boardwright_syntax::yaml::{Entry, Map, Node};

/// Writes the missing texts. `root` is the tree for this table.
pub(super) fn fill_texts(root: &Node, sources: &Sources, names: &Names, def: &mut Def) {
    let words = Words::new(root).written_in(sources);
    for kind in entries(root.as_map().and_then(|map| map.get("kinds"))) {
        let attributes = get(kind, "attributes");
        let section = get(kind, "section").and_then(Node::as_text).map(str::to_owned);
        let section = section.unwrap_or_else(|| format!("{}s", kind.key));
        for entry in entries(root.as_map().and_then(|map| map.get(&section))) {
            let mut put = |id: &str, entry: &Entry| {
                let Some(id) = names.entries.get(id) else { return };
                let named = def.entries.get_mut(id.index()).map(|entry| &mut entry.named);
                fill(named, entry, attributes, &words);
            };
            put(&entry.key, entry);
            for face in entries(get(entry, "faces")) {
                put(&format!("{}_{}", entry.key, face.key), face);
            }
        }
    }
    for rule in entries(root.as_map().and_then(|map| map.get("rules"))) {
        let several = format!("{}: ", rule.key);
        let all = get(rule, "abilities").and_then(Node::as_seq);
        let all = all.unwrap_or_else(|| std::slice::from_ref(&rule.value));
        let text = sentences(&all.iter().map(|it| words.ability(it)).collect::<Vec<_>>());
        for ability in def.abilities.iter_mut().filter(|ability| ability.entry.is_none()) {
            let named = &mut ability.named;
            let is_it = named.id == rule.key || named.id.starts_with(&several);
            if is_it && named.text.is_empty() {
                named.text.clone_from(&text);
            }
        }
    }
    for group in entries(root.as_map().and_then(|map| map.get("spaces"))) {
        for space in entries(get(group, "list")) {
            let mut spaces = def.spaces.iter_mut().map(|space| &mut space.named);
            let named = spaces.find(|named| named.id == space.key);
            fill(named, space, get(group, "attributes"), &words);
        }
    }
}

fn fill(named: Option<&mut Named>, entry: &Entry, attributes: Option<&Node>, words: &Words) {
    let (Some(named), Some(map)) = (named, entry.value.as_map()) else { return };
    if named.text.is_empty() {
        named.text = rules(map, attributes.and_then(Node::as_map), words);
    }
}

/// The printed steps and the abilities in words, one sentence each.
fn rules(map: &Map, attributes: Option<&Map>, words: &Words) -> String {
    let printed = map.entries.iter().filter_map(|entry| {
        let holds = attributes?.get(&entry.key).filter(|holds| prints_steps(holds))?;
        let steps = entry.value.as_seq().filter(|steps| !steps.is_empty());
        Some((entry, words.printed(holds, steps.map(|_| &entry.value)?)?))
    });
    let printed: Vec<(&Entry, String)> = printed.collect();
    let only = printed.len() == 1;
    let printed = printed.into_iter().map(|(entry, steps)| match only {
        true => steps,
        false => format!("{}: {steps}", entry.key.replace('_', " ")),
    });
    let mut clauses: Vec<String> = printed.collect();
    let one = map.get("ability").map(std::slice::from_ref);
    let many = map.get("abilities").and_then(Node::as_seq);
    clauses.extend(one.into_iter().chain(many).flatten().map(|ability| words.ability(ability)));
    sentences(&clauses)
}

fn sentences(clauses: &[String]) -> String {
    // It is read at the table, where nobody expects marks.
    let sentences = clauses.iter().map(|clause| format!("{}.", capital(&unmarked(clause))));
    sentences.collect::<Vec<_>>().join(" ")
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

fn entries(node: Option<&Node>) -> &[Entry] {
    node.and_then(Node::as_map).map_or(&[], |map| &map.entries)
}

fn get<'e>(entry: &'e Entry, key: &str) -> Option<&'e Node> {
    entry.value.as_map()?.get(key)
}

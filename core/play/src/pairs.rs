//! Which packs may meet at one table, and what goes wrong only in combination.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use boardwright_packs::layer;
use boardwright_packs::library::Library;
use boardwright_packs::manifest::Manifest;
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::source::Span;
use boardwright_syntax::yaml::{self, Kind, Node};

/// All pairs that extend the same game without conflict, where neither extends the other. If one
/// extends the other, they are together anyway.
pub fn pairs(manifests: &BTreeMap<String, Manifest>) -> Vec<[String; 2]> {
    let below: BTreeMap<&str, BTreeSet<&str>> =
        manifests.keys().map(|id| (id.as_str(), all_below(manifests, id))).collect();
    let mut found = vec![];
    for (one, one_below) in &below {
        for (other, other_below) in below.range(*one..).skip(1) {
            let related = one_below.contains(other) || other_below.contains(one);
            let same_game = games(manifests, one_below) == games(manifests, other_below);
            let on_a_game = !one_below.is_empty() && !other_below.is_empty();
            let (ones, others) = (with(one, one_below), with(other, other_below));
            let quarrel =
                ones.iter().any(|one| others.iter().any(|other| conflict(manifests, one, other)));
            if on_a_game && same_game && !related && !quarrel {
                found.push([one.to_string(), other.to_string()]);
            }
        }
    }
    found
}

fn with<'m>(id: &'m str, below: &BTreeSet<&'m str>) -> Vec<&'m str> {
    below.iter().copied().chain([id]).collect()
}

/// All packs that a pack builds on.
fn all_below<'m>(manifests: &'m BTreeMap<String, Manifest>, id: &str) -> BTreeSet<&'m str> {
    let mut found = BTreeSet::new();
    let mut waiting = vec![id];
    while let Some(id) = waiting.pop() {
        for extends in manifests.get(id).into_iter().flat_map(|manifest| &manifest.extends) {
            if found.insert(extends.id.as_str()) {
                waiting.push(&extends.id);
            }
        }
    }
    found
}

/// The packs among these that extend nothing.
fn games<'m>(manifests: &BTreeMap<String, Manifest>, ids: &BTreeSet<&'m str>) -> BTreeSet<&'m str> {
    let is_game = |id: &&&str| manifests.get(**id).is_some_and(|it| it.extends.is_empty());
    ids.iter().filter(is_game).copied().collect()
}

fn conflict(manifests: &BTreeMap<String, Manifest>, one: &str, other: &str) -> bool {
    let says = |who: &str, of: &str| {
        manifests.get(who).is_some_and(|it| it.conflicts.iter().any(|entry| entry.id == of))
    };
    says(one, other) || says(other, one)
}

/// Notes on each problem of a combination which packs cause it, and its path in the rules.
pub fn blame(library: &Library, packs: &[&str], diags: &mut [Diagnostic]) {
    if diags.is_empty() {
        return;
    }
    let loaded = layer::load(library, packs, &yaml::read);
    let all: Vec<String> = packs.iter().map(|pack| format!("`{pack}`")).collect();
    let all = all.join(" and ");
    for diag in diags {
        // The same packs give the same files in the same order.
        let path = diag.primary.as_ref().and_then(|label| path_of(&loaded.root, label.span));
        let path = path.filter(|path| !diag.message.contains(path.as_str()));
        let path = path.map_or(String::new(), |path| format!(", at `{path}`"));
        diag.notes.push(format!("only when {all} are used together{path}"));
    }
}

/// The path of the smallest subtree whose source text contains a place.
fn path_of(root: &Node, span: Span) -> Option<String> {
    let mut best: Option<(u32, String)> = None;
    let mut waiting = vec![(root, vec![])];
    while let Some((node, path)) = waiting.pop() {
        let inside = node.span.file == span.file
            && node.span.start <= span.start
            && span.end <= node.span.end;
        let length = node.span.end.saturating_sub(node.span.start);
        if inside && !path.is_empty() && best.as_ref().is_none_or(|(least, _)| length <= *least) {
            best = Some((length, path.join(".")));
        }
        match &node.kind {
            Kind::Map(map) => waiting.extend(map.entries.iter().map(|entry| {
                let path: Vec<String> = path.iter().cloned().chain([entry.key.clone()]).collect();
                (&entry.value, path)
            })),
            Kind::Seq(items) => waiting.extend(items.iter().map(|item| {
                let key = layer::path::item_key(item);
                (item, path.iter().cloned().chain(key).collect())
            })),
            _ => {}
        }
    }
    best.map(|(_, path)| path)
}

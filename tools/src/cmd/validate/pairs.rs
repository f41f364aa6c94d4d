//! Which packs may meet at one table: pairs on top of the same game.

use std::collections::{BTreeMap, BTreeSet};

use boardwright_pack::manifest::Manifest;

use crate::shelf::Packs;

/// All pairs that extend the same game, of which neither extends the other, without conflict.
pub fn pairs(manifests: &BTreeMap<String, Manifest>) -> Vec<Packs> {
    let below: BTreeMap<&str, BTreeSet<&str>> =
        manifests.keys().map(|id| (id.as_str(), all_below(manifests, id))).collect();
    let mut found = vec![];
    for (one, one_below) in &below {
        for (other, other_below) in below.range(*one..).skip(1) {
            let related = one_below.contains(other) || other_below.contains(one);
            let same_game = games(manifests, one_below) == games(manifests, other_below);
            let on_a_game = !one_below.is_empty() && !other_below.is_empty();
            if on_a_game && same_game && !related && !conflict(manifests, one, other) {
                found.push(vec![one.to_string(), other.to_string()]);
            }
        }
    }
    found
}

/// Everything a pack builds on.
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

/// Those of some packs that extend nothing.
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

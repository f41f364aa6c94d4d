//! What players can take or leave: everything printed on pieces, and the options of menus.

use std::collections::BTreeMap;

use boardwright_rules::def::Def;
use boardwright_rules::def::ask::Part;
use serde::{Deserialize, Serialize};

/// The kind of options of menus; no author can call a kind of pieces so.
pub const OPTION: &str = "menu option";

/// Something that can be taken or left.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Content {
    /// The kind of pieces it is printed on, or [`OPTION`].
    pub kind: String,
    /// Its id; of an option of a menu, the question and its text.
    pub id: String,
    /// Its name for people.
    pub name: String,
}

/// All content of a game: entries that are on some piece, in order, then options of menus.
pub fn contents(def: &Def) -> Vec<Content> {
    let mut all: Vec<Content> = def
        .entries
        .iter()
        .filter(|entry| !entry.bearers.is_empty())
        .map(|entry| {
            let Content { name, .. } = named(&entry.named.id, &entry.named.name);
            let kind = def.kinds[entry.kind.index()].named.id.clone();
            Content { kind, id: entry.named.id.clone(), name }
        })
        .collect();
    tell_apart(&mut all);
    for menu in 0..def.menus.len() {
        for branch in 0..def.menus[menu].branches.len() {
            let Some(content) = option(def, menu, branch) else { continue };
            if !all.iter().any(|other| other.id == content.id) {
                all.push(content);
            }
        }
    }
    all
}

/// Adds the id to names that several have: the sides of a tile are often called the same.
fn tell_apart(all: &mut [Content]) {
    let mut times: BTreeMap<(String, String), usize> = BTreeMap::new();
    for it in all.iter() {
        *times.entry((it.kind.clone(), it.name.clone())).or_default() += 1;
    }
    for it in all {
        if times.get(&(it.kind.clone(), it.name.clone())).is_some_and(|n| *n > 1) {
            it.name = format!("{} ({})", it.name, it.id);
        }
    }
}

/// The content an option of a menu is.
pub fn option(def: &Def, menu: usize, branch: usize) -> Option<Content> {
    let menu = def.menus.get(menu)?;
    let branch = menu.branches.get(branch)?;
    let question = question(def, menu.note.index());
    let id = format!("{question} {}", branch.label).trim().to_owned();
    let name = if branch.name.is_empty() { &branch.label } else { &branch.name };
    let name = format!("{question} {name}").trim().to_owned();
    Some(Content { kind: OPTION.into(), id, name })
}

/// A question without what stands in its gaps: `{me}: what now?` is `what now?`.
fn question(def: &Def, note: usize) -> String {
    let parts = def.notes.get(note).map_or(&[][..], |note| &note.parts);
    let words = parts.iter().map(|part| match part {
        Part::Text(words) => words.as_str(),
        Part::Gap(..) => "…",
    });
    words.collect::<String>().trim_start_matches(['…', ':', ' ']).to_owned()
}

fn named(id: &str, name: &str) -> Content {
    let name = if name.is_empty() { id } else { name };
    Content { kind: String::new(), id: id.into(), name: name.into() }
}

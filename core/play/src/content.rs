//! What players can take or leave: everything printed on pieces, and the options of menus.

use std::collections::BTreeMap;

use boardwright_rules::def::Def;
use boardwright_rules::def::ask::NotePart;
use serde::{Deserialize, Serialize};

/// The kind of menu options; authors cannot give this name to a kind of pieces.
pub const OPTION: &str = "menu option";

/// Something that can be taken or left.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Content {
    /// The kind of pieces it is printed on, or [`OPTION`].
    pub kind: String,
    /// Its id; for a menu option, the question and its text.
    pub id: String,
    /// Its name for people.
    pub name: String,
}

/// Lists all content of a game: entries that are on some piece, in order, then menu options.
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
    disambiguate(&mut all);
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

/// Adds the id to names used more than once: the sides of a tile often share a name.
fn disambiguate(all: &mut [Content]) {
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

/// The content that an option of a menu stands for.
pub fn option(def: &Def, menu: usize, branch: usize) -> Option<Content> {
    let menu = def.menus.get(menu)?;
    let branch = menu.branches.get(branch)?;
    let question = question(def, menu.note.index());
    let id = format!("{question} {}", branch.label).trim().to_owned();
    let name = if branch.name.is_empty() { &branch.label } else { &branch.name };
    let name = format!("{question} {name}").trim().to_owned();
    Some(Content { kind: OPTION.into(), id, name })
}

/// A question without its gaps: `{me}: what now?` becomes `what now?`.
fn question(def: &Def, note: usize) -> String {
    let parts = def.notes.get(note).map_or(&[][..], |note| &note.parts);
    let words = parts.iter().map(|part| match part {
        NotePart::Text(words) => words.as_str(),
        NotePart::Gap(..) => "…",
    });
    words.collect::<String>().trim_start_matches(['…', ':', ' ']).to_owned()
}

fn named(id: &str, name: &str) -> Content {
    let name = if name.is_empty() { id } else { name };
    Content { kind: String::new(), id: id.into(), name: name.into() }
}

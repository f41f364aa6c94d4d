//! Declarations of the packs read together with a file: types of attributes, and the steps that
//! patches change.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use boardwright_language::raw::prints_steps;
use boardwright_syntax::yaml::{Map, Node};

/// What is known of the packs around a file.
#[derive(Clone, Default, Debug)]
pub struct PackDeclarations {
    roots: Vec<Arc<Node>>,
    /// Whether an attribute holds steps, by section and name.
    attributes: BTreeMap<(String, String), bool>,
    /// Multi-word names, in snake_case.
    names: BTreeSet<String>,
}

impl PackDeclarations {
    /// Adds a file with sections.
    pub fn add(&mut self, root: Arc<Node>) {
        let section =
            |name: &str| root.as_map().and_then(|map| map.get(name)).and_then(Node::as_map);
        for (name, is_kind) in [("kinds", true), ("spaces", false)] {
            for thing in section(name).into_iter().flat_map(|map| &map.entries) {
                let Some(map) = thing.value.as_map() else { continue };
                let own = map.get("section").and_then(Node::as_text).filter(|_| is_kind);
                let section = match (own, is_kind) {
                    (Some(own), _) => own.to_owned(),
                    (None, true) => format!("{}s", thing.key),
                    (None, false) => format!("spaces/{}", thing.key),
                };
                self.declare(&section, map);
            }
        }
        super::ids::declared(&root, &mut self.names);
        self.roots.push(root);
    }

    fn declare(&mut self, section: &str, thing: &Map) {
        let attributes = thing.get("attributes").and_then(Node::as_map);
        for entry in attributes.into_iter().flat_map(|map| &map.entries) {
            let is_steps = prints_steps(&entry.value);
            let known = self.attributes.entry((section.to_owned(), entry.key.clone()));
            // Two packs that are never used together may differ; then the value itself decides.
            known.and_modify(|known| *known |= is_steps).or_insert(is_steps);
        }
    }

    /// Whether an attribute holds steps; `None` if it is not declared.
    pub(super) fn is_steps(&self, section: &str, attribute: &str) -> Option<bool> {
        self.attributes.get(&(section.to_owned(), attribute.to_owned())).copied()
    }

    /// The multi-word names that the packs declare, in snake_case.
    pub(super) fn names(&self) -> &BTreeSet<String> {
        &self.names
    }

    /// All files with sections.
    pub(super) fn roots(&self) -> impl Iterator<Item = &Node> {
        self.roots.iter().map(|root| &**root)
    }
}

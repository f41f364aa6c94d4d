//! Walks over a file and finds every place that a rule may change.

use super::known::PackDeclarations;
use super::place::Place;
use super::trail::Trail;
use super::words::is_table;
use boardwright_syntax::yaml::{Kind, Map, Node};

/// A value with its role.
#[derive(Debug)]
pub(crate) struct Site<'n> {
    pub place: Place,
    pub node: &'n Node,
    pub holder: Holder<'n>,
}

/// How a value is contained.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Holder<'n> {
    /// An item of a list, with the next one.
    Item { list: &'n Node, next: Option<&'n Node> },
    /// The value of a key.
    Alone,
    /// The value of a key where a mapping may be a step or something else, such as an option.
    Unclear,
    /// The new value in a patch.
    Patched,
}

/// Everything found in a file.
#[derive(Default, Debug)]
pub(crate) struct Found<'n> {
    pub sites: Vec<Site<'n>>,
    pub trails: Vec<Trail<'n>>,
}

/// Finds everything in a file.
pub(crate) fn walk<'n>(root: &'n Node, place: Place, known: &'n PackDeclarations) -> Found<'n> {
    let mut walker = Walker { known, found: Found::default() };
    walker.node(place, root, Holder::Alone);
    walker.found
}

/// Finds the paths in a file of translations: nested mappings with paths as keys.
pub(crate) fn walk_texts<'n>(root: &'n Node, known: &'n PackDeclarations) -> Found<'n> {
    let mut walker = Walker { known, found: Found::default() };
    if let Some(map) = root.as_map() {
        for entry in &map.entries {
            if !matches!(entry.key.as_str(), "pack" | "phrases") {
                walker.texts(&Trail::new(known), entry);
            }
        }
    }
    walker.found
}

struct Walker<'n> {
    known: &'n PackDeclarations,
    found: Found<'n>,
}

impl<'n> Walker<'n> {
    fn node(&mut self, place: Place, node: &'n Node, holder: Holder<'n>) {
        if let Some(map) = node.as_map()
            && is_table(map)
            && !matches!(place, Place::Numbered(_) | Place::Other)
        {
            for entry in &map.entries {
                self.node(place.clone(), &entry.value, holder);
            }
            return;
        }
        let is_unclear = place.is_unclear();
        let holder =
            if is_unclear && matches!(holder, Holder::Alone) { Holder::Unclear } else { holder };
        match place.settled(node, self.known) {
            Place::Other => {}
            Place::Steps => self.steps(node, holder),
            Place::Patch => self.patch(node),
            Place::Path => self.path(node),
            Place::Source(of) => self.source(&of, node),
            place => self.inside(place, node, holder),
        }
    }

    fn inside(&mut self, place: Place, node: &'n Node, holder: Holder<'n>) {
        match &node.kind {
            Kind::Map(map) => {
                for entry in &map.entries {
                    self.node(place.below(&entry.key), &entry.value, Holder::Alone);
                }
            }
            Kind::Seq(items) => {
                if let Place::Each(inner) = &place {
                    for item in items {
                        self.node((**inner).clone(), item, Holder::Alone);
                    }
                }
            }
            _ => {}
        }
        self.found.sites.push(Site { place, node, holder });
    }

    fn steps(&mut self, node: &'n Node, holder: Holder<'n>) {
        match &node.kind {
            Kind::Seq(items) => {
                for (at, item) in items.iter().enumerate() {
                    let holder = Holder::Item { list: node, next: items.get(at + 1) };
                    self.inside(Place::Step, item, holder);
                }
            }
            Kind::Map(_) => self.inside(Place::Step, node, holder),
            _ => {}
        }
    }

    fn patch(&mut self, node: &'n Node) {
        let Some(map) = node.as_map() else { return };
        let Some(at) = map.get("at") else { return };
        let Some(path) = at.as_text() else { return };
        let mut trail = Trail::new(self.known);
        trail.go(path, at.span);
        trail.patch = Some(map);
        let target = trail.place.clone();
        self.found.trails.push(trail);
        for entry in &map.entries {
            match entry.key.as_str() {
                "set" | "replace" | "expect" => {
                    let holder = match target {
                        Place::Step | Place::Under(_) => Holder::Patched,
                        _ => Holder::Alone,
                    };
                    self.node(target.clone(), &entry.value, holder);
                }
                "append" => self.items(&target, &entry.value),
                "insert" => {
                    if let Some(items) = entry.value.as_map().and_then(|map| map.get("items")) {
                        self.items(&target, items);
                    }
                }
                _ => {}
            }
        }
    }

    /// The items that are added to a list: one or several.
    fn items(&mut self, target: &Place, node: &'n Node) {
        match (target, &node.kind) {
            (Place::Each(inner), Kind::Map(_)) => self.node((**inner).clone(), node, Holder::Alone),
            _ => self.node(target.clone(), node, Holder::Alone),
        }
    }

    fn path(&mut self, node: &'n Node) {
        let Some(path) = node.as_text() else { return };
        let mut trail = Trail::new(self.known);
        trail.go(path, node.span);
        self.found.trails.push(trail);
    }

    /// The paths under `parts`, which are relative to the value with this source.
    fn source(&mut self, of: &Place, node: &'n Node) {
        let parts = node.as_map().and_then(|map| map.get("parts")).and_then(Node::as_map);
        for entry in parts.into_iter().flat_map(|map| &map.entries) {
            let mut trail = Trail::below(self.known, of.clone());
            trail.go(&entry.key, entry.key_span);
            self.found.trails.push(trail);
        }
    }

    fn texts(&mut self, above: &Trail<'n>, entry: &'n boardwright_syntax::yaml::Entry) {
        let mut trail = above.clone();
        trail.go(&entry.key, entry.key_span);
        let below: Option<&'n Map> = entry.value.as_map();
        for inner in below.into_iter().flat_map(|map| &map.entries) {
            self.texts(&trail, inner);
        }
        self.found.trails.push(trail);
    }
}

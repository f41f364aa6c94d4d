//! The numbers in the rules of an entry.

use std::collections::{BTreeMap, BTreeSet};

use boardwright_language::raw::is_remark;
use boardwright_language::raw::step::is_step;
use boardwright_syntax::source::FileId;
use boardwright_syntax::yaml::{Kind, Map, Node};

/// How deep references are followed.
const DEPTH_MAX: usize = 16;

/// The name of a resource or track.
#[derive(Clone, Copy)]
pub(super) struct Name<'r> {
    pub text: &'r str,
    pub plural: Option<&'r str>,
    /// The file of the name; `None` if it is the id.
    pub file: Option<FileId>,
}

/// The names that the rules of an entry can refer to.
pub(super) struct Data<'r> {
    /// Values, sets and procedures, by name.
    called: BTreeMap<String, &'r Node>,
    /// Names of resources and tracks, by normal id.
    counted: BTreeMap<String, Name<'r>>,
}

impl<'r> Data<'r> {
    pub fn new(root: &'r Node) -> Self {
        let mut called = BTreeMap::new();
        for section in ["values", "sets", "procedures"] {
            for (id, node) in entries(root, section) {
                called.insert(id.to_owned(), node);
            }
        }
        let mut counted = BTreeMap::new();
        for section in ["resources", "tracks"] {
            for (id, node) in entries(root, section) {
                let get = |key: &str| node.as_map().and_then(|map| map.get(key));
                let text = get("name").and_then(Node::as_text).unwrap_or(id);
                let plural = get("plural").and_then(Node::as_text);
                let file = get("name").map(|node| node.span.file);
                counted.insert(id.to_owned(), Name { text, plural, file });
            }
        }
        Self { called, counted }
    }

    /// The name of a resource or track.
    pub fn name(&self, id: &str) -> Option<Name<'r>> {
        self.counted.get(id).copied()
    }

    /// All resources and tracks, with their names.
    pub fn counted(&self) -> impl Iterator<Item = (&str, Name<'r>)> {
        self.counted.iter().map(|(id, name)| (id.as_str(), *name))
    }

    /// A value, set or procedure, by name.
    pub fn called(&self, id: &str) -> Option<&'r Node> {
        self.called.get(id).copied()
    }

    /// All numbers in the rules of an entry and in what they call; `None` if a script decides.
    pub fn numbers(&self, node: &Node, besides: &[&str]) -> Option<BTreeSet<i64>> {
        let mut seen = Seen { numbers: BTreeSet::new(), called: BTreeSet::new(), script: false };
        match node.as_map() {
            Some(map) => {
                for entry in map.entries.iter().filter(|it| !besides.contains(&it.key.as_str())) {
                    if !is_remark(&entry.key) {
                        self.collect(&entry.value, 0, &mut seen);
                    }
                }
            }
            None => self.collect(node, 0, &mut seen),
        }
        (!seen.script).then_some(seen.numbers)
    }

    fn collect(&self, node: &Node, depth: usize, seen: &mut Seen) {
        if depth > DEPTH_MAX {
            return;
        }
        match &node.kind {
            Kind::Int(number) => drop(seen.numbers.insert(number.abs())),
            Kind::Text(text) => self.text(text, depth, seen),
            Kind::Seq(items) => {
                // The position in a list is a number, too.
                if items.iter().all(|item| matches!(item.kind, Kind::Int(_))) {
                    seen.numbers.extend(1..=items.len() as i64);
                }
                items.iter().for_each(|item| self.collect(item, depth, seen));
            }
            Kind::Map(map) => self.map(map, depth, seen),
            _ => {}
        }
    }

    fn map(&self, map: &Map, depth: usize, seen: &mut Seen) {
        let is_step = is_step(map);
        for entry in &map.entries {
            let key = entry.key.as_str();
            if key == "script" && is_step {
                seen.script = true;
            } else if !is_remark(key) {
                self.text(key, depth, seen);
                self.collect(&entry.value, depth, seen);
            }
        }
    }

    /// Collects the numbers and names in an expression.
    fn text(&self, text: &str, depth: usize, seen: &mut Seen) {
        let words = text.split(|char: char| !(char.is_alphanumeric() || "_-".contains(char)));
        for word in words.filter(|word| !word.is_empty()) {
            if let Ok(number) = word.trim_matches('-').parse::<i64>() {
                seen.numbers.insert(number);
                continue;
            }
            let name = word.to_owned();
            if let Some(node) = self.called.get(&name)
                && seen.called.insert(name)
            {
                match node.as_map() {
                    Some(map) => self.map(map, depth + 1, seen),
                    None => self.collect(node, depth + 1, seen),
                }
            }
        }
    }
}

struct Seen {
    numbers: BTreeSet<i64>,
    called: BTreeSet<String>,
    script: bool,
}

pub(super) fn entries<'r>(
    root: &'r Node,
    section: &str,
) -> impl Iterator<Item = (&'r str, &'r Node)> {
    let map = root.as_map().and_then(|map| map.get(section)?.as_map());
    let all = map.map_or(&[][..], |map| &map.entries);
    all.iter().map(|entry| (entry.key.as_str(), &entry.value))
}

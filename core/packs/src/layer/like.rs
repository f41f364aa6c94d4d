//! `like: other_id`: an entry inherits from another entry of its section. This runs after all
//! patches, so that patches of the original also reach the entries that are like it.

use std::collections::BTreeMap;

use super::merge::Tree;
use super::path::Path;
use super::provenance::{Operator, Record};
use super::similar::similar_help;
use super::value::{count, render, scalar_text};
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::diag::codes::layer as codes;
use boardwright_syntax::yaml::{Entry, Kind, Map, Node};

/// The longest chain of `like`.
pub(super) const LIKE_DEPTH_MAX: usize = 32;

/// Fills in `like`, then drops `abstract` entries and both keys.
pub(super) fn fill_in(tree: &mut Tree, diags: &mut Vec<Diagnostic>) {
    let Kind::Map(root) = &tree.root.kind else { return };
    let names: Vec<String> = root.entries.iter().map(|entry| entry.key.clone()).collect();
    for name in names {
        // The section is taken out of the tree while it is processed.
        let Kind::Map(root) = &mut tree.root.kind else { return };
        let Some(Kind::Map(section)) = root.get_mut(&name).map(|node| &mut node.kind) else {
            continue;
        };
        let section = std::mem::take(section);
        let done = fill_section(tree, &name, section, diags);
        if let Kind::Map(root) = &mut tree.root.kind
            && let Some(node) = root.get_mut(&name)
        {
            node.kind = Kind::Map(done);
        }
    }
}

fn fill_section(tree: &mut Tree, name: &str, section: Map, diags: &mut Vec<Diagnostic>) -> Map {
    let idx: BTreeMap<String, usize> =
        section.entries.iter().enumerate().map(|(at, entry)| (entry.key.clone(), at)).collect();
    let mut work = Work { tree, name, idx, entries: section.entries, done: vec![], diags };
    work.done = vec![false; work.entries.len()];
    for at in 0..work.entries.len() {
        work.fill(at, &mut vec![]);
    }
    let mut entries = work.entries;
    entries.retain_mut(|entry| !take_abstract(name, entry, diags));
    Map { entries }
}

struct Work<'a> {
    tree: &'a mut Tree,
    name: &'a str,
    idx: BTreeMap<String, usize>,
    entries: Vec<Entry>,
    done: Vec<bool>,
    diags: &'a mut Vec<Diagnostic>,
}

impl Work<'_> {
    /// Fills in one entry, after the one it is like. `open` holds the entries waiting for it.
    fn fill(&mut self, at: usize, open: &mut Vec<usize>) {
        if self.done.get(at).is_none_or(|done| *done) {
            return;
        }
        if let Some(done) = self.done.get_mut(at) {
            *done = true;
        }
        let Some(like) = self.take_like(at) else { return };
        let Some(&other) = scalar_text(&like).and_then(|id| self.idx.get(&id)) else {
            self.unknown(&like);
            return;
        };
        open.push(at);
        let circle = open.contains(&other);
        let deep = open.len() > LIKE_DEPTH_MAX;
        if circle || deep {
            self.circle(&like, open, other, deep);
        } else {
            self.fill(other, open);
            self.merge(at, other, &like);
        }
        open.pop();
    }

    /// Removes the `like` of an entry and returns it.
    fn take_like(&mut self, at: usize) -> Option<Node> {
        let Kind::Map(map) = &mut self.entries.get_mut(at)?.value.kind else { return None };
        let idx = map.entries.iter().position(|entry| entry.key == "like")?;
        Some(map.entries.remove(idx).value)
    }

    fn merge(&mut self, at: usize, other: usize, like: &Node) {
        let (Some(mine), Some(theirs)) = (self.entries.get(at), self.entries.get(other)) else {
            return;
        };
        let (own, mut base) = (mine.value.clone(), theirs.value.clone());
        let path = Path(vec![self.name.into(), mine.key.clone()]);
        let from = Path(vec![self.name.into(), theirs.key.clone()]);
        // Twice: for the tree and for the record.
        if !self.tree.may_copy(2 * (count(&own) + count(&base)), self.diags) {
            return;
        }
        if let Kind::Map(map) = &mut base.kind {
            map.entries.retain(|entry| entry.key != "abstract");
        }
        let merged = over(base, own.clone());
        let pack = self.tree.pack_at(like);
        self.tree.provenance.push(Record {
            path,
            pack,
            operator: Operator::Like,
            words: format!("inherited from `{from}`"),
            span: like.span,
            before: Some(own),
            after: Some(merged.clone()),
            from: Some(from),
        });
        if let Some(mine) = self.entries.get_mut(at) {
            mine.value = merged;
        }
    }

    fn unknown(&mut self, like: &Node) {
        let message = match scalar_text(like) {
            Some(id) => format!("`like` names `{id}`, and `{}` has no such entry", self.name),
            None => format!("`like` is {}", like.describe()),
        };
        let expected = format!("expected the id of another entry in `{}`", self.name);
        let mut told = Diagnostic::error(codes::LIKE_UNKNOWN, message, like.span, expected);
        told.help = scalar_text(like)
            .and_then(|id| similar_help("", &id, self.idx.keys().map(String::as_str)));
        self.diags.push(told);
    }

    fn circle(&mut self, like: &Node, open: &[usize], other: usize, deep: bool) {
        let told = match deep {
            true => Diagnostic::error(
                codes::LIKE_CIRCLE,
                format!("more than {LIKE_DEPTH_MAX} entries are like each other in a row"),
                like.span,
                "goes too far",
            ),
            false => {
                let start = open.iter().position(|at| *at == other).unwrap_or(0);
                let ids = open.iter().skip(start).chain([&other]);
                let ids = ids.filter_map(|at| self.entries.get(*at));
                let chain: Vec<String> = ids.map(|entry| format!("`{}`", entry.key)).collect();
                let message = format!("entries are like each other: {}", chain.join(" -> "));
                Diagnostic::error(codes::LIKE_CIRCLE, message, like.span, "closes the circle")
            }
        };
        self.diags.push(told.help("remove one `like`"));
    }
}

impl Tree {
    /// The pack that wrote a node.
    fn pack_at(&self, node: &Node) -> usize {
        self.files.get(&node.span.file).copied().unwrap_or(0)
    }
}

/// Merges `own` over `base`: mappings key by key, other values are replaced.
fn over(base: Node, own: Node) -> Node {
    let (base, own_map) = match (base.kind, own.kind) {
        (Kind::Map(base), Kind::Map(own)) => (base, own),
        // An entry with only `like` may be empty now, but never null.
        (_, kind) => return Node { span: own.span, kind },
    };
    let mut mine: BTreeMap<String, Entry> = BTreeMap::new();
    let mut keys = vec![];
    for entry in own_map.entries {
        keys.push(entry.key.clone());
        mine.insert(entry.key.clone(), entry);
    }
    let mut entries = vec![];
    for old in base.entries {
        entries.push(match mine.remove(&old.key) {
            Some(own) => Entry { value: over(old.value, own.value), ..own },
            None => old,
        });
    }
    entries.extend(keys.iter().filter_map(|key| mine.remove(key)));
    Node { span: own.span, kind: Kind::Map(Map { entries }) }
}

/// Removes `abstract` from an entry; returns whether the entry is only a template.
fn take_abstract(section: &str, entry: &mut Entry, diags: &mut Vec<Diagnostic>) -> bool {
    let Kind::Map(map) = &mut entry.value.kind else { return false };
    let Some(idx) = map.entries.iter().position(|entry| entry.key == "abstract") else {
        return false;
    };
    let value = map.entries.remove(idx).value;
    match value.kind {
        Kind::Bool(is_abstract) => is_abstract,
        _ => {
            let message = format!("`abstract` of `{section}.{}` is {}", entry.key, render(&value));
            let told = Diagnostic::error(
                codes::ABSTRACT,
                message,
                value.span,
                "expected `true` or `false`",
            );
            diags.push(told.help("write `abstract: true`, or leave it out"));
            false
        }
    }
}

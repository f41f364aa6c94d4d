//! Positions shared by several scenarios: a named `given`, with the differences.
//!
//! A position belongs to its pack. Packs that build on it can use it, too; a position of the same
//! name in the scenario's own pack takes precedence.

use super::read::{words, wrong};
use boardwright_syntax::diag::codes::scenario as codes;
use boardwright_syntax::diag::{Diagnostic, similar};
use boardwright_syntax::source::Span;
use boardwright_syntax::yaml::{Entry, Kind, Map, Node};

/// The key that names a position.
const LIKE: &str = "like";

/// The positions of all packs.
#[derive(Default)]
pub(super) struct Positions {
    all: Vec<Position>,
}

struct Position {
    /// The index of its pack among the packs in use.
    order: usize,
    name: String,
    node: Node,
}

impl Positions {
    /// Reads the positions of a file.
    pub fn read(&mut self, file: &Node, order: usize, diags: &mut Vec<Diagnostic>) {
        let Some(node) = file.as_map().and_then(|map| map.get("positions")) else { return };
        let Some(map) = node.as_map() else {
            diags.push(wrong(node, "positions by name, each with what is `given`"));
            return;
        };
        for Entry { key, key_span, value } in &map.entries {
            if self.all.iter().any(|it| it.order == order && it.name == *key) {
                let message = format!("two positions of this pack are called `{key}`");
                let diag = Diagnostic::error(codes::SHAPE, message, *key_span, "the second one");
                diags.push(diag.help("give one of them another name"));
            } else if value.as_map().is_none() {
                diags.push(wrong(value, "what is `given`, such as `{ p1: { wood: 2 } }`"));
            } else {
                self.all.push(Position { order, name: key.clone(), node: value.clone() });
            }
        }
    }

    /// Resolves a `given`: a mapping, or the name of a position. A mapping with `like` lists the
    /// differences from that position.
    pub fn resolve(&self, node: &Node, order: usize, diags: &mut Vec<Diagnostic>) -> Option<Node> {
        self.taken_over(node, order, &mut vec![], diags)
    }

    fn taken_over<'p>(
        &'p self,
        node: &Node,
        order: usize,
        seen: &mut Vec<&'p str>,
        diags: &mut Vec<Diagnostic>,
    ) -> Option<Node> {
        let (like, own) = match &node.kind {
            Kind::Map(map) => match map.entry(LIKE) {
                None => return Some(node.clone()),
                Some(like) => (&like.value, Some(map)),
            },
            Kind::Text(_) => (node, None),
            _ => {
                diags.push(wrong(node, "a mapping, or the name of a position"));
                return None;
            }
        };
        let Some(name) = words(like) else {
            diags.push(wrong(like, "the name of a position"));
            return None;
        };
        let position = self.named(&name, like.span, order, diags)?;
        if seen.contains(&position.name.as_str()) {
            let message = format!("the position `{name}` is like itself");
            let label = "it leads back to itself";
            let diag = Diagnostic::error(codes::SHAPE, message, like.span, label);
            diags.push(diag.help("begin with a position that is like no other"));
            return None;
        }
        seen.push(&position.name);
        let mut base = self.taken_over(&position.node, position.order, seen, diags)?;
        if let (Kind::Map(base), Some(own)) = (&mut base.kind, own) {
            let own = own.entries.iter().filter(|entry| entry.key != LIKE);
            own.for_each(|entry| lay_over(base, entry));
        }
        Some(base)
    }

    fn named(
        &self,
        name: &str,
        span: Span,
        order: usize,
        diags: &mut Vec<Diagnostic>,
    ) -> Option<&Position> {
        let within = || self.all.iter().filter(|it| it.order <= order);
        let found = within().filter(|it| it.name == name).max_by_key(|it| it.order);
        if found.is_none() {
            let message = format!("there is no position `{name}`");
            let diag = Diagnostic::error(codes::UNKNOWN, message, span, "not known");
            diags.push(match similar(name, within().map(|it| it.name.as_str())) {
                Some(near) => diag.help(format!("a similar name exists: `{near}`")),
                None => diag
                    .help("positions stand under `positions` in a file of `tests`, by their names"),
            });
        }
        found
    }
}

/// Applies a difference; mappings are merged.
fn lay_over(base: &mut Map, entry: &Entry) {
    let there = base.entries.iter_mut().find(|it| it.key == entry.key);
    match there {
        None => base.entries.push(entry.clone()),
        Some(there) => match (&mut there.value.kind, &entry.value.kind) {
            (Kind::Map(base), Kind::Map(own)) => {
                own.entries.iter().for_each(|entry| lay_over(base, entry));
            }
            _ => *there = entry.clone(),
        },
    }
}

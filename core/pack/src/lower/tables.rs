//! Values by number of players: `{ 2: 6, 3: 7, _: 8 }`, resolved before anything else is read.
//!
//! Such a table may stand wherever a value may stand, steps included. What depends on the number
//! of players elsewhere is an expression.

use crate::diag::Diagnostic;
use crate::diag::codes::game as code;
use crate::yaml::{Entry, Kind, Map, Node};

use super::bounds::SEATS_MAX;

/// The key for all numbers of players that have no key of their own.
const OTHERWISE: &str = "_";

/// The tree with every table by number of players replaced by what it says for this number.
pub(super) fn resolve(root: &Node, players: u8, diags: &mut Vec<Diagnostic>) -> Node {
    Resolver { players, diags }.section(root)
}

/// Whether a mapping is a table by number of players.
pub(crate) fn is_table(map: &Map) -> bool {
    !map.entries.is_empty() && map.entries.iter().all(|entry| players_of(&entry.key).is_some())
}

/// What a table says for a number of players.
pub(crate) fn pick(map: &Map, players: u8) -> Option<&Node> {
    map.get(&players.to_string()).or_else(|| map.get(OTHERWISE))
}

/// How many values a tree has.
pub(super) fn count(node: &Node) -> usize {
    match &node.kind {
        Kind::Map(map) => 1 + map.entries.iter().map(|entry| count(&entry.value)).sum::<usize>(),
        Kind::Seq(items) => 1 + items.iter().map(count).sum::<usize>(),
        _ => 1,
    }
}

/// The number of players a key stands for; 0 for all others.
fn players_of(key: &str) -> Option<u8> {
    if key == OTHERWISE {
        return Some(0);
    }
    let players = key.parse().ok()?;
    (1..=SEATS_MAX).contains(&players).then_some(players)
}

struct Resolver<'a> {
    players: u8,
    diags: &'a mut Vec<Diagnostic>,
}

impl Resolver<'_> {
    /// The keys of `bonuses` are positions of a track, not numbers of players.
    fn section(&mut self, root: &Node) -> Node {
        let Kind::Map(map) = &root.kind else { return self.node(root) };
        let entries = map.entries.iter().map(|entry| match entry.key.as_str() {
            "tracks" => self.each(entry, |this, track| {
                this.each(track, |this, field| match field.key.as_str() {
                    "bonuses" => this.each(field, |this, bonus| this.entry(bonus)),
                    _ => this.entry(field),
                })
            }),
            _ => self.entry(entry),
        });
        let entries = entries.collect();
        Node { span: root.span, kind: Kind::Map(Map { entries }) }
    }

    /// Resolves the entries of a mapping one by one, whatever their keys are.
    fn each(&mut self, entry: &Entry, each: impl Fn(&mut Self, &Entry) -> Entry) -> Entry {
        let Kind::Map(map) = &entry.value.kind else { return self.entry(entry) };
        let entries = map.entries.iter().map(|inner| each(self, inner)).collect();
        let value = Node { span: entry.value.span, kind: Kind::Map(Map { entries }) };
        Entry { key: entry.key.clone(), key_span: entry.key_span, value }
    }

    fn entry(&mut self, entry: &Entry) -> Entry {
        let value = self.node(&entry.value);
        Entry { key: entry.key.clone(), key_span: entry.key_span, value }
    }

    fn node(&mut self, node: &Node) -> Node {
        let kind = match &node.kind {
            Kind::Map(map) if is_table(map) => match pick(map, self.players) {
                Some(value) => return self.node(value),
                None => {
                    self.missing(node);
                    Kind::Null
                }
            },
            Kind::Map(map) => {
                let entries = map.entries.iter().map(|entry| self.entry(entry)).collect();
                Kind::Map(Map { entries })
            }
            Kind::Seq(items) => Kind::Seq(items.iter().map(|item| self.node(item)).collect()),
            other => other.clone(),
        };
        Node { span: node.span, kind }
    }

    fn missing(&mut self, node: &Node) {
        let players = self.players;
        let message = format!("nothing is said for {players} players");
        self.diags.push(
            Diagnostic::error(code::NO_PLAYERS, message, node.span, "a value by number of players")
                .help(format!("add `{players}: ...`, or `_: ...` for all other numbers")),
        );
    }
}

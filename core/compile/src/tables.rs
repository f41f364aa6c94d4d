//! Resolves tables by number of players, `{ 2: 6, 3: 7, _: 8 }`, or by a yes-or-no option,
//! `{ long=yes: 6, _: 4 }`, before anything else is read.
//!
//! Such a table may replace any value, including steps. Where the number of players or an option
//! matters in other ways, authors write an expression.

use std::collections::BTreeMap;

use boardwright_language::raw::by_table::{OTHERWISE, is_table, option_of};
use boardwright_syntax::diag::codes::{game as code, names_used, scenario};
use boardwright_syntax::diag::{Diagnostic, similar};
use boardwright_syntax::source::Span;
use boardwright_syntax::yaml::{Entry, Kind, Map, Node};

use super::OptionValue;

/// The settings of the options of a game.
type Options = BTreeMap<String, OptionValue>;

/// The tree with every table replaced by its value for this number of players and these options.
pub(super) fn resolve(
    root: &Node,
    players: u8,
    options: &Options,
    diags: &mut Vec<Diagnostic>,
) -> Node {
    Resolver { players, options, diags }.section(root)
}

/// The value of a table for a number of players and option settings: the first option that matches,
/// else the number of players, else the default.
pub fn pick<'n>(map: &'n Map, players: u8, options: &Options) -> Option<&'n Node> {
    let is_set = |key: &str| {
        let (id, flag) = option_of(key)?;
        Some(options.get(id) == Some(&OptionValue::Flag(flag)))
    };
    let by_option = map.entries.iter().find(|entry| is_set(&entry.key) == Some(true));
    let by_option = by_option.map(|entry| &entry.value);
    by_option.or_else(|| map.get(&players.to_string())).or_else(|| map.get(OTHERWISE))
}

/// The number of values in a tree.
pub(super) fn count(node: &Node) -> usize {
    match &node.kind {
        Kind::Map(map) => 1 + map.entries.iter().map(|entry| count(&entry.value)).sum::<usize>(),
        Kind::Seq(items) => 1 + items.iter().map(count).sum::<usize>(),
        _ => 1,
    }
}

struct Resolver<'a> {
    players: u8,
    options: &'a Options,
    diags: &'a mut Vec<Diagnostic>,
}

impl Resolver<'_> {
    /// The keys of `bonuses` are track positions, not numbers of players.
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
            Kind::Map(map) if is_table(map) => {
                map.entries.iter().for_each(|entry| self.check_key(&entry.key, entry.key_span));
                match pick(map, self.players, self.options) {
                    Some(value) => return self.node(value),
                    None => {
                        self.missing(node, map);
                        Kind::Null
                    }
                }
            }
            Kind::Map(map) => {
                let entries = map.entries.iter().map(|entry| self.entry(entry)).collect();
                Kind::Map(Map { entries })
            }
            Kind::Seq(items) => Kind::Seq(items.iter().map(|item| self.node(item)).collect()),
            other => other.clone(),
        };
        Node { span: node.span, kind }
    }

    /// Checks that an option in a table exists and is a yes-or-no option.
    fn check_key(&mut self, key: &str, span: Span) {
        let Some((id, _)) = option_of(key) else { return };
        match self.options.get(id) {
            Some(OptionValue::Flag(_)) => {}
            Some(_) => {
                let message = format!("the option `{id}` is not a yes-or-no option");
                let label = "only a yes-or-no option can choose between values";
                let diag = Diagnostic::error(scenario::OPTION_VALUE, message, span, label);
                let help = "write an expression, such as `if option.size == 4 then 2 else 1`";
                self.diags.push(diag.help(help));
            }
            None => {
                let message = format!("unknown option `{id}`");
                let label = "not an option of this pack";
                let mut diag = Diagnostic::error(names_used::OPTION, message, span, label);
                diag.help = similar(id, self.options.keys().map(String::as_str))
                    .map(|near| format!("an option with a similar name exists: `{near}`"));
                self.diags.push(diag);
            }
        }
    }

    fn missing(&mut self, node: &Node, table: &Map) {
        let players = self.players;
        let by_option = table.entries.iter().any(|entry| option_of(&entry.key).is_some());
        let (message, label, help) = if by_option {
            let message = "there is no value for this setting of the options".to_owned();
            (message, "a value by option", "add `_: ...` for all other settings".to_owned())
        } else {
            let message = format!("there is no value for {players} players");
            let help = format!("add `{players}: ...`, or `_: ...` for all other numbers");
            (message, "a value by number of players", help)
        };
        self.diags.push(Diagnostic::error(code::NO_PLAYERS, message, node.span, label).help(help));
    }
}

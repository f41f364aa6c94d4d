//! The facts about one entry of a pack, in words.

use boardwright_compile::words::Words;
use boardwright_language::raw::{EntryHead, keys_of, type_of};
use boardwright_packs::layer::value::{render, scalar_text};
use boardwright_syntax::yaml::{Kind, Map, Node};

/// A fact.
pub(super) struct Fact {
    /// Its path below the entry.
    pub key: String,
    /// Its topic.
    pub title: String,
    /// Its source.
    pub node: Node,
    /// Its wording.
    pub told: Told,
    /// Whether it is an ability, which the text of its piece describes.
    pub is_ability: bool,
}

/// The wording of a fact.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum Told {
    One(String),
    /// Sentences with their nesting depth.
    Many(Vec<(usize, String)>),
}

impl Told {
    /// The wording on one line.
    pub fn in_line(&self) -> String {
        match self {
            Told::One(said) => said.clone(),
            Told::Many(lines) => {
                lines.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>().join("; ")
            }
        }
    }
}

/// Keys that are not rules, or are described elsewhere.
const APART: [&str; 8] = ["name", "text", "source", "note", "like", "abstract", "key", "faces"];

/// Steps, one sentence each.
pub(super) fn steps(words: &Words, key: &str, title: &str, node: &Node) -> Fact {
    let listed = words.list(node);
    let lines = listed.lines().map(|line| {
        let text = line.trim_start();
        let depth = (line.len() - text.len()) / 2;
        (depth, text.strip_prefix("- ").unwrap_or(text).to_owned())
    });
    let mut lines: Vec<(usize, String)> = lines.collect();
    if lines.is_empty() {
        lines.push((0, "nothing".into()));
    }
    let told = Told::Many(lines);
    Fact { told, ..one(key, title, node, String::new()) }
}

/// A fact on one line.
pub(super) fn one(key: &str, title: &str, node: &Node, said: String) -> Fact {
    let (key, title) = (key.to_owned(), title.to_owned());
    Fact { key, title, node: node.clone(), told: Told::One(said), is_ability: false }
}

/// The facts of an entry of a built-in section; `title` names the keys players read.
pub(super) fn plain(words: &Words, map: &Map) -> Vec<Fact> {
    let mut facts = vec![];
    for entry in map.entries.iter().filter(|entry| !APART.contains(&entry.key.as_str())) {
        let (key, value) = (entry.key.as_str(), &entry.value);
        match (key, value.as_map()) {
            ("do", _) => facts.push(steps(words, key, "", value)),
            ("bonuses", Some(inside)) => facts.extend(inside.entries.iter().map(|it| {
                let title = format!("at {}", it.key);
                one(&format!("{key}.{}", it.key), &title, &it.value, words.steps(&it.value))
            })),
            ("pays_as", Some(inside)) if !boardwright_language::raw::by_table::is_table(inside) => {
                facts.extend(inside.entries.iter().map(|it| {
                    let (per, short) = match it.value.as_map() {
                        None => (words.expr(&it.value), false),
                        Some(map) => {
                            let per = map.get("rate").map_or("1".into(), |per| words.expr(per));
                            (per, map.get("when").and_then(Node::as_text) == Some("short"))
                        }
                    };
                    let lacking = if short { " that is lacking" } else { "" };
                    let said = format!("{per} for 1 {}{lacking}", words.thing(&it.key));
                    let title = "can pay".to_owned();
                    one(&format!("{key}.{}", it.key), &title, &it.value, said)
                }))
            }
            _ => facts.push(one(key, &title(key, value), value, value_of(words, value))),
        }
    }
    facts
}

/// The facts of a printed entry, whose attributes have types.
pub(super) fn printed(words: &Words, map: &Map, types: Option<&Map>) -> Vec<Fact> {
    let head = keys_of::<EntryHead>();
    let mut facts = vec![];
    for entry in map.entries.iter().filter(|entry| !APART.contains(&entry.key.as_str())) {
        let (key, value) = (entry.key.as_str(), &entry.value);
        let holds = types.and_then(|types| types.get(key));
        match (key, value.as_seq()) {
            ("ability", _) => facts.push(ability(words, key, value)),
            ("abilities", Some(all)) => {
                let told = all.iter().map(|it| (0, words.ability(it))).collect();
                let fact = one(key, "abilities", value, String::new());
                facts.push(Fact { told: Told::Many(told), is_ability: true, ..fact });
            }
            _ if head.contains(&key) => {
                facts.push(one(key, &title(key, value), value, value_of(words, value)));
            }
            _ => {
                let said = holds.and_then(|holds| words.printed(holds, value));
                let said = said.unwrap_or_else(|| {
                    match holds.and_then(|holds| type_of(holds).as_text()) {
                        Some(kind) if kind.starts_with("space/") || kind.starts_with("entry/") => {
                            words.expr(value)
                        }
                        _ => value_of(words, value),
                    }
                });
                facts.push(one(key, &title(key, value), value, said));
            }
        }
    }
    facts
}

pub(super) fn ability(words: &Words, key: &str, node: &Node) -> Fact {
    Fact { is_ability: true, ..one(key, "ability", node, words.ability(node)) }
}

/// The title of a key.
fn title(key: &str, value: &Node) -> String {
    let known = match key {
        "resets" if matches!(value.kind, Kind::Map(_)) => "starts anew when its piece",
        "start" => "at the start",
        "max" => "at most",
        "min" => "at least",
        "held_by" => "held by",
        "base" => "unless something changes it",
        "count" => "copies",
        "resets" => "starts anew each",
        "values" => "what positions show",
        "slots" => "places",
        "capacity" => "pieces at most",
        "visible" => "seen by",
        "active" => "abilities work here",
        "holds" => "is for",
        "params" => "is given",
        "returns" => "returns",
        "score" => "is the score",
        _ => return key.replace(['-', '_'], " "),
    };
    known.to_owned()
}

/// A value as shown to players.
pub(super) fn value_of(words: &Words, node: &Node) -> String {
    match &node.kind {
        Kind::Bool(true) => "yes".into(),
        Kind::Bool(false) => "no".into(),
        Kind::Text(text) if text.contains(['(', '.', ' ']) => words.expr(node),
        Kind::Text(text) => text.clone(),
        Kind::Seq(items) => {
            items.iter().map(|item| value_of(words, item)).collect::<Vec<_>>().join(", ")
        }
        Kind::Map(map) if boardwright_language::raw::by_table::is_table(map) => words.expr(node),
        Kind::Map(map) => {
            let pairs = map.entries.iter();
            let pairs = pairs.map(|it| format!("{} {}", it.key, value_of(words, &it.value)));
            pairs.collect::<Vec<_>>().join(", ")
        }
        _ => scalar_text(node).unwrap_or_else(|| render(node)),
    }
}

//! The entries of packs, each with its facts.

use super::facts::{self, Fact};
use super::{Area, By, below};
use boardwright_compile::words::Words;
use boardwright_packs::layer::Loaded;
use boardwright_syntax::source::Span;
use boardwright_syntax::yaml::{Entry, Kind, Map, Node};

/// A named entry.
pub(super) struct Thing {
    /// Its path.
    pub path: String,
    pub name: String,
    pub sort: String,
    pub area: Area,
    pub text: Option<String>,
    pub facts: Vec<Fact>,
    /// Its origin, if layering does not know it.
    pub by: Option<By>,
}

impl Thing {
    /// Its own fact with the same key.
    pub fn fact(&self, like: &Fact) -> Option<&Fact> {
        self.facts.iter().find(|fact| fact.key == like.key)
    }
}

/// All entries of some packs, in source order.
pub(super) fn things(loaded: &Loaded) -> Vec<Thing> {
    let mut shelf = Shelf { words: Words::of(loaded), root: &loaded.root, things: vec![] };
    shelf.table(loaded);
    let sections = loaded.root.as_map().map_or(&[][..], |map| &map.entries);
    for section in sections {
        shelf.section(section);
    }
    shelf.things
}

struct Shelf<'l> {
    words: Words<'l>,
    root: &'l Node,
    things: Vec<Thing>,
}

impl<'l> Shelf<'l> {
    /// The facts of manifests: the number of players, and the options.
    fn table(&mut self, loaded: &Loaded) {
        let players = loaded.order.iter().rev().find_map(|pack| pack.manifest.players);
        if let Some(players) = players {
            let said = format!("{} to {}", players.min, players.max);
            let node = Node { span: players.span, kind: Kind::Text(said.clone()) };
            let facts = vec![facts::one("", "from", &node, said)];
            self.put(Area::Table, "players", "players", "Players", None, facts);
            self.said_at(loaded, players.span);
        }
        for option in loaded.order.iter().flat_map(|pack| &pack.manifest.options) {
            let values = Node { span: option.default.span, kind: Kind::Seq(option.values.clone()) };
            let said = match option.values.is_empty() {
                true => "yes, no".to_owned(),
                false => facts::value_of(&self.words, &values),
            };
            let usual = facts::value_of(&self.words, &option.default);
            let facts = vec![
                facts::one("values", "can be", &values, said),
                facts::one("default", "unless chosen", &option.default, usual),
            ];
            let path = format!("options.{}", option.id.value);
            self.put(Area::Table, &path, "option", &option.title, option.text.clone(), facts);
            self.said_at(loaded, option.id.span);
        }
    }

    /// Records the place of the last entry.
    fn said_at(&mut self, loaded: &Loaded, span: Span) {
        let file = loaded.sources.file(span.file);
        let (pack, path) = (file.pack.clone(), file.path.clone());
        let by = By { pack, file: path, line: loaded.sources.line_col(span).0 };
        if let Some(thing) = self.things.last_mut() {
            thing.by = Some(by);
        }
    }

    fn put(
        &mut self,
        area: Area,
        path: &str,
        sort: &str,
        name: &str,
        text: Option<String>,
        facts: Vec<Fact>,
    ) {
        let (path, sort, name) = (path.to_owned(), sort.to_owned(), name.to_owned());
        self.things.push(Thing { path, name, sort, area, text, facts, by: None });
    }

    fn section(&mut self, section: &Entry) {
        let (key, value) = (section.key.as_str(), &section.value);
        let course = match key {
            "setup" => Some((Area::Setup, "Setup")),
            "play" => Some((Area::Rules, "Course of the game")),
            "scoring" => Some((Area::Rules, "Scoring at the end")),
            _ => None,
        };
        if let Some((area, title)) = course {
            let facts = vec![facts::steps(&self.words, "", "", value)];
            self.put(area, key, "", title, None, facts);
            return;
        }
        if key == "ranking" {
            let keys = value.as_seq().unwrap_or(std::slice::from_ref(value));
            let said: Vec<String> = keys.iter().map(|key| self.words.expr(key)).collect();
            let fact = facts::one("", "the most of", value, said.join(", then "));
            self.put(Area::Rules, key, "", "Who wins", None, vec![fact]);
            return;
        }
        if let Some(kind) = self.kind_of(key) {
            let types = kind.value.as_map().and_then(|map| map.get("attributes")?.as_map());
            for entry in entries(value) {
                self.printed(&format!("{key}.{}", entry.key), &kind.key, entry, types);
            }
            return;
        }
        let (area, sort) = match key {
            "procedures" | "rules" => (Area::Rules, "rule"),
            "resources" => (Area::Numbers, "resource"),
            "tracks" => (Area::Numbers, "track"),
            "values" => (Area::Numbers, "value"),
            "sets" => (Area::Rules, "set"),
            "zones" => (Area::Board, "zone"),
            "spaces" => (Area::Board, "spaces"),
            "automa" => (Area::Setup, "seats"),
            "kinds" => (Area::Inner, "kind"),
            "lines" => (Area::Inner, "line of the score sheet"),
            "events" => (Area::Inner, "event"),
            "windows" => (Area::Inner, "window"),
            _ => (Area::Inner, ""),
        };
        if !matches!(value.kind, Kind::Map(_)) || key == "automa" {
            let said = facts::value_of(&self.words, value);
            let fact = facts::one("", "", value, said);
            self.put(area, key, "", key, None, vec![fact]);
            return;
        }
        for entry in entries(value) {
            let path = below(key, &entry.key);
            match entry.value.as_map() {
                Some(map) if key == "spaces" => self.board(&path, entry, map),
                Some(map) if key == "rules" => {
                    let all = map.get("abilities").and_then(Node::as_seq);
                    let all = all.unwrap_or_else(|| std::slice::from_ref(&entry.value));
                    let facts = all.iter().map(|node| facts::ability(&self.words, "", node));
                    self.put(area, &path, sort, &name(entry), text(map), facts.collect());
                }
                Some(map) if key == "events" => {
                    let fact = facts::one("", "says", &entry.value, names(map));
                    self.put(area, &path, sort, &words_of(&entry.key), None, vec![fact]);
                }
                Some(map) => {
                    let facts = facts::plain(&self.words, map);
                    self.put(area, &path, sort, &name(entry), text(map), facts);
                }
                None => {
                    let fact = match key {
                        "procedures" => facts::steps(&self.words, "", "", &entry.value),
                        _ => {
                            let said = facts::value_of(&self.words, &entry.value);
                            facts::one("", "", &entry.value, said)
                        }
                    };
                    self.put(area, &path, sort, &name(entry), None, vec![fact]);
                }
            }
        }
    }

    /// A printed entry and its other faces.
    fn printed(&mut self, path: &str, kind: &str, entry: &Entry, types: Option<&Map>) {
        let Some(map) = entry.value.as_map() else { return };
        let facts = facts::printed(&self.words, map, types);
        self.put(Area::Pieces, path, &words_of(kind), &name(entry), text(map), facts);
        let faces = map.get("faces").map_or(&[][..], entries);
        for face in faces {
            let path = format!("{path}.faces.{}", face.key);
            self.printed(&path, kind, face, types);
        }
    }

    /// A group of spaces, and its spaces.
    fn board(&mut self, path: &str, entry: &Entry, map: &Map) {
        let types = map.get("attributes").and_then(Node::as_map);
        let spaces = |key: &'static str| (key, map.get(key).map_or(&[][..], entries));
        for (key, spaces) in [spaces("list"), spaces("at")] {
            for space in spaces {
                let Some(map) = space.value.as_map() else { continue };
                let facts = facts::printed(&self.words, map, types);
                let path = format!("{path}.{key}.{}", space.key);
                self.put(Area::Board, &path, &words_of(&entry.key), &name(space), text(map), facts);
            }
        }
        let mut rest = map.clone();
        rest.entries.retain(|entry| !["at", "attributes"].contains(&entry.key.as_str()));
        rest.entries.retain(|entry| entry.key != "list" || entry.value.as_map().is_none());
        let facts = facts::plain(&self.words, &rest);
        self.put(Area::Board, path, "spaces", &name(entry), text(map), facts);
    }

    /// The kind whose entries are in a section.
    fn kind_of(&self, section: &str) -> Option<&'l Entry> {
        let kinds = self.root.as_map()?.get("kinds")?.as_map()?;
        kinds.entries.iter().find(|kind| {
            let own = kind.value.as_map().and_then(|map| map.get("section")?.as_text());
            own.map_or_else(|| format!("{}s", kind.key) == section, |own| own == section)
        })
    }
}

fn entries(node: &Node) -> &[Entry] {
    node.as_map().map_or(&[], |map| &map.entries)
}

fn text(map: &Map) -> Option<String> {
    let text = map.get("text").and_then(Node::as_text)?;
    Some(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

fn name(entry: &Entry) -> String {
    let name = entry.value.as_map().and_then(|map| map.get("name")?.as_text());
    name.map_or_else(|| capital(&words_of(&entry.key)), str::to_owned)
}

fn names(map: &Map) -> String {
    let names: Vec<String> = map.entries.iter().map(|it| words_of(&it.key)).collect();
    if names.is_empty() { "nothing more".to_owned() } else { names.join(", ") }
}

fn words_of(id: &str) -> String {
    id.replace(['-', '_'], " ")
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

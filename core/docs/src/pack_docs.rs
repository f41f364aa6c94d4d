//! Generates the rules reference of a pack from its sections.

use std::fmt::Write;

use super::notes::{
    get, inside, is_internal, list, plain, resource_notes, track_notes, word, zone_notes,
};
use boardwright_compile::words::{Words, code};
use boardwright_language::raw::{EntryHead, keys_of};
use boardwright_packs::layer::Loaded;
use boardwright_packs::layer::value::{render, scalar_text};
use boardwright_syntax::yaml::{Entry, Kind, Map, Node};

/// Writes to a text, which cannot fail.
macro_rules! put {
    ($out:expr, $($what:tt)*) => {{
        let _ = writeln!($out, $($what)*);
    }};
}

/// The rules of the loaded packs, as Markdown.
pub fn pack_docs(loaded: &Loaded) -> String {
    let words = Words::of(loaded);
    let mut page = Page { out: String::new(), words, root: &loaded.root };
    page.head(loaded);
    page.options(loaded);
    page.counted();
    page.zones();
    page.spaces();
    page.values();
    page.entries();
    page.course();
    page.out
}

struct Page<'r> {
    out: String,
    words: Words<'r>,
    root: &'r Node,
}

impl<'r> Page<'r> {
    fn section(&self, name: &str) -> &'r [Entry] {
        let map = self.root.as_map().and_then(|map| map.get(name)?.as_map());
        map.map_or(&[], |map| &map.entries)
    }

    fn head(&mut self, loaded: &Loaded) {
        let Some(last) = loaded.order.last() else { return };
        let manifest = &last.manifest;
        put!(self.out, "# {}\n", manifest.title.value);
        if let Some(text) = &manifest.text {
            put!(self.out, "{}\n", text.trim());
        }
        let players = loaded.order.iter().rev().find_map(|pack| pack.manifest.players);
        if let Some(players) = players {
            match (players.min, players.max) {
                (min, max) if min == max => put!(self.out, "- players: {min}"),
                (min, max) => put!(self.out, "- players: {min} to {max}"),
            }
        }
        for pack in &loaded.order {
            let manifest = &pack.manifest;
            let licence = manifest.licence.as_ref().map_or(String::new(), |l| format!(", {l}"));
            put!(self.out, "- pack: {} {}{licence}", code(&manifest.id.value), manifest.version);
        }
        put!(self.out, "");
    }

    fn options(&mut self, loaded: &Loaded) {
        let options = loaded.order.iter().flat_map(|pack| &pack.manifest.options);
        let rows: Vec<[String; 3]> = options
            .map(|option| {
                let values: Vec<String> = option.values.iter().map(plain).collect();
                let values = if values.is_empty() { "yes, no".into() } else { values.join(", ") };
                let text = option.text.as_ref().map_or(String::new(), |t| format!(": {t}"));
                [format!("{}{text}", option.title), values, plain(&option.default)]
            })
            .collect();
        self.table("Options", ["option", "values", "unless chosen"], &rows);
    }

    fn counted(&mut self) {
        let rows: Vec<[String; 4]> = self
            .section("resources")
            .iter()
            .filter(|entry| !is_internal(entry))
            .map(|entry| {
                let start = self.expr_text(entry, "start").unwrap_or_else(|| "0".into());
                let whose = word(entry, "held_by").unwrap_or_else(|| "seat".into());
                let mut notes = resource_notes(&self.words, entry);
                notes.extend(get(entry, "text").and_then(Node::as_text).map(str::to_owned));
                [self.named(entry), whose, start, notes.join("; ")]
            })
            .collect();
        self.table("Resources", ["resource", "of each", "at the start", "notes"], &rows);
        let tracks = self.section("tracks");
        if !tracks.is_empty() {
            put!(self.out, "## Tracks\n");
        }
        for entry in tracks.iter().filter(|entry| !is_internal(entry)) {
            put!(self.out, "### {}\n", self.name(entry));
            self.text(entry);
            if let Some(values) = get(entry, "values") {
                put!(self.out, "Positions from 0: {}.\n", list(values));
            }
            for note in track_notes(&self.words, entry) {
                put!(self.out, "- {note}");
            }
            put!(self.out, "");
        }
    }

    fn zones(&mut self) {
        let rows: Vec<[String; 4]> = self
            .section("zones")
            .iter()
            .filter(|entry| !is_internal(entry))
            .map(|entry| {
                let word = |key: &str, other: &str| word(entry, key).unwrap_or(other.to_owned());
                let mut notes = zone_notes(&self.words, entry);
                notes.extend(get(entry, "text").and_then(Node::as_text).map(str::to_owned));
                let order = word("order", "pool");
                [self.named(entry), word("held_by", "table"), order, notes.join("; ")]
            })
            .collect();
        self.table("Zones", ["zone", "of each", "order", "notes"], &rows);
    }

    fn spaces(&mut self) {
        let groups = self.section("spaces");
        if !groups.is_empty() {
            put!(self.out, "## Spaces\n");
        }
        for entry in groups.iter().filter(|entry| !is_internal(entry)) {
            let form = if let Some(grid) = get(entry, "grid").and_then(Node::as_map) {
                let number =
                    |key: &str| grid.get(key).map_or(String::new(), |n| self.words.expr(n));
                format!("{} columns and {} rows", number("columns"), number("rows"))
            } else if let Some(rows) = get(entry, "bricks") {
                format!("rows of {} spaces", list(rows))
            } else {
                let spaces = match get(entry, "list").map(|node| &node.kind) {
                    Some(Kind::Map(map)) => map.entries.iter().map(space_name).collect(),
                    Some(Kind::Seq(items)) => items.iter().map(item_name).collect(),
                    _ => vec![],
                };
                spaces.join(", ")
            };
            put!(self.out, "- **{}**: {form}", self.name(entry));
        }
        if !groups.is_empty() {
            put!(self.out, "");
        }
    }

    fn values(&mut self) {
        let rows: Vec<[String; 2]> = self
            .section("values")
            .iter()
            .map(|entry| {
                let base = get(entry, "base").unwrap_or(&entry.value);
                [self.named(entry), self.words.expr(base)]
            })
            .collect();
        self.table("Values", ["value", "unless something changes it"], &rows);
        let rows: Vec<[String; 2]> = self
            .section("sets")
            .iter()
            .map(|entry| {
                let of = get(entry, "of").unwrap_or(&entry.value);
                [self.named(entry), self.words.expr(of)]
            })
            .collect();
        self.table("Sets", ["set", "what is in it"], &rows);
    }

    fn entries(&mut self) {
        for kind in self.section("kinds").iter().filter(|kind| !is_internal(kind)) {
            let section = get(kind, "section").and_then(Node::as_text).map(str::to_owned);
            let section = section.unwrap_or_else(|| format!("{}s", kind.key));
            let attributes = get(kind, "attributes").and_then(Node::as_map);
            let entries = self.section(&section);
            if entries.is_empty() {
                continue;
            }
            put!(self.out, "## {}\n", capital(&section.replace('_', " ")));
            self.text(kind);
            for entry in entries {
                put!(self.out, "### {}\n", self.name(entry));
                self.entry(entry.value.as_map(), attributes);
                for face in inside(entry, "faces") {
                    put!(self.out, "Its face *{}*, {}:\n", face.key, self.name(face));
                    self.entry(face.value.as_map(), attributes);
                }
            }
        }
    }

    fn entry(&mut self, map: Option<&Map>, attributes: Option<&Map>) {
        let Some(map) = map else { return };
        if let Some(text) = map.get("text").and_then(Node::as_text) {
            put!(self.out, "> {}\n", text.trim().replace('\n', "\n> "));
        }
        let mut facts = vec![];
        if let Some(count) = map.get("count") {
            facts.push(format!("copies: {}", self.words.expr(count)));
        }
        let head = keys_of::<EntryHead>();
        for entry in map.entries.iter().filter(|entry| !head.contains(&entry.key.as_str())) {
            let holds = attributes.and_then(|map| map.get(&entry.key));
            facts.extend(self.attribute(entry, holds));
        }
        let one = map.get("ability").map(std::slice::from_ref);
        let many = map.get("abilities").and_then(Node::as_seq);
        for ability in one.into_iter().chain(many).flatten() {
            facts.push(format!("ability: {}", self.words.ability(ability)));
        }
        for fact in facts {
            put!(self.out, "- {fact}");
        }
        put!(self.out, "");
    }

    /// The value of an attribute, as in lists and on the table; `None` if it is for rules only.
    fn attribute(&self, entry: &Entry, holds: Option<&Node>) -> Option<String> {
        let said =
            holds.filter(|holds| holds.as_map().is_some_and(|map| map.get("type").is_some()));
        let said = |key: &str| said.and_then(|holds| holds.as_map()?.get(key));
        if said("internal").is_some_and(|node| node.kind == Kind::Bool(true)) {
            return None;
        }
        let told = holds.and_then(|holds| self.words.printed(holds, &entry.value));
        let told = told.unwrap_or_else(|| plain(&entry.value));
        let text = |key: &str| said(key).and_then(Node::as_text);
        let name = text("name").map_or_else(|| entry.key.replace('_', " "), str::to_owned);
        Some(match (text("plural"), &entry.value.kind) {
            (Some(_), Kind::Int(1)) => format!("1 {name}"),
            (Some(plural), Kind::Int(n)) => format!("{n} {plural}"),
            _ => format!("{name}: {told}"),
        })
    }

    fn course(&mut self) {
        let root = self.root.as_map();
        for (key, title) in [("setup", "Setup"), ("play", "Course of the game")] {
            if let Some(steps) = root.and_then(|map| map.get(key)) {
                put!(self.out, "## {title}\n\n{}", self.words.list(steps));
            }
        }
        let rules = self.section("rules");
        if !rules.is_empty() {
            put!(self.out, "## Rules for everybody\n");
        }
        for entry in rules {
            put!(self.out, "### {}\n", capital(&self.name(entry)));
            self.text(entry);
            let all = get(entry, "abilities").and_then(Node::as_seq);
            for ability in all.unwrap_or_else(|| std::slice::from_ref(&entry.value)) {
                put!(self.out, "- {}", self.words.ability(ability));
            }
            put!(self.out, "");
        }
        let procedures = self.section("procedures");
        if !procedures.is_empty() {
            put!(self.out, "## Procedures\n");
        }
        for entry in procedures {
            put!(self.out, "### {}\n", capital(&self.name(entry)));
            self.text(entry);
            let needs: Vec<String> = inside(entry, "params")
                .iter()
                .map(|need| format!("{} ({})", code(&need.key), plain(&need.value)))
                .collect();
            if !needs.is_empty() {
                put!(self.out, "Needs {}.\n", needs.join(", "));
            }
            let steps = get(entry, "do").unwrap_or(&entry.value);
            put!(self.out, "{}", self.words.list(steps));
        }
        if let Some(steps) = root.and_then(|map| map.get("scoring")) {
            put!(self.out, "## Scoring\n\n{}", self.words.list(steps));
        }
        if let Some(keys) = root.and_then(|map| map.get("ranking")?.as_seq()) {
            let keys: Vec<String> = keys.iter().map(|key| self.words.expr(key)).collect();
            put!(self.out, "## Who wins\n\nThe most {}.\n", keys.join(", then "));
        }
    }

    fn table<const N: usize>(&mut self, title: &str, heads: [&str; N], rows: &[[String; N]]) {
        if rows.is_empty() {
            return;
        }
        put!(self.out, "## {title}\n\n| {} |", heads.join(" | "));
        put!(self.out, "|{}", "---|".repeat(N));
        for row in rows {
            let cells: Vec<String> = row.iter().map(|cell| cell.replace('|', "\\|")).collect();
            put!(self.out, "| {} |", cells.join(" | ").replace('\n', " "));
        }
        put!(self.out, "");
    }

    fn text(&mut self, entry: &Entry) {
        if let Some(text) = get(entry, "text").and_then(Node::as_text) {
            put!(self.out, "{}\n", text.trim());
        }
    }

    fn name(&self, entry: &Entry) -> String {
        let name = get(entry, "name").and_then(Node::as_text).map(str::to_owned);
        name.unwrap_or_else(|| capital(&entry.key.replace('_', " ")))
    }

    fn named(&self, entry: &Entry) -> String {
        format!("{} ({})", self.name(entry), code(&entry.key))
    }

    fn expr_text(&self, entry: &Entry, key: &str) -> Option<String> {
        get(entry, key).map(|node| self.words.expr(node))
    }
}

fn space_name(entry: &Entry) -> String {
    let name = get(entry, "name").and_then(Node::as_text);
    name.map_or_else(|| entry.key.clone(), str::to_owned)
}

fn item_name(item: &Node) -> String {
    let named = item.as_map().and_then(|map| map.get("name").or_else(|| map.get("id")));
    named.or(Some(item)).and_then(scalar_text).unwrap_or_else(|| render(item))
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

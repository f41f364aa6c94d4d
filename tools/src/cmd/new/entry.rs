//! A new entry of a kind: a tile, a card.

use boardwright_language::raw::type_of;
use boardwright_packs::layer::{self, Loaded};
use boardwright_syntax::visible::visible_line;
use boardwright_syntax::yaml::{self, Entry, Kind, Map, Node};

use super::files::{File, Golden, check, check_id, pack_folder, title, write};
use crate::Global;
use crate::fail::{Done, Fail};
use crate::io::{Io, listed};
use crate::problems::similar_help;
use crate::shelf::Shelf;

pub fn new(id: &str, pack: &str, section: &str, global: &Global, io: &mut Io) -> Done {
    check_id("the id of an entry", id, '_')?;
    let folder = pack_folder(pack, global, io)?;
    let mut shelf = Shelf::new(global, io)?;
    let ids = shelf.wanted(&folder.display().to_string())?;
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    let loaded = layer::load(&shelf.library(), &ids, &yaml::read);
    let kinds = kinds(&loaded);
    let Some(kind) = kinds.iter().find(|kind| kind.section == section) else {
        let sections: Vec<&str> = kinds.iter().map(|kind| kind.section.as_str()).collect();
        let fail = Fail::new(format!("no kind of this pack has the section `{section}`"));
        return Err(match similar_help("section", section, sections.iter().copied()) {
            Some(help) => fail.help(help),
            None if sections.is_empty() => fail.help("declare a kind in `kinds` first"),
            None => fail.help(format!("give `--section` one of {}", listed(sections))),
        });
    };
    let map = loaded.root.as_map();
    let entries = map.and_then(|map| map.get(section)).and_then(Node::as_map);
    if let Some(there) = entries.and_then(|entries| entries.entry(id)) {
        let file = loaded.sources.file(there.key_span.file);
        let (line, _) = loaded.sources.line_col(there.key_span);
        let place = shelf.shown(&file.pack, &file.path);
        return Err(Fail::new(format!("`{section}` has an entry `{id}` already"))
            .note(format!("it stands in {place}:{line}"))
            .help("take another id"));
    }
    let resource = first_key(map, "resources").unwrap_or("wood");
    let text = text(id, section, kind, resource);
    write(&[File { path: folder.join(section).join(format!("{id}.yaml")), text }], io)?;
    let shown = io.around.shown(&folder);
    let next = [
        format!("boardwright new scenario {id} --pack {shown}  test it"),
        format!("boardwright play {shown}  see it at the table"),
        "boardwright docs  all keys, steps and words of expressions".to_owned(),
    ];
    check(&folder, Golden::Leave, &next, global, io)
}

/// What a template needs to know of a kind.
struct KindHead {
    section: String,
    attributes: Vec<(String, Node)>,
}

fn kinds(loaded: &Loaded) -> Vec<KindHead> {
    let section = loaded.root.as_map().and_then(|map| map.get("kinds")).and_then(Node::as_map);
    let head = |entry: &Entry| {
        let map = entry.value.as_map();
        let named = map.and_then(|map| map.get("section")).and_then(Node::as_text);
        let section = named.map_or_else(|| format!("{}s", entry.key), str::to_owned);
        let attributes = map.and_then(|map| map.get("attributes")).and_then(Node::as_map);
        let attributes = attributes.map_or(&[][..], |map| &map.entries);
        let attributes =
            attributes.iter().map(|it| (it.key.clone(), type_of(&it.value).clone())).collect();
        KindHead { section, attributes }
    };
    section.map_or_else(Vec::new, |map| map.entries.iter().map(head).collect())
}

fn first_key<'m>(map: Option<&'m Map>, section: &str) -> Option<&'m str> {
    let entries = &map?.get(section)?.as_map()?.entries;
    entries.first().map(|entry| entry.key.as_str())
}

fn text(id: &str, section: &str, kind: &KindHead, resource: &str) -> String {
    let mut text = format!(
        "# Entries of one section may stand in any file of the pack.\n{section}:\n  {id}:\n    \
         name: {}\n    count: 1 # how many copies there are\n",
        title(id)
    );
    for (name, holds) in &kind.attributes {
        text.push_str(&attribute(name, holds, resource));
    }
    text.push_str(&format!(
        "    text: What it does, in the words of the rules.\n    \
         # ability: {{ when: an_event, do: [{{ gain: {{ {resource}: 1 }} }}] }}\n"
    ));
    text
}

/// A line for an attribute; a comment if its value cannot be guessed.
fn attribute(name: &str, holds: &Node, resource: &str) -> String {
    let (name, resource) = (&plain(name), &plain(resource));
    if let Kind::Seq(words) = &holds.kind {
        let first = plain(words.first().and_then(Node::as_text).unwrap_or_default());
        return format!("    {name}: {first}\n");
    }
    let with_parameters = holds.as_map().is_some_and(|map| map.get("steps").is_some());
    match holds.as_text().unwrap_or(if with_parameters { "steps" } else { "" }) {
        "number" => format!("    {name}: 1\n"),
        "flag" => format!("    {name}: false\n"),
        "text" => format!("    {name}: Some words\n"),
        "numbers" => format!("    {name}: [1, 2, 3]\n"),
        "cost" => format!("    {name}: {{ {resource}: 1 }}\n"),
        "steps" => format!("    {name}: [{{ gain: {{ {resource}: 1 }} }}]\n"),
        "resource" => format!("    {name}: {resource}\n"),
        other => format!("    # {name}: ({})\n", visible_line(other)),
    }
}

/// A name of the pack, escaped for YAML. The pack was not checked, so it may be anything: a name
/// that is no plain word gets quotes, as in JSON.
fn plain(name: &str) -> String {
    let is_plain = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    if is_plain { name.to_owned() } else { serde_json::Value::from(name).to_string() }
}

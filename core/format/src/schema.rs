//! The schemas that describe each place: those for editors, plus the attributes declared by the
//! kinds and groups of a pack.

use std::collections::BTreeSet;

use serde_json::{Map as Object, Value, json};

use super::Role;
use boardwright_packs::library::Library;
use boardwright_syntax::source::{SourceFile, Sources};
use boardwright_syntax::yaml::{self, Kind, Map, Node};

/// The reference to expressions in schemas.
pub(super) const EXPR_REF: &str = "#/$defs/Expr";
/// The definition of patches.
pub(super) const PATCH: &str = "Patch";
/// The definition of changes of a value.
pub(super) const CHANGE: &str = "Change";
/// The pattern of keys that are seats.
pub(super) const SEATS: &str = "^p[1-8]$";
/// Most packs searched for kinds.
const PACKS_MAX: usize = boardwright_packs::layer::PACKS_MAX;
/// The longest chain of kinds that are like another.
const LIKES_MAX: usize = 32;

/// The schemas for the files of a pack.
#[derive(Clone, Debug)]
pub struct Places {
    manifest: Doc,
    pub(super) rules: Doc,
    tests: Doc,
    texts: Doc,
}

/// A schema.
#[derive(Clone, Debug)]
pub(super) struct Doc {
    pub root: Value,
    pub defs: Object<String, Value>,
}

impl Doc {
    fn new(mut schema: Value) -> Self {
        let defs = match schema.get_mut("$defs").map(Value::take) {
            Some(Value::Object(defs)) => defs,
            _ => Object::new(),
        };
        Self { root: schema, defs }
    }
}

impl Places {
    /// What is known without a pack.
    pub fn plain() -> Self {
        Self::new(&[])
    }

    /// What is known for a pack: its kinds and groups, and those of the packs it extends.
    /// Unreadable files are skipped.
    pub fn of_pack(library: &Library, pack: &str) -> Self {
        let (mut sources, mut diags) = (Sources::default(), vec![]);
        let (mut waiting, mut seen) = (vec![pack.to_owned()], BTreeSet::new());
        let mut trees = vec![];
        while let Some(id) = waiting.pop() {
            if seen.len() >= PACKS_MAX || !seen.insert(id.clone()) {
                continue;
            }
            let manifest = library.manifest(&id, &mut sources, &yaml::read, &mut diags);
            waiting.extend(
                manifest.into_iter().flat_map(|file| file.manifest.extends).map(|it| it.id),
            );
            let contents = library.contents(&id, &mut sources, &mut diags);
            for (path, text) in contents.into_iter().flat_map(|contents| contents.texts) {
                if Role::of(&path) == Some(Role::Rules) {
                    let file = sources.add(SourceFile { pack: id.clone(), path, text });
                    trees.extend(yaml::read(&sources, file, &mut diags));
                }
            }
        }
        // The packs it builds on come later in the list; the pack itself must have the last word.
        trees.reverse();
        Self::new(&trees)
    }

    /// What is known with these rules files.
    pub(super) fn new(trees: &[Node]) -> Self {
        let schemas = boardwright_docs::schemas();
        let mut rules = Doc::new(schemas.rules);
        kinds(&mut rules, trees);
        groups(&mut rules, trees);
        let tests = Doc::new(schemas.tests);
        let said = json!({
            "$ref": "#/$defs/Said",
            "$defs": { "Said": { "anyOf": [
                { "type": "string" },
                { "type": "object", "additionalProperties": { "$ref": "#/$defs/Said" } },
            ] } },
        });
        Self { manifest: Doc::new(schemas.manifest), rules, tests, texts: Doc::new(said) }
    }

    pub(super) fn of(&self, role: Role) -> &Doc {
        match role {
            Role::Manifest => &self.manifest,
            Role::Rules => &self.rules,
            Role::Tests => &self.tests,
            Role::Texts => &self.texts,
        }
    }
}

/// The sections of the kinds: their entries have attributes.
fn kinds(doc: &mut Doc, trees: &[Node]) {
    let Some(head) = doc.defs.get("EntryHead").cloned() else { return };
    for (id, kind) in entries(trees, "kinds") {
        let name = format!("entry of {id}");
        let mut entry = head.clone();
        add_attributes(&mut entry, &attributes(trees, "kinds", kind), &doc.defs);
        set(&mut entry, "faces", open(&to(&name)));
        let section = kind.get("section").and_then(Node::as_text);
        let section = section.map_or_else(|| format!("{id}s"), str::to_owned);
        doc.defs.insert(name.clone(), entry);
        if let Some(sections) = doc.defs.get_mut("Sections") {
            set(sections, &section, open(&to(&name)));
        }
    }
}

/// Groups of spaces: their spaces have attributes.
fn groups(doc: &mut Doc, trees: &[Node]) {
    let Some(head) = doc.defs.get("Group").cloned() else { return };
    for (id, group) in entries(trees, "spaces") {
        let (name, space) = (format!("group {id}"), format!("space of {id}"));
        let text = json!({ "type": "string" });
        let mut one = json!({
            "type": ["object", "null"],
            "properties": {
                "id": text,
                "name": text,
                "text": text,
                "note": text,
                "tags": { "type": "array", "items": text },
                "source": to("Source"),
            },
        });
        add_attributes(&mut one, &attributes(trees, "spaces", group), &doc.defs);
        doc.defs.insert(space.clone(), one);
        let mut whole = head.clone();
        set(&mut whole, "at", open(&to(&space)));
        let list = json!({ "type": "array", "items": { "anyOf": [text, to(&space)] } });
        set(&mut whole, "list", json!({ "anyOf": [open(&to(&space)), list] }));
        doc.defs.insert(name.clone(), whole);
        let spaces = doc.defs.get_mut("Sections");
        let spaces = spaces.and_then(|sections| sections.pointer_mut("/properties/spaces"));
        if let Some(spaces) = spaces {
            set(spaces, &id, to(&name));
        }
    }
}

/// The entries of a section in all files.
fn entries<'n>(trees: &'n [Node], section: &str) -> Vec<(String, &'n Map)> {
    let sections = trees.iter().filter_map(|tree| tree.as_map()?.get(section)?.as_map());
    let all = sections.flat_map(|section| &section.entries);
    all.filter_map(|entry| Some((entry.key.clone(), entry.value.as_map()?))).collect()
}

/// The attributes an entry declares, with their types, including those of the entry it is like.
fn attributes<'n>(
    trees: &'n [Node],
    section: &str,
    mut entry: &'n Map,
) -> Vec<(&'n str, &'n Node)> {
    let mut found = vec![];
    for _ in 0..LIKES_MAX {
        let own = entry.get("attributes").and_then(Node::as_map);
        let own = own.into_iter().flat_map(|own| &own.entries);
        found.extend(own.map(|own| (own.key.as_str(), &own.value)));
        let like = entry.get("like").and_then(Node::as_text);
        let all = entries(trees, section).into_iter().rev();
        match like.and_then(|like| all.into_iter().find(|(id, _)| id == like)) {
            Some((_, other)) => entry = other,
            None => break,
        }
    }
    found
}

fn add_attributes(
    to_schema: &mut Value,
    attributes: &[(&str, &Node)],
    defs: &Object<String, Value>,
) {
    for (name, holds) in attributes {
        let known = to_schema.pointer("/properties").and_then(|all| all.get(name)).is_some();
        if !known && let Some(schema) = attribute(holds, defs) {
            set(to_schema, name, schema);
        }
    }
}

/// What an attribute of a type takes, or a table of it by number of players.
fn attribute(holds: &Node, defs: &Object<String, Value>) -> Option<Value> {
    let one = of_type(holds, defs)?;
    let table = json!({
        "type": "object",
        "patternProperties": { "(_|=(yes|no))": one },
        "additionalProperties": false,
    });
    Some(json!({ "anyOf": [one, table] }))
}

fn of_type(holds: &Node, defs: &Object<String, Value>) -> Option<Value> {
    let holds = boardwright_language::raw::type_of(holds);
    let text = json!({ "type": "string" });
    let list = |item: Value| json!({ "type": "array", "items": item });
    let holds = match &holds.kind {
        Kind::Text(holds) => holds.as_str(),
        // A list of words, or a list of such lists.
        Kind::Seq(items) if items.iter().any(|item| item.as_seq().is_some()) => {
            return Some(list(text));
        }
        Kind::Seq(_) => return Some(text),
        Kind::Map(_) if boardwright_language::raw::prints_steps(holds) => return Some(to("Steps")),
        _ => return None,
    };
    if let Some(item) = holds.strip_prefix("list/") {
        return of_name(item, defs).map(list);
    }
    of_name(holds, defs)
}

fn of_name(holds: &str, defs: &Object<String, Value>) -> Option<Value> {
    let text = json!({ "type": "string" });
    Some(match holds.split('/').next()? {
        "number" => to("Number"),
        "flag" => json!({ "type": "boolean" }),
        "numbers" => json!({ "type": "array", "items": to("Number") }),
        // A printed cost has the same form as in `pay`.
        "cost" if defs.contains_key("step-pay") => to("step-pay"),
        "cost" => to("Cost"),
        "amounts" => json!({ "type": "object", "additionalProperties": to("Number") }),
        "steps" => to("Steps"),
        "text" | "resource" | "track" | "entry" | "space" => text,
        _ => return None,
    })
}

fn set(schema: &mut Value, key: &str, property: Value) {
    if let Some(fields) = schema.as_object_mut() {
        let properties = fields.entry("properties").or_insert_with(|| json!({}));
        if let Some(properties) = properties.as_object_mut() {
            properties.insert(key.to_owned(), property);
        }
    }
}

fn to(def: &str) -> Value {
    json!({ "$ref": format!("#/$defs/{def}") })
}

fn open(value: &Value) -> Value {
    json!({ "type": ["object", "null"], "additionalProperties": value })
}

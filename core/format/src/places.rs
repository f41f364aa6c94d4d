//! Determines what each place of a file takes, by walking its tree along a JSON schema.

use std::collections::BTreeMap;

use serde_json::Value;

use super::schema::{Doc, Places};
use super::{Role, schema};
use boardwright_language::raw::by_table::is_table_key;
use boardwright_packs::layer::path::Path;
use boardwright_syntax::yaml::{Kind, Map, Node};

/// What a place takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Want {
    /// An expression.
    Expr,
    /// A change of a value: an expression in which a leading sign has its own meaning.
    Change,
    /// A text or a name.
    Text,
}

/// A possible shape of a node: one schema without references and alternatives.
#[derive(Clone, Copy)]
struct Leaf<'s> {
    doc: &'s Doc,
    schema: &'s Value,
    /// The definition that contains it.
    def: &'s str,
    /// Whether it is part of an expression.
    expr: bool,
}

/// The schema below a key.
enum Child<'s> {
    Known(&'s Value),
    Unknown,
    Refused,
}

/// What the keys and values of a file are, by start offset. Unknown ones are left out.
pub(super) fn wanted(tree: &Node, role: Role, places: &Places) -> BTreeMap<usize, Want> {
    let mut walk = Walk { rules: &places.rules, found: BTreeMap::new() };
    let doc = places.of(role);
    let leaves = expand(doc, &doc.root, "", false);
    walk.node(tree, &leaves);
    walk.found
}

struct Walk<'s> {
    /// The rules that patches refer to.
    rules: &'s Doc,
    found: BTreeMap<usize, Want>,
}

impl<'s> Walk<'s> {
    fn node(&mut self, node: &Node, leaves: &[Leaf<'s>]) {
        if leaves.iter().any(Leaf::is_unknown) {
            return;
        }
        match &node.kind {
            Kind::Text(text) => {
                if let Some(want) = scalar(text, leaves) {
                    self.found.insert(node.span.start as usize, want);
                }
            }
            Kind::Seq(nodes) => {
                let inside = items(leaves);
                nodes.iter().for_each(|node| self.node(node, &inside));
            }
            Kind::Map(map) if leaves.iter().any(|leaf| leaf.def == schema::PATCH) => {
                self.patch(map);
            }
            Kind::Map(map) => self.map(map, leaves),
            _ => {}
        }
    }

    fn map(&mut self, map: &Map, leaves: &[Leaf<'s>]) {
        let mut fitting: Vec<&Leaf> = leaves.iter().filter(|leaf| leaf.fits(map)).collect();
        // A schema that lists its keys is preferred to one that accepts any.
        if fitting.iter().any(|leaf| leaf.is_closed()) {
            fitting.retain(|leaf| leaf.is_closed());
        }
        for entry in &map.entries {
            if !fitting.is_empty() && fitting.iter().all(|leaf| leaf.keys_are_expressions()) {
                self.found.insert(entry.key_span.start as usize, Want::Expr);
            }
            let mut inside = vec![];
            for leaf in &fitting {
                inside.extend(leaf.below(&entry.key));
            }
            self.node(&entry.value, &inside);
        }
    }

    /// A patch: the value at its path determines what its operator takes.
    fn patch(&mut self, map: &Map) {
        let at = map.get("at").and_then(Node::as_text).and_then(Path::parse);
        let leaves = at.map(|path| self.at_path(&path)).unwrap_or_default();
        for entry in &map.entries {
            let node = &entry.value;
            match entry.key.as_str() {
                "at" | "remove" => self.text(node),
                "expect" | "set" | "replace" => self.node(node, &leaves),
                "append" => self.node(node, &with_items(&leaves)),
                "insert" => {
                    let Some(inside) = node.as_map() else { continue };
                    for entry in &inside.entries {
                        match entry.key.as_str() {
                            "items" => self.node(&entry.value, &with_items(&leaves)),
                            _ => self.text(&entry.value),
                        }
                    }
                }
                _ => {}
            }
        }
    }

    fn text(&mut self, node: &Node) {
        if node.as_text().is_some() {
            self.found.insert(node.span.start as usize, Want::Text);
        }
    }

    /// The possible shapes at a path of the rules.
    fn at_path(&self, path: &Path) -> Vec<Leaf<'s>> {
        let mut leaves = expand(self.rules, &self.rules.root, "", false);
        for part in &path.0 {
            let mut next = items(&leaves);
            for leaf in leaves.iter().filter(|leaf| leaf.is_object()) {
                next.extend(leaf.below(part));
            }
            let mut seen = vec![];
            next.retain(|leaf| {
                let new = !seen.contains(&(std::ptr::from_ref(leaf.schema), leaf.expr));
                seen.push((std::ptr::from_ref(leaf.schema), leaf.expr));
                new
            });
            leaves = next;
        }
        leaves
    }
}

impl<'s> Leaf<'s> {
    /// Whether the schema says nothing about this place.
    fn is_unknown(&self) -> bool {
        let says = |key: &str| self.schema.get(key).is_some();
        !says("type") && !says("enum") && !says("properties")
    }

    fn is_a(&self, kind: &str) -> bool {
        match self.schema.get("type") {
            Some(Value::String(one)) => one == kind,
            Some(Value::Array(many)) => many.iter().any(|one| one == kind),
            _ => false,
        }
    }

    fn is_object(&self) -> bool {
        self.is_a("object") || self.schema.get("properties").is_some()
    }

    fn is_closed(&self) -> bool {
        self.schema.get("additionalProperties") == Some(&Value::Bool(false))
    }

    fn keys_are_expressions(&self) -> bool {
        self.schema.pointer("/propertyNames/$ref").is_some_and(|to| to == schema::EXPR_REF)
    }

    /// Whether a mapping with these keys can match.
    fn fits(&self, map: &Map) -> bool {
        let takes = |key: &str| !matches!(self.child(key), Child::Refused);
        let needs = self.schema.get("oneOf").and_then(Value::as_array);
        let has = |one: &Value| {
            let keys = one.get("required").and_then(Value::as_array);
            keys.is_none_or(|keys| {
                keys.iter().all(|key| map.get(key.as_str().unwrap_or_default()).is_some())
            })
        };
        self.is_object()
            && map.entries.iter().all(|entry| takes(&entry.key))
            && needs.is_none_or(|needs| needs.iter().any(has))
    }

    fn child(&self, key: &str) -> Child<'s> {
        if let Some(known) = self.schema.get("properties").and_then(|all| all.get(key)) {
            return Child::Known(known);
        }
        let patterns = self.schema.get("patternProperties").and_then(Value::as_object);
        for (pattern, known) in patterns.into_iter().flatten() {
            match matches(pattern, key) {
                Some(true) => return Child::Known(known),
                Some(false) => {}
                None => return Child::Unknown,
            }
        }
        match self.schema.get("additionalProperties") {
            Some(Value::Bool(false)) => Child::Refused,
            Some(known @ Value::Object(_)) => Child::Known(known),
            _ => Child::Unknown,
        }
    }

    /// The possible shapes below a key.
    fn below(&self, key: &str) -> Vec<Leaf<'s>> {
        match self.child(key) {
            Child::Known(known) => expand(self.doc, known, "", self.expr),
            Child::Unknown => vec![Leaf { schema: &Value::Null, def: "", ..*self }],
            Child::Refused => vec![],
        }
    }
}

/// Whether a key matches a pattern of a schema; `None` if we do not know the pattern.
fn matches(pattern: &str, key: &str) -> Option<bool> {
    match pattern {
        schema::SEATS => Some(key.len() == 2 && matches!(key.as_bytes(), [b'p', b'1'..=b'8'])),
        _ if pattern.contains("=(yes|no)") => Some(is_table_key(key)),
        _ => None,
    }
}

/// Expands references and alternatives.
fn expand<'s>(doc: &'s Doc, schema: &'s Value, def: &'s str, expr: bool) -> Vec<Leaf<'s>> {
    if let Some(to) = schema.get("$ref").and_then(Value::as_str) {
        let name = to.rsplit('/').next().unwrap_or_default();
        let expr = expr || to == schema::EXPR_REF;
        return match doc.defs.get(name) {
            Some(inside) => expand(doc, inside, name, expr),
            None => vec![Leaf { doc, schema: &Value::Null, def: name, expr }],
        };
    }
    match schema.get("anyOf").and_then(Value::as_array) {
        Some(any) => any.iter().flat_map(|one| expand(doc, one, def, expr)).collect(),
        None => vec![Leaf { doc, schema, def, expr }],
    }
}

/// The possible shapes of list items.
fn items<'s>(leaves: &[Leaf<'s>]) -> Vec<Leaf<'s>> {
    let lists = leaves.iter().filter(|leaf| leaf.is_a("array"));
    let inside = lists.flat_map(|leaf| match leaf.schema.get("items") {
        Some(inside) => expand(leaf.doc, inside, "", leaf.expr),
        None => vec![Leaf { schema: &Value::Null, def: "", ..*leaf }],
    });
    inside.collect()
}

/// An item or a list of them.
fn with_items<'s>(leaves: &[Leaf<'s>]) -> Vec<Leaf<'s>> {
    let lists = leaves.iter().filter(|leaf| leaf.is_a("array")).copied();
    lists.chain(items(leaves)).collect()
}

/// The type of a text; `None` if it is ambiguous.
fn scalar(text: &str, leaves: &[Leaf]) -> Option<Want> {
    let takes = |leaf: &&Leaf| match leaf.schema.get("enum").and_then(Value::as_array) {
        Some(words) => words.iter().any(|word| word == text),
        None => leaf.is_a("string"),
    };
    let (n_expr, n_text) = leaves.iter().filter(takes).fold((0, 0), |(expr, text), leaf| {
        if leaf.expr { (expr + 1, text) } else { (expr, text + 1) }
    });
    match (n_expr, n_text) {
        (0, 0) => None,
        (0, _) => Some(Want::Text),
        (_, 0) if leaves.iter().any(|leaf| leaf.def == schema::CHANGE) => Some(Want::Change),
        (_, 0) => Some(Want::Expr),
        _ => None,
    }
}

//! Rewrites ids to snake_case. Before 1.0 they were in kebab-case, and used `_` in expressions
//! only.
//!
//! A hyphen becomes an underscore, so nothing moves. Keys of mappings are always ids. Elsewhere
//! `a-b` may be a word or a subtraction, so only ids that some pack declares are rewritten there,
//! and in texts for players only those inside gaps.

use std::collections::BTreeSet;

use super::edit::Edit;
use super::known::PackDeclarations;
use super::page::{Page, range};
use super::rules::Findings;
use super::words::MANIFEST_KEYS;
use super::{Rule, Sort};
use boardwright_language::raw;
use boardwright_syntax::source::Span;
use boardwright_syntax::yaml::{Entry, Kind, Node};

pub(super) const RULE: Rule = Rule {
    name: "ids",
    about: "Ids and keys are in snake_case: `old_mill`, not `old-mill`. Only ids of packs keep their hyphens.",
    look: |_, _, _| {},
};

/// Keys of manifests and tests with texts for players.
const READ: &[&str] =
    &["credits", "law", "licence", "question", "ref", "refused", "scenario", "title"];

/// Keys whose value declares a name.
const NAMING: &[&str] = &["as", "distinct", "group", "id", "key", "same", "section"];

/// Words of the language itself.
const ENGINE: &[&str] = &["counter_clockwise"];

/// Adds the multi-word names that a file declares, in snake_case.
pub(super) fn declared(node: &Node, names: &mut BTreeSet<String>) {
    match &node.kind {
        Kind::Map(map) => {
            for entry in &map.entries {
                declare(&entry.key, names);
                derived(entry, names);
                if NAMING.contains(&entry.key.as_str()) {
                    declare(entry.value.as_text().unwrap_or_default(), names);
                }
                declared(&entry.value, names);
            }
        }
        Kind::Seq(items) => {
            for item in items {
                declare(item.as_text().unwrap_or_default(), names);
                declared(item, names);
            }
        }
        _ => {}
    }
}

/// Composed names: faces of an entry, and spaces with the same name in several groups.
fn derived(entry: &Entry, names: &mut BTreeSet<String>) {
    let Some(map) = entry.value.as_map() else { return };
    let faces = map.get("faces").and_then(Node::as_map);
    for face in faces.into_iter().flat_map(|map| &map.entries) {
        declare(&format!("{}_{}", entry.key, face.key), names);
    }
    if map.get("grid").is_some() || map.get("bricks").is_some() {
        names.insert(format!("{}_", entry.key.replace('-', "_")));
    }
}

fn declare(text: &str, names: &mut BTreeSet<String>) {
    let name = text.replace('-', "_");
    if name.contains('_') && name.split('_').all(is_part) {
        names.insert(name);
    }
}

/// The edits for a YAML file.
pub(super) fn look(page: &Page, root: &Node, sort: Sort, known: &PackDeclarations) -> Findings {
    let mut names = known.names().clone();
    if sort != Sort::Tests {
        declared(root, &mut names);
    }
    let mut walk = Walk { page, names, findings: Findings::default() };
    for entry in root.as_map().into_iter().flat_map(|map| &map.entries) {
        match (sort, entry.key.as_str()) {
            (Sort::Manifest, "options") => walk.entry(entry, false),
            (Sort::Manifest, key) if MANIFEST_KEYS.contains(&key) => {}
            (Sort::Texts, "pack") => {
                let options = entry.value.as_map().and_then(|map| map.entry("options"));
                options.into_iter().for_each(|options| walk.entry(options, true));
            }
            (Sort::Texts, "phrases") => {
                for phrase in entry.value.as_map().into_iter().flat_map(|map| &map.entries) {
                    walk.gaps(phrase.key_span);
                    walk.gaps(phrase.value.span);
                }
            }
            _ => walk.entry(entry, sort == Sort::Texts),
        }
    }
    if let Some(items) = root.as_seq() {
        items.iter().for_each(|item| walk.value(item, false));
    }
    walk.findings
}

/// The edits for a script: quoted ids.
pub(super) fn look_at_script(text: &str, known: &PackDeclarations) -> Vec<Edit> {
    let mut edits = vec![];
    let mut at = 0;
    while let Some(found) = text.get(at..).and_then(|rest| rest.find(['"', '\'', '-'])) {
        let start = at + found;
        let rest = text.get(start..).unwrap_or_default();
        let quote = rest.chars().next().unwrap_or('"');
        if quote == '-' {
            let is_comment = rest.starts_with("--");
            at = start + if is_comment { rest.find('\n').unwrap_or(rest.len()) } else { 1 };
            continue;
        }
        let inside = rest.get(1..).unwrap_or_default();
        let end = inside.find([quote, '\n']).unwrap_or(inside.len());
        kebab_in(inside.get(..end).unwrap_or_default(), start + 1, known.names(), &mut edits);
        at = start + 1 + end + 1;
    }
    edits
}

struct Walk<'p> {
    page: &'p Page<'p>,
    names: BTreeSet<String>,
    findings: Findings,
}

impl Walk<'_> {
    fn entry(&mut self, entry: &Entry, is_texts: bool) {
        // `long_game=yes` names an option and one of its values.
        match entry.key.split('=').all(is_id) {
            true => self.path(entry.key_span),
            false => self.ids(entry.key_span),
        }
        let key = entry.key.as_str();
        let is_read = is_texts || READ.contains(&key) || raw::is_read(key);
        match &entry.value.kind {
            Kind::Map(_) | Kind::Seq(_) => self.value(&entry.value, is_texts),
            _ if is_read => self.gaps(entry.value.span),
            _ if entry.key == "at" => self.path(entry.value.span),
            _ => self.ids(entry.value.span),
        }
    }

    fn value(&mut self, node: &Node, is_texts: bool) {
        match &node.kind {
            Kind::Map(map) => map.entries.iter().for_each(|entry| self.entry(entry, is_texts)),
            Kind::Seq(items) => items.iter().for_each(|item| self.value(item, is_texts)),
            _ => self.ids(node.span),
        }
    }

    /// Rewrites a text that consists only of ids, whether declared or not.
    fn path(&mut self, span: Span) {
        let text = self.page.slice(span);
        if text.contains('-') {
            self.change(vec![Edit::replace(range(span), text.replace('-', "_"))]);
        }
    }

    /// Rewrites ids anywhere in a text.
    fn ids(&mut self, span: Span) {
        let mut edits = vec![];
        kebab_in(self.page.slice(span), span.start as usize, &self.names, &mut edits);
        self.change(edits);
    }

    /// Rewrites ids in the gaps of a text.
    fn gaps(&mut self, span: Span) {
        let text = self.page.slice(span);
        let mut edits = vec![];
        let mut at = 0;
        while let Some(start) = text.get(at..).and_then(|rest| rest.find('{')).map(|it| at + it) {
            let rest = text.get(start..).unwrap_or_default();
            let end = start + rest.find('}').unwrap_or(rest.len());
            let gap = text.get(start..end).unwrap_or_default();
            kebab_in(gap, span.start as usize + start, &self.names, &mut edits);
            at = end;
        }
        self.change(edits);
    }

    fn change(&mut self, edits: Vec<Edit>) {
        for edit in edits {
            self.findings.change(vec![edit]);
        }
    }
}

/// Finds known ids in a text that starts at an offset.
fn kebab_in(text: &str, offset: usize, names: &BTreeSet<String>, edits: &mut Vec<Edit>) {
    let is_inside = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let mut at = 0;
    for word in text.split(|c| !is_inside(c)) {
        let name = word.replace('-', "_");
        if word.contains('-') && is_known(&name, names) {
            let start = offset + at;
            edits.push(Edit::replace(start..start + word.len(), name));
        }
        // Separators are one character long.
        at += word.len();
        at += text.get(at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
    }
}

fn is_known(name: &str, names: &BTreeSet<String>) -> bool {
    let is_space = |(group, space): (&str, &str)| {
        let is_cell = space.ends_with(|c: char| c.is_ascii_digit());
        is_cell && names.contains(&format!("{group}_"))
    };
    names.contains(name) || ENGINE.contains(&name) || name.rsplit_once('_').is_some_and(is_space)
}

fn is_id(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_lowercase()) && text.split(['-', '_']).all(is_part)
}

fn is_part(part: &str) -> bool {
    !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
}

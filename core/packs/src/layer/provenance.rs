//! The history of values: who set each one, and who changed it since.

use std::collections::BTreeMap;

use super::like::LIKE_DEPTH_MAX;
use super::path::{Path, find};
use super::value::{render, same_option};

use boardwright_syntax::source::{FileId, Sources, Span};
use boardwright_syntax::yaml::Node;

/// The kinds of changes to a path.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Operator {
    /// Written in a section.
    Define,
    /// Set to a value; the key may be new.
    Set,
    /// Replaced by another value.
    Replace,
    /// Removed from its mapping.
    Unset,
    /// A number was added.
    Add,
    /// Multiplied and divided.
    Scale,
    /// Items were appended to a list.
    Append,
    /// Items were inserted beside another item of a list.
    Insert,
    /// Removed.
    Remove,
    /// Inherited from another entry.
    Like,
}

impl Operator {
    /// Its name, as authors write it.
    pub fn name(self) -> &'static str {
        match self {
            Operator::Define => "define",
            Operator::Set => "set",
            Operator::Replace => "replace",
            Operator::Unset => "unset",
            Operator::Add => "add",
            Operator::Scale => "scale",
            Operator::Append => "append",
            Operator::Insert => "insert",
            Operator::Remove => "remove",
            Operator::Like => "like",
        }
    }

    /// Whether it removes the value.
    pub fn takes_away(self) -> bool {
        matches!(self, Operator::Unset | Operator::Remove)
    }
}

/// One change in the history of a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// The changed path: the one asked for, one above it, or one below.
    pub path: String,
    /// The id of the pack.
    pub pack: String,
    /// The operator.
    pub operator: Operator,
    /// The same in a few words: `add 2`.
    pub words: String,
    /// The place of the change.
    pub span: Span,
    /// The value before, in one line.
    pub before: Option<String>,
    /// The value after, in one line.
    pub after: Option<String>,
}

/// The history of a layering.
#[derive(Clone, Debug)]
pub struct Provenance {
    /// The tree as defined, without any patch.
    origin: Node,
    /// All changes since, in order.
    records: Vec<Record>,
    /// Ids of packs, by position.
    packs: Vec<String>,
    /// For each file, the position of its pack.
    files: BTreeMap<FileId, usize>,
}

/// One change, with the trees before and after.
#[derive(Clone, Debug)]
pub(super) struct Record {
    pub path: Path,
    pub pack: usize,
    pub operator: Operator,
    pub words: String,
    pub span: Span,
    pub before: Option<Node>,
    pub after: Option<Node>,
    /// For `like`: the entry inherited from.
    pub from: Option<Path>,
}

impl Provenance {
    pub(super) fn new(origin: Node, packs: Vec<String>) -> Self {
        Self { origin, records: vec![], packs, files: BTreeMap::new() }
    }

    pub(super) fn with_files(mut self, files: BTreeMap<FileId, usize>) -> Self {
        self.files = files;
        self
    }

    /// The tree as defined, without any patch.
    pub(super) fn origin(&self) -> &Node {
        &self.origin
    }

    pub(super) fn origin_mut(&mut self) -> &mut Node {
        &mut self.origin
    }

    pub(super) fn push(&mut self, record: Record) {
        self.records.push(record);
    }

    pub(super) fn records(&self) -> &[Record] {
        &self.records
    }

    /// The full history of a path, in order: its definition, and all changes to it, to its
    /// ancestors and to its descendants. Empty if the path never existed.
    pub fn chain(&self, path: &str) -> Vec<Change> {
        Path::parse(path).map_or_else(Vec::new, |path| self.chain_of(&path, LIKE_DEPTH_MAX))
    }

    /// The history of a path for people, one line per change. `None` if the path never existed.
    pub fn describe(&self, path: &str, sources: &Sources) -> Option<String> {
        let mut lines = vec![];
        for change in self.chain(path) {
            let place = place(sources, change.span);
            let then = if lines.is_empty() { "" } else { "then " };
            let line = match change.operator {
                Operator::Define => format!("{then}{} in {place}", change.words),
                Operator::Set | Operator::Replace if change.path == path => {
                    format!("{then}{} by `{}` at {place}", change.words, change.pack)
                }
                _ => {
                    let inside = change.path.strip_prefix(path).and_then(|p| p.strip_prefix('.'));
                    let subject = match (inside, change.path == path) {
                        (Some(inside), _) => format!("`{inside}` "),
                        (None, false) if change.operator != Operator::Like => {
                            format!("`{}` ", change.path)
                        }
                        _ => String::new(),
                    };
                    let after = change.after.as_deref().unwrap_or("gone");
                    let (words, pack) = (&change.words, &change.pack);
                    format!("{then}{subject}{words} by `{pack}` at {place} -> {after}")
                }
            };
            lines.push(line);
        }
        (!lines.is_empty()).then(|| lines.join("\n"))
    }

    fn chain_of(&self, path: &Path, depth: usize) -> Vec<Change> {
        let mut chain = vec![];
        if let Some(node) = find(&self.origin, &path.0) {
            chain.push(Change {
                path: path.to_string(),
                pack: self.pack_of(node.span.file),
                operator: Operator::Define,
                words: format!("set to {}", render(node)),
                span: node.span,
                before: None,
                after: Some(render(node)),
            });
        }
        for record in &self.records {
            if let Some(rest) = path.below(&record.path) {
                let at = |node: &'_ Option<Node>| -> Option<Node> {
                    node.as_ref().and_then(|node| find(node, rest)).cloned()
                };
                let (before, after) = (at(&record.before), at(&record.after));
                if !rest.is_empty() && same_option(before.as_ref(), after.as_ref()) {
                    continue;
                }
                if let (None, Some(from), true) = (&before, &record.from, depth > 0) {
                    let parts = from.0.iter().chain(rest).cloned().collect();
                    chain.extend(self.chain_of(&Path(parts), depth - 1));
                }
                chain.push(self.change(record, before.as_ref(), after.as_ref()));
            } else if record.path.below(path).is_some() {
                chain.push(self.change(record, record.before.as_ref(), record.after.as_ref()));
            }
        }
        chain
    }

    fn change(&self, record: &Record, before: Option<&Node>, after: Option<&Node>) -> Change {
        // A definition of an ancestor also defines everything in it.
        let (words, span) = match (record.operator, after) {
            (Operator::Define, Some(after)) => (format!("set to {}", render(after)), after.span),
            _ => (record.words.clone(), record.span),
        };
        Change {
            path: record.path.to_string(),
            pack: self.packs.get(record.pack).cloned().unwrap_or_default(),
            operator: record.operator,
            words,
            span,
            before: before.map(render),
            after: after.map(render),
        }
    }

    fn pack_of(&self, file: FileId) -> String {
        let pack = self.files.get(&file).and_then(|at| self.packs.get(*at));
        pack.cloned().unwrap_or_default()
    }
}

/// `hello/tiles.yaml:3:5`.
pub(super) fn place(sources: &Sources, span: Span) -> String {
    let (line, column) = sources.line_col(span);
    format!("{}:{line}:{column}", sources.file(span.file).path)
}

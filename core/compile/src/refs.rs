//! Helpers for all sections: entries of a section, references by name, causes.

use boardwright_rules::def::Cause;
use boardwright_rules::def::part::Named;

use super::Lower;
use super::names::{Declared, Table};
use boardwright_language::shape::{Cx, Decode};
use boardwright_language::shape::{id_help, is_name};
use boardwright_syntax::diag::codes::{names as code, shape};
use boardwright_syntax::diag::{Diagnostic, listed};
use boardwright_syntax::source::Span;
use boardwright_syntax::yaml::{Entry, Kind, Map, Node};

/// Names with a meaning in every expression.
const RESERVED: &[&str] = &[
    "me", "it", "self", "actor", "about", "option", "nil", "true", "false", "and", "or", "not",
    "if", "then", "else", "p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8",
];

impl Lower<'_> {
    /// Reads an entry; if it is wrong, continues as if it contained only `fallback`.
    pub(super) fn read_entry<T: Decode>(
        &mut self,
        entry: &Entry,
        fallback: &[(&str, Kind)],
    ) -> Option<T> {
        let (key, span) = (&entry.key, entry.key_span);
        let read = self
            .decode_node(&entry.value, |node, cx| cx.under(key, span, |cx| T::decode(node, cx)));
        read.or_else(|| {
            let entries = fallback.iter().map(|(key, kind)| Entry {
                key: (*key).to_owned(),
                key_span: span,
                value: Node { span, kind: kind.clone() },
            });
            let node = Node { span, kind: Kind::Map(Map { entries: entries.collect() }) };
            T::decode(&node, &mut Cx::new(self.sources))
        })
    }

    /// Decodes a node and collects its diagnostics.
    pub(super) fn decode_node<T>(
        &mut self,
        node: &Node,
        read: impl FnOnce(&Node, &mut Cx) -> Option<T>,
    ) -> Option<T> {
        let mut cx = Cx::new(self.sources);
        let value = read(node, &mut cx);
        self.diags.append(&mut cx.diags);
        value
    }

    /// Reports a key that an entry does not have.
    pub(super) fn unknown_key(&mut self, entry: &Entry, of: &str, own: &[String], keys: &[&str]) {
        let message = format!("unknown key `{}`", entry.key);
        let label = format!("{of} has no such key or attribute");
        let diag = Diagnostic::error(shape::UNKNOWN_KEY, message, entry.key_span, label);
        let all = || own.iter().map(String::as_str).chain(keys.iter().copied());
        self.diags.push(match boardwright_syntax::diag::similar(&entry.key, all()) {
            Some(other) => diag.help(format!("a key with a similar name exists: `{other}`")),
            None if own.is_empty() => diag.help(format!("known here: {}", listed(keys))),
            None => diag.help(format!("its attributes are {}", listed(own))),
        });
    }

    /// The entries of a section; none if it is missing.
    pub(super) fn section<'n>(&mut self, root: &'n Node, name: &str) -> &'n [Entry] {
        let Some(section) = root.as_map().and_then(|map| map.get(name)) else { return &[] };
        self.entries_of(section, &format!("`{name}`"))
    }

    /// The entries of a mapping; reports any other node.
    pub(super) fn entries_of<'n>(&mut self, node: &'n Node, what: &str) -> &'n [Entry] {
        match &node.kind {
            Kind::Map(map) => &map.entries,
            Kind::Null => &[],
            _ => {
                self.wrong_type(node, what, "a mapping");
                &[]
            }
        }
    }

    /// Reports a value of the wrong type.
    pub(super) fn wrong_type(&mut self, node: &Node, what: &str, expected: &str) {
        let found = node.describe();
        let message = format!("{what} must be {expected}, found {found}");
        let label = format!("expected {expected}");
        self.diags.push(Diagnostic::error(shape::WRONG_TYPE, message, node.span, label));
    }

    /// Reads a text, or reports another value.
    pub(crate) fn plain_text<'n>(&mut self, node: &'n Node, what: &str) -> Option<&'n str> {
        let text = node.as_text();
        if text.is_none() {
            self.wrong_type(node, what, "text");
        }
        text
    }

    /// Reads a whole number that fits, or reports another value.
    pub(super) fn plain_number(&mut self, node: &Node, what: &str) -> Option<i32> {
        match node.kind {
            Kind::Int(number) => match i32::try_from(number) {
                Ok(number) => Some(number),
                Err(_) => {
                    let message = format!("{what} is too large");
                    let label = "expected a whole number up to 2147483647";
                    self.diags.push(Diagnostic::error(shape::RANGE, message, node.span, label));
                    None
                }
            },
            _ => {
                self.wrong_type(node, what, "a whole number");
                None
            }
        }
    }

    /// Reports a name that is not declared.
    pub(super) fn unknown_name<'k>(
        &mut self,
        class: &str,
        name: &str,
        span: Span,
        known: impl Iterator<Item = &'k str>,
    ) {
        let message = format!("unknown {class} `{name}`");
        let mut diag =
            Diagnostic::error(code::UNKNOWN, message, span, format!("no {class} has this name"));
        if boardwright_syntax::diag::is_tired() {
            self.diags.push(diag);
            return;
        }
        let known: Vec<&str> = known.filter(|id| !is_hidden(id)).collect();
        if let Some(other) = boardwright_syntax::diag::similar(name, known.iter().copied()) {
            let article = if class.starts_with(['a', 'e']) { "an" } else { "a" };
            diag = diag.help(format!("{article} {class} with a similar name exists: `{other}`"));
        } else if !known.is_empty() && known.len() <= 12 {
            diag = diag.help(format!("there are: `{}`", known.join("`, `")));
        }
        self.diags.push(diag);
    }

    /// The cause for code from this place.
    pub(crate) fn cause_at(&mut self, span: Span, path: &str) -> u32 {
        let file = self.sources.file(span.file);
        let (line, _) = self.sources.line_col(span);
        let cause =
            Cause { pack: file.pack.clone(), file: file.path.clone(), line, path: path.to_owned() };
        if self.def.causes.last() != Some(&cause) {
            self.def.causes.push(cause);
        }
        self.def.causes.len() as u32 - 1
    }

    /// Reports an id that has another meaning in every expression.
    pub(super) fn check_reserved(&mut self, entry: &Entry) {
        if RESERVED.contains(&entry.key.as_str()) {
            let message = format!("`{}` cannot be used as an id", entry.key);
            self.diags.push(
                Diagnostic::error(code::RESERVED, message, entry.key_span, "has a fixed meaning")
                    .help("choose another id; the name shown to players can be any text"),
            );
        }
    }

    /// Reports an id that is not snake_case.
    pub(super) fn check_id(&mut self, id: &str, span: Span) {
        if !is_name(id) {
            let message = format!("`{id}` is not an id");
            let label = "expected small letters, digits and single underscores";
            let diag = Diagnostic::error(shape::NAME, message, span, label);
            self.diags.push(diag.help(id_help(id)));
        }
    }
}

/// The place of the value of a key in an entry.
pub(super) fn value_span(entry: &Entry, key: &str) -> Option<Span> {
    Some(entry.value.as_map()?.get(key)?.span)
}

/// The place of a key in an entry.
pub(super) fn key_span(entry: &Entry, key: &str) -> Option<Span> {
    Some(entry.value.as_map()?.entry(key)?.key_span)
}

/// Adds a name to its table; reports a duplicate.
pub(super) fn declare<T>(
    table: &mut Table<T>,
    class: &str,
    id: &str,
    span: Span,
    what: T,
    diags: &mut Vec<Diagnostic>,
) {
    if let Some(first) = table.0.get(id) {
        let message = format!("the {class} `{id}` is declared twice");
        let more = match class {
            "entry" if id.contains('_') => {
                "; a face is called like its entry with its own name added"
            }
            _ => "",
        };
        diags.push(
            Diagnostic::error(code::DUPLICATE, message, span, "declared again here")
                .and(first.span, "first declared here")
                .help(format!("rename one of them{more}")),
        );
        return;
    }
    table.0.insert(id.to_owned(), Declared { what, id: id.to_owned(), span });
}

/// The names of an entry: without a name, the words of the id are used.
pub(super) fn named(id: &str, name: Option<&str>, text: Option<&str>) -> Named {
    Named {
        id: id.to_owned(),
        name: name.map_or_else(|| id.replace('_', " "), str::to_owned),
        text: text.unwrap_or_default().to_owned(),
        plural: String::new(),
    }
}

/// The same, with a plural.
pub(super) fn named_by(
    id: &str,
    (name, plural): (Option<&str>, Option<&str>),
    text: Option<&str>,
) -> Named {
    Named { plural: plural.unwrap_or_default().to_owned(), ..named(id, name, text) }
}

/// Whether an id is internal: no author can write it.
pub(super) fn is_hidden(id: &str) -> bool {
    id.contains('/')
}

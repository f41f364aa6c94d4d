//! A text with its layout: which values are in brackets, where lines end, how to remove or add an
//! entry without touching anything else.

use std::ops::Range;

use super::edit::Edit;
use super::walk::{Holder, Site};
use boardwright_syntax::source::Span;
use boardwright_syntax::yaml::{Entry, Kind, Map, Node, comments};

/// A text that is being edited.
pub(crate) struct Page<'t> {
    text: &'t str,
    newline: &'static str,
    /// The starts of comments.
    comments: Vec<usize>,
}

impl<'t> Page<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
        let comments = comments(text).iter().map(|comment| comment.start).collect();
        Self { text, newline, comments }
    }

    /// The source of a span.
    pub(crate) fn slice(&self, span: Span) -> &'t str {
        self.text.get(range(span)).unwrap_or_default()
    }

    /// Whether a list or mapping is in brackets or braces.
    pub(crate) fn is_flow(&self, node: &Node) -> bool {
        self.slice(node.span).starts_with(['{', '['])
    }

    fn line_start(&self, at: usize) -> usize {
        let before = self.text.get(..at).unwrap_or_default();
        before.rfind('\n').map_or(0, |newline| newline + 1)
    }

    /// The end of the line, without its line break.
    pub(crate) fn line_end(&self, at: usize) -> usize {
        let rest = self.text.get(at..).unwrap_or_default();
        let line = rest.split('\n').next().unwrap_or_default();
        at + line.trim_end_matches('\r').len()
    }

    /// A line break, with the indentation of the value at an offset.
    pub(crate) fn new_line_like(&self, at: usize) -> String {
        let before = self.text.get(self.line_start(at)..at).unwrap_or_default();
        format!("{}{}", self.newline, " ".repeat(before.chars().count()))
    }

    fn has_comment(&self, range: Range<usize>) -> bool {
        self.comments.iter().any(|at| range.contains(at))
    }

    /// Whether there are comments between a key and the end of its value.
    pub(crate) fn has_comments(&self, entry: &Entry) -> bool {
        self.has_comment(entry.key_span.end as usize..entry.value.span.end as usize)
    }

    /// The offset right after the colon of a key.
    pub(crate) fn after_colon(&self, entry: &Entry) -> usize {
        let key_end = entry.key_span.end as usize;
        let rest = self.text.get(key_end..).unwrap_or_default();
        key_end + rest.find(':').map_or(0, |at| at + 1)
    }

    /// Renames a key.
    pub(crate) fn rename(entry: &Entry, name: &str) -> Edit {
        Edit::replace(range(entry.key_span), name)
    }

    /// Replaces the text of a scalar, keeping its quotes.
    pub(crate) fn rewrite(&self, span: Span, text: &str) -> Edit {
        let old = self.slice(span);
        let quote = old.chars().next().filter(|first| matches!(first, '"' | '\''));
        match quote {
            Some(quote) => Edit::replace(range(span), format!("{quote}{text}{quote}")),
            None => Edit::replace(range(span), text),
        }
    }

    /// A value on one line, suitable after a key. `None` if comments would be lost.
    pub(crate) fn one_line(&self, node: &Node) -> Option<String> {
        let slice = self.slice(node.span);
        let is_collection = matches!(node.kind, Kind::Seq(_) | Kind::Map(_));
        let is_folded = !is_collection && slice.starts_with(['|', '>']);
        let is_block = is_collection && !self.is_flow(node);
        match slice.contains('\n') || is_folded || is_block {
            false => Some(slice.to_owned()),
            true => self.in_brackets(node),
        }
    }

    /// A value on one line, suitable inside brackets.
    pub(crate) fn in_brackets(&self, node: &Node) -> Option<String> {
        if self.has_comment(range(node.span)) {
            return None;
        }
        let slice = self.slice(node.span);
        match &node.kind {
            Kind::Seq(items) => {
                let items: Option<Vec<String>> =
                    items.iter().map(|item| self.in_brackets(item)).collect();
                Some(format!("[{}]", items?.join(", ")))
            }
            Kind::Map(map) if map.entries.is_empty() => Some("{}".to_owned()),
            Kind::Map(map) => Some(format!("{{ {} }}", self.pairs(map)?)),
            Kind::Text(text) => {
                let is_quoted = slice.starts_with(['"', '\'']);
                let is_plain = !slice.starts_with(['|', '>']) && !slice.contains('\n');
                let is_safe = !slice.contains([',', '[', ']', '{', '}']) && !slice.contains(": ");
                match is_plain && (is_quoted || is_safe) {
                    true => Some(slice.to_owned()),
                    false => Some(quoted(text)),
                }
            }
            _ => Some(slice.to_owned()),
        }
    }

    /// The entries of a mapping on one line, without braces.
    pub(crate) fn pairs(&self, map: &Map) -> Option<String> {
        let pairs: Option<Vec<String>> = map.entries.iter().map(|it| self.pair(it)).collect();
        Some(pairs?.join(", "))
    }

    /// An entry on one line.
    pub(crate) fn pair(&self, entry: &Entry) -> Option<String> {
        Some(format!("{}: {}", self.slice(entry.key_span), self.in_brackets(&entry.value)?))
    }

    /// Removes entries from a mapping. `None` if a comment would be lost.
    pub(crate) fn without(&self, node: &Node, map: &Map, keys: &[&str]) -> Option<Vec<Edit>> {
        let is_gone = |entry: &Entry| keys.contains(&entry.key.as_str());
        let gone: Vec<&Entry> = map.entries.iter().filter(|entry| is_gone(entry)).collect();
        if gone.len() == map.entries.len() {
            let whole = range(node.span);
            return (!self.has_comment(whole.clone())).then(|| vec![Edit::replace(whole, "{}")]);
        }
        let by_line: Option<Vec<Edit>> =
            gone.iter().map(|entry| self.without_line(entry)).collect();
        match self.is_flow(node) {
            false => by_line,
            true => by_line.or_else(|| self.without_runs(map, keys)),
        }
    }

    /// Removes an entry that has its own lines; a comment after it stays.
    pub(crate) fn without_line(&self, entry: &Entry) -> Option<Edit> {
        let (from, to) = (entry.key_span.start as usize, entry.value.span.end as usize);
        let start = self.line_start(from);
        if !self.text.get(start..from)?.trim().is_empty() || self.has_comment(from..to) {
            return None;
        }
        let end = self.line_end(to);
        let rest = self.text.get(to..end)?;
        let behind = rest.trim_start().trim_start_matches(',').trim_start();
        if behind.starts_with('#') {
            return Some(Edit::remove(from..end - behind.len()));
        }
        let break_before = start.checked_sub(1)?;
        let before = self.text.get(..break_before)?;
        let break_before = if before.ends_with('\r') { break_before - 1 } else { break_before };
        behind.is_empty().then(|| Edit::remove(break_before..end))
    }

    /// Removes entries from a mapping in braces, with the commas between them.
    fn without_runs(&self, map: &Map, keys: &[&str]) -> Option<Vec<Edit>> {
        let is_gone = |entry: &Entry| keys.contains(&entry.key.as_str());
        let mut edits = vec![];
        let mut kept: Option<&Entry> = None;
        let mut run: Option<(&Entry, &Entry)> = None;
        for entry in &map.entries {
            if is_gone(entry) {
                run = Some((run.map_or(entry, |(first, _)| first), entry));
            } else {
                match (kept, run.take()) {
                    (Some(kept), Some((_, last))) => edits.push(end_of(kept)..end_of(last)),
                    (None, Some((first, _))) => edits.push(start_of(first)..start_of(entry)),
                    (_, None) => {}
                }
                kept = Some(entry);
            }
        }
        if let (Some(kept), Some((_, last))) = (kept, run) {
            edits.push(end_of(kept)..end_of(last));
        }
        let is_lost = edits.iter().any(|range| self.has_comment(range.clone()));
        (!is_lost).then(|| edits.into_iter().map(Edit::remove).collect())
    }

    /// Adds entries to a mapping, right after one of its entries.
    pub(crate) fn add_after(
        &self,
        site: &Site,
        entry: &Entry,
        new: &[(&str, String)],
    ) -> Vec<Edit> {
        if new.is_empty() {
            return vec![];
        }
        let at = end_of(entry);
        let (start, end) = (site.node.span.start as usize, site.node.span.end as usize);
        let pairs = |before: &str| {
            new.iter().map(|(key, value)| format!("{before}{key}: {value}")).collect::<String>()
        };
        if self.is_flow(site.node) {
            return vec![Edit::insert(at, pairs(", "))];
        }
        if let Holder::Item { list, .. } = site.holder
            && self.is_flow(list)
        {
            // `[gain: { wood: 1 }]` is a mapping without braces.
            return vec![
                Edit::insert(start, "{ "),
                Edit::insert(end, format!("{} }}", pairs(", "))),
            ];
        }
        vec![Edit::insert(self.line_end(at), pairs(&self.new_line_like(start)))]
    }

    /// Turns a mapping into a list with one item; `more` are further items, as source text.
    pub(crate) fn listed(&self, node: &Node, more: &[&str]) -> Vec<Edit> {
        let (start, end) = (node.span.start as usize, node.span.end as usize);
        if self.is_flow(node) {
            let more: String = more.iter().map(|item| format!(", {item}")).collect();
            return vec![Edit::insert(start, "["), Edit::insert(end, format!("{more}]"))];
        }
        let mut edits = vec![Edit::insert(start, "- ")];
        let mut at = self.line_end(start);
        while at < end {
            let line = at + self.text.get(at..).and_then(|rest| rest.find('\n')).unwrap_or(0) + 1;
            at = self.line_end(line);
            if line < at && line < end {
                edits.push(Edit::insert(line, "  "));
            }
        }
        let indent = self.new_line_like(start);
        let more: String = more.iter().map(|item| format!("{indent}- {item}")).collect();
        edits.push(Edit::insert(self.line_end(end), more));
        edits
    }
}

/// A text on one line, in quotes of the kind that it does not contain.
pub(crate) fn quoted(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let line = words.join(" ");
    match line.contains(['"', '\\']) {
        false => format!("\"{line}\""),
        true => format!("'{}'", line.replace('\'', "''")),
    }
}

pub(crate) fn range(span: Span) -> Range<usize> {
    span.start as usize..span.end as usize
}

fn start_of(entry: &Entry) -> usize {
    entry.key_span.start as usize
}

fn end_of(entry: &Entry) -> usize {
    entry.value.span.end as usize
}

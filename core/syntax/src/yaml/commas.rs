//! Values in braces or brackets that a comma has cut apart: `{ vp: max(me.wood, me.fish) }`.

use super::{Entry, Kind, Node};
use crate::diag::{Diagnostic, codes::expr as codes};
use crate::source::Span;

/// Joins the parts of such values in a mapping in braces: a value with an open parenthesis, and the
/// keys without a value up to the closing one.
pub(super) fn join_entries(text: &str, entries: &mut Vec<Entry>, problems: &mut Vec<Diagnostic>) {
    let mut at = 0;
    while at < entries.len() {
        let rest = entries.get(at..).unwrap_or_default();
        if let Some((n_more, span)) = cut_entry(text, rest) {
            entries.drain(at + 1..=at + n_more);
            if let Some(entry) = entries.get_mut(at) {
                entry.value = whole(text, span);
                problems.push(report(text, span, "{ }"));
            }
        }
        at += 1;
    }
}

/// The same for the items of a list in brackets.
pub(super) fn join_items(text: &str, items: &mut Vec<Node>, problems: &mut Vec<Diagnostic>) {
    let mut at = 0;
    while at < items.len() {
        let rest = items.get(at..).unwrap_or_default();
        let simple = |item: &Node| !matches!(item.kind, Kind::Seq(_) | Kind::Map(_));
        let spans = rest.iter().map(|item| simple(item).then_some(item.span));
        if let Some((n_more, span)) = cut(text, spans) {
            items.drain(at + 1..=at + n_more);
            if let Some(item) = items.get_mut(at) {
                *item = whole(text, span);
                problems.push(report(text, span, "[ ]"));
            }
        }
        at += 1;
    }
}

fn cut_entry(text: &str, entries: &[Entry]) -> Option<(usize, Span)> {
    let (first, rest) = entries.split_first()?;
    let more = rest.iter().map(|entry| (entry.value.kind == Kind::Null).then_some(entry.key_span));
    let is_text = matches!(first.value.kind, Kind::Text(_));
    cut(text, std::iter::once(is_text.then_some(first.value.span)).chain(more))
}

/// How many more parts it takes to close the parentheses, and the place of all parts.
fn cut(text: &str, mut parts: impl Iterator<Item = Option<Span>>) -> Option<(usize, Span)> {
    let first = parts.next()??;
    let mut open = balance(text, first)?;
    if open <= 0 {
        return None;
    }
    for (n_before, part) in parts.enumerate() {
        let part = part?;
        open += balance(text, part)?;
        if open <= 0 {
            return (open == 0).then_some((n_before + 1, Span { end: part.end, ..first }));
        }
    }
    None
}

/// The number of open parentheses minus closed ones; `None` for text in quotes.
fn balance(text: &str, span: Span) -> Option<i64> {
    let part = slice(text, span);
    if part.starts_with(['"', '\'']) {
        return None;
    }
    let count = |sign: char| part.matches(sign).count() as i64;
    Some(count('(') - count(')'))
}

fn slice(text: &str, span: Span) -> &str {
    text.get(span.start as usize..span.end as usize).unwrap_or_default()
}

fn whole(text: &str, span: Span) -> Node {
    Node { span, kind: Kind::Text(slice(text, span).to_owned()) }
}

fn report(text: &str, span: Span, brackets: &str) -> Diagnostic {
    let message = format!("inside `{brackets}` a comma ends the value");
    let value = slice(text, span);
    Diagnostic::error(codes::BRACKET, message, span, "cut at the comma")
        .help(format!("put the expression in quotes: `{}`", quoted(value)))
}

/// A value in quotes, of the kind that it does not contain.
pub(super) fn quoted(value: &str) -> String {
    let quote = if value.contains('"') { '\'' } else { '"' };
    format!("{quote}{value}{quote}")
}

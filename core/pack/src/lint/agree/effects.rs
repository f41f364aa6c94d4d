//! What steps do that a text should tell: amounts of resources, steps on tracks, how often.

use crate::source::Span;
use crate::yaml::{Kind, Map, Node};

/// Something a text should tell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effect<'n> {
    /// How much, if it is a plain number.
    pub amount: Option<i64>,
    /// Of which resource or track.
    pub what: Option<&'n str>,
    /// Where the steps say so.
    pub span: Span,
}

/// Verbs that change amounts.
const COUNTED: [&str; 5] = ["gain", "lose", "pay", "advance", "retreat"];
/// Keys beside amounts.
const BESIDE: [&str; 9] = ["to", "from", "of", "by", "any", "worth", "with", "cost", "if"];
/// Keys that say how often or how many.
const TIMES: [&str; 5] = ["times", "up_to", "min", "max", "count"];
/// Keys without effects.
const PASSED_OVER: [&str; 6] = ["text", "name", "source", "note", "ask", "label"];

/// Everything in steps or abilities that a text should tell.
pub(super) fn effects<'n>(node: &'n Node, found: &mut Vec<Effect<'n>>) {
    match &node.kind {
        Kind::Seq(items) => items.iter().for_each(|item| effects(item, found)),
        Kind::Map(map) => {
            for entry in &map.entries {
                let key = entry.key.as_str();
                let body = entry.value.as_map();
                match (key, body) {
                    _ if PASSED_OVER.contains(&key) => {}
                    (_, Some(body)) if COUNTED.contains(&key) => amounts(body, found),
                    ("call", Some(body)) => arguments(body, found),
                    ("modify", Some(body)) => modifiers(body, found),
                    ("repeat" | "pick" | "move" | "limit", Some(body)) => {
                        times(body, found);
                        effects(&entry.value, found);
                    }
                    _ => effects(&entry.value, found),
                }
            }
        }
        _ => {}
    }
}

fn amounts<'n>(map: &'n Map, found: &mut Vec<Effect<'n>>) {
    for key in ["any", "with"] {
        for cost in map.get(key).and_then(Node::as_seq).unwrap_or_default() {
            cost.as_map().into_iter().for_each(|cost| amounts(cost, found));
        }
    }
    for key in ["amounts", "cost"] {
        let inside = map.get(key).and_then(Node::as_map);
        inside.into_iter().for_each(|inside| amounts(inside, found));
    }
    if let Some(worth) = map.get("worth") {
        found.push(Effect { amount: number(worth), what: None, span: worth.span });
    }
    for entry in &map.entries {
        if BESIDE.contains(&entry.key.as_str()) || entry.key == "amounts" {
            continue;
        }
        let amount = match entry.value.as_map() {
            Some(from) => from.get("amount").and_then(number),
            None => number(&entry.value),
        };
        // What is nothing by the numbers given needs no words.
        if amount != Some(0) {
            found.push(Effect { amount, what: Some(&entry.key), span: entry.value.span });
        }
    }
}

/// Numbers given to a procedure.
fn arguments<'n>(map: &'n Map, found: &mut Vec<Effect<'n>>) {
    let all = map.entries.iter().filter_map(|entry| entry.value.as_map());
    for argument in all.flat_map(|map| &map.entries) {
        let span = argument.value.span;
        found.push(Effect { amount: number(&argument.value), what: None, span });
    }
}

fn modifiers<'n>(map: &'n Map, found: &mut Vec<Effect<'n>>) {
    for entry in &map.entries {
        let changes = entry.value.as_map().map_or(&[][..], |map| &map.entries);
        let all = changes.iter().map(|change| &change.value).chain([&entry.value]);
        found.extend(all.map(|it| Effect { amount: number(it), what: None, span: it.span }));
    }
}

fn times<'n>(map: &'n Map, found: &mut Vec<Effect<'n>>) {
    let all = map.entries.iter().filter(|entry| TIMES.contains(&entry.key.as_str()));
    found.extend(all.map(|entry| {
        let span = entry.value.span;
        Effect { amount: number(&entry.value), what: None, span }
    }));
}

/// A plain number, with or without a sign.
fn number(node: &Node) -> Option<i64> {
    match &node.kind {
        Kind::Int(number) => Some(number.abs()),
        Kind::Text(text) => text.trim().trim_start_matches(['+', '-']).parse().ok(),
        _ => None,
    }
}

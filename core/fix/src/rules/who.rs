//! Moves the holder beside the verb.
//!
//! `gain: { wood: 1, to: p2 }` becomes `gain: { wood: 1 }` with `who: p2` beside it. A mapping that
//! existed only to hold such a key becomes its contents: `pay: { cost: it.cost, by: p2 }`,
//! `own: { what: it, by: p2 }`, `gain: { amounts: { wood: 1 } }`.

use super::{Findings, one_of, step};
use crate::edit::{Edit, EditGroup};
use crate::page::{Page, range};
use crate::place::Place;
use crate::walk::{Holder, Site};
use crate::words::is_table;
use boardwright_syntax::yaml::{Entry, Kind, Map, Node};

/// A verb with a holder.
struct Verb {
    names: &'static [&'static str],
    /// Keys that move beside the verb, with their new names.
    moves: &'static [(&'static str, &'static str)],
    /// A key whose value replaces the mapping around it.
    wraps: Option<&'static str>,
}

const VERBS: &[Verb] = &[
    Verb { names: &["gain"], moves: &[("to", "who")], wraps: None },
    Verb { names: &["lose"], moves: &[("from", "who")], wraps: None },
    Verb { names: &["set", "advance", "retreat"], moves: &[("of", "who")], wraps: None },
    Verb { names: &["score"], moves: &[("to", "who")], wraps: None },
    Verb { names: &["pay"], moves: &[("by", "who"), ("to", "to")], wraps: Some("cost") },
    Verb {
        names: &["own", "control", "set_owner", "set_controller"],
        moves: &[("by", "who")],
        wraps: Some("what"),
    },
];

/// Verbs that accept the key `amounts`.
const WITH_AMOUNTS: &[&str] = &["gain", "lose", "set"];

/// The new name of a key under a verb that moves beside it, if it does.
pub(super) fn beside(verb: &str, key: &str) -> Option<&'static str> {
    let moves = &verb_of(verb)?.moves;
    moves.iter().find(|(old, _)| *old == key).map(|(_, new)| *new)
}

/// Whether the value of a key replaces the mapping around it.
pub(super) fn is_wrap(verb: &str, key: &str) -> bool {
    let is_wrap = verb_of(verb).is_some_and(|it| it.wraps == Some(key));
    is_wrap || (key == "amounts" && WITH_AMOUNTS.contains(&verb))
}

fn verb_of(name: &str) -> Option<&'static Verb> {
    VERBS.iter().find(|verb| verb.names.contains(&name))
}

pub(super) fn who(page: &Page, site: &Site, findings: &mut Findings) {
    if let (Place::Under(verb), Holder::Patched) = (&site.place, site.holder) {
        return patched(verb, site.node, findings);
    }
    let Some(map) = step(site) else { return };
    // A step with `who` is already in the new form.
    if map.get("who").is_some() {
        return;
    }
    for verb in VERBS {
        let Some(entry) = one_of(map, verb.names) else { continue };
        match entry.value.as_map() {
            Some(inner) if is_table(inner) => in_table(verb, inner, findings),
            Some(inner) => moved(page, site, verb, (entry, inner), findings),
            None => {}
        }
    }
}

/// A patch that sets a new mapping under a verb cannot put a key beside it.
fn patched(name: &str, node: &Node, findings: &mut Findings) {
    let Some(map) = node.as_map() else { return };
    if map.entries.iter().any(|entry| beside(name, &entry.key).is_some_and(|_| is_seat(entry))) {
        findings.leave(
            node.span,
            format!("this patch says under `{name}` whose it is"),
            "whose it is stands beside the verb now: replace the whole step, or patch its `who`",
        );
    } else if let Some(entry) = map.entries.iter().find(|entry| is_wrap(name, &entry.key)) {
        findings.leave(
            entry.key_span,
            format!("`{name}` has no `{}` any more", entry.key),
            format!("write what stands under `{}` in its place", entry.key),
        );
    }
}

fn in_table(verb: &Verb, table: &Map, findings: &mut Findings) {
    let maps = table.entries.iter().filter_map(|entry| entry.value.as_map());
    let moves = |entry: &&Entry| verb.moves.iter().any(|(key, _)| entry.key == *key);
    if let Some(entry) = maps.flat_map(|map| &map.entries).find(moves) {
        findings.leave(
            entry.key_span,
            "whose it is stands in a table by players or options",
            "write it beside the verb, as `who`, with a table of its own if it differs",
        );
    }
}

/// Whether an entry that could be a resource or a holder is a holder: a seat is never a number.
fn is_seat(entry: &Entry) -> bool {
    !matches!(entry.value.kind, Kind::Int(_) | Kind::Null | Kind::Bool(_))
}

fn moved(
    page: &Page,
    site: &Site,
    verb: &Verb,
    (entry, inner): (&Entry, &Map),
    findings: &mut Findings,
) {
    let moves = verb.moves.iter().filter_map(|(old, new)| {
        inner.entry(old).filter(|entry| is_seat(entry)).map(|entry| (entry, *new))
    });
    let moves: Vec<(&Entry, &str)> = moves.collect();
    let keys: Vec<&str> = moves.iter().map(|(entry, _)| entry.key.as_str()).collect();
    let is_taken =
        moves.iter().any(|(_, new)| site.node.as_map().is_some_and(|map| map.get(new).is_some()));
    let new: Option<Vec<(&str, String)>> =
        moves.iter().map(|(entry, new)| Some((*new, page.one_line(&entry.value)?))).collect();
    let value = match unwrapped(page, verb, entry, inner, &keys) {
        Value::Same if keys.is_empty() => return,
        Value::Same => page.without(&entry.value, inner, &keys),
        Value::New(text) => text.map(|text| vec![put(page, entry, &text)]),
    };
    let (Some(mut edits), Some(mut new), false) = (value, new, is_taken) else {
        return findings.leave(
            entry.key_span,
            format!(
                "whose it is cannot be moved out of `{}` without losing a comment or key",
                entry.key
            ),
            "write it beside the verb, as `who`, by hand",
        );
    };
    // If a resource has the name of a key, the next run would read it as that key.
    let amounts = inner.get("amounts").and_then(Node::as_map);
    let like_key = |map: &Map| verb.moves.iter().any(|(key, _)| map.get(key).is_some());
    if new.is_empty() && amounts.is_some_and(like_key) {
        new.push(("who", "me".to_owned()));
    }
    edits.extend(page.add_after(site, entry, &new));
    let hull = range(entry.value.span);
    findings.changes.push(EditGroup::within(edits, hull));
}

/// The value under a verb after keys have moved.
enum Value {
    /// The same mapping, without those keys.
    Same,
    /// A new value, unless a comment would be lost.
    New(Option<String>),
}

fn unwrapped(page: &Page, verb: &Verb, entry: &Entry, inner: &Map, gone: &[&str]) -> Value {
    let rest = || inner.entries.iter().filter(|it| !gone.contains(&it.key.as_str()));
    if let Some(wrap) = verb.wraps.and_then(|key| inner.entry(key))
        && rest().count() == 1
    {
        return Value::New(match page.has_comments(entry) {
            true => None,
            false => page.one_line(&wrap.value),
        });
    }
    let amounts = inner.get("amounts").and_then(Node::as_map);
    let Some(amounts) = amounts.filter(|_| WITH_AMOUNTS.contains(&entry.key.as_str())) else {
        return Value::Same;
    };
    if page.has_comments(entry) {
        return Value::New(None);
    }
    let pairs = rest().map(|entry| match entry.key.as_str() {
        "amounts" => page.pairs(amounts),
        _ => page.pair(entry),
    });
    let pairs: Option<Vec<String>> = pairs.collect();
    Value::New(pairs.map(|pairs| format!("{{ {} }}", pairs.join(", "))))
}

/// Replaces the value of a key with a value on one line.
fn put(page: &Page, entry: &Entry, text: &str) -> Edit {
    let value = range(entry.value.span);
    match page.is_flow(&entry.value) {
        true => Edit::replace(value, text),
        // A mapping without braces starts on the next line.
        false => Edit::replace(page.after_colon(entry)..value.end, format!(" {text}")),
    }
}

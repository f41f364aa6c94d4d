//! Facts in words. Every phrase of the log stands here.

use boardwright_rules::def::Def;
use boardwright_rules::def::part::{Named, Scope};
use boardwright_rules::id::{PlaceId, ZoneId};
use boardwright_rules::text::place_called;
use boardwright_rules::world::World;

use super::facts::{Changes, Fact, Moves, Part, Verb, Went, What};

/// More pieces than this are counted instead of named.
const NAMED_MAX: usize = 8;
/// More than a few pieces whose names are longer than this together are counted, too.
const NAMES_LEN_MAX: usize = 120;
const FEW: usize = 3;

/// Told when the game ends.
pub(super) const OVER: &str = "the game is over";

pub(super) fn turned(piece: &str) -> String {
    format!("{piece} is turned up")
}

pub(super) fn owned(piece: &str, seat: &str) -> String {
    format!("{piece} now belongs to {seat}")
}

pub(super) fn controlled(piece: &str, seat: &str) -> String {
    format!("{piece} is now controlled by {seat}")
}

pub(super) fn shuffled(place: &str) -> String {
    format!("{place} is shuffled")
}

pub(super) fn modified(piece: &str, value: &str, to: i32) -> String {
    format!("{piece} makes {value} {to}")
}

pub(super) fn scored(seat: &str, points: i32, line: &str) -> String {
    format!("{seat} scores {points} for {line}")
}

pub(super) fn is_now(counter: &str, of: &str, to: i32) -> String {
    format!("{counter} of {of} is now {to}")
}

/// The name for people, or the id where there is none.
pub(super) fn name(named: &Named) -> &str {
    if named.name.is_empty() { &named.id } else { &named.name }
}

/// A fact as those read it who may know.
pub(super) fn fact(def: &Def, world: &World, fact: &Fact) -> String {
    match &fact.what {
        What::Said(text) => text.clone(),
        What::Changed(changes) => changed(changes),
        What::Moved(moves) => moved(def, world, moves),
    }
}

/// What those read who may not know: that pieces of a kind moved, or nothing.
pub(super) fn instead(def: &Def, world: &World, fact: &Fact) -> String {
    match &fact.what {
        What::Moved(moves) => {
            let kind = def.kinds.get(moves.kind.index()).map_or("?", |kind| name(&kind.named));
            went(def, world, moves, &counted(kind, moves.pieces.len()), moves.pieces.len())
        }
        _ => String::new(),
    }
}

fn changed(changes: &Changes) -> String {
    let by = changes.by.as_ref().map_or(String::new(), |by| format!(", by {by}"));
    let Some(who) = &changes.who else {
        let parts = changes.acts.iter().flat_map(|(_, parts)| parts);
        let parts: Vec<String> =
            parts.map(|part| format!("{} is now {}", part.name, part.to)).collect();
        return format!("{}{by}", joined(&parts));
    };
    let acts: Vec<String> = changes.acts.iter().map(|(verb, parts)| act(*verb, parts)).collect();
    format!("{who} {}{by}", joined(&acts))
}

/// What happened to some counters, without whose they are.
fn act(verb: Verb, parts: &[Part]) -> String {
    let told: Vec<String> = parts
        .iter()
        .map(|Part { name, from, to, is_flag }| match verb {
            Verb::Has if *is_flag && *to == 0 => format!("no {name}"),
            _ if *is_flag => name.clone(),
            Verb::Gains => format!("{} {name} (now {to})", to - from),
            Verb::Loses => format!("{} {name} (now {to})", from - to),
            Verb::Pays => format!("{} {name} ({to} left)", from - to),
            Verb::Has => format!("{to} {name}"),
            Verb::Walks => format!("on {name} from {from} to {to}"),
        })
        .collect();
    let verb = match verb {
        Verb::Gains => "gains",
        Verb::Loses => "loses",
        Verb::Pays => "pays",
        Verb::Has => "now has",
        Verb::Walks => "moves",
    };
    format!("{verb} {}", joined(&told))
}

fn moved(def: &Def, world: &World, moves: &Moves) -> String {
    let n = moves.pieces.len();
    let names_len: usize = moves.pieces.iter().map(|went| went.name.chars().count()).sum();
    if n > NAMED_MAX || n > FEW && names_len > NAMES_LEN_MAX {
        let kind = def.kinds.get(moves.kind.index()).map_or("?", |kind| name(&kind.named));
        return went(def, world, moves, &counted(kind, n), n);
    }
    let targets = by_target(&moves.pieces);
    if targets.len() == 1 {
        let names = joined(&gathered(&moves.pieces));
        return went(def, world, moves, &names, n);
    }
    // Each to a place of its own.
    let parts: Vec<String> = targets
        .iter()
        .enumerate()
        .map(|(at, (to, pieces))| {
            let names = joined(&gathered(pieces.iter().copied()));
            let verb = match (at, pieces.len()) {
                (0, 1) => " goes",
                (0, _) => " go",
                _ => "",
            };
            format!("{names}{verb} to {}", place_called(def, world, *to))
        })
        .collect();
    let from = one_source(def, world, moves).map_or(String::new(), |from| format!(", from {from}"));
    format!("{}{from}", parts.join(", "))
}

/// Some pieces went from a zone to a zone; what they are is said already.
fn went(def: &Def, world: &World, moves: &Moves, what: &str, n: usize) -> String {
    let targets = by_target(&moves.pieces);
    let from = one_source(def, world, moves);
    let to = (!def.is_quiet_zone(moves.to)).then(|| match targets.as_slice() {
        [(one, _)] => place_called(def, world, *one),
        several => {
            let first = several.first().map_or(0, |(_, pieces)| pieces.len());
            let alike = several.iter().all(|(_, pieces)| pieces.len() == first);
            let each = if alike { format!(", {first} to each") } else { String::new() };
            format!("{}{each}", holders(def, moves.to))
        }
    });
    let (go, come, leave) =
        if n == 1 { ("goes", "comes", "leaves") } else { ("go", "come", "leave") };
    match (from, to) {
        (Some(from), Some(to)) => format!("{what} {go} from {from} to {to}"),
        (None, Some(to)) => format!("{what} {come} to {to}"),
        (Some(from), None) => format!("{what} {leave} {from}"),
        (None, None) => format!("{what} {go} away"),
    }
}

/// The place all came from, if it is one and people know it.
fn one_source(def: &Def, world: &World, moves: &Moves) -> Option<String> {
    let first = moves.pieces.first()?.from;
    if def.is_quiet_zone(moves.from) {
        return None;
    }
    match moves.pieces.iter().all(|went| went.from == first) {
        true => Some(place_called(def, world, first)),
        false => Some(holders(def, moves.from)),
    }
}

/// What the containers of a zone belong to, or the zone.
fn holders(def: &Def, zone: ZoneId) -> String {
    let Some(zone) = def.zones.get(zone.index()) else { return "?".into() };
    let group = match zone.scope {
        Scope::Space(group) => def.groups.get(usize::from(group)),
        _ => None,
    };
    name(group.map_or(&zone.named, |group| &group.named)).to_owned()
}

fn by_target(pieces: &[Went]) -> Vec<(PlaceId, Vec<&Went>)> {
    let mut targets: Vec<(PlaceId, Vec<&Went>)> = vec![];
    for went in pieces {
        match targets.iter_mut().find(|(to, _)| *to == went.to) {
            Some((_, all)) => all.push(went),
            None => targets.push((went.to, vec![went])),
        }
    }
    targets
}

/// Equal names once, with their number.
fn gathered<'w>(pieces: impl IntoIterator<Item = &'w Went>) -> Vec<String> {
    let mut counts: Vec<(&str, usize)> = vec![];
    for went in pieces {
        let name = went.name.as_str();
        match counts.iter_mut().find(|(other, _)| *other == name) {
            Some((_, n)) => *n += 1,
            None => counts.push((name, 1)),
        }
    }
    counts.into_iter().map(|(name, n)| counted(name, n)).collect()
}

/// `Mill`, `2 × Mill`.
fn counted(name: &str, n: usize) -> String {
    if n == 1 { name.to_owned() } else { format!("{n} × {name}") }
}

/// `a`, `a and b`, `a, b and c`.
fn joined(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

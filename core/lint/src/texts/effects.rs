//! The effects of steps that a text should mention: amounts of resources, steps on tracks,
//! repetitions.

use super::verbs::Way;
use boardwright_language::raw::is_remark;
use boardwright_language::raw::step::{Advance, Cost, Gain, Lose, Retreat, Step, Term, Verb};
use boardwright_syntax::source::Span;
use boardwright_syntax::yaml::{Entry, Kind, Map, Node};

/// An effect that a text should mention.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effect<'n> {
    /// The amount, if it is a literal number.
    pub amount: Option<i64>,
    /// The resource or track.
    pub what: Option<&'n str>,
    /// Its direction, if that is certain.
    pub way: Option<Way>,
    /// Its place in the steps.
    pub span: Span,
}

/// Everything in steps or abilities that a text should mention.
pub(super) fn effects<'n>(node: &'n Node, found: &mut Vec<Effect<'n>>) {
    match &node.kind {
        Kind::Seq(items) => items.iter().for_each(|item| effects(item, found)),
        Kind::Map(map) => match Step::of(node) {
            // An ability also has `do`, and a block has nothing but nested steps.
            None | Some(Step { verb: Verb::Do(_), .. }) => of_ability(map, found),
            Some(step) => of_step(&step, map, found),
        },
        _ => {}
    }
}

/// What a printed cost takes, where it is plain: `{ wood: 2, fish: 1 }`.
pub(super) fn cost<'n>(node: &'n Node, found: &mut Vec<Effect<'n>>) {
    let all = node.as_map().map_or(&[][..], |map| &map.entries);
    let plain = all.iter().filter(|entry| matches!(entry.value.kind, Kind::Int(_)));
    found.extend(plain.filter_map(|entry| amount(entry, Some(Way::Out))));
}

/// Whether amounts come from elsewhere or count several times. Then a text cannot be compared with
/// them one by one.
pub(super) fn is_open(node: &Node) -> bool {
    const ELSEWHERE: [&str; 10] = [
        "script", "call", "perform", "repeat", "each", "turns", "set", "modify", "worth", "amount",
    ];
    const PRINTED: [&str; 5] = ["gain", "lose", "pay", "advance", "retreat"];
    match &node.kind {
        Kind::Seq(items) => items.iter().any(is_open),
        Kind::Map(map) => map.entries.iter().any(|entry| {
            let key = entry.key.as_str();
            let printed = PRINTED.contains(&key) && entry.value.as_map().is_none();
            !is_remark(key) && (ELSEWHERE.contains(&key) || printed || is_open(&entry.value))
        }),
        _ => false,
    }
}

fn of_step<'n>(step: &Step<'n>, map: &'n Map, found: &mut Vec<Effect<'n>>) {
    let before = found.len();
    match &step.verb {
        Verb::Gain(Gain { resources: all, .. }) | Verb::Advance(Advance { tracks: all, .. }) => {
            found.extend(all.iter().filter_map(|entry| amount(entry, Some(Way::In))));
        }
        Verb::Lose(Lose { resources: all, .. }) | Verb::Retreat(Retreat { tracks: all, .. }) => {
            found.extend(all.iter().filter_map(|entry| amount(entry, Some(Way::Out))));
        }
        Verb::Pay(pay) => costs(Cost::of_pay(pay), found),
        Verb::Call(call) => {
            // Numbers passed to a procedure.
            let all = call.arguments.iter().filter_map(|entry| entry.value.as_map());
            found.extend(all.flat_map(|map| &map.entries).map(|entry| plain(&entry.value)));
        }
        Verb::Repeat(repeat) => {
            let times = [repeat.times, repeat.up_to, repeat.min];
            found.extend(times.into_iter().flatten().map(|key| plain(key.node)));
        }
        Verb::Pick(pick) => {
            found.extend([pick.min, pick.max].into_iter().flatten().map(|key| plain(key.node)));
        }
        Verb::Move(moves) => found.extend(moves.count.map(|count| plain(count.node))),
        _ => {}
    }
    // A payment by another seat may well be a gain for "you".
    if map.get("who").is_some() || map.get("to").is_some() {
        found.iter_mut().skip(before).for_each(|effect| effect.way = None);
    }
    // Nested steps, wherever they are.
    let amounts = matches!(
        step.verb,
        Verb::Gain(_)
            | Verb::Lose(_)
            | Verb::Advance(_)
            | Verb::Retreat(_)
            | Verb::Pay(_)
            | Verb::Call(_)
    );
    for entry in &map.entries {
        let is_told = amounts && entry.key == step.shape.verb;
        if !is_told && !is_remark(&entry.key) {
            effects(&entry.value, found);
        }
    }
}

fn of_ability<'n>(map: &'n Map, found: &mut Vec<Effect<'n>>) {
    for entry in &map.entries {
        match (entry.key.as_str(), entry.value.as_map()) {
            (key, _) if is_remark(key) => {}
            ("modify", Some(body)) => modifiers(body, found),
            ("limit", Some(body)) => found.extend(body.get("times").map(plain)),
            _ => effects(&entry.value, found),
        }
    }
}

fn costs<'n>(cost: Cost<'n>, found: &mut Vec<Effect<'n>>) {
    for term in cost.bundles.into_iter().flat_map(|bundle| bundle.terms) {
        match term {
            Term::Amount { of, amount, .. } => {
                found.extend(counted(&of.key, amount, Some(Way::Out)));
            }
            Term::Worth { amount, with, .. } => {
                found.push(plain(amount));
                let all = with.into_iter().flat_map(|purse| purse.resources);
                found.extend(all.filter_map(|entry| self::amount(entry, None)));
            }
        }
    }
}

fn amount(entry: &Entry, way: Option<Way>) -> Option<Effect<'_>> {
    counted(&entry.key, &entry.value, way)
}

/// An amount of a resource. An amount of 0 needs no words.
fn counted<'n>(what: &'n str, node: &'n Node, way: Option<Way>) -> Option<Effect<'n>> {
    let amount = number(node);
    // A negative amount reverses the direction.
    let way = way.filter(|_| !matches!(node.kind, Kind::Int(number) if number < 0));
    (amount != Some(0)).then_some(Effect { amount, what: Some(what), way, span: node.span })
}

fn plain(node: &Node) -> Effect<'_> {
    Effect { amount: number(node), what: None, way: None, span: node.span }
}

fn modifiers<'n>(map: &'n Map, found: &mut Vec<Effect<'n>>) {
    for entry in &map.entries {
        let changes = entry.value.as_map().map_or(&[][..], |map| &map.entries);
        found.extend(changes.iter().map(|change| &change.value).chain([&entry.value]).map(plain));
    }
}

/// A literal number, with or without a sign.
fn number(node: &Node) -> Option<i64> {
    match &node.kind {
        Kind::Int(number) => Some(number.abs()),
        Kind::Text(text) => text.trim().trim_start_matches(['+', '-']).parse().ok(),
        _ => None,
    }
}

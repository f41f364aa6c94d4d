//! Reads blocks from YAML.

use super::{BLOCKS_MAX, Block, Bound, Figure, GAMES_DEFAULT, GAMES_MAX};
use crate::scenario::TypedOption;
use boardwright_bots::Spec;
use boardwright_language::raw::scenario::FIGURES;
use boardwright_packs::layer::Loaded;
use boardwright_syntax::diag::codes::scenario as codes;
use boardwright_syntax::diag::{Diagnostic, similar};
use boardwright_syntax::yaml::{self, Kind, Map, Node};

pub(super) const KEYS: [&str; 10] =
    ["name", "bots", "players", "games", "seed", "options", "what", "at_least", "at_most", "note"];

/// Reads all blocks of all packs. Files that cannot be parsed are reported with the scenarios.
pub(super) fn all(loaded: &Loaded) -> (Vec<Block>, Vec<Diagnostic>) {
    let (mut found, mut diags) = (vec![], vec![]);
    for info in &loaded.order {
        let pack = &info.manifest.id.value;
        for file in &info.tests {
            let node = yaml::read(&loaded.sources, file.file, &mut vec![]);
            let Some(list) = node.as_ref().and_then(Node::as_map).and_then(|it| it.get("balance"))
            else {
                continue;
            };
            let Some(items) = list.as_seq() else {
                diags.push(wrong(list, "a list of blocks"));
                continue;
            };
            for item in items.iter().take(BLOCKS_MAX) {
                match item.as_map() {
                    Some(map) => found.extend(block(item, map, pack, &mut diags)),
                    None => diags.push(wrong(item, "a block such as `{ name, what, at_most }`")),
                }
            }
        }
    }
    (found, diags)
}

fn wrong(node: &Node, expected: &str) -> Diagnostic {
    let message = format!("{expected} was expected, not {}", node.describe());
    Diagnostic::error(codes::BALANCE_SHAPE, message, node.span, format!("expected {expected}"))
}

/// Reads a text; anything else is reported.
fn text(node: &Node, expected: &str, diags: &mut Vec<Diagnostic>) -> Option<String> {
    match &node.kind {
        Kind::Text(text) => Some(text.clone()),
        _ => {
            diags.push(wrong(node, expected));
            None
        }
    }
}

fn number(node: &Node, min: i64, max: i64, diags: &mut Vec<Diagnostic>) -> Option<i64> {
    match node.kind {
        Kind::Int(number) if (min..=max).contains(&number) => Some(number),
        _ => {
            let expected = match max {
                i64::MAX => format!("a whole number from {min}"),
                _ => format!("a whole number from {min} to {max}"),
            };
            let mut diag = wrong(node, &expected);
            if let Kind::Int(number) = node.kind {
                diag.message = format!("{expected} was expected, not {number}");
            }
            diags.push(diag);
            None
        }
    }
}

fn block(node: &Node, map: &Map, pack: &str, diags: &mut Vec<Diagnostic>) -> Option<Block> {
    let before = diags.len();
    for entry in map.entries.iter().filter(|entry| !KEYS.contains(&entry.key.as_str())) {
        let message = format!("unknown key `{}` of a block", entry.key);
        let diag =
            Diagnostic::error(codes::BALANCE_SHAPE, message, entry.key_span, "not expected here");
        diags.push(match similar(&entry.key, KEYS.into_iter()) {
            Some(near) => diag.help(format!("a key with a similar name exists: `{near}`")),
            None => {
                let all: Vec<String> = KEYS.iter().map(|key| format!("`{key}`")).collect();
                diag.help(format!("keys are {}", all.join(", ")))
            }
        });
    }
    let mut lacks = |key: &str, help: &str| {
        let message = format!("a block without `{key}`");
        let diag = Diagnostic::error(codes::BALANCE_SHAPE, message, node.span, "this block");
        diags.push(diag.help(help));
    };
    if map.get("name").is_none() {
        lacks("name", "add `name:` and what the block promises");
    }
    if map.get("what").is_none() {
        lacks("what", "add `what:` and a figure, such as `win rate of each seat`");
    }
    if map.get("at_least").is_none() && map.get("at_most").is_none() {
        lacks("at_most", "add `at_most:` or `at_least:` and how much is tolerated");
    }
    let name = map.get("name").and_then(|it| text(it, "what the block promises", diags));
    let figure = map.get("what").and_then(|it| figure(it, diags));
    let share = figure.as_ref().is_some_and(Figure::is_share);
    let bots = map.get("bots").map_or(vec!["random".into()], |it| bots(it, diags));
    let players = map.get("players").and_then(|it| number(it, 1, 8, diags));
    let games = map.get("games").and_then(|it| number(it, 1, GAMES_MAX, diags));
    let seed = map.get("seed").and_then(|it| number(it, 0, i64::MAX, diags));
    let options = map.get("options").map_or(vec![], |it| options(it, diags));
    let known = figure.is_some();
    let mut bound =
        |key: &str| map.get(key).filter(|_| known).and_then(|it| bound(it, share, diags));
    let (at_least, at_most) = (bound("at_least"), bound("at_most"));
    if let (Some(least), Some(most)) = (at_least, at_most)
        && least.value > most.value
    {
        let message = "`at_least` is more than `at_most`";
        let diag = Diagnostic::error(codes::BALANCE_SHAPE, message, least.span, "the least");
        diags.push(diag.and(most.span, "the most").help("nothing is in this range; swap them"));
    }
    let seats = players.map_or(bots.len(), |players| players as usize);
    if bots.len() > 1 && bots.len() != seats {
        let at = map.get("bots").unwrap_or(node);
        let message = format!("{} bots are named, and {seats} play", bots.len());
        let diag = Diagnostic::error(codes::BALANCE_SHAPE, message, at.span, "these bots");
        diags.push(diag.help("name one for all seats, or one for each seat"));
    }
    let block = Block {
        name: name?,
        pack: pack.to_owned(),
        span: map.get("name")?.span,
        players: players.map(|n| n as u8).or(u8::try_from(bots.len()).ok().filter(|n| *n > 1)),
        players_span: map.get("players").map(|it| it.span),
        bots,
        games: games.map_or(GAMES_DEFAULT, |n| n as u64),
        seed: seed.unwrap_or(1) as u64,
        options,
        figure: figure?,
        figure_span: map.get("what")?.span,
        at_least,
        at_most,
    };
    (diags.len() == before).then_some(block)
}

fn figure(node: &Node, diags: &mut Vec<Diagnostic>) -> Option<Figure> {
    let typed = text(node, "a figure such as `win rate of each seat`", diags)?;
    let figure = Figure::parse(&typed);
    if figure.is_none() {
        let message = format!("unknown figure `{typed}`");
        let diag = Diagnostic::error(codes::BALANCE_UNKNOWN, message, node.span, "no such figure");
        let plain = |text: &str| text.replace('`', "");
        let names: Vec<String> = FIGURES.iter().map(|(name, _)| plain(name)).collect();
        diags.push(match similar(&typed, names.iter().map(String::as_str)) {
            Some(near) => diag.help(format!("a figure with a similar name exists: `{near}`")),
            None => {
                let all: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
                diag.help(format!("figures are {}", all.join(", ")))
            }
        });
    }
    figure
}

/// One bot, or one for each seat: a YAML list, or names separated by commas.
fn bots(node: &Node, diags: &mut Vec<Diagnostic>) -> Vec<String> {
    let items = match &node.kind {
        Kind::Seq(items) => items.as_slice(),
        _ => std::slice::from_ref(node),
    };
    let mut bots = vec![];
    for item in items {
        let typed = text(item, "a bot such as `random`", diags).unwrap_or_default();
        for each in typed.split(',').filter(|each| !each.trim().is_empty()) {
            match Spec::parse(each) {
                Ok(spec) if !spec.is_repeatable() => diags.push(
                    Diagnostic::error(
                        codes::BALANCE_UNKNOWN,
                        format!("what `{spec}` chooses depends on the machine"),
                        item.span,
                        "not the same everywhere",
                    )
                    .help("give it a number of iterations, such as `mcts:1000`"),
                ),
                Ok(spec) => bots.push(spec.to_string()),
                Err(why) => diags.push(Diagnostic::error(
                    codes::BALANCE_UNKNOWN,
                    why,
                    item.span,
                    "no such bot",
                )),
            }
        }
    }
    bots
}

fn options(node: &Node, diags: &mut Vec<Diagnostic>) -> Vec<TypedOption> {
    let Some(map) = node.as_map() else {
        diags.push(wrong(node, "options with their values"));
        return vec![];
    };
    let mut options = vec![];
    for entry in &map.entries {
        let text = match &entry.value.kind {
            Kind::Text(text) => text.clone(),
            Kind::Int(number) => number.to_string(),
            Kind::Bool(true) => "yes".into(),
            Kind::Bool(false) => "no".into(),
            _ => {
                diags.push(wrong(&entry.value, "what the option is set to"));
                continue;
            }
        };
        let (id, id_span) = (entry.key.clone(), entry.key_span);
        options.push(TypedOption { id, id_span, text, text_span: entry.value.span });
    }
    options
}

/// Reads a bound: `40%` for shares, otherwise a number, with fractions in quotes.
fn bound(node: &Node, share: bool, diags: &mut Vec<Diagnostic>) -> Option<Bound> {
    let value = match &node.kind {
        Kind::Int(number) if !share => Some(*number as f64),
        Kind::Text(text) => match (text.trim().strip_suffix('%'), share) {
            (Some(number), true) => number.trim().parse().ok().map(|n: f64| n / 100.0),
            (None, false) => text.trim().parse().ok(),
            _ => None,
        },
        _ => None,
    };
    let value = value.filter(|value| value.is_finite());
    if value.is_none() {
        let expected = if share { "a share such as `40%`" } else { "a number such as `40`" };
        diags.push(wrong(node, expected));
    }
    Some(Bound { value: value?, span: node.span })
}

//! What is chosen before a game starts: the number of players, and the options of its packs.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use boardwright_compile::OptionValue;
use boardwright_packs::layer::Loaded;
use boardwright_packs::manifest::{OptionDef, PLAYERS_MAX, PLAYERS_MIN};
use boardwright_syntax::diag::codes::{game, scenario as codes};
use boardwright_syntax::diag::{Diagnostic, similar};
use boardwright_syntax::yaml::{Kind, Node};

/// The allowed numbers of players, from the last pack that states them.
pub(super) fn allowed(loaded: &Loaded) -> RangeInclusive<u8> {
    let stated = loaded.order.iter().rev().find_map(|info| info.manifest.players);
    match stated {
        Some(players) => players.min..=players.max,
        None => PLAYERS_MIN.max(2)..=PLAYERS_MAX.min(4),
    }
}

/// The number of players asked for, or the smallest allowed from two up.
pub(crate) fn players(loaded: &Loaded, wanted: Option<u8>, diags: &mut Vec<Diagnostic>) -> u8 {
    let allowed = allowed(loaded);
    let usual = 2.clamp(*allowed.start(), (*allowed.end()).max(*allowed.start()));
    match wanted {
        Some(wanted) if !allowed.contains(&wanted) => {
            let (least, most) = (*allowed.start(), *allowed.end());
            let players = match (least, most) {
                (1, 1) => "1 player".to_owned(),
                _ if least == most => format!("{least} players"),
                _ => format!("{least} to {most} players"),
            };
            let message = format!("{wanted} cannot play this game: it is for {players}");
            let diag = Diagnostic::placeless(codes::PLAYERS, message);
            let nearest = wanted.clamp(least, most.max(least));
            diags.push(
                diag.help(format!("play with {nearest}, or change `players` in the manifest")),
            );
            usual
        }
        Some(wanted) => wanted,
        None => usual,
    }
}

/// All options of all packs.
fn all(loaded: &Loaded) -> impl Iterator<Item = &OptionDef> {
    loaded.order.iter().flat_map(|info| &info.manifest.options)
}

/// The value of every option: as typed, or its default.
pub(crate) fn options(
    loaded: &Loaded,
    typed: &[(String, String)],
    diags: &mut Vec<Diagnostic>,
) -> BTreeMap<String, OptionValue> {
    let mut options: BTreeMap<String, OptionValue> = all(loaded)
        .filter_map(|option| Some((option.id.value.clone(), value(&option.default)?)))
        .collect();
    for (id, text) in typed {
        let Some(option) = all(loaded).find(|option| option.id.value == *id) else {
            let message = format!("there is no option `{id}`");
            let near = similar(id, all(loaded).map(|option| option.id.value.as_str()));
            let diag = Diagnostic::placeless(codes::OPTION, message);
            diags.push(match near {
                Some(near) => diag.help(format!("an option with a similar name exists: `{near}`")),
                None => match listed_ids(loaded) {
                    ids if ids.is_empty() => diag.help("the manifest has no `options`"),
                    ids => diag.help(format!("options are {ids}")),
                },
            });
            continue;
        };
        match read(option, text) {
            Some(value) => {
                options.insert(id.clone(), value);
            }
            None => {
                let message = format!("option `{id}` cannot be `{text}`");
                let help = format!("it can be {}", listed(option));
                diags.push(Diagnostic::placeless(codes::OPTION_VALUE, message).help(help));
            }
        }
    }
    options
}

fn listed_ids(loaded: &Loaded) -> String {
    let ids: Vec<String> = all(loaded).map(|option| format!("`{}`", option.id.value)).collect();
    ids.join(", ")
}

/// The number of options.
pub(super) fn count(loaded: &Loaded) -> usize {
    all(loaded).count()
}

/// Warns that not all options are checked, at the first one left out.
pub(super) fn at_option(loaded: &Loaded, id: &str, message: String) -> Diagnostic {
    match all(loaded).find(|option| option.id.value == id) {
        Some(option) => {
            let label = "not all values of this option and those after it";
            Diagnostic::warning(game::UNCHECKED, message, option.id.span, label)
        }
        None => Diagnostic::placeless(game::UNCHECKED, message),
    }
}

/// Each value of an option other than its default.
pub(super) fn other_values(loaded: &Loaded) -> Vec<(String, OptionValue)> {
    let mut others = vec![];
    for option in all(loaded) {
        let values = possible(option);
        let default = value(&option.default);
        let other = values.into_iter().filter(|value| Some(value) != default.as_ref());
        others.extend(other.map(|value| (option.id.value.clone(), value)));
    }
    others
}

fn possible(option: &OptionDef) -> Vec<OptionValue> {
    match option.default.kind {
        Kind::Bool(_) => vec![OptionValue::Flag(true), OptionValue::Flag(false)],
        _ => option.values.iter().filter_map(value).collect(),
    }
}

fn value(node: &Node) -> Option<OptionValue> {
    match &node.kind {
        Kind::Bool(flag) => Some(OptionValue::Flag(*flag)),
        Kind::Int(number) => Some(OptionValue::Number(i32::try_from(*number).ok()?)),
        Kind::Text(word) => Some(OptionValue::Word(word.clone())),
        _ => None,
    }
}

fn read(option: &OptionDef, text: &str) -> Option<OptionValue> {
    let read = match option.default.kind {
        Kind::Bool(_) => match text {
            "true" | "yes" | "on" => OptionValue::Flag(true),
            "false" | "no" | "off" => OptionValue::Flag(false),
            _ => return None,
        },
        Kind::Int(_) => OptionValue::Number(text.parse().ok()?),
        _ => OptionValue::Word(text.into()),
    };
    let possible = possible(option);
    (possible.is_empty() || possible.contains(&read)).then_some(read)
}

fn listed(option: &OptionDef) -> String {
    let told = |value: &OptionValue| match value {
        OptionValue::Flag(true) => "`yes`".into(),
        OptionValue::Flag(false) => "`no`".into(),
        OptionValue::Number(number) => format!("`{number}`"),
        OptionValue::Word(word) => format!("`{word}`"),
    };
    let all: Vec<String> = possible(option).iter().map(told).collect();
    if all.is_empty() { "a whole number".into() } else { all.join(", ") }
}

//! Reads the tree of `pack.yaml` into a [`Manifest`] and reports all its mistakes.

use semver::{Version, VersionReq};

use super::{Conflict, Extends, Manifest, Notice, OptionDef, PLAYERS_MAX, PLAYERS_MIN};
use super::{Players, Spanned, engine_version, is_kebab, keys};
use crate::layer::similar::similar_help;
use crate::layer::value::{render, same};
use boardwright_language::shape::{id_help, is_name, mended};
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::diag::codes::layer as codes;
use boardwright_syntax::yaml::{Kind, Map, Node, hostile};

type Diags<'a> = &'a mut Vec<Diagnostic>;

pub(super) fn manifest(node: &Node, folder: &str, diags: Diags) -> Option<Manifest> {
    let map = mapping(node, "the manifest", diags)?;
    known_keys(map, &keys(), "the manifest", diags);
    let id = id(node, map, folder, diags);
    let title = match required(node, map, "title", diags) {
        Some(title) => text(title, "title", diags).unwrap_or_else(|| folder.into()),
        None => folder.into(),
    };
    let title_span = map.get("title").map_or(node.span, |title| title.span);
    let extends = extends(map, diags);
    let players = map.get("players").and_then(|node| players(node, diags));
    if !map.entries.iter().any(|entry| entry.key == "extends" || entry.key == "players") {
        diags.push(
            Diagnostic::error(
                codes::MANIFEST_LACKS,
                "the manifest has no `players`",
                id.span,
                "of this pack",
            )
            .note("a pack that extends no other is a game, and says for how many it is")
            .help("add `players: { min: 2, max: 4 }`, or `extends` with the id of a game"),
        );
    }
    Some(Manifest {
        id,
        title: Spanned { value: title, span: title_span },
        version: map
            .get("version")
            .and_then(|node| version(node, diags))
            .unwrap_or(Version::new(0, 0, 0)),
        engine: map.get("engine").and_then(|node| engine(node, diags)),
        players,
        extends,
        conflicts: conflicts(map, diags),
        options: options(map, diags),
        licence: optional_text(map, "licence", diags),
        credits: texts(map, "credits", diags),
        language: optional_text(map, "language", diags).unwrap_or_else(|| "en".into()),
        text: optional_text(map, "text", diags),
        notices: notices(map, diags),
    })
}

fn id(node: &Node, map: &Map, folder: &str, diags: Diags) -> Spanned<String> {
    let span = map.get("id").map_or(node.span, |id| id.span);
    let written = match required(node, map, "id", diags) {
        Some(id) => text(id, "id", diags),
        None => None,
    };
    if let Some(id) = written {
        if !is_kebab(&id) {
            diags.push(not_kebab(&id, span));
        } else if id != folder {
            diags.push(
                Diagnostic::error(
                    codes::OTHER_FOLDER,
                    format!("the pack `{id}` lies in the folder `{folder}`"),
                    span,
                    "not the name of the folder",
                )
                .help(format!("rename the folder to `{id}`, or write `id: {folder}`")),
            );
        }
    }
    // Other packs find this one by its folder, so continue with that name.
    Spanned { value: folder.into(), span }
}

fn version(node: &Node, diags: Diags) -> Option<Version> {
    let written = scalar(node);
    let parsed = written.as_deref().and_then(|text| Version::parse(text).ok());
    if parsed.is_none() {
        let mut told = Diagnostic::error(
            codes::NOT_A_VERSION,
            format!("`version` is {}, not a version", render(node)),
            node.span,
            "expected three numbers such as `1.0.2`",
        );
        let padded = written.map(|text| match text.matches('.').count() {
            0 => format!("{text}.0.0"),
            _ => format!("{text}.0"),
        });
        if let Some(padded) = padded.filter(|text| Version::parse(text).is_ok()) {
            told = told.help(format!("write `{padded}`"));
        }
        diags.push(told);
    }
    parsed
}

fn engine(node: &Node, diags: Diags) -> Option<Spanned<VersionReq>> {
    let wanted = scalar(node).and_then(|text| VersionReq::parse(&text).ok());
    let Some(wanted) = wanted else {
        diags.push(Diagnostic::error(
            codes::NOT_A_VERSION,
            format!("`engine` is {}, not a range of versions", render(node)),
            node.span,
            "expected something like `^0.1` or `>=0.2, <0.4`",
        ));
        return None;
    };
    let engine = engine_version();
    if !wanted.matches(&engine) {
        diags.push(
            Diagnostic::error(
                codes::ENGINE_VERSION,
                format!("this pack needs engine {wanted}, and this is {engine}"),
                node.span,
                "asked for here",
            )
            .help("use another version of the program, or of the pack"),
        );
    }
    Some(Spanned { value: wanted, span: node.span })
}

fn players(node: &Node, diags: Diags) -> Option<Players> {
    let map = mapping(node, "`players`", diags)?;
    known_keys(map, &["min", "max"], "`players`", diags);
    let mut number = |key: &str| {
        let value = required(node, map, key, diags)?;
        let range = i64::from(PLAYERS_MIN)..=i64::from(PLAYERS_MAX);
        match value.kind {
            Kind::Int(n) if range.contains(&n) => Some((n as u8, value.span)),
            _ => {
                diags.push(
                    Diagnostic::error(
                        codes::PLAYERS,
                        format!("`players` cannot have `{key}` {}", render(value)),
                        value.span,
                        format!("expected a whole number from {PLAYERS_MIN} to {PLAYERS_MAX}"),
                    )
                    .help("write `players: { min: 2, max: 4 }`"),
                );
                None
            }
        }
    };
    let (min, max) = (number("min"), number("max"));
    let ((min, min_span), (max, max_span)) = (min?, max?);
    if min > max {
        diags.push(
            Diagnostic::error(
                codes::PLAYERS,
                format!("`min` is {min}, more than `max`, which is {max}"),
                min_span,
                "the fewest players",
            )
            .and(max_span, "the most players")
            .help(format!("write `players: {{ min: {max}, max: {min} }}`")),
        );
        return None;
    }
    Some(Players { min, max, span: node.span })
}

fn extends(map: &Map, diags: Diags) -> Vec<Extends> {
    let Some(node) = map.get("extends") else { return vec![] };
    let mut found: Vec<Extends> = vec![];
    for item in one_or_many(node) {
        let Some(written) = text(item, "extends", diags) else { continue };
        let (id, version) = match written.split_once('@') {
            Some((id, version)) => (id.trim(), version.trim()),
            None => (written.as_str(), "*"),
        };
        let Ok(version) = VersionReq::parse(version) else {
            diags.push(Diagnostic::error(
                codes::NOT_A_VERSION,
                format!("`{version}` is not a range of versions"),
                item.span,
                format!("expected something like `{id}@^1.2`"),
            ));
            continue;
        };
        if !is_kebab(id) {
            diags.push(not_kebab(id, item.span));
        } else if !found.iter().any(|other| other.id == id) {
            found.push(Extends { id: id.into(), version, span: item.span });
        }
    }
    found
}

fn conflicts(map: &Map, diags: Diags) -> Vec<Conflict> {
    let Some(node) = map.get("conflicts") else { return vec![] };
    let mut found = vec![];
    for item in one_or_many(node) {
        if let Some(reasons) = item.as_map() {
            for entry in &reasons.entries {
                let reason = text(&entry.value, &entry.key, diags);
                found.push(Conflict { id: entry.key.clone(), reason, span: entry.key_span });
            }
        } else if let Some(id) = text(item, "conflicts", diags) {
            found.push(Conflict { id, reason: None, span: item.span });
        }
    }
    found
}

fn options(map: &Map, diags: Diags) -> Vec<OptionDef> {
    let Some(map) = map.get("options").and_then(|node| mapping(node, "`options`", diags)) else {
        return vec![];
    };
    let mut found = vec![];
    for entry in &map.entries {
        let id = Spanned { value: entry.key.clone(), span: entry.key_span };
        if !is_name(&id.value) {
            let expected = "expected lower-case letters and digits, joined by `_`";
            let message = format!("the id of an option cannot be `{}`", id.value);
            let diag = Diagnostic::error(codes::MALFORMED_ID, message, id.span, expected);
            diags.push(diag.help(id_help(&id.value)));
        }
        let what = format!("the option `{}`", id.value);
        let Some(map) = mapping(&entry.value, &what, diags) else { continue };
        known_keys(map, &["title", "default", "values", "text"], &what, diags);
        let title = optional_text(map, "title", diags).unwrap_or_else(|| id.value.clone());
        let values: Vec<Node> = match map.get("values") {
            Some(values) => list(values, "values", diags).to_vec(),
            None => vec![],
        };
        let text = optional_text(map, "text", diags);
        let Some(default) = required(&entry.value, map, "default", diags) else { continue };
        // If the default does not fit, the option still exists, with one that does.
        if let Some(default) = fitting_default(map, default, &values, diags) {
            found.push(OptionDef { id, title, default, values, text });
        }
    }
    found
}

fn fitting_default(map: &Map, default: &Node, values: &[Node], diags: Diags) -> Option<Node> {
    let n_before = diags.len();
    for value in values {
        if scalar(value).is_none() {
            let expected = "expected text or a whole number";
            diags.push(wrong("a value of an option", value, expected));
        }
    }
    let told = |message: String, label: String| {
        Diagnostic::error(codes::OPTION_DEFAULT, message, default.span, label)
    };
    if map.get("values").is_none() {
        if !matches!(default.kind, Kind::Bool(_)) {
            let message = format!("the default {} needs a list of `values`", render(default));
            diags.push(
                told(message, "not `true` or `false`".into())
                    .help("only an option that is `true` or `false` goes without `values`"),
            );
        }
    } else if !values.iter().any(|value| same(value, default)) {
        let names: Vec<String> = values.iter().take(8).map(render).collect();
        let message = format!("the default {} is not one of the `values`", render(default));
        let first = values.iter().find(|value| scalar(value).is_some());
        let help = match first {
            Some(first) => format!(
                "write `default: {}`, or add {} to `values`",
                render(first),
                render(default)
            ),
            None => format!("add {} to `values`", render(default)),
        };
        diags.push(told(message, format!("expected one of {}", names.join(", "))).help(help));
        return first.cloned();
    }
    (diags.len() == n_before).then(|| default.clone())
}

fn notices(map: &Map, diags: Diags) -> Vec<Notice> {
    let Some(node) = map.get("notices") else { return vec![] };
    let mut found = vec![];
    for item in list(node, "notices", diags) {
        let Some(map) = mapping(item, "a notice", diags) else { continue };
        known_keys(map, &["with", "text"], "a notice", diags);
        let mut part = |key: &str| {
            let value = required(item, map, key, diags)?;
            Some(Spanned { value: text(value, key, diags)?, span: value.span })
        };
        if let (Some(with), Some(text)) = (part("with"), part("text")) {
            found.push(Notice { with, text: text.value });
        }
    }
    found
}

fn texts(map: &Map, key: &str, diags: Diags) -> Vec<String> {
    let Some(node) = map.get(key) else { return vec![] };
    one_or_many(node).iter().filter_map(|item| text(item, key, diags)).collect()
}

fn optional_text(map: &Map, key: &str, diags: Diags) -> Option<String> {
    text(map.get(key)?, key, diags)
}

fn text(node: &Node, key: &str, diags: Diags) -> Option<String> {
    if node.as_text().is_none_or(|text| text.trim().is_empty()) {
        diags.push(wrong(&format!("`{key}`"), node, "expected text"));
        return None;
    }
    let text = node.as_text()?;
    // A title is shown on one line with others.
    if let Some(found) = text.trim().chars().find(|char| matches!(char, '\n' | '\t'))
        && key == "title"
    {
        diags.push(hostile(found, node.span));
    }
    Some(text.to_owned())
}

fn mapping<'a>(node: &'a Node, what: &str, diags: Diags) -> Option<&'a Map> {
    if node.as_map().is_none() {
        diags.push(wrong(what, node, "expected a mapping, `key: value`"));
    }
    node.as_map()
}

fn list<'a>(node: &'a Node, key: &str, diags: Diags) -> &'a [Node] {
    node.as_seq().unwrap_or_else(|| {
        diags.push(wrong(&format!("`{key}`"), node, "expected a list"));
        &[]
    })
}

fn one_or_many(node: &Node) -> &[Node] {
    node.as_seq().unwrap_or(std::slice::from_ref(node))
}

fn required<'a>(node: &Node, map: &'a Map, key: &str, diags: Diags) -> Option<&'a Node> {
    if map.get(key).is_none() {
        let span = map.entries.first().map_or(node.span, |entry| entry.key_span);
        let told = Diagnostic::error(
            codes::MANIFEST_LACKS,
            format!("`{key}` is missing"),
            span,
            "in this part",
        )
        .help(format!("add `{key}`"));
        diags.push(told);
    }
    map.get(key)
}

fn known_keys(map: &Map, known: &[&str], what: &str, diags: Diags) {
    for entry in &map.entries {
        if !known.contains(&entry.key.as_str()) {
            let message = format!("unknown key `{}` in {what}", entry.key);
            let help = similar_help("key", &entry.key, known.iter().copied())
                .unwrap_or_else(|| format!("known keys are `{}`", known.join("`, `")));
            let told =
                Diagnostic::error(codes::MANIFEST_KEY, message, entry.key_span, "not a key here");
            diags.push(told.help(help));
        }
    }
}

fn scalar(node: &Node) -> Option<String> {
    match &node.kind {
        Kind::Text(text) | Kind::Real(text) => Some(text.clone()),
        Kind::Int(n) => Some(n.to_string()),
        _ => None,
    }
}

fn wrong(what: &str, node: &Node, expected: &str) -> Diagnostic {
    let found = match &node.kind {
        Kind::Text(text) if text.trim().is_empty() => "empty",
        _ => node.describe(),
    };
    let help = match (expected, &node.kind) {
        ("expected text", Kind::Int(_) | Kind::Real(_) | Kind::Bool(_)) => "put it in quotes",
        ("expected text", _) => "write one text, in quotes if it has special characters",
        ("expected a list", _) => "write the items in `[ ]`, separated by commas",
        ("expected text or a whole number", _) => "write it without brackets",
        _ => "write `key: value` lines below, indented by two spaces",
    };
    Diagnostic::error(codes::MANIFEST_KIND, format!("{what} is {found}"), node.span, expected)
        .help(help)
}

fn not_kebab(id: &str, span: boardwright_syntax::source::Span) -> Diagnostic {
    let expected = "expected lower-case letters and digits, joined by `-`";
    let meant = mended(id).replace('_', "-");
    let help = match is_kebab(&meant) {
        true => format!("write `{meant}`"),
        false => "write an id such as `long-winter`".to_owned(),
    };
    Diagnostic::error(
        codes::MALFORMED_ID,
        format!("the id of a pack cannot be `{id}`"),
        span,
        expected,
    )
    .help(help)
}

//! Reads laws from YAML.

use super::{LAWS_MAX, Law};
use crate::scenario::{unknown, words, wrong};
use boardwright_packs::layer::Loaded;
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::diag::codes::scenario as codes;
use boardwright_syntax::yaml::{self, Map, Node};

/// The key in a file that holds laws.
const SECTION: &str = "laws";
/// The keys of a law.
pub(crate) const KEYS: [&str; 4] = ["law", "each", "always", "note"];

/// The laws of all packs.
pub(super) fn all(loaded: &Loaded) -> (Vec<Law>, Vec<Diagnostic>) {
    let (mut found, mut diags) = (vec![], vec![]);
    for info in &loaded.order {
        let pack = &info.manifest.id.value;
        for file in &info.tests {
            let Some(node) = yaml::read(&loaded.sources, file.file, &mut diags) else { continue };
            if let Some(list) = node.as_map().and_then(|map| map.get(SECTION)) {
                file_of(list, pack, &mut found, &mut diags);
            }
        }
    }
    (found, diags)
}

/// The laws of one file.
pub(super) fn file_of(list: &Node, pack: &str, found: &mut Vec<Law>, diags: &mut Vec<Diagnostic>) {
    let Some(items) = list.as_seq() else {
        diags.push(wrong(list, "a list of laws"));
        return;
    };
    for item in items.iter().take(LAWS_MAX) {
        let Some(map) = item.as_map() else {
            diags.push(wrong(item, "a law such as `{ law: no fish is lost, always: \"...\" }`"));
            continue;
        };
        let Some(law) = law(item, map, pack, diags) else { continue };
        match found.iter_mut().find(|it| it.name == law.name) {
            Some(other) if other.pack == law.pack => diags.push(twice(&law, other)),
            Some(below) => *below = law,
            None => found.push(law),
        }
    }
}

fn law(node: &Node, map: &Map, pack: &str, diags: &mut Vec<Diagnostic>) -> Option<Law> {
    let before = diags.len();
    for entry in map.entries.iter().filter(|entry| !KEYS.contains(&entry.key.as_str())) {
        diags.push(unknown(entry, KEYS.into_iter(), "of a law"));
    }
    let lacking = |key: &str, help: &str| {
        let message = format!("a law without `{key}`");
        Diagnostic::error(codes::SHAPE, message, node.span, format!("no `{key}`")).help(help)
    };
    let named = map.get("law");
    let name = named.and_then(words);
    match (named, &name) {
        (None, _) => diags.push(lacking("law", "begin with `law:` and its promise")),
        (Some(named), None) => diags.push(wrong(named, "what the law promises")),
        _ => {}
    }
    let always = map.get("always").cloned();
    if always.is_none() {
        diags.push(lacking("always", "say what holds at every decision: `always: \"fish < 9\"`"));
    }
    let span = named.map_or(node.span, |named| named.span);
    let each = map.get("each").cloned();
    let law = Law { name: name?, pack: pack.to_owned(), span, each, always: always? };
    (diags.len() == before).then_some(law)
}

fn twice(law: &Law, other: &Law) -> Diagnostic {
    let message = format!("two laws are called `{}`", law.name);
    Diagnostic::error(codes::LAW_TWICE, message, law.span, "second one")
        .and(other.span, "first one")
        .help("give one of them another name")
}

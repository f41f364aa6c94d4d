//! `text/<language>.yaml`: what people read, in other languages. Keys are paths, nested or dotted.

use std::collections::BTreeMap;

use super::path::{Path, find_mut, find_or_tell};
use super::{PackInfo, Read, Texts};
use crate::diag::{Diagnostic, Level};
use crate::source::{Sources, Span};
use crate::yaml::{Kind, Node};

/// All translations of some packs; a later pack wins over an earlier one.
pub fn texts(
    packs: &[PackInfo],
    sources: &Sources,
    root: &Node,
    read: Read,
    diags: &mut Vec<Diagnostic>,
) -> Texts {
    let mut all = Texts::new();
    for each in packs.iter().flat_map(|pack| &pack.texts) {
        let name = each.path.rsplit('/').next().unwrap_or_default();
        let language = name.strip_suffix(".yaml").unwrap_or(name);
        let Some(tree) = read(sources, each.file, diags) else { continue };
        let mut flat = BTreeMap::new();
        flatten(&tree, String::new(), tree.span, &mut flat, diags);
        let texts = all.entry(language.to_string()).or_default();
        for (path, (text, span)) in flat {
            match check(root, &path, span) {
                None => drop(texts.insert(path, text)),
                Some(told) => diags.push(told),
            }
        }
    }
    all
}

/// Puts a translated text where the text it stands for is.
pub(crate) fn set_text(root: &mut Node, path: &str, text: &str) {
    let Some(path) = Path::parse(path) else { return };
    if let Some(Node { kind: Kind::Text(old), .. }) = find_mut(root, &path.0) {
        text.clone_into(old);
    }
}

type Flat = BTreeMap<String, (String, Span)>;

/// `key` is where the last key above the node stands.
fn flatten(node: &Node, path: String, key: Span, flat: &mut Flat, diags: &mut Vec<Diagnostic>) {
    match &node.kind {
        Kind::Map(map) => {
            for entry in &map.entries {
                let below = match path.is_empty() {
                    true => entry.key.clone(),
                    false => format!("{path}.{}", entry.key),
                };
                flatten(&entry.value, below, entry.key_span, flat, diags);
            }
        }
        Kind::Text(text) if !path.is_empty() => {
            if let Some((_, first)) = flat.insert(path.clone(), (text.clone(), key)) {
                let message = format!("`{path}` is translated twice");
                let told = Diagnostic::error("L062", message, key, "again here");
                diags.push(told.and(first, "first here").help("remove one of them"));
            }
        }
        Kind::Null => {}
        _ => {
            let message = format!("a translation is {}", node.describe());
            diags.push(
                Diagnostic::error("L062", message, node.span, "expected text")
                    .help("write `tiles.mill.name: ...`, or nest the names"),
            );
        }
    }
}

fn check(root: &Node, path: &str, span: Span) -> Option<Diagnostic> {
    let parsed = Path::parse(path);
    let mut told = match parsed.as_ref().map(|parsed| find_or_tell(root, &parsed.0, span)) {
        Some(Ok(node)) if node.as_text().is_some() => return None,
        Some(Ok(node)) => {
            let message = format!("`{path}` is not text, so it cannot be translated");
            Diagnostic::warning("L061", message, span, format!("is {}", node.describe()))
                .and(node.span, "set here")
        }
        Some(Err(told)) => {
            let mut told = *told;
            told.message = format!("unknown path `{path}` is translated");
            told
        }
        None => {
            let message = format!("`{path}` is not a path");
            Diagnostic::warning("L061", message, span, "expected names joined by dots")
        }
    };
    told.code = "L061";
    told.level = Level::Warning;
    Some(told)
}

//! `text/<language>.yaml`: the texts for players in other languages. Keys are paths, nested or
//! dotted. `phrases` has texts as keys and replaces them wherever they occur; `pack` translates the
//! manifest of the pack.

use std::collections::{BTreeMap, BTreeSet};

use super::path::{Path, find_or_report};
use super::path_index::Quick;
use super::translate::{PLURAL, manifest_texts, texts_said};
use super::{PackInfo, Read};
use boardwright_syntax::diag::codes::layer as codes;
pub use boardwright_syntax::diag::{Diagnostic, Level, is_tired};
use boardwright_syntax::source::{Sources, Span};
use boardwright_syntax::yaml::{Kind, Map, Node};

/// The key for translations by text instead of by path.
const PHRASES: &str = "phrases";
/// The key for the translation of the manifest.
const PACK: &str = "pack";

/// Most text paths listed in a help line.
const PATHS_SHOWN_MAX: usize = 24;

/// Translations, by language.
pub type Texts = BTreeMap<String, Translation>;

/// The texts of one language.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Translation {
    /// By path of the original.
    pub paths: BTreeMap<String, Said>,
    /// By the original text, wherever it occurs.
    pub phrases: BTreeMap<String, Said>,
    /// Texts of manifests, by pack id and key: `title`, `options.size.text`.
    pub manifests: BTreeMap<(String, String), Said>,
}

/// A text in another language.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Said {
    /// The text.
    pub text: String,
    /// Its place.
    pub span: Span,
}

/// All translations of some packs; later packs override earlier ones.
pub fn texts(
    packs: &[PackInfo],
    sources: &Sources,
    root: &Node,
    read: Read,
    diags: &mut Vec<Diagnostic>,
) -> Texts {
    let mut all = Texts::new();
    let mut known: Option<BTreeSet<&str>> = None;
    let mut quick = Quick::default();
    for (pack, each) in packs.iter().flat_map(|pack| pack.texts.iter().map(move |it| (pack, it))) {
        let n_told = diags.len();
        let name = each.path.rsplit('/').next().unwrap_or_default();
        let language = name.strip_suffix(".yaml").unwrap_or(name);
        let Some(tree) = read(sources, each.file, diags) else { continue };
        let translation = all.entry(language.to_string()).or_default();
        let (mut flat, mut of_pack) = (Flat::default(), Flat::default());
        for (key, value, span) in entries(&tree) {
            match (key, value.as_map()) {
                (PHRASES, Some(map)) => {
                    let known = known.get_or_insert_with(|| texts_said(root, packs, sources));
                    phrases(map, known, &mut translation.phrases, diags);
                }
                (PACK, _) => flatten(value, String::new(), span, &mut of_pack, diags),
                _ => match key.split_once('.') {
                    Some((PACK, path)) => flatten(value, path.into(), span, &mut of_pack, diags),
                    _ => flatten(value, key.to_owned(), span, &mut flat, diags),
                },
            }
        }
        manifest(pack, of_pack, translation, diags);
        if tree.as_map().is_none() {
            flatten(&tree, String::new(), tree.span, &mut flat, diags);
        }
        for (path, (said, key)) in flat {
            let found = Path::parse(&path).and_then(|path| quick.find(root, &path.0));
            if found.is_some_and(|node| node.as_text().is_some()) || is_plural(root, &path) {
                translation.paths.insert(path, said);
                continue;
            }
            // Searching for alternatives takes long, and only the first diagnostics are shown.
            if found.is_none() && is_tired() {
                let message = format!("unknown path `{path}` is translated");
                diags.push(Diagnostic::warning(
                    codes::TRANSLATES_NOTHING,
                    message,
                    key,
                    "there is nothing to translate",
                ));
                continue;
            }
            match check(root, &path, key) {
                None => drop(translation.paths.insert(path, said)),
                Some(told) => diags.push(told),
            }
        }
        // This pack is not wrong if other packs remove or rephrase the original.
        if !builds_on_all(pack, packs) {
            let told = diags.split_off(n_told);
            diags.extend(told.into_iter().filter(|diag| diag.code != codes::TRANSLATES_NOTHING));
        }
    }
    all
}

/// Whether a path is the plural of a named entry. The pack itself may have none.
fn is_plural(root: &Node, path: &str) -> bool {
    let path = path.strip_suffix(PLURAL).and_then(|above| Path::parse(&format!("{above}name")));
    let found = path.and_then(|path| find_or_report(root, &path.0, root.span).ok());
    found.is_some_and(|node| node.as_text().is_some())
}

/// Whether a pack extends all the others, directly or indirectly.
fn builds_on_all(pack: &PackInfo, packs: &[PackInfo]) -> bool {
    let mut below = BTreeSet::from([pack.manifest.id.value.as_str()]);
    // Each pack comes after those it extends.
    for each in packs.iter().rev().filter(|each| each.manifest.id.value != pack.manifest.id.value) {
        let id = each.manifest.id.value.as_str();
        let extended = packs.iter().filter(|it| below.contains(it.manifest.id.value.as_str()));
        if !extended.flat_map(|it| &it.manifest.extends).any(|it| it.id == id) {
            return false;
        }
        below.insert(id);
    }
    true
}

fn entries(tree: &Node) -> impl Iterator<Item = (&str, &Node, Span)> {
    let all = tree.as_map().map_or(&[][..], |map| &map.entries);
    all.iter().map(|entry| (entry.key.as_str(), &entry.value, entry.key_span))
}

fn phrases(
    map: &Map,
    known: &BTreeSet<&str>,
    said: &mut BTreeMap<String, Said>,
    diags: &mut Vec<Diagnostic>,
) {
    for entry in &map.entries {
        let Some(text) = entry.value.as_text() else {
            diags.push(not_text(&entry.value));
            continue;
        };
        let key = entry.key.trim();
        if known.contains(key) {
            said.insert(key.to_owned(), Said { text: text.to_owned(), span: entry.value.span });
        } else {
            let message = format!("nothing says `{}`, so its translation is never shown", key);
            let label = "no name, text, question, label or note is this";
            diags.push(
                Diagnostic::warning(codes::TRANSLATES_NOTHING, message, entry.key_span, label)
                    .help("write the text exactly as the pack does, or remove the line"),
            );
        }
    }
}

/// The texts of the manifest of a pack.
fn manifest(
    pack: &PackInfo,
    flat: Flat,
    translation: &mut Translation,
    diags: &mut Vec<Diagnostic>,
) {
    let texts = manifest_texts(&pack.manifest);
    let known: BTreeSet<&str> = texts.iter().map(|(path, _)| path.as_str()).collect();
    for (path, (said, key)) in flat {
        if known.contains(path.as_str()) {
            translation.manifests.insert((pack.manifest.id.value.clone(), path), said);
        } else {
            let message = format!("unknown path `{path}` of the pack is translated");
            let label = "the manifest does not say this";
            let more = if texts.len() > PATHS_SHOWN_MAX { " ..." } else { "" };
            let shown = texts.iter().take(PATHS_SHOWN_MAX).map(|(path, _)| format!("`{path}`"));
            let help = format!("there are {}{more}", shown.collect::<Vec<_>>().join(", "));
            diags.push(
                Diagnostic::warning(codes::TRANSLATES_NOTHING, message, key, label).help(help),
            );
        }
    }
}

/// By path: the text, and the place of its last key.
type Flat = BTreeMap<String, (Said, Span)>;

/// `key` is the place of the last key above the node.
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
            let said = Said { text: text.clone(), span: node.span };
            if let Some((_, first)) = flat.insert(path.clone(), (said, key)) {
                let message = format!("`{path}` is translated twice");
                let told = Diagnostic::error(codes::TRANSLATION_FORM, message, key, "again here");
                diags.push(told.and(first, "first here").help("remove one of them"));
            }
        }
        Kind::Null => {}
        _ => diags.push(not_text(node)),
    }
}

fn not_text(node: &Node) -> Diagnostic {
    let message = format!("a translation is {}", node.describe());
    Diagnostic::error(codes::TRANSLATION_FORM, message, node.span, "expected text")
        .help("write `tiles.mill.name: ...`, or nest the names")
}

fn check(root: &Node, path: &str, span: Span) -> Option<Diagnostic> {
    let parsed = Path::parse(path);
    let mut told = match parsed.as_ref().map(|parsed| find_or_report(root, &parsed.0, span)) {
        Some(Ok(node)) if node.as_text().is_some() => return None,
        Some(Ok(node)) => {
            let message = format!("`{path}` is not text, so it cannot be translated");
            Diagnostic::warning(
                codes::TRANSLATES_NOTHING,
                message,
                span,
                format!("is {}", node.describe()),
            )
            .and(node.span, "set here")
        }
        Some(Err(told)) => {
            let mut told = *told;
            told.message = format!("unknown path `{path}` is translated");
            told
        }
        None => {
            let message = format!("`{path}` is not a path");
            Diagnostic::warning(
                codes::TRANSLATES_NOTHING,
                message,
                span,
                "expected names joined by dots",
            )
        }
    };
    told.code = codes::TRANSLATES_NOTHING;
    told.level = Level::Warning;
    Some(told)
}

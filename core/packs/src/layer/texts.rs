//! `text/<language>.yaml`: the texts for players in other languages. Keys are paths, nested or
//! dotted. `phrases` has texts as keys and replaces them wherever they occur; `pack` translates the
//! manifest of the pack. Translates the tree into another language, and finds what is not
//! translated.

use std::collections::{BTreeMap, BTreeSet};

use super::path::{Path, Quick, find_mut, find_or_report, item_key};
use super::{Loaded, PackInfo, Read};
use crate::manifest::Manifest;
use boardwright_language::raw;
use boardwright_language::raw::step::is_step;
use boardwright_language::script_text::texts_under;
use boardwright_syntax::diag::codes::layer as codes;
use boardwright_syntax::diag::{Diagnostic, Level, is_tired};
use boardwright_syntax::source::{FileId, Sources, Span};
use boardwright_syntax::yaml::{Entry, Kind, Map, Node, hostile};

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

/// Keys of script tables whose text players read.
const READ_IN_SCRIPTS: [&str; 7] =
    ["ask", "label", "stop_label", "reason", "note", "called", "yes_no"];
/// Keys whose text is shown on one line with others.
const ONE_LINE: [&str; 5] = ["name", "plural", "label", "stop_label", "called"];
/// A key that a language may have even if the pack does not: some languages need no plural.
const PLURAL: &str = "plural";
/// The key of attributes: names and types, sometimes with words for players.
const ATTRIBUTES: &str = "attributes";
/// Keys without text for players: names, types and expressions.
const PASSED_OVER: [&str; 7] = ["params", ATTRIBUTES, "let", "call", "emit", "with", "source"];

/// A text that is not translated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lacking {
    /// Its path in the tree, as far as it has one: list items may have no name.
    pub path: String,
    /// The text.
    pub text: String,
    /// Its place.
    pub span: Span,
}

/// How complete a translation is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Coverage {
    /// The number of texts.
    pub n_texts: usize,
    /// The texts that are not translated.
    pub lacking: Vec<Lacking>,
}

/// The tree in another language, as far as it is translated. Each translated text has the place of
/// its translation. A text that a later pack has changed no longer matches the translation, and
/// stays as it is.
pub fn translated(loaded: &Loaded, translation: &Translation) -> Node {
    let mut root = loaded.root.clone();
    by_phrase(&mut root, &translation.phrases);
    for (path, said) in &translation.paths {
        let Some(path) = Path::parse(path) else { continue };
        if let Some(node) = find_mut(&mut root, &path.0)
            && node.as_text().is_some()
            && !is_later(loaded, node.span, said.span)
        {
            put(node, said);
        } else if let Some((key, above)) = path.0.split_last()
            && key == PLURAL
            && let Some(Kind::Map(map)) = find_mut(&mut root, above).map(|node| &mut node.kind)
            && map.get(PLURAL).is_none()
        {
            let value = Node { span: said.span, kind: Kind::Text(said.text.clone()) };
            map.entries.push(Entry { key: PLURAL.to_owned(), key_span: said.span, value });
        }
    }
    let said = translation.paths.values().chain(translation.phrases.values());
    let files: BTreeSet<FileId> = said.map(|said| said.span.file).collect();
    without_foreign_plurals(&mut root, &files);
    root
}

/// Removes untranslated plurals whose name is translated. `files` are the files of the language.
fn without_foreign_plurals(node: &mut Node, files: &BTreeSet<FileId>) {
    match &mut node.kind {
        Kind::Map(map) => {
            let is_said =
                |key: &str| map.get(key).is_some_and(|node| files.contains(&node.span.file));
            if is_said("name") && !is_said(PLURAL) {
                map.entries.retain(|entry| entry.key != PLURAL);
            }
            map.entries.iter_mut().for_each(|it| without_foreign_plurals(&mut it.value, files));
        }
        Kind::Seq(items) => items.iter_mut().for_each(|it| without_foreign_plurals(it, files)),
        _ => {}
    }
}

/// Whether a text was written by a later pack than another one.
fn is_later(loaded: &Loaded, one: Span, other: Span) -> bool {
    let pack_of = |span: Span| loaded.sources.file(span.file).pack.as_str();
    let place =
        |span: Span| loaded.order.iter().position(|info| info.manifest.id.value == pack_of(span));
    place(one) > place(other)
}

fn put(node: &mut Node, said: &Said) {
    *node = Node { span: said.span, kind: Kind::Text(said.text.clone()) };
}

fn by_phrase(node: &mut Node, phrases: &BTreeMap<String, Said>) {
    match &mut node.kind {
        Kind::Map(map) => {
            let read = |entry: &&mut Entry| !PASSED_OVER.contains(&entry.key.as_str());
            for attribute in map.entries.iter_mut().filter(|entry| entry.key == ATTRIBUTES) {
                said_of(&mut attribute.value).for_each(|it| by_phrase(it, phrases));
            }
            for entry in map.entries.iter_mut().filter(read) {
                let text = entry.value.as_text().filter(|_| raw::is_read(&entry.key));
                match text.and_then(|text| phrases.get(text.trim())) {
                    Some(said) => put(&mut entry.value, said),
                    None => by_phrase(&mut entry.value, phrases),
                }
            }
        }
        Kind::Seq(items) => items.iter_mut().for_each(|item| by_phrase(item, phrases)),
        _ => {}
    }
}

/// Whether an attribute has words for players, and not just a type.
fn is_said(attribute: &Node) -> bool {
    !std::ptr::eq(raw::type_of(attribute), attribute)
}

/// The attributes that have words for players.
fn said_of(attributes: &mut Node) -> impl Iterator<Item = &mut Node> {
    let map = match &mut attributes.kind {
        Kind::Map(map) => Some(map),
        _ => None,
    };
    let all = map.into_iter().flat_map(|map| &mut map.entries).map(|entry| &mut entry.value);
    all.filter(|attribute| is_said(attribute))
}

/// Translates the steps of a script.
pub fn translated_steps(steps: &Node, translation: &Translation) -> Node {
    let mut steps = steps.clone();
    by_phrase(&mut steps, &translation.phrases);
    steps
}

/// The texts for players in the scripts of a pack, with their places.
fn script_texts<'t>(
    packs: &'t [PackInfo],
    sources: &'t Sources,
) -> impl Iterator<Item = (Span, &'t str)> {
    let files = packs.iter().flat_map(|pack| &pack.scripts).map(|script| script.file);
    files.flat_map(|file| {
        let texts = texts_under(&sources.file(file).text, &READ_IN_SCRIPTS).into_iter();
        let read = texts.filter(|(_, text)| has_words(text));
        read.map(move |(start, text)| {
            (Span { file, start: start as u32, end: (start + text.len()) as u32 }, text)
        })
    })
}

/// Translates the texts of a manifest.
pub fn translate_manifest(manifest: &mut Manifest, translation: &Translation) {
    let id = manifest.id.value.clone();
    let put = |path: String, text: &mut String| {
        if let Some(said) = manifest_said(translation, &id, path, text) {
            text.clone_from(&said.text);
        }
    };
    put("title".to_owned(), &mut manifest.title.value);
    manifest.text.iter_mut().for_each(|text| put("text".to_owned(), text));
    for option in &mut manifest.options {
        let path = format!("options.{}", option.id.value);
        put(format!("{path}.title"), &mut option.title);
        option.text.iter_mut().for_each(|text| put(format!("{path}.text"), text));
    }
}

fn manifest_said<'t>(
    translation: &'t Translation,
    pack: &str,
    path: String,
    text: &str,
) -> Option<&'t Said> {
    let by_path = translation.manifests.get(&(pack.to_owned(), path));
    by_path.or_else(|| translation.phrases.get(text.trim()))
}

/// How complete the translation of the packs into a language is.
pub fn coverage(loaded: &Loaded, language: &str) -> Coverage {
    let none = Translation::default();
    let translation = loaded.texts.get(language).unwrap_or(&none);
    let mut found = Coverage::default();
    for info in &loaded.order {
        let span = info.manifest.id.span;
        for (path, text) in manifest_texts(&info.manifest) {
            found.n_texts += 1;
            let id = &info.manifest.id.value;
            if manifest_said(translation, id, path.clone(), text).is_none() {
                found.lacking.push(Lacking { path, text: text.trim().to_owned(), span });
            }
        }
    }
    let printed = text_attributes(&loaded.root);
    each_text(&loaded.root, &printed, &mut |it| {
        found.n_texts += 1;
        let (path, text) = (it.path.to_string(), it.text.trim());
        let known = translation.paths.contains_key(&path) || translation.phrases.contains_key(text);
        if it.is_id || !known {
            found.lacking.push(Lacking { path, text: text.to_owned(), span: it.span });
        }
    });
    for (span, text) in script_texts(&loaded.order, &loaded.sources) {
        found.n_texts += 1;
        if !translation.phrases.contains_key(text.trim()) {
            let path = loaded.sources.file(span.file).path.clone();
            found.lacking.push(Lacking { path, text: text.trim().to_owned(), span });
        }
    }
    found
}

/// Every text of some packs.
fn texts_said<'t>(
    root: &'t Node,
    packs: &'t [PackInfo],
    sources: &'t Sources,
) -> BTreeSet<&'t str> {
    let mut said: BTreeSet<&str> =
        script_texts(packs, sources).map(|(_, text)| text.trim()).collect();
    for info in packs {
        said.extend(manifest_texts(&info.manifest).into_iter().map(|(_, text)| text.trim()));
    }
    each_text(root, &BTreeSet::new(), &mut |it| {
        if !it.is_id {
            said.insert(it.text.trim());
        }
    });
    said
}

/// The texts of a manifest, by key.
fn manifest_texts(manifest: &Manifest) -> Vec<(String, &str)> {
    let mut texts = vec![("title".to_owned(), manifest.title.value.as_str())];
    texts.extend(manifest.text.as_deref().map(|text| ("text".to_owned(), text)));
    for option in &manifest.options {
        let path = format!("options.{}", option.id.value);
        texts.push((format!("{path}.title"), &option.title));
        texts.extend(option.text.as_deref().map(|text| (format!("{path}.text"), text)));
    }
    texts
}

/// Reports names and labels with line breaks or tabs: they could imitate lines of our own.
pub(super) fn one_line(root: &Node, diags: &mut Vec<Diagnostic>) {
    each_text(root, &BTreeSet::new(), &mut |it| {
        let is_name =
            it.is_id || it.path.0.last().is_some_and(|key| ONE_LINE.contains(&key.as_str()));
        if let Some(found) = it.text.trim().chars().find(|char| matches!(char, '\n' | '\t'))
            && is_name
        {
            diags.push(hostile(found, it.span));
        }
    });
}

/// Attributes of type text.
fn text_attributes(root: &Node) -> BTreeSet<&str> {
    let sections =
        ["kinds", "spaces"].map(|section| root.as_map().and_then(|map| map.get(section)));
    let things = sections.into_iter().flatten().filter_map(Node::as_map);
    let all = things.flat_map(|map| &map.entries).filter_map(|thing| {
        let attributes = thing.value.as_map()?.get("attributes")?.as_map()?;
        Some(
            attributes
                .entries
                .iter()
                .filter(|it| raw::type_of(&it.value).as_text() == Some("text")),
        )
    });
    all.flatten().map(|entry| entry.key.as_str()).collect()
}

/// A text that players read.
struct Text<'t> {
    path: Path,
    text: &'t str,
    span: Span,
    /// Whether it is an id, shown because there is no label.
    is_id: bool,
}

type Each<'a, 't> = &'a mut dyn FnMut(Text<'t>);

/// Visits every text that players read.
fn each_text<'t>(root: &'t Node, printed: &BTreeSet<&str>, each: Each<'_, 't>) {
    walk(root, &Path::default(), false, printed, each);
}

/// `is_item`: whether the node is an item of a list.
fn walk<'t>(
    node: &'t Node,
    path: &Path,
    is_item: bool,
    printed: &BTreeSet<&str>,
    each: Each<'_, 't>,
) {
    match &node.kind {
        Kind::Map(map) => {
            let read = |entry: &&Entry| !PASSED_OVER.contains(&entry.key.as_str());
            let said = map.entries.iter().filter(|entry| entry.key == ATTRIBUTES);
            for attribute in said.filter_map(|entry| entry.value.as_map()) {
                for it in attribute.entries.iter().filter(|it| is_said(&it.value)) {
                    let path = path.join(ATTRIBUTES).join(&it.key);
                    walk(&it.value, &path, false, printed, each);
                }
            }
            for entry in map.entries.iter().filter(read) {
                let below = path.join(&entry.key);
                match entry.value.as_text() {
                    Some(text) if has_words(text) && is_read(map, &entry.key, is_item, printed) => {
                        let (path, span) = (below.clone(), entry.value.span);
                        each(Text { path, text, span, is_id: false });
                    }
                    Some(_) => {}
                    None => walk(&entry.value, &below, false, printed, each),
                }
                if let ("choose", Some(options)) = (entry.key.as_str(), options(&entry.value)) {
                    unlabelled(options, &below, each);
                }
            }
        }
        Kind::Seq(items) => {
            for item in items {
                match item_key(item) {
                    Some(key) => walk(item, &path.join(&key), true, printed, each),
                    None => walk(item, path, true, printed, each),
                }
            }
        }
        _ => {}
    }
}

/// Whether players read the text of a key. `note` is a step, or a note for other authors.
fn is_read(map: &Map, key: &str, is_item: bool, printed: &BTreeSet<&str>) -> bool {
    let step = is_item && map.get("id").is_none();
    match key {
        "note" => step && !["when", "modify", "offer"].iter().any(|key| map.get(key).is_some()),
        // Beside a verb, only some keys are for players.
        "name" | "plural" | "text" => !step || !is_step(map),
        _ => raw::is_read(key) || printed.contains(key),
    }
}

/// Whether a text has more than gaps.
fn has_words(text: &str) -> bool {
    let mut depth = 0_usize;
    text.chars().any(|char| {
        match char {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && char.is_alphabetic()
    })
}

fn options(choose: &Node) -> Option<&Map> {
    choose.as_map()?.get("options")?.as_map()
}

/// Options without a label: players see their id, which cannot be translated.
fn unlabelled<'t>(options: &'t Map, path: &Path, each: Each<'_, 't>) {
    for option in &options.entries {
        if option.value.as_map().and_then(|map| map.get("label")).is_none() {
            let path = path.join("options").join(&option.key).join("label");
            each(Text { path, text: &option.key, span: option.key_span, is_id: true });
        }
    }
}

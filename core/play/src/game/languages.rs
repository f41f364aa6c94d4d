//! The texts people read: in the language they asked for, and checked in every language, for gaps that
//! mean nothing and for texts that disagree with the rules.

use std::collections::{BTreeMap, BTreeSet};

use boardwright_compile::{Lower, OptionValue, ScriptSteps, TableSpec, lower_with};
use boardwright_packs::layer::{self, Loaded};
use boardwright_phrases::Language;
use boardwright_rules::def::Def;
use boardwright_syntax::diag::codes::scenario as codes;
use boardwright_syntax::diag::{Diagnostic, similar};
use boardwright_syntax::source::FileId;
use boardwright_text::Speaks;

/// Checks the texts of each language.
pub(super) fn check(
    loaded: &Loaded,
    players: u8,
    options: &BTreeMap<String, OptionValue>,
    diags: &mut Vec<Diagnostic>,
) {
    let own = loaded.order.first().map_or("en", |info| info.manifest.language.as_str());
    boardwright_lint::texts(&loaded.root, own, None, diags);
    let files: BTreeSet<FileId> =
        loaded.order.iter().flat_map(|info| &info.texts).map(|text| text.file).collect();
    for (language, texts) in &loaded.texts {
        let root = layer::translated(loaded, texts);
        boardwright_lint::texts(&root, language, Some(&files), diags);
        // Problems of the rules themselves were already reported.
        let table = TableSpec { players, options: options.clone(), ..TableSpec::default() };
        let lints = &mut |lower: &mut Lower| {
            boardwright_lint::rules(&root, &lower.def, &lower.names, &mut lower.diags);
        };
        let (_, _, told) =
            lower_with(&root, &table, &loaded.sources, &ScriptSteps::default(), lints);
        let in_texts = |diag: &Diagnostic| {
            diag.primary.as_ref().is_some_and(|label| files.contains(&label.span.file))
        };
        diags.extend(told.into_iter().filter(in_texts));
    }
}

/// Puts the texts of a language into the tree, where a pack has translated them.
pub(super) fn translate(loaded: &mut Loaded, language: &str, diags: &mut Vec<Diagnostic>) {
    let own = |loaded: &Loaded| loaded.order.iter().any(|info| info.manifest.language == language);
    let Some(texts) = loaded.texts.get(language) else {
        if !own(loaded) {
            diags.push(no_language(loaded, language));
        }
        return;
    };
    loaded.root = layer::translated(loaded, texts);
    loaded.spoken = Some(language.to_owned());
    for info in &mut loaded.order {
        layer::translate_manifest(&mut info.manifest, texts);
    }
}

/// Sets the engine's own language: the one asked for, or else that of the game.
pub(super) fn speak(def: &mut Def, loaded: &Loaded, language: Option<&str>) {
    let own = loaded.order.first().map(|info| info.manifest.language.as_str());
    def.show.language = language.or(own).unwrap_or_default().to_owned();
    let spoken = def.language();
    for (at, named) in def.seat_names.iter_mut().enumerate() {
        if Language::is_seat(&named.name) {
            named.name = spoken.seat(at + 1);
        }
    }
}

fn no_language(loaded: &Loaded, language: &str) -> Diagnostic {
    let own = loaded.order.iter().map(|info| info.manifest.language.as_str());
    let mut known: Vec<&str> = loaded.texts.keys().map(String::as_str).chain(own).collect();
    known.sort_unstable();
    known.dedup();
    let message = format!("the packs are not written in `{language}`");
    let diag = Diagnostic::placeless(codes::OPTION_VALUE, message);
    match similar(language, known.iter().copied()) {
        Some(near) => diag.help(format!("a language with a similar name exists: `{near}`")),
        None => diag.help(format!("languages are `{}`", known.join("`, `"))),
    }
}

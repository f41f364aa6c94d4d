//! Checks the texts of packs in every language: gaps that mean nothing, and texts that disagree
//! with the rules.

use std::collections::{BTreeMap, BTreeSet};

use boardwright_compile::{Lower, OptionValue, ScriptSteps, TableSpec, lower_with};
use boardwright_lint::texts;
use boardwright_packs::layer::{self, Loaded};
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::source::FileId;

/// Checks the texts of each language.
pub(super) fn check(
    loaded: &Loaded,
    players: u8,
    options: &BTreeMap<String, OptionValue>,
    diags: &mut Vec<Diagnostic>,
) {
    let own = loaded.order.first().map_or("en", |info| info.manifest.language.as_str());
    texts::check(&loaded.root, own, None, diags);
    let files: BTreeSet<FileId> =
        loaded.order.iter().flat_map(|info| &info.texts).map(|text| text.file).collect();
    for (language, texts) in &loaded.texts {
        let root = layer::translated(loaded, texts);
        texts::check(&root, language, Some(&files), diags);
        // Problems of the rules themselves were already reported.
        let table = TableSpec { players, options: options.clone(), ..TableSpec::default() };
        let lints = &mut |lower: &mut Lower| {
            boardwright_lint::all(&root, &lower.def, &lower.names, &mut lower.diags);
        };
        let (_, _, told) =
            lower_with(&root, &table, &loaded.sources, &ScriptSteps::default(), lints);
        let in_texts = |diag: &Diagnostic| {
            diag.primary.as_ref().is_some_and(|label| files.contains(&label.span.file))
        };
        diags.extend(told.into_iter().filter(in_texts));
    }
}

//! What people read, in the language they asked for.

use crate::diag::codes::scenario as codes;
use crate::diag::{Diagnostic, similar};
use crate::layer::{self, Loaded};

/// Puts the texts of a language into the tree, where a pack has translated them.
pub(super) fn translate(loaded: &mut Loaded, language: &str, diags: &mut Vec<Diagnostic>) {
    let own = |loaded: &Loaded| loaded.order.iter().any(|info| info.manifest.language == language);
    let Some(texts) = loaded.texts.get(language) else {
        if !own(loaded) {
            diags.push(no_language(loaded, language));
        }
        return;
    };
    for (path, text) in texts {
        layer::set_text(&mut loaded.root, path, text);
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

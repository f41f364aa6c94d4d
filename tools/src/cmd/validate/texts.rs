//! How far packs are translated.

use boardwright_packs::layer::{Loaded, coverage};
use boardwright_syntax::visible::pad;

use crate::fail::{Done, Fail};
use crate::io::listed;
use crate::shelf::Shelf;

/// The longest text shown, in characters.
const TEXT_MAX: usize = 60;

/// How many texts are translated into a language, and which are not.
pub fn list(name: &str, loaded: &Loaded, language: &str, shelf: &Shelf) -> Done<String> {
    let own = loaded.order.iter().map(|info| info.manifest.language.as_str());
    if own.clone().any(|own| own == language) {
        return Ok(format!("{name}: written in `{language}`\n"));
    }
    if !loaded.texts.contains_key(language) {
        let known = loaded.texts.keys().map(String::as_str).chain(own);
        return Err(Fail::new(format!("`{name}` is not translated into `{language}`"))
            .note(format!("known languages are {}", listed(known)))
            .help(format!("add `text/{language}.yaml` to the pack")));
    }
    let coverage = coverage(loaded, language);
    let n_said = coverage.n_texts - coverage.lacking.len();
    let mut text = format!("{name}: {n_said} of {} texts in `{language}`\n", coverage.n_texts);
    let width = coverage.lacking.iter().map(|it| it.path.len()).max().unwrap_or(0);
    for it in &coverage.lacking {
        let file = loaded.sources.file(it.span.file);
        let place = shelf.shown(&file.pack, &file.path);
        let (line, column) = loaded.sources.line_col(it.span);
        let said = shortened(&it.text);
        let path = pad(&it.path, width);
        text.push_str(&format!("  {path}  {place}:{line}:{column}  {said}\n"));
    }
    Ok(text)
}

fn shortened(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match text.char_indices().nth(TEXT_MAX) {
        Some((at, _)) => format!("{} ...", text.get(..at).unwrap_or_default()),
        None => text,
    }
}

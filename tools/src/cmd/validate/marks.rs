//! How sure the printed values are: `source` marks, the least sure first.

use boardwright_pack::layer::{Confidence, Loaded};

use crate::shelf::Shelf;

/// The marks of packs, by how sure they are.
pub fn list(name: &str, loaded: &Loaded, shelf: &Shelf) -> String {
    let count = |conf| loaded.marks.iter().filter(|mark| mark.conf == conf).count();
    let counts = Confidence::ALL.map(|conf| format!("{} {}", count(conf), conf.name()));
    if loaded.marks.is_empty() {
        return format!("{name}: no entry has a `source` mark\n");
    }
    let mut text = format!("{name}: {}\n", counts.join(", "));
    let widest = |of: fn(&str) -> usize| loaded.marks.iter().map(|mark| of(&mark.path)).max();
    let width = widest(str::len).unwrap_or(0);
    for conf in Confidence::ALL.into_iter().rev() {
        for mark in loaded.marks.iter().filter(|mark| mark.conf == conf) {
            let file = loaded.sources.file(mark.span.file);
            let place = shelf.shown(&file.pack, &file.path);
            let (line, column) = loaded.sources.line_col(mark.span);
            let from = mark.reference.as_deref().map(|from| format!("  {from}"));
            text.push_str(&format!(
                "  {:13}  {:width$}  {place}:{line}:{column}{}\n",
                conf.name(),
                mark.path,
                from.unwrap_or_default()
            ));
        }
    }
    text
}

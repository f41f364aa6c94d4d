//! How certain the printed values are: `source` marks, the least certain first, then values without
//! marks.

use boardwright_packs::layer::{Confidence, Loaded, unmarked};
use boardwright_syntax::source::Span;
use boardwright_syntax::visible::pad;

use crate::shelf::Shelf;

/// The marks of packs, by how certain they are.
pub fn list(name: &str, loaded: &Loaded, shelf: &Shelf) -> String {
    let count = |conf| loaded.marks.iter().filter(|mark| mark.conf == conf).count();
    let counts = Confidence::ALL.map(|conf| format!("{} {}", count(conf), conf.name()));
    if loaded.marks.is_empty() {
        return format!("{name}: no entry has a `source` mark\n");
    }
    let without = unmarked(&loaded.root);
    let mut text = format!("{name}: {}, {} without a mark\n", counts.join(", "), without.len());
    let paths = loaded.marks.iter().map(|mark| &mark.path);
    let paths = paths.chain(without.iter().map(|it| &it.path));
    let width = paths.map(String::len).max().unwrap_or(0);
    let mut line = |word: &str, path: &str, span: Span, from: Option<&str>| {
        let file = loaded.sources.file(span.file);
        let place = shelf.shown(&file.pack, &file.path);
        let (line, column) = loaded.sources.line_col(span);
        let from = from.map_or(String::new(), |from| format!("  {from}"));
        let path = pad(path, width);
        text.push_str(&format!("  {word:13}  {path}  {place}:{line}:{column}{from}\n"));
    };
    for conf in Confidence::ALL.into_iter().rev() {
        for mark in loaded.marks.iter().filter(|mark| mark.conf == conf) {
            line(conf.name(), &mark.path, mark.span, mark.reference.as_deref());
        }
    }
    for it in &without {
        line("without", &it.path, it.span, None);
    }
    text
}

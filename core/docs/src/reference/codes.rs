//! The diagnostic codes, by area.

use super::table;
use boardwright_syntax::diag::codes::{CodeInfo, all};

/// The areas, by the first letters of their codes.
const AREAS: &[(&str, &str)] = &[
    ("C", "scenarios"),
    ("E", "expressions"),
    ("G", "the game as a whole"),
    ("L", "packs and layers"),
    ("N", "names"),
    ("S", "entries and steps"),
    ("U", "scripts"),
    ("Y", "files"),
];

pub(super) fn codes() -> String {
    let mut codes: Vec<&CodeInfo> = all().collect();
    codes.sort_by_key(|info| info.code);
    let letter = |info: &CodeInfo| info.code.get(..1).unwrap_or_default().to_owned();
    let mut out = String::from("`boardwright explain CODE` prints the text shown here.\n\n");
    let mut letters: Vec<String> = codes.iter().map(|info| letter(info)).collect();
    letters.dedup();
    for area in letters {
        let named = AREAS.iter().find(|(first, _)| *first == area).map_or("others", |(_, n)| *n);
        out += &format!("### {area}: {named}\n\n");
        let rows: Vec<[String; 3]> = codes
            .iter()
            .filter(|info| letter(info) == area)
            .map(|info| {
                let text = info.text.split("\n\n").map(|part| part.replace('\n', " "));
                let text = text.collect::<Vec<_>>().join("<br>");
                [info.code.to_owned(), info.title.to_owned(), text]
            })
            .collect();
        out += &table(["code", "title", "what to know"], &rows);
    }
    out
}

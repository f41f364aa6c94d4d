//! For tests only: packs from one text; diagnostics and values as text.

use super::path::{Path, find};
use super::value::render;
use super::{Loaded, load};
use crate::library::Library;
use boardwright_syntax::diag::{Diagnostic, Label, Level};
use boardwright_syntax::source::Sources;
use boardwright_syntax::yaml::read;

/// Loads packs written in one text: `== pack/file.yaml` starts a file. The first pack is the game;
/// packs without a manifest get one, and build on the first.
pub fn layered(text: &str) -> Loaded {
    let (library, wanted) = library(text);
    let wanted: Vec<&str> = wanted.iter().map(String::as_str).collect();
    load(&library, &wanted, &read)
}

/// The packs of a text, and their ids in order.
pub fn library(text: &str) -> (Library, Vec<String>) {
    type Files = Vec<(String, Vec<u8>)>;
    let mut packs: Vec<(String, Files)> = vec![];
    for part in text.split("== ").skip(1) {
        let (name, body) = part.split_once('\n').unwrap_or((part, ""));
        let (pack, path) = name.trim().split_once('/').unwrap();
        if !packs.iter().any(|(id, _)| id == pack) {
            packs.push((pack.into(), vec![]));
        }
        let (_, files) = packs.iter_mut().find(|(id, _)| id == pack).unwrap();
        files.push((path.into(), body.as_bytes().to_vec()));
    }
    let mut library = Library::new();
    let ids: Vec<String> = packs.iter().map(|(id, _)| id.clone()).collect();
    for (id, mut files) in packs {
        if !files.iter().any(|(path, _)| path == "pack.yaml") {
            let rest = match id == ids[0] {
                true => "players: { min: 2, max: 4 }".into(),
                false => format!("extends: {}", ids[0]),
            };
            let manifest = format!("id: {id}\ntitle: {id}\n{rest}\n");
            files.push(("pack.yaml".into(), manifest.into_bytes()));
        }
        library.add_memory(id, files);
    }
    (library, ids)
}

/// The value at a path, or `-`.
pub fn value(loaded: &Loaded, path: &str) -> String {
    let path = Path::parse(path).unwrap();
    find(&loaded.root, &path.0).map_or_else(|| "-".into(), render)
}

/// All diagnostics as text.
pub fn report(loaded: &Loaded) -> String {
    told(&loaded.diags, &loaded.sources)
}

/// Some diagnostics as text.
pub fn told(diags: &[Diagnostic], sources: &Sources) -> String {
    let place = |label: &Label| {
        let text = &sources.file(label.span.file).text;
        assert!(text.get(label.span.start as usize..label.span.end as usize).is_some());
        let remark = if label.text.is_empty() { "" } else { ": " };
        format!("{}{remark}{}", super::provenance::place(sources, label.span), label.text)
    };
    let mut out = String::new();
    for diag in diags {
        assert!(
            boardwright_syntax::diag::codes::all().any(|info| info.code == diag.code),
            "{}",
            diag.code
        );
        let level = match diag.level {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Note => "note",
        };
        out += &format!("{level}[{}]: {}\n", diag.code, diag.message);
        for label in diag.primary.iter().chain(&diag.others) {
            out += &format!("  {}\n", place(label));
        }
        for note in &diag.notes {
            out += &format!("  note: {note}\n");
        }
        if let Some(help) = &diag.help {
            out += &format!("  help: {help}\n");
        }
    }
    out
}

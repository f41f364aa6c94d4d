//! The library shared by all packs, built into the program: `require("std/list")`.

use boardwright_syntax::source::{FileId, SourceFile, Sources};

/// The scripts of one pack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PackScripts {
    /// Id of the pack.
    pub pack: String,
    /// Its modules by name, each with its file.
    pub files: Vec<(String, FileId)>,
}

const SHELF: [(&str, &str, &str); 2] = [
    ("std/list", "scripts/std/list.luau", include_str!("../../../../scripts/std/list.luau")),
    ("std/sets", "scripts/std/sets.luau", include_str!("../../../../scripts/std/sets.luau")),
];

/// Adds the texts of the shared library and names its modules.
pub fn std_scripts(sources: &mut Sources) -> PackScripts {
    let files = SHELF.map(|(module, path, text)| {
        let file = SourceFile { pack: "std".into(), path: path.into(), text: text.into() };
        (module.to_owned(), sources.add(file))
    });
    PackScripts { pack: "std".into(), files: files.into() }
}

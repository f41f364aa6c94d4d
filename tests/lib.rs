//! Helpers of the tests that cross borders: where things lie, and the packs that come along.

use std::path::{Path, PathBuf};

use boardwright_pack::fuzz::{self, Effort};
use boardwright_pack::library::Library;

/// The root of the project.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("tests lies in the root").to_path_buf()
}

/// The packs of the project, read from its folder.
pub fn library() -> Library {
    let mut library = Library::new();
    library.add_folder(root().join("content"));
    library
}

/// Ids of all packs of the project, sorted.
pub fn packs() -> Vec<String> {
    library().ids().map(str::to_owned).collect()
}

/// All files below a folder of the project, sorted, with paths relative to the root.
pub fn files(folder: &str) -> Vec<String> {
    let mut found = vec![];
    let mut open = vec![root().join(folder)];
    while let Some(folder) = open.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for entry in entries.flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else if let Ok(path) = path.strip_prefix(root()) {
                found.push(path.to_string_lossy().replace('\\', "/"));
            }
        }
    }
    found.sort();
    found
}

/// The text of a file of the project.
pub fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Checks `hello` with any bytes as one more of its files, and any bytes as its script. Whatever
/// they are, there is a report; if there is a game, it can be started.
pub fn survive(bytes: &[u8]) {
    let mut all: Vec<(String, Vec<u8>)> = files("content/hello")
        .into_iter()
        .filter(|path| !path.contains("/tests/"))
        .map(|path| {
            (path.trim_start_matches("content/hello/").to_owned(), read(&path).into_bytes())
        })
        .collect();
    all.push(("any.yaml".into(), bytes.to_vec()));
    all.push(("scripts/any.luau".into(), bytes.to_vec()));
    let mut library = Library::new();
    library.add_memory("hello", all);
    let opened = boardwright_pack::game::open(&library, &["hello"], Some(2), &[]);
    let form = boardwright_pack::diag::Format::Human { colour: false };
    boardwright_pack::diag::render(&opened.diags, &opened.sources, form);
    if let Some(game) = &opened.game {
        // A dead end is an answer too.
        let _ = boardwright_pack::session::Session::new(game, 1);
    }
}

/// Plays the pack that is made at random from a seed and panics if look-ahead offers something
/// wrong in it, with the pack cut down to what matters.
pub fn random_pack(seed: u64) {
    let effort = Effort::default();
    let made = fuzz::make(seed);
    let (_, fault) = fuzz::check(&made, &effort);
    if let Some(fault) = fault {
        let (reduced, fault) = fuzz::reduce::reduce(&made, &fault, &effort);
        panic!("seed {seed}: {fault}\n{}", reduced.game.yaml());
    }
}

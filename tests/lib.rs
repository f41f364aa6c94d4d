//! Helpers of the tests that cross borders: paths, and the packs of the project.

use std::path::{Path, PathBuf};

use boardwright_docs::diff::diff;
use boardwright_docs::pack_docs;
use boardwright_lab::fuzz::{self, Effort};
use boardwright_packs::library::Library;
use boardwright_play::game;
use boardwright_play::laws;
use boardwright_play::save::Save;
use boardwright_play::scenario;
use boardwright_play::session::Session;
use boardwright_syntax::diag::{Diagnostic, Format, render};

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
    let opened = boardwright_play::game::open(&library, &["hello"], Some(2), &[]);
    let form = boardwright_syntax::diag::Format::Human { colour: false };
    boardwright_syntax::diag::render(&opened.diags, &opened.sources, form);
    if let Some(game) = &opened.game {
        // A dead end is a valid result, too.
        let _ = boardwright_play::session::Session::new(game, 1);
    }
}

/// The maximum number of decisions that [`endure`] makes.
const DECISIONS_MAX: usize = 12;

/// Does with packs what people do with them: checks them, reads the report in every form, runs
/// their scenarios, reads their docs, and plays a few decisions. Whatever the packs are, nothing
/// panics. Returns the reports, and whether there is a game to play.
pub fn endure(library: &Library, packs: &[&str], seed: u64) -> (Vec<Diagnostic>, bool) {
    let opened = game::check(library, packs);
    for form in [Format::Human { colour: true }, Format::Json, Format::Sarif, Format::Github] {
        render(&opened.diags, &opened.sources, form);
    }
    let mut told = opened.diags;
    let Some(checked) = opened.game else { return (told, false) };
    let (scenarios, problems) = scenario::scenarios(&checked.loaded);
    told.extend(problems);
    for each in scenarios.iter().take(4) {
        told.extend(scenario::run(&checked, each).diags);
    }
    told.extend(laws::laws(&checked.loaded).1);
    pack_docs(&checked.loaded);
    diff(&checked.loaded, &checked.loaded);
    let counts: Vec<u8> = game::player_counts(&checked.loaded).collect();
    let players = counts[seed as usize % counts.len()];
    let Some(game) = game::open(library, packs, Some(players), &[]).game else {
        return (told, false);
    };
    // A dead end is a valid result, too.
    let Ok(mut session) = Session::new(&game, seed) else { return (told, true) };
    for decision in 0..DECISIONS_MAX {
        let options = session.options();
        if options.is_empty() {
            break;
        }
        session.question();
        let index = (seed as usize + decision * 7) % options.len();
        if session.choose_index(index).is_err() {
            break;
        }
    }
    session.score_sheet();
    let text = session.save().to_text();
    let save = Save::load(&text).expect("what was saved can be read");
    assert!(save.resume(&game).is_ok(), "what was saved can be gone on with");
    (told, true)
}

/// Plays the random pack of a seed and panics if look-ahead offers something wrong in it, with the
/// reduced pack.
pub fn random_pack(seed: u64) {
    let effort = Effort::default();
    let made = fuzz::make(seed);
    let (_, fault) = fuzz::check(&made, &effort);
    if let Some(fault) = fault {
        let (reduced, fault) = fuzz::reduce::reduce(&made, &fault, &effort);
        panic!("seed {seed}: {fault}\n{}", reduced.game.yaml());
    }
}

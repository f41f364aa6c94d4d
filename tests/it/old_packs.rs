//! Packs in the language before 1.0: `fix` rewrites them, and they play the same games as their
//! current versions.

use boardwright_fix::{PackDeclarations, Sort, bare_fields, fix, read as tree};
use boardwright_lab::golden;
use boardwright_packs::library::Library;
use boardwright_play::game::{Game, open};
use boardwright_tests::{files, library, read, root};

/// The number of games of each pack that are compared.
const GAMES: u64 = 8;

/// The files of an old pack: the path inside the pack, and the text.
fn old(pack: &str) -> Vec<(String, String)> {
    let folder = format!("tests/old-packs/{pack}/");
    let inside = |path: &String| path.trim_start_matches(folder.as_str()).to_owned();
    files(&folder).iter().map(|path| (inside(path), read(path))).collect()
}

fn fixed(pack: &str) -> Vec<(String, Vec<u8>)> {
    let files = old(pack);
    let mut known = PackDeclarations::default();
    for (path, text) in files.iter().filter(|(path, _)| path.ends_with(".yaml")) {
        known.add(tree(path, text).expect("it is YAML"));
    }
    let fix_one = |(path, text): (String, String)| {
        let Some(sort) = Sort::of(&path) else { return (path, text.into_bytes()) };
        let done = fix(&format!("{pack}/{path}"), &text, sort, &known).expect("it is YAML");
        assert_eq!(done.left, [], "{pack}/{path}");
        (path, done.text.into_bytes())
    };
    let mut files: Vec<(String, Vec<u8>)> = files.into_iter().map(fix_one).collect();
    for _ in 0..4 {
        let mut library = Library::new();
        library.add_memory(pack, files.clone());
        for (path, places) in bare_fields(&library, pack).places {
            let file = files.iter_mut().find(|(it, _)| *it == path).expect("a file of the pack");
            places.iter().rev().for_each(|at| drop(file.1.splice(at..at, *b"it.")));
        }
    }
    files
}

fn game(library: &Library, pack: &str) -> Game {
    let opened = open(library, &[pack], Some(2), &[]);
    opened.game.unwrap_or_else(|| panic!("{pack}: {:#?}", opened.diags))
}

#[test]
fn old_packs_are_rewritten_and_play_the_same_games() {
    let mut now = library();
    now.add_folder(root().join("tests/packs"));
    for pack in ["hello", "empty-chair", "dead-ends"] {
        let mut before = Library::new();
        before.add_memory(pack, fixed(pack));
        let (before, now) = (game(&before, pack), game(&now, pack));
        for seed in 0..GAMES {
            let [then, today] = [&before, &now].map(|game| golden::transcript(game, seed));
            assert_eq!(then, today, "{pack}, seed {seed}");
        }
    }
}

#[test]
fn old_packs_are_refused_with_what_to_write_instead() {
    let mut library = Library::new();
    for pack in ["hello", "empty-chair", "dead-ends"] {
        let files = old(pack).into_iter().map(|(path, text)| (path, text.into_bytes()));
        library.add_memory(pack, files.collect());
        let opened = open(&library, &[pack], Some(2), &[]);
        assert!(opened.game.is_none(), "{pack} is not of the language before 1.0");
        let told = opened.diags.iter().filter_map(|diag| diag.help.as_deref());
        assert!(told.clone().any(|help| help.contains("boardwright fix")), "{pack}");
    }
}

use boardwright_syntax::yaml::read;
use std::fs;
use std::path::PathBuf;

use super::*;
use crate::layer::load;
use crate::layer::testing::{report, told, value};

/// A temporary folder for each test, removed afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("boardwright-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn write(&self, path: &str, bytes: impl AsRef<[u8]>) {
        let path = self.0.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    /// The diagnostics, without the path of the folder.
    fn told(&self, diags: &[Diagnostic]) -> String {
        let shown = self.0.display().to_string();
        told(diags, &Sources::default()).replace(&shown, "FOLDER")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const GAME: &str = "id: game\ntitle: Game\nplayers: { min: 1, max: 2 }\n";

#[test]
fn packs_are_found_in_folders() {
    let folder = Folder::new("found");
    folder.write("game/pack.yaml", GAME);
    folder.write("game/tiles/b.yaml", "tiles: { b: 1 }");
    folder.write("game/tiles/a.yaml", "tiles: { a: 1 }");
    folder.write("game/.git/x.yaml", "nonsense: [");
    folder.write("game/picture.png", [0xff, 0xfe]);
    folder.write("notes/readme.txt", "x");
    let mut library = Library::new();
    library.add_folder(&folder.0);
    assert_eq!(library.ids().collect::<Vec<_>>(), ["game"]);
    insta::assert_snapshot!(folder.told(&library.problems(None)), @r"
    warning[L004]: there is no pack in the folder `FOLDER/notes`
      note: a folder is a pack when it has a `pack.yaml`
    ");
    let loaded = load(&library, &["game"], &read);
    assert_eq!(report(&loaded), "");
    assert_eq!(value(&loaded, "tiles"), "{ a: 1, b: 1 }");

    let mut one = Library::new();
    one.add_folder(folder.0.join("game"));
    assert_eq!(load(&one, &["game"], &read).lock, loaded.lock);
}

#[test]
fn memory_and_disk_have_the_same_hash() {
    let folder = Folder::new("hash");
    let files = [("pack.yaml", GAME), ("a/b.yaml", "x: 1"), ("a-b.yaml", "y: 1"), (".x", "z")];
    let mut memory = Library::new();
    memory.add_memory(
        "game",
        files.iter().map(|(path, text)| ((*path).into(), text.as_bytes().to_vec())).collect(),
    );
    files.iter().for_each(|(path, text)| folder.write(&format!("game/{path}"), text));
    let mut disk = Library::new();
    disk.add_folder(&folder.0);
    let hash = |library: &Library| {
        library.contents("game", &mut Sources::default(), &mut vec![]).unwrap().sha256
    };
    assert_eq!(hash(&memory), hash(&disk));
}

#[test]
fn later_packs_win_with_a_note() {
    let folder = Folder::new("later");
    folder.write("game/pack.yaml", GAME);
    let mut library = Library::new();
    library.add_memory("game", vec![]);
    library.add_folder(&folder.0);
    insta::assert_snapshot!(folder.told(&library.problems(Some(&["game"]))), @r"
    note[L007]: pack `game` exists more than once
      note: the one in the folder `FOLDER/game` is used, not the one that comes with the program
    ");
    assert!(library.problems(Some(&["other"])).is_empty());
    assert_eq!(load(&library, &["game"], &read).order.len(), 1);
}

#[test]
fn missing_and_empty_folders_are_told() {
    let folder = Folder::new("missing");
    let mut library = Library::new();
    library.add_folder(folder.0.join("nowhere"));
    library.add_folder(&folder.0);
    insta::assert_snapshot!(folder.told(&library.problems(Some(&[]))), @r"
    error[L001]: there is no folder `FOLDER/nowhere`
      help: give a folder of packs, or the folder of one pack
    error[L004]: there is no pack in the folder `FOLDER`
      note: a folder is a pack when it has a `pack.yaml`
    ");
}

#[test]
fn files_that_are_not_text_are_told() {
    let mut library = Library::new();
    let files = |bytes: &[u8]| {
        let file = |path: &str, bytes: &[u8]| (path.to_string(), bytes.to_vec());
        vec![file("pack.yaml", GAME.as_bytes()), file("a.yaml", bytes), file("b.yml", b"")]
    };
    library.add_memory("game", files(b"x: 1\ny: \xff"));
    library.add_memory("bad", vec![("pack.yaml".into(), vec![0xff])]);
    library.add_memory("none", vec![]);
    let big = vec![b' '; FILE_BYTES_MAX + 1];
    library.add_memory("big", vec![("pack.yaml".into(), big.clone())]);
    let loaded = load(&library, &["game", "bad", "none", "big"], &read);
    insta::assert_snapshot!(report(&loaded), @r"
    error[L003]: `bad/pack.yaml` is not UTF-8 text on line 1
      bad/pack.yaml:1:1: the first byte that does not fit
      help: save the file with the encoding UTF-8
    error[L004]: pack `none` has no `pack.yaml`
      help: add a `pack.yaml` with at least `id` and `title`
    error[L005]: `big/pack.yaml` is too big
      note: at most 4194304 bytes in one file are read
    error[L003]: `game/a.yaml` is not UTF-8 text on line 2
      game/a.yaml:2:4: the first byte that does not fit
      help: save the file with the encoding UTF-8
    warning[L008]: `game/b.yml` is not read
      help: rename it: files of a pack end in `.yaml`
    ");
    library.add_memory("game", files(&big));
    let mut diags = vec![];
    library.contents("game", &mut Sources::default(), &mut diags);
    assert_eq!(diags[0].code, "L005");
}

#[test]
fn bounds_hold_on_disk() {
    let folder = Folder::new("bounds");
    folder.write("game/pack.yaml", GAME);
    folder.write(&format!("game/{}x.yaml", "d/".repeat(FOLDER_DEPTH_MAX + 1)), "x: 1");
    let mut library = Library::new();
    library.add_folder(&folder.0);
    let mut diags = vec![];
    let contents = library.contents("game", &mut Sources::default(), &mut diags).unwrap();
    assert_eq!(diags[0].code, "L005");
    assert_eq!(contents.texts.len(), 1, "only the folder that lies too deep is passed over");
}

#[cfg(unix)]
#[test]
fn links_are_not_followed() {
    let folder = Folder::new("links");
    folder.write("game/pack.yaml", GAME);
    std::os::unix::fs::symlink(&folder.0, folder.0.join("game/loop")).unwrap();
    let mut library = Library::new();
    library.add_folder(&folder.0);
    insta::assert_snapshot!(report(&load(&library, &["game"], &read)), @r"
    warning[L006]: `game/loop` is a link and is not followed
      help: put the file itself into the pack
    ");
}

#[test]
fn packs_that_went_away_are_told() {
    let folder = Folder::new("gone");
    folder.write("game/pack.yaml", GAME);
    let mut library = Library::new();
    library.add_folder(&folder.0);
    fs::remove_dir_all(folder.0.join("game")).unwrap();
    let loaded = load(&library, &["game"], &read);
    assert!(report(&loaded).starts_with("error[L002]: cannot read `game/pack.yaml`"));
    assert_eq!(loaded.diags.len(), 1);
}

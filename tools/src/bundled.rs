//! The packs that come with the program, so that it runs from anywhere. The scripts shared by all
//! packs are part of the pack crate.

use include_dir::{Dir, DirEntry, include_dir};

use boardwright_packs::library::MANIFEST;

static CONTENT: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../content");

/// A file: its path inside its folder, with `/`, and its bytes.
pub type File = (String, Vec<u8>);

/// The packs, sorted by id, each with its files.
pub fn packs() -> Vec<(String, Vec<File>)> {
    let mut packs: Vec<(String, Vec<File>)> = vec![];
    for folder in CONTENT.dirs() {
        if folder.get_file(folder.path().join(MANIFEST)).is_none() {
            continue;
        }
        let Some(id) = folder.path().to_str() else { continue };
        packs.push((id.into(), files_under(folder, id)));
    }
    packs.sort();
    packs
}

/// One file of a bundled pack.
pub fn file(pack: &str, path: &str) -> Option<&'static str> {
    CONTENT.get_file(format!("{pack}/{path}"))?.contents_utf8()
}

/// The names of the files in a folder of a bundled pack, sorted.
pub fn names_in(pack: &str, folder: &str) -> Vec<String> {
    let Some(folder) = CONTENT.get_dir(format!("{pack}/{folder}")) else { return vec![] };
    let name = |file: &include_dir::File| Some(file.path().file_name()?.to_str()?.to_owned());
    let mut names: Vec<String> = folder.files().filter_map(name).collect();
    names.sort();
    names
}

fn files_under(folder: &Dir, prefix: &str) -> Vec<File> {
    let mut files = vec![];
    for entry in folder.entries() {
        match entry {
            DirEntry::Dir(inner) => files.extend(files_under(inner, prefix)),
            DirEntry::File(file) => {
                let path: Vec<&str> = file.path().iter().filter_map(|part| part.to_str()).collect();
                let path = path.join("/");
                let inside = path.strip_prefix(prefix).unwrap_or(&path).trim_start_matches('/');
                files.push((inside.to_owned(), file.contents().to_vec()));
            }
        }
    }
    files.sort();
    files
}

//! Helpers of the tests that cross borders: where things lie, and the packs that come along.

use std::path::{Path, PathBuf};

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

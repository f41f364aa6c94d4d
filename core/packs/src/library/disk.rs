//! Packs on disk. Links inside a pack are not followed: a pack must not read files outside its
//! folder, and loops are impossible.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::{FILE_BYTES_MAX, FILES_MAX, FOLDER_DEPTH_MAX, MANIFEST, PACK_BYTES_MAX};
use super::{too_much, unreadable};
use boardwright_syntax::diag::codes::layer as codes;
use boardwright_syntax::diag::{Diagnostic, Level};

type Found = (Vec<(String, PathBuf)>, Vec<(Option<String>, Diagnostic)>);

/// The packs in a folder, sorted by id: the folder itself, or those one level below.
pub(super) fn find_packs(folder: &Path) -> Found {
    let shown = folder.display().to_string();
    if !folder.is_dir() {
        let told = Diagnostic::placeless(codes::NO_FOLDER, format!("there is no folder `{shown}`"))
            .help("give a folder of packs, or the folder of one pack");
        return (vec![], vec![(None, told)]);
    }
    if is_pack(folder) {
        return one_pack(folder);
    }
    let names = match sorted_names(folder, &shown) {
        Ok(names) => names,
        Err(told) => return (vec![], vec![(None, *told)]),
    };
    let (mut packs, mut problems) = (vec![], vec![]);
    for name in names {
        let path = folder.join(&name);
        if !path.is_dir() {
            continue;
        }
        if is_pack(&path) {
            packs.push((name, path));
        } else {
            let mut told = no_manifest(&format!("{shown}/{name}"));
            told.level = Level::Warning;
            problems.push((Some(name), told));
        }
    }
    if packs.is_empty() {
        problems.push((None, no_manifest(&shown)));
    }
    (packs, problems)
}

/// All files of a pack by path. `None` if there are too many.
pub(super) fn read_pack(
    pack: &str,
    folder: &Path,
    diags: &mut Vec<Diagnostic>,
) -> Option<BTreeMap<String, Vec<u8>>> {
    let mut files = BTreeMap::new();
    let (mut n_seen, mut n_bytes) = (0, 0);
    let mut todo = vec![(String::new(), folder.to_path_buf(), 0)];
    while let Some((prefix, path, depth)) = todo.pop() {
        let names = match sorted_names(&path, &format!("{pack}/{prefix}")) {
            Ok(names) => names,
            Err(told) => {
                diags.push(*told);
                continue;
            }
        };
        for name in names {
            n_seen += 1;
            if n_seen > FILES_MAX {
                diags.push(too_much(pack, "files", FILES_MAX));
                return None;
            }
            let inside = format!("{prefix}{name}");
            let path = path.join(&name);
            let kind = match fs::symlink_metadata(&path) {
                Ok(data) => data.file_type(),
                Err(error) => {
                    diags.push(unreadable(&format!("{pack}/{inside}"), &error.to_string()));
                    continue;
                }
            };
            if kind.is_dir() {
                if depth + 1 > FOLDER_DEPTH_MAX {
                    diags.push(too_deep(&format!("{pack}/{inside}")));
                    continue;
                }
                todo.push((format!("{inside}/"), path, depth + 1));
            } else if !kind.is_file() {
                diags.push(not_a_file(&format!("{pack}/{inside}")));
            } else {
                match read_file(&path) {
                    Ok(bytes) => {
                        n_bytes += bytes.len();
                        files.insert(inside, bytes);
                    }
                    Err(why) => diags.push(unreadable(&format!("{pack}/{inside}"), &why)),
                }
                if n_bytes > PACK_BYTES_MAX {
                    diags.push(too_much(pack, "bytes in all files", PACK_BYTES_MAX));
                    return None;
                }
            }
        }
    }
    Some(files)
}

/// The bytes of a file. Stops soon after [`FILE_BYTES_MAX`], so that the caller can tell that it is
/// too big.
pub(super) fn read_file(path: &Path) -> Result<Vec<u8>, String> {
    let mut bytes = vec![];
    fs::File::open(path)
        .and_then(|file| file.take(FILE_BYTES_MAX as u64 + 1).read_to_end(&mut bytes))
        .map_err(|error| error.to_string())?;
    Ok(bytes)
}

/// Whether a path exists but is not a plain file: a link, a folder, a device.
pub(super) fn is_no_file(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|data| !data.is_file())
}

/// A manifest that is a link does not count, like every other link inside a pack.
fn is_pack(folder: &Path) -> bool {
    fs::symlink_metadata(folder.join(MANIFEST)).is_ok_and(|data| data.is_file())
}

fn one_pack(folder: &Path) -> Found {
    // `.` and `..` have no name of their own.
    let full = folder.canonicalize().unwrap_or_else(|_| folder.to_path_buf());
    match full.file_name().and_then(|name| name.to_str()) {
        Some(name) => (vec![(name.into(), folder.to_path_buf())], vec![]),
        None => {
            let shown = folder.display().to_string();
            (vec![], vec![(None, unreadable(&shown, "the name of the folder is not UTF-8 text"))])
        }
    }
}

/// Names in a folder, sorted, without hidden ones.
fn sorted_names(folder: &Path, shown: &str) -> Result<Vec<String>, Box<Diagnostic>> {
    let failed = |why: &str| Box::new(unreadable(shown, why));
    let entries = fs::read_dir(folder).map_err(|error| failed(&error.to_string()))?;
    let mut names = vec![];
    for (n_seen, entry) in entries.enumerate() {
        if n_seen >= FILES_MAX {
            return Err(Box::new(too_much(shown, "files", FILES_MAX)));
        }
        let entry = entry.map_err(|error| failed(&error.to_string()))?;
        let name = entry.file_name().into_string().map_err(|name| {
            failed(&format!("the name of `{}` is not UTF-8 text", name.to_string_lossy()))
        })?;
        if !name.starts_with('.') {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

fn no_manifest(path: &str) -> Diagnostic {
    Diagnostic::placeless(codes::NO_MANIFEST, format!("there is no pack in the folder `{path}`"))
        .note(format!("a folder is a pack when it has a `{MANIFEST}`"))
}

fn too_deep(path: &str) -> Diagnostic {
    let message = format!("folders lie more than {FOLDER_DEPTH_MAX} deep");
    Diagnostic::placeless(codes::TOO_BIG, message)
        .note(format!("`{path}` is not read"))
        .help("move what lies in it further up")
}

fn not_a_file(path: &str) -> Diagnostic {
    let mut told =
        Diagnostic::placeless(codes::LINK, format!("`{path}` is a link and is not followed"))
            .help("put the file itself into the pack");
    told.level = Level::Warning;
    told
}

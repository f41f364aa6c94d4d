//! The sources of packs: folders on disk and packs in memory. Searching reads only names and
//! manifests; the files of a pack are read when it is used.

mod disk;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::layer::Read;
use crate::lock::PackHash;
use crate::manifest::Manifest;
use boardwright_syntax::diag::codes::layer as codes;
use boardwright_syntax::diag::{Diagnostic, Level};
use boardwright_syntax::source::{FileId, SourceFile, Sources};
use boardwright_syntax::yaml::{Node, decode};

/// Name of the file that makes a folder a pack.
pub const MANIFEST: &str = "pack.yaml";
/// Most files and folders in one pack, or in one folder of packs.
pub const FILES_MAX: usize = 5_000;
/// How deep folders inside a pack may be nested.
pub const FOLDER_DEPTH_MAX: usize = 12;
/// Most bytes in one file of a pack.
pub const FILE_BYTES_MAX: usize = 4 << 20;
/// Most bytes in all files of a pack.
pub const PACK_BYTES_MAX: usize = 64 << 20;

/// A set of packs, by id.
#[derive(Default, Debug)]
pub struct Library {
    packs: BTreeMap<String, Origin>,
    /// Problems found while adding, with the pack if only one is affected.
    problems: Vec<(Option<String>, Diagnostic)>,
}

#[derive(Debug)]
enum Origin {
    Folder(PathBuf),
    Memory(BTreeMap<String, Vec<u8>>),
}

/// The files of a pack, sorted by path; non-text files are only hashed.
#[derive(Debug)]
pub struct Contents {
    /// Path inside the pack, with `/`, and text.
    pub texts: Vec<(String, String)>,
    /// Hash over all files.
    pub sha256: String,
}

impl Library {
    /// A library without packs.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a folder of packs, or the folder of one pack. [`Library::problems`] returns its
    /// problems.
    pub fn add_folder(&mut self, path: impl AsRef<Path>) {
        let path = path.as_ref();
        let (packs, problems) = disk::find_packs(path);
        for (id, folder) in packs {
            self.insert(id, Origin::Folder(folder));
        }
        self.problems.extend(problems);
    }

    /// Adds the folder of one pack. Its problems concern only those who use this pack, because it
    /// may just be a neighbour of the wanted one.
    pub fn add_pack(&mut self, id: impl Into<String>, folder: impl Into<PathBuf>) {
        self.insert(id.into(), Origin::Folder(folder.into()));
    }

    /// Adds a pack from memory: paths inside the pack, with `/`, and their bytes.
    pub fn add_memory(&mut self, pack: impl Into<String>, files: Vec<(String, Vec<u8>)>) {
        let visible = |path: &str| !path.split('/').any(|part| part.starts_with('.'));
        let files = files.into_iter().filter(|(path, _)| visible(path)).collect();
        self.insert(pack.into(), Origin::Memory(files));
    }

    /// Ids of all packs, sorted.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.packs.keys().map(String::as_str)
    }

    /// Whether there is a pack with this id.
    pub fn has(&self, pack: &str) -> bool {
        self.packs.contains_key(pack)
    }

    /// The problems of the added folders. With `used`, leaves out problems that concern only other
    /// packs.
    pub fn problems(&self, used: Option<&[&str]>) -> Vec<Diagnostic> {
        let concerns = |pack: &Option<String>| match (pack, used) {
            (Some(pack), Some(used)) => used.contains(&pack.as_str()),
            _ => true,
        };
        let problems = self.problems.iter().filter(|(pack, _)| concerns(pack));
        problems.map(|(_, problem)| problem.clone()).collect()
    }

    /// Reads only the manifest of a pack. Returns `None`, with the reason in `diags`, if it cannot
    /// be understood.
    pub fn manifest(
        &self,
        pack: &str,
        sources: &mut Sources,
        read: Read,
        diags: &mut Vec<Diagnostic>,
    ) -> Option<ManifestFile> {
        let bytes = match self.packs.get(pack)? {
            Origin::Folder(folder) if disk::is_no_file(&folder.join(MANIFEST)) => None,
            Origin::Folder(folder) => match disk::read_file(&folder.join(MANIFEST)) {
                Ok(bytes) => Some(bytes),
                Err(why) => {
                    diags.push(unreadable(&format!("{pack}/{MANIFEST}"), &why));
                    return None;
                }
            },
            Origin::Memory(files) => files.get(MANIFEST).cloned(),
        };
        let Some(bytes) = bytes else {
            diags.push(
                Diagnostic::placeless(
                    codes::NO_MANIFEST,
                    format!("pack `{pack}` has no `{MANIFEST}`"),
                )
                .help(format!("add a `{MANIFEST}` with at least `id` and `title`")),
            );
            return None;
        };
        let path = format!("{pack}/{MANIFEST}");
        if bytes.len() > FILE_BYTES_MAX {
            diags.push(too_much(&path, "bytes in one file", FILE_BYTES_MAX));
            return None;
        }
        let text = self.text(pack, &path, &bytes, sources, diags)?;
        let file = sources.add(SourceFile { pack: pack.into(), path, text });
        let node = read(sources, file, diags)?;
        let manifest = Manifest::decode(&node, pack, diags)?;
        Some(ManifestFile { manifest, file, node })
    }

    /// Reads all files of a pack.
    pub fn contents(
        &self,
        pack: &str,
        sources: &mut Sources,
        diags: &mut Vec<Diagnostic>,
    ) -> Option<Contents> {
        let on_disk;
        let files = match self.packs.get(pack)? {
            Origin::Folder(folder) => {
                on_disk = disk::read_pack(pack, folder, diags)?;
                &on_disk
            }
            Origin::Memory(files) => files,
        };
        let total: usize = files.values().map(Vec::len).sum();
        if files.len() > FILES_MAX {
            diags.push(too_much(pack, "files", FILES_MAX));
            return None;
        }
        if total > PACK_BYTES_MAX {
            diags.push(too_much(pack, "bytes in all files", PACK_BYTES_MAX));
            return None;
        }
        let mut hash = PackHash::new();
        let mut texts = vec![];
        for (path, bytes) in files {
            hash.file(path, bytes);
            let shown = format!("{pack}/{path}");
            if path.ends_with(".yml") {
                diags.push(yml(&shown));
            }
            if bytes.len() > FILE_BYTES_MAX {
                diags.push(too_much(&shown, "bytes in one file", FILE_BYTES_MAX));
            } else if (path.ends_with(".yaml") || path.ends_with(".luau"))
                && let Some(text) = self.text(pack, &shown, bytes, sources, diags)
            {
                texts.push((path.clone(), text));
            }
        }
        Some(Contents { texts, sha256: hash.finish() })
    }

    /// The text of a file. Invalid UTF-8 is shown as far as possible.
    fn text(
        &self,
        pack: &str,
        path: &str,
        bytes: &[u8],
        sources: &mut Sources,
        diags: &mut Vec<Diagnostic>,
    ) -> Option<String> {
        let told = match decode(bytes) {
            Ok(text) => return Some(text),
            Err(told) => told,
        };
        let (pack, text) = (pack.to_owned(), String::from_utf8_lossy(bytes).into_owned());
        let file = sources.add(SourceFile { pack, path: path.to_owned(), text });
        diags.push(told.report(path, file));
        None
    }

    fn insert(&mut self, id: String, origin: Origin) {
        let now = origin.describe();
        if let Some(old) = self.packs.insert(id.clone(), origin) {
            let mut told =
                Diagnostic::placeless(codes::TWICE, format!("pack `{id}` exists more than once"))
                    .note(format!("the one {now} is used, not the one {}", old.describe()));
            told.level = Level::Note;
            self.problems.push((Some(id), told));
        }
    }
}

/// A manifest with its file.
#[derive(Clone, Debug)]
pub struct ManifestFile {
    /// The manifest.
    pub manifest: Manifest,
    /// The file.
    pub file: FileId,
    /// Its tree, which may also contain `patch` and `remove`.
    pub node: Node,
}

impl Origin {
    fn describe(&self) -> String {
        match self {
            Origin::Folder(folder) => format!("in the folder `{}`", folder.display()),
            Origin::Memory(_) => "that comes with the program".into(),
        }
    }
}

fn unreadable(path: &str, why: &str) -> Diagnostic {
    Diagnostic::placeless(codes::UNREADABLE, format!("cannot read `{path}`")).note(why)
}

fn too_much(path: &str, what: &str, most: usize) -> Diagnostic {
    Diagnostic::placeless(codes::TOO_BIG, format!("`{path}` is too big"))
        .note(format!("at most {most} {what} are read"))
}

fn yml(path: &str) -> Diagnostic {
    let mut told = Diagnostic::placeless(codes::YML, format!("`{path}` is not read"))
        .help("rename it: files of a pack end in `.yaml`");
    told.level = Level::Warning;
    told
}

#[cfg(test)]
mod tests;

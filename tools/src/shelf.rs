//! Finds the packs that a command names: bundled ones, folders of packs, a pack by its path.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use boardwright_packs::library::{Library, MANIFEST};
use boardwright_packs::manifest::Manifest;
use boardwright_syntax::diag::{Diagnostic, similar};
use boardwright_syntax::source::Sources;
use boardwright_syntax::yaml;

use crate::Global;
use crate::bundled;
use crate::fail::{Done, Fail};
use crate::io::{Around, Io, listed};

/// The folder of packs in a project.
const CONTENT: &str = "content";
/// How deep folders are searched for packs.
const SEARCH_DEPTH_MAX: usize = 4;
/// The maximum number of folders searched.
const SEARCH_FOLDERS_MAX: usize = 20_000;

/// All known packs.
pub struct Shelf {
    around: Around,
    /// Packs in folders, by id.
    folders: BTreeMap<String, PathBuf>,
    /// The files of bundled packs, by id.
    bundled: BTreeMap<String, Vec<bundled::File>>,
}

impl Shelf {
    /// Loads the bundled packs and those in the folders named for all commands.
    pub fn new(global: &Global, io: &Io) -> Done<Self> {
        let mut shelf = Self {
            around: io.around.clone(),
            folders: BTreeMap::new(),
            bundled: bundled::packs().into_iter().collect(),
        };
        let named = io.around.content.iter().flat_map(std::env::split_paths);
        for folder in named.chain(global.content.iter().cloned()) {
            let folder = io.around.path(&folder);
            let packs = packs_below(&folder);
            if packs.is_empty() {
                let shown = io.around.shown(&folder);
                let fail = match folder.is_dir() {
                    true => Fail::new(format!("there is no pack in the folder `{shown}`"))
                        .note(format!("a folder is a pack when it has a `{MANIFEST}`")),
                    false => Fail::new(format!("there is no folder `{shown}`")),
                };
                return Err(fail.help("give `--content` a folder with packs in it"));
            }
            packs.into_iter().for_each(|pack| shelf.put(pack));
        }
        Ok(shelf)
    }

    fn put(&mut self, folder: PathBuf) {
        if let Some(id) = pack_id(&folder) {
            self.folders.insert(id, folder);
        }
    }

    /// Adds a pack, and the packs beside it, which it may extend.
    fn put_with_neighbours(&mut self, folder: &Path) {
        let full = folder.canonicalize().unwrap_or_else(|_| folder.into());
        let neighbours = full.parent().map(children).unwrap_or_default();
        for each in neighbours.into_iter().filter(|each| is_pack(each)) {
            self.put(self.nice(each));
        }
        self.put(self.nice(full));
    }

    /// A full path relative to the current folder.
    fn nice(&self, full: PathBuf) -> PathBuf {
        let here = self.around.here.canonicalize().unwrap_or_default();
        match full.strip_prefix(&here) {
            Ok(inside) if !here.as_os_str().is_empty() => self.around.here.join(inside),
            _ => full,
        }
    }

    /// The packs that an argument names: an id, a path, or several joined by `+`.
    pub fn wanted(&mut self, typed: &str) -> Done<Vec<String>> {
        if is_pack(&self.around.path(typed)) {
            return Ok(vec![self.by_path(typed)?]);
        }
        typed.split('+').map(|part| self.one(part.trim())).collect()
    }

    /// The packs of several arguments; each id once.
    pub fn wanted_all<'t>(&mut self, typed: impl IntoIterator<Item = &'t String>) -> Done<Packs> {
        let mut ids: Packs = vec![];
        for each in typed {
            for id in self.wanted(each)? {
                if !ids.contains(&id) {
                    ids.push(id);
                }
            }
        }
        Ok(ids)
    }

    fn one(&mut self, typed: &str) -> Done<String> {
        let path = self.around.path(typed);
        // A version may follow the id; the layering checks it.
        let id = typed.split('@').next().unwrap_or_default();
        if is_pack(&path) {
            self.by_path(typed)
        } else if self.has(id) {
            Ok(typed.into())
        } else if typed.contains(['/', '\\']) || typed.starts_with('.') || path.is_dir() {
            let fail = match path.is_dir() {
                true => Fail::new(format!("`{typed}` is not a pack: it has no `{MANIFEST}`")),
                false => Fail::new(format!("there is no folder `{typed}`")),
            };
            Err(fail.help("give the folder of a pack, or the id of a known pack"))
        } else {
            Err(self.unknown(id))
        }
    }

    fn by_path(&mut self, typed: &str) -> Done<String> {
        let folder = self.around.path(typed);
        self.put_with_neighbours(&folder);
        pack_id(&folder).ok_or_else(|| Fail::new(format!("the folder `{typed}` has no name")))
    }

    fn unknown(&self, id: &str) -> Fail {
        let known: Vec<&str> = self.ids().into_iter().collect();
        let fail = Fail::new(format!("unknown pack `{id}`"));
        match similar(id, known.iter().copied()) {
            Some(near) => fail.help(format!("a pack with a similar name exists: `{near}`")),
            None => fail
                .note(format!("known packs are {}", listed(known)))
                .help("give one of them, the path of a folder, or more folders with `--content`"),
        }
    }

    /// The pack that contains the current folder, or the packs below it.
    pub fn around_here(&mut self) -> Vec<String> {
        let here = self.around.here.clone();
        let inside = here.ancestors().take(SEARCH_DEPTH_MAX).find(|folder| is_pack(folder));
        let found = match inside {
            Some(pack) => vec![pack.to_path_buf()],
            None => packs_below(&here),
        };
        self.put_all(found)
    }

    /// Adds the packs that "all" means: those in the named folders, or those in the folder
    /// `content`, or those around the current folder.
    pub fn put_all_here(&mut self) {
        if !self.folders.is_empty() {
            return;
        }
        let content = self.around.here.join(CONTENT);
        let inside = self.around.here.ancestors().take(SEARCH_DEPTH_MAX).any(is_pack);
        if inside || self.below(&content).is_empty() {
            self.around_here();
        }
    }

    /// The packs below a folder that is no pack itself.
    pub fn below(&mut self, folder: &Path) -> Vec<String> {
        let found = packs_below(folder);
        self.put_all(found)
    }

    fn put_all(&mut self, found: Vec<PathBuf>) -> Vec<String> {
        let ids = found.iter().filter_map(|folder| pack_id(folder)).collect();
        found.iter().for_each(|folder| self.put_with_neighbours(folder));
        ids
    }

    /// Ids of all packs, sorted.
    pub fn ids(&self) -> BTreeSet<&str> {
        self.folders.keys().chain(self.bundled.keys()).map(String::as_str).collect()
    }

    /// Whether there is a pack with this id.
    pub fn has(&self, id: &str) -> bool {
        self.folders.contains_key(id) || self.bundled.contains_key(id)
    }

    /// The folder of a pack; `None` if it comes with the program.
    pub fn folder(&self, id: &str) -> Option<&Path> {
        self.folders.get(id).map(PathBuf::as_path)
    }

    /// The path of a pack's file relative to the current folder. `path` starts with the pack.
    pub fn shown(&self, pack: &str, path: &str) -> String {
        let inside = path.strip_prefix(pack).and_then(|rest| rest.strip_prefix('/'));
        match (self.folder(pack), inside) {
            (Some(folder), Some(inside)) => self.around.shown(&folder.join(inside)),
            _ => path.into(),
        }
    }

    /// The packs for the pack crate. One in a folder takes precedence over a bundled one.
    pub fn library(&self) -> Library {
        let mut library = Library::new();
        for (id, files) in &self.bundled {
            if !self.folders.contains_key(id) {
                library.add_memory(id, files.clone());
            }
        }
        for (id, folder) in &self.folders {
            library.add_pack(id, folder);
        }
        library
    }

    /// The manifests of all packs that have a readable one, by id.
    pub fn manifests(&self) -> BTreeMap<String, Manifest> {
        let library = self.library();
        let (mut sources, mut diags): (Sources, Vec<Diagnostic>) = Default::default();
        let mut found = BTreeMap::new();
        for id in self.ids() {
            let read = library.manifest(id, &mut sources, &yaml::read, &mut diags);
            if let Some(file) = read {
                found.insert(id.to_owned(), file.manifest);
            }
        }
        found
    }
}

/// Ids of packs used together.
pub type Packs = Vec<String>;

/// Whether a folder is a pack.
pub fn is_pack(folder: &Path) -> bool {
    folder.join(MANIFEST).is_file()
}

/// The id of a pack: the name of its folder.
pub fn pack_id(folder: &Path) -> Option<String> {
    let full = folder.canonicalize().unwrap_or_else(|_| folder.into());
    Some(full.file_name()?.to_str()?.to_owned())
}

/// The folder itself if it is a pack, or all packs below it, sorted.
pub fn packs_below(folder: &Path) -> Vec<PathBuf> {
    let mut found = vec![];
    let mut waiting = vec![(folder.to_path_buf(), 0)];
    let mut n_seen = 0;
    while let Some((folder, depth)) = waiting.pop() {
        n_seen += 1;
        if is_pack(&folder) {
            found.push(folder);
        } else if depth < SEARCH_DEPTH_MAX && n_seen < SEARCH_FOLDERS_MAX {
            waiting.extend(children(&folder).into_iter().map(|child| (child, depth + 1)));
        }
    }
    found.sort();
    found
}

/// The subfolders that are neither hidden nor links.
fn children(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return vec![] };
    let mut found: Vec<PathBuf> = entries
        .filter_map(Result::ok)
        .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()))
        .filter(|entry| !entry.file_name().to_string_lossy().starts_with('.'))
        .map(|entry| entry.path())
        .take(SEARCH_FOLDERS_MAX)
        .collect();
    found.sort();
    found
}

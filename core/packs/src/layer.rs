//! Merges several packs into one tree: `define`, `patch` and `remove`, in dependency order, with a
//! record of who changed what.
//!
//! For each pack in turn, its definitions are added, then its `patch` list is applied in the order
//! of its files and lines, then its `remove` list. After all packs, `like` is filled in and
//! `abstract` entries are dropped. Nothing here knows the meaning of a section.

mod address;
mod clash;
mod like;
mod merge;
mod patch;
pub mod path;
mod provenance;
mod resolve;
pub(crate) mod similar;
mod source_marks;
mod texts;
pub mod value;

use crate::library::{Library, MANIFEST};
use crate::lock::{Lock, LockedPack};
use crate::manifest::{Manifest, engine_version};
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::diag::codes::file as file_codes;
use boardwright_syntax::diag::codes::layer as layer_codes;
use boardwright_syntax::source::{FileId, SourceFile, Sources, Span};
use boardwright_syntax::yaml::{Kind, Map, Node};

pub use patch::OPERATORS;
pub use provenance::{Change, Operator, Provenance};
pub use source_marks::{Confidence, Mark, Unmarked, unmarked};
pub use texts::{Coverage, Lacking, coverage};
pub use texts::{Said, Texts, Translation, texts};
pub use texts::{translate_manifest, translated, translated_steps};

/// Most packs that can be used together.
pub const PACKS_MAX: usize = 128;
/// Most items in all `patch` and `remove` lists together.
pub const PATCHES_MAX: usize = 10_000;
/// Most values that layering may copy: for `like`, and for the record of changes.
pub const COPIES_MAX: usize = 4_000_000;

/// The reader of YAML.
pub type Read<'a> = &'a dyn Fn(&Sources, FileId, &mut Vec<Diagnostic>) -> Option<Node>;

/// The result of loading and layering packs.
#[derive(Debug)]
pub struct Loaded {
    /// Every text that was read.
    pub sources: Sources,
    /// The packs, each after those it builds on.
    pub order: Vec<PackInfo>,
    /// The sections, as a mapping.
    pub root: Node,
    /// Who changed what.
    pub provenance: Provenance,
    /// The entries that state how certain their values are.
    pub marks: Vec<Mark>,
    /// Translations.
    pub texts: Texts,
    /// The language of the tree, if it was translated.
    pub spoken: Option<String>,
    /// The exact packs.
    pub lock: Lock,
    /// All diagnostics.
    pub diags: Vec<Diagnostic>,
    /// Whether a file or a pack could not be read. The tree is then incomplete, and there is no
    /// point in further checks.
    pub unread: bool,
    /// Turns off the check that values may be nil: see [`boardwright_compile::TableSpec`].
    pub careless: bool,
}

impl Loaded {
    /// The translation of the tree, if it was translated.
    pub fn translation(&self) -> Option<&texts::Translation> {
        self.texts.get(self.spoken.as_ref()?)
    }

    /// The value at a path such as `tiles.mill.cost`; list items are addressed by their `key`.
    pub fn at(&self, path: &str) -> Option<&Node> {
        path::find(&self.root, &path::Path::parse(path)?.0)
    }

    /// The names below a path: keys of a mapping, or list items with a `key`. For an empty path,
    /// the sections.
    pub fn names_at(&self, path: &str) -> Vec<String> {
        let node = if path.is_empty() { Some(&self.root) } else { self.at(path) };
        node.map_or_else(Vec::new, path::names)
    }
}

/// One of the loaded packs.
#[derive(Clone, Debug)]
pub struct PackInfo {
    /// Its manifest.
    pub manifest: Manifest,
    /// The file of the manifest.
    pub manifest_file: FileId,
    /// Files with sections, sorted by path.
    pub files: Vec<PackFile>,
    /// `scripts/**/*.luau`, sorted by path.
    pub scripts: Vec<PackFile>,
    /// `tests/**/*.yaml`, sorted by path.
    pub tests: Vec<PackFile>,
    /// `text/<language>.yaml`, sorted by path.
    pub texts: Vec<PackFile>,
}

/// A text file of a pack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PackFile {
    /// Path inside the pack, with `/`.
    pub path: String,
    /// The text, in [`Loaded::sources`].
    pub file: FileId,
}

/// Loads the `wanted` packs (`id` or `id@^1.2`) and all they build on, and layers them.
///
/// Always returns as much of a result as possible; `diags` says whether it can be used.
pub fn load(library: &Library, wanted: &[&str], read: Read) -> Loaded {
    boardwright_syntax::diag::rest();
    let mut sources = Sources::default();
    let mut diags = vec![];
    let resolved = resolve::resolve(library, wanted, &mut sources, read, &mut diags);
    let used: Vec<&str> = resolved.packs.iter().map(|pack| pack.id()).collect();
    let mut told = library.problems(Some(&used));
    told.append(&mut diags);
    let mut diags = told;

    let mut lock = Lock { engine: engine_version().to_string(), packs: vec![] };
    let mut order = vec![];
    let mut trees = vec![];
    for pack in resolved.packs {
        let contents = library.contents(pack.id(), &mut sources, &mut diags);
        let (texts, sha256) = contents.map_or_else(Default::default, |all| (all.texts, all.sha256));
        lock.packs.push(LockedPack {
            id: pack.id().into(),
            version: pack.file.manifest.version.to_string(),
            sha256,
        });
        let info = sort_files(pack.file.manifest, pack.file.file, texts, &mut sources);
        let mut files = vec![pack.file.node];
        files.extend(info.files.iter().filter_map(|each| read(&sources, each.file, &mut diags)));
        trees.push(files);
        order.push(info);
    }

    let unread = diags.iter().any(leaves_a_hole);
    let mut beyond = vec![];
    let told = if unread { &mut beyond } else { &mut diags };
    let root = Node { span: start(&order, &mut sources), kind: Kind::Map(Map::default()) };
    let packs: Vec<&Manifest> = order.iter().map(|info| &info.manifest).collect();
    let mut tree = merge::Tree::new(root, &packs, resolved.depends);
    for (idx, files) in trees.into_iter().enumerate() {
        tree.layer(idx, files, told);
    }
    clash::check(&tree, told);
    like::fill_in(&mut tree, told);
    texts::one_line(&tree.root, told);
    let marks = source_marks::marks(&tree.root, tree.provenance.origin(), told);
    let texts = texts(&order, &sources, &tree.root, read, told);
    let provenance = tree.provenance.with_files(tree.files);
    let (root, spoken, careless) = (tree.root, None, false);
    Loaded { sources, order, root, provenance, marks, texts, spoken, lock, diags, unread, careless }
}

/// Whether a diagnostic means that a part of the tree is missing, so that reports of the
/// consequences would be useless.
fn leaves_a_hole(diag: &Diagnostic) -> bool {
    let read_on = [
        file_codes::DUPLICATE,
        file_codes::ANCHOR,
        file_codes::MERGE,
        file_codes::TAG,
        file_codes::HOSTILE,
        file_codes::TOO_LONG,
    ];
    let missing = [
        layer_codes::UNREADABLE,
        layer_codes::NOT_UTF8,
        layer_codes::NO_MANIFEST,
        layer_codes::TOO_BIG,
        layer_codes::UNKNOWN_PACK,
    ];
    let found = diag.code.starts_with('Y') && !read_on.contains(&diag.code);
    diag.level == boardwright_syntax::diag::Level::Error && (found || missing.contains(&diag.code))
}

/// Sorts the files of a pack by purpose, and adds their texts to `sources`.
fn sort_files(
    manifest: Manifest,
    manifest_file: FileId,
    texts: Vec<(String, String)>,
    sources: &mut Sources,
) -> PackInfo {
    let pack = manifest.id.value.clone();
    let mut info = PackInfo {
        manifest,
        manifest_file,
        files: vec![],
        scripts: vec![],
        tests: vec![],
        texts: vec![],
    };
    for (path, text) in texts {
        let yaml = path.ends_with(".yaml");
        let list = match path.split_once('/') {
            None if path == MANIFEST => continue,
            Some(("tests", _)) if yaml => &mut info.tests,
            Some(("text", name)) if yaml && !name.contains('/') => &mut info.texts,
            Some(("scripts", _)) if !yaml => &mut info.scripts,
            Some(("text" | "tests", _)) => continue,
            _ if yaml => &mut info.files,
            _ => continue,
        };
        let file = SourceFile { pack: pack.clone(), path: format!("{pack}/{path}"), text };
        list.push(PackFile { path, file: sources.add(file) });
    }
    info
}

/// The start of the first manifest. If nothing could be read, the start of an empty file, so that
/// every span has a file.
fn start(order: &[PackInfo], sources: &mut Sources) -> Span {
    let file = order.first().map(|info| info.manifest_file).unwrap_or_else(|| {
        let (pack, path, text) = Default::default();
        sources.add(SourceFile { pack, path, text })
    });
    Span { file, start: 0, end: 0 }
}

#[cfg(any(test, feature = "testing"))]
pub mod testing;
#[cfg(test)]
mod tests;

//! The tree under construction. Each pack adds definitions first, then patches, then removals.

use std::collections::{BTreeMap, BTreeSet};

use super::address::canonical;
use super::patch::apply;
use super::patch::{Op, Patch, decode, decode_remove, wrong};
use super::path::Path;
use super::provenance::{Operator, Provenance, Record};
use super::value::{count, render};
use super::{COPIES_MAX, PATCHES_MAX};
use crate::manifest::Manifest;
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::diag::codes::layer as codes;
use boardwright_syntax::source::{FileId, Span};
use boardwright_syntax::yaml::{Entry, Kind, Map, Node};

/// Scanning this many entries of a section costs as much as one copy.
const ENTRIES_PER_COPY: usize = 16;

pub(super) struct Tree {
    pub root: Node,
    pub provenance: Provenance,
    pub packs: Vec<Pack>,
    /// For each pack, by position, all packs it builds on.
    pub depends: Vec<BTreeSet<usize>>,
    /// The pack of each file.
    pub files: BTreeMap<FileId, usize>,
    /// For each removed path, the last record of its removal.
    removed: BTreeMap<Path, usize>,
    /// All ids ever defined, by section.
    defined: BTreeMap<String, BTreeSet<String>>,
    copies_left: usize,
    patches_left: usize,
    /// Whether the limit of patches was already reported.
    is_full: bool,
}

pub(super) struct Pack {
    pub id: String,
    extends: bool,
}

impl Tree {
    pub fn new(root: Node, packs: &[&Manifest], depends: Vec<BTreeSet<usize>>) -> Self {
        let ids = packs.iter().map(|pack| pack.id.value.clone()).collect();
        let pack = |pack: &&Manifest| Pack {
            id: pack.id.value.clone(),
            extends: !pack.extends.is_empty(),
        };
        Self {
            provenance: Provenance::new(root.clone(), ids),
            root,
            packs: packs.iter().map(pack).collect(),
            depends,
            files: BTreeMap::new(),
            removed: BTreeMap::new(),
            defined: BTreeMap::new(),
            copies_left: COPIES_MAX,
            patches_left: PATCHES_MAX,
            is_full: false,
        }
    }

    /// Adds a pack: the tree of its manifest, then those of its files.
    pub fn layer(&mut self, pack: usize, files: Vec<Node>, diags: &mut Vec<Diagnostic>) {
        let mut lists = Lists::default();
        let mut sections = vec![];
        for (idx, file) in files.into_iter().enumerate() {
            self.files.insert(file.span.file, pack);
            let Kind::Map(map) = file.kind else {
                if file.kind != Kind::Null {
                    let expected = "expected sections, such as `tiles:` with entries below";
                    let message = format!("this file is {}", file.describe());
                    let told = Diagnostic::error(codes::NO_SECTIONS, message, file.span, expected);
                    diags.push(told.help(
                        "write `tiles:` and below it, indented by two spaces, \
                         `mill: { name: Mill }`",
                    ));
                }
                continue;
            };
            for entry in map.entries {
                match entry.key.as_str() {
                    "patch" => lists.patch.push(entry),
                    "remove" => lists.remove.push(entry),
                    // The rest of the manifest is not content.
                    _ if idx == 0 => {}
                    _ => sections.push(entry),
                }
            }
        }
        self.define(pack, sections, diags);
        for patch in self.decode_lists(pack, &lists, diags) {
            if self.copies_left == 0 {
                break;
            }
            let at = canonical(&self.root, &patch.at);
            self.patch(pack, &Patch { at, ..patch }, diags);
        }
    }

    /// Takes `n` from the remaining copies. Returns `false`, after reporting it once, if they are
    /// used up.
    pub fn may_copy(&mut self, n: usize, diags: &mut Vec<Diagnostic>) -> bool {
        if self.copies_left >= n {
            self.copies_left -= n;
            return true;
        }
        // Zero means that it was already reported.
        if std::mem::take(&mut self.copies_left) > 0 {
            diags.push(
                Diagnostic::placeless(codes::TOO_BIG, "the packs together are too big")
                    .note(format!("patches and `like` may copy at most {COPIES_MAX} values")),
            );
        }
        false
    }

    fn define(&mut self, pack: usize, sections: Vec<Entry>, diags: &mut Vec<Diagnostic>) {
        // The places where this pack and earlier packs define each id.
        let mut own: BTreeMap<(String, Option<String>), Span> = BTreeMap::new();
        let mut earlier: BTreeMap<String, BTreeMap<String, Span>> = BTreeMap::new();
        for section in self.root.as_map().into_iter().flat_map(|map| &map.entries) {
            let entries = section.value.as_map().into_iter().flat_map(|map| &map.entries);
            let ids = entries.map(|entry| (entry.key.clone(), entry.key_span)).collect();
            earlier.insert(section.key.clone(), ids);
        }
        for section in sections {
            let name = section.key.clone();
            let before = earlier.get(&name);
            let Kind::Map(map) = section.value.kind else {
                if section.value.kind == Kind::Null {
                    continue;
                }
                match own.insert((name.clone(), None), section.key_span) {
                    Some(first) => diags.push(section_twice(&section, first)),
                    None => self.define_whole(pack, section, diags),
                }
                continue;
            };
            let mut fresh = vec![];
            for entry in map.entries {
                let first = own.get(&(name.clone(), Some(entry.key.clone())));
                if let Some(first) = first {
                    diags.push(id_twice(&name, &entry, *first));
                    continue;
                }
                own.insert((name.clone(), Some(entry.key.clone())), entry.key_span);
                match before.and_then(|ids| ids.get(&entry.key)) {
                    Some(old) => diags.push(defined_before(&name, &entry, *old)),
                    None => fresh.push(entry),
                }
            }
            let header = (name, section.key_span, section.value.span);
            self.define_entries(pack, header, fresh, diags);
        }
    }

    fn define_entries(
        &mut self,
        pack: usize,
        (name, key_span, span): (String, Span, Span),
        fresh: Vec<Entry>,
        diags: &mut Vec<Diagnostic>,
    ) {
        if !self.may_copy(fresh.iter().map(|entry| count(&entry.value)).sum(), diags) {
            return;
        }
        let empty = || Entry {
            key: name.clone(),
            key_span,
            value: Node { span, kind: Kind::Map(Map::default()) },
        };
        let mut again = BTreeSet::new();
        if let Some(origin) = section_of(self.provenance.origin_mut(), &empty) {
            let known = self.defined.entry(name.clone()).or_default();
            for entry in &fresh {
                match known.insert(entry.key.clone()) {
                    false => drop(again.insert(entry.key.clone())),
                    true => origin.entries.push(entry.clone()),
                }
            }
        }
        // Removed by an earlier pack and defined again.
        for entry in fresh.iter().filter(|entry| again.contains(&entry.key)) {
            let path = Path(vec![name.clone(), entry.key.clone()]);
            self.provenance.push(defined_again(pack, path, &entry.value));
        }
        match section_of(&mut self.root, &empty) {
            Some(section) => section.entries.extend(fresh),
            None => diags.extend(fresh.first().map(|entry| {
                Diagnostic::error(
                    codes::SECTION_TAKEN,
                    format!("the section `{name}` is not a mapping elsewhere"),
                    entry.key_span,
                    "an entry of a mapping",
                )
                .help("define it in the same way everywhere")
            })),
        }
    }

    fn define_whole(&mut self, pack: usize, section: Entry, diags: &mut Vec<Diagnostic>) {
        let Kind::Map(root) = &mut self.root.kind else { return };
        if let Some(first) = root.entry(&section.key) {
            let help = format!(
                "use `patch` with `at: {}` and `append`, `insert` or `replace` instead",
                section.key
            );
            diags.push(
                Diagnostic::error(
                    codes::SECTION_TAKEN,
                    format!("the section `{}` is already there", section.key),
                    section.key_span,
                    "defined again here",
                )
                .and(first.key_span, "first defined here")
                .help(help),
            );
            return;
        }
        root.entries.push(section.clone());
        if let Kind::Map(origin) = &mut self.provenance.origin_mut().kind {
            if origin.entry(&section.key).is_none() {
                origin.entries.push(section);
            } else {
                let path = Path(vec![section.key]);
                self.provenance.push(defined_again(pack, path, &section.value));
            }
        }
    }

    fn decode_lists(
        &mut self,
        pack: usize,
        lists: &Lists,
        diags: &mut Vec<Diagnostic>,
    ) -> Vec<Patch> {
        let mut patches = vec![];
        let mut all: Vec<&Entry> = lists.patch.iter().collect();
        all.extend(&lists.remove);
        if let (Some(first), Some(info)) = (all.first(), self.packs.get(pack))
            && !info.extends
        {
            let told = Diagnostic::error(
                codes::NOTHING_TO_PATCH,
                format!("pack `{}` extends no other, so there is nothing to patch", info.id),
                first.key_span,
                "changes what another pack defined",
            )
            .help("name the other pack with `extends`, or change it where it is defined");
            diags.push(match self.defined_at(first) {
                Some(span) => told.and(span, "defined here"),
                None => told,
            });
            return patches;
        }
        for entry in all {
            if entry.value.kind == Kind::Null {
                continue;
            }
            let Some(items) = entry.value.as_seq() else {
                let what = format!("`{}`", entry.key);
                diags.push(wrong(&what, &entry.value, "expected a list, each item after a `-`"));
                continue;
            };
            for item in items {
                if self.patches_left == 0 {
                    let told = Diagnostic::error(
                        codes::TOO_BIG,
                        "too many patches",
                        item.span,
                        "from here",
                    )
                    .note(format!("at most {PATCHES_MAX} are applied"));
                    diags.extend((!std::mem::replace(&mut self.is_full, true)).then_some(told));
                    return patches;
                }
                self.patches_left -= 1;
                patches.extend(match entry.key.as_str() {
                    "patch" => decode(item, diags),
                    _ => decode_remove(item, diags),
                });
            }
        }
        patches
    }

    /// The definition of the entry that the first item of a list would change.
    fn defined_at(&self, list: &Entry) -> Option<Span> {
        let item = list.value.as_seq()?.first()?;
        let at = item.as_map().map_or(Some(item), |map| map.get("at"))?;
        let path = Path::parse(at.as_text()?)?;
        let [section, id, ..] = path.0.as_slice() else { return None };
        let section = self.root.as_map()?.get(section)?.as_map()?;
        section.entry(id).map(|entry| entry.key_span)
    }

    fn patch(&mut self, pack: usize, patch: &Patch, diags: &mut Vec<Diagnostic>) {
        // A patch scans the section it changes.
        if !self.may_copy(self.n_entries(patch) / ENTRIES_PER_COPY, diags) {
            (self.patches_left, self.is_full) = (0, true);
            return;
        }
        let checked = self.check_expect(pack, patch);
        let done = match checked.and_then(|()| apply(&mut self.root, patch)) {
            Ok(done) => done,
            Err(told) => {
                diags.extend(self.explain(pack, patch, *told));
                return;
            }
        };
        let size = done.before.as_ref().map_or(0, count) + done.after.as_ref().map_or(0, count);
        if !self.may_copy(size, diags) {
            // Stop patching here: each further patch would copy for nothing.
            self.patches_left = 0;
            self.is_full = true;
            return;
        }
        if done.after.is_none() {
            self.removed.insert(patch.target(), self.provenance.records().len());
        }
        self.provenance.push(Record {
            path: patch.target(),
            pack,
            operator: patch.op.operator(),
            words: patch.op.words(),
            span: patch.span,
            before: done.before,
            after: done.after,
            from: None,
        });
    }

    /// The number of entries in the section that a patch changes.
    fn n_entries(&self, patch: &Patch) -> usize {
        let section = patch.at.0.first().and_then(|name| self.root.as_map()?.get(name)?.as_map());
        section.map_or(0, |map| map.entries.len())
    }

    /// Adds to "unknown path" who removed it, or where it is inherited from. Returns `None` if two
    /// unrelated packs remove the same path.
    fn explain(&self, pack: usize, patch: &Patch, told: Diagnostic) -> Option<Diagnostic> {
        if told.code != codes::PATH_NOWHERE {
            return Some(told);
        }
        let wanted = match &patch.op {
            Op::Insert { key, .. } => patch.at.join(key),
            _ => patch.target(),
        };
        let above = (1..=wanted.0.len()).filter_map(|n_parts| {
            self.removed.get(&Path(wanted.0.get(..n_parts)?.to_vec())).copied()
        });
        if let Some(record) = above.max().and_then(|at| self.provenance.records().get(at)) {
            let takes = patch.op.operator().takes_away() && record.path == wanted;
            if takes && self.strangers(pack, record.pack) {
                return None;
            }
            let by = self.packs.get(record.pack).map_or("", |pack| &pack.id);
            return Some(told.and(record.span, format!("`{}` taken away by `{by}`", record.path)));
        }
        let ([section, id, key, ..], true) = (patch.at.0.as_slice(), patch.expect.is_none()) else {
            return Some(told);
        };
        let entry = super::path::find(&self.root, &[section.clone(), id.clone()]);
        match entry.and_then(|entry| entry.as_map()?.get("like")) {
            None => Some(told),
            Some(like) => Some(told.note(format!(
                "`{section}.{id}` is like {} and inherits the rest after all patches; \
                 `set` can be used at `{section}.{id}.{key}`",
                render(like)
            ))),
        }
    }
}

#[derive(Default)]
struct Lists {
    patch: Vec<Entry>,
    remove: Vec<Entry>,
}

/// The mapping of a section, created if missing. `None` if it is not a mapping.
fn section_of<'a>(root: &'a mut Node, empty: &dyn Fn() -> Entry) -> Option<&'a mut Map> {
    let Kind::Map(root) = &mut root.kind else { return None };
    let empty = empty();
    let idx = root.entries.iter().position(|entry| entry.key == empty.key).unwrap_or_else(|| {
        root.entries.push(empty);
        root.entries.len() - 1
    });
    match &mut root.entries.get_mut(idx)?.value.kind {
        Kind::Map(map) => Some(map),
        _ => None,
    }
}

fn defined_again(pack: usize, path: Path, value: &Node) -> Record {
    Record {
        path,
        pack,
        operator: Operator::Define,
        words: format!("set to {}", render(value)),
        span: value.span,
        before: None,
        after: Some(value.clone()),
        from: None,
    }
}

fn id_twice(section: &str, entry: &Entry, first: Span) -> Diagnostic {
    let message = format!("`{}` is defined twice in `{section}`", entry.key);
    Diagnostic::error(codes::DEFINED_TWICE, message, entry.key_span, "again here")
        .and(first, "first here")
        .help("give one of them another id, or remove one")
}

fn section_twice(section: &Entry, first: Span) -> Diagnostic {
    let message = format!("the section `{}` is defined twice", section.key);
    Diagnostic::error(codes::LIST_TWICE, message, section.key_span, "again here")
        .and(first, "first here")
        .note("a section that is a list stands in one file only")
        .help("put all of it into one file")
}

fn defined_before(section: &str, entry: &Entry, first: Span) -> Diagnostic {
    let message = format!("`{}` is already defined in `{section}`", entry.key);
    Diagnostic::error(codes::DEFINED_ELSEWHERE, message, entry.key_span, "defined again here")
        .and(first, "first defined here, by a pack this one is layered on")
        .help(format!(
            "patch it instead: `patch: [{{ at: {section}.{}, replace: ... }}]`, or use another id",
            entry.key
        ))
}

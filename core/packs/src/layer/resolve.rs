//! Resolves the wanted packs to all that are needed, each after those it builds on.

use std::collections::{BTreeMap, BTreeSet};

use semver::VersionReq;

use super::similar::similar_help;
use super::{PACKS_MAX, Read};
use crate::library::{Library, ManifestFile};
use crate::manifest::Manifest;
use boardwright_syntax::diag::codes::layer as codes;
use boardwright_syntax::diag::{Diagnostic, Level};
use boardwright_syntax::source::{Sources, Span};

/// Packs in order.
pub(super) struct Resolved {
    pub packs: Vec<Pack>,
    /// For each pack, by position, all packs it builds on, directly or indirectly.
    pub depends: Vec<BTreeSet<usize>>,
}

pub(super) struct Pack {
    pub file: ManifestFile,
}

impl Pack {
    pub fn id(&self) -> &str {
        &self.file.manifest.id.value
    }
}

pub(super) fn resolve(
    library: &Library,
    wanted: &[&str],
    sources: &mut Sources,
    read: Read,
    diags: &mut Vec<Diagnostic>,
) -> Resolved {
    let mut walk = Walk {
        library,
        sources,
        read,
        diags,
        done: BTreeMap::new(),
        stack: vec![],
        packs: vec![],
        too_many: false,
    };
    for written in wanted {
        let (id, version) = written.split_once('@').unwrap_or((written, "*"));
        match VersionReq::parse(version) {
            Ok(version) => walk.visit(id, &version, None),
            Err(_) => walk.diags.push(
                Diagnostic::placeless(
                    codes::NOT_A_VERSION,
                    format!("`{version}` is not a range of versions"),
                )
                .help(format!("write something like `{id}@^1.2`")),
            ),
        }
    }
    let packs = walk.packs;
    let depends = depends(&packs);
    one_base(&packs, wanted, diags);
    conflicts(&packs, diags);
    options(&packs, diags);
    notices(&packs, diags);
    Resolved { packs, depends }
}

struct Walk<'a> {
    library: &'a Library,
    sources: &'a mut Sources,
    read: Read<'a>,
    diags: &'a mut Vec<Diagnostic>,
    /// Packs that were visited, with their position if they could be read.
    done: BTreeMap<String, Option<usize>>,
    /// Packs whose `extends` are being resolved now.
    stack: Vec<String>,
    packs: Vec<Pack>,
    too_many: bool,
}

impl Walk<'_> {
    fn visit(&mut self, id: &str, version: &VersionReq, asked: Option<Span>) {
        if let Some(at) = self.stack.iter().position(|open| open == id) {
            self.cycle(at, id, asked);
            return;
        }
        if !self.done.contains_key(id) {
            if !self.library.has(id) {
                self.unknown(id, asked);
                self.done.insert(id.into(), None);
                return;
            }
            // The limit also bounds the depth of the recursion.
            if self.done.len() + self.stack.len() >= PACKS_MAX {
                if !std::mem::replace(&mut self.too_many, true) {
                    self.diags.push(
                        Diagnostic::placeless(codes::TOO_BIG, "too many packs are used together")
                            .note(format!("at most {PACKS_MAX} packs can be")),
                    );
                }
                return;
            }
            let file = self.library.manifest(id, self.sources, self.read, self.diags);
            let position = file.map(|file| self.enter(id, file));
            self.done.insert(id.into(), position);
        }
        let position = self.done.get(id).copied().flatten();
        if let Some(pack) = position.and_then(|at| self.packs.get(at)) {
            let manifest = &pack.file.manifest;
            if !version.matches(&manifest.version) {
                self.diags.push(wrong_version(manifest, version, asked));
            }
        }
    }

    fn enter(&mut self, id: &str, file: ManifestFile) -> usize {
        self.stack.push(id.into());
        for needed in &file.manifest.extends {
            self.visit(&needed.id, &needed.version, Some(needed.span));
        }
        self.stack.pop();
        self.packs.push(Pack { file });
        self.packs.len() - 1
    }

    fn cycle(&mut self, at: usize, id: &str, asked: Option<Span>) {
        let open = self.stack.iter().skip(at).map(String::as_str);
        let chain: Vec<String> = open.chain([id]).map(|id| format!("`{id}`")).collect();
        let message = format!("packs extend each other: {}", chain.join(" -> "));
        let mut told = Diagnostic::placeless(codes::EXTENDS_CIRCLE, message)
            .help("remove one of the `extends`");
        told.primary = asked
            .map(|span| boardwright_syntax::diag::Label { span, text: "closes the circle".into() });
        self.diags.push(told);
    }

    fn unknown(&mut self, id: &str, asked: Option<Span>) {
        let message = format!("unknown pack `{id}`");
        let mut told = match asked {
            Some(span) => {
                Diagnostic::error(codes::UNKNOWN_PACK, message, span, "no pack has this id")
            }
            None => Diagnostic::placeless(codes::UNKNOWN_PACK, message),
        };
        told.help = similar_help("pack", id, self.library.ids()).or_else(|| {
            let known: Vec<&str> = self.library.ids().take(12).collect();
            match known.is_empty() {
                true => Some("add a folder of packs".into()),
                false => Some(format!("known packs are `{}`", known.join("`, `"))),
            }
        });
        self.diags.push(told);
    }
}

fn wrong_version(found: &Manifest, wanted: &VersionReq, asked: Option<Span>) -> Diagnostic {
    let id = &found.id.value;
    let message = format!("pack `{id}` is version {}, and {wanted} is needed", found.version);
    let told = match asked {
        Some(span) => Diagnostic::error(codes::PACK_VERSION, message, span, "asked for here")
            .and(found.id.span, format!("this is version {}", found.version)),
        None => Diagnostic::error(codes::PACK_VERSION, message, found.id.span, "of this pack"),
    };
    told.help(format!("use another version of `{id}`, or ask for `{id}@^{}`", found.version))
}

fn depends(packs: &[Pack]) -> Vec<BTreeSet<usize>> {
    let mut all: Vec<BTreeSet<usize>> = vec![];
    for pack in packs {
        let mut mine = BTreeSet::new();
        for needed in &pack.file.manifest.extends {
            // A pack without a position is missing, or part of a cycle; that was already reported.
            let Some(at) = packs.iter().take(all.len()).position(|p| p.id() == needed.id) else {
                continue;
            };
            mine.insert(at);
            mine.extend(all.get(at).into_iter().flatten());
        }
        all.push(mine);
    }
    all
}

fn one_base(packs: &[Pack], wanted: &[&str], diags: &mut Vec<Diagnostic>) {
    if wanted.is_empty() {
        let told = Diagnostic::placeless(codes::NOT_ONE_GAME, "no pack was named");
        diags.push(told.help("name the pack of a game"));
        return;
    }
    let is_base = |pack: &&Pack| {
        // If `extends` could not be read, the list is empty; that was already reported.
        let written = pack.file.node.as_map().is_some_and(|map| map.get("extends").is_some());
        pack.file.manifest.extends.is_empty() && !written
    };
    let mut bases = packs.iter().filter(is_base).map(|pack| &pack.file.manifest.id);
    let Some(first) = bases.next() else { return };
    for other in bases {
        diags.push(
            Diagnostic::error(
                codes::NOT_ONE_GAME,
                format!("`{}` and `{}` are two games", first.value, other.value),
                other.span,
                "extends no other pack, so it is a game of its own",
            )
            .and(first.span, "and so is this one")
            .help(format!("use one of them, or add `extends: {}`", first.value)),
        );
    }
}

fn conflicts(packs: &[Pack], diags: &mut Vec<Diagnostic>) {
    let mut told = BTreeSet::new();
    for pack in packs {
        for conflict in &pack.file.manifest.conflicts {
            let other = packs.iter().find(|other| other.id() == conflict.id);
            let Some(other) = other.filter(|other| other.id() != pack.id()) else { continue };
            let pair = [pack.id().min(other.id()), pack.id().max(other.id())];
            if !told.insert(pair) {
                continue;
            }
            let message =
                format!("packs `{}` and `{}` cannot be used together", pack.id(), other.id());
            let mut error =
                Diagnostic::error(codes::CONFLICT, message, conflict.span, "says so here")
                    .help("leave one of them out");
            if let Some(reason) = &conflict.reason {
                error = error.note(reason);
            }
            diags.push(error);
        }
    }
}

fn options(packs: &[Pack], diags: &mut Vec<Diagnostic>) {
    let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
    for option in packs.iter().flat_map(|pack| &pack.file.manifest.options) {
        let id = option.id.value.as_str();
        match seen.get(id) {
            None => {
                seen.insert(id, option.id.span);
            }
            Some(first) => diags.push(
                Diagnostic::error(
                    codes::SAME_OPTION,
                    format!("two packs have the option `{id}`"),
                    option.id.span,
                    "again here",
                )
                .and(*first, "first here")
                .help("give one of them another id"),
            ),
        }
    }
}

fn notices(packs: &[Pack], diags: &mut Vec<Diagnostic>) {
    for pack in packs {
        for notice in &pack.file.manifest.notices {
            if packs.iter().any(|other| other.id() == notice.with.value) {
                let (id, with) = (pack.id(), &notice.with.value);
                let message = format!("`{id}`, used with `{with}`: {}", notice.text);
                let mut told = Diagnostic::warning(codes::ADVICE, message, notice.with.span, "");
                told.level = Level::Note;
                diags.push(told);
            }
        }
    }
}

//! `source: { conf, ref, parts }`: how certain a printed value is, and where it comes from; and the
//! entries that do not say so.

use super::path::{Path, find, item_key};
use super::similar::similar_help;
use super::value::{render, scalar_text};
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::diag::codes::layer as codes;
use boardwright_syntax::source::Span;
use boardwright_syntax::yaml::{Kind, Map, Node};

/// The certainty of a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Confidence {
    /// Read in the rules or on the piece itself.
    Known,
    /// Reported by others who saw it.
    Secondary,
    /// Reconstructed from what is likely.
    Reconstructed,
}

impl Confidence {
    /// All levels, the most certain first.
    pub const ALL: [Confidence; 3] = [Self::Known, Self::Secondary, Self::Reconstructed];

    /// The word authors write.
    pub fn name(self) -> &'static str {
        match self {
            Confidence::Known => "known",
            Confidence::Secondary => "secondary",
            Confidence::Reconstructed => "reconstructed",
        }
    }
}

/// A place in the tree that states how certain it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The path it covers: `tiles.mill`.
    pub path: String,
    /// How certain it is.
    pub conf: Confidence,
    /// Where it comes from.
    pub reference: Option<String>,
    /// The place of the mark.
    pub span: Span,
}

/// All marks in a tree, in source order. A mapping `source` with a `conf` is a mark, and each of
/// its `parts` is a mark for a part of the same entry. A part must exist in the tree, or in
/// `origin`, the tree before any patch: a patch may remove the part that a mark covers.
pub(super) fn marks(root: &Node, origin: &Node, diags: &mut Vec<Diagnostic>) -> Vec<Mark> {
    let mut collector = Collector { origin, found: vec![], diags };
    collector.collect(root, &Path::default());
    collector.found
}

struct Collector<'a> {
    origin: &'a Node,
    found: Vec<Mark>,
    diags: &'a mut Vec<Diagnostic>,
}

impl Collector<'_> {
    fn collect(&mut self, node: &Node, path: &Path) {
        match &node.kind {
            Kind::Map(map) => {
                for entry in &map.entries {
                    match entry.value.as_map() {
                        Some(source) if entry.key == "source" && source.get("conf").is_some() => {
                            self.mark(&entry.value, source, path);
                            self.parts(node, source, path);
                        }
                        _ => self.collect(&entry.value, &path.join(&entry.key)),
                    }
                }
            }
            Kind::Seq(items) => {
                for item in items {
                    match item_key(item) {
                        Some(key) => self.collect(item, &path.join(&key)),
                        None => self.collect(item, path),
                    }
                }
            }
            _ => {}
        }
    }

    fn mark(&mut self, node: &Node, source: &Map, path: &Path) {
        let Some(conf) = source.get("conf").and_then(|conf| self.conf(conf, path)) else { return };
        let reference = source.get("ref").and_then(scalar_text);
        self.found.push(Mark { path: path.to_string(), conf, reference, span: node.span });
    }

    /// Marks of the parts of an entry: `points: reconstructed`, or `points: { conf, ref }`.
    fn parts(&mut self, thing: &Node, source: &Map, path: &Path) {
        let Some(parts) = source.get("parts") else { return };
        let Kind::Map(map) = &parts.kind else {
            let message = format!("`parts` of the source of `{path}` is {}", render(parts));
            let diag =
                Diagnostic::error(codes::SOURCE_PART, message, parts.span, "expected a mapping");
            self.diags.push(diag.help("write `parts: { points: reconstructed }`"));
            return;
        };
        for part in &map.entries {
            let inside = Path::parse(&part.key);
            let Some(inside) = inside.filter(|inside| self.was_there(thing, path, inside)) else {
                self.no_part(thing, &part.key, part.key_span, path);
                continue;
            };
            if find(thing, &inside.0).is_none() {
                continue;
            }
            let whole = Path(path.0.iter().chain(&inside.0).cloned().collect());
            match &part.value.kind {
                Kind::Map(source) if source.get("conf").is_some() => {
                    self.mark(&part.value, source, &whole);
                }
                _ => {
                    if let Some(conf) = self.conf(&part.value, &whole) {
                        let span = part.value.span;
                        let mark = Mark { path: whole.to_string(), conf, reference: None, span };
                        self.found.push(mark);
                    }
                }
            }
        }
    }

    /// Whether a part exists, or existed before a patch removed it.
    fn was_there(&self, thing: &Node, path: &Path, inside: &Path) -> bool {
        let before = find(self.origin, &path.0).and_then(|thing| find(thing, &inside.0));
        find(thing, &inside.0).or(before).is_some()
    }

    fn no_part(&mut self, thing: &Node, key: &str, span: Span, path: &Path) {
        let message = format!("the source of `{path}` is about a part `{key}` that is not there");
        let mut diag =
            Diagnostic::error(codes::SOURCE_PART, message, span, "no such key beside `source`");
        let keys = thing.as_map().map_or(&[][..], |map| &map.entries).iter();
        let keys = keys.map(|entry| entry.key.as_str()).filter(|key| *key != "source");
        diag.help = similar_help("", key, keys.clone())
            .or_else(|| Some(format!("there is `{}`", keys.collect::<Vec<_>>().join("`, `"))));
        self.diags.push(diag);
    }

    /// Reads a certainty, or reports another word.
    fn conf(&mut self, node: &Node, path: &Path) -> Option<Confidence> {
        let word = scalar_text(node).unwrap_or_default();
        let found = Confidence::ALL.into_iter().find(|conf| conf.name() == word);
        if found.is_none() {
            let names = Confidence::ALL.map(Confidence::name);
            let message = format!("`conf` of `{path}` is {}", render(node));
            let expected = format!("expected one of `{}`", names.join("`, `"));
            let mut told = Diagnostic::error(codes::CONF, message, node.span, expected);
            told.help = similar_help("", &word, names.into_iter())
                .or_else(|| Some("write `conf: reconstructed` for what is guessed".into()));
            self.diags.push(told);
        }
        found
    }
}

/// Sections that are lists of steps; each step may have a mark.
const STEPS: [&str; 3] = ["setup", "play", "scoring"];
/// Sections whose values cannot be uncertain.
const PASSED_OVER: [&str; 6] = ["periods", "windows", "ranking", "table", "hints", "balance"];

/// An entry without a mark.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unmarked {
    /// Its path: `tiles.mill`.
    pub path: String,
    /// Its place.
    pub span: Span,
}

/// All entries of a tree without a mark, in source order. A part of an entry (a face, a space of a
/// group) has the mark of the entry unless it has its own.
pub fn unmarked(root: &Node) -> Vec<Unmarked> {
    let mut found = vec![];
    let Some(sections) = root.as_map() else { return found };
    for section in &sections.entries {
        let path = Path(vec![section.key.clone()]);
        let key = section.key.as_str();
        match &section.value.kind {
            _ if PASSED_OVER.contains(&key) => {}
            Kind::Seq(steps) if STEPS.contains(&key) => {
                let bare = steps.iter().filter(|step| !is_marked(step));
                let told = |step: &Node| Unmarked { path: path.to_string(), span: step.span };
                found.extend(bare.map(told));
            }
            Kind::Map(_) if key == "automa" => {
                thing(&section.value, section.key_span, path, &mut found)
            }
            Kind::Map(map) => {
                for entry in &map.entries {
                    thing(&entry.value, entry.key_span, path.join(&entry.key), &mut found);
                }
            }
            _ => {}
        }
    }
    found
}

fn thing(node: &Node, span: Span, path: Path, found: &mut Vec<Unmarked>) {
    if is_marked(node) {
        return;
    }
    // If all parts are marked, the entry needs no mark.
    let parts = node.as_map().map_or_else(Vec::new, parts);
    if parts.is_empty() || !parts.iter().all(|part| is_marked(part)) {
        found.push(Unmarked { path: path.to_string(), span });
    }
}

/// Spaces of a list.
fn parts(map: &Map) -> Vec<&Node> {
    match map.get("list").map(|list| &list.kind) {
        Some(Kind::Map(list)) => list.entries.iter().map(|entry| &entry.value).collect(),
        Some(Kind::Seq(items)) => items.iter().collect(),
        _ => vec![],
    }
}

fn is_marked(node: &Node) -> bool {
    let source = node.as_map().and_then(|map| map.get("source")?.as_map());
    source.is_some_and(|source| source.get("conf").is_some())
}

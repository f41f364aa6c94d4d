//! Rewrites packs from the language before 1.0 to 1.0. It maps text to text: only changed places
//! are edited, and every other byte stays.
//!
//! The rules run one after the other, and the text is parsed again after each, so several rules may
//! change the same step. Anything a rule cannot rewrite without guessing is left for a person.
//!
//! ```
//! use boardwright_fix::{PackDeclarations, Sort, fix};
//!
//! let old = "setup:\n  - gain: { wood: 1, to: p2 } # for the second\n";
//! let fixed = fix("game.yaml", old, Sort::Rules, &PackDeclarations::default()).unwrap();
//! assert_eq!(fixed.text, "setup:\n  - gain: { wood: 1 } # for the second\n    who: p2\n");
//! ```

mod edit;
mod held;
mod ids;
mod known;
mod page;
mod place;
mod rules;
#[cfg(test)]
mod tests;
mod trail;
mod walk;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

pub use known::PackDeclarations;
pub use rules::{RULES, Rule};

use boardwright_packs::library::{Library, MANIFEST};
use boardwright_play::game;
use boardwright_play::scenario;
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::diag::codes::names_used::BARE_FIELD;
use boardwright_syntax::source::{FileId, SourceFile, Sources, Span};
use boardwright_syntax::yaml::{self, Node};
use edit::{Edit, apply, compatible, moved, unmoved};
use page::Page;
use place::Place;
use rules::{Findings, Remark};
use walk::Found;

/// Most passes of a rule over a text: conflicting changes are made one after the other.
const ROUNDS_MAX: usize = 200;

/// The sort of a file in a pack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    /// `pack.yaml`.
    Manifest,
    /// A file with sections.
    Rules,
    /// Scenarios, laws, ranges.
    Tests,
    /// Translations.
    Texts,
    /// A script.
    Script,
}

impl Sort {
    /// The sort of a file, from its path inside the pack. `None` if it is neither YAML nor a
    /// script.
    pub fn of(path: &str) -> Option<Sort> {
        if path.ends_with(".luau") {
            return Some(Sort::Script);
        }
        let sort = match path.split_once('/') {
            Some(("tests", _)) => Sort::Tests,
            Some(("text", _)) => Sort::Texts,
            None if path == MANIFEST => Sort::Manifest,
            _ => Sort::Rules,
        };
        path.ends_with(".yaml").then_some(sort)
    }
}

/// A file that has been rewritten.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fixed {
    /// Its text.
    pub text: String,
    /// How often each rule changed it, in the order of the rules; rules without changes are left
    /// out.
    pub counts: Vec<(&'static str, usize)>,
    /// What is left for a person to rewrite.
    pub left: Vec<Left>,
}

/// A place that a person has to rewrite.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Left {
    /// The rule it concerns, or `paths` for a path of a patch.
    pub rule: &'static str,
    /// Line and column in the original text.
    pub before: (u32, u32),
    /// Line and column in the rewritten text.
    pub after: (u32, u32),
    /// The problem.
    pub message: String,
    /// The advice.
    pub help: String,
}

/// A file that is not YAML.
#[derive(Debug)]
pub struct Unreadable {
    /// The rule that would have broken it; `None` if it was not YAML before.
    pub by: Option<&'static str>,
    /// Its text.
    pub sources: Sources,
    /// The reasons.
    pub diags: Vec<Diagnostic>,
}

/// Reads a file, so that its declarations can be known to others.
pub fn read(path: &str, text: &str) -> Result<Arc<Node>, Box<Unreadable>> {
    let mut sources = Sources::default();
    let pack = path.split('/').next().unwrap_or_default().to_owned();
    let file = sources.add(SourceFile { pack, path: path.to_owned(), text: text.to_owned() });
    let mut diags = vec![];
    match yaml::read(&sources, file, &mut diags) {
        Some(root) => Ok(Arc::new(root)),
        None => Err(Box::new(Unreadable { by: None, sources, diags })),
    }
}

/// Rewrites a file. `path` is for display and starts with the pack.
///
/// # Errors
///
/// The text is not YAML, or a rule would break it.
pub fn fix(
    path: &str,
    text: &str,
    sort: Sort,
    known: &PackDeclarations,
) -> Result<Fixed, Box<Unreadable>> {
    if sort == Sort::Script {
        let (mut text, mut n_held) = (text.to_owned(), 0);
        loop {
            let edits = held::look(&text);
            if edits.is_empty() {
                break;
            }
            n_held += edits.len();
            text = apply(&text, &edits);
        }
        let edits = ids::look_at_script(&text, known);
        let counts = [(held::RULE.name, n_held), (ids::RULE.name, edits.len())];
        let counts = counts.into_iter().filter(|(_, n)| *n > 0).collect();
        return Ok(Fixed { text: apply(&text, &edits), counts, left: vec![] });
    }
    let mut work = Work { text: text.to_owned(), passes: vec![], left: vec![] };
    let mut counts = vec![0; RULES.len()];
    let mut count = |name: &str, n: usize| {
        let rule = RULES.iter().position(|rule| rule.name == name);
        if let Some(count) = rule.and_then(|at| counts.get_mut(at)) {
            *count += n;
        }
    };
    let root = read(path, &work.text)?;
    let paths = rules::paths(&Page::new(&work.text), &find(&root, sort, known));
    work.leave("paths", &paths.findings);
    if work.make(path, "paths", paths.findings)?.is_some() {
        paths.rules.iter().flatten().for_each(|name| count(name, 1));
    }
    for rule in RULES {
        for round in 0..ROUNDS_MAX {
            let root = read(path, &work.text)?;
            let findings = rules::look(rule, &Page::new(&work.text), &find(&root, sort, known));
            if round == 0 {
                work.leave(rule.name, &findings);
            }
            match work.make(path, rule.name, findings)? {
                Some(n_changes) => count(rule.name, n_changes),
                None => break,
            }
        }
    }
    loop {
        let mut findings = Findings::default();
        held::look(&work.text).into_iter().for_each(|edit| findings.change(vec![edit]));
        match work.make(path, held::RULE.name, findings)? {
            Some(n_changes) => count(held::RULE.name, n_changes),
            None => break,
        }
    }
    let root = read(path, &work.text)?;
    let ids = ids::look(&Page::new(&work.text), &root, sort, known);
    if let Some(n_changes) = work.make(path, ids::RULE.name, ids)? {
        count(ids::RULE.name, n_changes);
    }
    let left = work.remaining(text);
    let names = RULES.iter().map(|rule| rule.name);
    let counts = names.zip(counts).filter(|(_, n)| *n > 0).collect();
    Ok(Fixed { text: work.text, counts, left })
}

/// Fields without `it` in a pack that otherwise uses the current language. Before 1.0, a field of
/// `it` could be written alone, and took precedence over other names.
pub struct BareFields {
    /// Where `it.` is missing: the byte offsets by file, with paths inside the pack.
    pub places: BTreeMap<String, BTreeSet<usize>>,
    /// Fields whose place is not exact, because the text is folded or has escapes.
    pub left: Vec<Diagnostic>,
    /// The source texts, for display.
    pub sources: Sources,
}

/// Finds fields without `it` in the rules and scenarios of a pack. Only the compiler knows what is
/// a field. An error may hide further fields until it is fixed.
pub fn bare_fields(library: &Library, pack: &str) -> BareFields {
    let checked = game::check(library, &[pack]);
    let (mut diags, sources) = (checked.diags, checked.sources);
    if let Some(game) = &checked.game {
        let scenarios = scenario::scenarios(&game.loaded).0;
        let of_pack = scenarios.iter().filter(|scenario| scenario.pack == pack);
        diags.extend(of_pack.flat_map(|scenario| scenario::run(game, scenario).diags));
    }
    let is_name = |text: &str| text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let mut found =
        BareFields { places: BTreeMap::new(), left: vec![], sources: Sources::default() };
    for diag in diags.into_iter().filter(|diag| diag.code == BARE_FIELD) {
        let Some(span) = diag.primary.as_ref().map(|label| label.span) else { continue };
        let file = sources.file(span.file);
        let Some(inside) = file.path.strip_prefix(&format!("{pack}/")) else { continue };
        if is_name(sources.slice(span)) {
            found.places.entry(inside.to_owned()).or_default().insert(span.start as usize);
        } else if !found.left.contains(&diag) {
            found.left.push(diag);
        }
    }
    found.sources = sources;
    found
}

/// The changes between two texts, as a unified diff; empty if there are none.
pub fn diff(path: &str, before: &str, after: &str) -> String {
    if before == after {
        return String::new();
    }
    let lines = similar::TextDiff::from_lines(before, after);
    let (a, b) = (format!("a/{path}"), format!("b/{path}"));
    lines.unified_diff().context_radius(2).header(&a, &b).to_string()
}

fn find<'n>(root: &'n Node, sort: Sort, known: &'n PackDeclarations) -> Found<'n> {
    match sort {
        Sort::Manifest => walk::walk(root, Place::Manifest, known),
        Sort::Rules => walk::walk(root, Place::Rules, known),
        Sort::Tests => walk::walk(root, Place::Tests, known),
        Sort::Texts | Sort::Script => walk::walk_texts(root, known),
    }
}

/// A text being rewritten.
struct Work {
    text: String,
    /// All edits so far, by pass.
    passes: Vec<Vec<Edit>>,
    /// What is left, with the rule and the number of earlier passes.
    left: Vec<(&'static str, usize, Remark)>,
}

impl Work {
    fn leave(&mut self, rule: &'static str, findings: &Findings) {
        let n_passes = self.passes.len();
        self.left.extend(findings.left.iter().map(|remark| (rule, n_passes, remark.clone())));
    }

    /// Applies as many changes as possible. Returns their number; `None` if there was nothing to
    /// do.
    fn make(
        &mut self,
        path: &str,
        rule: &'static str,
        findings: Findings,
    ) -> Result<Option<usize>, Box<Unreadable>> {
        let (edits, n_changes) = compatible(findings.changes);
        if n_changes == 0 {
            return Ok(None);
        }
        let text = apply(&self.text, &edits);
        // A rule that breaks a file is our bug, and must not damage the file.
        if let Err(mut broken) = read(path, &text) {
            broken.by = Some(rule);
            return Err(broken);
        }
        self.text = text;
        self.passes.push(edits);
        Ok(Some(n_changes))
    }

    /// What is left, with its places in the first and the last text.
    fn remaining(&self, first: &str) -> Vec<Left> {
        let left = self.left.iter().map(|(rule, n_passes, remark)| {
            let (done, to_do) = self.passes.split_at((*n_passes).min(self.passes.len()));
            let before = done.iter().rev().fold(remark.at, |at, edits| unmoved(at, edits));
            let after = to_do.iter().fold(remark.at, |at, edits| moved(at, edits));
            Left {
                rule,
                before: place(first, before),
                after: place(&self.text, after),
                message: remark.message.clone(),
                help: remark.help.clone(),
            }
        });
        let mut left: Vec<Left> = left.collect();
        left.sort_by_key(|place| place.before);
        left
    }
}

/// Line and column of an offset, both from 1.
fn place(text: &str, offset: usize) -> (u32, u32) {
    let mut sources = Sources::default();
    let (pack, path) = Default::default();
    let file: FileId = sources.add(SourceFile { pack, path, text: text.to_owned() });
    sources.line_col(Span::at(file, offset as u32))
}

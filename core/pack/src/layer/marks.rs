//! `source: { conf, ref }`: how sure we are of a printed value, and where it is from.

use super::path::{Path, item_key};
use super::similar::similar_help;
use super::value::{render, scalar_text};
use crate::diag::Diagnostic;
use crate::source::Span;
use crate::yaml::{Kind, Map, Node};

/// How sure a value is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Confidence {
    /// Read in the rules or on the piece itself.
    Known,
    /// Told by others who saw it.
    Secondary,
    /// Put together from what is likely.
    Reconstructed,
}

impl Confidence {
    /// All, the surest first.
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

/// A place in the tree that says how sure it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// What it is about: `tiles.mill`.
    pub path: String,
    /// How sure it is.
    pub conf: Confidence,
    /// Where it is from.
    pub reference: Option<String>,
    /// Where it says so.
    pub span: Span,
}

/// All marks in a tree, in its order. A mapping `source` that has a `conf` is one.
pub fn marks(root: &Node, diags: &mut Vec<Diagnostic>) -> Vec<Mark> {
    let mut found = vec![];
    collect(root, &Path::default(), &mut found, diags);
    found
}

fn collect(node: &Node, path: &Path, found: &mut Vec<Mark>, diags: &mut Vec<Diagnostic>) {
    match &node.kind {
        Kind::Map(map) => {
            for entry in &map.entries {
                match entry.value.as_map() {
                    Some(source) if entry.key == "source" && source.get("conf").is_some() => {
                        found.extend(mark(&entry.value, source, path, diags));
                    }
                    _ => collect(&entry.value, &path.join(&entry.key), found, diags),
                }
            }
        }
        Kind::Seq(items) => {
            for item in items {
                match item_key(item) {
                    Some(key) => collect(item, &path.join(&key), found, diags),
                    None => collect(item, path, found, diags),
                }
            }
        }
        _ => {}
    }
}

fn mark(node: &Node, source: &Map, path: &Path, diags: &mut Vec<Diagnostic>) -> Option<Mark> {
    let conf = source.get("conf")?;
    let word = scalar_text(conf).unwrap_or_default();
    let names = Confidence::ALL.map(Confidence::name);
    let Some(conf) = Confidence::ALL.into_iter().find(|conf| conf.name() == word) else {
        let message = format!("`conf` of `{path}` is {}", render(conf));
        let expected = format!("expected one of `{}`", names.join("`, `"));
        let mut told = Diagnostic::error("L060", message, conf.span, expected);
        told.help = similar_help("", &word, names.into_iter())
            .or_else(|| Some("write `conf: reconstructed` for what is guessed".into()));
        diags.push(told);
        return None;
    };
    let reference = source.get("ref").and_then(scalar_text);
    Some(Mark { path: path.to_string(), conf, reference, span: node.span })
}

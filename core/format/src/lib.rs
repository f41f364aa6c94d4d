//! Formats the YAML of packs: quotes, indentation, spaces, blank lines.
//!
//! It maps text to text. The contents of a line may change; line breaks, comments and the order of
//! entries stay. The meaning of a file never changes: the new text is read again and compared with
//! the old one.
//!
//! A place takes an expression, a text or another value. The editor schemas say which, and for
//! printed attributes the kinds of the pack do. Where it is unknown, a value stays as written.

mod align;
mod indent;
mod places;
mod same;
mod scalar;
mod schema;
#[cfg(test)]
mod tests;
mod tokens;

pub use schema::Places;

use boardwright_packs::library::MANIFEST;
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::source::{FileId, SourceFile, Sources};
use boardwright_syntax::yaml::{self, Node};

/// The role of a file in a pack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// `pack.yaml`.
    Manifest,
    /// Sections of the rules.
    Rules,
    /// Scenarios, laws and balance.
    Tests,
    /// Texts in another language.
    Texts,
}

impl Role {
    /// The role of the file at a path inside its pack; `None` for files that are not YAML.
    pub fn of(path: &str) -> Option<Self> {
        if !path.ends_with(".yaml") {
            return None;
        }
        Some(match path.split_once('/') {
            None if path == MANIFEST => Self::Manifest,
            Some(("tests", _)) => Self::Tests,
            Some(("text", _)) => Self::Texts,
            _ => Self::Rules,
        })
    }
}

/// Why a file was not formatted.
#[derive(Clone, PartialEq, Debug)]
pub enum Trouble {
    /// It cannot be read, for these reasons.
    Unreadable(Vec<Diagnostic>),
    /// Formatting would have changed the meaning. This is a bug in the formatter.
    Changed,
}

/// Formats the text of a file.
///
/// # Errors
///
/// The file cannot be read, or the formatter has a bug.
pub fn format(
    sources: &Sources,
    file: FileId,
    role: Role,
    places: &Places,
) -> Result<String, Trouble> {
    let original = &sources.file(file).text;
    read(sources, file)?;
    // Only YAML treats a lone carriage return as a line break.
    if original.replace("\r\n", "").contains('\r') {
        return Ok(original.clone());
    }
    let n_breaks = original.matches('\n').count();
    let windows = n_breaks > 0 && original.matches("\r\n").count() == n_breaks;
    let (sources, file) = one(original.replace("\r\n", "\n"));
    let before = read(&sources, file)?;
    let text = &sources.file(file).text;
    let (after, retyped) = write(text, &before, role, places);
    if !same::same(text, &before, &after, &retyped) {
        return Err(Trouble::Changed);
    }
    Ok(if windows { after.replace('\n', "\r\n") } else { after })
}

/// The new text, and the places where a value changes its type with its quotes.
fn write(text: &str, tree: &Node, role: Role, places: &Places) -> (String, Vec<usize>) {
    let wanted = places::wanted(tree, role, places);
    let mut tokens = tokens::tokens(text, tree);
    if tokens.strange {
        return (text.to_owned(), vec![]);
    }
    let mut retyped = vec![];
    for token in &mut tokens.list {
        let Some(want) = wanted.get(&token.start) else { continue };
        let Some(new) = scalar::written(token, *want) else { continue };
        if scalar::is_typed(&new) {
            retyped.push(token.start);
        }
        token.text = new;
    }
    indent::indent(text, tree, &mut tokens.list);
    align::align(&mut tokens.list);
    (tokens::render(text, &tokens), retyped)
}

fn read(sources: &Sources, file: FileId) -> Result<Node, Trouble> {
    let mut diags = vec![];
    match yaml::read(sources, file, &mut diags) {
        Some(node) if diags.is_empty() => Ok(node),
        _ => Err(Trouble::Unreadable(diags)),
    }
}

/// One text on its own.
fn one(text: String) -> (Sources, FileId) {
    let mut sources = Sources::default();
    let (pack, path) = Default::default();
    let file = sources.add(SourceFile { pack, path, text });
    (sources, file)
}

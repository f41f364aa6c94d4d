//! The expression language, a part of Lua's own: text to tree and back.
//!
//! What names mean and whether the kinds of values fit is not decided here.

mod ast;
mod lex;
mod parse;
mod print;
#[cfg(test)]
mod tests;

pub use ast::{Ast, AstKind, BinOp, Ident, UnOp};
pub use print::print;

use crate::diag::Diagnostic;
use crate::diag::codes::expr as code;
use crate::source::Span;

/// Characters an expression may have.
pub const LENGTH_MAX: usize = 2_000;

/// Levels of a tree, the topmost included.
pub const DEPTH_MAX: u32 = 50;

/// Problems told of one expression; more would only repeat themselves.
pub const PROBLEMS_MAX: usize = 5;

/// Reads an expression that stands at `span` of its file.
///
/// Gives a tree exactly if nothing was reported. Where `text` is not as long as `span` (YAML
/// unfolded or unescaped it), places inside cannot be told and every span is the whole one.
pub fn parse(text: &str, span: Span, diags: &mut Vec<Diagnostic>) -> Option<Ast> {
    let n_before = diags.len();
    let ast = read(Text { text, span }, diags);
    diags.truncate(n_before + PROBLEMS_MAX);
    if diags.len() == n_before { ast } else { None }
}

/// Gives a tree as well where it is clear what was meant by something reported.
fn read(text: Text, diags: &mut Vec<Diagnostic>) -> Option<Ast> {
    let n_chars = text.text.chars().count();
    if n_chars > LENGTH_MAX {
        diags.push(too_long(n_chars, text.span));
        return None;
    }
    let tokens = lex::tokens(text, diags)?;
    let ast = parse::whole(text, tokens, diags)?;
    if let Some(place) = first_below(&ast, DEPTH_MAX) {
        diags.push(too_deep(place));
    }
    Some(ast)
}

/// The text of an expression and where it stands.
#[derive(Clone, Copy)]
struct Text<'a> {
    text: &'a str,
    span: Span,
}

impl<'a> Text<'a> {
    /// The place in the file of a stretch of the text, in bytes.
    fn place(self, start: usize, end: usize) -> Span {
        let Span { file, start: first, end: last } = self.span;
        if last.checked_sub(first).map(|length| length as usize) != Some(self.text.len()) {
            return self.span;
        }
        // Both fit: they are not beyond the text, and that is as long as the span.
        Span { file, start: first + start as u32, end: first + end as u32 }
    }

    /// What is written there.
    fn slice(self, start: usize, end: usize) -> &'a str {
        self.text.get(start..end).unwrap_or_default()
    }
}

/// The place of the first part that lies more than `levels` deep.
fn first_below(ast: &Ast, levels: u32) -> Option<Span> {
    let Some(left) = levels.checked_sub(1) else { return Some(ast.span) };
    ast.children().into_iter().find_map(|child| first_below(child, left))
}

fn too_long(n_chars: usize, span: Span) -> Diagnostic {
    let message =
        format!("the expression has {n_chars} characters, at most {LENGTH_MAX} are allowed");
    Diagnostic::error(code::TOO_LONG, message, span, "too long").help("move it into a script")
}

fn too_deep(span: Span) -> Diagnostic {
    let message = format!("the expression is nested more than {DEPTH_MAX} deep");
    Diagnostic::error(code::TOO_DEEP, message, span, "too deep from here")
        .help("split it, or move it into a script")
}

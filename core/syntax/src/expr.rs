//! The expression language, a subset of Lua's expressions: parsing and printing.
//!
//! The meaning of names and types is decided elsewhere.

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

/// Most characters in an expression.
pub const LENGTH_MAX: usize = 2_000;

/// Most levels of a tree, including the top.
pub const DEPTH_MAX: u32 = 50;

/// Most problems reported for one expression; more would only repeat themselves.
pub const PROBLEMS_MAX: usize = 5;

/// Parses an expression written at `span` of its file.
///
/// Returns a tree if and only if nothing was reported. If `text` and `span` differ in length (YAML
/// unfolded or unescaped the text), places inside are unknown and every part gets the whole span.
pub fn parse(text: &str, span: Span, diags: &mut Vec<Diagnostic>) -> Option<Ast> {
    let n_before = diags.len();
    let ast = read(Text { text, span }, diags);
    diags.truncate(n_before + PROBLEMS_MAX);
    if diags.len() == n_before { ast } else { None }
}

/// Also returns a tree if a mistake was reported but the meaning was clear.
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

/// The text of an expression and its place.
#[derive(Clone, Copy)]
struct Text<'a> {
    text: &'a str,
    span: Span,
}

impl<'a> Text<'a> {
    /// The place in the file of a part of the text, given in bytes.
    fn place(self, start: usize, end: usize) -> Span {
        let Span { file, start: first, end: last } = self.span;
        if last.checked_sub(first).map(|length| length as usize) != Some(self.text.len()) {
            return self.span;
        }
        // The sum fits: `end` is within the text, which is as long as the span.
        Span { file, start: first + start as u32, end: first + end as u32 }
    }

    /// A part of the text.
    fn slice(self, start: usize, end: usize) -> &'a str {
        self.text.get(start..end).unwrap_or_default()
    }
}

/// The place of the first part nested more than `levels` deep.
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

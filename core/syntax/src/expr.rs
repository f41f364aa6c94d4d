//! The expression language, a subset of Lua's expressions: parsing and printing.
//!
//! The meaning of names and types is decided elsewhere.

mod parse;
mod print;
#[cfg(test)]
mod tests;

use crate::diag::Diagnostic;
use crate::diag::codes::expr as code;
use crate::source::Span;

pub use print::print;

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
    let tokens = parse::tokens(text, diags)?;
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

/// A part of an expression.
#[derive(Clone, PartialEq, Debug)]
pub struct Ast {
    /// Its place, including parentheses around it.
    pub span: Span,
    /// Its kind.
    pub kind: AstKind,
}

/// The kinds of expressions.
#[derive(Clone, PartialEq, Debug)]
pub enum AstKind {
    /// A whole number; `-5` is one too, while `-(5)` is a [`UnOp::Neg`].
    Int(i64),
    /// `true` or `false`.
    Bool(bool),
    /// `nil`.
    Nil,
    /// A text in quotes.
    Str(String),
    /// A name.
    Name(String),
    /// `a.b`.
    Field(Box<Ast>, Ident),
    /// `a[b]`.
    Index(Box<Ast>, Box<Ast>),
    /// `f(a, b)`: the callee and its arguments.
    Call(Box<Ast>, Vec<Ast>),
    /// An operator before its operand.
    Unary(UnOp, Box<Ast>),
    /// An operator between its operands.
    Binary(BinOp, Box<Ast>, Box<Ast>),
    /// `if a then b else c`.
    If(Box<Ast>, Box<Ast>, Box<Ast>),
    /// `{a, b, c}`.
    List(Vec<Ast>),
}

/// The name of a field with its place.
#[derive(Clone, PartialEq, Debug)]
pub struct Ident {
    /// Its place.
    pub span: Span,
    /// The name.
    pub name: String,
}

/// Prefix operators.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnOp {
    /// `-`
    Neg,
    /// `not`
    Not,
}

/// Infix operators.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BinOp {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `//`, rounds down.
    Div,
    /// `%`
    Mod,
    /// `==`
    Eq,
    /// `~=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
    /// `and`
    And,
    /// `or`
    Or,
}

/// The binding strength of `-` and `not`; see [`BinOp::grip`].
const GRIP_UNARY: u8 = 6;

impl Ast {
    /// The direct parts, in source order.
    pub fn children(&self) -> Vec<&Ast> {
        match &self.kind {
            AstKind::Int(_)
            | AstKind::Bool(_)
            | AstKind::Nil
            | AstKind::Str(_)
            | AstKind::Name(_) => vec![],
            AstKind::Field(base, _) => vec![base],
            AstKind::Index(left, right) | AstKind::Binary(_, left, right) => vec![left, right],
            AstKind::Call(callee, args) => std::iter::once(&**callee).chain(args).collect(),
            AstKind::Unary(_, operand) => vec![operand],
            AstKind::If(condition, yes, no) => vec![condition, yes, no],
            AstKind::List(items) => items.iter().collect(),
        }
    }
}

impl UnOp {
    /// Its spelling.
    pub fn text(self) -> &'static str {
        match self {
            UnOp::Neg => "-",
            UnOp::Not => "not",
        }
    }
}

impl BinOp {
    /// Every operator.
    pub const ALL: [BinOp; 13] = [
        BinOp::Add,
        BinOp::Sub,
        BinOp::Mul,
        BinOp::Div,
        BinOp::Mod,
        BinOp::Eq,
        BinOp::Ne,
        BinOp::Lt,
        BinOp::Le,
        BinOp::Gt,
        BinOp::Ge,
        BinOp::And,
        BinOp::Or,
    ];

    /// Its spelling.
    pub fn text(self) -> &'static str {
        match self {
            BinOp::Add => "+",
            BinOp::Sub => "-",
            BinOp::Mul => "*",
            BinOp::Div => "//",
            BinOp::Mod => "%",
            BinOp::Eq => "==",
            BinOp::Ne => "~=",
            BinOp::Lt => "<",
            BinOp::Le => "<=",
            BinOp::Gt => ">",
            BinOp::Ge => ">=",
            BinOp::And => "and",
            BinOp::Or => "or",
        }
    }

    /// Whether it is a comparison.
    pub fn is_comparison(self) -> bool {
        self.grip() == BinOp::Eq.grip()
    }

    /// Its binding strength, as in Lua: `or` binds least, starting at 1.
    fn grip(self) -> u8 {
        match self {
            BinOp::Or => 1,
            BinOp::And => 2,
            BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge => 3,
            BinOp::Add | BinOp::Sub => 4,
            BinOp::Mul | BinOp::Div | BinOp::Mod => 5,
        }
    }
}

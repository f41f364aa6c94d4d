//! The tree of an expression, before names and types are resolved.

use crate::source::Span;

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
pub(super) const GRIP_UNARY: u8 = 6;

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
    pub(super) fn grip(self) -> u8 {
        match self {
            BinOp::Or => 1,
            BinOp::And => 2,
            BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge => 3,
            BinOp::Add | BinOp::Sub => 4,
            BinOp::Mul | BinOp::Div | BinOp::Mod => 5,
        }
    }
}

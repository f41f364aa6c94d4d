//! What decoders pass along: the sources, the diagnostics, and the current key.

use super::Shape;
use boardwright_syntax::diag::{Diagnostic, codes::shape as codes};
use boardwright_syntax::source::{Sources, Span};
use boardwright_syntax::yaml::{Kind, Node};

/// Context of decoding and resolving.
pub struct Cx<'s> {
    /// All source texts.
    pub sources: &'s Sources,
    /// The diagnostics so far.
    pub diags: Vec<Diagnostic>,
    owner: Option<Owner>,
}

/// The key whose value is being read.
#[derive(Clone)]
struct Owner {
    key: String,
    span: Span,
    /// Whether an item of a list under that key is being read.
    item: bool,
}

impl<'s> Cx<'s> {
    /// A context without diagnostics.
    pub fn new(sources: &'s Sources) -> Self {
        Self { sources, diags: vec![], owner: None }
    }

    /// Adds a diagnostic.
    pub fn push(&mut self, diag: Diagnostic) {
        self.diags.push(diag);
    }

    /// Reads the value of a key; diagnostics inside name that key.
    pub fn under<T>(&mut self, key: &str, span: Span, read: impl FnOnce(&mut Self) -> T) -> T {
        self.with_owner(Some(Owner { key: key.to_owned(), span, item: false }), read)
    }

    /// Reads an item of a list; diagnostics inside say so.
    pub fn item<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        let owner = self.owner.clone().map(|owner| Owner { item: true, ..owner });
        self.with_owner(owner, read)
    }

    fn with_owner<T>(&mut self, owner: Option<Owner>, read: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.owner, owner);
        let value = read(self);
        self.owner = outer;
        value
    }

    /// Where to point for a problem with a whole node: the node itself if it fits on a line, else
    /// its key, else its first line.
    pub fn place(&self, node: &Node) -> Span {
        let head = self.sources.head(node.span);
        match &self.owner {
            Some(owner) if head != node.span && !owner.item => owner.span,
            Some(owner) if head.start == head.end && !owner.item => owner.span,
            _ => head,
        }
    }

    /// The subject of a message: "`count` must be", "each item of `tags` must be", "expected".
    pub fn must_be(&self) -> String {
        match &self.owner {
            Some(Owner { key, item: true, .. }) => format!("each item of `{key}` must be"),
            Some(Owner { key, item: false, .. }) => format!("`{key}` must be"),
            None => "expected".to_owned(),
        }
    }

    /// Reports a value of the wrong type. Always returns `None`, for the caller to return.
    pub fn wrong<T>(&mut self, node: &Node, expected: &Shape) -> Option<T> {
        let (must_be, expected_words) = (self.must_be(), expected.describe());
        let message = format!("{must_be} {expected_words}, found {}", node.describe());
        let span = self.sources.head(node.span);
        let report = Diagnostic::error(codes::WRONG_TYPE, message, span, node.describe());
        self.push(match advice(node, expected) {
            Some(help) => report.help(help),
            None => report,
        });
        None
    }
}

/// A likely fix, from the value found and the shape expected.
fn advice(node: &Node, expected: &Shape) -> Option<String> {
    let number = matches!(expected, Shape::Int | Shape::Count);
    match (&node.kind, expected) {
        (Kind::Text(text), Shape::Int | Shape::Count) if text.parse::<i64>().is_ok() => {
            Some("remove the quotes to make it a number".to_owned())
        }
        (Kind::Text(text), Shape::Bool) => match text.to_lowercase().as_str() {
            "yes" | "on" | "true" | "y" => Some("write `true`".to_owned()),
            "no" | "off" | "false" | "n" => Some("write `false`".to_owned()),
            _ => None,
        },
        (Kind::Int(_) | Kind::Real(_) | Kind::Bool(_), Shape::Text) => {
            Some("put it in quotes to make it text".to_owned())
        }
        (Kind::Real(_), _) if number || *expected == Shape::Expr => {
            Some("numbers are whole, there are no fractions".to_owned())
        }
        (Kind::Map(_) | Kind::Null, Shape::List(_)) => {
            Some("start each item with `- `, or write the items in `[ ]`".to_owned())
        }
        (Kind::Text(_) | Kind::Int(_) | Kind::Bool(_), Shape::List(_)) => {
            Some("write a single item in `[ ]`, too".to_owned())
        }
        _ => None,
    }
}

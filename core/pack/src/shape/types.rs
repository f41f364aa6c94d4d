//! Types that fields can have, beside numbers, text and what is declared.

use super::{Cx, Decode, Shape, Shaped};
use crate::diag::{Diagnostic, codes::shape as codes};
use crate::source::Span;
use crate::yaml::{Kind, Node};

/// A value with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spanned<T> {
    /// Where it stands.
    pub span: Span,
    /// The value.
    pub value: T,
}

/// The name of an entry: a letter from `a` to `z`, then letters, digits and hyphens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    /// Where it stands.
    pub span: Span,
    /// The name.
    pub text: String,
}

/// The text of an expression, for the expression parser. Whole numbers and `true` or `false` are
/// expressions, too.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExprText {
    /// Where the text stands, without quotes.
    pub span: Span,
    /// The text.
    pub text: String,
    /// Whether it was in quotes.
    pub quoted: bool,
}

/// A list that may be written as its only item.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OneOrMany<T>(pub Vec<T>);

/// A mapping with keys of the author's choice, in written order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pairs<T>(pub Vec<(Spanned<String>, T)>);

/// A mapping whose keys are names, in written order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table<T>(pub Vec<(Name, T)>);

impl<T> Pairs<T> {
    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&T> {
        self.0.iter().find(|(found, _)| found.value == key).map(|(_, value)| value)
    }
}

impl<T> Table<T> {
    /// The value of a name.
    pub fn get(&self, name: &str) -> Option<&T> {
        self.0.iter().find(|(found, _)| found.text == name).map(|(_, value)| value)
    }
}

impl Name {
    /// Takes a text as a name; reports one that is malformed.
    pub fn new(text: &str, span: Span, cx: &mut Cx) -> Option<Self> {
        if is_name(text) {
            return Some(Self { span, text: text.to_owned() });
        }
        let report = Diagnostic::error(
            codes::NAME,
            format!("malformed name `{}`", text.escape_debug()),
            cx.sources.head(span),
            "small letters, digits and hyphens, the first a letter",
        );
        let mended = mended(text);
        let help = if is_name(&mended) {
            help_for(&mended)
        } else {
            "write a name such as `old-mill-2`".to_owned()
        };
        cx.push(report.help(help));
        None
    }
}

/// How to write a name, in expressions too.
pub(crate) fn help_for(name: &str) -> String {
    match name.contains('-') {
        true => format!("write `{name}`; in expressions it is `{}`", name.replace('-', "_")),
        false => format!("write `{name}`"),
    }
}

fn is_name(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_lowercase())
        && text.chars().all(|char| matches!(char, 'a'..='z' | '0'..='9' | '-'))
}

/// The text with the usual slips put right: `LongWinter` and `long_winter` become `long-winter`.
pub(crate) fn mended(text: &str) -> String {
    let mut words = String::new();
    let mut after_small = false;
    for c in text.chars() {
        if c.is_ascii_uppercase() && after_small {
            words.push('-');
        }
        after_small = c.is_ascii_lowercase() || c.is_ascii_digit();
        words.push(c.to_ascii_lowercase());
    }
    let words = words.split([' ', '_', '-', '.']).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}

impl ExprText {
    /// The place of a part of the text, given in bytes of it. The whole place if the text was
    /// written differently from what it is, with escapes or over several lines.
    pub fn place(&self, start: usize, end: usize) -> Span {
        let exact = (self.span.end - self.span.start) as usize == self.text.len();
        if !exact || start > end || end > self.text.len() {
            return self.span;
        }
        let (start, end) = (self.span.start + start as u32, self.span.start + end as u32);
        Span { start, end, ..self.span }
    }
}

impl Shaped for ExprText {
    fn shape() -> Shape {
        Shape::Expr
    }
}

impl Decode for ExprText {
    fn decode(node: &Node, cx: &mut Cx) -> Option<Self> {
        let written = cx.sources.slice(node.span);
        match &node.kind {
            Kind::Text(text) => {
                let quoted = written.len() >= 2 && written.starts_with(['"', '\'']);
                let mut span = node.span;
                if quoted {
                    span = Span { start: span.start + 1, end: span.end - 1, ..span };
                }
                let text = if quoted { text.as_str() } else { text.trim_end() };
                Some(Self { span, text: text.to_owned(), quoted })
            }
            // As it is written; from the value if the node was not written at all.
            Kind::Int(number) => {
                let same = written.parse() == Ok(*number);
                let text = if same { written.to_owned() } else { number.to_string() };
                Some(Self { span: node.span, text, quoted: false })
            }
            Kind::Bool(value) => {
                Some(Self { span: node.span, text: value.to_string(), quoted: false })
            }
            _ => cx.wrong(node, &Shape::Expr),
        }
    }
}

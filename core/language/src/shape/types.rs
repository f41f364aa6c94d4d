//! The field types besides numbers, text and declared types.

use super::{Cx, Decode, Shape, Shaped};
use boardwright_syntax::diag::{Diagnostic, codes::shape as codes};
use boardwright_syntax::source::Span;
use boardwright_syntax::yaml::{Kind, Node};

/// A value with its span.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spanned<T> {
    /// Its place in the source.
    pub span: Span,
    /// The value.
    pub value: T,
}

/// The name of an entry, in snake_case: a letter from `a` to `z`, then letters, digits and `_`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    /// Its place in the source.
    pub span: Span,
    /// The name.
    pub text: String,
}

/// The text of an expression, for the expression parser. Whole numbers, `true` and `false` are
/// expressions, too.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExprText {
    /// The place of the text, without quotes.
    pub span: Span,
    /// The text.
    pub text: String,
    /// Whether it was in quotes.
    pub quoted: bool,
}

/// A list; a single item may stand alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OneOrMany<T>(pub Vec<T>);

/// A mapping with keys of the author's choice, in source order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pairs<T>(pub Vec<(Spanned<String>, T)>);

/// A mapping whose keys are names, in source order.
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
    /// Reads a text as a name; reports a malformed one.
    pub fn new(text: &str, span: Span, cx: &mut Cx) -> Option<Self> {
        if is_name(text) {
            return Some(Self { span, text: text.to_owned() });
        }
        let report = Diagnostic::error(
            codes::NAME,
            format!("malformed name `{}`", text.escape_debug()),
            cx.sources.head(span),
            "small letters, digits and underscores, the first a letter",
        );
        cx.push(report.help(id_help(text)));
        None
    }
}

/// Advice on how to turn a text into an id.
pub fn id_help(text: &str) -> String {
    let mended = mended(text);
    // Before 1.0 ids were in kebab-case.
    let fix = if text == mended.replace('_', "-") { "; `boardwright fix` does it" } else { "" };
    match is_name(&mended) {
        true => format!("write `{mended}`{fix}"),
        false => "write an id such as `old_mill_2`".to_owned(),
    }
}

/// Whether it is an id: snake_case, a letter first.
pub fn is_name(text: &str) -> bool {
    let good = |part: &str| {
        !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
    };
    text.starts_with(|first: char| first.is_ascii_lowercase()) && text.split('_').all(good)
}

/// The text with common slips corrected: `LongWinter` and `long-winter` become `long_winter`.
pub fn mended(text: &str) -> String {
    let mut words = String::new();
    let mut after_small = false;
    for c in text.chars() {
        if c.is_ascii_uppercase() && after_small {
            words.push('_');
        }
        after_small = c.is_ascii_lowercase() || c.is_ascii_digit();
        words.push(c.to_ascii_lowercase());
    }
    let words = words.split([' ', '_', '-', '.']).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("_")
}

impl ExprText {
    /// The place of a part of the text, given in bytes. The whole place if the source differs from
    /// the text, because of escapes or line breaks.
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
            // The source text, or the value if the node has no source.
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

//! Decoding: what decoders pass along (the sources, the diagnostics, the current key), the keys of a
//! mapping, the types of fields and how each is read.

use super::describe::listed;
use super::{Decode, Shape, Shaped};
use crate::raw::formerly_in_entry;
use boardwright_syntax::diag::codes::shape as codes;
use boardwright_syntax::diag::{Diagnostic, similar};
use boardwright_syntax::number::COUNTER_MAX;
use boardwright_syntax::source::{Sources, Span};
use boardwright_syntax::yaml::{Kind, Map, Node};

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

/// A mapping with known keys that is being read. Used by `shape!` and by hand-written decoders.
pub struct Fields<'n> {
    node: &'n Node,
    map: Option<&'n Map>,
    known: &'n [&'n str],
    missing: Vec<(&'n str, String)>,
}

impl<'n> Fields<'n> {
    /// Opens a mapping. A missing value counts as an empty mapping. Reports any other node and
    /// returns `None`.
    pub fn open(node: &'n Node, known: &'n [&'n str], shape: &Shape, cx: &mut Cx) -> Option<Self> {
        let map = node.as_map();
        if map.is_none() && node.kind != boardwright_syntax::yaml::Kind::Null {
            return cx.wrong(node, shape);
        }
        Some(Self { node, map, known, missing: vec![] })
    }

    /// The value of a key. `None` if it is missing or wrong.
    pub fn take<T: Decode>(&mut self, key: &'n str, cx: &mut Cx) -> Option<T> {
        match self.map.and_then(|map| map.entry(key)) {
            Some(entry) => cx.under(key, entry.key_span, |cx| T::decode(&entry.value, cx)),
            None => T::absent().or_else(|| {
                self.missing.push((key, T::shape().describe()));
                None
            }),
        }
    }

    /// The value of a key, or its default.
    pub fn take_or<T: Decode>(
        &mut self,
        key: &'n str,
        default: impl FnOnce() -> T,
        cx: &mut Cx,
    ) -> Option<T> {
        match self.map.and_then(|map| map.entry(key)) {
            Some(_) => self.take(key, cx),
            None => Some(default()),
        }
    }

    /// Reports unknown and missing keys; `None` if there are any.
    pub fn close(mut self, cx: &mut Cx) -> Option<()> {
        let before = cx.diags.len();
        let entries = self.map.map(|map| map.entries.as_slice()).unwrap_or_default();
        let unused = |key: &&&str| entries.iter().all(|entry| entry.key != **key);
        let free: Vec<&str> = self.known.iter().filter(unused).copied().collect();
        for entry in entries.iter().filter(|entry| !self.known.contains(&entry.key.as_str())) {
            let message = format!("unknown key `{}`", entry.key.escape_debug());
            let report =
                Diagnostic::error(codes::UNKNOWN_KEY, message, entry.key_span, "not known here");
            let meant = similar(&entry.key, free.iter().copied());
            // A misspelt key is not also reported as missing.
            self.missing.retain(|(key, _)| Some(*key) != meant);
            let now = formerly_in_entry(&entry.key).filter(|_| meant.is_none());
            if let Some(now) = now {
                cx.push(report.help(now));
                continue;
            }
            cx.push(match meant {
                Some(meant) => report.help(format!("a key with a similar name exists: `{meant}`")),
                None if self.known.is_empty() => report.help("no keys are known here"),
                None => report.help(format!("known here: {}", listed(self.known, "and"))),
            });
        }
        let place = cx.place(self.node);
        for (key, takes) in self.missing {
            cx.push(
                Diagnostic::error(
                    codes::MISSING_KEY,
                    format!("missing key `{key}`"),
                    place,
                    format!("lacks `{key}`"),
                )
                .help(format!("add `{key}:`, it takes {takes}")),
            );
        }
        (cx.diags.len() == before).then_some(())
    }
}

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

macro_rules! shaped {
    ($($type:ty => $shape:expr),* $(,)?) => {
        $(impl Shaped for $type {
            fn shape() -> Shape {
                $shape
            }
        })*
    };
}

shaped! {
    i64 => Shape::Int,
    u32 => Shape::Count,
    bool => Shape::Bool,
    String => Shape::Text,
    Name => Shape::Name,
    Node => Shape::Any,
}

impl Decode for i64 {
    fn decode(node: &Node, cx: &mut Cx) -> Option<Self> {
        match node.kind {
            Kind::Int(number) => Some(number),
            _ => cx.wrong(node, &Shape::Int),
        }
    }
}

impl Decode for u32 {
    fn decode(node: &Node, cx: &mut Cx) -> Option<Self> {
        let Kind::Int(number) = node.kind else {
            return cx.wrong(node, &Shape::Count);
        };
        let most = COUNTER_MAX as u32;
        let fitting = u32::try_from(number).ok().filter(|number| *number <= most);
        if fitting.is_none() {
            let limit = if number < 0 { "below 0".to_owned() } else { format!("over {most}") };
            let message = format!("{} {}, found {number}", cx.must_be(), Shape::Count.describe());
            let diag = Diagnostic::error(codes::RANGE, message, node.span, limit);
            cx.push(diag.help(format!("write a number from 0 to {most}")));
        }
        fitting
    }
}

impl Decode for bool {
    fn decode(node: &Node, cx: &mut Cx) -> Option<Self> {
        match node.kind {
            Kind::Bool(value) => Some(value),
            _ => cx.wrong(node, &Shape::Bool),
        }
    }
}

impl Decode for String {
    fn decode(node: &Node, cx: &mut Cx) -> Option<Self> {
        match &node.kind {
            Kind::Text(text) => Some(text.clone()),
            _ => cx.wrong(node, &Shape::Text),
        }
    }
}

impl Decode for Name {
    fn decode(node: &Node, cx: &mut Cx) -> Option<Self> {
        match &node.kind {
            Kind::Text(text) => Name::new(text, node.span, cx),
            _ => cx.wrong(node, &Shape::Name),
        }
    }
}

impl Decode for Node {
    fn decode(node: &Node, _: &mut Cx) -> Option<Self> {
        Some(node.clone())
    }
}

impl<T: Shaped> Shaped for Spanned<T> {
    fn shape() -> Shape {
        T::shape()
    }
}

impl<T: Decode> Decode for Spanned<T> {
    fn decode(node: &Node, cx: &mut Cx) -> Option<Self> {
        T::decode(node, cx).map(|value| Self { span: node.span, value })
    }
}

impl<T: Shaped> Shaped for Box<T> {
    const OPTIONAL: bool = T::OPTIONAL;

    fn shape() -> Shape {
        T::shape()
    }
}

impl<T: Decode> Decode for Box<T> {
    fn decode(node: &Node, cx: &mut Cx) -> Option<Self> {
        T::decode(node, cx).map(Box::new)
    }

    fn absent() -> Option<Self> {
        T::absent().map(Box::new)
    }
}

impl<T: Shaped> Shaped for Option<T> {
    const OPTIONAL: bool = true;

    fn shape() -> Shape {
        T::shape()
    }
}

/// A key without a value counts as left out.
impl<T: Decode> Decode for Option<T> {
    fn decode(node: &Node, cx: &mut Cx) -> Option<Self> {
        match node.kind {
            Kind::Null => Some(None),
            _ => T::decode(node, cx).map(Some),
        }
    }

    fn absent() -> Option<Self> {
        Some(None)
    }
}

impl<T: Shaped> Shaped for Vec<T> {
    fn shape() -> Shape {
        Shape::List(Box::new(T::shape()))
    }
}

impl<T: Decode> Decode for Vec<T> {
    fn decode(node: &Node, cx: &mut Cx) -> Option<Self> {
        match node.as_seq() {
            Some(nodes) => items(nodes, cx),
            None => cx.wrong(node, &Self::shape()),
        }
    }
}

impl<T: Shaped> Shaped for OneOrMany<T> {
    fn shape() -> Shape {
        Shape::OneOrMany(Box::new(T::shape()))
    }
}

impl<T: Decode> Decode for OneOrMany<T> {
    fn decode(node: &Node, cx: &mut Cx) -> Option<Self> {
        match node.as_seq() {
            Some(nodes) => items(nodes, cx).map(Self),
            None => T::decode(node, cx).map(|item| Self(vec![item])),
        }
    }
}

/// Reads every item, so that all mistakes are found.
fn items<T: Decode>(nodes: &[Node], cx: &mut Cx) -> Option<Vec<T>> {
    let read: Vec<Option<T>> = nodes.iter().map(|node| cx.item(|cx| T::decode(node, cx))).collect();
    read.into_iter().collect()
}

impl<T: Shaped> Shaped for Pairs<T> {
    fn shape() -> Shape {
        Shape::Map(Box::new(T::shape()))
    }
}

impl<T: Decode> Decode for Pairs<T> {
    fn decode(node: &Node, cx: &mut Cx) -> Option<Self> {
        let Some(map) = node.as_map() else {
            return cx.wrong(node, &Self::shape());
        };
        let read: Vec<Option<_>> = map
            .entries
            .iter()
            .map(|entry| {
                let value = cx.under(&entry.key, entry.key_span, |cx| T::decode(&entry.value, cx));
                let key = Spanned { span: entry.key_span, value: entry.key.clone() };
                value.map(|value| (key, value))
            })
            .collect();
        read.into_iter().collect::<Option<_>>().map(Self)
    }
}

impl<T: Shaped> Shaped for Table<T> {
    fn shape() -> Shape {
        Shape::Table(Box::new(T::shape()))
    }
}

impl<T: Decode> Decode for Table<T> {
    fn decode(node: &Node, cx: &mut Cx) -> Option<Self> {
        let Some(map) = node.as_map() else {
            return cx.wrong(node, &Self::shape());
        };
        let read: Vec<Option<_>> = map
            .entries
            .iter()
            .map(|entry| {
                let name = Name::new(&entry.key, entry.key_span, cx);
                let value = cx.under(&entry.key, entry.key_span, |cx| T::decode(&entry.value, cx));
                name.zip(value)
            })
            .collect();
        read.into_iter().collect::<Option<_>>().map(Self)
    }
}

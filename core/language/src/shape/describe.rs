//! Descriptions of types. The schema and the reference are generated from them.

use std::collections::BTreeSet;

/// How a value is written.
#[derive(Clone, PartialEq, Debug)]
pub enum Shape {
    /// Anything.
    Any,
    /// `true` or `false`.
    Bool,
    /// A whole number.
    Int,
    /// A whole number, 0 or more.
    Count,
    /// Text.
    Text,
    /// A name in snake_case.
    Name,
    /// An expression.
    Expr,
    /// A list.
    List(Box<Shape>),
    /// One item, or a list of them.
    OneOrMany(Box<Shape>),
    /// A mapping with keys of the author's choice.
    Map(Box<Shape>),
    /// A mapping whose keys are names.
    Table(Box<Shape>),
    /// Something with a name of its own.
    Def(DefRef),
}

/// Refers to a definition by name. The definition is built only on demand, so that types may
/// contain themselves.
#[derive(Clone, Copy, Debug)]
pub struct DefRef {
    /// Its name.
    pub name: &'static str,
    /// Builds it.
    pub define: fn() -> Def,
}

impl PartialEq for DefRef {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

/// A type with a name of its own.
#[derive(Clone, PartialEq, Debug)]
pub struct Def {
    /// Its name.
    pub name: &'static str,
    /// Its doc comment.
    pub docs: Docs,
    /// How it is written.
    pub body: Body,
}

/// The body of a definition.
#[derive(Clone, PartialEq, Debug)]
pub enum Body {
    /// A mapping with known keys.
    Record(Vec<Field>),
    /// One word from a list.
    Choice(Vec<Word>),
    /// Another name for a shape, or several shapes to choose from.
    AnyOf(Vec<Shape>),
}

/// A known key.
#[derive(Clone, PartialEq, Debug)]
pub struct Field {
    /// The key.
    pub key: &'static str,
    /// Its doc comment.
    pub docs: Docs,
    /// The shape of its value.
    pub shape: Shape,
    /// Whether it is required.
    pub required: bool,
    /// Its default, as written in the declaration.
    pub default: Option<&'static str>,
}

/// One word of a choice.
#[derive(Clone, PartialEq, Debug)]
pub struct Word {
    /// The word.
    pub word: &'static str,
    /// Its doc comment.
    pub docs: Docs,
}

/// The text of a doc comment.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Docs {
    /// The text without its examples.
    pub text: String,
    /// The blocks marked as `yaml`.
    pub examples: Vec<String>,
}

impl Docs {
    /// Splits the lines of a doc comment into text and examples.
    pub fn new(lines: &[&str]) -> Self {
        let mut docs = Self::default();
        let mut example: Option<String> = None;
        for line in lines.iter().flat_map(|line| line.split('\n')) {
            let line = line.strip_prefix(' ').unwrap_or(line);
            let fence = line.trim().strip_prefix("```");
            match (&mut example, fence) {
                (None, Some("yaml")) => example = Some(String::new()),
                (Some(_), Some("")) => docs.examples.extend(example.take()),
                (Some(text), _) => push_line(text, line),
                (None, _) => push_line(&mut docs.text, line),
            }
        }
        docs.examples.extend(example);
        docs.text = docs.text.trim().to_owned();
        docs
    }

    /// The first sentence or paragraph, on one line.
    pub fn summary(&self) -> String {
        let first = self.text.split("\n\n").next().unwrap_or_default();
        first.replace('\n', " ")
    }
}

fn push_line(text: &mut String, line: &str) {
    text.push_str(line.trim_end());
    text.push('\n');
}

impl Shape {
    /// A shape with a name of its own.
    pub fn def(name: &'static str, define: fn() -> Def) -> Self {
        Shape::Def(DefRef { name, define })
    }

    /// What to call it for an author: "a whole number", "one of `all` or `owner`".
    pub fn describe(&self) -> String {
        match self {
            Shape::Any => "any value".to_owned(),
            Shape::Bool => "`true` or `false`".to_owned(),
            Shape::Int => "a whole number".to_owned(),
            Shape::Count => "a whole number from 0 on".to_owned(),
            Shape::Text => "text".to_owned(),
            Shape::Name => "a name".to_owned(),
            Shape::Expr => "an expression or whole number".to_owned(),
            Shape::List(_) => "a list".to_owned(),
            Shape::OneOrMany(inner) => format!("{} or a list", inner.describe()),
            Shape::Map(_) | Shape::Table(_) => "a mapping".to_owned(),
            Shape::Def(def) => match (def.define)().body {
                Body::Record(_) => "a mapping".to_owned(),
                Body::Choice(words) => {
                    let words: Vec<&str> = words.iter().map(|word| word.word).collect();
                    listed(&words, "or")
                }
                Body::AnyOf(shapes) if shapes == [Shape::Int, Shape::Map(Box::new(Shape::Int))] => {
                    "a whole number, or one for each number of players".to_owned()
                }
                Body::AnyOf(shapes) => {
                    let words: Vec<String> = shapes.iter().map(Shape::describe).collect();
                    words.join(" or ")
                }
            },
        }
    }

    /// The shape directly inside.
    fn inner(&self) -> Option<&Shape> {
        match self {
            Shape::List(inner)
            | Shape::OneOrMany(inner)
            | Shape::Map(inner)
            | Shape::Table(inner) => Some(inner),
            _ => None,
        }
    }
}

/// Words in backticks: "`a`, `b` or `c`".
pub fn listed(words: &[&str], join: &str) -> String {
    match words {
        [] => String::new(),
        [one] => format!("`{one}`"),
        [most @ .., last] => {
            let most: Vec<String> = most.iter().map(|word| format!("`{word}`")).collect();
            format!("{} {join} `{last}`", most.join(", "))
        }
    }
}

/// Every definition reachable from a shape, each once, in order of first mention.
pub fn definitions(root: &Shape) -> Vec<Def> {
    let mut seen = BTreeSet::new();
    let mut found = vec![];
    let mut waiting = vec![root.clone()];
    while let Some(shape) = waiting.pop() {
        if let Some(inner) = shape.inner() {
            waiting.push(inner.clone());
        }
        let Shape::Def(def) = shape else { continue };
        if !seen.insert(def.name) {
            continue;
        }
        let def = (def.define)();
        let inside: Vec<Shape> = match &def.body {
            Body::Record(fields) => fields.iter().map(|field| field.shape.clone()).collect(),
            Body::Choice(_) => vec![],
            Body::AnyOf(shapes) => shapes.clone(),
        };
        waiting.extend(inside.into_iter().rev());
        found.push(def);
    }
    found
}

//! Parses the head of a script function: `function topic.name(view, with: { ... })`.
//!
//! This is not a type checker: it reads only the annotation of the second parameter.

use boardwright_language::script_text::{Kind, Token, tokens};

/// The type of a parameter, as written in the head and as given by a caller.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WithType {
    /// `number`: a whole number.
    Number,
    /// `string`: a text.
    Text,
    /// `boolean`: true or false.
    Bool,
    /// `Piece`.
    Piece,
    /// `Space`.
    Space,
    /// `Seat`.
    Seat,
    /// `Place`: a container.
    Place,
    /// `Entry`: what is printed on pieces.
    Entry,
}

impl WithType {
    const ALL: [(&'static str, Self, &'static str); 8] = [
        ("number", Self::Number, "a whole number"),
        ("string", Self::Text, "a text"),
        ("boolean", Self::Bool, "true or false"),
        ("Piece", Self::Piece, "a piece"),
        ("Space", Self::Space, "a space"),
        ("Seat", Self::Seat, "a seat"),
        ("Place", Self::Place, "a place"),
        ("Entry", Self::Entry, "an entry"),
    ];

    /// Its description: "a whole number".
    pub fn description(self) -> &'static str {
        Self::ALL
            .iter()
            .find(|(_, kind, _)| *kind == self)
            .map_or("", |(_, _, description)| description)
    }

    fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _, _)| *known == name).map(|(_, kind, _)| *kind)
    }
}

/// A declared parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// Its name in `with`.
    pub name: String,
    /// Its type.
    pub kind: WithType,
    /// Whether it may be omitted.
    pub optional: bool,
}

/// The head of a function, as found in the text.
#[derive(Debug)]
pub(super) struct Head {
    /// The name after the dot.
    pub name: String,
    /// First byte of the word `function`.
    pub start: usize,
    /// The parameters it declares.
    pub parameters: Vec<Parameter>,
    /// A part that could not be parsed: its first byte, one past its last, and the reason.
    pub problem: Option<(usize, usize, String)>,
}

/// Finds `function topic.name(...)` and `topic.name = function(...)`.
pub(super) fn heads(text: &str) -> Vec<Head> {
    let tokens = tokens(text);
    let mut found = vec![];
    for (at, token) in tokens.iter().enumerate() {
        if !token.is("function") {
            continue;
        }
        let after = &tokens[at + 1..];
        let before = &tokens[..at];
        let named = match (after, before) {
            ([topic, dot, name, open, rest @ ..], _)
                if topic.kind == Kind::Word && dot.is(".") && open.is("(") =>
            {
                Some((name, rest))
            }
            ([open, rest @ ..], [.., topic, dot, name, equals])
                if open.is("(") && topic.kind == Kind::Word && dot.is(".") && equals.is("=") =>
            {
                Some((name, rest))
            }
            _ => None,
        };
        if let Some((name, rest)) = named.filter(|(name, _)| name.kind == Kind::Word) {
            found.push(head(name, token.start, rest));
        }
    }
    found
}

fn head(name: &Token, start: usize, rest: &[Token]) -> Head {
    let (parameters, problem) = match parameters(rest) {
        Ok(parameters) => (parameters, None),
        Err(Odd { at, text }) => {
            let place = at.map_or((name.start, name.end()), |token| (token.start, token.end()));
            (vec![], Some((place.0, place.1, text)))
        }
    };
    Head { name: name.text.to_owned(), start, parameters, problem }
}

struct Odd<'a> {
    at: Option<Token<'a>>,
    text: String,
}

fn odd<'a>(at: Option<&Token<'a>>, text: impl Into<String>) -> Odd<'a> {
    Odd { at: at.copied(), text: text.into() }
}

/// Parses the parameters, starting after the opening parenthesis.
fn parameters<'a>(rest: &[Token<'a>]) -> Result<Vec<Parameter>, Odd<'a>> {
    let mut parts = split(rest).into_iter();
    let _view = parts.next();
    let with = parts.next();
    if let Some(third) = parts.next() {
        let text = "a script function has two parameters, `view` and `with`";
        return Err(odd(third.first(), text));
    }
    match with {
        None | Some([]) | Some([_]) => Ok(vec![]),
        Some([_, colon, open, fields @ .., close])
            if colon.is(":") && open.is("{") && close.is("}") =>
        {
            self::fields(fields)
        }
        Some(other) => Err(odd(
            other.get(2),
            "the type of `with` must be written out: `with: { name: number, ... }`",
        )),
    }
}

/// The parameters between the parentheses, each as its tokens.
fn split<'a, 'b>(rest: &'b [Token<'a>]) -> Vec<&'b [Token<'a>]> {
    let mut parts = vec![];
    let (mut depth, mut from) = (0_usize, 0);
    for (at, token) in rest.iter().enumerate() {
        if depth == 0 && (token.is(")") || token.is(",")) {
            if at > from {
                parts.push(&rest[from..at]);
            }
            from = at + 1;
            if token.is(")") {
                break;
            }
        } else if ["(", "{", "["].iter().any(|open| token.is(open)) {
            depth += 1;
        } else if [")", "}", "]"].iter().any(|close| token.is(close)) {
            depth = depth.saturating_sub(1);
        }
    }
    parts
}

fn fields<'a>(mut rest: &[Token<'a>]) -> Result<Vec<Parameter>, Odd<'a>> {
    let mut found: Vec<Parameter> = vec![];
    while let [name, colon, kind, after @ ..] = rest {
        if name.kind != Kind::Word || !colon.is(":") {
            return Err(odd(Some(name), "expected `name: type`"));
        }
        let Some(known) = WithType::named(kind.text) else {
            let all = WithType::ALL.map(|(name, _, _)| format!("`{name}`")).join(", ");
            return Err(odd(Some(kind), format!("expected one of {all}")));
        };
        if found.iter().any(|earlier| earlier.name == name.text) {
            return Err(odd(Some(name), format!("`{}` is declared twice", name.text)));
        }
        let optional = after.first().is_some_and(|sign| sign.is("?"));
        let after = &after[usize::from(optional)..];
        found.push(Parameter { name: name.text.to_owned(), kind: known, optional });
        rest = match after {
            [] => return Ok(found),
            [comma, rest @ ..] if comma.is(",") || comma.is(";") => rest,
            [other, ..] => return Err(odd(Some(other), "expected `,` or `}`")),
        };
    }
    match rest.first() {
        None => Ok(found),
        Some(other) => Err(odd(Some(other), "expected `name: type`")),
    }
}

//! Splits a script into words and signs as Luau does. Comments are skipped and a string is one
//! token. A backtick string becomes several tokens, with the tokens of its embedded code between
//! them.

/// A word, a sign, or a string or number literal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token<'a> {
    /// What it is.
    pub kind: Kind,
    /// Its text.
    pub text: &'a str,
    /// Where it begins, in bytes.
    pub start: usize,
}

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A name or keyword.
    Word,
    /// A sign.
    Sign,
    /// A string or a number.
    Literal,
}

impl Token<'_> {
    /// Whether it is this word or sign.
    pub fn is(&self, text: &str) -> bool {
        self.kind != Kind::Literal && self.text == text
    }

    /// Where it ends.
    pub fn end(&self) -> usize {
        self.start + self.text.len()
    }
}

/// The tokens of a script, in order.
pub fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut found = vec![];
    // For each backtick string whose code is being read: how many braces are open inside it.
    let mut inside: Vec<usize> = vec![];
    let mut at = 0;
    while let Some(first) = text.get(at..).and_then(|rest| rest.chars().next()) {
        let rest = &text[at..];
        let (kind, len) = if first.is_whitespace() {
            (None, first.len_utf8())
        } else if let Some(comment) = rest.strip_prefix("--") {
            (None, long(comment).unwrap_or_else(|| line(comment)) + 2)
        } else if first.is_alphabetic() || first == '_' {
            let is_word = |c: char| c.is_alphanumeric() || c == '_';
            (Some(Kind::Word), rest.find(|c| !is_word(c)).unwrap_or(rest.len()))
        } else if first.is_ascii_digit() {
            let is_number = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
            (Some(Kind::Literal), rest.find(|c| !is_number(c)).unwrap_or(rest.len()))
        } else if matches!(first, '"' | '\'') {
            (Some(Kind::Literal), quoted(rest, &[first]))
        } else if first == '`' || first == '}' && inside.last() == Some(&0) {
            if first == '}' {
                inside.pop();
            }
            let len = quoted(rest, &['`', '{']);
            if rest[..len].ends_with('{') {
                inside.push(0);
            }
            (Some(Kind::Literal), len)
        } else if let Some(len) = long(rest) {
            (Some(Kind::Literal), len)
        } else {
            match (first, inside.last_mut()) {
                ('{', Some(open)) => *open += 1,
                ('}', Some(open)) => *open -= 1,
                _ => {}
            }
            (Some(Kind::Sign), first.len_utf8())
        };
        if let Some(kind) = kind {
            found.push(Token { kind, text: &rest[..len], start: at });
        }
        at += len;
    }
    found
}

/// The display texts in a script, each with its first byte: string literals under one of these
/// table keys.
pub fn texts_under<'a>(text: &'a str, keys: &[&str]) -> Vec<(usize, &'a str)> {
    let tokens = tokens(text);
    let under = |all: &[Token<'a>]| {
        let [key, equals, literal, after] = all else { return None };
        let is_key = key.kind == Kind::Word && keys.contains(&key.text) && equals.is("=");
        let quoted = literal.text.strip_prefix(['"', '\'']);
        let plain = quoted.and_then(|text| text.strip_suffix(['"', '\'']))?;
        // A string joined from parts or containing escapes is not plain text.
        let is_whole = !after.is(".") && !plain.contains('\\');
        (is_key && literal.kind == Kind::Literal && is_whole).then_some((literal.start + 1, plain))
    };
    tokens.windows(4).filter_map(under).collect()
}

/// Length of the rest of a line.
fn line(rest: &str) -> usize {
    rest.find(['\n', '\r']).unwrap_or(rest.len())
}

/// Length of a `[==[ ... ]==]` at the start, if there is one.
fn long(rest: &str) -> Option<usize> {
    let inner = rest.strip_prefix('[')?;
    let level = inner.len() - inner.trim_start_matches('=').len();
    inner[level..].strip_prefix('[')?;
    let close = format!("]{}]", "=".repeat(level));
    Some(rest.find(&close).map_or(rest.len(), |at| at + close.len()))
}

/// Length of a quoted text, including the sign that ends it.
fn quoted(rest: &str, ends: &[char]) -> usize {
    let mut chars = rest.char_indices().skip(1);
    while let Some((at, c)) = chars.next() {
        if c == '\\' {
            // The brace of `\u{41}` does not open code.
            let skipped = if rest[at + 1..].starts_with("u{") { 2 } else { 1 };
            chars.nth(skipped - 1);
        } else if ends.contains(&c) {
            return at + c.len_utf8();
        }
    }
    rest.len()
}

//! Splits a script into words and signs, just well enough to find function heads: texts and
//! comments are skipped whole.

/// A word, a sign, or a text or number (all of which count as one).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Token<'a> {
    pub kind: Kind,
    pub text: &'a str,
    pub start: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Word,
    Sign,
    Literal,
}

impl Token<'_> {
    pub(super) fn is(&self, text: &str) -> bool {
        self.kind != Kind::Literal && self.text == text
    }

    pub(super) fn end(&self) -> usize {
        self.start + self.text.len()
    }
}

pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut found = vec![];
    let mut at = 0;
    while let Some(first) = text.get(at..).and_then(|rest| rest.chars().next()) {
        let rest = &text[at..];
        let (kind, len) = if first.is_whitespace() {
            (None, first.len_utf8())
        } else if let Some(comment) = rest.strip_prefix("--") {
            let len = long(comment).unwrap_or_else(|| comment.find('\n').unwrap_or(comment.len()));
            (None, len + 2)
        } else if first.is_alphabetic() || first == '_' {
            let is_word = |c: char| c.is_alphanumeric() || c == '_';
            (Some(Kind::Word), rest.find(|c| !is_word(c)).unwrap_or(rest.len()))
        } else if first.is_ascii_digit() {
            let is_number = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
            (Some(Kind::Literal), rest.find(|c| !is_number(c)).unwrap_or(rest.len()))
        } else if matches!(first, '"' | '\'' | '`') {
            (Some(Kind::Literal), quoted(rest, first))
        } else if let Some(len) = long(rest) {
            (Some(Kind::Literal), len)
        } else {
            (Some(Kind::Sign), first.len_utf8())
        };
        if let Some(kind) = kind {
            found.push(Token { kind, text: &rest[..len], start: at });
        }
        at += len;
    }
    found
}

/// Length of a `[==[ ... ]==]` at the start, if there is one.
fn long(rest: &str) -> Option<usize> {
    let inner = rest.strip_prefix('[')?;
    let level = inner.len() - inner.trim_start_matches('=').len();
    inner[level..].strip_prefix('[')?;
    let close = format!("]{}]", "=".repeat(level));
    Some(rest.find(&close).map_or(rest.len(), |at| at + close.len()))
}

/// Length of a quoted text. What is written inside `{}` of a backtick text counts as its text.
fn quoted(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        if escaped {
            escaped = false;
        } else if c == '\\' {
            escaped = true;
        } else if c == quote {
            return at + c.len_utf8();
        }
    }
    rest.len()
}

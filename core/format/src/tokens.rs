//! Splits a YAML text into tokens: values and keys as written, punctuation, comments.
//!
//! The tree knows the places of values and keys, so everything between them is punctuation, a
//! comment or space.

use std::ops::Range;

use boardwright_syntax::yaml::{Kind, Node};

/// One token.
#[derive(Clone, Debug)]
pub(super) struct Token {
    /// Its start in the tree: after the `|` for a text that begins with one.
    pub start: usize,
    /// Its start in the text.
    from: usize,
    /// Its kind.
    pub kind: TokenKind,
    /// Its new form.
    pub text: String,
    /// Its value, if it is a key or a text value.
    pub value: Option<String>,
    /// Whether it is inside brackets or braces.
    pub in_flow: bool,
    /// Its original line, from 0.
    pub line: usize,
    /// Its original column, in characters from 0.
    pub column: usize,
    /// The number of line breaks before it.
    pub breaks: usize,
    /// The number of spaces before it: its indentation, or the gap to the previous token.
    pub space: usize,
    /// The number of columns by which its further lines move.
    pub shift: isize,
}

/// The kinds of tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TokenKind {
    /// A key or a value.
    Scalar,
    /// One of `-:,[]{}`.
    Mark(char),
    /// A comment.
    Comment,
    /// Anything else, such as `---`.
    Other,
}

impl Token {
    /// Whether it is the first on its line.
    pub fn leads(&self) -> bool {
        self.breaks > 0
    }

    /// Whether it is a multi-line text that begins with `|` or `>`.
    pub fn is_block(&self) -> bool {
        self.kind == TokenKind::Scalar && self.text.starts_with(['|', '>'])
    }

    /// Whether it spans several lines.
    pub fn is_long(&self) -> bool {
        self.text.contains('\n')
    }
}

/// The tokens of a text.
#[derive(Debug)]
pub(super) struct Tokens {
    /// The tokens, in order.
    pub list: Vec<Token>,
    /// Whether the text contains something rare that is better left alone.
    pub strange: bool,
    /// Whether the text must not end with a line break.
    pub open_end: bool,
}

/// A key or value and its place.
struct Scalar {
    start: usize,
    end: usize,
    value: Option<String>,
}

/// Splits a text into tokens.
pub(super) fn tokens(text: &str, tree: &Node) -> Tokens {
    let mut scalars = vec![];
    gather(tree, &mut scalars);
    // In a text of nothing but line breaks, the place of its `|` is unknown.
    let strange = scalars.iter().any(|scalar| {
        let written = text.get(scalar.start..scalar.end).unwrap_or_default();
        let quoted = written.starts_with(['"', '\'']);
        scalar.value.as_ref().is_some_and(|value| value.trim().is_empty()) && !quoted
    });
    scalars.retain(|scalar| scalar.end > scalar.start);
    let mut cutter = Cutter { text, list: vec![], at: 0, depth: 0, strange };
    for scalar in scalars {
        let from = cutter.marks(scalar.start);
        let end = match from < scalar.start {
            true => block_end(text, from, scalar.end),
            false => scalar.end,
        };
        cutter.push(TokenKind::Scalar, from..end, scalar.start, scalar.value);
    }
    cutter.marks(text.len());
    let Cutter { mut list, mut strange, .. } = cutter;
    place(text, &mut list);
    strange |= list.iter().any(|it| it.is_block() && (is_counted(it) || it.leads()));
    strange |= list.iter().any(is_like_marker);
    strange |= list.iter().enumerate().any(|(at, token)| {
        let alone = token.leads() && list.get(at + 1).is_none_or(Token::leads);
        token.kind == TokenKind::Other && !(alone && is_line(&token.text))
    });
    // The value of a text below a `|` depends on what follows it at the end of the file.
    let last = list.last().filter(|last| last.is_block());
    let rest = last.and_then(|last| text.get(last.from + last.text.len()..));
    let open_end = rest.is_some_and(str::is_empty);
    strange |= rest.is_some_and(|rest| !rest.is_empty() && !rest.ends_with('\n'));
    Tokens { list, strange, open_end }
}

fn gather(node: &Node, found: &mut Vec<Scalar>) {
    let (start, end) = (node.span.start as usize, node.span.end as usize);
    match &node.kind {
        Kind::Seq(items) => items.iter().for_each(|item| gather(item, found)),
        Kind::Map(map) => {
            for entry in &map.entries {
                let (start, end) = (entry.key_span.start as usize, entry.key_span.end as usize);
                found.push(Scalar { start, end, value: Some(entry.key.clone()) });
                gather(&entry.value, found);
            }
        }
        Kind::Text(text) => found.push(Scalar { start, end, value: Some(text.clone()) }),
        _ => found.push(Scalar { start, end, value: None }),
    }
}

struct Cutter<'t> {
    text: &'t str,
    list: Vec<Token>,
    at: usize,
    /// The number of open brackets.
    depth: usize,
    strange: bool,
}

impl Cutter<'_> {
    /// Takes the punctuation before the next key or value. Returns where that begins.
    fn marks(&mut self, until: usize) -> usize {
        while self.at < until {
            let rest = self.text.get(self.at..until).unwrap_or_default();
            let Some(first) = rest.chars().next() else { break };
            let start = self.at;
            let line_start = start == 0 || self.text.as_bytes().get(start - 1) == Some(&b'\n');
            let until_break = rest.find('\n').unwrap_or(rest.len());
            if first.is_whitespace() || first == '\u{feff}' {
                self.strange |= !matches!(first, ' ' | '\t' | '\n');
                self.at += first.len_utf8();
                continue;
            }
            if matches!(first, '|' | '>') && !self.strange && until < self.text.len() {
                return start;
            }
            let (kind, len) = match first {
                '#' => (TokenKind::Comment, until_break),
                '-' if line_start && rest.starts_with("---") => (TokenKind::Other, 3),
                '.' if line_start && rest.starts_with("...") => (TokenKind::Other, 3),
                '-' | ':' | ',' | '[' | ']' | '{' | '}' => (TokenKind::Mark(first), 1),
                '%' if line_start => (TokenKind::Other, until_break),
                _ => (TokenKind::Other, first.len_utf8()),
            };
            if matches!(first, '[' | '{') {
                self.depth += 1;
            }
            self.push(kind, start..start + len, start, None);
            if matches!(first, ']' | '}') {
                self.depth = self.depth.saturating_sub(1);
            }
        }
        until
    }

    fn push(&mut self, kind: TokenKind, of: Range<usize>, start: usize, value: Option<String>) {
        let text = self.text.get(of.clone()).unwrap_or_default();
        let text = if kind == TokenKind::Comment { text.trim_end() } else { text };
        self.list.push(Token {
            start,
            from: of.start,
            kind,
            text: text.to_owned(),
            value,
            in_flow: self.depth > 0,
            line: 0,
            column: 0,
            breaks: 0,
            space: 0,
            shift: 0,
        });
        self.at = of.end.max(self.at);
    }
}

/// The end of a text that begins with `|` or `>`. It includes trailing spaces of its last line, and
/// lines of spaces below it that are longer than its indentation. A text that keeps trailing empty
/// lines (`|+`) includes those, too.
fn block_end(text: &str, from: usize, end: usize) -> usize {
    let written = text.get(from..end).unwrap_or_default();
    let head = written.split_whitespace().next().unwrap_or_default();
    let keeps = head.contains('+');
    let indent = block_indent(written).unwrap_or(0);
    let mut lines = text.get(end..).unwrap_or_default().split_inclusive('\n');
    let is_space = |line: &str| line.trim_end_matches([' ', '\t', '\n']).is_empty();
    let Some(last) = lines.next().filter(|line| is_space(line)) else { return end };
    let mut at = end + last.len();
    let mut end = end + last.trim_end_matches('\n').len();
    for line in lines.take_while(|line| is_space(line)) {
        let n_spaces = line.trim_end_matches('\n').len();
        if n_spaces > indent || keeps && line.ends_with('\n') {
            end = at + n_spaces;
        }
        at += line.len();
    }
    end
}

/// The indentation of a text that begins with `|` or `>`.
pub(super) fn block_indent(text: &str) -> Option<usize> {
    let first = text.lines().skip(1).find(|line| !line.trim_matches(' ').is_empty())?;
    Some(first.len() - first.trim_start_matches(' ').len())
}

/// Computes the line, the column and the space before each token.
fn place(text: &str, list: &mut [Token]) {
    let (mut line, mut line_start, mut at) = (0, 0, 0);
    let mut end = None;
    for token in list {
        let passed = text.get(at..token.from).unwrap_or_default();
        line += passed.matches('\n').count();
        if let Some(last) = passed.rfind('\n') {
            line_start = at + last + 1;
        }
        at = token.from;
        token.line = line;
        let before = text.get(line_start..token.from).unwrap_or_default();
        token.column = before.chars().count();
        let space = text.get(end.unwrap_or(0)..token.from).unwrap_or_default();
        token.breaks = space.matches('\n').count();
        if end.is_none() {
            token.breaks = token.breaks.max(1);
        }
        token.space = match space.rfind('\n') {
            Some(last) => space.get(last + 1..).unwrap_or_default().chars().count(),
            None => space.chars().count(),
        };
        end = Some(token.from + token.text.len());
    }
}

/// Whether it is a document marker or a directive.
fn is_line(text: &str) -> bool {
    matches!(text, "---" | "...") || text.starts_with('%')
}

/// Whether a value would be a document marker at the start of a line.
fn is_like_marker(token: &Token) -> bool {
    let marks = |line: &str| ["---", "..."].iter().any(|it| line.trim_start().starts_with(it));
    token.kind == TokenKind::Scalar && !token.is_block() && token.text.lines().any(marks)
}

/// Whether a multi-line text states its indentation, as in `|2`.
fn is_counted(token: &Token) -> bool {
    let head = token.text.split_whitespace().next().unwrap_or_default();
    head.contains(|c: char| c.is_ascii_digit())
}

/// Writes out the tokens.
pub(super) fn render(text: &str, tokens: &Tokens) -> String {
    let mut out = String::with_capacity(text.len());
    for token in &tokens.list {
        if token.leads() && !out.is_empty() {
            out.extend(std::iter::repeat_n('\n', token.breaks.min(2)));
        }
        out.extend(std::iter::repeat_n(' ', token.space));
        out.push_str(&token.text);
    }
    if !out.is_empty() && !tokens.open_end {
        out.push('\n');
    }
    out
}

//! Splits lines into statements, and statements into words, numbers, texts and signs.

use super::Wrong;

/// A token of a statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Tok {
    Word(String),
    Number(i32),
    Text(String),
    Sign(&'static str),
}

/// A statement: one line, or several continued with `|`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Statement {
    /// Its first line, from 1.
    pub line: usize,
    /// Whether it is an instruction, which is indented, or a label.
    pub inside: bool,
    pub toks: Vec<Tok>,
}

/// Longer signs come first.
const SIGNS: [&str; 23] = [
    "==", "~=", "<=", ">=", "//", "..", "<", ">", "=", "+", "-", "*", "/", "%", "(", ")", "[", "]",
    ",", ":", "|", "&", "_",
];

/// A line's code, and the facts after `;`.
pub(crate) fn parts(line: &str) -> (&str, Option<&str>) {
    let mut quoted = false;
    for (at, letter) in line.char_indices() {
        match letter {
            '"' => quoted = !quoted,
            ';' if !quoted => return (line[..at].trim_end(), Some(line[at + 1..].trim())),
            _ => {}
        }
    }
    (line.trim_end(), None)
}

/// Whether a line continues the statement before it.
pub(crate) fn goes_on(line: &str) -> bool {
    line.trim_start().starts_with('|')
}

/// Whether a line has no code: it is empty, a comment, or the log of a game.
pub(crate) fn is_silent(line: &str) -> bool {
    let line = line.trim_start();
    line.is_empty() || line.starts_with(['#', '>'])
}

/// The statements of a text.
pub(crate) fn statements(text: &str) -> Result<Vec<Statement>, Wrong> {
    let mut statements: Vec<Statement> = vec![];
    for (at, whole) in text.lines().enumerate().filter(|(_, line)| !is_silent(line)) {
        let (line, _) = parts(whole);
        let read = toks(line, at + 1)?;
        if goes_on(whole) {
            let Some(last) = statements.last_mut() else {
                return Err(Wrong { line: at + 1, what: "nothing stands before this".into() });
            };
            last.toks.extend(read);
            continue;
        }
        let is_label = matches!(read.as_slice(), [Tok::Word(_), Tok::Sign(":")]);
        let inside = is_label || line.starts_with(char::is_whitespace);
        statements.push(Statement { line: at + 1, inside, toks: read });
    }
    Ok(statements)
}

/// The tokens of a line.
pub(crate) fn toks(text: &str, line: usize) -> Result<Vec<Tok>, Wrong> {
    let wrong = |what: String| Wrong { line, what };
    let mut toks = vec![];
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let len = if first.is_ascii_digit() {
            let len = rest.find(|it: char| !it.is_ascii_digit()).unwrap_or(rest.len());
            let number = rest[..len].parse();
            let number = number.map_err(|_| wrong(format!("`{}` is too large", &rest[..len])))?;
            toks.push(Tok::Number(number));
            len
        } else if first.is_ascii_alphabetic() || first == '$' {
            let is_part = |it: char| it.is_ascii_alphanumeric() || matches!(it, '_' | '@');
            let len = rest[1..].find(|it| !is_part(it)).map_or(rest.len(), |len| len + 1);
            toks.push(Tok::Word(rest[..len].into()));
            len
        } else if first == '"' {
            let len = rest[1..].find('"').ok_or_else(|| wrong("a text does not end".into()))?;
            toks.push(Tok::Text(rest[1..=len].into()));
            len + 2
        } else {
            let sign = SIGNS.into_iter().find(|sign| rest.starts_with(sign));
            let sign = sign.ok_or_else(|| wrong(format!("`{first}` means nothing")))?;
            toks.push(Tok::Sign(sign));
            sign.len()
        };
        rest = rest[len..].trim_start();
    }
    Ok(toks)
}

/// A token as shown in error messages.
pub(crate) fn token_text(tok: Option<&Tok>) -> String {
    match tok {
        None => "the end of the line".into(),
        Some(Tok::Word(word)) => format!("`{word}`"),
        Some(Tok::Number(number)) => format!("`{number}`"),
        Some(Tok::Text(text)) => format!("`\"{text}\"`"),
        Some(Tok::Sign(sign)) => format!("`{sign}`"),
    }
}

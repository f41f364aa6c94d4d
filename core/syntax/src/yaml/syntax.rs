//! Rewrites the parser's messages about broken YAML for pack authors.

use crate::diag::{Diagnostic, codes::file as codes};
use crate::source::{FileId, Span};
use saphyr_parser::ScanError;

/// Message, label, help.
type Words = (&'static str, &'static str, &'static str);

/// Matched by a part of the parser's message; the first match wins.
const KNOWN: &[(&str, Words)] = &[
    (
        "trailing content after",
        (
            "text goes on after its closing quote",
            "nothing is expected here",
            "put the quotes around the whole value",
        ),
    ),
    ("mapping values are not allowed", COLON),
    ("illegal placement of ':'", COLON),
    (
        "invalid indentation in quoted",
        ("quoted text has no end", "starts here", "close it with the quote it starts with"),
    ),
    (
        "quoted scalar, found unexpected",
        ("quoted text has no end", "starts here", "close it with the quote it starts with"),
    ),
    (
        "found unknown escape character",
        (
            "unknown escape in quoted text",
            "in this text",
            "write `\\\\` for a backslash, or use single quotes, where it means itself",
        ),
    ),
    (
        "quoted scalar",
        ("unfinished escape in quoted text", "in this text", "use single quotes to avoid escapes"),
    ),
    ("misplaced bracket", ("bracket that was never opened", "closes nothing", "remove it")),
    ("flow mapping, did not find", OPEN),
    ("flow sequence, expected", OPEN),
    ("did not find expected node content", OPEN),
    ("in flow construct", OPEN),
    (
        "unexpected character",
        ("a value cannot start with this character", "unexpected", "put the value in quotes"),
    ),
    ("expected <document", INDENT),
    ("expected key", INDENT),
    ("expected '-' indicator", INDENT),
    ("block sequence entries", INDENT),
    ("mapping keys are not allowed", INDENT),
    ("wrongly indented", INDENT),
    ("invalid indentation", INDENT),
    (
        "simple key",
        (
            "expected `key: value`",
            "no `:` follows",
            "write a `:` and a space behind the key, or quote a text of several lines",
        ),
    ),
    (
        "comment intercepting",
        (
            "comment in the middle of a text of several lines",
            "the text goes on below",
            "move the comment above the key",
        ),
    ),
];

const COLON: Words = (
    "a `:` where no key can stand",
    "unexpected",
    "put a value that contains `: ` in quotes, or start a new line for a new key",
);

const OPEN: Words = (
    "list or mapping in brackets has no proper end",
    "expected `,` or the closing bracket before this",
    "check that each `[` and `{` has its partner and that items are separated by `,`",
);

const INDENT: Words = (
    "this line does not fit the lines above it",
    "unexpected",
    "start the entries of one mapping or list in the same column",
);

/// The diagnostic for a syntax error, at the byte where the parser stopped. `open` is the last
/// unclosed bracket before it.
pub(super) fn report(
    text: &str,
    file: FileId,
    error: &ScanError,
    at: usize,
    open: Option<Span>,
) -> Diagnostic {
    let info = error.info();
    if let Some(tab) = tab(text, info, at) {
        let span = Span { file, start: tab as u32, end: tab as u32 + 1 };
        return Diagnostic::error(codes::TAB, "tab where spaces are expected", span, "a tab")
            .help("use spaces, two for each level");
    }
    let rest = text.get(at..).unwrap_or_default();
    let len = rest.chars().next().filter(|char| *char != '\n').map_or(0, char::len_utf8);
    let span = Span { file, start: at as u32, end: (at + len) as u32 };
    if info.contains("unknown anchor") {
        let name = rest.find([' ', ',', '\n', '\r', ']', '}']).unwrap_or(rest.len());
        return alias(Span { end: span.start + name as u32, ..span });
    }
    if info.contains("recursion limit") {
        return too_deep(span);
    }
    let begun = match open {
        Some(_) => bracket_inside(text, at),
        None => text_after_bracket(text, at),
    };
    if let Some((message, label, help)) = begun {
        return Diagnostic::error(codes::SYNTAX, message, span, label).help(help);
    }
    let known = KNOWN.iter().find(|(part, _)| info.contains(part)).map(|(_, words)| *words);
    // Inside brackets, nearly every unexpected token comes from a missing one.
    let known = if open.is_some() && [Some(COLON), Some(INDENT)].contains(&known) {
        Some(OPEN)
    } else {
        known
    };
    let report = match known {
        Some((message, label, help)) => {
            Diagnostic::error(codes::SYNTAX, message, span, label).help(help)
        }
        None => Diagnostic::error(
            codes::SYNTAX,
            "this is not YAML",
            span,
            "cannot be read from here on",
        )
        .note(format!("the parser says: {info}")),
    };
    match open {
        Some(open) => report.and(open, "still open"),
        None => report,
    }
}

/// The message for `{ vp: me['wood'] }`: inside brackets a value has no brackets of its own.
fn bracket_inside(text: &str, at: usize) -> Option<(String, &'static str, String)> {
    let sign = text.get(at..)?.chars().next().filter(|char| matches!(char, '[' | '{'))?;
    let before = text.get(..at)?;
    let line = before.rfind('\n').map_or(0, |offset| offset + 1);
    let cut = before.get(line..)?.rfind([' ', ',', '[', '{'])?;
    let start = line + cut + 1;
    if start == at {
        return None;
    }
    let value = up_to_end(text.get(start..)?);
    let message = format!("a `{sign}` in the middle of a value");
    let quoted = super::read::quoted(value);
    let help = format!("put an expression with `[`, `{{` or `,` in quotes: `{quoted}`");
    Some((message, "inside brackets a value cannot go on with it", help))
}

/// The value at the start of a text, up to the comma or bracket that ends it.
fn up_to_end(text: &str) -> &str {
    let mut depth = 0_i32;
    for (offset, char) in text.char_indices() {
        match char {
            '[' | '{' | '(' => depth += 1,
            ']' | '}' | ')' if depth > 0 => depth -= 1,
            ',' if depth > 0 => {}
            '\n' | '\r' | ',' | ']' | '}' => {
                return text.get(..offset).unwrap_or_default().trim_end();
            }
            _ => {}
        }
    }
    text.trim_end()
}

/// The message for `note: {me} gains a fish`: text that begins with a bracket.
fn text_after_bracket(text: &str, at: usize) -> Option<(String, &'static str, String)> {
    let before = text.get(..at)?;
    let start = before.rfind('\n').map_or(0, |offset| offset + 1);
    let line = text.get(start..)?.lines().next()?;
    let head = text.get(start..at)?.trim_end();
    let closing = head.chars().next_back().filter(|char| matches!(char, ']' | '}'))?;
    let opening = if closing == '}' { '{' } else { '[' };
    let begin = head.find(&format!(": {opening}"))? + 2;
    let value = line.get(begin..)?.trim_end();
    let message = format!("text goes on after a closing `{closing}`");
    let quoted = super::read::quoted(value);
    let help = format!("a text that begins with `{opening}` goes in quotes: `{quoted}`");
    Some((message, "not expected here", help))
}

/// The diagnostic for the first forbidden character. The parser accepts most of them, but they
/// could do harm in a terminal.
pub(super) fn control_character(text: &str, file: FileId) -> Option<Diagnostic> {
    let (at, found) = text
        .char_indices()
        .find(|(_, char)| char.is_control() && !matches!(char, '\t' | '\n' | '\r' | '\u{85}'))?;
    let span = Span { file, start: at as u32, end: (at + found.len_utf8()) as u32 };
    let label = format!("the character U+{:04X}", u32::from(found));
    Some(
        Diagnostic::error(codes::SYNTAX, "control character in the text", span, label)
            .help("remove it; editors may not show it"),
    )
}

/// The diagnostic for a character that could do harm in a terminal.
pub fn hostile(found: char, span: Span) -> Diagnostic {
    let label = format!("has the character U+{:04X}", u32::from(found));
    Diagnostic::error(codes::HOSTILE, "a text has a character that cannot be shown", span, label)
        .help("remove it; editors may not show it, or it is written as an escape such as `\\e`")
}

/// The diagnostic for `*name`.
pub(super) fn alias(span: Span) -> Diagnostic {
    Diagnostic::error(codes::ALIAS, "aliases are not supported", span, "a YAML alias")
        .help("write the value out here; put text that starts with `*` in quotes")
}

/// The diagnostic for nesting that is too deep.
pub(super) fn too_deep(span: Span) -> Diagnostic {
    let most = super::DEPTH_MAX;
    Diagnostic::error(
        codes::TOO_DEEP,
        format!("nested more than {most} levels deep"),
        span,
        "one level too many",
    )
    .help("give inner parts a name and a place of their own")
}

/// The tab that caused the error, if there is one.
fn tab(text: &str, info: &str, at: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let near = [at, at.wrapping_sub(1)];
    let beside = near.into_iter().find(|at| bytes.get(*at) == Some(&b'\t'));
    if beside.is_some() || !info.contains("tab") {
        return beside;
    }
    let line = text.get(..at)?.rfind('\n').map_or(0, |offset| offset + 1);
    text.get(line..)?.find('\t').map(|offset| line + offset)
}

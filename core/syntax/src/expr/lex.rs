//! Splits text into tokens. Spellings of other languages are reported but read as intended, so that
//! one pass finds several mistakes.

mod marks;

use marks::{MARKS, MarkRole, TYPOGRAPHIC_QUOTES, WORDS};

use super::Text;
use crate::diag::Diagnostic;
use crate::diag::codes::expr as code;
use crate::source::Span;

/// A token and its place in the text, in bytes.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub kind: Tok,
    pub start: usize,
    pub end: usize,
}

/// The kinds of tokens.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Tok {
    /// Digits; their value depends on a sign before them.
    Int,
    /// A text, without its quotes.
    Str(String),
    /// A name.
    Name(String),
    /// A keyword, a bracket or an operator.
    Sign(&'static str),
    /// The end of the text.
    End,
}

/// Splits the text; the last token is [`Tok::End`]. `None` if the text makes no sense.
pub(super) fn tokens(text: Text, diags: &mut Vec<Diagnostic>) -> Option<Vec<Token>> {
    let mut lexer = Lexer { text, at: 0, tokens: vec![], diags };
    while lexer.skip_blanks() {
        lexer.step()?;
    }
    let end = text.text.len();
    lexer.tokens.push(Token { kind: Tok::End, start: end, end });
    Some(lexer.tokens)
}

struct Lexer<'a> {
    text: Text<'a>,
    at: usize,
    tokens: Vec<Token>,
    diags: &'a mut Vec<Diagnostic>,
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        self.text.slice(self.at, self.text.text.len())
    }

    /// Skips to the next token; returns whether there is one.
    fn skip_blanks(&mut self) -> bool {
        let rest = self.rest();
        let next = rest.trim_start_matches([' ', '\t', '\r', '\n']);
        self.at += rest.len() - next.len();
        !next.is_empty()
    }

    /// Takes the longest run of such characters, which may be empty.
    fn take_while(&mut self, keep: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|c| !keep(c)).unwrap_or(rest.len());
        self.at += length;
        rest.get(..length).unwrap_or_default()
    }

    fn push(&mut self, kind: Tok, start: usize) {
        self.tokens.push(Token { kind, start, end: self.at });
    }

    /// The place from `start` to the current position.
    fn since(&self, start: usize) -> Span {
        self.text.place(start, self.at)
    }

    fn step(&mut self) -> Option<()> {
        let rest = self.rest();
        let mut chars = rest.chars();
        match (chars.next()?, chars.next()) {
            ('0'..='9', _) => self.number(),
            ('.', Some('0'..='9')) if !self.is_after_value() => self.number(),
            ('a'..='z' | 'A'..='Z' | '_', _) => self.word(),
            (quote @ ('\'' | '"'), _) => self.string(quote),
            _ => self.mark(),
        }
    }

    /// Whether a `.` here would belong to the value before it.
    fn is_after_value(&self) -> bool {
        let last = self.tokens.last().map(|token| &token.kind);
        matches!(last, Some(Tok::Name(_) | Tok::Str(_) | Tok::Sign(")" | "]" | "}")))
    }

    fn number(&mut self) -> Option<()> {
        let start = self.at;
        self.take_while(|c| c.is_ascii_digit());
        let has_point = self.rest().starts_with('.') && !self.rest().starts_with("..");
        if has_point {
            self.at += 1;
            self.take_while(|c| c.is_ascii_digit());
        }
        let tail = self.take_while(|c| c.is_ascii_alphanumeric() || c == '_');
        let has_exponent = self.is_exponent(tail);
        let written = self.text.slice(start, self.at);
        if has_point || has_exponent {
            let message = format!("`{written}` is not a whole number");
            let help = "whole numbers only; for a share multiply first, then divide: `x * 3 // 2`";
            let place = self.since(start);
            let label = "expected a whole number";
            self.diags.push(Diagnostic::error(code::FRACTION, message, place, label).help(help));
        } else if !tail.is_empty() {
            return self.report_digits_in_word(start, written);
        }
        self.push(Tok::Int, start);
        Some(())
    }

    /// Whether the text after digits is an exponent such as `e6`; also skips the rest of `e-6`.
    fn is_exponent(&mut self, tail: &str) -> bool {
        let Some(digits) = tail.strip_prefix(['e', 'E']) else { return false };
        let signed = self.rest().strip_prefix(['+', '-']).unwrap_or_default();
        if digits.is_empty() && signed.starts_with(|c: char| c.is_ascii_digit()) {
            self.at += 1;
            self.take_while(|c| c.is_ascii_digit());
            return true;
        }
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    }

    fn report_digits_in_word<T>(&mut self, start: usize, written: &str) -> Option<T> {
        let message = format!("the number in `{written}` runs into a word");
        let place = self.since(start);
        let diag = Diagnostic::error(code::DIGITS_IN_WORD, message, place, "number or name?");
        let plain = written.replace('_', "");
        self.diags.push(if plain.bytes().all(|byte| byte.is_ascii_digit()) {
            diag.help(format!("write `{plain}`"))
        } else {
            let word = written.trim_start_matches(|c: char| c.is_ascii_digit());
            let digits = written.strip_suffix(word).unwrap_or_default();
            let quoted = format!("an id that begins with a digit goes in quotes: `'{written}'`");
            // A word longer than `x10` or `3a` is most likely a name.
            let product = word.len() > 2 && word.bytes().all(|byte| byte.is_ascii_lowercase());
            diag.help(match product {
                true => format!("to multiply write `{digits} * me.{word}`; {quoted}"),
                false => quoted,
            })
        });
        None
    }

    fn word(&mut self) -> Option<()> {
        let start = self.at;
        let written = self.take_while(|c| c.is_ascii_alphanumeric() || c == '_');
        let lower = lower_case(written);
        if lower != written {
            let message = format!("`{written}` has a capital letter");
            let help = format!("write `{lower}`");
            let place = self.since(start);
            let label = "expected lower case";
            self.diags.push(Diagnostic::error(code::CAPITAL, message, place, label).help(help));
        }
        let kind = match WORDS.iter().find(|word| **word == lower) {
            Some(word) => Tok::Sign(word),
            None => Tok::Name(lower),
        };
        self.push(kind, start);
        Some(())
    }

    fn string(&mut self, quote: char) -> Option<()> {
        let start = self.at;
        self.at += quote.len_utf8();
        let mut value = String::new();
        loop {
            value.push_str(self.take_while(|c| !matches!(c, '\\' | '\n' | '\r') && c != quote));
            let mut chars = self.rest().chars();
            match (chars.next(), chars.next()) {
                (Some('\\'), Some(escaped)) if !matches!(escaped, '\n' | '\r') => {
                    self.at += 1 + escaped.len_utf8();
                    value.push(self.unescape(escaped));
                }
                (Some(end), _) if end == quote => break,
                _ => return self.report_open_text(start, quote),
            }
        }
        self.at += quote.len_utf8();
        self.push(Tok::Str(value), start);
        Some(())
    }

    /// The meaning of an escape sequence that was just passed.
    fn unescape(&mut self, escaped: char) -> char {
        match escaped {
            '\\' | '\'' | '"' => escaped,
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            _ => {
                let place = self.since(self.at - 1 - escaped.len_utf8());
                let message = format!("`\\{escaped}` has no meaning in a text");
                let label = r#"expected `\\`, `\'`, `\"`, `\n`, `\r` or `\t`"#;
                let help = r"for a backslash itself write `\\`";
                self.diags.push(Diagnostic::error(code::ESCAPE, message, place, label).help(help));
                escaped
            }
        }
    }

    fn report_open_text<T>(&mut self, start: usize, quote: char) -> Option<T> {
        let message = format!("the text has no closing `{quote}`");
        let place = self.since(start);
        let help = format!("end it with `{quote}` on the same line");
        let diag = Diagnostic::error(code::OPEN_TEXT, message, place, "begins here").help(help);
        self.diags.push(diag);
        None
    }

    fn mark(&mut self) -> Option<()> {
        let start = self.at;
        let rest = self.rest();
        let Some((written, mark)) = MARKS.iter().find(|(text, _)| rest.starts_with(text)) else {
            return self.report_character();
        };
        self.at += written.len();
        let place = self.since(start);
        let sign = match mark {
            MarkRole::Sign => written,
            MarkRole::Means(meant) => {
                self.diags.push(misspelt(written, meant, place));
                meant
            }
            MarkRole::Slash => {
                let message = "a single `/` would give a fraction";
                let label = "expected `//`";
                let diag = Diagnostic::error(code::SLASH, message, place, label);
                self.diags.push(diag.help("write `//`, it rounds down: whole numbers only"));
                "//"
            }
            MarkRole::Absent { why, help } => {
                let message = format!("expressions do not have `{written}`");
                let diag = Diagnostic::error(code::NO_OPERATOR, message, place, *why);
                self.diags.push(diag.help(*help));
                return None;
            }
        };
        self.push(Tok::Sign(sign), start);
        Some(())
    }

    fn report_character<T>(&mut self) -> Option<T> {
        let c = self.rest().chars().next()?;
        let start = self.at;
        self.at += c.len_utf8();
        let shown = if c.is_control() || c.is_whitespace() {
            format!("the character U+{:04X}", u32::from(c))
        } else {
            format!("`{c}`")
        };
        let help = if TYPOGRAPHIC_QUOTES.contains(c) {
            "write straight quotes: `'`"
        } else if c.is_whitespace() {
            "write a plain blank"
        } else if c.is_alphabetic() {
            "names have only `a-z`, `0-9` and `_`; an id with other letters goes in quotes"
        } else {
            "leave it out, or put it in quotes if it belongs to an id"
        };
        let message = format!("{shown} has no meaning in an expression");
        let place = self.since(start);
        let label = "expected a name, a number, an operator or a bracket";
        self.diags.push(Diagnostic::error(code::CHARACTER, message, place, label).help(help));
        None
    }
}

/// The diagnostic for an operator of another language.
pub(super) fn misspelt(written: &str, meant: &str, place: Span) -> Diagnostic {
    let message = format!("`{written}` is written `{meant}` here");
    let label = format!("expected `{meant}`");
    Diagnostic::error(code::SPELLING, message, place, label).help(format!("write `{meant}`"))
}

/// Converts `handSize` and `Hand_Size` to `hand_size`, and `TRUE` to `true`.
fn lower_case(word: &str) -> String {
    let mut lower = String::new();
    let mut after_small = false;
    for c in word.chars() {
        if c.is_ascii_uppercase() && after_small {
            lower.push('_');
        }
        after_small = c.is_ascii_lowercase() || c.is_ascii_digit();
        lower.push(c.to_ascii_lowercase());
    }
    lower
}

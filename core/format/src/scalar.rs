//! Formats a single value, with or without quotes.

use super::places::Want;
use super::tokens::Token;

/// Most digits of a number that loses its quotes: far below the limit.
const DIGITS_MAX: usize = 9;

/// The new form of a value; `None` if it stays as written.
pub(super) fn written(token: &Token, want: Want) -> Option<String> {
    let value = token.value.as_deref()?;
    if token.is_block() {
        return None;
    }
    if token.is_long() {
        return match want {
            Want::Expr | Want::Change => long(&token.text, value),
            Want::Text => None,
        };
    }
    let new = match want {
        Want::Expr if is_number(value) => Some(value.to_owned()),
        Want::Expr | Want::Change if is_simple(value) => Some(value.to_owned()),
        // It could be a name with hyphens or a subtraction, so it stays as written.
        Want::Expr | Want::Change if is_hyphened(value) => None,
        Want::Text if is_plain(value, token.in_flow) => Some(value.to_owned()),
        _ => quoted(value, &token.text),
    };
    new.filter(|new| *new != token.text)
}

/// Whether YAML reads a value without quotes as a number or flag.
pub(super) fn is_typed(written: &str) -> bool {
    matches!(written, "true" | "false") || is_number(written)
}

/// A name, a path of names, a number without a sign, `true` or `false`.
fn is_simple(value: &str) -> bool {
    let is_name = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    if matches!(value, "true" | "false") || is_number(value) && !value.starts_with('-') {
        return true;
    }
    value.split('.').all(is_name) && !is_word(value)
}

/// A whole number, as written in both YAML and expressions.
fn is_number(value: &str) -> bool {
    let digits = value.strip_prefix('-').unwrap_or(value);
    let plain = digits == "0" && value == "0" || !digits.starts_with('0');
    !digits.is_empty()
        && digits.len() <= DIGITS_MAX
        && plain
        && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Two or more words joined by hyphens.
fn is_hyphened(value: &str) -> bool {
    let is_part = |part: &str| {
        !part.is_empty() && part.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
    };
    value.contains('-')
        && value.starts_with(|c: char| c.is_ascii_lowercase())
        && value.split('-').all(is_part)
}

/// A multi-line expression: in double quotes if they change nothing.
fn long(written: &str, value: &str) -> Option<String> {
    if written.starts_with('"') || value.contains(['"', '\\']) {
        return None;
    }
    match written.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\'')) {
        Some(inside) if inside.contains('\'') => None,
        Some(inside) => Some(format!("\"{inside}\"")),
        None => Some(format!("\"{written}\"")),
    }
}

/// A value in quotes; `None` if it needs its present quotes.
fn quoted(value: &str, written: &str) -> Option<String> {
    if value.chars().any(is_odd) {
        return None;
    }
    match (value.contains(['"', '\\']), value.contains('\'')) {
        (false, _) => Some(format!("\"{value}\"")),
        (true, false) => Some(format!("'{value}'")),
        (true, true) if written.starts_with(['"', '\'']) => None,
        (true, true) => Some(format!("'{}'", value.replace('\'', "''"))),
    }
}

/// Characters that are written as escapes, or that some tools read as line breaks.
fn is_odd(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{a0}' | '\u{ad}' | '\u{feff}' | '\u{200b}'..='\u{200f}')
        || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fff0}'..='\u{ffff}')
}

/// Whether every tool, including those for YAML 1.1, reads the same text without quotes.
fn is_plain(value: &str, in_flow: bool) -> bool {
    const INDICATORS: &[char] = &[
        '-', '?', ':', ',', '[', ']', '{', '}', '#', '&', '*', '!', '|', '>', '\'', '"', '%', '@',
        '`',
    ];
    // Tools for YAML 1.1 end a value at these, and old ones at a colon.
    const FLOW: &[char] = &[',', '[', ']', '{', '}', '?', ':'];
    !value.is_empty()
        && value.trim() == value
        && !value.chars().any(is_odd)
        && !value.starts_with(INDICATORS)
        && !value.contains(": ")
        && !value.contains(" #")
        && !value.ends_with(':')
        && !(in_flow && value.contains(FLOW))
        && !is_word(value)
        && !is_like_number(value)
}

/// Words that YAML or YAML 1.1 does not read as text.
fn is_word(value: &str) -> bool {
    const WORDS: [&str; 10] = ["yes", "no", "on", "off", "true", "false", "null", "~", "=", "<<"];
    WORDS.iter().any(|word| value.eq_ignore_ascii_case(word))
}

/// Whether it could be read as a number, a time or a date.
fn is_like_number(value: &str) -> bool {
    let body = value.strip_prefix(['-', '+']).unwrap_or(value).to_ascii_lowercase();
    if matches!(body.as_str(), ".inf" | ".nan") {
        return true;
    }
    for prefix in ["0x", "0o", "0b"] {
        if let Some(rest) = body.strip_prefix(prefix) {
            return rest.chars().all(|c| c.is_ascii_hexdigit() || c == '_');
        }
    }
    let number = match body.rsplit_once('e') {
        Some((number, power)) => {
            let digits = power.strip_prefix(['-', '+']).unwrap_or(power);
            match !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
                true => number.to_owned(),
                false => return is_date(&body),
            }
        }
        None => body.clone(),
    };
    let begins = number.trim_start_matches('.').starts_with(|c: char| c.is_ascii_digit());
    let is_part = |c: char| c.is_ascii_digit() || matches!(c, '_' | '.' | ':');
    let one_dot = number.matches('.').count() <= 1;
    begins && one_dot && number.chars().all(is_part) || is_date(&body)
}

/// Whether it begins with a year, a month and a day.
fn is_date(value: &str) -> bool {
    let mut parts = value.splitn(3, '-');
    let digits = |part: Option<&str>, n_max: usize| {
        part.is_some_and(|part| {
            (1..=n_max).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
        })
    };
    let (year, month) = (parts.next(), parts.next());
    year.is_some_and(|year| year.len() == 4)
        && digits(year, 4)
        && digits(month, 2)
        && parts.next().is_some_and(|day| day.starts_with(|c: char| c.is_ascii_digit()))
}

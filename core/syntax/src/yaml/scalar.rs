//! The meaning of plain scalars. There are few rules, and no surprises.

use super::Kind;

/// Reads an unquoted scalar. `Err` for a whole number that is out of range.
pub(super) fn plain(text: &str) -> Result<Kind, OutOfRange> {
    match text {
        "" | "~" | "null" => return Ok(Kind::Null),
        "true" => return Ok(Kind::Bool(true)),
        "false" => return Ok(Kind::Bool(false)),
        _ => {}
    }
    if is_whole(text) {
        return match text.parse() {
            Ok(number) => Ok(Kind::Int(number)),
            Err(_) if text.starts_with('-') => Err(OutOfRange { nearest: i64::MIN }),
            Err(_) => Err(OutOfRange { nearest: i64::MAX }),
        };
    }
    Ok(if is_real(text) { Kind::Real(text.to_owned()) } else { Kind::Text(text.to_owned()) })
}

/// A whole number too far from zero.
pub(super) struct OutOfRange {
    /// The nearest allowed number.
    pub nearest: i64,
}

/// `7`, `-7`, `+7`, `0`; not `007`, which people use for labels.
fn is_whole(text: &str) -> bool {
    let digits = unsigned(text);
    is_digits(digits) && (digits.len() == 1 || !digits.starts_with('0'))
}

/// Whether a text has a fraction or an exponent, or is a word for not-a-number or infinity.
fn is_real(text: &str) -> bool {
    let body = unsigned(text);
    if matches!(body, ".inf" | ".Inf" | ".INF") || matches!(text, ".nan" | ".NaN" | ".NAN") {
        return true;
    }
    let (number, exponent) = match body.split_once(['e', 'E']) {
        Some((number, exponent)) => (number, Some(unsigned(exponent))),
        None => (body, None),
    };
    if exponent.is_some_and(|digits| !is_digits(digits)) {
        return false;
    }
    match number.split_once('.') {
        Some(("", fraction)) => is_digits(fraction),
        Some((whole, fraction)) => is_digits(whole) && (fraction.is_empty() || is_digits(fraction)),
        None => exponent.is_some() && is_digits(number),
    }
}

fn unsigned(text: &str) -> &str {
    text.strip_prefix(['-', '+']).unwrap_or(text)
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

//! "A similar name exists": suggested only if it is likely.

pub use boardwright_syntax::diag::{distance, may_look};

/// The known name that was most likely meant.
pub(crate) fn similar<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let n_chars = name.chars().count();
    let most = (n_chars / 3).clamp(1, 3);
    known
        .take_while(|_| may_look())
        .filter(|other| other.chars().count().abs_diff(n_chars) <= most)
        .filter_map(|other| Some((distance(name, other)?, other)))
        // A name of one or two letters is close to every other.
        .filter(|(distance, _)| *distance <= most && *distance < n_chars)
        .min()
        .map(|(_, other)| other)
}

/// A help line with the suggestion; `kind` is its sort, such as `key`, or empty.
pub(crate) fn similar_help<'a>(
    kind: &str,
    name: &str,
    known: impl Iterator<Item = &'a str>,
) -> Option<String> {
    let other = similar(name, known)?;
    if kind.is_empty() {
        return Some(format!("a similar name exists: `{other}`"));
    }
    let article = if kind.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    Some(format!("{article} {kind} with a similar name exists: `{other}`"))
}

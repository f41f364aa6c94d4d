//! Lists of names for messages.

/// Names in backticks, separated by commas; a long list is cut short.
pub fn listed(names: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    const SHOWN_MAX: usize = 24;
    let names = names.into_iter().take(SHOWN_MAX + 1);
    let names: Vec<_> = names.map(|name| format!("`{}`", name.as_ref())).collect();
    let more = names.len() > SHOWN_MAX;
    let shown = names.get(..names.len().min(SHOWN_MAX)).unwrap_or_default().join(", ");
    if more { format!("{shown} ...") } else { shown }
}

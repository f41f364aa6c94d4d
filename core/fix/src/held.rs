//! Rewrites `holding(resource, seat, space)` to `held(resource, space, seat)`: the seat is the last
//! argument of every function, and can be left out if it is `me`. Expressions and scripts have the
//! same call syntax, so the raw text is searched.

use super::Rule;
use super::edit::Edit;

pub(super) const RULE: Rule = Rule {
    name: "held",
    about: "`holding(resource, seat, space)` becomes `held(resource, space, seat)`.",
    look: |_, _, _| {},
};

const OLD: &str = "holding(";

/// The calls to rewrite; of nested calls, only the inner ones.
pub(super) fn look(text: &str) -> Vec<Edit> {
    let mut edits = vec![];
    for (start, _) in text.match_indices(OLD) {
        let is_inside = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if text.get(..start).is_some_and(|before| before.ends_with(is_inside)) {
            continue;
        }
        let from = start + OLD.len();
        let Some((end, commas)) = arguments(text, from) else { continue };
        let [first, second] = commas.as_slice() else { continue };
        let part = |from: usize, to: usize| text.get(from..to).unwrap_or_default().trim();
        let (resource, seat, space) =
            (part(from, *first), part(first + 1, *second), part(second + 1, end));
        if [resource, seat, space].iter().any(|part| part.contains(OLD)) {
            continue;
        }
        let seat = if seat == "me" { String::new() } else { format!(", {seat}") };
        edits.push(Edit::replace(start..end, format!("held({resource}, {space}{seat}")));
    }
    edits
}

/// The end of the arguments from an offset on, and the commas between them.
fn arguments(text: &str, from: usize) -> Option<(usize, Vec<usize>)> {
    let (mut depth, mut quote, mut commas) = (0, None, vec![]);
    for (at, c) in text.get(from..)?.char_indices() {
        match (quote, c) {
            (Some(open), _) => quote = (c != open).then_some(open),
            (None, '\'' | '"') => quote = Some(c),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')') if depth == 0 => return Some((from + at, commas)),
            (None, ')' | ']' | '}') => depth -= 1,
            (None, ',') if depth == 0 => commas.push(from + at),
            _ => {}
        }
    }
    None
}

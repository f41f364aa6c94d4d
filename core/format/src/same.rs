//! Checks that formatting kept the meaning of a text.

use super::{one, read};
use boardwright_syntax::yaml::{Kind, Node, comments};

/// Whether the new text has the same values, keys, order and comments. At the places in `retyped`,
/// a text may have become the number or flag it spells.
pub(super) fn same(text: &str, before: &Node, after: &str, retyped: &[usize]) -> bool {
    let (sources, file) = one(after.to_owned());
    let Ok(tree) = read(&sources, file) else { return false };
    let told = |text: &str| -> Vec<String> {
        comments(text).iter().map(|comment| comment.text.to_owned()).collect()
    };
    nodes(before, &tree, retyped) && told(text) == told(after)
}

fn nodes(before: &Node, after: &Node, retyped: &[usize]) -> bool {
    match (&before.kind, &after.kind) {
        (Kind::Seq(old), Kind::Seq(new)) => {
            old.len() == new.len() && old.iter().zip(new).all(|(old, new)| nodes(old, new, retyped))
        }
        (Kind::Map(old), Kind::Map(new)) => {
            old.entries.len() == new.entries.len()
                && old
                    .entries
                    .iter()
                    .zip(&new.entries)
                    .all(|(old, new)| old.key == new.key && nodes(&old.value, &new.value, retyped))
        }
        (Kind::Text(old), Kind::Int(new)) => {
            retyped.contains(&(before.span.start as usize)) && *old == new.to_string()
        }
        (Kind::Text(old), Kind::Bool(new)) => {
            retyped.contains(&(before.span.start as usize)) && *old == new.to_string()
        }
        (old, new) => old == new,
    }
}

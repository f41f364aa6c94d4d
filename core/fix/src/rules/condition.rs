//! `when: ...` with `do` and `else` becomes `if: ...`.

use super::{Findings, step};
use crate::edit::{Edit, EditGroup};
use crate::page::{Page, quoted, range};
use crate::walk::{Holder, Site};
use boardwright_syntax::yaml::{Entry, Kind, Map, Node};

pub(super) fn condition(page: &Page, site: &Site, findings: &mut Findings) {
    let Some(map) = step(site) else { return };
    let Some(when) = map.entry("when") else { return };
    if map.get("do").is_none() {
        return findings.leave(
            when.key_span,
            "a step with `when` has no `do`",
            "write `if: ...` beside what is to be done, or add `do`",
        );
    }
    let edits = match map.entry("if") {
        None => Some(vec![Page::rename(when, "if")]),
        Some(_) if map.get("else").is_some() => {
            return findings.leave(
                when.key_span,
                "a step has `if`, `when` and `else`",
                "write `if: A` with `do: [{ if: B, do: ..., else: ... }]`: otherwise `else` would be \
                 done if `A` does not hold, too",
            );
        }
        Some(condition) => joined(page, site.node, map, condition, when),
    };
    let Some(mut edits) = edits else {
        return findings.leave(
            when.key_span,
            "`if` and `when` of this step cannot be joined",
            "write `if: \"(A) and (B)\"` with both conditions, and take `when` out",
        );
    };
    // As the only keys of an option, `if` and `do` would belong to the option.
    if matches!(site.holder, Holder::Unclear) {
        edits.extend(page.listed(site.node, &[]));
    }
    match edits.as_slice() {
        [_] => findings.change(edits),
        _ => findings.changes.push(EditGroup::within(edits, range(site.node.span))),
    }
}

/// Both conditions, joined in the place of the first one.
fn joined(
    page: &Page,
    node: &Node,
    map: &Map,
    condition: &Entry,
    when: &Entry,
) -> Option<Vec<Edit>> {
    let text = format!("({}) and ({})", words(&condition.value)?, words(&when.value)?);
    let (first, second) = match condition.key_span.start < when.key_span.start {
        true => (condition, when),
        false => (when, condition),
    };
    let mut edits =
        vec![Page::rename(first, "if"), Edit::replace(range(first.value.span), quoted(&text))];
    match page.is_flow(node) {
        true => edits.extend(page.without(node, map, &[second.key.as_str()])?),
        false => edits.push(page.without_line(second)?),
    }
    Some(edits)
}

/// A condition as text.
fn words(node: &Node) -> Option<String> {
    match &node.kind {
        Kind::Text(text) => Some(text.trim().to_owned()),
        Kind::Bool(flag) => Some(flag.to_string()),
        _ => None,
    }
}

//! `begin: turn` is followed by `commit`.

use super::{Findings, step};
use crate::edit::{Edit, EditGroup};
use crate::page::{Page, range};
use crate::place::Place;
use crate::walk::{Holder, Site};
use boardwright_syntax::yaml::{Kind, Node};

pub(super) fn commit(page: &Page, site: &Site, findings: &mut Findings) {
    if let (Place::Under(verb), Holder::Patched) = (&site.place, site.holder)
        && verb == "begin"
        && is_turn(site.node)
    {
        return by_hand(site.node, findings);
    }
    let Some(map) = step(site) else { return };
    let Some(begin) = map.get("begin") else { return };
    if !is_turn(begin) {
        return;
    }
    let condition = match map.get("if").map(|node| page.one_line(node)) {
        None => None,
        Some(Some(condition)) => Some(condition),
        Some(None) => return by_hand(site.node, findings),
    };
    let short = match map.get("if").map(|node| page.in_brackets(node)) {
        None => "commit".to_owned(),
        Some(Some(condition)) => format!("{{ if: {condition}, commit: }}"),
        Some(None) => return by_hand(site.node, findings),
    };
    let (start, end) = (site.node.span.start as usize, site.node.span.end as usize);
    match site.holder {
        Holder::Item { next, .. } if next.is_some_and(is_commit) => {}
        Holder::Item { list, .. } if page.is_flow(list) => {
            findings.change(vec![Edit::insert(end, format!(", {short}"))]);
        }
        Holder::Item { list, .. } => {
            let indent = page.new_line_like(list.span.start as usize);
            let text = match condition {
                None => format!("{indent}- commit"),
                Some(condition) => format!("{indent}- commit:{indent}  if: {condition}"),
            };
            findings.change(vec![Edit::insert(page.line_end(end), text)]);
        }
        Holder::Alone | Holder::Unclear => {
            let long = match condition {
                None => "commit".to_owned(),
                Some(condition) => {
                    format!("commit:{}  if: {condition}", page.new_line_like(start))
                }
            };
            let item = if page.is_flow(site.node) { &short } else { &long };
            let edits = page.listed(site.node, &[item]);
            findings.changes.push(EditGroup::within(edits, range(site.node.span)));
        }
        Holder::Patched => by_hand(site.node, findings),
    }
}

fn by_hand(node: &Node, findings: &mut Findings) {
    findings.leave(
        node.span,
        "`begin: turn` does not make choices final here any more",
        "add the step `commit` after it if they are to be final",
    );
}

fn is_turn(node: &Node) -> bool {
    node.as_text() == Some("turn")
}

fn is_commit(node: &Node) -> bool {
    match &node.kind {
        Kind::Text(word) => word == "commit",
        Kind::Map(map) => map.get("commit").is_some(),
        _ => false,
    }
}

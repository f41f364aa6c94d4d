//! Rules that only rename keys.

use super::{Findings, step};
use crate::page::Page;
use crate::place::Place;
use crate::walk::Site;
use crate::words::{is_printed, is_table};
use boardwright_language::raw::scenario::{CHECKS, THEN, is_seat};
use boardwright_syntax::yaml::{Kind, Node};

pub(super) fn returns(_: &Page, site: &Site, findings: &mut Findings) {
    if let Some(map) = step(site) {
        findings.rename(map, "give", "return");
        if map.get("script").is_some() {
            findings.rename(map, "gives", "returns");
        }
    }
    if let (Place::Procedure, Some(map)) = (&site.place, site.node.as_map()) {
        findings.rename(map, "gives", "returns");
        findings.rename(map, "needs", "params");
    }
}

pub(super) fn reason(_: &Page, site: &Site, findings: &mut Findings) {
    if let Some(map) = step(site)
        && map.get("require").is_some()
    {
        findings.rename(map, "label", "reason");
    }
    if let (Place::Choice, Some(map)) = (&site.place, site.node.as_map()) {
        findings.rename(map, "unless", "reason");
    }
}

/// Checks beside a choice have always run after it. Beside `refused`, nothing is chosen.
pub(super) fn then(_: &Page, site: &Site, findings: &mut Findings) {
    let (Place::Move, Some(map)) = (&site.place, site.node.as_map()) else { return };
    let has_choice = map.entries.iter().any(|entry| is_seat(&entry.key));
    if has_choice && map.get("refused").is_none() {
        for check in CHECKS {
            findings.rename(map, check, &format!("{THEN}{check}"));
        }
    }
}

pub(super) fn owner(_: &Page, site: &Site, findings: &mut Findings) {
    let Some(map) = step(site) else { return };
    findings.rename(map, "own", "set_owner");
    findings.rename(map, "control", "set_controller");
    findings.rename(map, "use", "trigger");
}

pub(super) fn perform(_: &Page, site: &Site, findings: &mut Findings) {
    let Some(map) = step(site) else { return };
    let Some(call) = map.entry("call") else { return };
    match calls_printed(&call.value) {
        Some(true) => findings.rename(map, "call", "perform"),
        Some(false) => {}
        None => findings.leave(
            call.key_span,
            "this step calls a procedure in some games and printed steps in others",
            "make two steps of it, one with `call` and one with `perform`, each with its `if`",
        ),
    }
}

/// Whether the value of `call` is printed steps; `None` if it depends.
fn calls_printed(node: &Node) -> Option<bool> {
    match &node.kind {
        Kind::Text(text) => Some(is_printed(text)),
        Kind::Map(map) if is_table(map) => {
            let mut all = map.entries.iter().map(|entry| calls_printed(&entry.value));
            let first = all.next()??;
            all.all(|other| other == Some(first)).then_some(first)
        }
        _ => Some(false),
    }
}

pub(super) fn when(_: &Page, site: &Site, findings: &mut Findings) {
    if let (Place::Ability, Some(map)) = (&site.place, site.node.as_map()) {
        findings.rename(map, "on", "when");
    }
}

pub(super) fn as_seat(_: &Page, site: &Site, findings: &mut Findings) {
    if let (Place::Under(verb), Some(map)) = (&site.place, site.node.as_map())
        && verb == "each"
    {
        findings.rename(map, "seat", "as_seat");
    }
}

pub(super) fn per(_: &Page, site: &Site, findings: &mut Findings) {
    let Some(map) = site.node.as_map() else { return };
    match site.place {
        Place::Resource | Place::Track | Place::Zone => findings.rename(map, "per", "held_by"),
        Place::PaysAs => findings.rename(map, "per", "rate"),
        Place::Hint => findings.rename(map, "per", "for_one_point"),
        _ => {}
    }
}

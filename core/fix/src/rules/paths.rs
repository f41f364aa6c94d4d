//! Rewrites paths of patches and translations that contain a renamed key. All rules are applied at
//! once, because the steps on a path are known only in their old form.

use super::{Findings, who};
use crate::edit::{Edit, EditGroup};
use crate::page::Page;
use crate::place::Place;
use crate::trail::{Stop, Trail};
use crate::walk::Found;
use crate::words::is_printed;
use boardwright_syntax::source::Span;
use boardwright_syntax::yaml::Node;

/// Paths to change, each with the rules that change it.
pub(crate) struct Paths {
    pub findings: Findings,
    /// The rules of each change, in the order of the changes.
    pub rules: Vec<Vec<&'static str>>,
}

/// Examines all paths of a file.
pub(crate) fn paths(page: &Page, found: &Found) -> Paths {
    let mut paths = Paths { findings: Findings::default(), rules: vec![] };
    for trail in &found.trails {
        if let Some(span) = trail.span {
            look(page, trail, span, &mut paths);
        }
    }
    paths
}

fn look(page: &Page, trail: &Trail, span: Span, paths: &mut Paths) {
    let mut parts: Vec<&str> = vec![];
    let mut rules = vec![];
    for (at, stop) in trail.stops.iter().enumerate() {
        let is_own = at >= trail.n_above;
        let part = stop.part.as_str();
        let is_last = at + 1 == trail.stops.len();
        if is_own
            && is_last
            && let Some(patch) = trail.patch
        {
            remark(
                stop,
                patch.get("set").or_else(|| patch.get("replace")),
                span,
                &mut paths.findings,
            );
        }
        if let Place::Under(verb) = &stop.place {
            if let Some(new) = who::beside(verb, part) {
                parts.pop();
                parts.push(new);
                rules.push("who");
                continue;
            }
            if who::is_wrap(verb, part) {
                rules.push("who");
                continue;
            }
        }
        match renamed(stop) {
            Some((rule, new)) => {
                parts.push(new);
                if is_own {
                    rules.push(rule);
                }
            }
            None => parts.push(part),
        }
    }
    let own = parts.get(trail.n_above.min(parts.len())..).unwrap_or_default();
    if !rules.is_empty() && !own.is_empty() {
        let edit: Edit = page.rewrite(span, &own.join("."));
        paths.findings.changes.push(EditGroup::new(vec![edit]));
        paths.rules.push(rules);
    }
}

/// The new name of a part of a path, and the rule that renamed it.
fn renamed(stop: &Stop) -> Option<(&'static str, &'static str)> {
    let found = match (&stop.place, stop.part.as_str()) {
        (Place::Step, "give") => ("return", "return"),
        (Place::Step, "gives") => ("return", "returns"),
        (Place::Procedure, "gives") => ("return", "returns"),
        (Place::Procedure, "needs") => ("return", "params"),
        (Place::Step, "label") if stop.has("require") => ("reason", "reason"),
        (Place::Choice, "unless") => ("reason", "reason"),
        (Place::Step, "own") => ("owner", "set_owner"),
        (Place::Step, "control") => ("owner", "set_controller"),
        (Place::Step, "use") => ("owner", "trigger"),
        (Place::Step, "call") if performs(stop) == Some(true) => ("perform", "perform"),
        (Place::Step, "when") => ("if", "if"),
        (Place::Ability, "on") => ("when", "when"),
        (Place::Under(verb), "seat") if verb == "each" => ("as_seat", "as_seat"),
        (Place::Resource | Place::Track | Place::Zone, "per") => ("per", "held_by"),
        (Place::PaysAs, "per") => ("per", "rate"),
        (Place::Hint, "per") => ("per", "for_one_point"),
        _ => return None,
    };
    Some(found)
}

/// Whether the step on a path runs printed steps; `None` if unknown.
fn performs(stop: &Stop) -> Option<bool> {
    let maps = || stop.nodes.iter().filter_map(|node| node.as_map());
    let call =
        maps().find_map(|map| map.get("call")).map(|node| node.as_text().is_some_and(is_printed));
    call.or_else(|| maps().any(|map| map.get("perform").is_some()).then_some(true))
}

/// Reports patches of a key that has another meaning now.
fn remark(stop: &Stop, value: Option<&Node>, span: Span, findings: &mut Findings) {
    if stop.place != Place::Step {
        return;
    }
    let is_new_printed = || value.and_then(Node::as_text).is_some_and(is_printed);
    match stop.part.as_str() {
        "if" if stop.has("when") => findings.leave(
            span,
            "this patch adds a condition to a step that has one as `when`",
            "the step has one `if` now: write both conditions, as `(A) and (B)`",
        ),
        "call" if value.is_some() && performs(stop) == Some(!is_new_printed()) => findings.leave(
            span,
            "this patch puts a procedure in the place of printed steps, or the other way round",
            "`call` is for procedures, `perform` for printed steps: replace the whole step",
        ),
        "call" if performs(stop).is_none() && is_new_printed() => findings.leave(
            span,
            "this patch puts printed steps under `call`",
            "`call` is for procedures now: replace the whole step by one with `perform`",
        ),
        _ => {}
    }
}

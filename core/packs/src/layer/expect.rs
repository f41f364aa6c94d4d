//! Checks what a patch expects against the tree its pack can know. Changes by packs it does not
//! build on are ignored; `clash.rs` checks whether they are compatible.

use super::merge::Tree;
use super::patch::Patch;
use super::path::{Path, find, find_mut, find_or_report, item_idx};
use super::provenance::Record;
use super::value::{render, same, same_option};
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::diag::codes::layer as codes;
use boardwright_syntax::yaml::{Entry, Kind, Map, Node};

impl Tree {
    /// Checks `expect`, if a patch of this pack has one.
    pub(super) fn check_expect(&self, pack: usize, patch: &Patch) -> Result<(), Box<Diagnostic>> {
        let Some(expect) = &patch.expect else { return Ok(()) };
        let found = find(&self.root, &patch.at.0);
        let expected = (expect.kind != Kind::Null).then_some(expect);
        let nothing_found = found.is_none() && expected.is_none();
        let as_expected = found.is_some_and(|found| same(found, expect));
        if nothing_found || as_expected || self.was_known(pack, &patch.at, expected) {
            return Ok(());
        }
        let found = match found {
            Some(found) => found,
            None => find_or_report(&self.root, &patch.at.0, patch.at_span)?,
        };
        let (path, found_text, expected) = (&patch.at, render(found), render(expect));
        Err(Box::new(
            Diagnostic::error(
                codes::EXPECT,
                format!("`{path}` is {found_text}, not {expected} as this patch expects"),
                expect.span,
                format!("expects {expected}"),
            )
            .and(found.span, format!("set to {found_text} here"))
            .help("look whether the patch still makes sense, then change or remove `expect`"),
        ))
    }

    /// Whether the value is as expected if changes by unrelated packs are undone. Goes back in time
    /// to the last change that this pack knows of.
    fn was_known(&self, pack: usize, path: &Path, expected: Option<&Node>) -> bool {
        let mut value = find(&self.root, &path.0).cloned();
        for record in self.provenance.records().iter().rev() {
            if !path.is_in(&record.path) && !record.path.is_in(path) {
                continue;
            }
            if !self.strangers(pack, record.pack) || !take_back(&mut value, path, record) {
                return false;
            }
            if same_option(value.as_ref(), expected) {
                return true;
            }
        }
        false
    }
}

/// Restores the value at a path from before a change. `false` if it is unknown.
fn take_back(value: &mut Option<Node>, path: &Path, record: &Record) -> bool {
    if let Some(rest) = path.below(&record.path) {
        *value = record.before.as_ref().and_then(|node| find(node, rest)).cloned();
        return true;
    }
    let Some((last, parents)) = record.path.below(path).and_then(<[String]>::split_last) else {
        return false;
    };
    let Some(parent) = value.as_mut().and_then(|value| find_mut(value, parents)) else {
        return false;
    };
    match (&mut parent.kind, &record.before) {
        (Kind::Map(map), None) => map.entries.retain(|entry| entry.key != *last),
        (Kind::Map(map), Some(before)) => put(map, last, before, record),
        (Kind::Seq(items), Some(before)) => {
            let item = item_idx(items, last).and_then(|idx| items.get_mut(idx));
            // The position of the removed item is unknown.
            let Some(item) = item else { return false };
            *item = before.clone();
        }
        _ => return false,
    }
    true
}

fn put(map: &mut Map, key: &str, value: &Node, record: &Record) {
    match map.get_mut(key) {
        Some(old) => *old = value.clone(),
        None => {
            map.entries.push(Entry { key: key.into(), key_span: record.span, value: value.clone() })
        }
    }
}

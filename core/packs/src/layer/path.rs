//! Dotted paths into the tree. On a mapping, a part is a key; on a list, it is the `key` of an
//! item, a scalar item itself, or the address of a step. It is never the index of an item, because
//! indices change when the list does. `Quick` looks up many paths in a tree that does not change.

use std::collections::HashMap;
use std::fmt;

use super::address::{address, addresses, meant};
use super::similar::similar_help;
use super::value::scalar_text;
use boardwright_syntax::diag::codes::layer as codes;
use boardwright_syntax::diag::{Diagnostic, is_tired};
use boardwright_syntax::source::Span;
use boardwright_syntax::yaml::{Kind, Map, Node};

/// Most parts a path may have.
pub(crate) const PATH_PARTS_MAX: usize = 32;
/// Most names listed in a help line.
const NAMES_MAX: usize = 8;

/// A path, split at its dots.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Path(pub Vec<String>);

impl Path {
    /// Splits a written path; `None` when a part is empty or there are too many.
    pub fn parse(text: &str) -> Option<Path> {
        // A dot in parentheses belongs to an address: `perform(tile.reward)`.
        let mut depth = 0_usize;
        let parts = text.trim().split(|c: char| {
            match c {
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            c == '.' && depth == 0
        });
        let parts: Vec<String> = parts.map(String::from).collect();
        let good = parts.len() <= PATH_PARTS_MAX && parts.iter().all(|part| !part.is_empty());
        good.then_some(Path(parts))
    }

    /// The path one level below.
    pub fn join(&self, part: &str) -> Path {
        let mut parts = self.0.clone();
        parts.push(part.into());
        Path(parts)
    }

    /// The rest of `self` after `start`; `None` if it does not begin with it.
    pub fn below(&self, start: &Path) -> Option<&[String]> {
        self.0.strip_prefix(start.0.as_slice())
    }

    /// Whether it is `other` or below it.
    pub fn is_in(&self, other: &Path) -> bool {
        self.below(other).is_some()
    }

    /// All parts but the last, and the last.
    pub fn split_last(&self) -> Option<(&[String], &str)> {
        self.0.split_last().map(|(last, parents)| (parents, last.as_str()))
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0.join("."))
    }
}

/// The node at a path.
pub(crate) fn find<'a>(root: &'a Node, parts: &[String]) -> Option<&'a Node> {
    parts.iter().try_fold(root, |node, part| child(node, part))
}

/// The node at a path, mutable.
pub(crate) fn find_mut<'a>(root: &'a mut Node, parts: &[String]) -> Option<&'a mut Node> {
    parts.iter().try_fold(root, |node, part| match &mut node.kind {
        Kind::Map(map) => map.get_mut(part),
        Kind::Seq(items) => {
            let idx = item_idx(items, part)?;
            items.get_mut(idx)
        }
        _ => None,
    })
}

/// The position of the list item that a part of a path addresses.
pub(crate) fn item_idx(items: &[Node], part: &str) -> Option<usize> {
    let keyed = items.iter().position(|item| item_key(item).is_some_and(|key| key == part));
    let plain = || items.iter().position(|item| scalar_text(item).is_some_and(|it| it == part));
    keyed.or_else(plain).or_else(|| match meant(items, part).as_slice() {
        [one] => Some(*one),
        _ => None,
    })
}

/// The `key` of a list item.
pub fn item_key(item: &Node) -> Option<String> {
    item.as_map()?.get("key").and_then(scalar_text)
}

fn child<'a>(node: &'a Node, part: &str) -> Option<&'a Node> {
    match &node.kind {
        Kind::Map(map) => map.get(part),
        Kind::Seq(items) => items.get(item_idx(items, part)?),
        _ => None,
    }
}

/// Finds a node, or reports how far the path goes and which names exist there.
pub(crate) fn find_or_report<'a>(
    root: &'a Node,
    path: &[String],
    span: Span,
) -> Result<&'a Node, Box<Diagnostic>> {
    find_up_to(root, path, path.len(), span)
}

/// Finds the node for the first parts of a path, or reports how far the path goes.
pub(crate) fn find_up_to<'a>(
    root: &'a Node,
    path: &[String],
    n_parts: usize,
    span: Span,
) -> Result<&'a Node, Box<Diagnostic>> {
    let mut node = root;
    for (idx, part) in path.iter().enumerate().take(n_parts) {
        let found = path.get(..idx).unwrap_or_default();
        if let Kind::Seq(items) = &node.kind {
            ambiguous(items, part, found, span)?;
        }
        node = child(node, part).ok_or_else(|| Box::new(unknown(node, path, idx, span)))?;
    }
    Ok(node)
}

fn ambiguous(
    items: &[Node],
    part: &str,
    found: &[String],
    span: Span,
) -> Result<(), Box<Diagnostic>> {
    let mut keyed = items.iter().filter(|item| item_key(item).is_some_and(|key| key == part));
    let (Some(first), Some(second)) = (keyed.next(), keyed.next()) else {
        return several_steps(items, part, found, span);
    };
    let message = format!("two items of the list `{}` have the key `{part}`", found.join("."));
    let told =
        Diagnostic::error(codes::PATH_SEVERAL, message, span, "cannot tell which one is meant")
            .and(first.span, "one")
            .and(second.span, "and the other")
            .help("give one of them another `key`");
    Err(Box::new(told))
}

/// Reports a verb that several steps of a list have, with the addresses that distinguish them.
fn several_steps(
    items: &[Node],
    part: &str,
    found: &[String],
    span: Span,
) -> Result<(), Box<Diagnostic>> {
    if item_idx(items, part).is_some() {
        return Ok(());
    }
    let meant = meant(items, part);
    let [first, second, ..] = meant.as_slice() else { return Ok(()) };
    let place = |at: &usize| items.get(*at).map_or(span, |item| item.span);
    let all: Vec<String> = meant.iter().filter_map(|at| address(items, *at)).collect();
    let message = format!("`{part}` means {} steps of `{}`", meant.len(), found.join("."));
    let told =
        Diagnostic::error(codes::PATH_SEVERAL, message, span, "cannot tell which one is meant")
            .and(place(first), "one")
            .and(place(second), "and another");
    let shown: Vec<String> = all.iter().take(NAMES_MAX).map(|it| format!("`{it}`")).collect();
    Err(Box::new(match shown.is_empty() {
        true => told.help("give the step a `key` where it is defined"),
        false => told.help(format!("write {}", shown.join(" or "))),
    }))
}

fn unknown(node: &Node, path: &[String], idx: usize, span: Span) -> Diagnostic {
    let (found, part) = (path.get(..idx).unwrap_or_default(), path.get(idx).map_or("", |p| p));
    let found = match found.is_empty() {
        true => "the tree".into(),
        false => format!("`{}`", found.join(".")),
    };
    let whole = path.join(".");
    let span = part_span(path, idx, span);
    if node.as_seq().is_some() && part.bytes().all(|byte| byte.is_ascii_digit()) {
        return Diagnostic::error(
            codes::PATH_COUNTS,
            format!("`{whole}` counts the items of a list"),
            span,
            format!(
                "{found} is a list; its items are found by their `key` or their verb, not by number"
            ),
        )
        .help(right_path(node, path, idx).unwrap_or_else(|| {
            "write the verb of the step, such as `pick` or `pick(tile)`, or give it a `key`".into()
        }));
    }
    let label = match &node.kind {
        Kind::Map(_) if idx == 0 => format!("there is no section `{part}`"),
        Kind::Map(_) => format!("{found} exists, but has no `{part}`"),
        Kind::Seq(_) => format!("{found} exists, but none of its items is `{part}`"),
        _ => format!("{found} is {}, so nothing is below it", node.describe()),
    };
    let mut told =
        Diagnostic::error(codes::PATH_NOWHERE, format!("unknown path `{whole}`"), span, label);
    if !is_tired() {
        let names = names(node);
        told.help =
            similar_help("", part, names.iter().map(String::as_str)).or_else(|| names_help(node));
    }
    told
}

/// The place of one part of a path, if the source contains the path verbatim.
fn part_span(path: &[String], idx: usize, span: Span) -> Span {
    let length = path.iter().map(|part| part.len() + 1).sum::<usize>().saturating_sub(1);
    let quote = match (span.end.saturating_sub(span.start) as usize).checked_sub(length) {
        Some(0) => 0,
        Some(2) => 1,
        _ => return span,
    };
    let before: usize = path.iter().take(idx).map(|part| part.len() + 1).sum();
    let start = span.start + quote + before as u32;
    Span { start, end: start + path.get(idx).map_or(0, String::len) as u32, ..span }
}

/// The path with the `key` of an item in place of its index, and the available keys.
fn right_path(list: &Node, path: &[String], idx: usize) -> Option<String> {
    let items = list.as_seq()?;
    let number: usize = path.get(idx)?.parse().ok()?;
    let named = |at: usize| address(items, at).or_else(|| items.get(at).and_then(scalar_text));
    let key = named(number).or_else(|| (0..items.len()).find_map(named))?;
    let mut right = path.to_vec();
    *right.get_mut(idx)? = key;
    Some(format!("write `{}`; {}", right.join("."), names_help(list)?))
}

/// The names below a node.
pub(crate) fn names(node: &Node) -> Vec<String> {
    match &node.kind {
        Kind::Map(map) => map.entries.iter().map(|entry| entry.key.clone()).collect(),
        Kind::Seq(items) => {
            let plain = items.iter().filter_map(scalar_text);
            plain.chain(addresses(items)).collect()
        }
        _ => vec![],
    }
}

fn names_help(node: &Node) -> Option<String> {
    let names = names(node);
    let shown: Vec<String> = names.iter().take(NAMES_MAX).map(|n| format!("`{n}`")).collect();
    let more = if names.len() > NAMES_MAX { " ..." } else { "" };
    (!shown.is_empty()).then(|| format!("there are {}{more}", shown.join(", ")))
}

/// Mappings with fewer entries are searched linearly.
const ENTRIES_MIN: usize = 16;

/// Indices of the large mappings of one tree.
#[derive(Default)]
pub(super) struct Quick<'n> {
    /// By memory address of the mapping: the tree is borrowed, so nothing moves.
    maps: HashMap<*const Map, HashMap<&'n str, &'n Node>>,
}

impl<'n> Quick<'n> {
    /// The node at a path.
    pub(super) fn find(&mut self, root: &'n Node, parts: &[String]) -> Option<&'n Node> {
        parts.iter().try_fold(root, |node, part| match node.as_map() {
            Some(map) if map.entries.len() >= ENTRIES_MIN => {
                let index = self.maps.entry(std::ptr::from_ref(map)).or_insert_with(|| {
                    let entries = map.entries.iter();
                    entries.map(|entry| (entry.key.as_str(), &entry.value)).collect()
                });
                index.get(part.as_str()).copied()
            }
            _ => child(node, part),
        })
    }
}

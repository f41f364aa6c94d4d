//! Applies patch operators to the tree.

use super::patch::{Op, Patch, Side};
use super::path::{find, find_mut, find_or_report, find_up_to, item_idx, item_key};
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::diag::codes::layer as codes;
use boardwright_syntax::source::Span;
use boardwright_syntax::yaml::{Entry, Kind, Map, Node};

/// The effect of a patch at its path; for an item removed from a list, at the path of the item.
pub(super) struct Done {
    pub before: Option<Node>,
    pub after: Option<Node>,
}

type Outcome<T> = Result<T, Box<Diagnostic>>;

/// Applies one patch, or returns the reason why not and leaves the tree unchanged.
pub(super) fn apply(root: &mut Node, patch: &Patch) -> Outcome<Done> {
    let before = match patch.op {
        Op::Set(_) => find(root, &patch.at.0).cloned(),
        _ => Some(find_or_report(root, &patch.at.0, patch.at_span)?.clone()),
    };
    let after = match &patch.op {
        Op::Set(value) => Some(set(root, patch, value)?),
        Op::Replace(value) => Some(set(root, patch, value)?),
        Op::Unset => unset(root, patch)?,
        Op::Remove => remove(root, patch)?,
        Op::Add(by) => Some(calculate(root, patch, |n| n + i128::from(*by))?),
        Op::Scale { by, over } => {
            let scaled = |n: i128| (n * i128::from(*by)).div_euclid(i128::from(*over).max(1));
            Some(calculate(root, patch, scaled)?)
        }
        Op::Append(items) => edit_list(root, patch, items, |list| {
            list.extend(items.iter().cloned());
            Ok(())
        })?,
        Op::Insert { side, key, items } => edit_list(root, patch, items, |list| {
            let idx = item_idx(list, key).ok_or_else(|| no_item(list, key, patch))?;
            let at = idx + usize::from(*side == Side::After);
            list.splice(at..at, items.iter().cloned());
            Ok(())
        })?,
        Op::RemoveItem(key) => {
            let mut item = None;
            edit_list(root, patch, &[], |list| {
                let idx = item_idx(list, key).ok_or_else(|| no_item(list, key, patch))?;
                item = Some(list.remove(idx));
                Ok(())
            })?;
            return Ok(Done { before: item, after: None });
        }
    };
    Ok(Done { before, after })
}

fn set(root: &mut Node, patch: &Patch, value: &Node) -> Outcome<Node> {
    let Some((parents, last)) = patch.at.split_last() else { return Ok(value.clone()) };
    if parents.is_empty() || find(root, parents).is_some_and(|parent| parent.as_seq().is_some()) {
        // A section or a list item: setting it does not create it.
        find_or_report(root, &patch.at.0, patch.at_span).map_err(|mut told| {
            let way = match parents.is_empty() {
                true => "define the section in a file of the pack instead of patching it",
                false => "use `append` or `insert` at the list to add an item",
            };
            told.help.get_or_insert_with(|| way.into());
            told
        })?;
    }
    find_up_to(root, &patch.at.0, parents.len(), patch.at_span)?;
    let not_below = |parent: &Node| {
        let message = format!("unknown path `{}`", patch.at);
        let label = format!("`{}` is {}", parents.join("."), parent.describe());
        Box::new(
            Diagnostic::error(codes::PATH_NOWHERE, message, patch.at_span, label)
                .and(parent.span, "set here")
                .help("only a mapping can get a new key"),
        )
    };
    let Some(parent) = find_mut(root, parents) else { return Ok(value.clone()) };
    match &mut parent.kind {
        Kind::Seq(items) => {
            let item = item_idx(items, last).and_then(|idx| items.get_mut(idx));
            let value = keep_key(item.as_deref(), value);
            if let Some(item) = item {
                *item = value.clone();
            }
            return Ok(value);
        }
        Kind::Null => parent.kind = Kind::Map(Map::default()),
        Kind::Map(_) => {}
        _ => return Err(not_below(parent)),
    }
    if let Kind::Map(map) = &mut parent.kind {
        match map.get_mut(last) {
            Some(old) => *old = value.clone(),
            None => map.entries.push(Entry {
                key: last.into(),
                key_span: patch.at_span,
                value: value.clone(),
            }),
        }
    }
    Ok(value.clone())
}

/// A replaced item keeps its `key`, so that others still find it.
fn keep_key(old: Option<&Node>, value: &Node) -> Node {
    let mut value = value.clone();
    let key = old.and_then(|old| old.as_map()?.entry("key"));
    if let (Some(key), Kind::Map(map)) = (key, &mut value.kind)
        && map.get("key").is_none()
    {
        map.entries.insert(0, key.clone());
    }
    value
}

fn unset(root: &mut Node, patch: &Patch) -> Outcome<Option<Node>> {
    let Some((parents, last)) = patch.at.split_last() else { return Ok(None) };
    match find_mut(root, parents).map(|parent| &mut parent.kind) {
        Some(Kind::Map(map)) if !parents.is_empty() => {
            map.entries.retain(|entry| entry.key != last);
            Ok(None)
        }
        Some(Kind::Seq(_)) => Err(Box::new(
            Diagnostic::error(
                codes::PATCH_MISFIT,
                format!("`unset` cannot be used at `{}`", patch.at),
                patch.at_span,
                "an item of a list",
            )
            .help(format!("write `{{ at: {}, remove: {last} }}`", parents.join("."))),
        )),
        _ => Err(Box::new(
            Diagnostic::error(
                codes::PATCH_MISFIT,
                format!("`unset` cannot be used at `{}`", patch.at),
                patch.at_span,
                "a whole section",
            )
            .help("list it under `remove`"),
        )),
    }
}

fn remove(root: &mut Node, patch: &Patch) -> Outcome<Option<Node>> {
    let Some((parents, last)) = patch.at.split_last() else { return Ok(None) };
    match find_mut(root, parents).map(|parent| &mut parent.kind) {
        Some(Kind::Map(map)) => map.entries.retain(|entry| entry.key != last),
        Some(Kind::Seq(items)) => {
            if let Some(idx) = item_idx(items, last) {
                items.remove(idx);
            }
        }
        _ => {}
    }
    Ok(None)
}

fn calculate(root: &mut Node, patch: &Patch, f: impl Fn(i128) -> i128) -> Outcome<Node> {
    let Some(node) = find_mut(root, &patch.at.0) else {
        return Err(does_not_fit(root, patch, "a whole number"));
    };
    let Kind::Int(old) = node.kind else {
        return Err(does_not_fit(node, patch, "a whole number"));
    };
    let Ok(new) = i64::try_from(f(i128::from(old))) else {
        return Err(Box::new(
            Diagnostic::error(
                codes::NUMBER_TOO_BIG,
                format!("the new value of `{}` is too big", patch.at),
                patch.span,
                "goes beyond what a number can hold",
            )
            .and(node.span, format!("it was {old}"))
            .help("use a smaller number, or `set`"),
        ));
    };
    *node = Node { span: patch.span, kind: Kind::Int(new) };
    Ok(node.clone())
}

fn edit_list(
    root: &mut Node,
    patch: &Patch,
    added: &[Node],
    edit: impl FnOnce(&mut Vec<Node>) -> Outcome<()>,
) -> Outcome<Option<Node>> {
    let Some(node) = find_mut(root, &patch.at.0) else {
        return Err(does_not_fit(root, patch, "a list"));
    };
    let span = node.span;
    match &mut node.kind {
        Kind::Seq(list) => {
            no_second_key(list, added, patch)?;
            edit(list)?;
        }
        // An empty `tags:` is a list without items.
        Kind::Null => {
            let mut list = vec![];
            edit(&mut list)?;
            *node = Node { span, kind: Kind::Seq(list) };
        }
        _ => return Err(does_not_fit(node, patch, "a list")),
    }
    Ok(Some(node.clone()))
}

fn no_second_key(list: &[Node], added: &[Node], patch: &Patch) -> Outcome<()> {
    let keys = |items: &[Node]| -> Vec<(String, Span)> {
        items.iter().filter_map(|item| Some((item_key(item)?, item.span))).collect()
    };
    let mut seen: std::collections::BTreeMap<String, Span> = keys(list).into_iter().collect();
    for (key, span) in keys(added) {
        if let Some(first) = seen.insert(key.clone(), span) {
            let message = format!("the list `{}` already has an item `{key}`", patch.at);
            return Err(Box::new(
                Diagnostic::error(codes::PATH_SEVERAL, message, span, "the same `key`")
                    .and(first, "has it first")
                    .help(format!("use another `key`, or `set` at `{}.{key}`", patch.at)),
            ));
        }
    }
    Ok(())
}

fn no_item(list: &[Node], key: &str, patch: &Patch) -> Box<Diagnostic> {
    let list = Node { span: patch.span, kind: Kind::Seq(list.to_vec()) };
    let mut path = patch.at.0.clone();
    path.push(key.into());
    match find_or_report(&list, &[key.into()], patch.span) {
        Err(mut told) => {
            told.message = match told.code {
                codes::PATH_COUNTS => format!("`{}` counts the items of a list", path.join(".")),
                _ => format!("unknown path `{}`", path.join(".")),
            };
            if let Some(label) = &mut told.primary {
                label.text = format!("`{}` has no item with the key `{key}`", patch.at);
            }
            told
        }
        Ok(_) => does_not_fit(&list, patch, "a list"),
    }
}

fn does_not_fit(node: &Node, patch: &Patch, needs: &str) -> Box<Diagnostic> {
    let op = patch.op.operator().name();
    let help = match needs {
        "a list" => "use `set` to give it another value, or name a list with `at`",
        _ => "use `set` to give it another value, or name a number with `at`",
    };
    Box::new(
        Diagnostic::error(
            codes::PATCH_MISFIT,
            format!("`{op}` cannot be used at `{}`", patch.at),
            patch.at_span,
            format!("is {}, and `{op}` needs {needs}", node.describe()),
        )
        .and(node.span, "set here")
        .help(help),
    )
}

//! Items of a `patch` or `remove` list: how they are read, what they expect of the tree, and how
//! they change it.
//!
//! A patch expects something of the tree its pack can know. Changes by packs it does not build on
//! are ignored; `clash.rs` checks whether they are compatible.

use super::Operator;
use super::merge::Tree;
use super::path::{
    PATH_PARTS_MAX, Path, find, find_mut, find_or_report, find_up_to, item_idx, item_key,
};
use super::provenance::Record;
use super::similar::similar_help;
use super::value::{render, same, same_option, scalar_text};
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::diag::codes::layer as codes;
use boardwright_syntax::source::Span;
use boardwright_syntax::yaml::{Entry, Kind, Map, Node};

/// One change requested by a pack.
pub(super) struct Patch {
    pub at: Path,
    pub at_span: Span,
    /// The value expected there now.
    pub expect: Option<Node>,
    pub op: Op,
    /// The place of the operator's value.
    pub span: Span,
}

impl Patch {
    /// The path that changes: the patch's own path, or a list item there.
    pub fn target(&self) -> Path {
        match &self.op {
            Op::RemoveItem(key) => self.at.join(key),
            _ => self.at.clone(),
        }
    }
}

/// The operation at the path.
pub(super) enum Op {
    Set(Node),
    Replace(Node),
    Unset,
    Add(i64),
    Scale {
        by: i64,
        over: i64,
    },
    Append(Vec<Node>),
    Insert {
        side: Side,
        key: String,
        items: Vec<Node>,
    },
    /// An item of the list at the path.
    RemoveItem(String),
    /// The node at the path itself, from the `remove` list.
    Remove,
}

impl Op {
    /// The operator, for the record.
    pub fn operator(&self) -> Operator {
        match self {
            Op::Set(_) => Operator::Set,
            Op::Replace(_) => Operator::Replace,
            Op::Unset => Operator::Unset,
            Op::Add(_) => Operator::Add,
            Op::Scale { .. } => Operator::Scale,
            Op::Append(_) => Operator::Append,
            Op::Insert { .. } => Operator::Insert,
            Op::RemoveItem(_) | Op::Remove => Operator::Remove,
        }
    }

    /// The operation in a few words: `add 2`.
    pub fn words(&self) -> String {
        match self {
            Op::Set(value) => format!("set to {}", render(value)),
            Op::Replace(value) => format!("replaced by {}", render(value)),
            Op::Unset => "unset".into(),
            Op::Add(by) => format!("add {by}"),
            Op::Scale { by, over: 1 } => format!("scale by {by}"),
            Op::Scale { by, over } => format!("scale by {by} over {over}"),
            Op::Append(items) => format!("append {}", all(items)),
            Op::Insert { side: Side::Before, key, items } => {
                format!("insert {} before `{key}`", all(items))
            }
            Op::Insert { side: Side::After, key, items } => {
                format!("insert {} after `{key}`", all(items))
            }
            Op::RemoveItem(_) | Op::Remove => "removed".into(),
        }
    }
}

fn all(items: &[Node]) -> String {
    match items {
        [one] => render(one),
        _ => format!("{} items", items.len()),
    }
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Side {
    Before,
    After,
}

/// Operators of a patch, in the order of the manual.
pub const OPERATORS: &[&str] =
    &["set", "replace", "unset", "add", "scale", "append", "insert", "remove"];

/// Reads one item of a `patch` list. Reports all its mistakes.
pub(super) fn decode(node: &Node, diags: &mut Vec<Diagnostic>) -> Option<Patch> {
    let Some(map) = node.as_map() else {
        let expected = "expected a mapping such as `{ at: tiles.mill.cost, set: 3 }`";
        diags.push(wrong("an item of `patch`", node, expected));
        return None;
    };
    let mut operators: Vec<&Entry> = vec![];
    for entry in &map.entries {
        match entry.key.as_str() {
            "at" | "expect" => {}
            key if OPERATORS.contains(&key) => operators.push(entry),
            _ => diags.push(unknown_key(entry)),
        }
    }
    let at = match map.get("at") {
        Some(at) => path(at, diags).map(|path| (path, at.span)),
        None => {
            let message = "this patch does not say where";
            let told =
                Diagnostic::error(codes::PATCH_FORM, message, node.span, "expected a key `at`");
            diags.push(told.help("add `at` with a path such as `tiles.mill.cost`"));
            None
        }
    };
    let operator = one_operator(node, &operators, diags)?;
    let op = op(operator, diags);
    let (at, at_span) = at?;
    Some(Patch {
        at,
        at_span,
        expect: map.get("expect").cloned(),
        op: op?,
        span: operator.value.span,
    })
}

/// Reads one item of a `remove` list.
pub(super) fn decode_remove(node: &Node, diags: &mut Vec<Diagnostic>) -> Option<Patch> {
    let at = path(node, diags)?;
    Some(Patch { at, at_span: node.span, expect: None, op: Op::Remove, span: node.span })
}

fn one_operator<'a>(
    node: &Node,
    operators: &[&'a Entry],
    diags: &mut Vec<Diagnostic>,
) -> Option<&'a Entry> {
    let told = match operators {
        [one] => return Some(one),
        [] => Diagnostic::error(
            codes::PATCH_OPERATOR,
            "this patch does nothing",
            node.span,
            "has no operator",
        )
        .help(format!("add one of `{}`", OPERATORS.join("`, `"))),
        [first, second, ..] => Diagnostic::error(
            codes::PATCH_OPERATOR,
            format!("this patch has both `{}` and `{}`", first.key, second.key),
            second.key_span,
            "a second operator",
        )
        .and(first.key_span, "the first")
        .help("make two patches of it, each with its own `at`"),
    };
    diags.push(told);
    None
}

fn op(entry: &Entry, diags: &mut Vec<Diagnostic>) -> Option<Op> {
    let value = &entry.value;
    match entry.key.as_str() {
        "set" => Some(Op::Set(value.clone())),
        "replace" => Some(Op::Replace(value.clone())),
        "unset" => match value.kind {
            Kind::Bool(true) => Some(Op::Unset),
            _ => misfit("unset", value, "expected `true`", diags),
        },
        "add" => match value.kind {
            Kind::Int(by) => Some(Op::Add(by)),
            _ => misfit("add", value, "expected a whole number", diags),
        },
        "scale" => scale(value, diags),
        "append" => Some(Op::Append(one_or_many(value))),
        "insert" => insert(value, diags),
        "remove" => match scalar_text(value) {
            Some(key) => Some(Op::RemoveItem(key)),
            None => misfit("remove", value, "expected the `key` of a list item", diags),
        },
        _ => None,
    }
}

fn scale(node: &Node, diags: &mut Vec<Diagnostic>) -> Option<Op> {
    let expected = "expected whole numbers, `{ by: 3, over: 2 }`, with `over` at least 1";
    let Some(map) = node.as_map() else { return misfit("scale", node, expected, diags) };
    let number = |key: &str| match map.get(key).map(|node| &node.kind) {
        Some(Kind::Int(n)) => Some(*n),
        Some(_) => None,
        None => (key == "over").then_some(1),
    };
    match (only_keys(map, &["by", "over"]), number("by"), number("over")) {
        (true, Some(by), Some(over)) if over >= 1 => Some(Op::Scale { by, over }),
        _ => misfit("scale", node, expected, diags),
    }
}

fn insert(node: &Node, diags: &mut Vec<Diagnostic>) -> Option<Op> {
    let expected = "expected `{ before: key, items: [...] }` or `{ after: key, items: [...] }`";
    let Some(map) = node.as_map() else { return misfit("insert", node, expected, diags) };
    let anchor = match (map.get("before"), map.get("after")) {
        (Some(key), None) => Some((Side::Before, key)),
        (None, Some(key)) => Some((Side::After, key)),
        _ => None,
    };
    let anchor = anchor.and_then(|(side, key)| Some((side, scalar_text(key)?)));
    match (only_keys(map, &["before", "after", "items"]), anchor, map.get("items")) {
        (true, Some((side, key)), Some(items)) => {
            Some(Op::Insert { side, key, items: one_or_many(items) })
        }
        _ => misfit("insert", node, expected, diags),
    }
}

fn only_keys(map: &Map, known: &[&str]) -> bool {
    map.entries.iter().all(|entry| known.contains(&entry.key.as_str()))
}

fn one_or_many(node: &Node) -> Vec<Node> {
    node.as_seq().map_or_else(|| vec![node.clone()], <[Node]>::to_vec)
}

fn path(node: &Node, diags: &mut Vec<Diagnostic>) -> Option<Path> {
    let path = node.as_text().and_then(Path::parse);
    if path.is_none() {
        let message = format!("{} is not a path", render(node));
        let expected = "expected names joined by dots, such as `tiles.mill.cost`";
        let told = Diagnostic::error(codes::PATCH_FORM, message, node.span, expected);
        diags.push(told.note(format!("a path has at most {PATH_PARTS_MAX} parts")));
    }
    path
}

fn unknown_key(entry: &Entry) -> Diagnostic {
    let message = format!("unknown key `{}` in a patch", entry.key);
    let known = ["at", "expect"].iter().chain(OPERATORS).copied();
    let help = similar_help("key", &entry.key, known)
        .unwrap_or_else(|| format!("operators are `{}`", OPERATORS.join("`, `")));
    Diagnostic::error(codes::PATCH_KEY, message, entry.key_span, "not a key of a patch").help(help)
}

fn misfit<T>(op: &str, node: &Node, expected: &str, diags: &mut Vec<Diagnostic>) -> Option<T> {
    let message = format!("`{op}` cannot have {}", render(node));
    let help = match op {
        "add" => "write a number, such as `add: 2`; to change text use `set`",
        "unset" => "write `unset: true`; to give another value use `set`",
        "scale" => "write `scale: { by: 3, over: 2 }`",
        "insert" => "write `insert: { after: key, items: [...] }`",
        _ => "write the `key` of an item, such as `remove: feast`",
    };
    diags.push(Diagnostic::error(codes::PATCH_VALUE, message, node.span, expected).help(help));
    None
}

/// Reports a part of a pack with the wrong kind of value.
pub(super) fn wrong(what: &str, node: &Node, expected: &str) -> Diagnostic {
    Diagnostic::error(
        codes::PATCH_FORM,
        format!("{what} is {}", node.describe()),
        node.span,
        expected,
    )
}

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
            .help("check whether the patch still makes sense, then change or remove `expect`"),
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

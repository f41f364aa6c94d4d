//! Items of a `patch` or `remove` list, before they are applied.

use super::Operator;
use super::path::{PATH_PARTS_MAX, Path};
use super::similar::similar_help;
use super::value::{render, scalar_text};
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

//! Finds the steps written in a script: tables such as `{ gain = { wood = n } }`.
//!
//! They become the same tree as YAML, and the same compiler reads them. Whatever is not a literal,
//! such as `n`, is a *gap*: a text `_0`, `_1` and so on, which becomes a parameter of the compiled
//! steps. A table that a script returns is matched against these trees, and the values in its gaps
//! are passed as arguments.

use std::collections::{BTreeMap, BTreeSet};

use full_moon::ast::{
    Assignment, BinOp, Call, Expression, Field, FunctionArgs, FunctionBody, FunctionCall, Index,
    Prefix, Return, Suffix, TableConstructor, UnOp, Var,
};
use full_moon::tokenizer::TokenReference;
use full_moon::visitors::{Visit, Visitor};

use super::syntax::{Tree, word};

use crate::raw::step::{COMMON, VERBS, verb_named};
use boardwright_syntax::diag::similar;
use boardwright_syntax::source::Span;
use boardwright_syntax::yaml::{Entry, Kind, Map, Node};

/// Steps written in a script: one, or a list that shares its bindings.
#[derive(Clone, Debug)]
pub struct StepTable {
    /// The pack whose script it is.
    pub pack: String,
    /// The tree, with gaps.
    pub node: Node,
    /// The same tree with the display texts of another language, if needed.
    pub said: Option<Node>,
    /// The gaps, in the order of their numbers.
    pub gaps: Vec<Gap>,
    /// Whether they are part of a list that was also found. Then they need not be complete: they
    /// may use bindings of the steps before them.
    pub is_part: bool,
}

/// A part of a step that the script computes.
#[derive(Clone, Copy, Debug)]
pub struct Gap {
    /// The expression.
    pub span: Span,
    /// The type of its value, as far as it can be inferred.
    pub guess: Guess,
}

/// The type of an expression, inferred from its syntax alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Guess {
    /// Anything.
    Any,
    /// A number.
    Number,
    /// Yes or no.
    Flag,
    /// A seat.
    Seat,
    /// A piece.
    Piece,
}

impl Guess {
    fn of(value: &Expression) -> Self {
        match value {
            Expression::Number(_) => Self::Number,
            Expression::UnaryOperator { unop: UnOp::Minus(_) | UnOp::Hash(_), .. } => Self::Number,
            Expression::UnaryOperator { unop: UnOp::Not(_), .. } => Self::Flag,
            Expression::BinaryOperator { binop, .. } => match binop {
                BinOp::Plus(_)
                | BinOp::Minus(_)
                | BinOp::Star(_)
                | BinOp::DoubleSlash(_)
                | BinOp::Percent(_) => Self::Number,
                BinOp::TwoEqual(_)
                | BinOp::TildeEqual(_)
                | BinOp::LessThan(_)
                | BinOp::LessThanEqual(_)
                | BinOp::GreaterThan(_)
                | BinOp::GreaterThanEqual(_) => Self::Flag,
                _ => Self::Any,
            },
            Expression::Parentheses { expression, .. } => Self::of(expression),
            _ => match value.to_string().trim() {
                "view.me" => Self::Seat,
                "view.self" => Self::Piece,
                _ => Self::Any,
            },
        }
    }
}

/// The number of a gap, if the text is one.
pub fn gap(text: &str) -> Option<usize> {
    text.strip_prefix('_')?.parse().ok()
}

/// How deep tables may be nested.
const DEPTH_MAX: usize = 64;

/// All steps in a script, in source order.
pub(crate) fn step_tables(tree: &Tree, pack: &str) -> Vec<StepTable> {
    let mut returned = Returned::default();
    tree.block().visit(&mut returned);
    let mut finder = Finder {
        pack,
        tree,
        returned: returned.names,
        found: vec![],
        claimed: vec![],
        standing: BTreeMap::new(),
        promises: vec![],
    };
    tree.block().visit(&mut finder);
    finder.found
}

/// Names of variables that functions return.
#[derive(Default)]
struct Returned {
    names: BTreeSet<String>,
}

impl Visitor for Returned {
    fn visit_return(&mut self, node: &Return) {
        self.names.extend(node.returns().iter().filter_map(name_of));
    }

    fn visit_field(&mut self, node: &Field) {
        if let Field::NameKey { key, value, .. } = node
            && word(key) == "steps"
        {
            self.names.extend(name_of(value));
        }
    }
}

struct Finder<'a> {
    pack: &'a str,
    tree: &'a Tree,
    returned: BTreeSet<String>,
    found: Vec<StepTable>,
    /// Spans already handled; `true` if done, `false` for a gap inside one that was not searched
    /// yet.
    claimed: Vec<(Span, bool)>,
    /// What is known of the tables that start at these bytes; those not listed are `Anywhere`.
    standing: BTreeMap<usize, Standing>,
    /// For each enclosing function: whether its declared return type is `Steps`.
    promises: Vec<bool>,
}

impl Visitor for Finder<'_> {
    fn visit_function_body(&mut self, node: &FunctionBody) {
        let promise = node.return_type().map(|it| it.type_info().to_string());
        self.promises.push(promise.is_some_and(|it| it.trim() == "Steps"));
    }

    fn visit_function_body_end(&mut self, _: &FunctionBody) {
        self.promises.pop();
    }

    fn visit_return(&mut self, node: &Return) {
        for table in node.returns().iter().flat_map(tables_in) {
            // `{ steps = ..., value = ... }` is not itself a step.
            let is_both = |(key, _): &(&str, _)| matches!(*key, "steps" | "value" | "values");
            if !fields(table).iter().any(is_both) {
                self.stands(table);
            }
        }
    }

    fn visit_assignment(&mut self, node: &Assignment) {
        for (var, value) in node.variables().iter().zip(node.expressions().iter()) {
            if let Var::Expression(it) = var
                && let Prefix::Name(name) = it.prefix()
                && self.returned.contains(word(name))
            {
                tables_in(value).into_iter().for_each(|table| self.stands(table));
            }
        }
    }

    fn visit_function_call(&mut self, node: &FunctionCall) {
        let name = callee(node);
        let arguments = node.suffixes().filter_map(|suffix| match suffix {
            Suffix::Call(Call::AnonymousCall(args)) => Some(args),
            _ => None,
        });
        for args in arguments {
            match (name.as_str(), &**args) {
                // The argument of `ask` only looks like a step.
                ("ask", args) => {
                    self.claimed.push((self.tree.span(args), true));
                }
                ("table.insert", FunctionArgs::Parentheses { arguments, .. }) => {
                    let into = arguments.iter().next().and_then(name_of);
                    if into.is_some_and(|name| self.returned.contains(&name)) {
                        let tables = arguments.iter().skip(1).flat_map(tables_in);
                        tables.for_each(|table| self.stands(table));
                    }
                }
                _ => {}
            }
        }
    }

    fn visit_table_constructor(&mut self, table: &TableConstructor) {
        let start = start(table);
        if self.is_claimed(start) {
            return;
        }
        let how = self.standing.get(&start).copied().unwrap_or(Standing::Anywhere);
        let steps: Vec<&TableConstructor> =
            list_of(table).into_iter().flat_map(tables_in).collect();
        if is_step(table, how) {
            let is_sure = how == Standing::Promised || is_written(table);
            self.claim(table, !is_sure);
        } else if steps.iter().any(|step| is_step(step, how)) {
            self.claim(table, false);
            // The script may append to the list, or build another one from its steps.
            if how == Standing::Anywhere {
                for step in steps.into_iter().filter(|step| is_step(step, how)) {
                    self.claim(step, true);
                }
            }
        }
    }
}

impl Finder<'_> {
    /// Whether the code at a byte was already handled; the innermost span around it decides.
    fn is_claimed(&self, at: usize) -> bool {
        let around = self
            .claimed
            .iter()
            .filter(|(span, _)| (span.start as usize..span.end as usize).contains(&at));
        around.min_by_key(|(span, is_gap)| (span.end - span.start, *is_gap)).is_some_and(|it| it.1)
    }

    /// Records that a table is returned as steps, or added to a list that is.
    fn stands(&mut self, table: &TableConstructor) {
        let how = match self.promises.contains(&true) {
            true => Standing::Promised,
            false => Standing::Returned,
        };
        self.standing.insert(start(table), how);
    }

    fn claim(&mut self, table: &TableConstructor, is_part: bool) {
        let mut writer = Writer { tree: self.tree, gaps: vec![] };
        let node = writer.table(table, DEPTH_MAX);
        self.claimed.push((node.span, true));
        self.claimed.extend(writer.gaps.iter().map(|gap| (gap.span, false)));
        let pack = self.pack.to_owned();
        let (gaps, said) = (writer.gaps, None);
        self.found.push(StepTable { pack, node, said, gaps, is_part });
    }
}

/// What the position of a table says about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Standing {
    /// Nothing.
    Anywhere,
    /// It is returned: possibly as steps, possibly as plain data.
    Returned,
    /// It is returned by a function whose return type promises steps.
    Promised,
}

/// Whether a table is a step, even if its verb is misspelt.
fn is_step(table: &TableConstructor, how: Standing) -> bool {
    let fields = fields(table);
    let mut verbs = fields.iter().filter_map(|(key, _)| verb_named(key));
    match (verbs.next(), verbs.next()) {
        _ if how == Standing::Promised => !fields.is_empty(),
        (Some(verb), None) => fields.iter().all(|(key, value)| match *key == verb.verb {
            true => !is_plain(value),
            false => {
                let beside = || COMMON.iter().chain(verb.beside).map(|known| known.key);
                let is_misspelt = || similar(key, beside()).is_some();
                beside().any(|known| known == *key) || how == Standing::Returned && is_misspelt()
            }
        }),
        (None, _) if how == Standing::Returned => match fields.as_slice() {
            [(key, Expression::TableConstructor(_))] => {
                similar(key, VERBS.iter().map(|verb| verb.verb)).is_some()
            }
            _ => false,
        },
        _ => false,
    }
}

/// Whether the value under a step's verb is written out, so that the table is certainly a step.
fn is_written(table: &TableConstructor) -> bool {
    let fields = fields(table);
    let mut verbs = fields.iter().filter(|(key, _)| verb_named(key).is_some());
    let is_form = |value: &Expression| {
        matches!(value, Expression::TableConstructor(_) | Expression::String(_))
    };
    verbs.next().is_none_or(|(_, value)| is_form(value))
}

/// Whether an expression is a number, `true` or `false`, which no verb takes.
fn is_plain(value: &Expression) -> bool {
    matches!(value, Expression::Number(_) | Expression::Symbol(_))
}

/// The tables an expression can evaluate to: itself, or the branches it chooses from.
fn tables_in(value: &Expression) -> Vec<&TableConstructor> {
    match value {
        Expression::TableConstructor(table) => vec![table],
        Expression::Parentheses { expression, .. } => tables_in(expression),
        Expression::TypeAssertion { expression, .. } => tables_in(expression),
        Expression::BinaryOperator { lhs, binop: BinOp::And(_) | BinOp::Or(_), rhs } => {
            let mut tables = tables_in(lhs);
            tables.extend(tables_in(rhs));
            tables
        }
        Expression::IfExpression(choice) => {
            let mut tables = tables_in(choice.if_expression());
            for other in choice.else_if_expressions().into_iter().flatten() {
                tables.extend(tables_in(other.expression()));
            }
            tables.extend(tables_in(choice.else_expression()));
            tables
        }
        _ => vec![],
    }
}

/// The items of a list.
fn list_of(table: &TableConstructor) -> Vec<&Expression> {
    let mut items = vec![];
    for field in table.fields() {
        match field {
            Field::NoKey(value) => items.push(value),
            _ => return vec![],
        }
    }
    items
}

/// The fields of a table that have literal names.
fn fields(table: &TableConstructor) -> Vec<(&str, &Expression)> {
    let mut fields = vec![];
    for field in table.fields() {
        match field {
            Field::NameKey { key, value, .. } => fields.push((word(key), &**value)),
            Field::ExpressionKey { key, value, .. } => {
                if let Expression::String(key) = &**key {
                    fields.push((word(key), &**value));
                }
            }
            _ => {}
        }
    }
    fields
}

/// The name of the called function: `ask`, `table.insert`.
pub(crate) fn callee(call: &FunctionCall) -> String {
    let Prefix::Name(name) = call.prefix() else { return String::new() };
    let mut path = word(name).to_owned();
    for suffix in call.suffixes() {
        match suffix {
            Suffix::Index(Index::Dot { name, .. }) => {
                path.push('.');
                path.push_str(word(name));
            }
            _ => break,
        }
    }
    path
}

/// The name of a variable, if the expression is one.
fn name_of(value: &Expression) -> Option<String> {
    match value {
        Expression::Var(Var::Name(name)) => Some(word(name).to_owned()),
        _ => None,
    }
}

fn start(table: &TableConstructor) -> usize {
    table.braces().tokens().0.token().start_position().bytes()
}

/// Converts tables to trees.
struct Writer<'a> {
    tree: &'a Tree,
    gaps: Vec<Gap>,
}

impl Writer<'_> {
    fn span(&self, node: &dyn full_moon::node::Node) -> Span {
        self.tree.span(node)
    }

    fn table(&mut self, table: &TableConstructor, depth: usize) -> Node {
        let span = self.span(table);
        let fields = table.fields();
        let named = fields.iter().any(|field| !matches!(field, Field::NoKey(_)));
        let listed = fields.iter().any(|field| matches!(field, Field::NoKey(_)));
        let kind = match (named, listed) {
            _ if depth == 0 => return self.gap(span, Guess::Any),
            // The context decides whether it is an empty list or an empty mapping.
            (false, false) => Kind::Null,
            (false, true) => {
                Kind::Seq(list_of(table).into_iter().map(|it| self.value(it, depth - 1)).collect())
            }
            (true, false) => Kind::Map(self.map(table, depth - 1)),
            (true, true) => return self.gap(span, Guess::Any),
        };
        Node { span, kind }
    }

    fn map(&mut self, table: &TableConstructor, depth: usize) -> Map {
        let mut entries = vec![];
        for field in table.fields() {
            let (key, key_span, value) = match field {
                Field::NameKey { key, value, .. } => {
                    let span = self.span(key);
                    (self.key(word(key), span), span, value)
                }
                Field::ExpressionKey { key, value, .. } => match &**key {
                    Expression::String(key) => {
                        let span = self.inside(key);
                        (self.key(word(key), span), span, value)
                    }
                    key => {
                        let span = self.span(key);
                        (self.gap_name(span, Guess::Any), span, value)
                    }
                },
                _ => continue,
            };
            // A nil field is absent.
            if !is_nil(value) {
                entries.push(Entry { key, key_span, value: self.value(value, depth) });
            }
        }
        Map { entries }
    }

    /// Converts a literal key. A key that looks like a gap becomes one.
    fn key(&mut self, key: &str, span: Span) -> String {
        match gap(key) {
            Some(_) => self.gap_name(span, Guess::Any),
            None => key.to_owned(),
        }
    }

    /// The span of a string without its quotes.
    fn inside(&self, token: &TokenReference) -> Span {
        let span = self.span(token);
        let quotes = (span.end - span.start).saturating_sub(word(token).len() as u32) / 2;
        Span { start: span.start + quotes, end: span.end - quotes, ..span }
    }

    fn value(&mut self, value: &Expression, depth: usize) -> Node {
        let span = self.span(value);
        let kind = match value {
            Expression::TableConstructor(table) => return self.table(table, depth),
            Expression::Parentheses { expression, .. } => return self.value(expression, depth),
            Expression::TypeAssertion { expression, .. } => return self.value(expression, depth),
            Expression::String(token) => match unescaped(word(token)) {
                // It would be mistaken for a gap.
                Some(text) if gap(&text).is_some() => return self.gap(span, Guess::Any),
                Some(text) => return Node { span: self.inside(token), kind: Kind::Text(text) },
                None => return self.gap(span, Guess::of(value)),
            },
            Expression::Number(token) => number(word(token)),
            Expression::UnaryOperator { unop: UnOp::Minus(_), expression } => match &**expression {
                Expression::Number(token) => match number(word(token)) {
                    Kind::Int(number) => Kind::Int(-number),
                    other => other,
                },
                _ => return self.gap(span, Guess::of(value)),
            },
            Expression::Symbol(token) => match word(token) {
                "true" => Kind::Bool(true),
                "false" => Kind::Bool(false),
                _ => Kind::Null,
            },
            _ => return self.gap(span, Guess::of(value)),
        };
        Node { span, kind }
    }

    fn gap(&mut self, span: Span, guess: Guess) -> Node {
        Node { span, kind: Kind::Text(self.gap_name(span, guess)) }
    }

    fn gap_name(&mut self, span: Span, guess: Guess) -> String {
        self.gaps.push(Gap { span, guess });
        format!("_{}", self.gaps.len() - 1)
    }
}

fn is_nil(value: &Expression) -> bool {
    matches!(value, Expression::Symbol(token) if word(token) == "nil")
}

/// Converts a number to its YAML form.
fn number(written: &str) -> Kind {
    let plain = written.replace('_', "").to_lowercase();
    let radix = |prefix: &str, radix: u32| {
        plain.strip_prefix(prefix).and_then(|digits| i64::from_str_radix(digits, radix).ok())
    };
    let whole =
        |number: f64| (number.fract() == 0.0 && number.abs() < 1e15).then_some(number as i64);
    let found = radix("0x", 16).or_else(|| radix("0b", 2)).or_else(|| plain.parse().ok());
    match found.or_else(|| plain.parse::<f64>().ok().and_then(whole)) {
        Some(number) => Kind::Int(number),
        None => Kind::Real(written.to_owned()),
    }
}

/// A string with its escapes resolved; `None` if it has unusual ones.
fn unescaped(written: &str) -> Option<String> {
    let mut text = String::new();
    let mut chars = written.chars();
    while let Some(next) = chars.next() {
        match next {
            '\\' => text.push(match chars.next()? {
                'n' => '\n',
                't' => '\t',
                same @ ('\\' | '"' | '\'') => same,
                _ => return None,
            }),
            plain => text.push(plain),
        }
    }
    Some(text)
}

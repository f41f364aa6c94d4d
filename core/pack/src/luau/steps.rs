//! Finds the steps that stand in the text of a script: tables such as `{ gain = { wood = n } }`.
//!
//! They become the same tree that YAML becomes, and the same compiler reads them. What is not
//! written out, such as `n`, is a *gap*: a text `_0`, `_1` and so on, for which the compiled steps
//! have a parameter. When a script returns a table, it is compared with these trees, and what stands
//! in the gaps is handed over.

use std::collections::{BTreeMap, BTreeSet};

use full_moon::ast::{
    BinOp, Call, Expression, Field, FunctionArgs, FunctionBody, FunctionCall, Index, Prefix,
    Return, Suffix, TableConstructor, UnOp, Var,
};
use full_moon::node::Node as _;
use full_moon::tokenizer::{Token, TokenReference, TokenType};
use full_moon::visitors::{Visit, Visitor};

use super::syntax::{Tree, word};

use crate::diag::similar;
use crate::lower::names::Type;
use crate::raw::step::{COMMON, VERBS, verb_named};
use crate::source::{FileId, Span};
use crate::yaml::{Entry, Kind, Map, Node};

/// Steps in the text of a script: one, or a list of them that share their bindings.
#[derive(Clone, Debug)]
pub struct StepTable {
    /// The pack whose script it is.
    pub pack: String,
    /// The tree, with gaps.
    pub node: Node,
    /// The same with texts for people in another language, if they are wanted.
    pub said: Option<Node>,
    /// The gaps, in the order of their numbers.
    pub gaps: Vec<Gap>,
    /// Whether they are part of a list that was found as well. Then they need not be complete by
    /// themselves: they may use what the steps before them bind.
    pub is_part: bool,
}

/// A part of a step that is worked out by the script.
#[derive(Clone, Copy, Debug)]
pub struct Gap {
    /// The expression.
    pub span: Span,
    /// What it gives, as far as that shows.
    pub guess: Guess,
}

/// What an expression gives, where only its form is known.
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
    /// The type of it in the language of packs.
    pub(crate) fn ty(self) -> Option<Type> {
        match self {
            Self::Any => None,
            Self::Number => Some(Type::Number),
            Self::Flag => Some(Type::Flag),
            Self::Seat => Some(Type::Seat),
            Self::Piece => Some(Type::Piece(None)),
        }
    }

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

/// The number of a gap, if a text is one.
pub(crate) fn gap(text: &str) -> Option<usize> {
    text.strip_prefix('_')?.parse().ok()
}

/// How deep tables may be nested.
const DEPTH_MAX: usize = 64;

/// What stands in the texts of the scripts of packs.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    /// All steps.
    pub tables: Vec<StepTable>,
    modules: Vec<Module>,
}

/// A file of scripts.
#[derive(Clone, Debug)]
struct Module {
    pack: String,
    name: String,
    file: FileId,
    asks: bool,
    requires: BTreeSet<String>,
}

impl Texts {
    /// The same with other texts for people.
    pub(crate) fn said(&self, translated: &dyn Fn(&Node) -> Node) -> Self {
        let mut texts = self.clone();
        for table in &mut texts.tables {
            table.said = Some(translated(&table.node));
        }
        texts
    }

    /// Reads one more file.
    pub(super) fn read(&mut self, tree: &Tree, pack: &str, name: &str) {
        self.tables.extend(step_tables(tree, pack));
        let mut uses = Uses::default();
        tree.block().visit(&mut uses);
        let Uses { asks, requires } = uses;
        let (pack, name) = (pack.to_owned(), name.to_owned());
        self.modules.push(Module { pack, name, file: tree.file, asks, requires });
    }

    /// The files whose steps the functions of a module may return, with those it requires, and whether
    /// they may ask something. Modules of the same name in several packs count as one.
    pub(crate) fn reach(&self, name: &str) -> (BTreeSet<FileId>, bool) {
        let mut files = BTreeSet::new();
        let mut todo: Vec<&Module> = self.modules.iter().filter(|it| it.name == name).collect();
        // A file that has no tree was not read.
        let mut asks = todo.is_empty();
        while let Some(module) = todo.pop() {
            if files.insert(module.file) {
                asks |= module.asks;
                let wanted = |it: &&Module| {
                    let is_named = |name: &str| module.requires.contains(name);
                    it.pack == module.pack && (is_named(&it.name) || is_named(ANY))
                };
                todo.extend(self.modules.iter().filter(wanted));
            }
        }
        (files, asks)
    }
}

/// In place of a module whose name is worked out.
const ANY: &str = "*";

/// What a file uses.
#[derive(Default)]
struct Uses {
    asks: bool,
    requires: BTreeSet<String>,
}

impl Visitor for Uses {
    fn visit_identifier(&mut self, token: &Token) {
        // Also where it is handed on as a value.
        let is_ask = |name: &str| name == "ask";
        self.asks |= matches!(token.token_type(), TokenType::Identifier { identifier } if is_ask(identifier));
    }

    fn visit_function_call(&mut self, node: &FunctionCall) {
        if callee(node) != "require" {
            return;
        }
        for suffix in node.suffixes() {
            if let Suffix::Call(Call::AnonymousCall(args)) = suffix {
                let names = args.tokens().filter_map(|token| match token.token_type() {
                    TokenType::StringLiteral { literal, .. } => Some(literal.to_string()),
                    TokenType::Identifier { .. } => Some(ANY.to_owned()),
                    _ => None,
                });
                self.requires.extend(names);
            }
        }
    }
}

/// All steps in a script, in the order of the text.
fn step_tables(tree: &Tree, pack: &str) -> Vec<StepTable> {
    let mut returned = Returned::default();
    tree.block().visit(&mut returned);
    let mut finder = Finder {
        pack,
        tree,
        returned: returned.names,
        found: vec![],
        done: 0,
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
    /// Tables before this byte were looked at.
    done: usize,
    /// How tables stand that start at these bytes, if not just anywhere.
    standing: BTreeMap<usize, Standing>,
    /// For each function around: whether its head says that it returns steps.
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
            // `{ steps = ..., value = ... }` is no step itself.
            let is_both = |(key, _): &(&str, _)| matches!(*key, "steps" | "value" | "values");
            if !fields(table).iter().any(is_both) {
                self.stands(table);
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
                // What is asked only looks like a step.
                ("ask", args) => {
                    self.done = self.done.max(self.tree.span(args).end as usize);
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
        if start < self.done {
            return;
        }
        let how = self.standing.get(&start).copied().unwrap_or(Standing::Anywhere);
        let steps: Vec<&TableConstructor> =
            list_of(table).into_iter().flat_map(tables_in).collect();
        if is_step(table, how) {
            self.claim(table, false);
        } else if steps.iter().any(|step| is_step(step, how)) {
            self.claim(table, false);
            // The list may be added to, or another one made of its steps.
            if how == Standing::Anywhere {
                for step in steps.into_iter().filter(|step| is_step(step, how)) {
                    self.claim(step, true);
                }
            }
        }
    }
}

impl Finder<'_> {
    /// Notes where a table stands: steps are returned, or put into a list that is.
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
        self.done = self.done.max(node.span.end as usize);
        let pack = self.pack.to_owned();
        let (gaps, said) = (writer.gaps, None);
        self.found.push(StepTable { pack, node, said, gaps, is_part });
    }
}

/// What is known of a table by where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Standing {
    /// Nothing.
    Anywhere,
    /// It is returned: perhaps as steps, perhaps as plain data.
    Returned,
    /// It is returned by a function whose head promises steps.
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
                let mut beside = COMMON.iter().chain(verb.beside);
                how == Standing::Returned || beside.any(|known| known.key == *key)
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

/// Whether an expression is a number, or true or false: no verb takes that.
fn is_plain(value: &Expression) -> bool {
    matches!(value, Expression::Number(_) | Expression::Symbol(_))
}

/// The tables an expression can come to: itself, or those it chooses from.
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

/// The fields of a table whose names are written out.
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

/// The name of a function that is called: `ask`, `table.insert`.
fn callee(call: &FunctionCall) -> String {
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

/// The variable that an expression is.
fn name_of(value: &Expression) -> Option<String> {
    match value {
        Expression::Var(Var::Name(name)) => Some(word(name).to_owned()),
        _ => None,
    }
}

fn start(table: &TableConstructor) -> usize {
    table.braces().tokens().0.token().start_position().bytes()
}

/// Writes tables as trees.
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
            // Whether it is an empty list or an empty mapping shows where it stands.
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
                Field::NameKey { key, value, .. } => (word(key).to_owned(), self.span(key), value),
                Field::ExpressionKey { key, value, .. } => match &**key {
                    Expression::String(key) => (word(key).to_owned(), self.inside(key), value),
                    key => {
                        let span = self.span(key);
                        (self.gap_name(span, Guess::Any), span, value)
                    }
                },
                _ => continue,
            };
            // What is nil is not there.
            if !is_nil(value) {
                entries.push(Entry { key, key_span, value: self.value(value, depth) });
            }
        }
        Map { entries }
    }

    /// The place of a text without its quotes.
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

/// A number as YAML would have it.
fn number(written: &str) -> Kind {
    let plain = written.replace('_', "");
    let hex = plain.strip_prefix("0x").and_then(|hex| i64::from_str_radix(hex, 16).ok());
    match hex.or_else(|| plain.parse().ok()) {
        Some(number) => Kind::Int(number),
        None => Kind::Real(written.to_owned()),
    }
}

/// A text without its escapes; nothing if it has unusual ones.
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

//! Collects what the scripts of packs contain: their steps, and what each file asks and requires.

use std::collections::BTreeSet;

use full_moon::ast::{Call, Expression, FunctionArgs, FunctionCall, Suffix};
use full_moon::tokenizer::{Token, TokenType};
use full_moon::visitors::{Visit, Visitor};

use super::steps::{StepTable, callee, step_tables};
use super::syntax::{Tree, word};
use boardwright_syntax::source::FileId;
use boardwright_syntax::yaml::Node;

/// The steps and uses found in the scripts of packs.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    /// All steps.
    pub tables: Vec<StepTable>,
    modules: Vec<Module>,
}

/// A script file.
#[derive(Clone, Debug)]
struct Module {
    pack: String,
    name: String,
    file: FileId,
    asks: bool,
    requires: BTreeSet<String>,
}

impl Texts {
    /// A copy with other display texts.
    pub fn said(&self, translated: &dyn Fn(&Node) -> Node) -> Self {
        let mut texts = self.clone();
        for table in &mut texts.tables {
            table.said = Some(translated(&table.node));
        }
        texts
    }

    /// Reads one more file.
    pub fn read(&mut self, tree: &Tree, pack: &str, name: &str) {
        self.tables.extend(step_tables(tree, pack));
        let mut uses = Uses::default();
        tree.block().visit(&mut uses);
        let Uses { asks, mut requires, named, calls } = uses;
        // `require` under another name may load any module.
        if named > calls {
            requires.insert(ANY.to_owned());
        }
        let (pack, name) = (pack.to_owned(), name.to_owned());
        self.modules.push(Module { pack, name, file: tree.file, asks, requires });
    }

    /// The files whose steps the functions of a module may return, including those it requires, and
    /// whether any of them may ask. Modules of the same name in several packs count as one.
    pub fn reach(&self, name: &str) -> (BTreeSet<FileId>, bool) {
        let mut files = BTreeSet::new();
        let mut todo: Vec<&Module> = self.modules.iter().filter(|it| it.name == name).collect();
        // A file without a tree was not read, so it may ask.
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

/// Stands for a module whose name is computed.
const ANY: &str = "*";

/// What a file uses.
#[derive(Default)]
struct Uses {
    asks: bool,
    requires: BTreeSet<String>,
    /// How often `require` is mentioned.
    named: usize,
    calls: usize,
}

impl Visitor for Uses {
    fn visit_identifier(&mut self, token: &Token) {
        // Includes mentions that pass it on as a value.
        let TokenType::Identifier { identifier } = token.token_type() else { return };
        self.asks |= identifier.as_str() == "ask";
        self.named += usize::from(identifier.as_str() == "require");
    }

    fn visit_function_call(&mut self, node: &FunctionCall) {
        if callee(node) != "require" {
            return;
        }
        self.calls += 1;
        for suffix in node.suffixes() {
            if let Suffix::Call(Call::AnonymousCall(args)) = suffix {
                let literal = match &**args {
                    FunctionArgs::String(token) => Some(token),
                    FunctionArgs::Parentheses { arguments, .. } => match arguments.iter().next() {
                        Some(Expression::String(token)) if arguments.len() == 1 => Some(token),
                        _ => None,
                    },
                    _ => None,
                };
                let name = literal.map_or(ANY, word).to_owned();
                self.requires.insert(name);
            }
        }
    }
}

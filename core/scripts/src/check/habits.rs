//! How a file uses its names, collected before it is checked: a name that is reassigned, or a table
//! that is changed, does not keep its initial type.

use std::collections::BTreeSet;

use full_moon::ast::{
    Assignment, Block, Call, CompoundAssignment, Expression, FunctionArgs, FunctionCall, Index,
    Prefix, Suffix, Var,
};
use full_moon::tokenizer::TokenReference;
use full_moon::visitors::Visitor;

use super::super::CALLS;
use boardwright_language::script_text::syntax::word;

/// Names, regardless of scope: a name used in two functions counts for both.
#[derive(Default)]
pub(super) struct Habits {
    /// Reassigned after their declaration.
    pub assigned: BTreeSet<String>,
    /// Tables changed in this file.
    pub changed: BTreeSet<String>,
    /// Passed to a function, which may change them.
    pub handed: BTreeSet<String>,
    /// Fields set by name.
    pub fields: BTreeSet<String>,
}

impl Habits {
    pub(super) fn of(block: &Block) -> Self {
        let mut habits = Self::default();
        full_moon::visitors::Visit::visit(block, &mut habits);
        habits
    }

    fn set(&mut self, var: &Var) {
        match var {
            Var::Name(name) => {
                self.assigned.insert(word(name).to_owned());
            }
            Var::Expression(path) => {
                if let Prefix::Name(name) = path.prefix() {
                    self.changed.insert(word(name).to_owned());
                }
                for suffix in path.suffixes() {
                    if let Suffix::Index(Index::Dot { name, .. }) = suffix {
                        self.fields.insert(word(name).to_owned());
                    }
                }
            }
            _ => {}
        }
    }
}

impl Visitor for Habits {
    fn visit_assignment(&mut self, node: &Assignment) {
        for var in node.variables() {
            self.set(var);
        }
    }

    fn visit_compound_assignment(&mut self, node: &CompoundAssignment) {
        // Arithmetic keeps a number a number, so it does not count as reassigning a name.
        if !matches!(node.lhs(), Var::Name(_)) {
            self.set(node.lhs());
        }
    }

    fn visit_function_call(&mut self, node: &FunctionCall) {
        let is_table = matches!(node.prefix(), Prefix::Name(name) if word(name) == "table");
        // Kernel functions only read.
        let only_reads = |name: &TokenReference| CALLS.contains(&word(name));
        for (at, suffix) in node.suffixes().enumerate() {
            let Suffix::Call(call) = suffix else { continue };
            let args = match (call, node.prefix()) {
                (Call::AnonymousCall(_), Prefix::Name(name)) if at == 0 && only_reads(name) => {
                    continue;
                }
                (Call::MethodCall(call), _) if only_reads(call.name()) => continue,
                (Call::AnonymousCall(args), _) => args,
                (Call::MethodCall(call), _) => call.args(),
                _ => continue,
            };
            let FunctionArgs::Parentheses { arguments, .. } = args else { continue };
            for argument in arguments {
                if let Expression::Var(Var::Name(name)) = argument {
                    let names = if is_table { &mut self.changed } else { &mut self.handed };
                    names.insert(word(name).to_owned());
                }
            }
        }
    }
}

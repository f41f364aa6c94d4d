//! What a file does to its names, looked up before it is read: a name that is set anew, or a table
//! that is changed, does not keep the type it began with.

use std::collections::BTreeSet;

use full_moon::ast::{
    Assignment, Block, Call, CompoundAssignment, Expression, FunctionArgs, FunctionCall, Index,
    Prefix, Suffix, Var,
};
use full_moon::tokenizer::TokenReference;
use full_moon::visitors::Visitor;

use super::super::CALLS;
use boardwright_language::script_text::syntax::word;

/// Names, whatever scope they stand in: a name that two functions have counts for both.
#[derive(Default)]
pub(super) struct Habits {
    /// Set again after their declaration.
    pub assigned: BTreeSet<String>,
    /// Tables that something is put into here.
    pub changed: BTreeSet<String>,
    /// Handed to a function, which may put something into them.
    pub handed: BTreeSet<String>,
    /// Fields that are set by name.
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
        // Arithmetic leaves a number what it is; of a name it says nothing else.
        if !matches!(node.lhs(), Var::Name(_)) {
            self.set(node.lhs());
        }
    }

    fn visit_function_call(&mut self, node: &FunctionCall) {
        let is_table = matches!(node.prefix(), Prefix::Name(name) if word(name) == "table");
        // Functions of the kernel only read.
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

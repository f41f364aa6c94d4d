//! `may`, `try`, `else`, `commit`.

use boardwright_rules::def::code::{Op, Pc};
use boardwright_rules::id::NoteId;

use super::StepContext;
use crate::Lower;
use crate::scope::Scope;
use boardwright_language::raw::step::{self as raw, Key};
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::diag::codes::step as codes;
use boardwright_syntax::yaml::Kind;

impl Lower<'_> {
    pub(super) fn may(
        &mut self,
        step: &StepContext,
        may: &raw::May,
        scope: &mut Scope,
    ) -> Option<()> {
        let note = self.question(step, may.ask, scope, "do this?");
        self.optional(note, scope, |lower, scope| {
            lower.steps(may.body.node, scope, &step.path);
        });
        Some(())
    }

    /// Asks whether to run steps, if they can be completed.
    pub(crate) fn optional(
        &mut self,
        note: NoteId,
        scope: &mut Scope,
        body: impl FnOnce(&mut Self, &mut Scope),
    ) {
        let open = self.emit(scope, Op::May { note, end: 0 });
        self.branch(scope, |lower, scope| lower.block(scope, body));
        self.aim_here(open);
    }

    /// Steps that are completed together, up to their `Done`.
    pub(super) fn block(&mut self, scope: &mut Scope, body: impl FnOnce(&mut Self, &mut Scope)) {
        scope.blocks += 1;
        body(self, scope);
        scope.blocks -= 1;
        self.emit(scope, Op::Done);
    }

    pub(super) fn try_steps(
        &mut self,
        step: &StepContext,
        tries: &raw::Try,
        scope: &mut Scope,
    ) -> Option<()> {
        let open = self.emit(scope, Op::Try(0));
        let (before, bound) = (scope.flow.clone(), self.bound_so_far());
        self.block(scope, |lower, scope| lower.steps(tries.body.node, scope, &step.path));
        let done = std::mem::replace(&mut scope.flow, before);
        self.forget_bound(&bound);
        match tries.otherwise {
            Some(other) => {
                let over = self.emit(scope, Op::Jump(0));
                self.aim_here(open);
                self.steps(other.node, scope, &step.inside("else"));
                self.aim_here(over);
            }
            None => self.aim_here(open),
        }
        scope.flow.or(&done);
        self.forget_bound(&bound);
        Some(())
    }

    /// The steps for a block whose condition does not hold. Returns the jump over them, if there
    /// are any.
    pub(super) fn otherwise(
        &mut self,
        step: &StepContext,
        block: &raw::Do,
        condition: Option<Key<raw::Condition>>,
        skip: Option<Pc>,
        scope: &mut Scope,
    ) -> Option<Pc> {
        let other = block.otherwise?;
        if condition.is_none() {
            let message = "`else` without `if`";
            let diag = Diagnostic::error(codes::MISSING, message, other.span, "there is no `if`");
            self.diags.push(diag.help("add `if:` with a condition beside it"));
        }
        let over = self.emit(scope, Op::Jump(0));
        if let Some(skip) = skip {
            self.aim_here(skip);
        }
        self.steps(other.node, scope, &step.inside("else"));
        self.aim_here(over);
        Some(over)
    }

    pub(super) fn commit(
        &mut self,
        step: &StepContext,
        commit: &raw::Commit,
        scope: &mut Scope,
    ) -> Option<()> {
        let node = commit.nothing.node;
        if node.kind != Kind::Null && !std::ptr::eq(node, step.node) {
            return self.wrong_form(step, node, "nothing");
        }
        self.emit(scope, Op::Commit);
        Some(())
    }
}

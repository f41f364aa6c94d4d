//! `may`, `try`, `when`.

use boardwright_rules::def::code::Op;
use boardwright_rules::id::NoteId;

use super::Step;
use crate::lower::Lower;
use crate::lower::scope::Scope;
use crate::raw::step as raw;

impl Lower<'_> {
    pub(super) fn may(&mut self, step: &Step, may: &raw::May, scope: &mut Scope) -> Option<()> {
        let note = self.question(step, may.ask, scope, "do this?");
        self.optional(note, scope, |lower, scope| {
            lower.steps(may.body.node, scope, &step.path);
        });
        Some(())
    }

    /// Asks whether to do something, if it can be completed.
    pub(crate) fn optional(
        &mut self,
        note: NoteId,
        scope: &mut Scope,
        body: impl FnOnce(&mut Self, &mut Scope),
    ) {
        let open = self.emit(scope, Op::May { note, end: 0 });
        self.block(scope, body);
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
        step: &Step,
        tries: &raw::Try,
        scope: &mut Scope,
    ) -> Option<()> {
        let open = self.emit(scope, Op::Try(0));
        self.block(scope, |lower, scope| lower.steps(tries.body.node, scope, &step.path));
        let Some(other) = tries.otherwise else {
            self.aim_here(open);
            return Some(());
        };
        let over = self.emit(scope, Op::Jump(0));
        self.aim_here(open);
        self.steps(other.node, scope, &step.inside("else"));
        self.aim_here(over);
        Some(())
    }

    pub(super) fn when(&mut self, step: &Step, when: &raw::When, scope: &mut Scope) -> Option<()> {
        // The steps are looked at even if the condition is wrong.
        let condition = self.expr_at(when.condition, scope).unwrap_or_else(|| self.number(1));
        let skip = self.unless(scope, condition);
        self.steps(when.body.node, scope, &step.inside("do"));
        let over = when.otherwise.map(|other| (other, self.emit(scope, Op::Jump(0))));
        if let Some(skip) = skip {
            self.aim_here(skip);
        }
        if let Some((other, over)) = over {
            self.steps(other.node, scope, &step.inside("else"));
            self.aim_here(over);
        }
        Some(())
    }
}

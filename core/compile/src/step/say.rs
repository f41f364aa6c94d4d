//! `require`, `expect` and `note`.

use boardwright_rules::def::code::Op;

use super::StepContext;
use crate::Lower;
use crate::scope::Scope;
use boardwright_language::raw::step as raw;
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::diag::codes::{step as codes, types};

impl Lower<'_> {
    pub(super) fn require(
        &mut self,
        step: &StepContext,
        require: &raw::Require,
        scope: &mut Scope,
    ) -> Option<()> {
        let condition = self.expr_at(require.condition, scope)?;
        if let Some(label) = step.label {
            let message = "`label` means nothing beside `require`";
            let diag = Diagnostic::error(codes::KEY, message, label.span, "has no effect here");
            self.diags.push(diag.help("write `reason`"));
        }
        let reason = require.reason.and_then(|reason| Some((reason.text()?, reason.node.span)));
        let note = match reason {
            Some((text, span)) => self.note(text, span, scope),
            None => {
                let text = require.condition.text().unwrap_or("false");
                self.plain_note(&format!("needs {text}"))
            }
        };
        if self.known(condition) != Some(1) {
            self.emit(scope, Op::Require(condition, note));
        }
        self.assume(scope, condition, true);
        Some(())
    }

    pub(super) fn expect(&mut self, expect: &raw::Expect, scope: &mut Scope) -> Option<()> {
        let condition = self.expr_at(expect.condition, scope)?;
        let text = expect.condition.text().unwrap_or("false");
        let note = self.plain_note(&format!("`{text}`"));
        if self.known(condition) == Some(0) {
            let message = format!("`{text}` never holds");
            let span = expect.condition.node.span;
            let diag = Diagnostic::error(types::NO_MEANING, message, span, "is never so");
            let help = "write `require` if it may fail, or correct the expression";
            self.diags.push(diag.help(help));
        }
        if self.known(condition).is_none() {
            self.emit(scope, Op::Expect(condition, note));
        }
        self.assume(scope, condition, true);
        Some(())
    }

    pub(super) fn say(
        &mut self,
        step: &StepContext,
        note: &raw::Note,
        scope: &mut Scope,
    ) -> Option<()> {
        let text = self.text_under(step, note.text)?;
        let note = self.note(text, note.text.node.span, scope);
        let gaps = self.gaps(note);
        self.emit(scope, Op::Note(note, gaps));
        Some(())
    }
}

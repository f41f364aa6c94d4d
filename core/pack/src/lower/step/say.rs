//! `require` and `note`.

use boardwright_rules::def::code::Op;

use super::Step;
use crate::lower::Lower;
use crate::lower::names::Type;
use crate::lower::scope::Scope;

impl Lower<'_> {
    pub(super) fn require(&mut self, step: &Step, scope: &mut Scope) -> Option<()> {
        let (condition, _) = self.expr_in(step.value, scope, Some(&Type::Flag))?;
        let note = match step.text("label") {
            Some((text, span)) => self.note(text, span, scope),
            None => {
                let text = step.value.as_text().unwrap_or("false");
                self.plain_note(&format!("needs {text}"))
            }
        };
        if self.known(condition) != Some(1) {
            self.emit(scope, Op::Require(condition, note));
        }
        Some(())
    }

    pub(super) fn say(&mut self, step: &Step, scope: &mut Scope) -> Option<()> {
        let text = self.word(step)?;
        let note = self.note(text, step.value.span, scope);
        let gaps = self.gaps(note);
        self.emit(scope, Op::Note(note, gaps));
        Some(())
    }
}

//! Reports of failures: with the question, the options, and the choices that led there.

use boardwright_rules::table::Refused;
use boardwright_text::{InWords, NotOffered};

use super::Play;
use crate::game;
use crate::scenario::Scenario;
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::source::Span;

/// The maximum number of past choices shown.
const MADE_SHOWN: usize = 8;

impl Play<'_> {
    /// Reports that the rules cannot go on: a script failed, or another reason, shown at `span`.
    pub(super) fn dead_end(
        &self,
        refused: &Refused,
        code: &'static str,
        span: Span,
        label: &str,
    ) -> Diagnostic {
        match game::script_report(self.def, self.scripts, refused, self.sources) {
            Some(diag) => in_scenario(diag, self.scenario),
            None => {
                let world = &self.table.state().world;
                let reason = game::refusal(self.def, self.scripts, refused, world);
                Diagnostic::error(code, reason, span, label)
            }
        }
    }

    /// The options that are not offered; a script that fails meanwhile is reported.
    pub(super) fn left_out(&mut self) -> Vec<NotOffered> {
        let left_out = self.table_left_out();
        self.report_script_failure();
        left_out
    }

    /// Reports a script that failed. During look-ahead nothing else reports it.
    pub(super) fn report_script_failure(&mut self) {
        let Some(diag) = self.scripts.report(self.def, None, self.sources) else { return };
        let diag = in_scenario(diag, self.scenario);
        if !self.diags.contains(&diag) {
            self.diags.push(diag);
        }
    }

    pub(super) fn table_left_out(&self) -> Vec<NotOffered> {
        self.scripts.forget_failures();
        self.table.not_offered()
    }

    /// Adds the question and the options; the reasons for the options in `said` were already given.
    pub(super) fn explain(&self, diag: Diagnostic, said: &[&str]) -> Diagnostic {
        let diag = match self.table.asked() {
            None => diag.note("the game is over"),
            Some((seat, _)) => {
                let offered = self.table.texts().join(", ");
                let (seat, question) = (self.seat_id(seat), self.table.question());
                // Many questions begin with the seat anyway.
                let question = question.strip_prefix(&format!("{seat}: ")).unwrap_or(&question);
                let diag = diag.note(format!("{seat} is asked: {question}"));
                let diag = diag.note(format!("offered: {offered}"));
                let left_out = self.table_left_out();
                let told: Vec<String> = left_out
                    .iter()
                    .filter(|it| !said.contains(&it.option.as_str()))
                    .map(|it| format!("{} ({})", it.option, it.reason))
                    .collect();
                if told.is_empty() {
                    diag
                } else {
                    diag.note(format!("not offered: {}", told.join(", ")))
                }
            }
        };
        self.so_far(diag)
    }

    /// Adds the choices made so far.
    pub(super) fn so_far(&self, diag: Diagnostic) -> Diagnostic {
        if self.made.is_empty() {
            return diag;
        }
        let skipped = self.made.len().saturating_sub(MADE_SHOWN);
        let dots = if skipped > 0 { "... " } else { "" };
        diag.note(format!("so far: {dots}{}", self.made[skipped..].join(", ")))
    }
}

/// Adds which scenario ran.
pub(super) fn in_scenario(diag: Diagnostic, scenario: &Scenario) -> Diagnostic {
    diag.note(format!("in the scenario \"{}\"", scenario.name))
}

/// Whether a text means something that is not offered.
pub(super) fn is_it(left_out: &NotOffered, text: &str) -> bool {
    left_out.option == text || left_out.name == text
}

//! The checks of a scenario: options, questions, points.

use boardwright_rules::id::CounterId;
use boardwright_text::InWords;

use super::{Play, is_it};
use crate::scenario::expect::{Check, Now};
use crate::scenario::{Expectation, Made, Points, given};
use crate::session::sheet;
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::diag::codes::scenario as codes;
use boardwright_syntax::source::Span;

impl Play<'_> {
    pub(super) fn refused(&mut self, made: &Made, reason: &str, span: Span) -> Option<()> {
        self.check_seat(made)?;
        let named = self.table.name(&made.text);
        let Ok(meant) = self.meant(&made.text, made.span) else { return Some(()) };
        if meant.is_some() {
            let message = format!("`{}` is offered, it should be refused", made.text);
            let diag = Diagnostic::error(codes::OFFERED, message, made.span, "offered");
            let diag = self.explain(diag, &[]);
            self.diags.push(diag);
            return Some(());
        }
        let found = self.left_out().into_iter().find(|it| is_it(it, &made.text));
        let label = match found.map(|it| it.reason).or(named.err()) {
            _ if reason.is_empty() => {
                self.no_answer(&made.text, made.span);
                return Some(());
            }
            Some(told) if told.contains(reason) => return Some(()),
            Some(told) => format!("the reason is \"{told}\""),
            None => "there is no reason: it is no possible answer to this question".into(),
        };
        let message = format!("`{}` is refused for another reason than \"{reason}\"", made.text);
        let diag = Diagnostic::error(codes::OTHER_REASON, message, span, label);
        let diag = self.explain(diag, &[&made.text]);
        self.diags.push(diag);
        Some(())
    }

    pub(super) fn offered(&mut self, wanted: &[(String, Span)], span: Span) {
        let texts = self.table.texts();
        let meant: Result<Vec<Option<usize>>, ()> =
            wanted.iter().map(|(text, span)| self.meant(text, *span)).collect();
        let Ok(meant) = meant else { return };
        let both = wanted.iter().zip(&meant);
        let missing: Vec<&str> =
            both.filter(|(_, at)| at.is_none()).map(|((text, _), _)| text.as_str()).collect();
        let others = texts.iter().enumerate().filter(|(at, _)| !meant.contains(&Some(*at)));
        let more: Vec<&str> = others.map(|(_, text)| text.as_str()).collect();
        if missing.is_empty() && more.is_empty() {
            return;
        }
        let parts = [("missing", missing), ("more", more)];
        let parts = parts.iter().filter(|(_, texts)| !texts.is_empty());
        let label: Vec<String> =
            parts.map(|(what, texts)| format!("{what}: {}", texts.join(", "))).collect();
        let message = "other options are offered";
        let diag = Diagnostic::error(codes::OPTIONS, message, span, label.join("; "));
        let diag = self.explain(diag, &[]);
        self.diags.push(diag);
    }

    pub(super) fn offers(&mut self, wanted: &[(String, Span)]) {
        self.name_all(wanted);
        for (text, span) in wanted.iter() {
            if !matches!(self.meant(text, *span), Ok(None)) {
                continue;
            }
            let known = self.left_out().into_iter().find(|it| is_it(it, text));
            let said: &[&str] = if known.is_some() { &[text] } else { &[] };
            let label = known.map_or("not offered".to_owned(), |it| it.reason);
            let message = format!("`{text}` is not offered");
            let diag = Diagnostic::error(codes::OPTIONS, message, *span, label);
            let diag = self.explain(diag, said);
            self.diags.push(diag);
        }
    }

    /// Turns numbers of a range into options, as far as they can be completed.
    pub(super) fn name_all(&mut self, numbers: &[(String, Span)]) {
        for (text, _) in numbers {
            let _ = self.table.name(text);
        }
    }

    pub(super) fn not_offered(&mut self, unwanted: &[(String, Span)]) {
        self.name_all(unwanted);
        for (text, span) in unwanted {
            match self.meant(text, *span) {
                Ok(Some(_)) => {}
                Ok(None) => {
                    self.no_answer(text, *span);
                    continue;
                }
                Err(()) => continue,
            }
            let message = format!("`{text}` is offered");
            let diag = Diagnostic::error(codes::OPTIONS, message, *span, "should not be");
            let diag = self.explain(diag, &[]);
            self.diags.push(diag);
        }
    }

    pub(super) fn asks(&mut self, seat: &str, span: Span) -> Option<()> {
        let wanted = self.seat(seat, span)?;
        let asked = self.table.asked().map(|(asked, _)| asked);
        if asked != Some(wanted) {
            let who = asked.map_or("nobody", |asked| self.seat_id(asked));
            let message = format!("{who} is asked, not {seat}");
            let diag = Diagnostic::error(codes::WRONG_SEAT, message, span, "not asked now");
            let diag = self.explain(diag, &[]);
            self.diags.push(diag);
        }
        Some(())
    }

    pub(super) fn question(&mut self, text: &str, span: Span) {
        let question = self.table.question();
        if !question.contains(text) {
            let message = format!("the question is \"{question}\", without \"{text}\"");
            let label = "these words were expected in it";
            let diag = Diagnostic::error(codes::QUESTION, message, span, label);
            let diag = self.explain(diag, &[]);
            self.diags.push(diag);
        }
    }

    pub(super) fn expect(&mut self, all: &[Expectation], checks: &[Check]) {
        let world = &self.table.state().world;
        let now = Now { def: self.def, names: self.names, world };
        let problems: Vec<Diagnostic> =
            all.iter().filter_map(|it| now.compare(it, checks.get(it.idx)?)).collect();
        for diag in problems {
            let diag = self.so_far(diag);
            self.diags.push(diag);
        }
    }

    pub(super) fn score(&mut self, wanted: &[Points]) {
        let world = self.table.state().world.clone();
        let score = self.def.counters.iter().position(|counter| counter.line.is_some());
        for Points { seat, seat_span, line, points, span } in wanted {
            let Some(id) = self.seat(seat, *seat_span) else { continue };
            let (is, what) = match line {
                None => {
                    let score = score.map(CounterId::from);
                    let of = |score| world.counter(self.def, score, i32::from(id.0));
                    (score.map_or(0, of), String::new())
                }
                Some((line, span)) => {
                    let Some(at) = self.line(line, *span) else { continue };
                    (world.points(self.def, at, id), format!(" for `{line}`"))
                }
            };
            if i64::from(is) != *points {
                let message = format!("{seat} has {is} points{what}, {points} were expected");
                let diag = Diagnostic::error(codes::POINTS, message, *span, format!("is {is}"));
                let sheet = sheet::sheet(self.def, &world);
                let diag = diag.note(format!("the score sheet is\n{}", sheet.trim_end()));
                let diag = self.so_far(diag);
                self.diags.push(diag);
            }
        }
    }

    /// Finds a line of the score sheet by its id.
    fn line(&mut self, id: &str, span: Span) -> Option<usize> {
        let ids = || self.def.lines.iter().map(|line| line.id.as_str());
        let found = ids().position(|line| line == id);
        if found.is_none() {
            let diag = given::unknown("line of the score sheet", id, span, ids());
            let known: Vec<String> = ids().map(|id| format!("`{id}`")).collect();
            let help = format!("there are {}, and `total`", known.join(", "));
            let diag = if diag.help.is_some() { diag } else { diag.help(help) };
            self.diags.push(diag);
        }
        found
    }
}

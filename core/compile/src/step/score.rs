//! `begin`, `score`, `majority`.

use boardwright_rules::def::ask::{MajorityDef, Ties};
use boardwright_rules::def::code::Op;
use boardwright_rules::id::{CounterId, LineId, MajorityId};

use super::StepContext;
use crate::Lower;
use crate::names::Type;
use crate::scope::{REGISTERS_MAX, Scope};
use boardwright_language::raw::step::{self as raw, TieRule, Who};
use boardwright_syntax::diag::codes::{names_used, types};
use boardwright_syntax::diag::{Diagnostic, looks_left};
use boardwright_syntax::source::Span;

impl Lower<'_> {
    pub(super) fn begin(
        &mut self,
        step: &StepContext,
        begin: &raw::Begin,
        scope: &mut Scope,
    ) -> Option<()> {
        let name = self.text_under(step, begin.period)?;
        let Some(period) = self.names.periods.get(name).copied() else {
            let message = format!("unknown period `{name}`");
            let label = "not declared under `periods`";
            let diag =
                Diagnostic::error(names_used::PERIOD, message, begin.period.node.span, label);
            let all: Vec<String> =
                self.names.periods.ids().map(str::to_owned).take(looks_left()).collect();
            self.suggest(diag, "period", name, &all);
            return None;
        };
        self.emit(scope, Op::Begin(period));
        Some(())
    }

    fn line(&mut self, name: &str, span: Span) -> Option<LineId> {
        if let Some(line) = self.names.lines.get(name) {
            return Some(*line);
        }
        let message = format!("unknown line `{name}` of the score sheet");
        let label = "not declared under `lines`";
        let diag = Diagnostic::error(names_used::LINE, message, span, label);
        let all: Vec<String> =
            self.names.lines.ids().map(str::to_owned).take(looks_left()).collect();
        self.suggest(diag, "line", name, &all);
        None
    }

    pub(super) fn score(&mut self, score: &raw::Score, scope: &mut Scope) -> Option<()> {
        let seat = self.seat_or_me(score.who, scope);
        for entry in &score.lines {
            let line = self.line(&entry.key, entry.key_span);
            let points = self.expr_in(&entry.value, scope, Some(&Type::Number));
            if let (Some(line), Some(seat), Some((points, _))) = (line, seat, points) {
                self.emit(scope, Op::Score(line, seat, points));
            }
        }
        Some(())
    }

    pub(super) fn majority(
        &mut self,
        step: &StepContext,
        majority: &raw::Majority,
        scope: &mut Scope,
    ) -> Option<()> {
        let line = majority.line;
        let line = self.line(line.text().unwrap_or_default(), line.node.span);
        let who = self.word(step, majority.seats);
        let ties = self.word(step, majority.ties);
        let Some((inner, it)) = scope.walk_as("me", Type::Seat) else {
            let message = format!("conditions on sets are nested more than {REGISTERS_MAX} deep");
            self.diags.push(Diagnostic::error(types::NESTED, message, step.node.span, ""));
            return None;
        };
        let amount = self.expr_at(majority.of, &inner);
        let at_least = self.expr_if(majority.at_least, scope);
        let neutral = self.expr_if(majority.neutral, scope);
        let places = self.numbers(majority.places, scope);
        let keys = match majority.then {
            Some(keys) => self.numbers(keys, &inner),
            None => Some(vec![]),
        };
        let me = self.me(scope);
        let seats = self.seats_from(who?.map_or(Who::All, Who::from), me);
        let at_least = at_least?.unwrap_or_else(|| self.number(1));
        let id = MajorityId::from(self.def.majorities.len());
        let majority = MajorityDef {
            line: line?,
            seats,
            it,
            amount: amount?,
            at_least,
            neutral: neutral?,
            places: places?,
            ties: ties?.map_or_else(Ties::default, ties_of),
            keys: keys?,
            counter: self.names.score.unwrap_or(CounterId(0)),
        };
        self.def.majorities.push(majority);
        self.emit(scope, Op::Majority(id));
        Some(())
    }
}

fn ties_of(rule: TieRule) -> Ties {
    match rule {
        TieRule::Split => Ties::Split,
        TieRule::Share => Ties::Share,
        TieRule::Lower => Ties::Lower,
        TieRule::Dense => Ties::Dense,
    }
}

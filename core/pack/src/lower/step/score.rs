//! `begin`, `score`, `majority`.

use boardwright_rules::def::ask::{MajorityDef, Ties};
use boardwright_rules::def::code::Op;
use boardwright_rules::id::{CounterId, LineId, MajorityId};

use super::Step;
use super::loops::Who;
use crate::diag::codes::{step_names, types};
use crate::diag::{Diagnostic, looks_left};
use crate::lower::Lower;
use crate::lower::flow::TURN;
use crate::lower::names::Type;
use crate::lower::scope::{REGISTERS_MAX, Scope};
use crate::source::Span;

const TIES: [(&str, Ties); 4] = [
    ("split", Ties::Split),
    ("share", Ties::Share),
    ("lower", Ties::Lower),
    ("dense", Ties::Dense),
];

impl Lower<'_> {
    pub(super) fn begin(&mut self, step: &Step, scope: &mut Scope) -> Option<()> {
        let name = self.word(step)?;
        let Some(period) = self.names.periods.get(name).copied() else {
            let message = format!("unknown period `{name}`");
            let label = "not declared under `periods`";
            let diag = Diagnostic::error(step_names::PERIOD, message, step.value.span, label);
            let all: Vec<String> =
                self.names.periods.ids().map(str::to_owned).take(looks_left()).collect();
            self.suggest(diag, "period", name, &all);
            return None;
        };
        self.emit(scope, Op::Begin(period));
        if name == TURN {
            self.emit(scope, Op::Commit);
        }
        Some(())
    }

    fn line(&mut self, name: &str, span: Span) -> Option<LineId> {
        if let Some(line) = self.names.lines.get(name) {
            return Some(*line);
        }
        let message = format!("unknown line `{name}` of the score sheet");
        let label = "not declared under `lines`";
        let diag = Diagnostic::error(step_names::LINE, message, span, label);
        let all: Vec<String> =
            self.names.lines.ids().map(str::to_owned).take(looks_left()).collect();
        self.suggest(diag, "line", name, &all);
        None
    }

    pub(super) fn score(&mut self, step: &Step, scope: &mut Scope) -> Option<()> {
        let map = self.keys(step)?;
        let seat = self.seat_at(map, "to", scope);
        for entry in map.entries.iter().filter(|entry| entry.key != "to") {
            let line = self.line(&entry.key, entry.key_span);
            let points = self.expr_in(&entry.value, scope, Some(&Type::Number));
            if let (Some(line), Some(seat), Some((points, _))) = (line, seat, points) {
                self.emit(scope, Op::Score(line, seat, points));
            }
        }
        Some(())
    }

    pub(super) fn majority(&mut self, step: &Step, scope: &mut Scope) -> Option<()> {
        let map = self.keys(step)?;
        let node = map.get("line")?;
        let line = self.line(node.as_text().unwrap_or_default(), node.span);
        let who = [("all", Who::All), ("players", Who::Players)];
        let who = self.word_of(step, map, "seats", &who);
        let ties = self.word_of(step, map, "ties", &TIES);
        let Some((inner, it)) = scope.walk_as("me", Type::Seat) else {
            let message = format!("conditions on sets are nested more than {REGISTERS_MAX} deep");
            self.diags.push(Diagnostic::error(types::NESTED, message, step.node.span, ""));
            return None;
        };
        let amount = self.at_key(map, "of", &inner, &Type::Number);
        let at_least = self.if_key(map, "at_least", scope, &Type::Number);
        let neutral = self.if_key(map, "neutral", scope, &Type::Number);
        let places = self.numbers_in(map.get("places")?, scope);
        let keys = match map.get("then") {
            Some(node) => self.numbers_in(node, &inner),
            None => Some(vec![]),
        };
        let me = self.me(scope);
        let seats = self.seats_from(who?.unwrap_or(Who::All), me);
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
            ties: ties?.unwrap_or_default(),
            keys: keys?,
            counter: self.names.score.unwrap_or(CounterId(0)),
        };
        self.def.majorities.push(majority);
        self.emit(scope, Op::Majority(id));
        Some(())
    }
}

//! `may`, `try`, `when`.

use boardwright_rules::def::code::Op;

use super::Step;
use crate::lower::Lower;
use crate::lower::names::Type;
use crate::lower::scope::Scope;
use crate::raw::step as raw;
use crate::yaml::{Kind, Map, Node};

impl Lower<'_> {
    pub(super) fn may(&mut self, step: &Step, scope: &mut Scope) -> Option<()> {
        let empty = Map::default();
        let (map, body) = match &step.value.kind {
            Kind::Map(map) if !map.entries.iter().any(|e| raw::verb(&e.key).is_some()) => {
                let map = self.keys_in(step, step.value).unwrap_or(map);
                (map, map.get("do")?)
            }
            Kind::Map(_) | Kind::Seq(_) => (&empty, step.value),
            _ => {
                self.wrong_form(step, step.value, "a list of steps");
                return None;
            }
        };
        let note = self.question(step, map, scope, "do this?");
        let open = self.emit(scope, Op::May { note, end: 0 });
        self.block(body, scope, &step.path);
        self.aim_here(open);
        Some(())
    }

    /// Steps that are completed together, up to their `Done`.
    pub(super) fn block(&mut self, body: &Node, scope: &mut Scope, path: &str) {
        scope.blocks += 1;
        self.steps(body, scope, path);
        scope.blocks -= 1;
        self.emit(scope, Op::Done);
    }

    pub(super) fn try_steps(&mut self, step: &Step, scope: &mut Scope) -> Option<()> {
        let open = self.emit(scope, Op::Try(0));
        self.block(step.value, scope, &step.path);
        let Some(other) = step.map.get("else") else {
            self.aim_here(open);
            return Some(());
        };
        let over = self.emit(scope, Op::Jump(0));
        self.aim_here(open);
        self.steps(other, scope, &step.inside("else"));
        self.aim_here(over);
        Some(())
    }

    pub(super) fn when(&mut self, step: &Step, scope: &mut Scope) -> Option<()> {
        let condition = self.expr_in(step.value, scope, Some(&Type::Flag));
        // The steps are looked at even if the condition is wrong.
        let condition = condition.map_or_else(|| self.number(1), |(condition, _)| condition);
        let skip = self.unless(scope, condition);
        if let Some(body) = step.map.get("do") {
            self.steps(body, scope, &step.inside("do"));
        }
        let other = step.map.get("else");
        let over = other.map(|_| self.emit(scope, Op::Jump(0)));
        if let Some(skip) = skip {
            self.aim_here(skip);
        }
        if let (Some(other), Some(over)) = (other, over) {
            self.steps(other, scope, &step.inside("else"));
            self.aim_here(over);
        }
        Some(())
    }
}

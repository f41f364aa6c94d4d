//! `repeat`.

use boardwright_rules::def::code::Op;
use boardwright_rules::def::expr::{Binary, ExprId};

use super::Step;
use crate::diag::Diagnostic;
use crate::diag::codes::step as codes;
use crate::lower::Lower;
use crate::lower::expr::listed;
use crate::lower::names::{Type, normal};
use crate::lower::scope::{LoopSort, Mark, Scope, Watch};
use crate::yaml::{Kind, Map, Node};

/// How many repeats may stand inside each other: `up_to` writes its steps twice.
const REPEATS_MAX: usize = 6;
/// Room for picks of a repeat whose number is open.
const PICKS_MAX: i32 = 64;

impl Lower<'_> {
    pub(super) fn repeat(&mut self, step: &Step, scope: &mut Scope) -> Option<()> {
        let map = self.keys(step)?;
        let forms = ["times", "up_to", "until", "while"];
        let found: Vec<&str> = forms.into_iter().filter(|form| map.get(form).is_some()).collect();
        let form = match found.as_slice() {
            [form] => *form,
            [] => {
                let message = "`repeat` lacks one of `times`, `up_to`, `until`, `while`";
                let span = step.map.entry("repeat").map_or(step.value.span, |it| it.key_span);
                let diag = Diagnostic::error(codes::MISSING, message, span, "how often?");
                self.diags.push(diag.help("add `times: 2` for exactly so often"));
                return None;
            }
            [first, second, ..] => {
                let message = format!("`{first}` and `{second}` of `repeat` exclude each other");
                let span = map.entry(second)?.key_span;
                let diag = Diagnostic::error(codes::EXCLUSIVE, message, span, "one too many");
                self.diags.push(diag.help("keep one of `times`, `up_to`, `until` and `while`"));
                return None;
            }
        };
        let around = scope.loops.iter().filter(|around| around.sort == LoopSort::Repeat);
        if around.count() >= REPEATS_MAX {
            let message = format!("more than {REPEATS_MAX} repeats inside each other");
            let diag = Diagnostic::error(codes::DEEP, message, step.value.span, "one too many");
            self.diags.push(diag.help("move a part into a procedure"));
            return None;
        }
        let block = scope.enter();
        let done = self.repeat_form(step, map, form, scope);
        scope.leave(block);
        done
    }

    fn repeat_form(&mut self, step: &Step, map: &Map, form: &str, scope: &mut Scope) -> Option<()> {
        let body = map.get("do")?;
        let most = match form {
            "times" | "up_to" => Some(self.at_key(map, form, scope, &Type::Number)?),
            _ => None,
        };
        // The number is worked out once: the steps may change what it is made of.
        let most = match most {
            Some(most) if self.known(most).is_none() => {
                let slot = scope.slot();
                self.bind_slot(scope, slot, most);
                Some(self.local(slot))
            }
            most => most,
        };
        let n_marks = scope.marks.len();
        self.watch(map, most, scope);
        let name = step.map.get("as").or_else(|| map.get("as"));
        let count = match name {
            Some(name) => self.bind_named(name, scope, Type::Number)?,
            None => scope.slot(),
        };
        let one = self.number(1);
        self.bind_slot(scope, count, one);
        self.open_loop(scope, LoopSort::Repeat, None);
        let around = Around { step, map, body, count };
        match (form, most) {
            ("times", Some(most)) => self.times(&around, most, scope),
            ("up_to", Some(most)) => self.up_to(&around, most, scope),
            ("while", _) => self.repeat_while(&around, scope),
            _ => self.repeat_until(&around, scope),
        };
        self.close_loop(scope);
        self.check_marks(map, n_marks, scope);
        Some(())
    }

    fn times(&mut self, around: &Around, most: ExprId, scope: &mut Scope) -> Option<()> {
        let start = self.here();
        let count = self.local(around.count);
        let more = self.binary(Binary::Le, count, most);
        let leave = self.emit(scope, Op::Unless(more, 0));
        self.steps(around.body, scope, &around.step.path);
        self.count_up(scope, around.count);
        self.emit(scope, Op::Jump(start));
        self.aim_here(leave);
        Some(())
    }

    /// The first ones without asking, each further one in a `may` of its own.
    fn up_to(&mut self, around: &Around, most: ExprId, scope: &mut Scope) -> Option<()> {
        let min = self.if_key(around.map, "min", scope, &Type::Number)?;
        let min = min.unwrap_or_else(|| self.number(1));
        let note = self.question(around.step, around.map, scope, "again?");
        let count = self.local(around.count);
        let more = self.binary(Binary::Le, count, most);
        let mut leave = vec![];
        let mut told = None;
        if self.known(min) != Some(0) {
            let start = self.here();
            let ask = match self.known(min) {
                Some(1) => None,
                _ => {
                    let needed = self.binary(Binary::Le, count, min);
                    Some(self.emit(scope, Op::Unless(needed, 0)))
                }
            };
            if self.known(most).is_none_or(|most| most < 1) {
                leave.push(self.emit(scope, Op::Unless(more, 0)));
            }
            self.steps(around.body, scope, &around.step.path);
            self.count_up(scope, around.count);
            if let Some(ask) = ask {
                self.emit(scope, Op::Jump(start));
                self.aim_here(ask);
            }
            told = Some(self.diags.len());
        }
        let start = self.here();
        leave.push(self.emit(scope, Op::Unless(more, 0)));
        let may = self.emit(scope, Op::May { note, end: 0 });
        self.block(around.body, scope, &around.step.path);
        // The same steps a second time: what is wrong with them has been told.
        if let Some(told) = told {
            self.diags.truncate(told);
        }
        self.count_up(scope, around.count);
        self.emit(scope, Op::Jump(start));
        self.aim_here(may);
        for jump in leave {
            self.aim_here(jump);
        }
        Some(())
    }

    fn repeat_while(&mut self, around: &Around, scope: &mut Scope) -> Option<()> {
        let start = self.here();
        let condition = self.at_key(around.map, "while", scope, &Type::Flag)?;
        let leave = self.unless(scope, condition);
        self.steps(around.body, scope, &around.step.path);
        self.count_up(scope, around.count);
        self.emit(scope, Op::Jump(start));
        if let Some(leave) = leave {
            self.aim_here(leave);
        }
        Some(())
    }

    fn repeat_until(&mut self, around: &Around, scope: &mut Scope) -> Option<()> {
        let start = self.here();
        self.steps(around.body, scope, &around.step.path);
        self.count_up(scope, around.count);
        let condition = self.at_key(around.map, "until", scope, &Type::Flag)?;
        self.emit(scope, Op::Unless(condition, start));
        Some(())
    }

    /// Makes room for what picks inside must not, or must, pick again.
    fn watch(&mut self, map: &Map, most: Option<ExprId>, scope: &mut Scope) {
        for (key, watch) in [("distinct", Watch::Distinct), ("same", Watch::Same)] {
            let Some(name) = map.get(key).and_then(Node::as_text) else { continue };
            let list = scope.list_slot();
            let room = most.unwrap_or_else(|| self.number(PICKS_MAX));
            self.emit(scope, Op::Room(list, room));
            scope.marks.push(Mark { name: normal(name), list, watch, used: false });
        }
    }

    fn check_marks(&mut self, map: &Map, n_marks: usize, scope: &mut Scope) {
        for mark in scope.marks.split_off(n_marks.min(scope.marks.len())) {
            if mark.used {
                continue;
            }
            let key = if mark.watch == Watch::Distinct { "distinct" } else { "same" };
            let Some(node) = map.get(key) else { continue };
            let message = format!("no pick in this `repeat` binds `{}`", mark.name);
            let diag = Diagnostic::error(codes::NO_SUCH_PICK, message, node.span, "not a pick");
            let mut bound = vec![];
            if let Some(body) = map.get("do") {
                picks_in(body, &mut bound);
            }
            let help = match bound.as_slice() {
                [] => format!("add `as: {}` to the pick that is meant", mark.name),
                [one] => format!("the pick binds `{one}`: write `{key}: {one}`"),
                all => format!("the picks bind {}: write `{key}` with one of them", listed(all)),
            };
            self.diags.push(diag.help(help));
        }
    }
}

/// What the picks inside of steps bind.
fn picks_in<'n>(node: &'n Node, bound: &mut Vec<&'n str>) {
    match &node.kind {
        Kind::Seq(items) => items.iter().for_each(|item| picks_in(item, bound)),
        Kind::Map(map) => {
            if map.get("pick").is_some() {
                bound.extend(map.get("as").and_then(Node::as_text));
            }
            map.entries.iter().for_each(|entry| picks_in(&entry.value, bound));
        }
        _ => {}
    }
}

/// What all forms of a repeat share.
struct Around<'a, 'n> {
    step: &'a Step<'n>,
    map: &'n Map,
    body: &'n Node,
    count: u16,
}

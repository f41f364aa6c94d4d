//! `repeat`.

use boardwright_rules::def::code::Op;
use boardwright_rules::def::expr::{Binary, ExprId};

use super::StepContext;
use crate::Lower;
use crate::names::Type;
use crate::scope::{LoopSort, PickRestriction, Scope, Watch};
use boardwright_language::raw::step::{self as raw, Key, Verb};
use boardwright_syntax::diag::codes::step as codes;
use boardwright_syntax::diag::{Diagnostic, listed};
use boardwright_syntax::yaml::{Kind, Node};

/// Deepest nesting of repeats: `up_to` emits its steps twice.
const REPEATS_MAX: usize = 6;
/// Capacity for picks of a repeat without a fixed count.
const PICKS_MAX: i32 = 64;

/// The number of repetitions.
#[derive(Clone, Copy)]
enum HowOften<'n> {
    Times(Key<'n, raw::Number>),
    UpTo(Key<'n, raw::Number>),
    Until(Key<'n, raw::Condition>),
    While(Key<'n, raw::Condition>),
}

impl Lower<'_> {
    pub(super) fn repeat<'n>(
        &mut self,
        step: &StepContext<'n>,
        repeat: &raw::Repeat<'n>,
        scope: &mut Scope,
    ) -> Option<()> {
        let often = self.how_often(step, repeat)?;
        let around = scope.loops.iter().filter(|around| around.sort == LoopSort::Repeat);
        if around.count() >= REPEATS_MAX {
            let message = format!("more than {REPEATS_MAX} repeats inside each other");
            let span = step.value.span;
            let diag = Diagnostic::error(codes::DEEP, message, span, "one too many");
            self.diags.push(diag.help("move a part into a procedure"));
            return None;
        }
        let block = scope.enter();
        let done = self.repeat_form(step, repeat, often, scope);
        scope.leave(block);
        done
    }

    fn how_often<'n>(
        &mut self,
        step: &StepContext,
        repeat: &raw::Repeat<'n>,
    ) -> Option<HowOften<'n>> {
        let forms = [
            repeat.times.map(|key| (key.name, key.span, HowOften::Times(key))),
            repeat.up_to.map(|key| (key.name, key.span, HowOften::UpTo(key))),
            repeat.until.map(|key| (key.name, key.span, HowOften::Until(key))),
            repeat.while_.map(|key| (key.name, key.span, HowOften::While(key))),
        ];
        let mut forms = forms.into_iter().flatten();
        let Some((first, _, often)) = forms.next() else {
            let message = "`repeat` lacks one of `times`, `up_to`, `until`, `while`";
            let span = step.verb_span;
            let diag = Diagnostic::error(codes::MISSING, message, span, "how often?");
            self.diags.push(diag.help("add `times: 2` to repeat it exactly twice"));
            return None;
        };
        match forms.next() {
            Some((second, span, _)) => {
                let help = "keep one of `times`, `up_to`, `until` and `while`";
                self.exclusive(step, first, (second, span), help)
            }
            None => Some(often),
        }
    }

    fn repeat_form<'n>(
        &mut self,
        step: &StepContext<'n>,
        repeat: &raw::Repeat<'n>,
        often: HowOften,
        scope: &mut Scope,
    ) -> Option<()> {
        let most = match often {
            HowOften::Times(most) | HowOften::UpTo(most) => Some(self.expr_at(most, scope)?),
            HowOften::Until(_) | HowOften::While(_) => None,
        };
        // The count is evaluated once, because the steps may change it.
        let most = match most {
            Some(most) if self.known(most).is_none() => {
                let slot = scope.slot();
                self.bind_slot(scope, slot, most);
                Some(self.local(slot))
            }
            most => most,
        };
        let n_marks = scope.marks.len();
        self.watch(repeat, most, scope);
        let count = match step.binds.or(repeat.count) {
            Some(name) => self.bind_named(name, scope, Type::Number)?,
            None => scope.slot(),
        };
        let one = self.number(1);
        self.bind_slot(scope, count, one);
        self.open_loop(scope, LoopSort::Repeat, None);
        let around = Around { step, repeat, count };
        match (often, most) {
            (HowOften::Times(_), Some(most)) => self.times(&around, most, scope),
            (HowOften::UpTo(_), Some(most)) => self.up_to(&around, most, scope),
            (HowOften::While(condition), _) => self.repeat_while(&around, condition, scope),
            (HowOften::Until(condition), _) => self.repeat_until(&around, condition, scope),
            (HowOften::Times(_) | HowOften::UpTo(_), None) => None,
        };
        self.close_loop(scope);
        self.check_marks(repeat, n_marks, scope);
        Some(())
    }

    /// The repeated steps.
    fn body(&mut self, around: &Around, scope: &mut Scope) {
        self.round(scope, |lower, scope| {
            lower.steps(around.repeat.body.node, scope, &around.step.path);
        });
    }

    fn times(&mut self, around: &Around, most: ExprId, scope: &mut Scope) -> Option<()> {
        let start = self.here();
        let count = self.local(around.count);
        let more = self.binary(Binary::Le, count, most);
        let leave = self.emit(scope, Op::Unless(more, 0));
        self.body(around, scope);
        self.count_up(scope, around.count);
        self.emit(scope, Op::Jump(start));
        self.aim_here(leave);
        Some(())
    }

    /// The first repetitions run without asking, each further one in its own `may`.
    fn up_to(&mut self, around: &Around, most: ExprId, scope: &mut Scope) -> Option<()> {
        let min = self.expr_if(around.repeat.min, scope)?;
        let min = min.unwrap_or_else(|| self.number(1));
        let note = self.question(around.step, around.repeat.ask, scope, "again?");
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
            self.body(around, scope);
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
        self.block(scope, |lower, scope| lower.body(around, scope));
        // The steps are lowered a second time; their errors were already reported.
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

    fn repeat_while(
        &mut self,
        around: &Around,
        condition: Key<raw::Condition>,
        scope: &mut Scope,
    ) -> Option<()> {
        let start = self.here();
        scope.flow.changed();
        let condition = self.expr_at(condition, scope)?;
        let leave = self.unless(scope, condition);
        self.round(scope, |lower, scope| {
            lower.assume(scope, condition, true);
            lower.steps(around.repeat.body.node, scope, &around.step.path);
        });
        self.assume(scope, condition, false);
        self.count_up(scope, around.count);
        self.emit(scope, Op::Jump(start));
        if let Some(leave) = leave {
            self.aim_here(leave);
        }
        Some(())
    }

    fn repeat_until(
        &mut self,
        around: &Around,
        condition: Key<raw::Condition>,
        scope: &mut Scope,
    ) -> Option<()> {
        let start = self.here();
        self.body(around, scope);
        self.count_up(scope, around.count);
        let condition = self.expr_at(condition, scope)?;
        self.emit(scope, Op::Unless(condition, start));
        self.assume(scope, condition, true);
        Some(())
    }

    /// Creates the lists that picks inside are checked against.
    fn watch(&mut self, repeat: &raw::Repeat, most: Option<ExprId>, scope: &mut Scope) {
        for (key, watch) in [(repeat.distinct, Watch::Distinct), (repeat.same, Watch::Same)] {
            let Some(name) = key.and_then(|key| key.text()) else { continue };
            let list = scope.list_slot();
            let room = most.unwrap_or_else(|| self.number(PICKS_MAX));
            self.emit(scope, Op::Room(list, room));
            scope.marks.push(PickRestriction { name: name.to_owned(), list, watch, used: false });
        }
    }

    fn check_marks(&mut self, repeat: &raw::Repeat, n_marks: usize, scope: &mut Scope) {
        for mark in scope.marks.split_off(n_marks.min(scope.marks.len())) {
            if mark.used {
                continue;
            }
            let key = match mark.watch {
                Watch::Distinct => repeat.distinct,
                Watch::Same => repeat.same,
            };
            let Some(key) = key else { continue };
            let (key, span) = (key.name, key.node.span);
            let message = format!("no pick in this `repeat` binds `{}`", mark.name);
            let diag = Diagnostic::error(codes::NO_SUCH_PICK, message, span, "not a pick");
            let mut bound = vec![];
            picks_in(repeat.body.node, &mut bound);
            let help = match bound.as_slice() {
                [] => format!("add `as: {}` to the pick that is meant", mark.name),
                [one] => format!("the pick binds `{one}`: write `{key}: {one}`"),
                all => format!("the picks bind {}: write `{key}` with one of them", listed(all)),
            };
            self.diags.push(diag.help(help));
        }
    }
}

/// The names bound by picks inside steps.
fn picks_in<'n>(node: &'n Node, bound: &mut Vec<&'n str>) {
    match &node.kind {
        Kind::Seq(items) => items.iter().for_each(|item| picks_in(item, bound)),
        Kind::Map(map) => {
            if let Some(raw::Step { binds, verb: Verb::Pick(_), .. }) = raw::Step::of(node) {
                bound.extend(binds.and_then(|name| name.text()));
            }
            map.entries.iter().for_each(|entry| picks_in(&entry.value, bound));
        }
        _ => {}
    }
}

/// What all forms of a repeat share.
struct Around<'a, 'n> {
    step: &'a StepContext<'n>,
    repeat: &'a raw::Repeat<'n>,
    count: u16,
}

//! What is surely there before each instruction: bindings that name a thing, a container that
//! holds something. What was checked just before need not be feared.

use crate::def::Def;
use crate::def::code::{Op, Pc};
use crate::def::expr::{Binary, Expr, ExprId, Fold, NIL, Set, SetId};
use crate::def::part::CounterDef;

/// How many bindings of a procedure are followed.
const SLOTS: u16 = 64;

/// What is surely there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    /// Bindings that name a thing, as bits.
    slots: u64,
    /// A container that holds something.
    filled: Option<ExprId>,
    /// Whether any way leads here.
    reached: bool,
}

impl Known {
    /// Parameters are taken for things.
    const START: Self = Self { slots: u64::MAX, filled: None, reached: true };
    const UNREACHED: Self = Self { slots: u64::MAX, filled: None, reached: false };

    fn has(self, slot: u16) -> bool {
        slot < SLOTS && self.slots & (1 << slot) != 0
    }

    fn bind(mut self, slot: u16, sure: bool) -> Self {
        if slot < SLOTS {
            self.slots &= !(1 << slot);
            self.slots |= u64::from(sure) << slot;
        }
        self
    }

    fn meet(self, def: &Def, other: Self) -> Self {
        match (self.reached, other.reached) {
            (false, _) => other,
            (_, false) => self,
            _ => Self {
                slots: self.slots & other.slots,
                filled: self
                    .filled
                    .filter(|one| other.filled.is_some_and(|other| same(def, *one, other))),
                reached: true,
            },
        }
    }

    /// With a condition that holds, or does not.
    fn given(mut self, def: &Def, condition: ExprId, holds: bool) -> Self {
        let (binary, left, right) = match (def.exprs[condition as usize], holds) {
            (Expr::And(a, b), true) | (Expr::Or(a, b), false) => {
                return self.given(def, a, holds).given(def, b, holds);
            }
            (Expr::Not(inner), _) => return self.given(def, inner, !holds),
            (Expr::BinaryConst(binary, left, right), _) => (binary, left, right),
            (Expr::Binary(binary, left, right), _) => match def.exprs[right as usize] {
                Expr::Const(right) => (binary, left, right),
                _ => return self,
            },
            _ => return self,
        };
        let differs = matches!((binary, holds), (Binary::Ne, true) | (Binary::Eq, false));
        let more = matches!((binary, holds), (Binary::Gt, true) | (Binary::Le, false));
        match def.exprs[left as usize] {
            Expr::Local(slot) if differs && right == NIL => self = self.bind(slot, true),
            Expr::Size(place) if (differs || more) && right == 0 => self.filled = Some(place),
            _ => {}
        }
        self
    }

    /// Whether an expression surely names a thing.
    pub fn names(self, def: &Def, expr: ExprId) -> bool {
        match def.exprs[expr as usize] {
            Expr::Const(thing) => thing >= 0,
            Expr::Local(slot) => self.has(slot),
            Expr::Walk { fold: Fold::First | Fold::Last | Fold::Best, set, body, .. } => {
                let any = matches!(def.exprs[body as usize], Expr::Const(1));
                any && self.fills(def, set)
            }
            _ => false,
        }
    }

    /// Whether a set surely has something in it.
    pub fn fills(self, def: &Def, set: SetId) -> bool {
        match &def.sets[set as usize] {
            Set::Spaces(_, len) => *len > 0,
            Set::Fixed(_, len) => *len > 0,
            Set::Seats(_) | Set::Players(_) => true,
            Set::One(of) => self.names(def, *of),
            Set::Numbers(from, to) => counts_up(def, *from, *to),
            Set::Both(one, other) => self.fills(def, *one) || self.fills(def, *other),
            Set::Pieces(place) => self.filled.is_some_and(|filled| same(def, filled, *place)),
            _ => false,
        }
    }
}

/// Whether there surely is a number between two.
pub(super) fn counts_up(def: &Def, from: ExprId, to: ExprId) -> bool {
    match (def.exprs[from as usize], def.exprs[to as usize]) {
        (Expr::Const(from), Expr::Const(to)) => from <= to,
        (Expr::Const(0), _) => is_natural(def, to),
        _ => false,
    }
}

/// Whether an expression is surely never below 0.
fn is_natural(def: &Def, expr: ExprId) -> bool {
    let natural = |expr| is_natural(def, expr);
    match def.exprs[expr as usize] {
        Expr::Const(number) => number >= 0,
        Expr::Mine(cell) | Expr::Cell(cell) => {
            let holds = |counter: &&CounterDef| cell.wrapping_sub(counter.cell) < counter.holders;
            def.counters.iter().find(holds).is_some_and(|counter| counter.min >= 0)
        }
        Expr::Counter(counter, _) => def.counters[counter.index()].min >= 0,
        Expr::Size(_) | Expr::Free(_) | Expr::Len(_) => true,
        Expr::Walk { fold: Fold::Count | Fold::Distinct, .. } => true,
        Expr::Walk { fold: Fold::Sum | Fold::Min | Fold::Max, body, .. } => natural(body),
        Expr::Binary(Binary::Add | Binary::Mul | Binary::Min, left, right) => {
            natural(left) && natural(right)
        }
        Expr::Binary(Binary::Max, left, right) => natural(left) || natural(right),
        Expr::BinaryConst(Binary::Add | Binary::Mul | Binary::Min, left, right) => {
            natural(left) && right >= 0
        }
        Expr::BinaryConst(Binary::Max, left, right) => natural(left) || right >= 0,
        _ => false,
    }
}

/// Whether two expressions say the same, as far as containers go.
fn same(def: &Def, one: ExprId, other: ExprId) -> bool {
    if one == other {
        return true;
    }
    match (def.exprs[one as usize], def.exprs[other as usize]) {
        (Expr::Place(zone, of), Expr::Place(other_zone, other_of)) => {
            zone == other_zone && same(def, of, other_of)
        }
        (one, other) => one == other,
    }
}

/// What is known before each instruction.
pub(super) fn known(def: &Def) -> Vec<Known> {
    let mut known = vec![Known::UNREACHED; def.code.len()];
    let mut todo: Vec<Pc> = def.procs.iter().map(|proc| proc.start).collect();
    for start in &todo {
        known[*start as usize] = Known::START;
    }
    while let Some(pc) = todo.pop() {
        after(def, pc, known[pc as usize], &mut |to, there| {
            let Some(before) = known.get_mut(to as usize) else { return };
            let met = before.meet(def, there);
            if met != *before {
                *before = met;
                todo.push(to);
            }
        });
    }
    known
}

/// What is known where the code goes on.
fn after(def: &Def, pc: Pc, known: Known, go: &mut dyn FnMut(Pc, Known)) {
    // Whatever changes the table may empty a container.
    let changed = Known { filled: None, ..known };
    match &def.code[pc as usize] {
        Op::Jump(to) => go(*to, known),
        Op::Unless(condition, to) => {
            go(pc + 1, known.given(def, *condition, true));
            go(*to, known.given(def, *condition, false));
        }
        Op::Let(slot, value) => {
            // What names a container by a binding names another one now.
            go(pc + 1, changed.bind(*slot, known.names(def, *value)));
        }
        Op::Require(condition, _) => go(pc + 1, known.given(def, *condition, true)),
        Op::Note(..) | Op::Done => go(pc + 1, known),
        Op::Try(end) | Op::May { end, .. } => {
            go(pc + 1, known);
            go(*end, known);
        }
        Op::Each { next, .. } => go(*next, changed),
        Op::Next { slot, body, .. } => {
            go(*body, changed.bind(*slot, true));
            go(pc + 1, changed);
        }
        Op::Choose(menu) => {
            let menu = def.menu(*menu);
            for branch in &menu.branches {
                let there = branch.when.map_or(known, |when| known.given(def, when, true));
                go(branch.body, there);
            }
            go(menu.end, changed);
        }
        Op::Return(_) | Op::EndGame => {}
        Op::Pick(pick) => {
            let pick = &def.picks[pick.index()];
            go(pc + 1, changed.bind(pick.slot, !pick.optional));
        }
        Op::Find { slot, set, .. } | Op::Random { slot, set, .. } => {
            go(pc + 1, changed.bind(*slot, known.fills(def, *set)));
        }
        Op::Result(slot) | Op::Script(_, _, Some(slot)) | Op::Draw { slot: Some(slot), .. } => {
            go(pc + 1, changed.bind(*slot, false))
        }
        _ => go(pc + 1, changed),
    }
}

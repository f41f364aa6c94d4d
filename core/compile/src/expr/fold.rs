//! Adds expressions to the arena: folds constants, shares equal expressions, flattens frequent
//! forms.

use boardwright_rules::def::expr::{Binary, Expr, ExprId, NIL, Set, SetId};
use boardwright_rules::def::part::Scope as Per;
use boardwright_rules::id::CounterId;

use crate::Lower;

/// How far back to search for an equal expression.
const SHARED_WITHIN: usize = 128;

impl Lower<'_> {
    /// Adds an expression.
    pub(crate) fn add(&mut self, expr: Expr) -> ExprId {
        let recent = self.def.exprs.iter().enumerate().rev().take(SHARED_WITHIN);
        if let Some((at, _)) = recent.into_iter().find(|(_, other)| **other == expr) {
            return at as ExprId;
        }
        self.def.exprs.push(expr);
        self.def.exprs.len() as ExprId - 1
    }

    /// Adds a set.
    pub(crate) fn add_set(&mut self, set: Set) -> SetId {
        let recent = self.def.sets.iter().enumerate().rev().take(SHARED_WITHIN);
        if let Some((at, _)) = recent.into_iter().find(|(_, other)| **other == set) {
            return at as SetId;
        }
        self.def.sets.push(set);
        self.def.sets.len() as SetId - 1
    }

    /// The start of a run of constants.
    pub(crate) fn table(&mut self, values: &[i32]) -> u32 {
        if values.is_empty() {
            return 0;
        }
        let found = self.def.tables.windows(values.len()).position(|run| run == values);
        found.unwrap_or_else(|| {
            self.def.tables.extend_from_slice(values);
            self.def.tables.len() - values.len()
        }) as u32
    }

    /// A constant.
    pub(crate) fn number(&mut self, value: i32) -> ExprId {
        self.add(Expr::Const(value))
    }

    /// Nil.
    pub(crate) fn nil(&mut self) -> ExprId {
        self.number(NIL)
    }

    /// A binding.
    pub(crate) fn local(&mut self, slot: u16) -> ExprId {
        self.add(Expr::Local(slot))
    }

    /// The value of an expression, if it is constant.
    pub(crate) fn known(&self, id: ExprId) -> Option<i32> {
        match self.def.exprs.get(id as usize) {
            Some(Expr::Const(value)) => Some(*value),
            _ => None,
        }
    }

    /// `not a`.
    pub(crate) fn not(&mut self, a: ExprId) -> ExprId {
        match self.def.exprs.get(a as usize).copied() {
            Some(Expr::Const(value)) => self.number(i32::from(value == 0)),
            Some(Expr::Not(inner)) => inner,
            Some(Expr::Binary(op, l, r)) if opposite(op).is_some() => {
                let op = opposite(op).unwrap_or(op);
                self.add(Expr::Binary(op, l, r))
            }
            Some(Expr::BinaryConst(op, l, r)) if opposite(op).is_some() => {
                let op = opposite(op).unwrap_or(op);
                self.add(Expr::BinaryConst(op, l, r))
            }
            _ => self.add(Expr::Not(a)),
        }
    }

    /// `-a`.
    pub(crate) fn negated(&mut self, a: ExprId) -> ExprId {
        match self.known(a).and_then(i32::checked_neg) {
            Some(value) => self.number(value),
            None => self.add(Expr::Neg(a)),
        }
    }

    /// `a and b`.
    pub(crate) fn and(&mut self, a: ExprId, b: ExprId) -> ExprId {
        match (self.known(a), self.known(b)) {
            (Some(0), _) | (_, Some(0)) => self.number(0),
            (Some(_), _) => b,
            (_, Some(_)) => a,
            _ => self.add(Expr::And(a, b)),
        }
    }

    /// `a or b`.
    pub(crate) fn or(&mut self, a: ExprId, b: ExprId) -> ExprId {
        match (self.known(a), self.known(b)) {
            (Some(0), _) => b,
            (_, Some(0)) => a,
            (Some(_), _) | (_, Some(_)) => self.number(1),
            _ => self.add(Expr::Or(a, b)),
        }
    }

    /// `if a then b else c`.
    pub(crate) fn choice(&mut self, a: ExprId, b: ExprId, c: ExprId) -> ExprId {
        match self.known(a) {
            Some(0) => c,
            Some(_) => b,
            None if b == c => b,
            None => self.add(Expr::If(a, b, c)),
        }
    }

    /// A binary operation.
    pub(crate) fn binary(&mut self, op: Binary, a: ExprId, b: ExprId) -> ExprId {
        match (self.known(a), self.known(b)) {
            (Some(left), Some(right)) => match work_out(op, left, right) {
                Some(value) => self.number(value),
                None => self.add(Expr::Binary(op, a, b)),
            },
            (None, Some(right)) => self.with_number(op, a, right),
            (Some(left), None) => match mirrored(op) {
                Some(op) => self.with_number(op, b, left),
                None => self.add(Expr::Binary(op, a, b)),
            },
            (None, None) => self.add(Expr::Binary(op, a, b)),
        }
    }

    /// A binary operation with a constant on the right.
    pub(crate) fn with_number(&mut self, op: Binary, a: ExprId, right: i32) -> ExprId {
        if let Some(value) = self.known(a).and_then(|left| work_out(op, left, right)) {
            return self.number(value);
        }
        match (op, right) {
            (Binary::Add | Binary::Sub, 0) | (Binary::Mul | Binary::Div, 1) => a,
            (Binary::Mul, 0) => self.number(0),
            _ => self.add(Expr::BinaryConst(op, a, right)),
        }
    }

    /// A counter of a holder, in its flattest form.
    pub(crate) fn counter(&mut self, counter: CounterId, holder: ExprId) -> ExprId {
        let Some(def) = self.def.counters.get(counter.index()) else {
            return self.add(Expr::Counter(counter, holder));
        };
        let (scope, cell, holders) = (def.scope, def.cell, def.holders);
        match (scope, self.def.exprs.get(holder as usize)) {
            (Per::Table, _) => self.add(Expr::Cell(cell)),
            (Per::Seat, Some(Expr::Local(0))) => self.add(Expr::Mine(cell)),
            (Per::Seat, Some(Expr::Const(seat))) if (0..holders as i32).contains(seat) => {
                let cell = cell + *seat as u32;
                self.add(Expr::Cell(cell))
            }
            _ => self.add(Expr::Counter(counter, holder)),
        }
    }
}

pub(crate) fn work_out(op: Binary, a: i32, b: i32) -> Option<i32> {
    Some(match op {
        Binary::Add => a.checked_add(b)?,
        Binary::Sub => a.checked_sub(b)?,
        Binary::Mul => a.checked_mul(b)?,
        Binary::Div if b == 0 => 0,
        Binary::Div => floor_div(a, b)?,
        Binary::Mod if b == 0 => 0,
        Binary::Mod => a.checked_sub(floor_div(a, b)?.checked_mul(b)?)?,
        Binary::Min => a.min(b),
        Binary::Max => a.max(b),
        Binary::Eq => i32::from(a == b),
        Binary::Ne => i32::from(a != b),
        Binary::Lt => i32::from(a < b),
        Binary::Le => i32::from(a <= b),
        Binary::Gt => i32::from(a > b),
        Binary::Ge => i32::from(a >= b),
    })
}

fn floor_div(a: i32, b: i32) -> Option<i32> {
    let quotient = a.checked_div(b)?;
    let exact = quotient.checked_mul(b)? == a;
    if exact || (a < 0) == (b < 0) { Some(quotient) } else { quotient.checked_sub(1) }
}

/// The negated comparison.
fn opposite(op: Binary) -> Option<Binary> {
    Some(match op {
        Binary::Eq => Binary::Ne,
        Binary::Ne => Binary::Eq,
        Binary::Lt => Binary::Ge,
        Binary::Le => Binary::Gt,
        Binary::Gt => Binary::Le,
        Binary::Ge => Binary::Lt,
        _ => return None,
    })
}

/// The operator for swapped operands.
fn mirrored(op: Binary) -> Option<Binary> {
    Some(match op {
        Binary::Add | Binary::Mul | Binary::Min | Binary::Max | Binary::Eq | Binary::Ne => op,
        Binary::Lt => Binary::Gt,
        Binary::Le => Binary::Ge,
        Binary::Gt => Binary::Lt,
        Binary::Ge => Binary::Le,
        Binary::Sub | Binary::Div | Binary::Mod => return None,
    })
}

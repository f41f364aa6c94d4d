//! Appends instructions and patches jumps.

use boardwright_rules::def::code::{Op, Pc};
use boardwright_rules::def::expr::{Binary, Expr, ExprId};
use boardwright_rules::def::{Cause, PC_FIRST};

use crate::Lower;
use crate::presence::Flow;
use crate::scope::{Loop, LoopSort, Scope};

impl Lower<'_> {
    /// Reserves the fixed addresses of the code.
    pub(crate) fn begin_code(&mut self) {
        if !self.def.code.is_empty() {
            return;
        }
        if self.def.causes.is_empty() {
            self.def.causes.push(Cause::default());
        }
        self.def.code = vec![Op::Triggers, Op::Steps];
        self.def.cause_of = vec![0; PC_FIRST as usize];
    }

    /// The address of the next instruction.
    pub(crate) fn here(&self) -> Pc {
        self.def.code.len() as Pc
    }

    /// Appends an instruction.
    pub(crate) fn emit(&mut self, scope: &Scope, op: Op) -> Pc {
        self.begin_code();
        self.def.code.push(op);
        self.def.cause_of.push(scope.cause);
        self.here() - 1
    }

    /// Sets the target of a jump.
    pub(super) fn aim(&mut self, jump: Pc, target: Pc) {
        match self.def.code.get_mut(jump as usize) {
            Some(Op::Jump(to) | Op::Unless(_, to) | Op::Try(to)) => *to = target,
            Some(Op::May { end, .. }) => *end = target,
            Some(Op::Each { next, .. }) => *next = target,
            _ => {}
        }
    }

    /// Sets the target of a jump to the next instruction.
    pub(super) fn aim_here(&mut self, jump: Pc) {
        let here = self.here();
        self.aim(jump, here);
    }

    /// Jumps if a condition does not hold; emits nothing for a condition that always holds.
    pub(super) fn unless(&mut self, scope: &Scope, condition: ExprId) -> Option<Pc> {
        match self.known(condition) {
            Some(0) => Some(self.emit(scope, Op::Jump(0))),
            Some(_) => None,
            None => Some(self.emit(scope, Op::Unless(condition, 0))),
        }
    }

    /// Binds a slot to an expression.
    pub(super) fn bind_slot(&mut self, scope: &Scope, slot: u16, value: ExprId) {
        self.emit(scope, Op::Let(slot, value));
    }

    /// Evaluates an expression now and keeps its value for the rest of the step.
    pub(super) fn held(&mut self, scope: &mut Scope, expr: ExprId) -> ExprId {
        match self.def.exprs.get(expr as usize) {
            Some(Expr::Local(_) | Expr::Const(_)) => expr,
            _ => {
                let slot = scope.slot();
                self.bind_slot(scope, slot, expr);
                self.local(slot)
            }
        }
    }

    /// Increments a slot by one.
    pub(super) fn count_up(&mut self, scope: &Scope, slot: u16) {
        let old = self.local(slot);
        let new = self.with_number(Binary::Add, old, 1);
        self.bind_slot(scope, slot, new);
    }

    /// Opens a loop that `end` can leave.
    pub(super) fn open_loop(&mut self, scope: &mut Scope, sort: LoopSort, list: Option<u16>) {
        let left = Flow::nowhere();
        scope.loops.push(Loop { sort, exits: vec![], blocks: scope.blocks, list, left });
    }

    /// Closes the innermost loop: its exits lead here.
    pub(super) fn close_loop(&mut self, scope: &mut Scope) {
        let Some(closed) = scope.loops.pop() else { return };
        scope.flow.or(&closed.left);
        for exit in closed.exits {
            self.aim_here(exit);
        }
    }

    /// Saves the acting seat; returns the slot to restore it from.
    pub(super) fn save_me(&mut self, scope: &mut Scope) -> u16 {
        let slot = scope.slot();
        let me = self.local(0);
        self.bind_slot(scope, slot, me);
        slot
    }

    /// Restores the saved acting seat.
    pub(super) fn restore_me(&mut self, scope: &Scope, slot: u16) {
        let saved = self.local(slot);
        self.bind_slot(scope, 0, saved);
    }
}

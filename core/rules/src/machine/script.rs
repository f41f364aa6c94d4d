//! Runs scripts, and the steps they return.

use super::{Flow, Machine, Why, stuck};
use crate::def::PC_STEPS;
use crate::def::code::Pc;
use crate::def::expr::{ExprId, NIL};
use crate::event::Sink;
use crate::fuel::{SCRIPT_UNIT, SCRIPT_WORK};
use crate::id::{ProcId, ScriptId};
use crate::probe::WorkOwner;
use crate::script::{STEPS_AT, ScriptAnswer, ScriptCall, encode};
use crate::state::Frame;

impl<S: Sink> Machine<'_, S> {
    #[inline(never)]
    pub(super) fn script(
        &mut self,
        pc: Pc,
        script: ScriptId,
        args: &[ExprId],
        slot: Option<u16>,
    ) -> Flow {
        match self.run_script(script, args) {
            ScriptAnswer::Ask(ask) => {
                self.pool.script_asked.set(Some((ask.options.len(), ask.seat)));
                self.ask(pc)
            }
            ScriptAnswer::Failed(_) => stuck(Why::ScriptFailed { pc }),
            ScriptAnswer::Done(steps, values) => {
                let answers = usize::from(std::mem::take(&mut self.state.control.progress));
                let locals = &mut self.state.control.locals;
                locals.truncate(locals.len() - answers);
                for (slot, value) in slot.into_iter().flat_map(|first| first..).zip(values) {
                    self.bind(slot, value);
                }
                self.go(pc + 1);
                if !steps.is_empty() {
                    self.queue(&encode(&steps));
                }
                Flow::Stay
            }
        }
    }

    /// Runs the current script with the answers so far.
    pub fn run_script(&self, script: ScriptId, args: &[ExprId]) -> ScriptAnswer {
        let args = self.args(args);
        let control = &self.state.control;
        let answers = &control.locals[control.locals.len() - usize::from(control.progress)..];
        let call = ScriptCall {
            script,
            seat: self.me(),
            piece: self.piece().max(NIL),
            args: args.as_slice(),
            answers,
            played: S::LISTENS,
            fuel: self.state.world.meter().left() / SCRIPT_UNIT,
        };
        self.enters(WorkOwner::Script(script));
        let (answer, used) = self.scripts.run(self.def, &self.state.world, &call);
        let used = usize::try_from(used.saturating_mul(SCRIPT_UNIT)).unwrap_or(usize::MAX / 2);
        self.state.world.spend(SCRIPT_WORK + used);
        self.leaves();
        answer
    }

    /// Queues encoded steps to run next.
    fn queue(&mut self, code: &[i32]) {
        let (seat, piece) = (self.me(), self.piece());
        let control = &mut self.state.control;
        let base = control.locals.len() as u32;
        control.locals.extend([seat, STEPS_AT as i32, (STEPS_AT + code.len()) as i32]);
        control.locals.extend_from_slice(code);
        control.frames.push(Frame { pc: PC_STEPS, base, piece });
    }

    /// Runs the steps of a list that a script passed.
    #[inline(never)]
    pub(super) fn run_listed(&mut self, list: u16) {
        let Ok(offset) = usize::try_from(self.local(list)) else { return };
        let at = self.base() + offset;
        let locals = &self.state.control.locals;
        let code = locals[at + 2..at + 2 + locals[at + 1] as usize].to_vec();
        self.queue(&code);
    }

    /// Starts the next step that a script returned.
    #[inline(never)]
    pub(super) fn scripted_step(&mut self) {
        let (base, piece) = (self.base(), self.piece());
        let control = &mut self.state.control;
        let locals = &mut control.locals;
        let (at, end) = (locals[base + 1] as usize, locals[base + 2] as usize);
        if at >= end {
            control.leave();
            return;
        }
        let head = base + at;
        let (len, proc, n) = (locals[head], locals[head + 1], locals[head + 2] as usize);
        locals[base + 1] += len;
        let (seat, start) = (locals[base], locals.len());
        locals.push(seat);
        locals.extend_from_within(head + 3..head + 3 + n);
        control.enter_bound(self.def, ProcId(proc as u16), piece, start);
    }
}

//! Picks that are secret until all seats have picked: what a seat must not know while it is asked.

use super::State;
use crate::def::Def;
use crate::def::code::Op;
use crate::def::expr::NIL;

impl State {
    /// Takes back the picks made in secret, if such a question is open: the first seat is asked
    /// again. Returns how many had picked.
    pub fn forget_secrets(&mut self, def: &Def) -> usize {
        let control = &mut self.control;
        let Some(frame) = control.frames.last() else { return 0 };
        let Some(Op::Secret(secret)) = def.code.get(frame.pc as usize) else { return 0 };
        let (base, list) = (frame.base as usize, def.secrets[secret.index()].list);
        let offset = control.locals.get(base + usize::from(list)).copied().unwrap_or(NIL);
        if let Some(length) =
            usize::try_from(offset).ok().and_then(|at| control.locals.get_mut(base + at + 1))
        {
            *length = 0;
        }
        usize::from(std::mem::take(&mut control.progress))
    }
}

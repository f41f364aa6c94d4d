//! Where work goes: the interface for measuring it.
//!
//! Work is fuel that was used ([`crate::fuel`]), so measurements are the same on every machine. A
//! [`Sink`](crate::event::Sink) without a probe pays nothing: the calls below are not even compiled
//! for it.

use crate::def::code::Pc;
use crate::id::{AbilityId, MenuId, ScriptId, ValueId};

/// What work is attributed to while it is in progress.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum WorkOwner {
    /// Evaluating a named value.
    Value(ValueId),
    /// Evaluating the condition of an ability, or its effect on a value.
    Ability(AbilityId),
    /// Evaluating the condition of a menu option.
    Option(MenuId, u16),
    /// A script.
    Script(ScriptId),
    /// Looking ahead from an instruction.
    Ahead(Pc),
    /// Finding out whether one answer to the question there can be completed.
    Answer(Pc, i32),
    /// A trial on the table, because nothing cheaper could decide.
    Trial,
}

/// Measures where work goes. It is told how much fuel is left whenever the attribution of work
/// changes; fuel used up to then belongs to the previous part.
pub trait Probe {
    /// The fuel was filled, or part of it was set aside: `left` is left now, and nothing was used.
    fn set(&self, left: i64);
    /// No work is done from here to the next [`Probe::set`].
    fn ends(&self, left: i64);
    /// An instruction is about to run, in play or in a trial. `stack` gives the position in each
    /// procedure, from the outermost to the running one.
    fn runs(&self, stack: &mut dyn ExactSizeIterator<Item = Pc>, pc: Pc, left: i64);
    /// A scout reads what an instruction depends on. The cost of that belongs here, and is paid
    /// later. The bindings of the procedure start at `base`.
    fn looks(&self, pc: Pc, base: u32, costs: i64, left: i64);
    /// This much was paid for reads of scouts.
    fn paid(&self, costs: i64);
    /// A part begins.
    fn enters(&self, part: WorkOwner, left: i64);
    /// The most recent part ends.
    fn leaves(&self, left: i64);
}

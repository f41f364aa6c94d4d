//! Where work goes: who measures it, and what it is told.
//!
//! Work is fuel that was used ([`crate::fuel`]), so what is measured is the same on every machine. A
//! [`Sink`](crate::event::Sink) without a probe pays nothing for its being there: what is told below
//! is not even compiled for it.

use crate::def::code::Pc;
use crate::id::{AbilityId, MenuId, ScriptId, ValueId};

/// Something that work belongs to, as long as it goes on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Part {
    /// Working out a named value.
    Value(ValueId),
    /// The condition of an ability, or what it makes of a value.
    Ability(AbilityId),
    /// The condition of an option of a menu.
    Option(MenuId, u16),
    /// A script.
    Script(ScriptId),
    /// Looking ahead from an instruction.
    Ahead(Pc),
    /// Finding out whether one answer to the question there can be completed.
    Answer(Pc, i32),
    /// Trying something on the table, because nothing cheaper could tell.
    Trial,
}

/// Measures where work goes. It hears how much fuel is left whenever work begins to belong to
/// something else; what was used until then belongs to what came before.
pub trait Probe {
    /// The fuel was filled, or a part of it was put aside: so much is left now, and none was used.
    fn set(&self, left: i64);
    /// Nothing goes on from here to the next [`Probe::set`].
    fn ends(&self, left: i64);
    /// An instruction is about to run, in play or in a trial. `stack` tells where each procedure
    /// stands, from the first one to the running one.
    fn runs(&self, stack: &mut dyn ExactSizeIterator<Item = Pc>, pc: Pc, left: i64);
    /// A scout looks at what an instruction depends on. What a look costs belongs here, and is paid
    /// later. The bindings of the procedure start at `base`.
    fn looks(&self, pc: Pc, base: u32, costs: i64, left: i64);
    /// So much was paid for looks.
    fn paid(&self, costs: i64);
    /// A part begins.
    fn enters(&self, part: Part, left: i64);
    /// The part that began last ends.
    fn leaves(&self, left: i64);
}

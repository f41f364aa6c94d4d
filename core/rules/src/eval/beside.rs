//! The helpers of an evaluation: a memo or a probe for named values.

use super::Memo;
use crate::probe::Probe;

/// The helper of an evaluation.
#[derive(Clone, Copy)]
pub(crate) enum Beside<'a> {
    /// None.
    Nobody,
    /// A cache of named values in this world.
    Memo(&'a Memo),
    /// A probe that measures what they cost.
    Probe(&'a dyn Probe),
}

impl<'a> Beside<'a> {
    /// The probe, if there is one.
    #[inline(always)]
    pub fn of(probe: Option<&'a dyn Probe>) -> Self {
        probe.map_or(Self::Nobody, Self::Probe)
    }
}

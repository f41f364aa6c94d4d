//! Who is asked, or told, about named values while something is evaluated.

use super::Memo;
use crate::probe::Probe;

/// Who stands beside an evaluation.
#[derive(Clone, Copy)]
pub(crate) enum Beside<'a> {
    /// Nobody.
    Nobody,
    /// Somebody who knows named values of this world.
    Memo(&'a Memo),
    /// Somebody who measures what they cost.
    Probe(&'a dyn Probe),
}

impl<'a> Beside<'a> {
    /// Whoever measures, if anybody does.
    #[inline(always)]
    pub fn of(probe: Option<&'a dyn Probe>) -> Self {
        probe.map_or(Self::Nobody, Self::Probe)
    }
}

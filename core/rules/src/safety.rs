//! What can go wrong from each instruction on.

use crate::def::Def;

/// For each instruction: whether look-ahead is needed beyond it.
#[derive(Clone, Debug, Default)]
pub struct Safety {}

impl Safety {
    /// Works it out.
    pub fn of(_def: &Def) -> Self {
        Self::default()
    }
}

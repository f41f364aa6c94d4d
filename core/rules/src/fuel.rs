//! Fuel: a limit on the work the rules may cause. Work is counted, not timed, so the same choice
//! costs the same on every machine.
//!
//! One unit is an instruction, an item of a walk, an expression that could not be shortened, a
//! payment, or a step of a scout; anything more expensive is charged by its size. The counter is
//! kept in the world, because everything that does work has a world at hand. It is not part of the
//! state: it is neither saved nor compared.
//!
//! Work is paid for in advance. When the fuel runs out, walks end early and their results are
//! meaningless, so whoever grants fuel checks afterwards whether it was enough.

use std::cell::Cell;

/// The work one choice may cause, from the answer to the next question. Scripts count.
pub const CHOICE_FUEL: u64 = 4_000_000;
/// The work allowed for finding out what can be chosen.
pub const LIST_FUEL: u64 = 6_000_000;
/// The part of that for looking ahead from one option. It is more than one script may use, so that
/// a script that never ends is reported as such.
pub const LOOK_FUEL: u64 = 2_500_000;
/// The work allowed for an expression evaluated on its own: a law, a hint, a line of the layout.
pub const EXPR_FUEL: u64 = 200_000;

/// The work allowed for folding the constants of a game.
pub(crate) const FOLD_FUEL: u64 = 4_000_000;

/// The cost of a change of the table, on top of the instruction.
pub(crate) const EVENT_WORK: usize = 2;
/// The cost of an event that is kept and reported.
pub(crate) const TOLD_WORK: usize = 8;
/// The base cost of calling a script.
pub(crate) const SCRIPT_WORK: usize = 100;
/// The cost of a unit of a script's own fuel: it takes longer than a unit of the kernel.
pub(crate) const SCRIPT_UNIT: u64 = 2;

/// How much fuel is left. A clone has the same amount; all meters compare equal.
#[derive(Clone, Debug)]
pub(crate) struct Meter {
    left: Cell<i64>,
}

impl Default for Meter {
    fn default() -> Self {
        Self { left: Cell::new(EXPR_FUEL as i64) }
    }
}

impl Meter {
    /// Fills it.
    #[inline]
    pub fn fill(&self, units: u64) {
        self.left.set(i64::try_from(units).unwrap_or(i64::MAX));
    }

    /// Takes out the cost of some work; says whether there was enough fuel.
    #[inline(always)]
    pub fn spend(&self, units: usize) -> bool {
        let left = self.left.get() - units as i64;
        self.left.set(left);
        left >= 0
    }

    /// Whether more was used than there was.
    #[inline(always)]
    pub fn is_spent(&self) -> bool {
        self.left.get() < 0
    }

    /// Limits the fuel to at most `most`; returns the rest, which is set aside.
    #[inline]
    pub fn ration(&self, most: u64) -> i64 {
        let left = self.left.get();
        let ration = left.min(most as i64);
        self.left.set(ration);
        left - ration
    }

    /// Gives back what was set aside. Work requested after the ration ran out is not charged to it.
    #[inline]
    pub fn settle(&self, aside: i64) {
        self.left.set(self.left.get().max(-1) + aside);
    }

    /// How much was used, of this much fuel.
    pub fn used_of(&self, fuel: u64) -> u64 {
        u64::try_from(fuel as i64 - self.left.get()).unwrap_or(0)
    }

    /// The balance: negative if more was used than there was.
    pub fn stands(&self) -> i64 {
        self.left.get()
    }

    /// How much is left.
    #[inline]
    pub fn left(&self) -> u64 {
        u64::try_from(self.left.get()).unwrap_or(0)
    }
}

// The fuel is not part of what is compared.
impl PartialEq for Meter {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Meter {}

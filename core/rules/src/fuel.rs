//! Fuel: how much work the rules may set off. Work is counted, not timed, so the same choice costs
//! the same on every machine.
//!
//! One unit is an instruction, a thing a walk looks at, an expression that takes more than one
//! look, a payment, a step of a scout; whatever costs more than that is charged by its size. The
//! counter is kept with the world, because everything that does work has a world at hand. It is no
//! part of the state: it is neither saved nor compared.
//!
//! Whoever works pays first. When the fuel runs out, walks end early and what they give is
//! worthless; so whoever hands out fuel asks afterwards whether it was enough.

use std::cell::Cell;

/// The work one choice may set off, from the answer to the next question. Scripts count.
pub const CHOICE_FUEL: u64 = 4_000_000;
/// The work it may take to find out what can be chosen.
pub const LIST_FUEL: u64 = 6_000_000;
/// The part of that which looking ahead from one option may take: more than one script may use, so
/// that a script that never ends is told as what it is.
pub const LOOK_FUEL: u64 = 2_500_000;
/// The work of an expression that is evaluated by itself: a law, a hint, a line of the layout.
pub const EXPR_FUEL: u64 = 200_000;

/// The work it may take to fold the constants of a game.
pub(crate) const FOLD_FUEL: u64 = 4_000_000;

/// What a change of the table costs beyond the instruction.
pub(crate) const EVENT_WORK: usize = 2;
/// What it costs if it is kept and told.
pub(crate) const TOLD_WORK: usize = 8;
/// What calling a script costs, whatever it does then.
pub(crate) const SCRIPT_WORK: usize = 100;
/// What a unit of a script's own fuel costs: it takes longer than a look at the table.
pub(crate) const SCRIPT_UNIT: u64 = 2;

/// How much fuel is left. A clone has as much; all compare alike.
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

    /// Takes out what some work costs; says whether there was fuel for it.
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

    /// Allows a part of what is left, so much at most; gives back what lies aside meanwhile.
    #[inline]
    pub fn ration(&self, most: u64) -> i64 {
        let left = self.left.get();
        let ration = left.min(most as i64);
        self.left.set(ration);
        left - ration
    }

    /// Takes up what lay aside. Work that was only asked for when the ration was used up already is
    /// not taken from it.
    #[inline]
    pub fn settle(&self, aside: i64) {
        self.left.set(self.left.get().max(-1) + aside);
    }

    /// How much was used of so much fuel.
    pub fn used_of(&self, fuel: u64) -> u64 {
        u64::try_from(fuel as i64 - self.left.get()).unwrap_or(0)
    }

    /// Where it stands: below nothing if more was used than there was.
    pub fn stands(&self) -> i64 {
        self.left.get()
    }

    /// How much is left.
    #[inline]
    pub fn left(&self) -> u64 {
        u64::try_from(self.left.get()).unwrap_or(0)
    }
}

// It is no part of what is compared.
impl PartialEq for Meter {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Meter {}

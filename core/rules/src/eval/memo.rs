//! A cache of named values: for repeated evaluations in one world.

use std::cell::Cell;

use crate::id::ValueId;

/// How many values are cached; newer ones replace others.
const CACHE_SIZE: usize = 1 << 10;

/// The named values of one world that were evaluated.
pub struct Memo {
    cached: Box<[Cell<CachedValue>]>,
}

#[derive(Clone, Copy, Default)]
struct CachedValue {
    /// Which value, for which seat and about what; 0 for none.
    key: u64,
    number: i32,
}

impl Default for Memo {
    fn default() -> Self {
        Self { cached: vec![Cell::default(); CACHE_SIZE].into() }
    }
}

impl Memo {
    /// Forgets everything: the world has changed.
    pub fn forget(&mut self) {
        self.cached.fill(Cell::default());
    }

    /// A value for a seat about something, evaluated if it is not cached.
    pub(super) fn value(
        &self,
        value: ValueId,
        (seat, about): (i32, i32),
        work_out: impl FnOnce() -> i32,
    ) -> i32 {
        let of_value = (u64::from(value.0) + 1) << 48;
        let key = of_value | u64::from(seat as u16) << 32 | u64::from(about as u32);
        let mixed = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        let place = &self.cached[mixed as usize % CACHE_SIZE];
        let cached = place.get();
        if cached.key == key {
            return cached.number;
        }
        let number = work_out();
        place.set(CachedValue { key, number });
        number
    }
}

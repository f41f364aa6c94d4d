//! What numbers of packs may be.

/// Largest number that a pack may write, and largest value of a counter that states none.
pub const COUNTER_MAX: i32 = 1_000_000_000;
/// Smallest number that a pack may write, and that a counter may have.
pub const COUNTER_MIN: i32 = -1_000_000_000;

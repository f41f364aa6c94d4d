//! The range of numbers in packs.

/// Largest number in a pack, and largest value of a counter without a maximum.
pub const COUNTER_MAX: i32 = 1_000_000_000;
/// Smallest number in a pack, and smallest value of a counter.
pub const COUNTER_MIN: i32 = -1_000_000_000;

//! How much a script may use. Verdicts follow from what a script does, not from the machine; the
//! clock is the last net for what no count foresees.

use std::time::Duration;

/// The most answers one run of a script may use, and so the most questions it may ask.
pub const ANSWERS_MAX: usize = 32;

/// The largest script file, in bytes.
pub const FILE_BYTES_MAX: usize = 64 * 1024;

/// The longest text a function of the library makes, in bytes.
pub(super) const TEXT_MAX: usize = 64 * 1024;

/// The fuel that reading all files may take together.
pub(super) const LOAD_FUEL: u64 = 10_000_000;

/// The bytes that what all files make while they are read may take together.
pub(super) const LOAD_BYTES: usize = 64 * 1024 * 1024;

/// The most values one call of the library gives, such as those of `table.unpack`.
pub(super) const VALUES_MAX: usize = 256;

/// The longest pattern of `string.find` and its like, in bytes.
pub(super) const PATTERN_MAX: usize = 256;

/// The longest text that `tonumber` reads, in bytes.
pub(super) const DIGITS_MAX: usize = 256;

/// The longest name of a field a script may read, in bytes.
pub(super) const NAME_MAX: usize = 256;

/// Every this many kilobytes that a run has made cost each of its steps once more: work on a
/// large text or table can hide in a single step.
pub(super) const KILOBYTES_PER_UNIT: u64 = 8;

/// From here on a run counts as heavy.
pub(super) const KILOBYTES_HEAVY: u64 = 64;

/// Steps paid for at once. Fewer where steps are dear.
pub(super) const BATCH: u64 = 32;

/// What it costs to read a field of a thing, and to call a function of the kernel.
pub(super) const FIELD_UNITS: u64 = 1;
pub(super) const CALL_UNITS: u64 = 16;

/// Values that cost one more unit when the host hands them over.
pub(super) const VALUES_PER_UNIT: u64 = 16;

/// Bytes of garbage at which memory is cleaned after a run.
pub(super) const GARBAGE_MAX: usize = 1024 * 1024;

/// The longest a run may take. Its fuel ends long before, but for a script that is made to find
/// the dearest step there is.
pub(super) const CALL_MAX: Duration = Duration::from_secs(1);

/// How much one call of a script may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Steps: calls, returns, rounds of loops, and tries of a pattern. A step costs one unit,
    /// times the weight of the pack's longest function, and as much again for each 8 KB made.
    pub fuel: u64,
    /// Bytes of tables and texts made in one call, whether they are still held or not.
    pub memory: usize,
    /// Values in a result or a question, counting every level.
    pub nodes: usize,
    /// Levels of tables in a result.
    pub depth: usize,
    /// Bytes of text in a result.
    pub text: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { fuel: 1_000_000, memory: 2 * 1024 * 1024, nodes: 10_000, depth: 64, text: 64 * 1024 }
    }
}

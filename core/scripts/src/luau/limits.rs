//! How much a script may use. Verdicts depend on what a script does, not on the machine; the clock
//! is the last resort for what no counter covers.

use std::time::Duration;

/// The most answers one run of a script may use, and so the most questions it may ask.
pub const ANSWERS_MAX: usize = 32;

/// The largest script file, in bytes.
pub const FILE_BYTES_MAX: usize = 64 * 1024;

/// The longest text a library function makes, in bytes.
pub(super) const TEXT_MAX: usize = 64 * 1024;

/// The fuel for reading all files.
pub(super) const LOAD_FUEL: u64 = 10_000_000;

/// The bytes all files together may make while they are read.
pub(super) const LOAD_BYTES: usize = 64 * 1024 * 1024;

/// The most values one library call returns, such as `table.unpack`.
pub(super) const VALUES_MAX: usize = 256;

/// The longest pattern of `string.find` and similar functions, in bytes.
pub(super) const PATTERN_MAX: usize = 256;

/// The longest text that `tonumber` reads, in bytes.
pub(super) const DIGITS_MAX: usize = 256;

/// The longest name of a field a script may read, in bytes.
pub(super) const NAME_MAX: usize = 256;

/// For each this many kilobytes a run has made, each of its steps costs one more unit: work on a
/// large text or table can hide in a single step.
pub(super) const KILOBYTES_PER_UNIT: u64 = 8;

/// From this size on a run counts as heavy.
pub(super) const KILOBYTES_HEAVY: u64 = 64;

/// How many steps are paid for at once. Fewer if steps are expensive.
pub(super) const BATCH: u64 = 32;

/// The cost of reading a field of a thing, and of calling a kernel function.
pub(super) const FIELD_UNITS: u64 = 1;
pub(super) const CALL_UNITS: u64 = 16;

/// How many values cost one more unit when the host returns them.
pub(super) const VALUES_PER_UNIT: u64 = 16;

/// The bytes of garbage that trigger a collection after a run.
pub(super) const GARBAGE_MAX: usize = 1024 * 1024;

/// The longest a run may take. Its fuel runs out long before, unless a script was made to find the
/// most expensive step there is.
pub(super) const CALL_MAX: Duration = Duration::from_secs(1);

/// How much one call of a script may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Steps: calls, returns, loop iterations, and attempts of a pattern. A step costs one unit,
    /// times the weight of the pack's longest function, and as much again for each 8 KB made.
    pub fuel: u64,
    /// Bytes of tables and texts made in one call, whether or not they are still in use.
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

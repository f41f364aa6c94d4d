//! How much a script may use. Nothing here depends on the clock.

/// The most answers one run of a script may use, and so the most questions it may ask.
pub const ANSWERS_MAX: usize = 32;

/// The largest script file, in bytes.
pub const FILE_BYTES_MAX: usize = 256 * 1024;

/// Bytes a script may hold at no cost: memory comes in pages, and a few are always begun.
pub(super) const BYTES_FREE: usize = 128 * 1024;

/// Every this many bytes that a script holds beyond make each of its steps one unit dearer.
pub(super) const BYTES_PER_UNIT: usize = 16 * 1024;

/// How much one call of a script may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Steps: calls, returns and rounds of loops. A step costs one unit, and one more for each
    /// 16 KB the script holds beyond 128, so that work on large texts and tables is paid for.
    pub fuel: u64,
    /// Bytes held beyond what the loaded scripts themselves need.
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
        Self { fuel: 1_000_000, memory: 8 * 1024 * 1024, nodes: 10_000, depth: 16, text: 64 * 1024 }
    }
}

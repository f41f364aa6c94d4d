//! Upper bounds of a game. Packs are untrusted: a few lines must not create millions of pieces.

/// Most pieces of all kinds together.
pub const PIECES_MAX: usize = 4_096;
/// Most cells of all counters together, including the score sheet.
pub const CELLS_MAX: u32 = 65_536;
/// Most spaces of all groups together.
pub const SPACES_MAX: usize = 4_096;
/// Most containers of all zones together.
pub(super) const PLACES_MAX: usize = 16_384;
/// Most values in all sections together. Each value creates at most one id per class, so the 16-bit
/// ids never run out.
pub const VALUES_MAX: usize = 60_000;
/// Most names of one class, and columns of attributes.
pub(super) const NAMES_MAX: usize = 8_192;
/// Most expansions of named sets in total: sets made of other sets could grow without end.
pub(super) const NAMED_SETS_MAX: usize = 20_000;
/// Deepest nesting of named sets.
pub(super) const NAMED_SETS_DEEP: usize = 16;
/// Most cells of attributes: columns times entries or spaces.
pub(super) const ATTRIBUTES_MAX: usize = 1 << 22;
/// Most parameters of a procedure or event; the kernel passes these and the acting seat.
pub(super) const PARAMS_MAX: usize = 7;

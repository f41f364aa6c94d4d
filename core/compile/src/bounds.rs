//! How much a game may have. Packs are untrusted: no few lines may ask for millions of pieces.

/// Most pieces of all kinds together.
pub const PIECES_MAX: usize = 4_096;
/// Most cells of all counters together, the score sheet included.
pub const CELLS_MAX: u32 = 65_536;
/// Most spaces of all groups together.
pub const SPACES_MAX: usize = 4_096;
/// Most containers of all zones together.
pub(super) const PLACES_MAX: usize = 16_384;
/// Most values in all sections together. Each makes at most one thing of a class, so that ids,
/// which have 16 bits, never run out.
pub const VALUES_MAX: usize = 60_000;
/// Most names of one class, and columns of attributes.
pub(super) const NAMES_MAX: usize = 8_192;
/// How often named sets are written out, in all: those made of others could be without end.
pub(super) const NAMED_SETS_MAX: usize = 20_000;
/// How deep named sets are made of each other.
pub(super) const NAMED_SETS_DEEP: usize = 16;
/// Most cells of attributes: columns times entries or spaces.
pub(super) const ATTRIBUTES_MAX: usize = 1 << 22;
/// Most parameters of a procedure or event: the kernel hands over so many, and the acting seat.
pub(super) const PARAMS_MAX: usize = 7;

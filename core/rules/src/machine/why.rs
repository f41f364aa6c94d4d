//! Why something cannot be done, and where.

use crate::def::code::Pc;
use crate::id::{CostId, CounterId, NoteId, PlaceId};

/// Why something cannot be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// Too little to pay with.
    Short {
        /// The cost, and which part of its first bundle.
        term: (CostId, u16),
        /// Where.
        pc: Pc,
        /// Of what.
        counter: CounterId,
        /// How much is needed.
        needs: i32,
        /// How much there is, with everything that pays as it.
        has: i32,
        /// Whether something else pays in its place.
        others: bool,
    },
    /// Nothing to pick from.
    Nothing {
        /// Where.
        pc: Pc,
    },
    /// A condition does not hold.
    Required {
        /// Where.
        pc: Pc,
        /// Its reason.
        note: NoteId,
    },
    /// What the rules take to be so is not: they are wrong.
    Unexpected {
        /// Where.
        pc: Pc,
        /// What was expected.
        note: NoteId,
    },
    /// A container is full.
    Full {
        /// Where.
        pc: Pc,
        /// Which.
        place: PlaceId,
    },
    /// A container has one like it already.
    Twice {
        /// Where.
        pc: Pc,
        /// Which.
        place: PlaceId,
    },
    /// There is no such piece.
    NoPiece {
        /// Where.
        pc: Pc,
    },
    /// There is no such container.
    Nowhere {
        /// Where.
        pc: Pc,
    },
    /// Procedures call each other without end, or lists grow too long.
    TooDeep {
        /// Where.
        pc: Pc,
    },
    /// It takes more work than one choice may.
    TooLong {
        /// Where.
        pc: Pc,
    },
    /// A seat without decisions would have to decide.
    NobodyDecides {
        /// Where.
        pc: Pc,
    },
    /// A script failed, or asked too much.
    ScriptFailed {
        /// Where.
        pc: Pc,
    },
}

impl Why {
    /// Where it happened.
    pub fn pc(self) -> Pc {
        match self {
            Self::Short { pc, .. }
            | Self::Nothing { pc }
            | Self::Required { pc, .. }
            | Self::Unexpected { pc, .. }
            | Self::Full { pc, .. }
            | Self::Twice { pc, .. }
            | Self::NoPiece { pc }
            | Self::Nowhere { pc }
            | Self::TooDeep { pc }
            | Self::TooLong { pc }
            | Self::NobodyDecides { pc }
            | Self::ScriptFailed { pc } => pc,
        }
    }

    /// Whether the rules themselves are at fault. Then nothing is known about what can be done:
    /// look-ahead withholds and skips nothing because of it, and play stops there.
    pub fn is_fault(self) -> bool {
        matches!(self, Self::ScriptFailed { .. } | Self::Unexpected { .. })
    }
}

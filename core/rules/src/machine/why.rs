//! Why something cannot be done, and where.

use crate::def::code::Pc;
use crate::event::GAPS_MAX;
use crate::id::{CostId, CounterId, NoteId, PlaceId};

/// Why something cannot be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// Not enough to pay with.
    Short {
        /// The cost, and the index of the term in its first bundle.
        term: (CostId, u16),
        /// The instruction.
        pc: Pc,
        /// The counter that is short.
        counter: CounterId,
        /// The amount needed.
        needs: i32,
        /// How much there is, including everything that can pay for it.
        has: i32,
        /// Whether something else can pay for it.
        others: bool,
    },
    /// Nothing to pick from.
    Nothing {
        /// The instruction.
        pc: Pc,
    },
    /// A condition does not hold.
    Required {
        /// The instruction.
        pc: Pc,
        /// Its reason.
        note: NoteId,
        /// The values of the gaps of the reason, when the condition was evaluated.
        gaps: [i32; GAPS_MAX],
    },
    /// An assumption of the rules does not hold: the rules are wrong.
    Unexpected {
        /// The instruction.
        pc: Pc,
        /// The assumption.
        note: NoteId,
    },
    /// A container is full.
    Full {
        /// The instruction.
        pc: Pc,
        /// The container.
        place: PlaceId,
    },
    /// A container already has an equal piece.
    Twice {
        /// The instruction.
        pc: Pc,
        /// The container.
        place: PlaceId,
    },
    /// There is no such piece.
    NoPiece {
        /// The instruction.
        pc: Pc,
    },
    /// There is no such container.
    Nowhere {
        /// The instruction.
        pc: Pc,
    },
    /// Procedure calls are too deep, or lists are too long.
    TooDeep {
        /// The instruction.
        pc: Pc,
    },
    /// It takes more work than one choice is allowed.
    TooLong {
        /// The instruction.
        pc: Pc,
    },
    /// A seat without decisions would have to decide.
    NobodyDecides {
        /// The instruction.
        pc: Pc,
    },
    /// A script failed, or asked too many questions.
    ScriptFailed {
        /// The instruction.
        pc: Pc,
    },
}

impl Why {
    /// The instruction where it happened.
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

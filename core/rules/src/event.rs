//! What happened: facts, small enough to be created and dropped by the million.

use serde::{Deserialize, Serialize};

use crate::def::code::Pc;
use crate::def::expr::NIL;
use crate::id::{LineId, NoteId, PeriodId, PieceId, PlaceId, ValueId};
use crate::probe::Probe;
use crate::scene::Scene;

/// The largest number of gaps in a note.
pub const GAPS_MAX: usize = 4;

/// A fact. Folding it into a world is the only way to change a world.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Event {
    /// A counter changed.
    Changed {
        /// The cell.
        cell: u32,
        /// Its value before.
        from: i32,
        /// Its value now.
        to: i32,
    },
    /// A piece went from one container to another, or within one.
    Moved {
        /// The piece.
        piece: PieceId,
        /// Where it was.
        from: PlaceId,
        /// Where it is.
        to: PlaceId,
        /// Its slot now, from 1; 0 in containers without slots.
        slot: u8,
        /// Whether it was put at the bottom or front.
        bottom: bool,
    },
    /// A piece was turned.
    Turned {
        /// The piece.
        piece: PieceId,
        /// The face that is up now.
        face: u8,
    },
    /// A piece has a new owner.
    Owned {
        /// The piece.
        piece: PieceId,
        /// The seat, or nil.
        seat: i8,
    },
    /// A piece has a new controller.
    Controlled {
        /// The piece.
        piece: PieceId,
        /// The seat, or nil.
        seat: i8,
    },
    /// A container was shuffled.
    Shuffled {
        /// The container.
        place: PlaceId,
    },
    /// A random number was drawn.
    Drew {
        /// From which stream.
        stream: u16,
        /// The exclusive upper bound.
        below: u32,
        /// The result.
        result: u32,
    },
    /// A period began, and its counters were reset.
    Began {
        /// The period.
        period: PeriodId,
    },
    /// Points were written on the score sheet.
    Scored {
        /// On which line.
        line: LineId,
        /// For whom.
        seat: u8,
        /// How many.
        points: i32,
    },
    /// A piece's ability changed a named value that the next change uses.
    Modified {
        /// The value.
        value: ValueId,
        /// The piece.
        piece: PieceId,
        /// The value it produced.
        to: i32,
    },
    /// A note was logged.
    Noted {
        /// Which note.
        note: NoteId,
        /// The values of its gaps.
        gaps: [i32; GAPS_MAX],
    },
    /// The game is over.
    Ended,
}

/// Where an event comes from: the step, and the piece whose ability it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Origin {
    /// The instruction; `Def::cause` gives its pack, file and line.
    pub pc: Pc,
    /// The acting seat.
    pub seat: i32,
    /// The piece whose ability or printed steps run, or nil.
    pub piece: i32,
}

impl Default for Origin {
    fn default() -> Self {
        Self { pc: 0, seat: NIL, piece: NIL }
    }
}

/// A listener for events.
pub trait Sink {
    /// Whether it takes events at all.
    const LISTENS: bool;
    /// Whether it also wants notes and modifiers. They change nothing, and building them takes
    /// time.
    const WANTS_NOTES: bool = Self::LISTENS;
    /// The sink used during look-ahead: [`Deaf`], unless work is measured.
    type Ahead: Sink<Ahead = Self::Ahead>;
    /// Creates a sink for look-ahead.
    fn ahead(&self) -> Self::Ahead;
    /// Whether it wants the scene of each event.
    const WANTS_SCENES: bool = false;
    /// Takes an event.
    fn take(&mut self, origin: Origin, event: Event);
    /// Receives the scene just before an event it takes.
    fn sees(&mut self, _: &Scene<'_>, _: &Event) {}
    /// Called when an instruction is about to run. Not called during look-ahead.
    #[inline(always)]
    fn runs(&mut self, _: Pc) {}
    /// The probe that measures where work goes, including look-ahead.
    #[inline(always)]
    fn probe(&self) -> Option<&dyn Probe> {
        None
    }
}

/// A sink that ignores everything: for playing out games by the million.
#[derive(Clone, Copy)]
pub struct Deaf;

impl Sink for Deaf {
    const LISTENS: bool = false;
    type Ahead = Self;
    fn ahead(&self) -> Self {
        Self
    }
    fn take(&mut self, _: Origin, _: Event) {}
}

impl Sink for Vec<(Origin, Event)> {
    const LISTENS: bool = true;
    type Ahead = Deaf;
    fn ahead(&self) -> Deaf {
        Deaf
    }
    fn take(&mut self, origin: Origin, event: Event) {
        self.push((origin, event));
    }
}

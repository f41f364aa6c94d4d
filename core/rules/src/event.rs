//! What happened: facts, small enough to be thrown away by the million.

use serde::{Deserialize, Serialize};

use crate::def::code::Pc;
use crate::def::expr::NIL;
use crate::id::{LineId, NoteId, PeriodId, PieceId, PlaceId, ValueId};
use crate::probe::Probe;
use crate::scene::Scene;

/// How many gaps a note may have.
pub const GAPS_MAX: usize = 4;

/// A fact. Folding it into a world is the only way a world changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Event {
    /// A counter changed.
    Changed {
        /// Which cell.
        cell: u32,
        /// What it was.
        from: i32,
        /// What it is.
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
        /// The slot it lies in now, from 1; 0 where there are none.
        slot: u8,
        /// Whether it went below or before the others.
        bottom: bool,
    },
    /// A piece was turned.
    Turned {
        /// The piece.
        piece: PieceId,
        /// The face that lies up now.
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
        /// Which.
        place: PlaceId,
    },
    /// A random number was drawn.
    Drew {
        /// From which stream.
        stream: u16,
        /// Below which number.
        below: u32,
        /// What came.
        result: u32,
    },
    /// A period began, and what counts for it starts again.
    Began {
        /// Which.
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
    /// A piece's ability made a named value what it is, for the change that follows.
    Modified {
        /// Which value.
        value: ValueId,
        /// The piece.
        piece: PieceId,
        /// What it made of the value.
        to: i32,
    },
    /// Something was said.
    Noted {
        /// What.
        note: NoteId,
        /// What stands in its gaps.
        gaps: [i32; GAPS_MAX],
    },
    /// The game is over.
    Ended,
}

/// Where an event came from: the step, and the piece whose ability it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Origin {
    /// The instruction; `Def::cause` tells its pack, file and line.
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

/// Who wants to know what happened.
pub trait Sink {
    /// Whether it takes events at all.
    const LISTENS: bool;
    /// Whether it wants notes and modifiers as well. They change nothing, and to make them up
    /// takes time.
    const WANTS_NOTES: bool = Self::LISTENS;
    /// Who goes along where it is only looked ahead: [`Deaf`], unless work is measured.
    type Ahead: Sink<Ahead = Self::Ahead>;
    /// Somebody to go along there.
    fn ahead(&self) -> Self::Ahead;
    /// Whether it wants to see what runs when something happens.
    const WANTS_SCENES: bool = false;
    /// Takes an event.
    fn take(&mut self, origin: Origin, event: Event);
    /// Sees what runs just before an event that it takes.
    fn sees(&mut self, _: &Scene<'_>, _: &Event) {}
    /// Hears that an instruction is about to run. Look-ahead is not told.
    #[inline(always)]
    fn runs(&mut self, _: Pc) {}
    /// Who measures where work goes, look-ahead included.
    #[inline(always)]
    fn probe(&self) -> Option<&dyn Probe> {
        None
    }
}

/// Nobody does: for playing out games by the million.
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

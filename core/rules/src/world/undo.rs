//! Undo: look-ahead reverts the events it has folded, last first. The cost depends on what changed;
//! a copy would cost the whole table.

use super::World;
use crate::def::Def;
use crate::event::Event;
use crate::id::{PieceId, PlaceId};

/// How to undo a part of an event.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Undo {
    /// A cell held this.
    Cell(u32, i32),
    /// A piece lay in a container, in a slot, after another one.
    Place { piece: PieceId, place: PlaceId, slot: u8, before: u16 },
    /// A piece showed a face.
    Face(PieceId, u8),
    /// A piece had an owner.
    Owner(PieceId, i8),
    /// A piece had a controller.
    Controller(PieceId, i8),
    /// The game was not over.
    Running,
}

impl World {
    /// Records how to undo an event that is about to be folded. Look-ahead draws nothing at random,
    /// so draws cannot be undone.
    pub(crate) fn note_undo(&self, def: &Def, event: &Event, journal: &mut Vec<Undo>) {
        match *event {
            Event::Changed { cell, .. } => journal.push(Undo::Cell(cell, self.cell(cell))),
            Event::Moved { piece, .. } => {
                let cell = &self.pieces[piece.index()];
                let (place, slot, before) = (PlaceId(cell.place), cell.slot, cell.prev);
                journal.push(Undo::Place { piece, place, slot, before });
            }
            Event::Turned { piece, .. } => journal.push(Undo::Face(piece, self.face_of(piece))),
            Event::Owned { piece, .. } => {
                journal.push(Undo::Owner(piece, self.pieces[piece.index()].owner));
            }
            Event::Controlled { piece, .. } => {
                journal.push(Undo::Controller(piece, self.pieces[piece.index()].controller));
            }
            Event::Began { period } => {
                for &(first, len, _) in &def.periods[period.index()].resets {
                    let undo = |cell| Undo::Cell(cell, self.cell(cell));
                    journal.extend((first..first + len).map(undo));
                }
            }
            Event::Scored { line, seat, .. } => {
                let cell = def.sheet + u32::from(line.0) * u32::from(def.seats) + u32::from(seat);
                journal.push(Undo::Cell(cell, self.cell(cell)));
            }
            Event::Ended => journal.push(Undo::Running),
            Event::Shuffled { .. } | Event::Drew { .. } => {
                debug_assert!(false, "look-ahead draws no lots");
            }
            Event::Noted { .. } | Event::Modified { .. } => {}
        }
    }

    /// Undoes everything recorded after a mark, last first.
    pub(crate) fn take_back(&mut self, journal: &mut Vec<Undo>, mark: usize) {
        while journal.len() > mark {
            match journal.pop() {
                Some(Undo::Cell(cell, was)) => self.cells[cell as usize] = was,
                Some(Undo::Place { piece, place, slot, before }) => {
                    self.unlink(piece);
                    self.link_after(piece, place, slot, before);
                }
                Some(Undo::Face(piece, face)) => self.pieces[piece.index()].face = face,
                Some(Undo::Owner(piece, seat)) => self.pieces[piece.index()].owner = seat,
                Some(Undo::Controller(piece, seat)) => {
                    self.pieces[piece.index()].controller = seat;
                }
                Some(Undo::Running) => self.over = false,
                None => {}
            }
        }
    }
}

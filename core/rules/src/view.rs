//! What one seat may know, derived only from declared visibility.

use serde::Serialize;

use crate::def::Def;
use crate::def::part::{CounterDef, Order, Scope, Visible};
use crate::event::Event;
use crate::id::{CounterId, EntryId, PieceId, PlaceId, SeatId};
use crate::world::World;

/// The table as a seat sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct View {
    /// Cells; `None` where the seat may not look.
    pub cells: Vec<Option<i32>>,
    /// Containers.
    pub places: Vec<PlaceView>,
}

/// A container as a seat sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub enum PlaceView {
    /// Its pieces, in order.
    Open(Vec<PieceView>),
    /// The number of its pieces.
    Closed(usize),
}

/// A visible piece.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PieceView {
    /// The entry on the face that is up.
    pub entry: EntryId,
    /// Its slot, from 1.
    pub slot: u8,
    /// Its owner, or nil.
    pub owner: i32,
    /// Its controller, or nil.
    pub controller: i32,
}

/// Whether a seat sees the contents of a container.
pub fn sees(def: &Def, seat: SeatId, place: PlaceId) -> bool {
    let place = def.places[place.index()];
    let zone = &def.zones[place.zone.index()];
    match zone.visible {
        _ if zone.order == Order::Bag => false,
        Visible::All => true,
        Visible::Owner => zone.scope == Scope::Seat && place.holder == i32::from(seat.0),
        Visible::None => false,
    }
}

/// Whether a seat sees a cell of a counter.
fn sees_cell(def: &Def, seat: SeatId, counter: CounterId, holder: u32) -> bool {
    let counter = &def.counters[counter.index()];
    match counter.visible {
        Visible::All => true,
        Visible::Owner => match counter.scope {
            Scope::Seat => holder == u32::from(seat.0),
            Scope::SeatSpace(group) => {
                let spaces = u32::from(def.groups[usize::from(group)].spaces);
                holder / spaces.max(1) == u32::from(seat.0)
            }
            _ => false,
        },
        Visible::None => false,
    }
}

/// The cells a seat does not see, each with its counter. Those of hidden pieces are left out: they
/// go with their piece.
pub fn unseen_cells<'d>(def: &'d Def, world: &World, seat: SeatId) -> Vec<(u32, &'d CounterDef)> {
    let seen = view(def, world, seat).cells;
    let unseen = |cell: &u32| seen.get(*cell as usize).is_some_and(Option::is_none);
    let counters = def.counters.iter().filter(|it| !matches!(it.scope, Scope::Piece(_)));
    let cells = counters.flat_map(|counter| {
        let cells = counter.cell..counter.cell + counter.holders;
        cells.map(move |cell| (cell, counter))
    });
    cells.filter(|(cell, _)| unseen(cell)).collect()
}

/// The table as a seat sees it.
pub fn view(def: &Def, world: &World, seat: SeatId) -> View {
    let mut cells: Vec<Option<i32>> = world.cells().iter().map(|cell| Some(*cell)).collect();
    for (index, counter) in def.counters.iter().enumerate() {
        for holder in 0..counter.holders {
            let of_hidden_piece = matches!(counter.scope, Scope::Piece(_)) && {
                let piece = PieceId((counter.first + holder) as u16);
                !sees(def, seat, world.place_of(piece))
            };
            if of_hidden_piece || !sees_cell(def, seat, CounterId::from(index), holder) {
                cells[(counter.cell + holder) as usize] = None;
            }
        }
    }
    let places = (0..def.places.len()).map(PlaceId::from);
    View { cells, places: places.map(|place| place_view(def, world, seat, place)).collect() }
}

fn place_view(def: &Def, world: &World, seat: SeatId, place: PlaceId) -> PlaceView {
    if !sees(def, seat, place) {
        return PlaceView::Closed(world.len(place));
    }
    let seen = |piece: PieceId| PieceView {
        entry: world.entry_of(def, piece),
        slot: world.slot_of(piece),
        owner: world.owner_of(piece),
        controller: world.controller_of(piece),
    };
    PlaceView::Open(world.pieces_in(place).map(seen).collect())
}

/// Whether a seat may learn of an event in full. A move between containers it cannot see into shows
/// only that a piece moved.
pub fn sees_event(def: &Def, seat: SeatId, event: &Event) -> bool {
    match *event {
        Event::Moved { from, to, .. } => sees(def, seat, from) || sees(def, seat, to),
        Event::Changed { cell, .. } => def.counters.iter().enumerate().all(|(index, counter)| {
            !(counter.cell..counter.cell + counter.holders).contains(&cell)
                || sees_cell(def, seat, CounterId::from(index), cell - counter.cell)
        }),
        Event::Drew { .. } => false,
        _ => true,
    }
}

/// Why an event cannot be taken back: it revealed something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Barrier {
    /// A random number was drawn.
    Chance,
    /// A container was shuffled.
    Shuffle,
    /// A hidden piece was revealed.
    Reveal,
}

impl Barrier {
    /// The reason, for a person who wants to take something back.
    pub fn reason(self) -> &'static str {
        match self {
            Self::Chance => "something was drawn at random",
            Self::Shuffle => "something was shuffled",
            Self::Reveal => "something hidden was revealed",
        }
    }
}

/// Whether an event can be taken back.
pub fn barrier(def: &Def, event: &Event) -> Option<Barrier> {
    match *event {
        Event::Drew { .. } => Some(Barrier::Chance),
        Event::Shuffled { .. } => Some(Barrier::Shuffle),
        Event::Moved { from, to, .. } => {
            let learns = |seat| sees(def, seat, to) && !sees(def, seat, from);
            (0..usize::from(def.seats)).map(SeatId::from).any(learns).then_some(Barrier::Reveal)
        }
        _ => None,
    }
}

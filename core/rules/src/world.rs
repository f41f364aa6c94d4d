//! The table: counters, pieces, containers, random streams. Flat, small, cheap to clone.
//!
//! Fields are private to this module, and [`World::fold`] is the only function that writes them
//! once a game has begun; look-ahead undoes what it folded.

use serde::{Deserialize, Serialize};

use crate::def::Def;
use crate::def::expr::NIL;
use crate::def::part::{Order, Scope};
use crate::event::Event;
use crate::fuel::Meter;
use crate::id::{CounterId, EntryId, PieceId, PlaceId, SeatId};
use crate::rng::Stream;

mod redeal;
mod undo;

pub(crate) use undo::Undo;

const NONE: u16 = u16::MAX;

/// Everything that lies on the table.
#[derive(PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct World {
    cells: Vec<i32>,
    pieces: Vec<PieceCell>,
    places: Vec<PlaceCell>,
    streams: Vec<Stream>,
    over: bool,
    /// The fuel left for the rules; not part of the state.
    #[serde(skip)]
    meter: Meter,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct PieceCell {
    place: u16,
    next: u16,
    prev: u16,
    slot: u8,
    face: u8,
    owner: i8,
    controller: i8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct PlaceCell {
    head: u16,
    tail: u16,
    len: u16,
}

impl World {
    /// The table before set-up: every piece where its pack puts it, bags and stacks in written
    /// order.
    pub fn new(def: &Def, seed: u64) -> Self {
        let mut cells = vec![0; def.cells as usize];
        for counter in &def.counters {
            let run = counter.cell as usize..(counter.cell + counter.holders) as usize;
            cells[run].fill(counter.start);
        }
        let nobody = NIL as i8;
        let (owner, controller) = (nobody, nobody);
        let nowhere =
            PieceCell { place: NONE, next: NONE, prev: NONE, slot: 0, face: 0, owner, controller };
        let mut world = Self {
            cells,
            pieces: vec![nowhere; def.pieces.len()],
            places: vec![PlaceCell { head: NONE, tail: NONE, len: 0 }; def.places.len()],
            streams: def.streams.iter().map(|name| Stream::new(seed, name)).collect(),
            over: false,
            meter: Meter::default(),
        };
        for (index, piece) in def.pieces.iter().enumerate() {
            let seat = piece.owner as i8;
            world.pieces[index].owner = seat;
            world.pieces[index].controller = seat;
            let slot = world.free_slot(def, piece.start).unwrap_or(0);
            world.link(def, PieceId::from(index), piece.start, slot, false);
        }
        world
    }

    /// Folds an event into the world. Nothing else changes it.
    pub fn fold(&mut self, def: &Def, event: &Event) {
        match *event {
            Event::Changed { cell, to, .. } => self.cells[cell as usize] = to,
            Event::Moved { piece, to, slot, bottom, .. } => {
                self.unlink(piece);
                self.link(def, piece, to, slot, bottom);
            }
            Event::Turned { piece, face } => self.pieces[piece.index()].face = face,
            Event::Owned { piece, seat } => self.pieces[piece.index()].owner = seat,
            Event::Controlled { piece, seat } => self.pieces[piece.index()].controller = seat,
            Event::Shuffled { place } => self.shuffle(def, place),
            Event::Drew { stream, below, .. } => {
                self.streams[usize::from(stream)].below(below);
            }
            Event::Began { period } => {
                for &(first, len, value) in &def.periods[period.index()].resets {
                    self.cells[first as usize..(first + len) as usize].fill(value);
                }
            }
            Event::Scored { line, seat, points } => {
                let cell = def.sheet + u32::from(line.0) * u32::from(def.seats) + u32::from(seat);
                self.cells[cell as usize] += points;
            }
            Event::Noted { .. } | Event::Modified { .. } => {}
            Event::Ended => self.over = true,
        }
    }

    /// The fuel meter.
    #[inline(always)]
    pub(crate) fn meter(&self) -> &Meter {
        &self.meter
    }

    /// Takes out the cost of some work; says whether there was enough fuel.
    #[inline(always)]
    pub(crate) fn spend(&self, units: usize) -> bool {
        self.meter.spend(units)
    }

    /// Allows this much work from now on.
    pub fn refuel(&self, units: u64) {
        self.meter.fill(units);
    }

    /// How much work is still allowed.
    pub fn fuel(&self) -> u64 {
        self.meter.left()
    }

    /// Whether more work was done than allowed: then its results are meaningless.
    pub fn is_spent(&self) -> bool {
        self.meter.is_spent()
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// The value of a cell.
    #[inline]
    pub fn cell(&self, cell: u32) -> i32 {
        self.cells[cell as usize]
    }

    /// All cells.
    pub fn cells(&self) -> &[i32] {
        &self.cells
    }

    /// A counter's cell for a holder: the index of a seat, piece or space, or the value of an
    /// `Expr::Pair`. `None` for nil, or a holder that has no such counter.
    #[inline]
    pub fn cell_of(def: &Def, counter: CounterId, holder: i32) -> Option<u32> {
        let counter = &def.counters[counter.index()];
        if counter.scope == Scope::Table {
            return Some(counter.cell);
        }
        let offset = (holder as u32).wrapping_sub(counter.first);
        (offset < counter.holders).then(|| counter.cell + offset)
    }

    /// A counter for a holder; 0 if it has none.
    #[inline]
    pub fn counter(&self, def: &Def, counter: CounterId, holder: i32) -> i32 {
        Self::cell_of(def, counter, holder).map_or(0, |cell| self.cells[cell as usize])
    }

    /// Whether every cell of a counter is 0.
    pub fn is_none(&self, def: &Def, counter: CounterId) -> bool {
        let counter = &def.counters[counter.index()];
        let run = counter.cell as usize..(counter.cell + counter.holders) as usize;
        self.cells[run].iter().all(|cell| *cell == 0)
    }

    /// Points of a seat on a line of the score sheet.
    pub fn points(&self, def: &Def, line: usize, seat: SeatId) -> i32 {
        self.cells[def.sheet as usize + line * usize::from(def.seats) + seat.index()]
    }

    /// The container a piece is in.
    #[inline]
    pub fn place_of(&self, piece: PieceId) -> PlaceId {
        PlaceId(self.pieces[piece.index()].place)
    }

    /// The slot a piece lies in, from 1; 0 where there are none.
    pub fn slot_of(&self, piece: PieceId) -> u8 {
        self.pieces[piece.index()].slot
    }

    /// The face that is up.
    pub fn face_of(&self, piece: PieceId) -> u8 {
        self.pieces[piece.index()].face
    }

    /// The seat that owns a piece, or nil.
    pub fn owner_of(&self, piece: PieceId) -> i32 {
        i32::from(self.pieces[piece.index()].owner)
    }

    /// The seat that controls a piece, or nil.
    #[inline]
    pub fn controller_of(&self, piece: PieceId) -> i32 {
        i32::from(self.pieces[piece.index()].controller)
    }

    /// The entry on the face of a piece that is up.
    #[inline]
    pub fn entry_of(&self, def: &Def, piece: PieceId) -> EntryId {
        def.entry(piece, self.pieces[piece.index()].face)
    }

    /// What can be seen of a piece at first glance, as one number: the entry that is up, the
    /// container, the owner and the controller.
    #[inline]
    pub(crate) fn look_of(&self, def: &Def, piece: PieceId) -> u64 {
        let PieceCell { place, owner, controller, .. } = self.pieces[piece.index()];
        let seats = u64::from(owner as u8) << 8 | u64::from(controller as u8);
        u64::from(self.entry_of(def, piece).0) << 32 | u64::from(place) << 16 | seats
    }

    /// Whether a piece is in force.
    #[inline]
    pub fn in_force(&self, def: &Def, piece: PieceId) -> bool {
        let zone = def.places[self.place_of(piece).index()].zone;
        def.zones[zone.index()].active
    }

    /// How many pieces a container holds.
    #[inline]
    pub fn len(&self, place: PlaceId) -> usize {
        usize::from(self.places[place.index()].len)
    }

    /// Whether a container holds nothing.
    pub fn is_empty(&self, place: PlaceId) -> bool {
        self.len(place) == 0
    }

    /// How many more pieces a container can take.
    pub fn free(&self, def: &Def, place: PlaceId) -> usize {
        let zone = &def.zones[def.places[place.index()].zone.index()];
        usize::from(zone.capacity).saturating_sub(self.len(place))
    }

    /// The pieces of a container in order, bottom or front first.
    pub fn pieces_in(&self, place: PlaceId) -> impl Iterator<Item = PieceId> + '_ {
        let mut at = self.places[place.index()].head;
        std::iter::from_fn(move || {
            (at != NONE).then(|| {
                let piece = PieceId(at);
                at = self.pieces[piece.index()].next;
                piece
            })
        })
    }

    /// The first piece of a container: with [`World::after`], for walks that borrow nothing.
    #[inline]
    pub fn first_in(&self, place: PlaceId) -> Option<PieceId> {
        some(self.places[place.index()].head)
    }

    /// The piece after a piece in its container.
    #[inline]
    pub fn after(&self, piece: PieceId) -> Option<PieceId> {
        some(self.pieces[piece.index()].next)
    }

    /// The last or topmost piece of a container.
    pub fn top_of(&self, place: PlaceId) -> Option<PieceId> {
        some(self.places[place.index()].tail)
    }

    /// The piece in a slot of a row.
    pub fn in_slot(&self, place: PlaceId, slot: u8) -> Option<PieceId> {
        self.pieces_in(place).find(|piece| self.slot_of(*piece) == slot)
    }

    /// The first free slot of a row, 0 for other containers; `None` if there is no room.
    pub fn free_slot(&self, def: &Def, place: PlaceId) -> Option<u8> {
        let zone = &def.zones[def.places[place.index()].zone.index()];
        if self.len(place) >= usize::from(zone.capacity) {
            return None;
        }
        let Order::Row { .. } = zone.order else { return Some(0) };
        let mut slot = 1;
        for piece in self.pieces_in(place) {
            if self.slot_of(piece) > slot {
                break;
            }
            slot = self.slot_of(piece) + 1;
        }
        Some(slot)
    }

    /// The next number of a stream, without drawing it.
    pub fn peek(&self, stream: u16, below: u32) -> u32 {
        self.streams[usize::from(stream)].clone().below(below)
    }

    fn shuffle(&mut self, def: &Def, place: PlaceId) {
        let mut order: Vec<PieceId> = self.pieces_in(place).collect();
        let zone = &def.zones[def.places[place.index()].zone.index()];
        let slots: Vec<u8> = order.iter().map(|piece| self.slot_of(*piece)).collect();
        self.streams[usize::from(zone.stream)].shuffle(&mut order);
        self.relink(place, &order, &slots);
    }

    /// Puts pieces into a container in an order, each into the slot given for its position.
    fn relink(&mut self, place: PlaceId, order: &[PieceId], slots: &[u8]) {
        let cell = &mut self.places[place.index()];
        cell.len = order.len() as u16;
        cell.head = order.first().map_or(NONE, |piece| piece.0);
        cell.tail = order.last().map_or(NONE, |piece| piece.0);
        for (index, piece) in order.iter().enumerate() {
            let cell = &mut self.pieces[piece.index()];
            cell.place = place.0;
            cell.prev = if index == 0 { NONE } else { order[index - 1].0 };
            cell.next = order.get(index + 1).map_or(NONE, |next| next.0);
            cell.slot = slots[index];
        }
    }

    fn unlink(&mut self, piece: PieceId) {
        let PieceCell { place, next, prev, .. } = self.pieces[piece.index()];
        let place = &mut self.places[usize::from(place)];
        place.len -= 1;
        if next == NONE {
            place.tail = prev;
        } else {
            self.pieces[usize::from(next)].prev = prev;
        }
        if prev == NONE {
            place.head = next;
        } else {
            self.pieces[usize::from(prev)].next = next;
        }
    }

    fn link(&mut self, def: &Def, piece: PieceId, place: PlaceId, slot: u8, bottom: bool) {
        let order = def.zones[def.places[place.index()].zone.index()].order;
        let before = match order {
            Order::Row { .. } => self
                .pieces_in(place)
                .take_while(|other| self.slot_of(*other) < slot)
                .last()
                .map_or(NONE, |other| other.0),
            _ if bottom => NONE,
            _ => self.places[place.index()].tail,
        };
        self.link_after(piece, place, slot, before);
    }

    /// Puts a piece into a container after another one, or first.
    fn link_after(&mut self, piece: PieceId, place: PlaceId, slot: u8, before: u16) {
        let next = match some(before) {
            Some(before) => self.pieces[before.index()].next,
            None => self.places[place.index()].head,
        };
        let cell = &mut self.pieces[piece.index()];
        (cell.place, cell.prev, cell.next, cell.slot) = (place.0, before, next, slot);
        let container = &mut self.places[place.index()];
        container.len += 1;
        match some(before) {
            Some(before) => self.pieces[before.index()].next = piece.0,
            None => container.head = piece.0,
        }
        match some(next) {
            Some(follower) => self.pieces[follower.index()].prev = piece.0,
            None => self.places[place.index()].tail = piece.0,
        }
    }
}

// Written by hand, so that `clone_from` reuses the memory: look-ahead depends on it.
impl Clone for World {
    fn clone(&self) -> Self {
        Self {
            cells: self.cells.clone(),
            pieces: self.pieces.clone(),
            places: self.places.clone(),
            streams: self.streams.clone(),
            over: self.over,
            meter: self.meter.clone(),
        }
    }

    fn clone_from(&mut self, source: &Self) {
        self.cells.clone_from(&source.cells);
        self.pieces.clone_from(&source.pieces);
        self.places.clone_from(&source.places);
        self.streams.clone_from(&source.streams);
        self.over = source.over;
    }
}

fn some(piece: u16) -> Option<PieceId> {
    (piece != NONE).then_some(PieceId(piece))
}

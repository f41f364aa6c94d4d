//! Watches the players: what a seat was offered, what it took, who leads.
//!
//! A seat **takes** a piece when it chooses it, when the piece comes to one of the seat's zones
//! from a place the seat sees, when it puts a piece of its own from there into play, or when steps
//! printed on the piece run for the seat. A piece was **offered** when an option of a real choice
//! was the piece, what is printed on it, or the space it lies on. Pieces of other seats count for
//! neither: capturing or removing one does not acquire it.

use std::sync::Arc;

use boardwright_rules::def::Def;
use boardwright_rules::def::ask::Class;
use boardwright_rules::def::expr::NIL;
use boardwright_rules::def::part::{PlaceDef, Scope};
use boardwright_rules::event::{Event, Origin};
use boardwright_rules::id::{PieceId, PlaceId, SeatId, SpaceId};
use boardwright_rules::machine::{DONE, OFFER, Request, offer_of};
use boardwright_rules::table::Table;
use boardwright_rules::view::sees;
use boardwright_rules::world::World;

use boardwright_play::content::{self, contents};

/// Where the content of a game is found by index. It does not change during a run.
pub(super) struct ContentIndex {
    /// The ids of all content. Every record names many of them, so they are shared.
    pub ids: Vec<Arc<str>>,
    /// The content index of each entry.
    entry: Vec<Option<u32>>,
    /// The content index of each branch of each menu.
    option: Vec<Vec<Option<u32>>>,
    /// The containers of each space.
    places: Vec<Vec<PlaceId>>,
    /// Where each container is.
    whose: Vec<Whose>,
    /// The first cell of the score, if there is one.
    score: Option<u32>,
}

impl ContentIndex {
    pub fn new(def: &Def) -> Self {
        let ids: Vec<Arc<str>> = contents(def).into_iter().map(|it| it.id.into()).collect();
        let find = |id: &str| ids.iter().position(|other| **other == *id).map(|at| at as u32);
        let with_pieces = |entry: &boardwright_rules::def::part::EntryDef| {
            if entry.bearers.is_empty() { None } else { find(&entry.named.id) }
        };
        let entry = def.entries.iter().map(with_pieces).collect();
        let branches = |menu: usize| {
            let n_branches = def.menus[menu].branches.len();
            let of = |branch| content::option(def, menu, branch).and_then(|it| find(&it.id));
            (0..n_branches).map(of).collect()
        };
        let option = (0..def.menus.len()).map(branches).collect();
        let mut places = vec![vec![]; def.spaces.len()];
        for (index, place) in def.places.iter().enumerate() {
            let of_space = matches!(def.zones[place.zone.index()].scope, Scope::Space(_));
            let space = usize::try_from(place.holder).ok().filter(|_| of_space);
            if let Some(list) = space.and_then(|space| places.get_mut(space)) {
                list.push(PlaceId::from(index));
            }
        }
        let whose = def.places.iter().map(|place| Whose::of(def, place)).collect();
        let score = def.counters.iter().find(|counter| counter.line.is_some());
        Self { entry, option, places, whose, score: score.map(|counter| counter.cell), ids }
    }

    fn whose(&self, place: PlaceId) -> Whose {
        self.whose.get(place.index()).copied().unwrap_or(Whose::Nobodys)
    }

    fn seat_of(&self, place: PlaceId) -> Option<usize> {
        match self.whose(place) {
            Whose::Seat(seat) => Some(usize::from(seat)),
            _ => None,
        }
    }

    /// The seat into whose zones a piece comes, from a place that is not its own.
    fn comes_to(&self, from: PlaceId, to: PlaceId) -> Option<usize> {
        self.seat_of(to).filter(|seat| self.seat_of(from) != Some(*seat))
    }

    /// The seat whose zones a piece leaves.
    fn goes_from(&self, from: PlaceId, to: PlaceId) -> Option<usize> {
        self.comes_to(to, from)
    }

    /// The score of a seat, if the game keeps one.
    pub fn score(&self, world: &World, seat: usize) -> Option<i32> {
        self.score.map(|cell| world.cell(cell + seat as u32))
    }
}

const SEEN: u8 = 1;
const OFFERED: u8 = 2;
const TOOK: u8 = 4;

/// What was observed in one game so far.
pub(super) struct Watch<'k> {
    known: &'k ContentIndex,
    n_seats: usize,
    /// Marks for each content and seat.
    marks: Vec<u8>,
    /// For each container and seat, whether the seat was offered everything that lies there now.
    offered: Vec<bool>,
    /// How often each period began.
    pub periods: Vec<u64>,
    leader: Option<usize>,
    pub lead_changes: u64,
}

impl<'k> Watch<'k> {
    pub fn new(known: &'k ContentIndex, def: &Def) -> Self {
        let n_seats = usize::from(def.seats);
        let marks = vec![0; known.ids.len() * n_seats];
        let offered = vec![false; def.places.len() * n_seats];
        let periods = vec![0; def.periods.len()];
        Self { known, n_seats, marks, offered, periods, leader: None, lead_changes: 0 }
    }

    /// Something in a container is not as it was when it was offered.
    fn changes(&mut self, place: PlaceId) {
        if !matches!(self.known.whose(place), Whose::Space) {
            return;
        }
        let start = place.index() * self.n_seats;
        if let Some(offered) = self.offered.get_mut(start..start + self.n_seats) {
            offered.fill(false);
        }
    }

    fn mark(&mut self, content: Option<u32>, seat: usize, mark: u8) {
        let Some(content) = content else { return };
        let index = content as usize * self.n_seats + seat;
        if let Some(cell) = self.marks.get_mut(index).filter(|_| seat < self.n_seats) {
            *cell |= mark;
        }
    }

    fn mark_piece(&mut self, table: &Table, piece: i32, seat: usize, mark: u8) {
        let world = &table.state().world;
        if let Some(piece) = piece_id(table.def, piece)
            && is_for(world, piece, seat)
        {
            let entry = world.entry_of(table.def, piece);
            self.mark(self.known.entry[entry.index()], seat, mark);
        }
    }

    /// Looks at a decision before an option is taken. What options stand for is found out once for
    /// all of them.
    pub fn decision(&mut self, table: &Table, chosen: usize) {
        let Some((seat, request)) = table.asked() else { return };
        let (seat, all) = (seat.index(), table.options());
        let options = || {
            let mark = |at| if at == chosen { OFFERED | TOOK } else { OFFERED };
            all.iter().enumerate().map(move |(at, option)| (*option, mark(at)))
        };
        let known = self.known;
        match request {
            Request::Choose(menu) => {
                let branches = known.option.get(menu.index()).map_or(&[][..], Vec::as_slice);
                for (option, mark) in options() {
                    if option & OFFER == 0 {
                        let content = branches.get(option as usize).copied().flatten();
                        self.mark(content, seat, mark);
                    } else if let (_, Some(piece)) = offer_of(option) {
                        self.mark_piece(table, i32::from(piece.0), seat, mark);
                    }
                }
            }
            Request::Pick(pick) | Request::PickSome(pick) | Request::Secret(pick) => {
                let things = options().filter(|(it, _)| *it != DONE && *it != NIL);
                match table.def.picks[pick.index()].class {
                    Class::Piece => {
                        things.for_each(|(piece, mark)| self.mark_piece(table, piece, seat, mark));
                    }
                    Class::Entry => {
                        for (entry, mark) in things {
                            let entry = usize::try_from(entry).ok();
                            let entry = entry.and_then(|entry| known.entry.get(entry).copied());
                            self.mark(entry.flatten(), seat, mark);
                        }
                    }
                    // Content on the space is taken only if it moves or acts; that is observed
                    // later.
                    Class::Space => {
                        things.for_each(|(space, _)| self.offers_space(table, seat, space));
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    }

    /// Marks what lies on a space, unless that was done already: a seat is offered the same spaces
    /// again and again.
    fn offers_space(&mut self, table: &Table, seat: usize, space: i32) {
        let Ok(space) = usize::try_from(space).map(SpaceId::from) else { return };
        let known = self.known;
        for place in known.places.get(space.index()).map_or(&[][..], Vec::as_slice) {
            let index = place.index() * self.n_seats + seat;
            let Some(false) = self.offered.get(index).filter(|_| seat < self.n_seats) else {
                continue;
            };
            self.offered[index] = true;
            if sees(table.def, SeatId::from(seat), *place) {
                for piece in table.state().world.pieces_in(*place) {
                    self.mark_piece(table, i32::from(piece.0), seat, OFFERED);
                }
            }
        }
    }

    /// Observes the effects of a choice or of the set-up. `table` is the table afterwards.
    pub fn events(&mut self, table: &Table, events: &[(Origin, Event)], set_up: bool) {
        let def = table.def;
        let world = &table.state().world;
        let mut before = (NIL, NIL);
        let mut scored = set_up;
        for (origin, event) in events {
            // One piece often causes many events.
            let by = (origin.piece, origin.seat);
            let again = std::mem::replace(&mut before, by) == by;
            if !again
                && let Some(piece) = piece_id(def, origin.piece)
                && let Ok(seat) = usize::try_from(origin.seat)
            {
                let entry = self.known.entry[world.entry_of(def, piece).index()];
                let its = world.controller_of(piece);
                let mark = if its == NIL || its == seat as i32 { TOOK } else { SEEN };
                self.mark(entry, seat, mark);
            }
            match *event {
                Event::Began { period } => {
                    self.periods[period.index()] += 1;
                    scored = true;
                }
                Event::Changed { cell, .. } => scored |= self.is_score(cell),
                Event::Turned { piece, face } => {
                    self.changes(world.place_of(piece));
                    self.mark(self.known.entry[def.entry(piece, face).index()], 0, SEEN);
                }
                Event::Owned { piece, .. } => self.changes(world.place_of(piece)),
                Event::Moved { piece, from, to, .. } => {
                    self.changes(to);
                    let entry = self.known.entry[world.entry_of(def, piece).index()];
                    self.mark(entry, 0, SEEN);
                    if set_up {
                        continue;
                    }
                    let goes = || {
                        self.known.goes_from(from, to).filter(|seat| {
                            world.owner_of(piece) == *seat as i32 && origin.seat == *seat as i32
                        })
                    };
                    let comes = self.known.comes_to(from, to);
                    let comes = comes.filter(|seat| sees(def, SeatId::from(*seat), from));
                    if let Some(seat) = comes.or_else(goes) {
                        self.mark(entry, seat, TOOK);
                    }
                }
                _ => {}
            }
        }
        if scored {
            self.leads(world);
        }
    }

    /// Whether a cell is the score of a seat.
    fn is_score(&self, cell: u32) -> bool {
        let offset = |score| cell.wrapping_sub(score) as usize;
        self.known.score.is_some_and(|score| offset(score) < self.n_seats)
    }

    fn leads(&mut self, world: &World) {
        let (mut best, mut alone) = (i32::MIN, None);
        for seat in 0..self.n_seats {
            let score = self.known.score(world, seat).unwrap_or(0);
            if score > best || seat == 0 {
                (best, alone) = (score, Some(seat));
            } else if score == best {
                alone = None;
            }
        }
        if alone.is_some() && alone != self.leader {
            self.lead_changes += u64::from(self.leader.is_some());
            self.leader = alone;
        }
    }

    /// The ids a seat took, and those it was offered and left.
    pub fn of_seat(&self, seat: usize) -> (Vec<Arc<str>>, Vec<Arc<str>>) {
        let of = |mark| self.marks.chunks(self.n_seats).filter(move |it| it[seat] & mark != 0);
        let n_took = of(TOOK).count();
        let n_left = of(TOOK | OFFERED).count() - n_took;
        let (mut took, mut left) = (Vec::with_capacity(n_took), Vec::with_capacity(n_left));
        for (id, marks) in self.known.ids.iter().zip(self.marks.chunks(self.n_seats)) {
            if marks[seat] & TOOK != 0 {
                took.push(id.clone());
            } else if marks[seat] & OFFERED != 0 {
                left.push(id.clone());
            }
        }
        (took, left)
    }

    /// The ids that came into play though no seat was offered or took them.
    pub fn only_seen(&self) -> Vec<Arc<str>> {
        let ids = self.known.ids.iter().zip(self.marks.chunks(self.n_seats));
        let only = |marks: &[u8]| marks.iter().fold(0, |all, mark| all | mark) == SEEN;
        ids.filter(|(_, marks)| only(marks)).map(|(id, _)| id.clone()).collect()
    }
}

fn piece_id(def: &Def, piece: i32) -> Option<PieceId> {
    usize::try_from(piece).ok().filter(|piece| *piece < def.pieces.len()).map(PieceId::from)
}

/// Whether a piece belongs to a seat or to nobody.
fn is_for(world: &World, piece: PieceId, seat: usize) -> bool {
    let owner = world.owner_of(piece);
    owner == NIL || owner == seat as i32
}

/// Where a container is.
#[derive(Clone, Copy)]
enum Whose {
    /// It is a zone of a seat.
    Seat(u8),
    /// It is on a space.
    Space,
    /// Anywhere else.
    Nobodys,
}

impl Whose {
    fn of(def: &Def, place: &PlaceDef) -> Self {
        match (def.zones[place.zone.index()].scope, u8::try_from(place.holder)) {
            (Scope::Seat, Ok(seat)) => Self::Seat(seat),
            (Scope::Space(_), _) => Self::Space,
            _ => Self::Nobodys,
        }
    }
}

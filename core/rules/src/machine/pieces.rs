//! Moving, drawing and turning pieces; lists; finding the best; tracks.

use smallvec::SmallVec;

use super::{Flow, Machine, Stop, Why, stuck};
use crate::def::code::{At, Op, Pc};
use crate::def::expr::{ExprId, NIL, SetId};
use crate::def::part::{Order, Scope, Unique};
use crate::event::{Event, Sink};
use crate::id::{CounterId, PieceId, PlaceId, SeatId};

impl<S: Sink> Machine<'_, S> {
    /// Runs an instruction that handles pieces.
    #[inline(never)]
    pub fn handle(&mut self, pc: Pc) -> Flow {
        let def = self.def;
        if self.looking && self.learns_something(pc) {
            return Flow::Stop(Stop::Safe);
        }
        match &def.code[pc as usize] {
            Op::Move { piece, to, at } => {
                let Some(piece) = self.piece_of(*piece) else {
                    return stuck(Why::NoPiece { pc });
                };
                let Some(to) = self.place(*to) else { return stuck(Why::Nowhere { pc }) };
                let slot = self.slot(*at);
                if let Err(full) = self.place_piece(piece, to, slot, *at == At::Bottom) {
                    self.go(pc);
                    return stuck(full);
                }
            }
            Op::MoveAll { set, to, at, whole } => {
                let Some(to) = self.place(*to) else {
                    return if *whole { stuck(Why::Nowhere { pc }) } else { Flow::Stay };
                };
                let slot = self.slot(*at);
                for piece in self.items(*set) {
                    if self.state.world.is_spent() {
                        break;
                    }
                    let piece = PieceId(piece as u16);
                    let placed = self.place_piece(piece, to, slot, *at == At::Bottom);
                    if let (true, Err(full)) = (*whole, placed) {
                        return stuck(full);
                    }
                }
            }
            Op::Draw { from, to, count, at, slot } => {
                let (Some(from), Some(to)) = (self.place(*from), self.place(*to)) else {
                    return Flow::Stay;
                };
                let count = self.eval(*count);
                let into = self.slot(*at);
                // Get the frame first: a triggered ability pushes another one on top.
                let base = self.base();
                let drawn = self.draw(from, to, count, into, *at == At::Bottom);
                if let Some(slot) = slot {
                    let drawn = drawn.map_or(NIL, |piece| i32::from(piece.0));
                    self.state.control.locals[base + usize::from(*slot)] = drawn;
                }
            }
            Op::Shuffle(place) => {
                if let Some(place) = self.place(*place) {
                    self.state.world.spend(self.state.world.len(place));
                    self.emit(Event::Shuffled { place });
                }
            }
            Op::Refill(row, from) => {
                if let (Some(row), Some(from)) = (self.place(*row), self.place(*from)) {
                    self.refill(row, from);
                }
            }
            Op::Flip(of, face) => {
                let face = self.eval(*face);
                if let Some(piece) = self.piece_of(*of) {
                    self.turn(piece, face);
                }
            }
            Op::Own(of, seat) => {
                let seat = self.eval(*seat) as i8;
                if let Some(piece) = self.piece_of(*of) {
                    self.emit(Event::Owned { piece, seat });
                }
            }
            Op::Control(of, seat) => {
                let seat = self.eval(*seat) as i8;
                if let Some(piece) = self.piece_of(*of) {
                    self.emit(Event::Controlled { piece, seat });
                }
            }
            other => unreachable!("{other:?} is run elsewhere"),
        }
        Flow::Stay
    }

    /// Whether an instruction would show the acting seat something hidden. Look-ahead must not use
    /// that: the options offered would reveal it.
    fn learns_something(&self, pc: Pc) -> bool {
        let from = match &self.def.code[pc as usize] {
            Op::Draw { from, .. } | Op::Refill(_, from) => self.place(*from),
            _ => None,
        };
        let me = SeatId(self.me().max(0) as u16);
        from.is_some_and(|from| !crate::view::sees(self.def, me, from))
    }

    pub fn slot(&self, at: At) -> Option<u8> {
        match at {
            At::Slot(expr) => u8::try_from(self.eval(expr)).ok(),
            _ => None,
        }
    }

    pub fn turn(&mut self, piece: PieceId, face: i32) {
        let faces = self.def.pieces[piece.index()].faces.len() as i32;
        let face = face.rem_euclid(faces.max(1)) as u8;
        if face != self.state.world.face_of(piece) {
            self.emit(Event::Turned { piece, face });
        }
    }

    /// Puts a piece into a container, or says why that is impossible.
    pub fn place_piece(
        &mut self,
        piece: PieceId,
        to: PlaceId,
        slot: Option<u8>,
        bottom: bool,
    ) -> Result<(), Why> {
        let def = self.def;
        let from = self.state.world.place_of(piece);
        self.state.world.spend(2);
        let slot = self.room_for(piece, to, slot)?;
        let zone = &def.zones[def.places[to.index()].zone.index()];
        self.emit(Event::Moved { piece, from, to, slot, bottom });
        if from != to {
            if let Some(seat) = self.new_controller(piece, from, to) {
                self.emit(Event::Controlled { piece, seat });
            }
            let source = &def.zones[def.places[from.index()].zone.index()];
            for counter in &source.resets {
                self.set(*counter, i32::from(piece.0), def.counters[counter.index()].start);
            }
            let actor = self.me();
            for event in [zone.entered, source.left].into_iter().flatten() {
                self.fire(event, actor, None, &[i32::from(piece.0)]);
            }
        }
        Ok(())
    }

    /// The slot for a piece in a container, or why there is none.
    pub fn room_for(&self, piece: PieceId, to: PlaceId, slot: Option<u8>) -> Result<u8, Why> {
        let (def, world) = (self.def, &self.state.world);
        let from = world.place_of(piece);
        let zone = &def.zones[def.places[to.index()].zone.index()];
        let full = Why::Full { pc: self.at, place: to };
        let is_row = matches!(zone.order, Order::Row { .. });
        let slot = match (slot, is_row) {
            (Some(slot), true) => {
                let taken = world.in_slot(to, slot).is_some_and(|other| other != piece);
                if taken || slot == 0 || u16::from(slot) > zone.capacity {
                    return Err(full);
                }
                slot
            }
            _ if from == to => world.slot_of(piece),
            _ => world.free_slot(def, to).ok_or(full)?,
        };
        if from != to && zone.unique.is_some_and(|unique| self.clashes(piece, to, unique)) {
            return Err(Why::Twice { pc: self.at, place: to });
        }
        Ok(slot)
    }

    /// The new controller: a piece that comes to a seat is controlled by it; one that goes back to
    /// the table, by its owner.
    pub fn new_controller(&self, piece: PieceId, from: PlaceId, to: PlaceId) -> Option<i8> {
        let place = self.def.places[to.index()];
        let seat = match self.def.zones[place.zone.index()].scope {
            _ if from == to => return None,
            Scope::Seat => place.holder,
            Scope::Table => self.state.world.owner_of(piece),
            _ => return None,
        };
        (self.state.world.controller_of(piece) != seat).then_some(seat as i8)
    }

    fn clashes(&self, piece: PieceId, to: PlaceId, unique: Unique) -> bool {
        let (def, world) = (self.def, &self.state.world);
        world.spend(world.len(to));
        let key = |piece: PieceId| match unique {
            Unique::Entry => i32::from(world.entry_of(def, piece).0),
            Unique::Owner => world.owner_of(piece),
            Unique::Attr(attr) => def.attr(attr, world.entry_of(def, piece)),
        };
        world.pieces_in(to).any(|other| key(other) == key(piece))
    }

    fn draw(
        &mut self,
        from: PlaceId,
        to: PlaceId,
        count: i32,
        slot: Option<u8>,
        bottom: bool,
    ) -> Option<PieceId> {
        let mut last = None;
        for _ in 0..count {
            if !self.state.world.spend(1) {
                break;
            }
            let Some(piece) = self.next_of(from) else { break };
            if self.place_piece(piece, to, slot, bottom).is_err() {
                break;
            }
            last = Some(piece);
        }
        last
    }

    /// The next piece a container gives; shuffles its discards in if it has run out.
    fn next_of(&mut self, from: PlaceId) -> Option<PieceId> {
        let def = self.def;
        let place = def.places[from.index()];
        let zone = &def.zones[place.zone.index()];
        if let (true, Some(discards)) = (self.state.world.is_empty(from), zone.reshuffles) {
            let source = &def.zones[discards.index()];
            let offset = (place.holder.max(0) as u32).saturating_sub(zone.first_holder);
            let offset = if source.places == 1 { 0 } else { offset as u16 };
            let pile = PlaceId(source.first.0 + offset);
            let pieces: Vec<PieceId> = self.state.world.pieces_in(pile).collect();
            for piece in &pieces {
                let _ = self.place_piece(*piece, from, None, false);
            }
            if !pieces.is_empty() {
                self.state.world.spend(pieces.len());
                self.emit(Event::Shuffled { place: from });
            }
        }
        let world = &self.state.world;
        match zone.order {
            Order::Stack => world.top_of(from),
            Order::Pool | Order::Row { .. } => world.first_in(from),
            Order::Bag => {
                let below = world.len(from) as u32;
                world.spend(below as usize / 4);
                if below == 0 {
                    return None;
                }
                let result = world.peek(zone.stream, below);
                self.emit(Event::Drew { stream: zone.stream, below, result });
                self.state.world.pieces_in(from).nth(result as usize)
            }
        }
    }

    fn refill(&mut self, row: PlaceId, from: PlaceId) {
        let zone = &self.def.zones[self.def.places[row.index()].zone.index()];
        if let Order::Row { slides: true } = zone.order {
            let pieces: SmallVec<[PieceId; 16]> = self.state.world.pieces_in(row).collect();
            for (index, piece) in pieces.into_iter().enumerate() {
                let slot = index as u8 + 1;
                if self.state.world.slot_of(piece) != slot {
                    self.emit(Event::Moved { piece, from: row, to: row, slot, bottom: false });
                }
            }
        }
        let free = self.state.world.free(self.def, row) as i32;
        self.draw(from, row, free, None, false);
        if let (Some(event), true) = (zone.starved, self.state.world.free(self.def, row) > 0) {
            let actor = self.me();
            self.fire(event, actor, None, &[]);
        }
    }

    pub fn advance(&mut self, track: CounterId, seat: i32, by: i32) {
        let def = &self.def.counters[track.index()];
        let before = self.state.world.counter(self.def, track, seat);
        self.gain(track, seat, by);
        let after = self.state.world.counter(self.def, track, seat);
        let Some(track) = &def.track else { return };
        let reached = |at: i32| before < at && at <= after;
        if track.bonuses.iter().any(|(at, _)| reached(*at)) {
            let bonuses = track.bonuses.iter().filter(|(at, _)| reached(*at));
            self.fire_procs(seat, bonuses.map(|(_, proc)| *proc));
        }
    }

    /// The current items of a set.
    pub fn items(&self, set: SetId) -> SmallVec<[i32; 32]> {
        let mut items = SmallVec::new();
        self.evaluation().each(set, &mut |_, item| {
            items.push(item);
            true
        });
        items
    }

    pub fn find(&self, set: SetId, it: u8, keys: &[ExprId]) -> i32 {
        let mut best = NIL;
        let mut best_keys: SmallVec<[i32; 4]> = SmallVec::new();
        let mut eval = self.evaluation();
        eval.each(set, &mut |eval, item| {
            eval.its[usize::from(it)] = item;
            let item_keys: SmallVec<[i32; 4]> = keys.iter().map(|key| eval.eval(*key)).collect();
            if best == NIL || item_keys > best_keys {
                (best, best_keys) = (item, item_keys);
            }
            true
        });
        best
    }

    pub fn random(&mut self, set: SetId, stream: u16) -> i32 {
        let items = self.items(set);
        if items.is_empty() {
            return NIL;
        }
        let below = items.len() as u32;
        let result = self.state.world.peek(stream, below);
        self.emit(Event::Drew { stream, below, result });
        items[result as usize]
    }

    /// Runs loops and list instructions. A list is stored after the bindings of its frame: room,
    /// length, things. The binding holds its offset from the first binding. A loop's list stores
    /// its position in place of the room.
    #[inline(never)]
    pub fn list(&mut self, pc: Pc) {
        let def = self.def;
        match &def.code[pc as usize] {
            Op::Each { set, list, next } => {
                let mut items = self.pool.options();
                items.clear();
                self.evaluation().each(*set, &mut |_, item| {
                    items.push(item);
                    true
                });
                let base = self.base();
                let locals = &mut self.state.control.locals;
                let offset = (locals.len() - base) as i32;
                locals.extend([0, items.len() as i32]);
                locals.extend_from_slice(&items);
                self.pool.give_back(items);
                self.bind(*list, offset);
                self.go(*next);
            }
            Op::Next { list, slot, body } => {
                let at = self.base() + self.local(*list) as usize;
                let locals = &mut self.state.control.locals;
                let (position, len) = (locals[at] as usize, locals[at + 1] as usize);
                if position < len {
                    locals[at] += 1;
                    let item = locals[at + 2 + position];
                    self.truncate(at + 2 + len);
                    self.bind(*slot, item);
                    self.go(*body);
                } else {
                    self.truncate(at);
                    self.go(pc + 1);
                }
            }
            Op::Break(list) => {
                let at = self.base() + self.local(*list) as usize;
                let locals = &mut self.state.control.locals;
                locals[at] = locals[at + 1];
                self.go(pc + 1);
            }
            Op::Room(list, room) => {
                let room = self.eval(*room);
                self.room(*list, room);
                self.go(pc + 1);
            }
            Op::Remember(list, value) => {
                let value = self.eval(*value);
                self.remember(*list, value);
                self.go(pc + 1);
            }
            Op::Keep(list, set) => {
                let items = self.items(*set);
                self.keep_list(*list, &items);
                self.go(pc + 1);
            }
            Op::Take(list) => {
                self.take_list(*list);
                self.go(pc + 1);
            }
            other => unreachable!("{other:?} is run elsewhere"),
        }
    }

    /// Makes an empty list, reusing its old room if that is enough.
    pub fn room(&mut self, list: u16, room: i32) {
        let room = room.clamp(0, 1024);
        self.state.world.spend(room as usize / 8);
        let base = self.base();
        let offset = self.local(list);
        let locals = &mut self.state.control.locals;
        if offset != NIL && locals[base + offset as usize] >= room {
            locals[base + offset as usize + 1] = 0;
            return;
        }
        let offset = (locals.len() - base) as i32;
        locals.extend([room, 0]);
        locals.resize(locals.len() + room as usize, NIL);
        self.bind(list, offset);
    }

    /// Adds to a list, unless it is full.
    pub fn remember(&mut self, list: u16, value: i32) {
        let offset = self.local(list);
        if offset == NIL {
            return;
        }
        let at = self.base() + offset as usize;
        let locals = &mut self.state.control.locals;
        let (room, len) = (locals[at], locals[at + 1]);
        if len < room {
            locals[at + 2 + len as usize] = value;
            locals[at + 1] += 1;
        }
    }

    /// Stores things in a list. The list is placed before all other lists, because a loop drops
    /// what follows its own; an existing list grows in place.
    fn keep_list(&mut self, list: u16, items: &[i32]) {
        let (base, pc, offset) = (self.base(), self.pc(), self.local(list));
        let wanted = items.len() as i32;
        let locals = &self.state.control.locals;
        let (at, room) = match usize::try_from(offset) {
            Ok(offset) => (offset, locals[base + offset]),
            Err(_) => {
                let proc = self.def.safety.proc_of(pc).map(|proc| &self.def.procs[proc.index()]);
                let bindings = proc.map_or(locals.len() - base, |proc| usize::from(proc.locals));
                self.widen(bindings, 2);
                self.bind(list, bindings as i32);
                (bindings, 0)
            }
        };
        if wanted > room {
            self.widen(at + 2 + room as usize, (wanted - room) as usize);
        }
        let there = &mut self.state.control.locals[base + at..];
        let room = room.max(wanted);
        (there[0], there[1]) = (room, wanted);
        let (now, before) = there[2..2 + room as usize].split_at_mut(items.len());
        now.copy_from_slice(items);
        before.fill(NIL);
    }

    /// Inserts space among the lists of the running procedure and shifts the lists after it.
    fn widen(&mut self, at: usize, by: usize) {
        let (base, pc) = (self.base(), self.pc());
        let start = base + at;
        self.state.control.locals.splice(start..start, std::iter::repeat_n(0, by));
        for slot in self.def.safety.lists(pc) {
            let offset = self.local(*slot);
            if offset >= at as i32 {
                self.bind(*slot, offset + by as i32);
            }
        }
    }

    /// Copies a list of the caller: the binding holds its offset there.
    fn take_list(&mut self, list: u16) {
        let control = &mut self.state.control;
        let [.., caller, frame] = control.frames.as_slice() else { return };
        let slot = frame.base as usize + usize::from(list);
        let Ok(offset) = usize::try_from(control.locals[slot]) else { return };
        let from = caller.base as usize + offset;
        let len = control.locals[from + 1];
        control.locals[slot] = control.locals.len() as i32 - frame.base as i32;
        control.locals.extend([len, len]);
        control.locals.extend_from_within(from + 2..from + 2 + len as usize);
    }

    /// Drops the bindings from `len` on, and forgets lists of this frame stored there.
    fn truncate(&mut self, len: usize) {
        let base = self.base();
        self.state.control.locals.truncate(len);
        let pc = self.pc();
        for slot in self.def.safety.lists(pc) {
            if base as i32 + self.local(*slot) >= len as i32 {
                self.bind(*slot, NIL);
            }
        }
    }
}

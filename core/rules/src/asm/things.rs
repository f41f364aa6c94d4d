//! Things on the table: seats, counters, pieces, containers, spaces.

use super::read::{Read, Reader};
use super::words::Tok;
use super::write::Writer;
use super::{Item, Sort, named};
use crate::def::expr::NIL;
use crate::def::part::{
    CounterDef, EntryDef, GroupDef, KindDef, Order, PieceDef, PlaceDef, Scope, SpaceDef, Track,
    Unique, Visible, ZoneDef,
};
use crate::id::{PieceId, PlaceId, SpaceId};

/// The default maximum of a counter.
const MAX: i32 = 99;
/// The default capacity of a container.
const ROOM: u16 = 999;
/// The directions of every group with columns.
const DIRECTIONS: [(&str, i32, i32); 4] =
    [("north", 0, -1), ("east", 1, 0), ("south", 0, 1), ("west", -1, 0)];

impl Reader<'_> {
    pub fn seats(&mut self) -> Read<()> {
        let seats: u8 = self.count()?;
        let players = if self.takes_word("players") { self.count()? } else { seats };
        (self.program.def.seats, self.program.def.players) = (seats, players);
        for seat in 0..usize::from(seats) {
            let name = format!("p{}", seat + 1);
            self.program.name(&name, Sort::Seat, seat);
            self.program.def.seat_names.push(named(&name));
        }
        Ok(())
    }

    fn scope(&mut self) -> Read<Scope> {
        Ok(match self.word()?.as_str() {
            "table" => Scope::Table,
            "seat" => Scope::Seat,
            "kind" => Scope::Piece(self.kind()?),
            "group" => Scope::Space(self.group()?),
            "seat_group" => Scope::SeatSpace(self.group()?),
            other => return self.wrong(format!("`{other}` has nothing of its own")),
        })
    }

    /// The first holder, and how many there are.
    fn holders(&self, scope: Scope) -> (u32, u32) {
        let def = &self.program.def;
        let group = |group: u16| {
            let group = &def.groups[usize::from(group)];
            (u32::from(group.first.0), u32::from(group.spaces))
        };
        match scope {
            Scope::Table => (0, 1),
            Scope::Seat => (0, u32::from(def.seats)),
            Scope::Piece(kind) => {
                let kind = &def.kinds[kind.index()];
                (u32::from(kind.first.0), u32::from(kind.pieces))
            }
            Scope::Space(of) => group(of),
            Scope::SeatSpace(of) => (0, group(of).1 * u32::from(def.seats)),
        }
    }

    fn visible(&mut self) -> Visible {
        if self.takes_word("owner_sees") {
            Visible::Owner
        } else if self.takes_word("nobody_sees") {
            Visible::None
        } else {
            Visible::All
        }
    }

    pub fn new_counter(&mut self) -> Read<usize> {
        let index = self.program.def.counters.len();
        let name = self.names(Sort::Counter, index)?;
        let scope = self.scope()?;
        let start = if self.takes_word("start") { self.number()? } else { 0 };
        let (mut min, mut max) = (0, MAX);
        if self.takes_word("in") {
            min = self.number()?;
            self.sign("..")?;
            max = self.number()?;
        }
        let visible = self.visible();
        let gained = if self.takes_word("gained") { Some(self.event()?) } else { None };
        let line = if self.takes_word("scores") { Some(self.line()?) } else { None };
        let mut track = None;
        if self.takes_word("shows") {
            let run = self.known(Sort::Run)?;
            let run = &self.program.runs[run];
            let values = (run.start, run.len);
            let mut bonuses = vec![];
            while self.takes_word("bonus") {
                bonuses.push((self.number()?, self.proc()?));
            }
            track = Some(Track { values, bonuses });
        }
        let conserved = self.takes_word("conserved");
        let (first, holders) = self.holders(scope);
        let def = &mut self.program.def;
        let (cell, named, resets) = (def.cells, named(&name), None);
        def.cells += holders;
        if let Scope::Piece(kind) = scope {
            def.kinds[kind.index()].counters.push(index.into());
        }
        def.counters.push(CounterDef {
            named,
            scope,
            cell,
            first,
            holders,
            min,
            max,
            start,
            resets,
            visible,
            gained,
            line,
            track,
            conserved,
        });
        Ok(index)
    }

    pub fn new_kind(&mut self) -> Read<usize> {
        let index = self.program.def.kinds.len();
        let name = self.names(Sort::Kind, index)?;
        let (first, pieces, counters) = (PieceId(0), 0, vec![]);
        self.program.def.kinds.push(KindDef { named: named(&name), first, pieces, counters });
        Ok(index)
    }

    pub fn new_zone(&mut self) -> Read<usize> {
        let index = self.program.def.zones.len();
        let name = self.names(Sort::Zone, index)?;
        let scope = self.scope()?;
        let order = if self.takes_word("bag") {
            Order::Bag
        } else if self.takes_word("stack") {
            Order::Stack
        } else if self.takes_word("row") {
            Order::Row { slides: self.takes_word("slides") }
        } else {
            Order::Pool
        };
        let capacity = if self.takes_word("holds") { self.count()? } else { ROOM };
        let visible = self.visible();
        let active = self.takes_word("active");
        let mut unique = None;
        if self.takes_word("unique") {
            unique = Some(if self.takes_word("entry") {
                Unique::Entry
            } else if self.takes_word("owner") {
                Unique::Owner
            } else {
                Unique::Attr(self.attr()?)
            });
        }
        let mut events = [None; 3];
        for (event, word) in events.iter_mut().zip(["entered", "left", "starved"]) {
            if self.takes_word(word) {
                *event = Some(self.event()?);
            }
        }
        let [entered, left, starved] = events;
        let reshuffles = if self.takes_word("reshuffles") { Some(self.zone()?) } else { None };
        let mut resets = vec![];
        while self.takes_word("resets") {
            resets.push(self.counter()?);
        }
        let (first_holder, places) = self.holders(scope);
        let def = &mut self.program.def;
        let first = PlaceId::from(def.places.len());
        for offset in 0..places {
            let holder = if scope == Scope::Table { NIL } else { (first_holder + offset) as i32 };
            def.places.push(PlaceDef { zone: index.into(), holder });
        }
        let (named, places, stream, slots) = (named(&name), places as u16, 0, vec![]);
        def.zones.push(ZoneDef {
            named,
            scope,
            first,
            places,
            first_holder,
            order,
            capacity,
            visible,
            active,
            unique,
            reshuffles,
            stream,
            slots,
            starved,
            entered,
            left,
            resets,
        });
        Ok(index)
    }

    pub fn new_attr(&mut self) -> Read<usize> {
        let index = self.program.def.attrs.len();
        let name = self.names(Sort::Attr, index)?;
        let def = &mut self.program.def;
        def.attrs.push(vec![NIL; def.entries.len()]);
        def.space_attrs.push(vec![NIL; def.spaces.len()]);
        def.attr_names.push(named(&name));
        Ok(index)
    }

    /// A printed value: a number, or the name of steps, of a cost, of a list.
    fn printed(&mut self) -> Read<Vec<(usize, i32)>> {
        let mut printed = vec![];
        while matches!(self.peek(), Some(Tok::Word(_))) {
            let attr = self.attr()?;
            self.sign("=")?;
            let value = match self.peek() {
                Some(Tok::Word(name)) => match self.program.names.get(name) {
                    Some((Sort::Run, run)) => self.program.runs[*run].start as i32 - 1,
                    Some((Sort::Proc | Sort::Cost, index)) => *index as i32,
                    _ => return self.wrong(format!("`{name}` cannot be printed on anything")),
                },
                _ => {
                    let number = self.number()?;
                    printed.push((attr.index(), number));
                    continue;
                }
            };
            let name = self.word()?;
            let key = format!("{} {value}", self.program.name_of(Sort::Attr, attr.index()));
            self.program.printed.insert(key, name);
            printed.push((attr.index(), value));
        }
        Ok(printed)
    }

    pub fn new_entry(&mut self) -> Read<usize> {
        let index = self.program.def.entries.len();
        let name = self.names(Sort::Entry, index)?;
        let kind = self.kind()?;
        let def = &mut self.program.def;
        def.attrs.iter_mut().for_each(|column| column.push(NIL));
        let (abilities, bearers) = (vec![], vec![]);
        def.entries.push(EntryDef { named: named(&name), kind, abilities, bearers });
        for (attr, value) in self.printed()? {
            self.program.def.attrs[attr][index] = value;
        }
        Ok(index)
    }

    pub fn new_piece(&mut self) -> Read<usize> {
        let index = self.program.def.pieces.len();
        self.names(Sort::Piece, index)?;
        let mut faces = vec![];
        loop {
            faces.push(self.known(Sort::Entry)?.into());
            if !self.takes("/") {
                break;
            }
        }
        if !self.takes_word("in") {
            return self.wrong("a piece says `in` what it lies");
        }
        let zone = self.zone()?;
        let mut holder = 0;
        if self.takes("[") {
            let name = self.word()?;
            let Some((_, index)) = self.program.names.get(&name) else {
                return self.wrong(format!("nothing is called `{name}`"));
            };
            holder = *index as u32;
            self.sign("]")?;
        }
        let owner = if self.takes_word("of") { self.known(Sort::Seat)? as i32 } else { NIL };
        let def = &mut self.program.def;
        let zone = &def.zones[zone.index()];
        let offset = holder.wrapping_sub(zone.first_holder);
        if offset >= u32::from(zone.places) {
            return self.wrong("the piece lies in no container");
        }
        let start = PlaceId(zone.first.0 + offset as u16);
        let kind =
            def.entries[faces.first().map_or(0, |face: &crate::id::EntryId| face.index())].kind;
        let of_kind = &mut def.kinds[kind.index()];
        let is_held = def.counters.iter().any(|counter| counter.scope == Scope::Piece(kind))
            || def.zones.iter().any(|zone| zone.scope == Scope::Piece(kind));
        if of_kind.pieces == 0 {
            of_kind.first = index.into();
        }
        if is_held || of_kind.first.index() + usize::from(of_kind.pieces) != index {
            return self.wrong("the pieces of a kind stand together, before what they hold");
        }
        of_kind.pieces += 1;
        for face in &faces {
            def.entries[face.index()].bearers.push(index.into());
        }
        def.pieces.push(PieceDef { kind, faces, owner, start });
        Ok(index)
    }

    /// Spaces; with `columns` they form a grid, with directions and links to adjacent spaces.
    pub fn new_group(&mut self) -> Read<usize> {
        let index = self.program.def.groups.len();
        let name = self.names(Sort::Group, index)?;
        let columns: u16 = if self.takes_word("columns") { self.count()? } else { 0 };
        self.sign(":")?;
        let first = self.program.def.spaces.len();
        while !self.is_at_end() {
            let id = self.names(Sort::Space, self.program.def.spaces.len())?;
            let (named, group, neighbours) = (named(&id), index as u16, vec![]);
            self.program.def.spaces.push(SpaceDef { named, group, neighbours });
        }
        let def = &mut self.program.def;
        let spaces = def.spaces.len() - first;
        for column in &mut def.space_attrs {
            column.resize(first + spaces, NIL);
        }
        if def.directions.is_empty() {
            def.directions = DIRECTIONS.iter().map(|(name, ..)| (*name).to_owned()).collect();
        }
        for at in 0..spaces as i32 {
            let across = i32::from(columns.max(1));
            let (x, y) = (at % across, at / across);
            for (_, right, down) in DIRECTIONS {
                let (x, y) = (x + right, y + down);
                let to = y * across + x;
                let is_there = columns > 0 && x >= 0 && x < across && y >= 0;
                let next = if is_there && to < spaces as i32 { first as i32 + to } else { NIL };
                def.next.push(next);
                if next != NIL {
                    def.spaces[first + at as usize].neighbours.push(SpaceId(next as u16));
                }
            }
        }
        let (first, spaces) = (SpaceId::from(first), spaces as u16);
        def.groups.push(GroupDef {
            named: named(&name),
            first,
            spaces,
            columns,
            form: Default::default(),
        });
        Ok(index)
    }

    pub fn link(&mut self) -> Read<Item> {
        let (one, other) = (self.space()?, self.space()?);
        let spaces = &mut self.program.def.spaces;
        spaces[one.index()].neighbours.push(other);
        spaces[other.index()].neighbours.push(one);
        Ok(Item::Link(one, other))
    }

    pub fn printed_on_space(&mut self, space: SpaceId) -> Read<()> {
        for (attr, value) in self.printed()? {
            self.program.def.space_attrs[attr][space.index()] = value;
        }
        Ok(())
    }
}

impl Writer<'_> {
    pub fn seats(&mut self) {
        let def = &self.program.def;
        self.keyword(&format!("seats {}", def.seats));
        self.unless_usual("players", i32::from(def.players), i32::from(def.seats));
    }

    fn scope(&mut self, scope: Scope) {
        match scope {
            Scope::Table => self.keyword("table"),
            Scope::Seat => self.keyword("seat"),
            Scope::Piece(kind) => {
                self.keyword("kind");
                self.kind(&kind);
            }
            Scope::Space(group) => {
                self.keyword("group");
                self.group(&group);
            }
            Scope::SeatSpace(group) => {
                self.keyword("seat_group");
                self.group(&group);
            }
        }
    }

    fn visible(&mut self, visible: Visible) {
        match visible {
            Visible::All => {}
            Visible::Owner => self.keyword("owner_sees"),
            Visible::None => self.keyword("nobody_sees"),
        }
    }

    pub fn counter_def(&mut self, index: usize) {
        let counter = &self.program.def.counters[index];
        self.scope(counter.scope);
        self.unless_usual("start", counter.start, 0);
        if (counter.min, counter.max) != (0, MAX) {
            self.keyword(&format!("in {}..{}", counter.min, counter.max));
        }
        self.visible(counter.visible);
        if let Some(event) = counter.gained {
            self.keyword("gained");
            self.event(&event);
        }
        if let Some(line) = counter.line {
            self.keyword("scores");
            self.line(&line);
        }
        if let Some(track) = &counter.track {
            let is = |run: &super::Run| (run.start, run.len) == track.values;
            self.keyword("shows");
            let run = self.program.runs.iter().position(is);
            run.into_iter().for_each(|run| self.known(Sort::Run, run));
            for (at, proc) in &track.bonuses {
                self.keyword(&format!("bonus {at}"));
                self.proc(proc);
            }
        }
        if counter.conserved {
            self.keyword("conserved");
        }
    }

    pub fn zone_def(&mut self, index: usize) {
        let zone = &self.program.def.zones[index];
        self.scope(zone.scope);
        match zone.order {
            Order::Bag => self.keyword("bag"),
            Order::Stack => self.keyword("stack"),
            Order::Row { slides } => self.keyword(if slides { "row slides" } else { "row" }),
            Order::Pool => {}
        }
        self.unless_usual("holds", i32::from(zone.capacity), i32::from(ROOM));
        self.visible(zone.visible);
        if zone.active {
            self.keyword("active");
        }
        match zone.unique {
            None => {}
            Some(Unique::Entry) => self.keyword("unique entry"),
            Some(Unique::Owner) => self.keyword("unique owner"),
            Some(Unique::Attr(attr)) => {
                self.keyword("unique");
                self.attr(&attr);
            }
        }
        let events = [("entered", zone.entered), ("left", zone.left), ("starved", zone.starved)];
        for (word, event) in events {
            if let Some(event) = event {
                self.keyword(word);
                self.event(&event);
            }
        }
        if let Some(zone) = zone.reshuffles {
            self.keyword("reshuffles");
            self.zone(&zone);
        }
        for counter in &zone.resets {
            self.keyword("resets");
            self.counter(counter);
        }
    }

    fn printed(&mut self, column: impl Fn(usize) -> i32) {
        for (attr, name) in self.program.attr_names() {
            let value = column(attr.index());
            if value != NIL {
                self.keyword(&name);
                self.put(" =");
                match self.program.printed.get(&format!("{name} {value}")) {
                    Some(name) => self.keyword(name),
                    None => self.number(&value),
                }
            }
        }
    }

    pub fn entry_def(&mut self, index: usize) {
        let program = self.program;
        self.kind(&program.def.entries[index].kind);
        self.printed(|attr| program.def.attrs[attr][index]);
    }

    pub fn printed_on_space(&mut self, index: usize) {
        let program = self.program;
        self.printed(|attr| program.def.space_attrs[attr][index]);
    }

    pub fn piece_def(&mut self, index: usize) {
        let def = &self.program.def;
        let piece = &def.pieces[index];
        for (at, face) in piece.faces.iter().enumerate() {
            if at > 0 {
                self.keyword("/");
            }
            self.known(Sort::Entry, face.index());
        }
        self.keyword("in");
        let place = def.places[piece.start.index()];
        self.zone(&place.zone);
        if place.holder != NIL {
            let sort = match def.zones[place.zone.index()].scope {
                Scope::Seat => Sort::Seat,
                Scope::Piece(_) => Sort::Piece,
                _ => Sort::Space,
            };
            self.put("[");
            self.known(sort, place.holder as usize);
            self.put("]");
        }
        if piece.owner != NIL {
            self.keyword("of");
            self.known(Sort::Seat, piece.owner as usize);
        }
    }

    pub fn group_def(&mut self, index: usize) {
        let def = &self.program.def;
        let group = &def.groups[index];
        self.unless_usual("columns", i32::from(group.columns), 0);
        self.put(":");
        for space in 0..usize::from(group.spaces) {
            self.known(Sort::Space, group.first.index() + space);
        }
    }
}

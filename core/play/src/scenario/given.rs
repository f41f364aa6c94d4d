//! Sets up the table for a scenario. Nothing is triggered by it.

mod zone;

use std::collections::BTreeSet;

use boardwright_rules::def::Def;
use boardwright_rules::def::expr::NIL;
use boardwright_rules::def::part::Scope;
use boardwright_rules::event::Event;
use boardwright_rules::id::{CounterId, PieceId, PlaceId};
use boardwright_rules::world::World;

use super::piece::{self, seat_of};
use boardwright_compile::names::Names;
use boardwright_syntax::diag::codes::scenario as codes;
use boardwright_syntax::diag::{Diagnostic, similar};
use boardwright_syntax::source::Span;
use boardwright_syntax::yaml::{Entry, Kind, Map, Node};

/// Changes a world.
pub(super) fn apply(
    def: &Def,
    names: &Names,
    world: &mut World,
    node: &Node,
    aside: Option<PlaceId>,
    diags: &mut Vec<Diagnostic>,
) {
    let mut given = Given { def, names, world, diags, aside, placed: BTreeSet::new() };
    let Some(map) = node.as_map() else { return };
    // Containers first: counters on pieces depend on where the pieces are.
    for pass in [Pass::Zones, Pass::Rest, Pass::Counters] {
        for entry in &map.entries {
            given.section(entry, pass);
        }
    }
}

/// Whether any zone may get fewer pieces than start in it.
pub(super) fn empties(node: &Node) -> bool {
    let below = |map: &Map| map.entries.iter().any(|it| zone::is_exact(&it.value));
    node.as_map().is_some_and(|map| {
        let mut holders = map.entries.iter().filter_map(|entry| entry.value.as_map());
        holders.any(|map| {
            below(map) || map.entries.iter().any(|it| it.value.as_map().is_some_and(below))
        })
    })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Pass {
    Zones,
    /// What remains in zones that must hold nothing else.
    Rest,
    Counters,
}

/// A holder of counters and containers.
#[derive(Clone, Copy)]
struct Holder {
    scope: Scope,
    index: i32,
}

struct Given<'a> {
    def: &'a Def,
    names: &'a Names,
    world: &'a mut World,
    diags: &'a mut Vec<Diagnostic>,
    /// The place for pieces that are out of this game.
    aside: Option<PlaceId>,
    /// Pieces that are where the scenario wants them.
    placed: BTreeSet<PieceId>,
}

impl Given<'_> {
    fn section(&mut self, entry: &Entry, pass: Pass) {
        if entry.key == "spaces" {
            let Some(map) = self.map(entry) else { return };
            for entry in &map.entries {
                match self.names.spaces.get(&entry.key) {
                    Some(space) => {
                        let group = self.def.spaces[space.index()].group;
                        let (scope, index) = (Scope::Space(group), i32::from(space.0));
                        self.holder(Holder { scope, index }, entry, pass);
                    }
                    None if pass == Pass::Zones => {
                        let known = self.names.spaces.ids();
                        let diag = unknown("space", &entry.key, entry.key_span, known);
                        self.diags.push(diag);
                    }
                    None => {}
                }
            }
        } else if entry.key == "table" {
            self.holder(Holder { scope: Scope::Table, index: 0 }, entry, pass);
        } else if let Some(seat) = seat_of(self.def, &entry.key) {
            self.holder(Holder { scope: Scope::Seat, index: seat }, entry, pass);
        } else {
            self.piece(entry, pass);
        }
    }

    fn piece(&mut self, entry: &Entry, pass: Pass) {
        let named = match piece::parse(self.def, self.names, &entry.key) {
            Ok(named) => named,
            Err(part) => {
                if pass == Pass::Zones {
                    let fixed = ["table", "spaces"].into_iter();
                    let seats = self.def.seat_names.iter().map(|named| named.id.as_str());
                    let known = fixed.chain(seats).chain(self.names.entries.ids());
                    let diag = unknown("seat or entry", part, entry.key_span, known);
                    self.diags.push(diag);
                }
                return;
            }
        };
        let all = piece::candidates(self.def, self.world, &named);
        // Prefer a piece that the scenario placed over one left in a bag.
        let meant = all.iter().find(|piece| self.placed.contains(piece));
        let Some(piece) = meant.or_else(|| all.first()).copied() else {
            if pass == Pass::Zones {
                let message = format!("there is no piece `{}`", entry.key);
                let diag = Diagnostic::error(codes::UNFIT, message, entry.key_span, "not there");
                self.diags.push(diag);
            }
            return;
        };
        let kind = self.def.pieces[piece.index()].kind;
        let index = i32::from(piece.0);
        self.holder(Holder { scope: Scope::Piece(kind), index }, entry, pass);
    }

    fn map<'n>(&mut self, entry: &'n Entry) -> Option<&'n Map> {
        let map = entry.value.as_map();
        if map.is_none() {
            let message = format!("`{}` holds {}", entry.key, entry.value.describe());
            let label = "expected counters and zones with their contents";
            let diag = Diagnostic::error(codes::SHAPE, message, entry.value.span, label);
            if !self.diags.contains(&diag) {
                self.diags.push(diag);
            }
        }
        map
    }

    fn holder(&mut self, holder: Holder, entry: &Entry, pass: Pass) {
        let Some(map) = self.map(entry) else { return };
        for field in &map.entries {
            let counter = self.names.counters.get(&field.key).copied();
            let zone = self.names.zones.get(&field.key).copied();
            let zone = zone.filter(|id| self.def.zones[id.index()].scope == holder.scope);
            if let Some(counter) = counter.filter(|id| self.counts_for(*id, holder.scope)) {
                if pass == Pass::Counters {
                    self.counter(counter, holder, field);
                }
            } else if let Some(zone) = zone {
                if let Some(place) = piece::place(self.def, zone, holder.index) {
                    match pass {
                        Pass::Zones => self.fill(place, &field.value),
                        Pass::Rest if zone::is_exact(&field.value) => self.put_aside(place),
                        Pass::Rest | Pass::Counters => {}
                    }
                }
            } else if matches!(holder.scope, Scope::Piece(_))
                && ["owner", "controller", "face"].contains(&field.key.as_str())
            {
                if pass == Pass::Counters {
                    self.piece_field(PieceId::from(holder.index as usize), field);
                }
            } else if pass == Pass::Zones {
                self.no_field(holder, &entry.key, field);
            }
        }
    }

    fn counts_for(&self, counter: CounterId, scope: Scope) -> bool {
        let own = self.def.counters[counter.index()].scope;
        own == scope || (scope == Scope::Seat && matches!(own, Scope::SeatSpace(_)))
    }

    fn no_field(&mut self, holder: Holder, whose: &str, field: &Entry) {
        let counters = self.names.counters.0.values();
        let counters = counters.filter(|it| self.counts_for(it.what, holder.scope));
        let zones = self.names.zones.0.values();
        let zones = zones.filter(|it| self.def.zones[it.what.index()].scope == holder.scope);
        let known: Vec<&str> =
            counters.map(|it| it.id.as_str()).chain(zones.map(|it| it.id.as_str())).collect();
        let message = format!("`{whose}` has no counter or zone `{}`", field.key);
        let diag = Diagnostic::error(codes::UNKNOWN, message, field.key_span, "not known");
        self.diags.push(match similar(&field.key, known.iter().copied()) {
            Some(near) => diag.help(format!("there is `{near}`")),
            None if known.is_empty() => diag,
            None => diag.help(format!("there is {}", listed(&known))),
        });
    }

    fn counter(&mut self, counter: CounterId, holder: Holder, field: &Entry) {
        let it = &self.def.counters[counter.index()];
        if let (Scope::SeatSpace(group), Kind::Map(map)) = (it.scope, &field.value.kind) {
            let group = &self.def.groups[usize::from(group)];
            for entry in &map.entries {
                let space = self.names.spaces.get(&entry.key);
                let offset = space.and_then(|space| space.0.checked_sub(group.first.0));
                match offset.filter(|offset| *offset < group.spaces) {
                    Some(offset) => {
                        let spaces = i32::from(group.spaces);
                        let index = holder.index * spaces + i32::from(offset);
                        self.set(counter, index, &entry.value);
                    }
                    None => {
                        let known = self.names.spaces.ids();
                        let diag = unknown("space", &entry.key, entry.key_span, known);
                        self.diags.push(diag);
                    }
                }
            }
            return;
        }
        self.set(counter, holder.index, &field.value);
    }

    fn set(&mut self, counter: CounterId, holder: i32, value: &Node) {
        let it = &self.def.counters[counter.index()];
        let (min, max) = (i64::from(it.min), i64::from(it.max));
        let to = match value.kind {
            Kind::Int(to) if (min..=max).contains(&to) => to as i32,
            _ => {
                let message = format!("`{}` cannot be {}", it.named.id, shown(value));
                let label = format!("expected a whole number from {min} to {max}");
                self.diags.push(Diagnostic::error(codes::UNFIT, message, value.span, label));
                return;
            }
        };
        let Some(cell) = World::cell_of(self.def, counter, holder) else { return };
        let from = self.world.cell(cell);
        self.world.fold(self.def, &Event::Changed { cell, from, to });
        if let (Some(line), Scope::Seat) = (it.line, it.scope) {
            let event = Event::Scored { line, seat: holder as u8, points: to - from };
            self.world.fold(self.def, &event);
        }
    }

    fn piece_field(&mut self, piece: PieceId, field: &Entry) {
        let value = &field.value;
        let seat = match &value.kind {
            Kind::Null => Some(NIL),
            Kind::Text(id) => seat_of(self.def, id),
            _ => None,
        };
        let faces = self.def.pieces[piece.index()].faces.len() as i64;
        let event = match (field.key.as_str(), seat, &value.kind) {
            ("owner", Some(seat), _) => Event::Owned { piece, seat: seat as i8 },
            ("controller", Some(seat), _) => Event::Controlled { piece, seat: seat as i8 },
            ("face", _, Kind::Int(face)) if (0..faces).contains(face) => {
                Event::Turned { piece, face: *face as u8 }
            }
            (key, ..) => {
                let message = format!("`{key}` cannot be {}", shown(value));
                let label = match key {
                    "face" => format!("expected a number from 0 to {}", faces - 1),
                    _ => "expected a seat, such as `p1`".into(),
                };
                self.diags.push(Diagnostic::error(codes::UNFIT, message, value.span, label));
                return;
            }
        };
        self.world.fold(self.def, &event);
    }
}

fn shown(node: &Node) -> String {
    match &node.kind {
        Kind::Int(number) => number.to_string(),
        Kind::Text(text) => format!("`{text}`"),
        _ => node.describe().into(),
    }
}

fn listed(known: &[&str]) -> String {
    known.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

/// Reports an unknown name and suggests a similar one.
pub(super) fn unknown<'k>(
    what: &str,
    name: &str,
    span: Span,
    known: impl Iterator<Item = &'k str>,
) -> Diagnostic {
    let message = format!("there is no {what} `{name}`");
    let diag = Diagnostic::error(codes::UNKNOWN, message, span, "not known");
    match similar(name, known) {
        Some(near) => diag.help(format!("a similar name exists: `{near}`")),
        None => diag,
    }
}

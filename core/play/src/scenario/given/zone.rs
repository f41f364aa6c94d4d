//! Fills containers: the named pieces become the content, everything else there goes back to where
//! it started.
//!
//! A row is listed slot by slot, `~` for an empty one; a stack from the top. Pieces that started in
//! this container stay there, below or behind the named ones: `deck: [mill]` is a deck from which
//! the mill is drawn next. `deck: []` is empty, and `deck: { only: [mill] }` holds nothing else:
//! pieces that started there are put aside, in a place no rule knows.

use boardwright_rules::def::expr::NIL;
use boardwright_rules::def::part::{Order, Scope};
use boardwright_rules::event::Event;
use boardwright_rules::id::{EntryId, PieceId, PlaceId};
use boardwright_text::{place_text, thing};

use super::super::piece;
use super::{Given, unknown};
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::diag::codes::scenario as codes;
use boardwright_syntax::source::Span;
use boardwright_syntax::yaml::{Kind, Node};

/// A piece that was found, its slot, and the face to show.
struct Found {
    piece: PieceId,
    slot: usize,
    entry: EntryId,
}

/// The value of `only`, if that is the only key.
fn only(value: &Node) -> Option<&Node> {
    let map = value.as_map()?;
    map.get("only").filter(|_| map.entries.len() == 1)
}

/// Whether a zone must hold exactly the named pieces.
pub(super) fn is_exact(value: &Node) -> bool {
    only(value).is_some() || value.as_seq().is_some_and(<[Node]>::is_empty)
}

impl Given<'_> {
    /// Takes the pieces the scenario does not name out of a container, and out of the game.
    pub(super) fn put_aside(&mut self, place: PlaceId) {
        let Some(to) = self.aside else { return };
        let there = self.world.pieces_in(place);
        let unwanted: Vec<PieceId> = there.filter(|it| !self.placed.contains(it)).collect();
        for piece in unwanted {
            let event = Event::Moved { piece, from: place, to, slot: 0, bottom: false };
            self.world.fold(self.def, &event);
            self.pass_control(piece, to);
        }
    }

    /// Makes pieces the content of a container.
    pub(super) fn fill(&mut self, place: PlaceId, value: &Node) {
        let value = only(value).unwrap_or(value);
        let items = match &value.kind {
            Kind::Seq(items) => items.as_slice(),
            Kind::Text(_) => std::slice::from_ref(value),
            _ => {
                let message = format!("a zone holds pieces, not {}", value.describe());
                let label = "expected a list of pieces";
                self.diags.push(Diagnostic::error(codes::SHAPE, message, value.span, label));
                return;
            }
        };
        let zone = &self.def.zones[self.def.places[place.index()].zone.index()];
        if items.len() > usize::from(zone.capacity) {
            let message = format!("`{}` has room for {} pieces", zone.named.id, zone.capacity);
            let label = format!("{} are named", items.len());
            let diag = Diagnostic::error(codes::UNFIT, message, value.span, label);
            self.diags.push(diag.help("name fewer, or give the zone more room"));
            return;
        }
        let is_row = matches!(zone.order, Order::Row { .. });
        let mut found = vec![];
        for (at, item) in items.iter().enumerate() {
            match &item.kind {
                Kind::Null if is_row => {}
                Kind::Text(name) => {
                    if let Some((piece, entry)) = self.find(place, name, item.span) {
                        found.push(Found { piece, slot: at + 1, entry });
                    }
                }
                _ => {
                    let message = format!("a piece was expected, not {}", item.describe());
                    let label = "expected the id of an entry";
                    self.diags.push(Diagnostic::error(codes::SHAPE, message, item.span, label));
                }
            }
        }
        self.clear(place, value.span);
        if matches!(zone.order, Order::Stack) {
            found.reverse();
        }
        for one in found {
            self.put(place, &one, is_row);
        }
    }

    /// Finds a piece of that name that the scenario has not placed yet.
    fn find(&mut self, place: PlaceId, name: &str, span: Span) -> Option<(PieceId, EntryId)> {
        let (def, names) = (self.def, self.names);
        let named = match piece::parse(def, names, name) {
            Ok(named) => named,
            Err(part) => {
                self.diags.push(unknown("entry", part, span, names.entries.ids()));
                return None;
            }
        };
        let holder = def.places[place.index()].holder;
        let of_seat = def.zones[def.places[place.index()].zone.index()].scope == Scope::Seat;
        let all = piece::candidates(def, self.world, &named);
        let rank = |piece: &PieceId| {
            let owner = self.world.owner_of(*piece);
            let stranger = of_seat && owner != NIL && owner != holder;
            (stranger, self.world.place_of(*piece) != place, piece.0)
        };
        let free = all.iter().filter(|piece| !self.placed.contains(piece));
        let best = free.min_by_key(|piece| rank(piece)).copied();
        if best.is_none() {
            let n_all = all.len();
            let message = format!("there is no `{name}` left");
            let label = format!("this game has {n_all}");
            let diag = Diagnostic::error(codes::UNFIT, message, span, label);
            self.diags.push(diag.help(format!("raise `count` of `{name}`, or name fewer")));
        }
        let best = best?;
        self.placed.insert(best);
        Some((best, named.entry))
    }

    /// Sends pieces that were not asked for back to where they started.
    fn clear(&mut self, place: PlaceId, span: Span) {
        let there = self.world.pieces_in(place);
        let unwanted: Vec<PieceId> = there.filter(|it| !self.placed.contains(it)).collect();
        for piece in unwanted {
            let to = self.def.pieces[piece.index()].start;
            if to == place {
                continue;
            }
            let Some(slot) = self.world.free_slot(self.def, to) else {
                let name = thing(
                    self.def,
                    self.world,
                    boardwright_rules::def::ask::Class::Piece,
                    i32::from(piece.0),
                );
                let full = place_text(self.def, self.world, to);
                let message = format!("`{name}` must leave, and there is no room in `{full}`");
                let label = "it is not named here";
                self.diags.push(Diagnostic::error(codes::UNFIT, message, span, label));
                continue;
            };
            let event = Event::Moved { piece, from: place, to, slot, bottom: false };
            self.world.fold(self.def, &event);
            self.pass_control(piece, to);
        }
    }

    fn put(&mut self, place: PlaceId, found: &Found, is_row: bool) {
        let (def, piece) = (self.def, found.piece);
        let from = self.world.place_of(piece);
        let slot = if is_row { found.slot as u8 } else { 0 };
        if let Some(other) = self.world.in_slot(place, slot).filter(|it| is_row && *it != piece) {
            self.step_aside(place, other);
        }
        let event = Event::Moved { piece, from, to: place, slot, bottom: false };
        self.world.fold(def, &event);
        let faces = &def.pieces[piece.index()].faces;
        if let Some(face) = faces.iter().position(|face| *face == found.entry)
            && self.world.entry_of(def, piece) != found.entry
        {
            self.world.fold(def, &Event::Turned { piece, face: face as u8 });
        }
        self.pass_control(piece, place);
    }

    /// Changes control as in play: a piece that comes to a seat is controlled by that seat, one
    /// that goes back to the table by its owner.
    fn pass_control(&mut self, piece: PieceId, to: PlaceId) {
        let at = self.def.places[to.index()];
        let seat = match self.def.zones[at.zone.index()].scope {
            Scope::Seat => at.holder,
            Scope::Table => self.world.owner_of(piece),
            _ => return,
        };
        self.world.fold(self.def, &Event::Controlled { piece, seat: seat as i8 });
    }

    /// Moves a piece of a row to its last free slot.
    fn step_aside(&mut self, place: PlaceId, piece: PieceId) {
        let zone = &self.def.zones[self.def.places[place.index()].zone.index()];
        let slots = (1..=zone.capacity.min(255) as u8).rev();
        let mut free = slots.filter(|slot| self.world.in_slot(place, *slot).is_none());
        if let Some(slot) = free.next() {
            let event = Event::Moved { piece, from: place, to: place, slot, bottom: false };
            self.world.fold(self.def, &event);
        }
    }
}

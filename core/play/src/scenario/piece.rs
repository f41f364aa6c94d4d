//! Pieces as scenarios name them: `mill`, `mill#2` for the second, `mill of p2` for that seat's.

use boardwright_rules::def::Def;
use boardwright_rules::def::expr::NIL;
use boardwright_rules::def::part::Scope;
use boardwright_rules::id::{EntryId, PieceId, PlaceId};
use boardwright_rules::world::World;

use boardwright_compile::names::Names;

/// A piece by name.
pub(super) struct Named {
    /// What is printed on one of its faces.
    pub entry: EntryId,
    /// Which of them, from 1.
    pub number: Option<usize>,
    /// The seat it belongs to.
    pub seat: Option<i32>,
}

/// Parses the name of a piece. The error is the part that means nothing.
pub(super) fn parse<'t>(def: &Def, names: &Names, text: &'t str) -> Result<Named, &'t str> {
    let (rest, seat) = match text.split_once(" of ") {
        Some((rest, whose)) => (rest, Some(seat_of(def, whose.trim()).ok_or(whose)?)),
        None => (text, None),
    };
    let (id, number) = match rest.trim().split_once('#') {
        Some((id, number)) => (id, Some(number.parse().map_err(|_| text)?)),
        None => (rest.trim(), None),
    };
    let entry = *names.entries.get(id).ok_or(id)?;
    Ok(Named { entry, number, seat })
}

/// Finds the seat with an id.
pub(super) fn seat_of(def: &Def, id: &str) -> Option<i32> {
    let found = def.seat_names.iter().position(|named| named.id == id);
    found.map(|seat| seat as i32)
}

/// The seat a piece counts as belonging to: its controller, its owner, or the seat whose container
/// it is in.
fn belongs_to(def: &Def, world: &World, piece: PieceId) -> i32 {
    let place = def.places[world.place_of(piece).index()];
    let holder = match def.zones[place.zone.index()].scope {
        Scope::Seat => place.holder,
        _ => NIL,
    };
    let seats = [world.controller_of(piece), world.owner_of(piece), holder];
    seats.into_iter().find(|seat| *seat != NIL).unwrap_or(NIL)
}

/// All pieces a name can mean, in the order of the definition.
pub(super) fn candidates(def: &Def, world: &World, named: &Named) -> Vec<PieceId> {
    let bearers = &def.entries[named.entry.index()].bearers;
    let whose =
        |piece: &&PieceId| named.seat.is_none_or(|seat| belongs_to(def, world, **piece) == seat);
    let all: Vec<PieceId> = bearers.iter().filter(whose).copied().collect();
    match named.number {
        Some(number) => {
            number.checked_sub(1).and_then(|at| all.get(at)).copied().into_iter().collect()
        }
        None => all,
    }
}

/// The container of a zone for a holder.
pub(super) fn place(
    def: &Def,
    zone: boardwright_rules::id::ZoneId,
    holder: i32,
) -> Option<PlaceId> {
    let zone = &def.zones[zone.index()];
    if zone.scope == Scope::Table {
        return Some(zone.first);
    }
    let offset = u32::try_from(holder).ok()?.checked_sub(zone.first_holder)?;
    (offset < u32::from(zone.places)).then(|| PlaceId(zone.first.0 + offset as u16))
}

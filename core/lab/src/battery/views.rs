//! What a seat cannot see changes neither its view nor its options: everything hidden from it is
//! dealt anew, and it must not notice.

use std::collections::BTreeSet;

use boardwright_rules::def::Def;
use boardwright_rules::id::{PlaceId, SeatId};
use boardwright_rules::view::{View, view};
use boardwright_rules::world::World;
use boardwright_text::InWords;

use super::{Law, Moment};

pub(super) struct Views;

impl Law for Views {
    fn name(&self) -> &'static str {
        "views"
    }

    fn decision(&mut self, now: &Moment, index: usize) -> Result<(), String> {
        let (def, table) = (&now.game.def, now.table());
        let state = table.state();
        for seat in (0..usize::from(def.seats)).map(SeatId::from) {
            let seed = now.seed.wrapping_mul(31).wrapping_add(index as u64);
            let other = state.redealt(def, seat, seed);
            let name = now.session.seat_id(seat);
            let (seen, was) = (view(def, &other.world, seat), view(def, &state.world, seat));
            if seen != was {
                let what = difference(def, &was, &seen);
                return Err(format!("{name} sees something that is hidden from it: {what}"));
            }
            if table.asked().is_none_or(|(asked, _)| asked != seat) {
                continue;
            }
            let hint = "its options depend on what it cannot see";
            let dealt = dealt_anew(def, &state.world, &other.world);
            let again = now.resumed(other).map_err(|told| format!("{name}: {hint}: {told}"))?;
            let (is, was) = (again.texts(), table.texts());
            if is != was {
                let differs = |from: &[String], to: &[String]| {
                    from.iter().find(|text| !to.contains(text)).cloned()
                };
                let text = differs(&was, &is).or_else(|| differs(&is, &was)).unwrap_or_default();
                return Err(format!("{name}: {hint}, such as `{text}`; dealt anew: {dealt}"));
            }
            if again.question() != table.question() {
                return Err(format!(
                    "{name}: the question reveals what it cannot see; dealt anew: {dealt}"
                ));
            }
        }
        Ok(())
    }
}

/// The first difference between two views of one seat.
fn difference(def: &Def, one: &View, other: &View) -> String {
    let place = one.places.iter().zip(&other.places).position(|(one, other)| one != other);
    if let Some(place) = place {
        return format!("what lies in `{}`", zone_id(def, PlaceId::from(place)));
    }
    let cell = one.cells.iter().zip(&other.cells).position(|(one, other)| one != other);
    let cell = cell.unwrap_or_default() as u32;
    let counter = def.counters.iter().find(|it| (it.cell..it.cell + it.holders).contains(&cell));
    format!("the number `{}`", counter.map_or("", |it| &it.named.id))
}

/// The zones whose pieces differ between two worlds.
fn dealt_anew(def: &Def, one: &World, other: &World) -> String {
    let moved = |place: &PlaceId| !one.pieces_in(*place).eq(other.pieces_in(*place));
    let places = (0..def.places.len()).map(PlaceId::from).filter(moved);
    let zones: BTreeSet<&str> = places.map(|place| zone_id(def, place)).collect();
    let zones: Vec<String> = zones.into_iter().map(|id| format!("`{id}`")).collect();
    if zones.is_empty() { "nothing but numbers".into() } else { zones.join(", ") }
}

fn zone_id(def: &Def, place: PlaceId) -> &str {
    &def.zones[def.places[place.index()].zone.index()].named.id
}

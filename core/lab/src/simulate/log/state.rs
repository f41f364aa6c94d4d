//! The whole state of a game as JSON, with names instead of indices.

use boardwright_rules::def::Def;
use boardwright_rules::def::ask::Class;
use boardwright_rules::def::part::Scope;
use boardwright_rules::id::{PlaceId, SeatId};
use boardwright_rules::world::World;
use boardwright_text::thing;
use serde_json::{Map, Value, json};

/// Counters that are not 0, all pieces in their order, the score sheet.
pub fn state_of(def: &Def, world: &World) -> Value {
    let mut counters = vec![];
    // The engine's own counters have a slash in their id, which no author can write.
    for counter in def.counters.iter().filter(|counter| !counter.named.id.contains('/')) {
        for cell in counter.cell..counter.cell + counter.holders {
            let value = world.cell(cell);
            if value != 0 {
                let holder = (cell - counter.cell + counter.first) as i32;
                let of = holder_of(def, world, counter.scope, holder);
                counters.push(json!({ "counter": counter.named.id, "of": of, "value": value }));
            }
        }
    }
    let mut pieces = vec![];
    for (index, place) in def.places.iter().enumerate() {
        let zone = &def.zones[place.zone.index()];
        let of = holder_of(def, world, zone.scope, place.holder);
        for piece in world.pieces_in(PlaceId::from(index)) {
            let entry = &def.entries[world.entry_of(def, piece).index()];
            pieces.push(json!({
                "piece": piece.index(),
                "kind": def.kinds[entry.kind.index()].named.id,
                "entry": entry.named.id,
                "zone": zone.named.id,
                "of": of,
                "slot": world.slot_of(piece),
                "face": world.face_of(piece),
                "owner": seat(def, world.owner_of(piece)),
                "controller": seat(def, world.controller_of(piece)),
            }));
        }
    }
    let mut sheet = Map::new();
    for (seat, named) in def.seat_names.iter().enumerate() {
        let of = |(line, it): (usize, &boardwright_rules::def::part::Named)| {
            (it.id.clone(), json!(world.points(def, line, SeatId::from(seat))))
        };
        let lines: Map<String, Value> = def.lines.iter().enumerate().map(of).collect();
        sheet.insert(named.id.clone(), Value::Object(lines));
    }
    json!({ "over": world.is_over(), "counters": counters, "pieces": pieces, "sheet": sheet })
}

fn seat(def: &Def, seat: i32) -> Option<String> {
    let named = usize::try_from(seat).ok().and_then(|seat| def.seat_names.get(seat));
    named.map(|named| named.id.clone())
}

/// The counter a cell belongs to, and its holder; nothing for the engine's own cells.
pub(super) fn counter_of(def: &Def, world: &World, cell: u32) -> (Option<String>, Option<String>) {
    let found = def.counters.iter().find(|it| (it.cell..it.cell + it.holders).contains(&cell));
    let Some(counter) = found else { return (None, None) };
    let holder = (cell - counter.cell + counter.first) as i32;
    (Some(counter.named.id.clone()), holder_of(def, world, counter.scope, holder))
}

/// The holder of a counter or container: a seat, an entry, a space; nothing for those of the table.
fn holder_of(def: &Def, world: &World, scope: Scope, holder: i32) -> Option<String> {
    let class = match scope {
        Scope::Table => return None,
        Scope::Seat => Class::Seat,
        Scope::Space(_) => Class::Space,
        // Identical pieces are distinguished by their number.
        Scope::Piece(_) => {
            return Some(format!("{}#{holder}", thing(def, world, Class::Piece, holder)));
        }
        Scope::SeatSpace(group) => {
            let group = &def.groups[usize::from(group)];
            let spaces = i32::from(group.spaces).max(1);
            let seat = thing(def, world, Class::Seat, holder / spaces);
            let space = i32::from(group.first.0) + holder % spaces;
            return Some(format!("{seat} at {}", thing(def, world, Class::Space, space)));
        }
    };
    Some(thing(def, world, class, holder))
}

//! Names of things: the canonical ones, made of ids, and those people use.

use boardwright_phrases::Language;
use boardwright_rules::def::Def;
use boardwright_rules::def::ask::Class;
use boardwright_rules::def::part::{Named, Order, Scope};
use boardwright_rules::fuel::EXPR_FUEL;
use boardwright_rules::id::{PieceId, PlaceId};
use boardwright_rules::world::World;

use crate::Speaks;
use crate::printed::price;

/// The canonical text of a thing or number.
pub fn thing(def: &Def, world: &World, class: Class, value: i32) -> String {
    let index = usize::try_from(value);
    let id = |named: Option<&Named>| named.map_or_else(|| "nothing".into(), |it| it.id.clone());
    match (class, index) {
        (Class::Number, _) => value.to_string(),
        (Class::Cost(attr, bearer), _) => {
            world.refuel(EXPR_FUEL);
            price(def, world, (attr, bearer), value, None)
        }
        (Class::List(of), _) => {
            listed(def, of, value, |class, value| thing(def, world, class, value))
        }
        (Class::Truth, _) => if value != 0 { "yes" } else { "no" }.into(),
        (Class::Word(list), Ok(word)) => {
            let words = def.words.get(usize::from(list));
            words.and_then(|words| words.get(word)).cloned().unwrap_or_else(|| "nothing".into())
        }
        (_, Err(_)) => "nothing".into(),
        (Class::Seat, Ok(seat)) => id(def.seat_names.get(seat)),
        (Class::Space, Ok(space)) => id(def.spaces.get(space).map(|space| &space.named)),
        (Class::Entry, Ok(entry)) => id(def.entries.get(entry).map(|entry| &entry.named)),
        (Class::Counter, Ok(counter)) => id(def.counters.get(counter).map(|it| &it.named)),
        (Class::Place, Ok(place)) => place_text(def, world, PlaceId::from(place)),
        (Class::Piece, Ok(piece)) => match def.pieces.get(piece) {
            Some(_) => {
                let entry = world.entry_of(def, PieceId::from(piece));
                def.entries[entry.index()].named.id.clone()
            }
            None => "nothing".into(),
        },
    }
}

/// The items of a printed list: `red, blue`; `-` for none.
fn listed(def: &Def, of: u16, start: i32, said: impl Fn(Class, i32) -> String) -> String {
    let items = || {
        let class = *def.list_classes.get(usize::from(of))?;
        let start = usize::try_from(start).ok()?;
        let len = usize::try_from(*def.tables.get(start)?).ok()?;
        let items = def.tables.get(start + 1..start + 1 + len)?.iter();
        Some(items.map(|item| said(class, *item)).collect::<Vec<_>>().join(", "))
    };
    items().filter(|text| !text.is_empty()).unwrap_or_else(|| "-".into())
}

/// The canonical text of a container: its zone and its holder.
pub fn place_text(def: &Def, world: &World, place: PlaceId) -> String {
    let Some(it) = def.places.get(place.index()) else { return "nowhere".into() };
    let zone = &def.zones[it.zone.index()];
    match holder_text(def, world, zone.scope, it.holder) {
        Some(holder) => def.language().say("{0} of {1}", &[&zone.named.id, &holder]),
        None => zone.named.id.clone(),
    }
}

/// The canonical text of the holder of a counter or zone; none for the table.
pub(crate) fn holder_text(def: &Def, world: &World, scope: Scope, holder: i32) -> Option<String> {
    match scope {
        Scope::Table => None,
        Scope::Seat => Some(thing(def, world, Class::Seat, holder)),
        Scope::Piece(_) => Some(thing(def, world, Class::Piece, holder)),
        Scope::Space(_) => Some(thing(def, world, Class::Space, holder)),
        Scope::SeatSpace(group) => {
            let spaces = i32::from(def.groups[usize::from(group)].spaces).max(1);
            let first = i32::from(def.groups[usize::from(group)].first.0);
            let seat = thing(def, world, Class::Seat, holder / spaces);
            let space = thing(def, world, Class::Space, first + holder % spaces);
            Some(def.language().say("{0} at {1}", &[&seat, &space]))
        }
    }
}

/// What people call a thing that can be picked.
pub(crate) fn thing_named(def: &Def, world: &World, class: Class, value: i32) -> Option<Named> {
    let index = usize::try_from(value).ok()?;
    match class {
        Class::Piece => {
            let entry = world.entry_of(def, PieceId(u16::try_from(value).ok()?));
            Some(def.entries[entry.index()].named.clone())
        }
        Class::Space => space_named(def, world, index),
        Class::Entry => Some(def.entries.get(index)?.named.clone()),
        Class::Counter => Some(def.counters.get(index)?.named.clone()),
        Class::Seat => Some(def.seat_names.get(index)?.clone()),
        _ => None,
    }
}

/// A thing's name for people, or its id if it has none. Seats are shown by their id.
pub fn called(def: &Def, world: &World, class: Class, value: i32) -> String {
    let index = usize::try_from(value).ok();
    let named = match (class, index) {
        (Class::Space, Some(at)) if at < def.spaces.len() => {
            return space_called(def, world, at).unwrap_or_default();
        }
        (Class::Entry, Some(at)) => def.entries.get(at).map(|it| &it.named),
        (Class::Counter, Some(at)) => def.counters.get(at).map(|it| &it.named),
        (Class::Piece, Some(at)) if at < def.pieces.len() => {
            let entry = world.entry_of(def, PieceId::from(at));
            def.entries.get(entry.index()).map(|it| &it.named)
        }
        (Class::Place, Some(at)) => return place_called(def, world, PlaceId::from(at)),
        (Class::List(of), _) => {
            let item = |class, value| {
                let text = called(def, world, class, value);
                // Words are ids.
                if matches!(class, Class::Word(_)) { text.replace('_', " ") } else { text }
            };
            return listed(def, of, value, item);
        }
        _ => None,
    };
    match named {
        Some(named) => named.name().to_owned(),
        None => thing(def, world, class, value),
    }
}

/// A thing in a sentence made of ids: by its id, except for a space named after a piece, or a
/// container on one.
pub(crate) fn said(def: &Def, world: &World, class: Class, value: i32) -> String {
    let space = match (class, usize::try_from(value)) {
        (Class::Space, Ok(at)) => Some(at),
        (Class::Place, Ok(at)) => def.places.get(at).and_then(|place| {
            let zone = def.zones.get(place.zone.index())?;
            matches!(zone.scope, Scope::Space(_)).then_some(usize::try_from(place.holder).ok()?)
        }),
        _ => None,
    };
    match space.and_then(|at| namesake(def, world, at)) {
        Some(_) => called(def, world, class, value),
        None => thing(def, world, class, value),
    }
}

/// A container's name for people. A container of a space or piece has the name of that space or
/// piece; the one with the piece that names a space has the space's own name.
pub fn place_called(def: &Def, world: &World, place: PlaceId) -> String {
    let Some(it) = def.places.get(place.index()) else { return "nowhere".into() };
    let Some(zone) = def.zones.get(it.zone.index()) else { return "nowhere".into() };
    match zone.scope {
        Scope::Space(group) if def.show.named.contains(&(group, it.zone)) => {
            let space = usize::try_from(it.holder).ok().and_then(|at| def.spaces.get(at));
            space.map_or("nowhere", |space| space.named.name()).to_owned()
        }
        Scope::Space(_) => called(def, world, Class::Space, it.holder),
        Scope::Piece(_) => called(def, world, Class::Piece, it.holder),
        Scope::Seat => {
            let seat = called(def, world, Class::Seat, it.holder);
            def.language().say("{0} of {1}", &[&zone.named.name(), &seat])
        }
        Scope::Table | Scope::SeatSpace(_) => zone.named.name().to_owned(),
    }
}

/// The piece a space is named after: the first one in the zone that names its group; on a stack the
/// top one.
pub fn namesake(def: &Def, world: &World, space: usize) -> Option<PieceId> {
    let group = def.spaces.get(space)?.group;
    let (_, zone) = def.show.named.iter().find(|(it, _)| *it == group)?;
    let zone = def.zones.get(zone.index())?;
    let nth = u16::try_from(space).ok()?.checked_sub(u16::try_from(zone.first_holder).ok()?)?;
    let place = (nth < zone.places).then_some(PlaceId(zone.first.0 + nth))?;
    let mut pieces = world.pieces_in(place);
    if zone.order == Order::Stack { pieces.last() } else { pieces.next() }
}

/// A space's name for people. If several spaces would have the same name, its own name is added.
fn space_called(def: &Def, world: &World, space: usize) -> Option<String> {
    let own = def.spaces.get(space)?.named.name();
    if namesake(def, world, space).is_none() {
        return Some(own.to_owned());
    }
    let by = |at: usize| match namesake(def, world, at) {
        Some(piece) => def.entries[world.entry_of(def, piece).index()].named.name(),
        None => def.spaces.get(at).map_or("", |space| space.named.name()),
    };
    let group = def.groups.get(usize::from(def.spaces.get(space)?.group))?;
    let first = group.first.index();
    let mut others = (first..first + usize::from(group.spaces)).filter(|at| *at != space);
    let shared = others.any(|at| by(at) == by(space));
    Some(if shared { format!("{} ({own})", by(space)) } else { by(space).to_owned() })
}

/// A space with its name for people. A space without a text of its own has that of its piece.
fn space_named(def: &Def, world: &World, space: usize) -> Option<Named> {
    let own = &def.spaces.get(space)?.named;
    let Some(piece) = namesake(def, world, space) else { return Some(own.clone()) };
    let printed = &def.entries.get(world.entry_of(def, piece).index())?.named;
    let text = if own.text.is_empty() { &printed.text } else { &own.text };
    let name = space_called(def, world, space)?;
    Some(Named { id: own.id.clone(), name, text: text.clone(), ..Named::default() })
}

/// A name after a number.
pub fn counted(named: &Named, language: Language, n: i32) -> &str {
    if named.plural.is_empty() || language.is_one(n) { named.name() } else { &named.plural }
}

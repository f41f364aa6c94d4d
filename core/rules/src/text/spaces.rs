//! Spaces named after the piece that lies on them.

use crate::def::Def;
use crate::def::part::{Named, Order};
use crate::id::{PieceId, PlaceId};
use crate::world::World;

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
pub(super) fn called(def: &Def, world: &World, space: usize) -> Option<String> {
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
pub(super) fn named(def: &Def, world: &World, space: usize) -> Option<Named> {
    let own = &def.spaces.get(space)?.named;
    let Some(piece) = namesake(def, world, space) else { return Some(own.clone()) };
    let printed = &def.entries.get(world.entry_of(def, piece).index())?.named;
    let text = if own.text.is_empty() { &printed.text } else { &own.text };
    let name = called(def, world, space)?;
    Some(Named { id: own.id.clone(), name, text: text.clone(), ..Named::default() })
}

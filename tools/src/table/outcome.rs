//! What something would bring, found out by trying it: told as far as no secret comes out.

use boardwright_pack::game::Game;
use boardwright_rules::def::Def;
use boardwright_rules::def::ask::Class;
use boardwright_rules::def::part::Scope;
use boardwright_rules::event::{Event, Origin};
use boardwright_rules::id::{CounterId, ProcId, SeatId};
use boardwright_rules::table::Table;
use boardwright_rules::text::called;
use boardwright_rules::view::{barrier, sees_event};
use boardwright_rules::world::World;

use super::things::name;

/// Decisions with a single option are followed up to here.
const FORCED_MAX: usize = 6;
/// More pieces than this are not named.
const PIECES_MAX: usize = 2;

/// What an option brings the seat that decides, up to its next decision, and how much work it was
/// to find out.
pub fn of_option(game: &Game, table: &Table, index: usize) -> (String, u64) {
    let Some((seat, _)) = table.asked() else { return Default::default() };
    let before = table.state().world.clone();
    let Ok(mut trial) = Table::resume(&game.def, &game.scripts, table.state().clone()) else {
        return Default::default();
    };
    let mut events: Vec<(Origin, Event)> = vec![];
    let mut next = index;
    for _ in 0..FORCED_MAX {
        if trial.choose(next, &mut events).is_err() {
            break;
        }
        let same_seat = trial.asked().is_some_and(|(who, _)| who == seat);
        if !same_seat || trial.options().len() != 1 {
            break;
        }
        next = 0;
    }
    game.scripts.forget_failures();
    (told(&game.def, before, &events, seat).0.join(", "), trial.total_work())
}

/// What steps bring a seat; if they ask first, what they ask.
pub fn of_steps(game: &Game, world: &World, proc: ProcId, seat: SeatId) -> String {
    let mut events: Vec<(Origin, Event)> = vec![];
    let steps = (proc, seat, &[][..]);
    let done = Table::rehearse(&game.def, &game.scripts, world.clone(), steps, &mut events);
    game.scripts.forget_failures();
    let (mut told, pieces) = told(&game.def, world.clone(), &events, seat);
    if pieces.len() <= PIECES_MAX {
        told.extend(pieces);
    }
    match done {
        Ok(table) if told.is_empty() && table.asked().is_some() => table.question(),
        _ => told.join(", "),
    }
}

/// What changed for a seat until something came out that nobody can know before: counters, and
/// pieces that came to it.
fn told(
    def: &Def,
    mut world: World,
    events: &[(Origin, Event)],
    seat: SeatId,
) -> (Vec<String>, Vec<String>) {
    let before = world.clone();
    let mut pieces: Vec<String> = vec![];
    for (_, event) in events {
        if barrier(def, event).is_some() {
            break;
        }
        world.fold(def, event);
        if let Event::Moved { piece, to, .. } = *event
            && sees_event(def, seat, event)
            && let Some(place) = def.places.get(to.index())
            && let Some(zone) = def.zones.get(place.zone.index())
            && (zone.scope, place.holder) == (Scope::Seat, i32::from(seat.0))
            && !def.is_quiet_zone(place.zone)
        {
            let piece = called(def, &world, Class::Piece, i32::from(piece.0));
            pieces.push(format!("{piece} → {}", name(&zone.named)));
        }
    }
    let mut parts: Vec<String> = vec![];
    for (at, counter) in def.counters.iter().enumerate() {
        let id = CounterId::from(at);
        if counter.scope != Scope::Seat || def.is_quiet_counter(id) {
            continue;
        }
        let value = |world: &World| world.counter(def, id, i32::from(seat.0));
        let (from, to) = (value(&before), value(&world));
        let name = counter.named.counted(def.language, to - from);
        match counter.track.is_some() {
            _ if from == to => {}
            true => parts.push(format!("{} {from}→{to}", counter.named.name())),
            false if to > from => parts.push(format!("+{} {name}", to - from)),
            false => parts.push(format!("−{} {name}", from - to)),
        }
    }
    parts.sort_by_key(|part| !part.starts_with('−'));
    (parts, pieces)
}

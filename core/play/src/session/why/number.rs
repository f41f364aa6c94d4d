//! The history of a number, and the effects of a choice.

use boardwright_rules::def::Def;
use boardwright_rules::def::ask::Class;
use boardwright_rules::def::part::{CounterDef, Scope};
use boardwright_rules::event::Event;
use boardwright_rules::id::{CounterId, PieceId, PlaceId, SeatId};
use boardwright_rules::table::Table;
use boardwright_rules::view::view;
use boardwright_rules::world::World;
use boardwright_text::{InWords, Speaks, called, place_called};

use super::chain::started;
use super::history::{Deed, Number, NumberChange, Witness};
use super::place::Places;
use super::{Answer, Cause, Effect, Reply, Whose};
use crate::session::Session;

/// How many forced decisions are followed.
const FORCED_MAX: usize = 6;
/// How many choices are searched for the last ones with effects.
const BACK_MAX: usize = 60;

/// How a number came about, from the start of the game.
pub(super) fn ledger(session: &Session, viewer: SeatId, number: Number) -> Reply {
    let def = &session.game.def;
    let world = &session.table().state().world;
    let about = number_called(def, world, number);
    if let Number::Cell(cell) = number
        && view(def, world, viewer).cells.get(cell as usize).copied().flatten().is_none()
    {
        let phrase = "{0} is hidden from you";
        return Reply::Refused(def.language().say(phrase, &[&about]));
    }
    let wants = |_: usize, changes: &[NumberChange]| changes.iter().any(|it| it.number == number);
    let mut witness = Witness::new(session.game, viewer, &wants);
    if let Err(reason) = witness.watch(session) {
        return Reply::Refused(reason);
    }
    let start = number.in_world(&World::new(def, session.seed()));
    let started = started(&witness, number, start);
    let changed = |deed: Deed| {
        let change = deed.changes.iter().find(|it| it.number == number)?;
        let effect = Effect::By { by: change.to - change.from, to: change.to };
        Some(Cause { effect, ..deed.cause })
    };
    let mut causes: Vec<Cause> = witness.deeds.into_iter().filter_map(changed).collect();
    causes.extend(worth_there(session, number, number.in_world(world)));
    causes.reverse();
    causes.push(started);
    let now = stands(def, number, number.in_world(world));
    Reply::Answer(Answer { about: def.language().say("{0}: {1}", &[&about, &now]), causes })
}

/// A number as people read it; on a track, with its value there.
pub(super) fn stands(def: &Def, number: Number, now: i32) -> String {
    match worth_on(def, number, now) {
        Some((_, worth)) => def.language().say("{0} (worth {1})", &[&now, &worth]),
        None => now.to_string(),
    }
}

/// The track that a number is a position on, and what that is worth, if that is another number.
fn worth_on(def: &Def, number: Number, now: i32) -> Option<(&CounterDef, i32)> {
    let Number::Cell(cell) = number else { return None };
    let mut counters = def.counters.iter();
    let of = counters.find(|it| (it.cell..it.cell + it.holders).contains(&cell))?;
    let (first, len) = of.track.as_ref()?.values;
    let at = u32::try_from(now).ok().filter(|at| *at < len)?;
    let worth = *def.tables.get((first + at) as usize)?;
    (worth != now).then_some((of, worth))
}

/// What a position on a track is worth, if that is another number.
pub(super) fn worth(def: &Def, number: Number, now: i32) -> Option<i32> {
    worth_on(def, number, now).map(|(_, worth)| worth)
}

/// Why a position on a track is worth what it is.
fn worth_there(session: &Session, number: Number, now: i32) -> Option<Cause> {
    let def = &session.game.def;
    let (track, worth) = worth_on(def, number, now)?;
    let text = def.language().say("what {0} is worth at {1}", &[&track.named.name(), &now]);
    let place = Places { game: session.game }.values(track);
    Some(Cause { text, place, ..Cause::of(Effect::Is(worth)) })
}

/// The name of a number for people.
pub(super) fn number_called(def: &Def, world: &World, number: Number) -> String {
    let of = |name: &str, who: &str| def.language().say("{0} of {1}", &[&name, &who]);
    let cell = match number {
        Number::Size(place) => {
            let it = &def.places[place.index()];
            let zone = &def.zones[it.zone.index()];
            let class = match zone.scope {
                Scope::Piece(_) => Class::Piece,
                Scope::Space(_) => Class::Space,
                _ => return place_called(def, world, place),
            };
            return of(zone.named.heading(), &called(def, world, class, it.holder));
        }
        Number::Cell(cell) => cell,
    };
    let found = def.counters.iter().find(|it| (it.cell..it.cell + it.holders).contains(&cell));
    let Some(counter) = found else {
        let at = cell.saturating_sub(def.sheet) as usize;
        let seats = usize::from(def.seats).max(1);
        let line = def.lines.get(at / seats).map_or("?", |line| line.name());
        let who = called(def, world, Class::Seat, (at % seats) as i32);
        let line = def.language().say("points for {0}", &[&line]);
        return of(&line, &who);
    };
    let name = counter.named.heading();
    let holder = (cell - counter.cell + counter.first) as i32;
    match counter.scope {
        Scope::Table => name.to_owned(),
        Scope::Seat => of(name, &called(def, world, Class::Seat, holder)),
        Scope::Piece(_) => of(name, &called(def, world, Class::Piece, holder)),
        Scope::Space(_) => of(name, &called(def, world, Class::Space, holder)),
        Scope::SeatSpace(group) => {
            let group = &def.groups[usize::from(group)];
            let spaces = i32::from(group.spaces).max(1);
            let space = i32::from(group.first.0) + holder % spaces;
            let who = of(name, &called(def, world, Class::Seat, holder / spaces));
            format!("{who} ({})", called(def, world, Class::Space, space))
        }
    }
}

/// The effects of the n-th last choice that had any, or any for the seat that asks.
pub(super) fn last(session: &Session, viewer: SeatId, n: usize, whose: Whose) -> Reply {
    let language = session.game.def.language();
    let total = session.choices().count();
    let first = total.saturating_sub(n.saturating_add(BACK_MAX));
    let wants = |choice: usize, _: &[NumberChange]| choice >= first;
    let mut witness = Witness::new(session.game, viewer, &wants);
    if let Err(reason) = witness.watch(session) {
        return Reply::Refused(reason);
    }
    let mut told: Vec<(usize, Vec<Cause>)> = vec![];
    let world = &session.table().state().world;
    for deed in std::mem::take(&mut witness.deeds) {
        let choice = deed.cause.choice;
        if whose == Whose::Mine && !is_of(&session.game.def, world, viewer, &deed) {
            continue;
        }
        let causes = outcome(session, world, viewer, deed);
        match told.last_mut() {
            Some((last, all)) if *last == choice => all.extend(causes),
            _ if causes.is_empty() => {}
            _ => told.push((choice, causes)),
        }
    }
    let Some((choice, causes)) = n.checked_sub(1).and_then(|n| told.into_iter().rev().nth(n))
    else {
        return Reply::Refused(language.word("nothing has happened so far").to_owned());
    };
    let about = match choice.checked_sub(1).and_then(|at| witness.told.get(at)) {
        Some(told) => language.say("what followed from {0}", &[told]),
        None => language.word("set-up").to_owned(),
    };
    Reply::Answer(Answer { about, causes })
}

/// The effects of an option, found by trying it until something unpredictable is revealed.
pub(super) fn of_option(session: &Session, index: usize) -> Option<Answer> {
    let game = session.game;
    let (seat, _) = session.table().asked()?;
    let name = session.table().describe(index).map(|named| named.name);
    let name = name.filter(|name| !name.is_empty());
    let name = name.or_else(|| session.table().texts().into_iter().nth(index))?;
    let state = session.table().state().clone();
    let world = state.world.clone();
    let mut trial = Table::resume(&game.def, &game.scripts, state).ok()?;
    let wants = |_: usize, _: &[NumberChange]| true;
    let mut witness = Witness::new(game, seat, &wants).foreseeing();
    let mut next = index;
    for _ in 0..FORCED_MAX {
        witness.chooses(&trial, next);
        if trial.choose(next, &mut witness).is_err() {
            break;
        }
        let same_seat = trial.asked().is_some_and(|(who, _)| who == seat);
        if !same_seat || trial.options().len() != 1 {
            break;
        }
        next = 0;
    }
    game.scripts.take_printed();
    game.scripts.forget_failures();
    let deeds = witness.deeds.into_iter();
    let causes = deeds.flat_map(|deed| outcome(session, &world, seat, deed)).collect();
    Some(Answer { about: game.def.language().say("if you take {0}", &[&name]), causes })
}

/// Whether an event affected a seat: its counters or points, or pieces that come to it.
fn is_of(def: &Def, world: &World, seat: SeatId, deed: &Deed) -> bool {
    let seat = i32::from(seat.0);
    let of_seat = |number: &Number| match *number {
        Number::Size(place) => {
            let place = &def.places[place.index()];
            def.zones[place.zone.index()].scope == Scope::Seat && place.holder == seat
        }
        Number::Cell(cell) => {
            let mut counters = def.counters.iter();
            match counters.find(|it| (it.cell..it.cell + it.holders).contains(&cell)) {
                None => (cell - def.sheet) as i32 % i32::from(def.seats).max(1) == seat,
                Some(it) => {
                    let holder = (cell - it.cell + it.first) as i32;
                    match it.scope {
                        Scope::Seat => holder == seat,
                        Scope::Piece(_) => world.controller_of(PieceId(holder as u16)) == seat,
                        Scope::SeatSpace(group) => {
                            let spaces = def.groups[usize::from(group)].spaces;
                            holder / i32::from(spaces).max(1) == seat
                        }
                        Scope::Table | Scope::Space(_) => false,
                    }
                }
            }
        }
    };
    deed.changes.iter().any(|change| of_seat(&change.number))
}

/// A deed with its effects, named by the number that changed or the piece that moved.
fn outcome(session: &Session, world: &World, viewer: SeatId, deed: Deed) -> Vec<Cause> {
    let def = &session.game.def;
    if let Event::Moved { piece, from, to, .. } = deed.event {
        let zone = |place: PlaceId| def.places[place.index()].zone;
        let quiet = def.is_quiet_kind(def.pieces[piece.index()].kind)
            || def.is_quiet_zone(zone(from)) && def.is_quiet_zone(zone(to));
        return if quiet { vec![] } else { vec![deed.cause] };
    }
    let told = |change: &NumberChange| {
        let Number::Cell(cell) = change.number else { return None };
        let at = def.counters.iter().position(|it| (it.cell..it.cell + it.holders).contains(&cell));
        if at.is_some_and(|at| def.is_quiet_counter(CounterId::from(at))) {
            return None;
        }
        // The line of the score sheet reports the score.
        let counter = at.map(|at| &def.counters[at]);
        if counter.is_some_and(|it| it.line.is_some()) {
            return None;
        }
        let seen = view(def, world, viewer).cells.get(cell as usize).copied().flatten();
        seen?;
        let mut by = deed.cause.clone();
        let mut because = std::mem::take(&mut by.because);
        let place = by.place.take();
        let (amount, parts) = (by.amount.take(), std::mem::take(&mut by.parts));
        let (when, choice) = (std::mem::take(&mut by.when), by.choice);
        because.insert(0, by);
        let text = number_called(def, world, change.number);
        let effect = Effect::By { by: change.to - change.from, to: change.to };
        Some(Cause { effect, text, place, amount, parts, because, when, choice })
    };
    deed.changes.iter().filter_map(told).collect()
}

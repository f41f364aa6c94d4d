//! Events in plain words.

use boardwright_rules::def::Def;
use boardwright_rules::def::ask::Class;
use boardwright_rules::def::code::Op;
use boardwright_rules::def::part::{CounterDef, Scope};
use boardwright_rules::event::{Event, Origin};
use boardwright_rules::id::PieceId;
use boardwright_rules::table::FilledNote;
use boardwright_rules::world::World;

use crate::Speaks;
use crate::names::{holder_text, place_text, thing};
use crate::notes::note;

/// An event in plain words, described by the step it came from; `None` for events nobody wants to
/// read.
pub fn describe_event(def: &Def, world: &World, origin: &Origin, event: &Event) -> Option<String> {
    let text = match (event, &def.code[origin.pc as usize]) {
        (Event::Changed { cell, to, .. }, Op::Set(..)) => set(def, world, *cell, *to),
        (Event::Scored { line, seat, points }, Op::Score(..) | Op::Majority(_)) => {
            let seat = thing(def, world, Class::Seat, i32::from(*seat));
            let line = &def.lines[line.index()].id;
            Some(def.language().say("{0} scores {1} for {2}", &[&seat, points, line]))
        }
        // The line of the score sheet reports it.
        (Event::Changed { .. }, Op::Score(..) | Op::Majority(_)) => None,
        _ => by_itself(def, world, event),
    }?;
    let by = usize::try_from(origin.piece).ok().filter(|piece| *piece < def.pieces.len());
    match (by, event) {
        (Some(piece), Event::Changed { .. }) => {
            let entry = world.entry_of(def, PieceId::from(piece));
            Some(format!("{text}: {}", def.entries[entry.index()].named.id))
        }
        _ => Some(text),
    }
}

fn set(def: &Def, world: &World, cell: u32, to: i32) -> Option<String> {
    let (counter, who) = counter_at(def, world, cell)?;
    Some(match who {
        Some(who) => def.language().say("{0} of {1} is now {2}", &[&counter.named.id, &who, &to]),
        None => def.language().say("{0} is now {1}", &[&counter.named.id, &to]),
    })
}

/// The counter a cell belongs to, if it is shown to people, and its holder.
fn counter_at<'d>(
    def: &'d Def,
    world: &World,
    cell: u32,
) -> Option<(&'d CounterDef, Option<String>)> {
    let counter = def
        .counters
        .iter()
        .find(|it| (it.cell..it.cell + it.holders).contains(&cell))
        // The engine's own counters have a slash in their id, which no author can write.
        .filter(|it| !it.named.id.contains('/'))?;
    let holder = (cell - counter.cell + counter.first) as i32;
    Some((counter, holder_text(def, world, counter.scope, holder)))
}

/// An event in plain words, whatever step it came from.
fn by_itself(def: &Def, world: &World, event: &Event) -> Option<String> {
    let piece_text = |piece: PieceId| thing(def, world, Class::Piece, i32::from(piece.0));
    let seat_text = |seat: i8| thing(def, world, Class::Seat, i32::from(seat));
    let language = def.language();
    match *event {
        Event::Changed { cell, from, to } => changed(def, world, cell, from, to),
        Event::Moved { from, to, .. } if from == to => None,
        Event::Moved { piece, from, to, .. } => {
            let (from, to) = (place_text(def, world, from), place_text(def, world, to));
            Some(language.say("{0} goes from {1} to {2}", &[&piece_text(piece), &from, &to]))
        }
        Event::Turned { piece, .. } => {
            Some(language.say("{0} is turned up", &[&piece_text(piece)]))
        }
        Event::Owned { piece, seat } => {
            Some(language.say("{0} now belongs to {1}", &[&piece_text(piece), &seat_text(seat)]))
        }
        // Control follows from where the piece lies: nothing to report.
        Event::Controlled { piece, seat } if holds(def, world, piece, seat) => None,
        Event::Controlled { piece, seat } => {
            let (piece, seat) = (piece_text(piece), seat_text(seat));
            Some(language.say("{0} is now controlled by {1}", &[&piece, &seat]))
        }
        Event::Shuffled { place } => {
            Some(language.say("{0} is shuffled", &[&place_text(def, world, place)]))
        }
        Event::Noted { note: id, gaps } => Some(note(def, world, FilledNote { note: id, gaps })),
        Event::Ended => Some(language.word("the game is over").into()),
        Event::Modified { value, piece, to } => {
            let name = &def.values[value.index()].named.id;
            Some(language.say("{0} makes {1} {2}", &[&piece_text(piece), name, &to]))
        }
        Event::Scored { .. } | Event::Drew { .. } | Event::Began { .. } => None,
    }
}

/// Whether control of a piece follows from where it lies: with a seat it is that seat's,
/// elsewhere its owner's.
fn holds(def: &Def, world: &World, piece: PieceId, seat: i8) -> bool {
    let place = def.places[world.place_of(piece).index()];
    match def.zones[place.zone.index()].scope {
        Scope::Seat => place.holder == i32::from(seat),
        _ => world.owner_of(piece) == i32::from(seat),
    }
}

fn changed(def: &Def, world: &World, cell: u32, from: i32, to: i32) -> Option<String> {
    let (counter, who) = counter_at(def, world, cell)?;
    let (name, language) = (&counter.named.id, def.language());
    Some(match (who, counter.track.is_some()) {
        (Some(who), true) => {
            language.say("{0} moves on {1} from {2} to {3}", &[&who, name, &from, &to])
        }
        (Some(who), false) if to > from => {
            language.say("{0} gains {1} {2} (now {3})", &[&who, &(to - from), name, &to])
        }
        (Some(who), false) => {
            language.say("{0} loses {1} {2} (now {3})", &[&who, &(from - to), name, &to])
        }
        (None, _) => language.say("{0} is now {1}", &[name, &to]),
    })
}

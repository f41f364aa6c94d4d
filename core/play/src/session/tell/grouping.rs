//! Groups events into facts: similar events that happen together become one fact.

use boardwright_rules::def::Def;
use boardwright_rules::def::ask::{self, Class};
use boardwright_rules::def::code::Op;
use boardwright_rules::def::part::{Named, Order, Scope, Visible};
use boardwright_rules::event::{Event, GAPS_MAX, Origin};
use boardwright_rules::id::{CounterId, KindId, NoteId, PieceId, PlaceId, SeatId, ZoneId};
use boardwright_rules::view::sees_event;
use boardwright_rules::world::World;
use boardwright_text::{Printed, Speaks, beside, called};

/// A fact to report, and who may know it: one bit for each seat.
pub(super) struct Fact {
    pub what: What,
    pub seen_by: u16,
}

/// The content of a fact.
pub(super) enum What {
    /// Counters of one holder changed for one reason.
    Changed(Changes),
    /// Pieces of a kind went from a zone to a zone.
    Moved(Moves),
    /// The same happened to several elements at once.
    Alike(Alike),
    /// Anything else.
    Said(String),
}

/// How counters changed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Verb {
    Gains,
    Loses,
    Pays,
    /// Was set.
    Has,
    /// Moved along a track.
    Walks,
}

/// Counters of one holder that changed for one reason.
pub(super) struct Changes {
    /// Their holder; `None` for the table.
    pub who: Option<String>,
    /// What happened to them, in order.
    pub acts: Vec<(Verb, Vec<CounterChange>)>,
    /// The cause.
    pub by: Option<String>,
}

/// A counter that changed.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct CounterChange {
    /// The singular and plural names.
    pub name: String,
    pub many: String,
    pub from: i32,
    pub to: i32,
    /// Whether it is a flag: never more than 1.
    pub is_flag: bool,
}

/// Pieces of a kind that went from a zone to a zone.
pub(super) struct Moves {
    /// The step that moved them.
    pc: u32,
    pub kind: KindId,
    pub from: ZoneId,
    pub to: ZoneId,
    pub pieces: Vec<Went>,
}

/// A piece that moved, with its name on arrival.
pub(super) struct Went {
    pub piece: PieceId,
    pub name: String,
    /// Its plural, if it has one.
    pub plural: String,
    /// What is printed on it, if it was hidden and is now open.
    pub printed: String,
    pub from: PlaceId,
    pub to: PlaceId,
}

impl Went {
    /// The singular and the plural.
    pub(super) fn names(&self) -> (String, String) {
        (self.name.clone(), self.plural.clone())
    }

    /// The same, with what is printed on it if that is new.
    pub(super) fn in_full(&self) -> (String, String) {
        let with = |name: &str| match (name, self.printed.as_str()) {
            ("", _) | (_, "") => name.to_owned(),
            (name, printed) => format!("{name} ({printed})"),
        };
        (with(&self.name), with(&self.plural))
    }
}

/// Elements to which one step did the same.
pub(super) struct Alike {
    /// The step.
    pc: u32,
    pub same: Same,
    pub things: Vec<String>,
}

/// What happened to elements that are reported together.
#[derive(PartialEq, Eq)]
pub(super) enum Same {
    /// They became a seat's property.
    Owned(String),
    /// A seat got control of them.
    Controlled(String),
    /// They were turned.
    Turned,
    /// Their counter was set.
    Now(String, i32),
}

/// All seats, one bit for each.
pub(super) fn everybody(def: &Def) -> u16 {
    (0..u16::from(def.seats).min(16)).fold(0, |all, seat| all | 1 << seat)
}

/// Groups events. `world` is the table before them; it ends as the table after them.
pub(super) fn facts(def: &Def, world: &mut World, events: &[(Origin, Event)]) -> Vec<Fact> {
    let mut facts: Vec<Fact> = vec![];
    for (origin, event) in events {
        world.fold(def, event);
        let seats =
            (0..u16::from(def.seats).min(16)).filter(|n| sees_event(def, SeatId(*n), event));
        let seen_by = seats.fold(0, |all, seat| all | 1 << seat);
        let what = match *event {
            Event::Changed { cell, from, to } if from != to => {
                changed(def, world, origin, (cell, from, to))
            }
            Event::Moved { piece, from, to, .. } if from != to => {
                moved(def, world, origin, (piece, from, to)).map(What::Moved)
            }
            Event::Turned { piece, .. } => turned(def, world, piece, &mut facts)
                .map(|piece| alike(origin, Same::Turned, piece)),
            Event::Owned { piece, seat } if !lies_with(def, world, piece, seat) => {
                let seat = called(def, world, Class::Seat, i32::from(seat));
                loud(def, world, piece).map(|piece| alike(origin, Same::Owned(seat), piece))
            }
            Event::Controlled { piece, seat }
                if !lies_with(def, world, piece, seat)
                    && world.owner_of(piece) != i32::from(seat) =>
            {
                let seat = called(def, world, Class::Seat, i32::from(seat));
                loud(def, world, piece).map(|piece| alike(origin, Same::Controlled(seat), piece))
            }
            _ => said(def, world, origin, event).map(What::Said),
        };
        if let Some(what) = what {
            add(def, &mut facts, Fact { what, seen_by });
        }
    }
    facts
}

/// Adds a fact to a similar one, or as a new one.
fn add(def: &Def, facts: &mut Vec<Fact>, mut fact: Fact) {
    match &mut fact.what {
        What::Said(_) => {}
        What::Alike(new) if !is_gathered(def, new) => {}
        What::Alike(new) => {
            for old in facts.iter_mut().rev() {
                match &mut old.what {
                    What::Alike(alike)
                        if (alike.pc, &alike.same) == (new.pc, &new.same)
                            && old.seen_by == fact.seen_by =>
                    {
                        alike.things.append(&mut new.things);
                        return;
                    }
                    // A loop may also move each of them.
                    What::Alike(_) | What::Moved(_) => {}
                    _ => break,
                }
            }
        }
        What::Changed(new) => {
            let last = facts.last_mut().filter(|last| last.seen_by == fact.seen_by);
            if let Some(Fact { what: What::Changed(old), .. }) = last
                && old.who.is_some()
                && (&old.who, &old.by) == (&new.who, &new.by)
            {
                for (verb, parts) in new.acts.drain(..) {
                    join(&mut old.acts, verb, parts);
                }
                return;
            }
        }
        What::Moved(new) => {
            let mut is_last = true;
            for old in facts.iter_mut().rev() {
                let What::Moved(moves) = &mut old.what else { break };
                let alike = (moves.kind, moves.from, moves.to) == (new.kind, new.from, new.to);
                if alike && old.seen_by == fact.seen_by && (is_last || moves.pc == new.pc) {
                    moves.pieces.append(&mut new.pieces);
                    return;
                }
                is_last = false;
            }
        }
    }
    facts.push(fact);
}

/// Whether what a step does to one element after another is reported as one: where the step names a
/// set, and always where pieces pass to a seat.
fn is_gathered(def: &Def, alike: &Alike) -> bool {
    matches!(alike.same, Same::Owned(_) | Same::Controlled(_)) || goes_over_a_set(def, alike.pc)
}

/// Whether an instruction is part of a step that does the same to each element of a set: the loop
/// around it comes from the same place.
fn goes_over_a_set(def: &Def, pc: u32) -> bool {
    let cause = |at: usize| def.causes.get(*def.cause_of.get(at)? as usize);
    let own = cause(pc as usize);
    let mut rest = (pc as usize + 1..def.code.len()).take_while(|at| cause(*at) == own);
    rest.any(|at| matches!(def.code.get(at), Some(Op::Next { .. })))
}

fn alike(origin: &Origin, same: Same, thing: String) -> What {
    What::Alike(Alike { pc: origin.pc, same, things: vec![thing] })
}

/// A piece's name, unless it is only bookkeeping.
fn loud(def: &Def, world: &World, piece: PieceId) -> Option<String> {
    let kind = def.pieces.get(piece.index())?.kind;
    (!def.is_quiet_kind(kind)).then(|| called(def, world, Class::Piece, i32::from(piece.0)))
}

/// Appends an act, or merges it with the previous one of the same sort.
fn join(acts: &mut Vec<(Verb, Vec<CounterChange>)>, verb: Verb, parts: Vec<CounterChange>) {
    match acts.last_mut() {
        Some((last, old)) if *last == verb => {
            for part in parts {
                match old.iter_mut().find(|it| it.name == part.name) {
                    Some(same) => same.to = part.to,
                    None => old.push(part),
                }
            }
        }
        _ => acts.push((verb, parts)),
    }
}

fn changed(
    def: &Def,
    world: &World,
    origin: &Origin,
    (cell, from, to): (u32, i32, i32),
) -> Option<What> {
    let op = def.code.get(origin.pc as usize);
    if matches!(op, Some(Op::Score(..) | Op::Majority(_))) {
        // The line of the score sheet reports it.
        return None;
    }
    let at = def.counters.iter().position(|it| (it.cell..it.cell + it.holders).contains(&cell))?;
    let id = CounterId::from(at);
    if def.is_quiet_counter(id) {
        return None;
    }
    let counter = def.counters.get(at)?;
    let holder = (cell - counter.cell + counter.first) as i32;
    let mut name = counter.named.name().to_owned();
    let mut many = counter.named.heading().to_owned();
    let who = match counter.scope {
        Scope::Table => None,
        Scope::Seat => Some(called(def, world, Class::Seat, holder)),
        Scope::Piece(_) => Some(called(def, world, Class::Piece, holder)),
        Scope::Space(_) => Some(called(def, world, Class::Space, holder)),
        Scope::SeatSpace(group) => {
            let group = def.groups.get(usize::from(group))?;
            let spaces = i32::from(group.spaces).max(1);
            let space = i32::from(group.first.0) + holder % spaces;
            let place = called(def, world, Class::Space, space);
            name = format!("{name} ({place})");
            many = format!("{many} ({place})");
            Some(called(def, world, Class::Seat, holder / spaces))
        }
    };
    let verb = match op {
        _ if counter.track.is_some() => Verb::Walks,
        Some(Op::Set(..)) => Verb::Has,
        Some(Op::Pay(..) | Op::PayPrinted(..)) if to < from => Verb::Pays,
        _ if to > from => Verb::Gains,
        _ => Verb::Loses,
    };
    let of_thing = matches!(counter.scope, Scope::Piece(_) | Scope::Space(_));
    if let (Verb::Has, true, Some(who)) = (verb, of_thing, &who) {
        return Some(alike(origin, Same::Now(name, to), who.clone()));
    }
    let by = cause(def, world, origin).filter(|by| Some(by) != who.as_ref());
    let part = CounterChange { name, many, from, to, is_flag: counter.max == 1 };
    Some(What::Changed(Changes { who, acts: vec![(verb, vec![part])], by }))
}

/// The cause of an event, if it has a name: a piece, or whatever the steps are printed on.
fn cause(def: &Def, world: &World, origin: &Origin) -> Option<String> {
    if usize::try_from(origin.piece).is_ok_and(|piece| piece < def.pieces.len()) {
        return Some(called(def, world, Class::Piece, origin.piece));
    }
    let proc = def.proc_at(origin.pc)?;
    let (of, _) = proc.named.id.split_once('/')?;
    if !proc.named.name.is_empty() && proc.named.name != proc.named.id {
        return Some(proc.named.name.clone());
    }
    let track = def.counters.iter().find(|it| it.track.is_some() && it.named.id == of)?;
    Some(track.named.name().to_owned())
}

fn moved(
    def: &Def,
    world: &World,
    origin: &Origin,
    (piece, from, to): (PieceId, PlaceId, PlaceId),
) -> Option<Moves> {
    let kind = def.pieces.get(piece.index())?.kind;
    let (from_zone, to_zone) =
        (def.places.get(from.index())?.zone, def.places.get(to.index())?.zone);
    let quiet = def.is_quiet_zone(from_zone) && def.is_quiet_zone(to_zone);
    if quiet || def.is_quiet_kind(kind) {
        return None;
    }
    let named = &def.entries.get(world.entry_of(def, piece).index())?.named;
    let (name, plural) = (named.name().to_owned(), named.plural.clone());
    let printed = if is_hidden(def, from) && !is_hidden(def, to) {
        beside(def, world, Printed::Piece(piece), None).unwrap_or_default()
    } else {
        String::new()
    };
    let pieces = vec![Went { piece, name, plural, printed, from, to }];
    Some(Moves { pc: origin.pc, kind, from: from_zone, to: to_zone, pieces })
}

/// Whether some seats do not see into a container.
fn is_hidden(def: &Def, place: PlaceId) -> bool {
    let zone = def.places.get(place.index()).and_then(|place| def.zones.get(place.zone.index()));
    zone.is_none_or(|zone| zone.visible != Visible::All || zone.order == Order::Bag)
}

/// The name of a turned piece. If it has just moved, that fact gets the new name instead.
fn turned(def: &Def, world: &World, piece: PieceId, facts: &mut [Fact]) -> Option<String> {
    let name = loud(def, world, piece)?;
    for fact in facts.iter_mut().rev() {
        let What::Moved(moves) = &mut fact.what else { break };
        if let Some(went) = moves.pieces.iter_mut().rev().find(|went| went.piece == piece) {
            let entry = def.entries.get(world.entry_of(def, piece).index());
            (went.name, went.plural) =
                (name, entry.map_or_else(String::new, |it| it.named.plural.clone()));
            if !went.printed.is_empty() {
                let printed = beside(def, world, Printed::Piece(piece), None);
                went.printed = printed.unwrap_or_default();
            }
            return None;
        }
    }
    Some(name)
}

/// Events that are reported on their own.
fn said(def: &Def, world: &World, origin: &Origin, event: &Event) -> Option<String> {
    match *event {
        Event::Shuffled { place } => {
            let zone = def.places.get(place.index())?.zone;
            let name = boardwright_text::place_called(def, world, place);
            (!def.is_quiet_zone(zone)).then(|| def.language().say("{0} is shuffled", &[&name]))
        }
        Event::Noted { note: id, gaps } => Some(note(def, world, id, &gaps)),
        Event::Ended => Some(def.language().word("the game is over").into()),
        Event::Modified { value, piece, to } => {
            let name: &Named = &def.values.get(value.index())?.named;
            let (piece, value) = (loud(def, world, piece)?, name.name());
            Some(def.language().say("{0} makes {1} {2}", &[&piece, &value, &to]))
        }
        Event::Scored { line, seat, points } if points != 0 => {
            let op = def.code.get(origin.pc as usize)?;
            let line = def.lines.get(line.index())?;
            matches!(op, Op::Score(..) | Op::Majority(_)).then(|| {
                let seat = called(def, world, Class::Seat, i32::from(seat));
                def.language().say("{0} scores {1} for {2}", &[&seat, &points, &line.name()])
            })
        }
        _ => None,
    }
}

/// Whether a piece lies in a container of a seat.
fn lies_with(def: &Def, world: &World, piece: PieceId, seat: i8) -> bool {
    let place = def.places.get(world.place_of(piece).index());
    place.is_some_and(|place| {
        let zone = def.zones.get(place.zone.index());
        zone.is_some_and(|zone| zone.scope == Scope::Seat) && place.holder == i32::from(seat)
    })
}

/// A note, with names filled into its gaps.
fn note(def: &Def, world: &World, id: NoteId, gaps: &[i32; GAPS_MAX]) -> String {
    let mut text = String::new();
    let mut gaps = gaps.iter();
    for part in def.notes.get(id.index()).map_or(&[][..], |note| &note.parts) {
        match part {
            ask::NotePart::Text(words) => text.push_str(words),
            ask::NotePart::Gap(_, class) => {
                let value = gaps.next().copied().unwrap_or(i32::MIN);
                text.push_str(&called(def, world, *class, value));
            }
        }
    }
    text
}

//! Names of things for people, and sentences about a thing.

use super::printed::beside_within;
use super::{Inspected, Printed, price, script_ask, spaces};
use crate::def::Def;
use crate::def::ask::{Class, NotePart};
use crate::def::code::Op;
use crate::def::expr::NIL;
use crate::def::part::Scope;
use crate::eval::Eval;
use crate::id::{EntryId, NoteId, PieceId, PlaceId, SeatId};
use crate::machine::{DONE, Request};
use crate::script::ScriptOption;
use crate::table::Table;
use crate::world::World;

/// A thing's name for people, or its id if it has none. Seats are shown by their id.
pub fn called(def: &Def, world: &World, class: Class, value: i32) -> String {
    let index = usize::try_from(value).ok();
    let named = match (class, index) {
        (Class::Space, Some(at)) if at < def.spaces.len() => {
            return spaces::called(def, world, at).unwrap_or_default();
        }
        (Class::Entry, Some(at)) => def.entries.get(at).map(|it| &it.named),
        (Class::Counter, Some(at)) => def.counters.get(at).map(|it| &it.named),
        (Class::Piece, Some(at)) if at < def.pieces.len() => {
            let entry = world.entry_of(def, PieceId::from(at));
            def.entries.get(entry.index()).map(|it| &it.named)
        }
        (Class::Place, Some(at)) => return place_called(def, world, PlaceId::from(at)),
        _ => None,
    };
    match named {
        Some(named) => named.name().to_owned(),
        None => super::thing(def, world, class, value),
    }
}

/// A thing in a sentence made of ids: by its id, except for a space named after a piece, or a
/// container on one.
pub(super) fn said(def: &Def, world: &World, class: Class, value: i32) -> String {
    let space = match (class, usize::try_from(value)) {
        (Class::Space, Ok(at)) => Some(at),
        (Class::Place, Ok(at)) => def.places.get(at).and_then(|place| {
            let zone = def.zones.get(place.zone.index())?;
            matches!(zone.scope, Scope::Space(_)).then_some(usize::try_from(place.holder).ok()?)
        }),
        _ => None,
    };
    match space.and_then(|at| spaces::namesake(def, world, at)) {
        Some(_) => called(def, world, class, value),
        None => super::thing(def, world, class, value),
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
            def.language.say("{0} of {1}", &[&zone.named.name(), &seat])
        }
        Scope::Table | Scope::SeatSpace(_) => zone.named.name().to_owned(),
    }
}

/// A sentence about a thing, as a seat reads it: the thing is in register 0.
pub fn about(def: &Def, world: &World, note: NoteId, seat: SeatId, it: i32) -> String {
    let locals = [i32::from(seat.0)];
    let mut eval = Eval::new(def, world, &locals);
    eval.its[0] = it;
    filled(&mut eval, note)
}

/// The author's note beside a piece, as a seat reads it; without a seat, only if it is the same for
/// all.
pub(super) fn said_by_note(
    def: &Def,
    world: &World,
    (note, piece): (NoteId, PieceId),
    seat: Option<SeatId>,
) -> Option<String> {
    let read = |seat: SeatId| {
        let locals = [i32::from(seat.0)];
        let mut eval = Eval::within(def, world, &locals);
        eval.its[0] = i32::from(piece.0);
        filled(&mut eval, note)
    };
    if let Some(seat) = seat {
        return Some(read(seat));
    }
    let mut all = (0..usize::from(def.seats)).map(|seat| read(SeatId::from(seat)));
    let first = all.next()?;
    all.all(|other| other == first).then_some(first)
}

/// The note beside pieces of its kind, if the author has written one.
pub(super) fn kind_note(def: &Def, piece: PieceId) -> Option<NoteId> {
    let kind = def.pieces.get(piece.index())?.kind;
    def.show.kinds.iter().find(|(it, _)| *it == kind).map(|(_, note)| *note)
}

/// A sentence with its gaps filled; `-` stands for nothing.
fn filled(eval: &mut Eval, note: NoteId) -> String {
    let (def, world) = (eval.def, eval.world);
    let Some(note) = def.notes.get(note.index()) else { return String::new() };
    let mut text = String::new();
    for part in &note.parts {
        match part {
            NotePart::Text(words) => text.push_str(words),
            NotePart::Gap(expr, class) => {
                let value = eval.eval(*expr);
                if let Class::Cost(attr, bearer) = *class {
                    let seat = eval.locals.first().copied();
                    text.push_str(&price(def, world, (attr, bearer), value, seat));
                    continue;
                }
                let is_thing = !matches!(class, Class::Number | Class::Truth);
                match value == NIL || is_thing && value < 0 {
                    true => text.push('-'),
                    false => text.push_str(&called(def, world, *class, value)),
                }
            }
        }
    }
    text
}

/// The printed thing an option stands for: the thing itself, or the piece that names a space.
fn printed_of(machine: &mut Inspected, option: i32) -> Option<Printed> {
    let (class, value) = match machine.request().1 {
        Request::Pick(pick) | Request::PickSome(pick) | Request::Secret(pick) => {
            (machine.def.picks.get(pick.index())?.class, option)
        }
        Request::Script(_) => {
            match script_ask(machine)?.options.get(usize::try_from(option).ok()?)? {
                ScriptOption::Thing(class, value) => (*class, *value),
                ScriptOption::Words(_) => return None,
            }
        }
        _ => return None,
    };
    match class {
        Class::Piece => Some(Printed::Piece(PieceId(u16::try_from(value).ok()?))),
        Class::Entry => Some(Printed::Entry(EntryId(u16::try_from(value).ok()?))),
        Class::Space => {
            let at = usize::try_from(value).ok()?;
            spaces::namesake(machine.def, &machine.state.world, at).map(Printed::Piece)
        }
        _ => None,
    }
}

impl Table<'_> {
    /// The label of the n-th option, if any: from the author of the pick, else what every list
    /// shows beside such a thing.
    pub fn label(&self, index: usize) -> Option<String> {
        let (seat, request) = self.asked()?;
        let option = *self.options().get(index)?;
        if option == DONE {
            return None;
        }
        let label = match request {
            Request::Pick(pick) | Request::PickSome(pick) | Request::Secret(pick) => {
                self.def.show.labels.iter().find(|label| label.pick == pick)
            }
            Request::Script(_) => None,
            _ => return None,
        };
        if label.is_none() && self.def.show.kinds.is_empty() && self.def.show.prints.is_empty() {
            return None;
        }
        let shown = self.show(|machine| {
            let text = match label {
                Some(label) => {
                    let base = machine.base();
                    if let Some(me) = machine.state.control.locals.get_mut(base) {
                        *me = i32::from(seat.0);
                    }
                    let mut eval = machine.evaluation();
                    *eval.its.get_mut(usize::from(label.it))? = option;
                    filled(&mut eval, label.note)
                }
                None => {
                    let on = printed_of(machine, option)?;
                    beside_within(machine.def, &machine.state.world, on, Some(seat))?
                }
            };
            Some(text).filter(|text| !text.is_empty())
        });
        let too_long = || Some(self.def.language.word("this takes too long to work out").into());
        shown.unwrap_or_else(too_long)
    }

    /// What a branch of the current menu does by the rules: the text of the procedure it calls.
    pub fn rules_of(&self, label: &str) -> Option<String> {
        let (_, Request::Choose(menu)) = self.asked()? else { return None };
        let branch = self.def.menu(menu).branches.iter().find(|it| it.label == label)?;
        self.rules_at(branch.body)
    }

    fn rules_at(&self, pc: u32) -> Option<String> {
        let Op::Call(proc, _) = self.def.code.get(pc as usize)? else { return None };
        let text = &self.def.procs.get(proc.index())?.named.text;
        Some(text.clone()).filter(|text| !text.is_empty())
    }
}

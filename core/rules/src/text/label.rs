//! Names as people call things, and sentences about a thing.

use crate::def::Def;
use crate::def::ask::{Class, Part};
use crate::def::code::Op;
use crate::def::expr::NIL;
use crate::def::part::{Named, Scope};
use crate::eval::Eval;
use crate::id::{NoteId, PieceId, PlaceId, SeatId};
use crate::machine::{DONE, Request};
use crate::table::Table;
use crate::world::World;

/// What people call a thing: its name, or its id where it has none. Seats go by their id.
pub fn called(def: &Def, world: &World, class: Class, value: i32) -> String {
    let index = usize::try_from(value).ok();
    let named = match (class, index) {
        (Class::Space, Some(at)) => def.spaces.get(at).map(|it| &it.named),
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
        Some(named) => name(named).to_owned(),
        None => super::thing(def, world, class, value),
    }
}

/// What people call a container. One of a space or piece goes by the name of that.
pub fn place_called(def: &Def, world: &World, place: PlaceId) -> String {
    let Some(it) = def.places.get(place.index()) else { return "nowhere".into() };
    let Some(zone) = def.zones.get(it.zone.index()) else { return "nowhere".into() };
    match zone.scope {
        Scope::Space(_) => called(def, world, Class::Space, it.holder),
        Scope::Piece(_) => called(def, world, Class::Piece, it.holder),
        Scope::Seat => {
            let seat = called(def, world, Class::Seat, it.holder);
            def.language.say("{0} of {1}", &[&name(&zone.named), &seat])
        }
        Scope::Table | Scope::SeatSpace(_) => name(&zone.named).to_owned(),
    }
}

fn name(named: &Named) -> &str {
    if named.name.is_empty() { &named.id } else { &named.name }
}

/// A sentence about a thing, as a seat reads it: the thing is in register 0.
pub fn about(def: &Def, world: &World, note: NoteId, seat: SeatId, it: i32) -> String {
    let locals = [i32::from(seat.0)];
    let mut eval = Eval::new(def, world, &locals);
    eval.its[0] = it;
    filled(&mut eval, note)
}

/// A sentence with its gaps filled; `-` stands for nothing.
fn filled(eval: &mut Eval, note: NoteId) -> String {
    let (def, world) = (eval.def, eval.world);
    let Some(note) = def.notes.get(note.index()) else { return String::new() };
    let mut text = String::new();
    for part in &note.parts {
        match part {
            Part::Text(words) => text.push_str(words),
            Part::Gap(expr, class) => {
                let value = eval.eval(*expr);
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

impl Table<'_> {
    /// What the author of a pick says about its n-th option, if anything.
    pub fn label(&self, index: usize) -> Option<String> {
        let (seat, request) = self.asked()?;
        let option = *self.options().get(index)?;
        let (Request::Pick(pick) | Request::PickSome(pick) | Request::Secret(pick)) = request
        else {
            return None;
        };
        let label = self.def.show.labels.iter().find(|label| label.pick == pick)?;
        if option == DONE {
            return None;
        }
        let shown = self.show(|machine| {
            let base = machine.base();
            if let Some(me) = machine.state.control.locals.get_mut(base) {
                *me = i32::from(seat.0);
            }
            let mut eval = machine.evaluation();
            *eval.its.get_mut(usize::from(label.it))? = option;
            Some(filled(&mut eval, label.note)).filter(|text| !text.is_empty())
        });
        let too_long = || Some(self.def.language.word("this takes too long to work out").into());
        shown.unwrap_or_else(too_long)
    }

    /// What a branch of the menu that is asked does by the rules: the text of the procedure it
    /// calls.
    pub fn rules_of(&self, label: &str) -> Option<String> {
        let (_, Request::Choose(menu)) = self.asked()? else { return None };
        let branch = self.def.menu(menu).branches.iter().find(|it| it.label == label)?;
        self.rules_at(branch.body)
    }

    /// What people call a branch of the menu that is asked.
    pub fn branch_name(&self, label: &str) -> Option<&str> {
        let (_, Request::Choose(menu)) = self.asked()? else { return None };
        let branch = self.def.menu(menu).branches.iter().find(|it| it.label == label)?;
        Some(branch.name.as_str()).filter(|name| !name.is_empty())
    }

    fn rules_at(&self, pc: u32) -> Option<String> {
        let Op::Call(proc, _) = self.def.code.get(pc as usize)? else { return None };
        let text = &self.def.procs.get(proc.index())?.named.text;
        Some(text.clone()).filter(|text| !text.is_empty())
    }
}

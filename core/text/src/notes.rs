//! Sentences with gaps.

use boardwright_rules::def::Def;
use boardwright_rules::def::ask::{Class, NotePart};
use boardwright_rules::def::expr::NIL;
use boardwright_rules::eval::Eval;
use boardwright_rules::id::{NoteId, PieceId, SeatId};
use boardwright_rules::table::FilledNote;
use boardwright_rules::world::World;

use crate::names::{called, said};
use crate::printed::price;

/// A note whose gaps have been worked out.
pub(crate) fn note(def: &Def, world: &World, FilledNote { note, gaps }: FilledNote) -> String {
    let mut text = String::new();
    let mut gaps = gaps.into_iter();
    for part in &def.notes[note.index()].parts {
        match part {
            NotePart::Text(words) => text.push_str(words),
            NotePart::Gap(_, class) => {
                text.push_str(&said(def, world, *class, gaps.next().unwrap_or(NIL)));
            }
        }
    }
    text
}

/// The words of a note without what stands in its gaps.
pub(crate) fn words(def: &Def, note: NoteId) -> String {
    let words = def.notes[note.index()].parts.iter().filter_map(|part| match part {
        NotePart::Text(words) => Some(words.as_str()),
        NotePart::Gap(..) => None,
    });
    words.collect()
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
pub(crate) fn said_by_note(
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
pub(crate) fn kind_note(def: &Def, piece: PieceId) -> Option<NoteId> {
    let kind = def.pieces.get(piece.index())?.kind;
    def.show.kinds.iter().find(|(it, _)| *it == kind).map(|(_, note)| *note)
}

/// A sentence with its gaps filled; `-` stands for nothing.
pub(crate) fn filled(eval: &mut Eval<'_>, note: NoteId) -> String {
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

//! `undo!`: unfair take-backs, for people trying a game out.

use boardwright_rules::id::SeatId;

use super::turn::{Next, Playing};
use crate::fail::Done;
use crate::io::{Ink, Io};

impl Playing<'_> {
    /// Undoes up to the last choice a person made, whatever was learned from it. Choices that are
    /// fair to take back are undone as with `undo`.
    pub(super) fn undo_anyway(&mut self, seat: SeatId, io: &mut Io) -> Done<Next> {
        let language = self.language();
        let n_marks = self.session.taken_back().len();
        if self.undo(seat).is_err() {
            let choices: Vec<(bool, bool)> = (self.session.choices())
                .map(|it| (self.is_of_person(&it.seat), !it.forced || self.ask_all))
                .collect();
            let last = choices.iter().rposition(|(is_own, is_free)| *is_own && *is_free);
            let n = last.map_or(0, |at| choices.len() - at);
            let by = self.name(seat);
            if let Err(why) = self.session.undo_anyway(n, &by) {
                let told = language.say("that cannot be taken back: {0}", &[&why]);
                writeln!(io.out, "  {told}")?;
                return Ok(Next::Ask);
            }
        }
        writeln!(io.out, "{}", language.word("taken back"))?;
        // Where the table is drawn the mark is news to all.
        self.new_from(self.session.log().len().saturating_sub(1));
        // Earlier marks were already shown.
        let line = self.session.log().last();
        if self.session.taken_back().len() > n_marks
            && self.canvas(io).is_none()
            && let Some(text) = line.and_then(|line| self.seats.shown(line))
        {
            writeln!(io.out, "{}", io.ink(Ink::Bad, text))?;
        }
        (self.shown, self.untold) = (None, None);
        // The next person at the keyboard reads it, too.
        self.handed = self.handed.min(self.session.log().len().saturating_sub(1));
        if io.around.input_is_terminal {
            self.keep(io)?;
        }
        Ok(Next::GoOn)
    }

    fn is_of_person(&self, id: &str) -> bool {
        let seats = &self.session.game.def.seat_names;
        let seat = seats.iter().position(|named| named.id == id);
        seat.is_some_and(|seat| self.seats.is_human(SeatId::from(seat)))
    }

    /// Reports the unfair take-backs made before the game was saved.
    pub(super) fn show_marks(&self, io: &mut Io) -> Done<()> {
        for line in self.session.log().iter().filter(|line| line.is_mark) {
            if let Some(text) = self.seats.shown(line) {
                writeln!(io.out, "{}", io.ink(Ink::Bad, text))?;
            }
        }
        Ok(())
    }
}

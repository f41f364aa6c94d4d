//! Several people at one keyboard: nobody sees what only another may see.

use boardwright_rules::def::Def;
use boardwright_rules::def::part::Visible;
use boardwright_rules::id::SeatId;
use boardwright_rules::machine::Request;

use super::line::{self, Line};
use super::turn::{Next, Playing};
use crate::fail::Done;
use crate::io::{Ink, Io};
use crate::screen::CLEAR;
use crate::table::{self, Typed};

/// Whether seats have anything that others may not see.
fn has_secrets(def: &Def) -> bool {
    def.zones.iter().any(|zone| zone.visible == Visible::Owner)
        || def.counters.iter().any(|counter| counter.visible == Visible::Owner)
        || !def.secrets.is_empty()
}

impl Playing<'_> {
    /// Whether the current choice must be kept from others at this terminal.
    pub(super) fn is_others_secret(&self) -> bool {
        let asked = self.session.table().asked();
        self.seats.n_people() > 1 && matches!(asked, Some((_, Request::Secret(_))))
    }

    /// Before another person is asked: clears the screen, shows what everybody may know, and waits
    /// until that person looks. Nothing of the seat is shown before.
    pub(super) fn hand_over(&mut self, seat: SeatId, io: &mut Io) -> Done<Option<Next>> {
        let is_needed = self.seats.n_people() > 1 && has_secrets(&self.session.game.def);
        if !is_needed || self.looking == Some(seat) {
            return Ok(None);
        }
        let (language, name) = (self.language(), self.name(seat));
        let from = std::mem::replace(&mut self.handed, self.session.log().len());
        if io.around.out_is_terminal && io.around.input_is_terminal {
            write!(io.out, "{CLEAR}")?;
            self.show_log(from, io)?;
        }
        let notice = language.say("hand over to {0}: only {0} may look now", &[&name]);
        writeln!(io.out, "\n{}", io.ink(Ink::Head, notice))?;
        // Without a terminal nobody is watching.
        while io.around.input_is_terminal {
            write!(io.out, "{} ", language.say("press Enter when {0} is ready", &[&name]))?;
            io.out.flush()?;
            let Line::Text(line) = line::read(io.input)? else {
                return self.input_ended(io).map(Some);
            };
            let left = match table::read(&line, &[], &[]) {
                Typed::Quit => self.quit(io)?,
                Typed::QuitUnsaved => self.quit_unsaved(io)?,
                _ => break,
            };
            if let Next::Stop = left {
                return Ok(Some(Next::Stop));
            }
        }
        self.looking = Some(seat);
        Ok(None)
    }
}

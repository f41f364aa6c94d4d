//! `score`: the score sheet if the game ended now.

use boardwright_rules::id::SeatId;

use super::turn::Playing;
use crate::fail::Done;
use crate::io::{Ink, Io};
use crate::table;

impl Playing<'_> {
    /// Shows the score as far as a seat may know it.
    pub(super) fn show_score(&self, seat: SeatId, io: &mut Io) -> Done<()> {
        let language = self.language();
        match self.session.score_now(seat) {
            Ok(score) => {
                let head = language.word("if the game ended now:");
                writeln!(io.out, "{}", io.ink(Ink::Head, head))?;
                let def = &self.session.game.def;
                write!(io.out, "{}", table::sheet_now(def, &score, io.colour))?;
            }
            Err(why) => {
                let told = language.say("the score cannot be worked out now: {0}", &[&why]);
                writeln!(io.out, "  {told}")?;
            }
        }
        Ok(())
    }
}

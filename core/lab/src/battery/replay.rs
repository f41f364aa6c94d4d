//! The choices alone lead to the same states again, even after they were saved and loaded.

use super::{Law, Moment};
use boardwright_play::save::{Save, replay};

pub(super) struct Replay;

impl Law for Replay {
    fn name(&self) -> &'static str {
        "replay"
    }

    fn decision(&mut self, _: &Moment, _: usize) -> Result<(), String> {
        Ok(())
    }

    fn end(&mut self, now: &Moment) -> Result<(), String> {
        let written = now.session.save().to_text();
        let save = Save::load(&written).map_err(|error| error.to_string())?;
        if save != now.session.save() {
            return Err("a saved game is different when it is read again".into());
        }
        let again = replay(now.game, &save).map_err(|error| error.to_string())?;
        if again.log() == now.session.log() {
            Ok(())
        } else {
            Err("played again, the game has another log".into())
        }
    }
}

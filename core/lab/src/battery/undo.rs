//! Undoing choice after choice leads through the same states to the start.

use super::{Law, Moment};
use boardwright_play::save::replay;

/// Hashes of the states at each decision.
#[derive(Default)]
pub(super) struct Undo {
    hashes: Vec<u64>,
}

impl Law for Undo {
    fn name(&self) -> &'static str {
        "undo"
    }

    fn decision(&mut self, now: &Moment, _: usize) -> Result<(), String> {
        self.hashes.push(now.table().state().hash());
        Ok(())
    }

    fn end(&mut self, now: &Moment) -> Result<(), String> {
        let save = now.session.save();
        let mut session = replay(now.game, &save).map_err(|error| error.to_string())?;
        for (at, hash) in self.hashes.iter().enumerate().rev() {
            session.step_back()?;
            if session.table().state().hash() != *hash {
                return Err(format!("taken back to decision {}, the state is different", at + 1));
            }
        }
        match session.step_back() {
            Ok(()) => Err("more choices can be taken back than were made".into()),
            Err(_) => Ok(()),
        }
    }
}

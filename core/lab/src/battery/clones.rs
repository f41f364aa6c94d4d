//! A copy of a state plays on like the original, and does not change with it.

use boardwright_rules::event::Deaf;
use boardwright_rules::state::State;

use super::{Law, Moment};

/// How many old copies are kept until the end.
const KEPT_MAX: usize = 64;

#[derive(Default)]
pub(super) struct Clones {
    /// The state before the last choice, and the choice.
    last: Option<(State, usize)>,
    /// Old copies and their hashes.
    kept: Vec<(State, u64)>,
    n_seen: usize,
}

impl Law for Clones {
    fn name(&self) -> &'static str {
        "clones"
    }

    fn decision(&mut self, now: &Moment, index: usize) -> Result<(), String> {
        self.compare(now)?;
        let state = now.table().state();
        self.last = Some((state.clone(), index));
        self.n_seen += 1;
        if self.n_seen.is_power_of_two() && self.kept.len() < KEPT_MAX {
            self.kept.push((state.clone(), state.hash()));
        }
        Ok(())
    }

    fn end(&mut self, now: &Moment) -> Result<(), String> {
        self.compare(now)?;
        match self.kept.iter().all(|(state, hash)| state.hash() == *hash) {
            true => Ok(()),
            false => Err("a copy made earlier has changed".into()),
        }
    }
}

impl Clones {
    /// Makes the last choice on a copy: it must lead to the game's current state.
    fn compare(&self, now: &Moment) -> Result<(), String> {
        let Some((before, index)) = &self.last else { return Ok(()) };
        let mut table = now.resumed(before.clone())?;
        table.choose(*index, &mut Deaf).map_err(|refused| {
            let told = now.game.refusal(&refused, &before.world);
            format!("a choice that was made could not be made on a copy: {told}")
        })?;
        if table.state() == now.table().state() {
            Ok(())
        } else {
            Err("the same choice on a copy led to another state".into())
        }
    }
}

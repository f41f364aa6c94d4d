//! Scripts do not fail, also where look-ahead runs them, and run twice they give the same result.

use super::{Law, Moment};

pub(super) struct Scripts;

impl Law for Scripts {
    fn name(&self) -> &'static str {
        "scripts"
    }

    fn decision(&mut self, now: &Moment, _: usize) -> Result<(), String> {
        match now.game.scripts.first_failure() {
            None => Ok(()),
            Some(told) => Err(told),
        }
    }

    fn end(&mut self, now: &Moment) -> Result<(), String> {
        self.decision(now, 0)
    }
}

//! Scripts do not fail, even in look-ahead, and give the same result when run twice.

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

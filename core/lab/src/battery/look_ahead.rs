//! What is offered is what trying every answer to its end finds: nothing that can be completed is
//! withheld, nothing is offered that cannot be.

use super::{Law, Moment};
use crate::fuzz::compare::{Compared, compare_options};

/// How many answers are tried at one decision.
const TRIALS_MAX: u32 = 1_000;
/// How many answers are tried in one game. Where that is too few for all decisions, those at
/// the start are looked at, and then fewer and fewer.
const TRIALS_IN_ALL: u32 = 3_000;

/// Trying everything is dear, so decisions are looked at while there is some of it left.
#[derive(Default)]
pub(super) struct LookAhead {
    tried: u32,
    decision: u32,
}

impl Law for LookAhead {
    fn name(&self) -> &'static str {
        "look-ahead"
    }

    fn decision(&mut self, now: &Moment, _: usize) -> Result<(), String> {
        self.decision += 1;
        // The more was tried, the rarer a decision is looked at: late ones get their share.
        let every = 1 + 8 * self.tried / TRIALS_IN_ALL;
        if self.tried >= TRIALS_IN_ALL
            || !self.decision.is_multiple_of(every)
            || now.table().gave_up()
        {
            return Ok(());
        }
        let (compared, tried) = compare_options(now.table(), TRIALS_MAX);
        self.tried += tried;
        match compared {
            Compared::Differs(difference) => {
                Err(format!("{:?}: {difference}", now.table().question()))
            }
            Compared::Same { .. } | Compared::TooMuch => Ok(()),
        }
    }
}

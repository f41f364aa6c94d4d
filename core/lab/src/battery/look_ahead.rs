//! The options are those an exhaustive search finds: none that can be completed is withheld, none
//! that cannot be completed is offered.

use super::{Law, Moment};
use crate::fuzz::compare::{Compared, compare_options};
use boardwright_text::InWords;

/// The maximum number of answers tried at one decision.
const TRIALS_MAX: u32 = 1_000;
/// The maximum number of answers tried in one game. If that is too few for all decisions, those at
/// the start are checked, and later ones less and less often.
const TRIALS_IN_ALL: u32 = 3_000;

/// Exhaustive search is expensive, so decisions are checked while the budget lasts.
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
        // The more answers were tried, the fewer decisions are checked, so that late ones get their
        // share.
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

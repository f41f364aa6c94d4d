//! A bot's plan for the rest of its turn.

use boardwright_rules::table::Table;

use super::mind::keys;
use super::turns::{PlannedDecision, Way, offered};

/// The remaining decisions, in reverse order.
#[derive(Default)]
pub(super) struct TurnPlan {
    steps: Vec<PlannedDecision>,
}

impl TurnPlan {
    /// The pick that needs no thought: with fewer than two options there is nothing to choose,
    /// otherwise it is the next of the plan. `None` if the bot has to think.
    pub fn ready(&mut self, table: &Table) -> Option<Option<usize>> {
        let n_options = table.options().len();
        if n_options < 2 {
            return Some((n_options == 1).then_some(0));
        }
        let mut options = vec![];
        keys(table, &mut options);
        self.next(&options).map(Some)
    }

    /// Starts a plan from a way; returns the first choice. `None` if the way has no choices.
    pub fn begin(&mut self, way: &Way) -> Option<usize> {
        self.steps.clear();
        self.steps.extend(way.steps.iter().rev());
        self.steps.pop().map(|step| step.index)
    }

    /// The next choice. `None` if the options are not those expected; then the plan is dropped.
    pub fn next(&mut self, options: &[u64]) -> Option<usize> {
        let step = self.steps.pop().filter(|step| step.offered == offered(options));
        if step.is_none() {
            self.steps.clear();
        }
        step.map(|step| step.index)
    }
}

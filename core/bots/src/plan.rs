//! A bot's plan for the rest of its turn.

use super::turns::{PlannedDecision, Way, offered};

/// The remaining decisions, in reverse order.
#[derive(Default)]
pub(super) struct TurnPlan {
    steps: Vec<PlannedDecision>,
}

impl TurnPlan {
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

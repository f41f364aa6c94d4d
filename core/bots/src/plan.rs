//! What a bot means to do in the rest of its turn.

use super::turns::{Step, Way, offered};

/// The steps to come, the next one last.
#[derive(Default)]
pub(super) struct Plan {
    steps: Vec<Step>,
}

impl Plan {
    /// Sets out on a way; gives the first choice. `None` if there is nothing to choose on it.
    pub fn begin(&mut self, way: &Way) -> Option<usize> {
        self.steps.clear();
        self.steps.extend(way.steps.iter().rev());
        self.steps.pop().map(|step| step.index)
    }

    /// The next choice. `None` if something else is offered than was thought: then all that was
    /// planned is forgotten.
    pub fn next(&mut self, options: &[u64]) -> Option<usize> {
        let step = self.steps.pop().filter(|step| step.offered == offered(options));
        if step.is_none() {
            self.steps.clear();
        }
        step.map(|step| step.index)
    }
}

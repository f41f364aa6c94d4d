//! Looks ahead to the end of its own turn and takes the option that is worth most then.

use boardwright_rules::rng::Stream;
use boardwright_rules::table::Table;

use super::Bot;
use super::mind::{Mind, seed};
use super::plan::TurnPlan;
use super::turns::Outlook;

/// How many ends of the turn it examines for one decision.
const ENDS: u32 = 200;

/// Takes the option that lets its own turn end best, by the points the rules would give then and
/// the pack's hints. It ignores what others will do.
pub struct GreedyBot {
    stream: Stream,
    plan: TurnPlan,
}

impl GreedyBot {
    /// A bot that always plays the same with the same seed.
    pub fn new(seed: u64) -> Self {
        Self { stream: Stream::new(seed, "bot/greedy"), plan: TurnPlan::default() }
    }
}

impl Bot for GreedyBot {
    fn pick(&mut self, table: &Table) -> Option<usize> {
        if let Some(pick) = self.plan.ready(table) {
            return pick;
        }
        let n_options = table.options().len();
        let mut mind = Mind::new(table)?;
        if let Some(start) = mind.table(seed(&mut self.stream)) {
            let mut outlook = Outlook::default();
            let ways = outlook.ways(&mut mind, &mut self.stream, &start, (ENDS, 1));
            if let Some(index) = ways.first().and_then(|way| self.plan.begin(way)) {
                return Some(index);
            }
        }
        Some(self.stream.below(n_options as u32) as usize)
    }
}

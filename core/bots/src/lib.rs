//! Players that need no people: they choose among the options a table offers, and use only what
//! their own seat may know.

mod greedy;
mod mcts;
mod mind;
mod plan;
mod random;
mod spec;
#[cfg(test)]
mod tests;
mod turns;

use boardwright_rules::table::Table;

pub use greedy::GreedyBot;
pub use mcts::MctsBot;
pub use random::{FirstBot, RandomBot};
pub use spec::{Budget, Spec};

/// A player that makes decisions.
pub trait Bot {
    /// Picks an option; `None` when nothing is asked.
    fn pick(&mut self, table: &Table) -> Option<usize>;
}

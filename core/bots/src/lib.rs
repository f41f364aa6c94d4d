//! Players that need no people: they choose among what a table offers, and look at nothing but
//! what their own seat may know.

mod greedy;
mod mcts;
mod mind;
mod plain;
mod plan;
mod spec;
#[cfg(test)]
mod tests;
mod turns;

use boardwright_rules::table::Table;

pub use greedy::GreedyBot;
pub use mcts::MctsBot;
pub use plain::{FirstBot, RandomBot};
pub use spec::{Budget, Spec};

/// Something that decides.
pub trait Bot {
    /// Which option to take; `None` when nothing is asked.
    fn pick(&mut self, table: &Table) -> Option<usize>;
}

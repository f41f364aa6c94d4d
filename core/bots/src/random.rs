//! Bots that do not think.

use boardwright_rules::rng::Stream;
use boardwright_rules::table::Table;

use super::Bot;

/// Takes a random option, each equally likely. Its random numbers are its own: the game's are not
/// used.
pub struct RandomBot {
    stream: Stream,
}

impl RandomBot {
    /// A bot that always plays the same with the same seed.
    pub fn new(seed: u64) -> Self {
        Self { stream: Stream::new(seed, "bot/random") }
    }
}

impl Bot for RandomBot {
    fn pick(&mut self, table: &Table) -> Option<usize> {
        let n_options = table.options().len();
        (n_options > 0).then(|| self.stream.below(n_options as u32) as usize)
    }
}

/// Always takes the first option.
pub struct FirstBot;

impl Bot for FirstBot {
    fn pick(&mut self, table: &Table) -> Option<usize> {
        (!table.options().is_empty()).then_some(0)
    }
}

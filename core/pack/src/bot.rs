//! Players that need no people: they choose among what a table offers.

use boardwright_rules::rng::Stream;
use boardwright_rules::table::Table;

/// Something that decides.
pub trait Bot {
    /// Which option to take; `None` when nothing is asked.
    fn pick(&mut self, table: &Table) -> Option<usize>;
}

/// Takes any option, each equally likely. Its randomness is its own: the game's is not touched.
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

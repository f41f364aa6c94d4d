//! Arguments shared by several commands.

use clap::ValueEnum;

/// Packs on top of the named one.
#[derive(clap::Args, Debug)]
pub struct With {
    /// Further packs on top; can be repeated.
    #[arg(long, value_name = "PACK")]
    pub with: Vec<String>,
}

impl With {
    /// The named pack and those on top of it.
    pub fn on<'p>(&'p self, pack: &'p String) -> impl Iterator<Item = &'p String> {
        [pack].into_iter().chain(&self.with)
    }
}

/// The table: the number of players and the options.
#[derive(clap::Args, Debug)]
pub struct Seating {
    /// The number of players; by default the smallest allowed from two up.
    #[arg(long, value_name = "N")]
    pub players: Option<u8>,
    /// Sets an option of the pack: `size=4`; can be repeated.
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = name_and_value)]
    pub options: Vec<(String, String)>,
}

/// The bots of many games.
#[derive(clap::Args, Debug)]
pub struct Bots {
    /// Who plays: one bot for all seats, or one for each; they move on by one seat with every game.
    ///
    /// `random`, `first` (always takes the first option), `greedy` (plans its own turn to the end),
    /// `mcts:1000` (searches ahead for 1,000 iterations), `mcts:200ms` (for 200 milliseconds; its
    /// choices depend on the machine).
    #[arg(long, value_name = "BOT,...", value_delimiter = ',', default_value = "random")]
    pub bots: Vec<String>,
}

/// Many games, and the format of the result.
#[derive(clap::Args, Debug)]
pub struct Many {
    /// The seed of the run: the same seed gives the same games.
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// How many games are played at a time; by default one per core.
    #[arg(long, value_name = "T")]
    pub threads: Option<usize>,
    /// The format of the result.
    #[arg(long, value_enum, value_name = "FORM", default_value = "human")]
    pub format: Form,
}

/// The format of a result.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Tables for people.
    Human,
    /// JSON, for other programs.
    Json,
}

/// Parses an option as typed.
pub fn name_and_value(typed: &str) -> Result<(String, String), String> {
    match typed.split_once('=') {
        Some((name, value)) if !name.is_empty() && !value.is_empty() => {
            Ok((name.trim().into(), value.trim().into()))
        }
        _ => Err("expected a name and a value, such as `size=4`".into()),
    }
}

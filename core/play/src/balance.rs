//! Balance: ranges that the figures of many games must stay in. Content, not code: the blocks are
//! under `balance` in a pack's `tests/*.yaml`.

mod figure;
mod read;

use boardwright_rules::def::Def;

use crate::scenario::TypedOption;
use boardwright_packs::layer::Loaded;
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::source::Span;

pub use figure::{Figure, Of};

/// How many games a block plays by default.
pub const GAMES_DEFAULT: u64 = 200;
/// The maximum number of games a block may ask for.
pub const GAMES_MAX: i64 = 1_000_000;
/// The maximum number of blocks in one file.
pub const BLOCKS_MAX: usize = 200;

/// A range that a figure must stay in.
#[derive(Clone, Debug)]
pub struct Block {
    /// What the block promises; its name.
    pub name: String,
    /// The pack it belongs to.
    pub pack: String,
    /// Where the name is written.
    pub span: Span,
    /// Who plays: one bot for all seats, or one for each.
    pub bots: Vec<String>,
    /// The number of players; by default the smallest allowed number from two up.
    pub players: Option<u8>,
    /// Where the number of players is written.
    pub players_span: Option<Span>,
    /// The number of games.
    pub games: u64,
    /// The seed of the run.
    pub seed: u64,
    /// Options as typed by the author.
    pub options: Vec<TypedOption>,
    /// The figure.
    pub figure: Figure,
    /// Where the figure is written.
    pub figure_span: Span,
    /// The lower bound.
    pub at_least: Option<Bound>,
    /// The upper bound.
    pub at_most: Option<Bound>,
}

/// An end of a range.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bound {
    /// The number; for a share, 1 is 100 %.
    pub value: f64,
    /// Where it is written.
    pub span: Span,
}

impl Block {
    /// Names the bots for people.
    pub fn who(&self) -> String {
        self.bots.join(", ")
    }
}

/// Reads all blocks of all packs, in the order of packs and files, with the problems found.
pub fn blocks(loaded: &Loaded) -> (Vec<Block>, Vec<Diagnostic>) {
    read::all(loaded)
}

/// Reports names in blocks that the game does not have.
pub fn unknown(blocks: &[Block], def: &Def) -> Vec<Diagnostic> {
    blocks.iter().filter_map(|block| figure::unknown(block, def)).collect()
}

/// The keys of a block.
#[cfg(test)]
pub(crate) fn keys() -> &'static [&'static str] {
    &read::KEYS
}

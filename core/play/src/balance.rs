//! Balance: ranges that figures of many games must stay in. Content, not code: blocks stand under
//! `balance` in `tests/*.yaml` of a pack.

mod figure;
mod read;

use boardwright_rules::def::Def;

use crate::scenario::TypedOption;
use boardwright_packs::layer::Loaded;
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::source::Span;

pub use figure::{Figure, Of};

/// How many games a block plays if it does not say.
pub const GAMES_DEFAULT: u64 = 200;
/// How many games a block may ask for.
pub const GAMES_MAX: i64 = 1_000_000;
/// How many blocks one file may hold.
pub const BLOCKS_MAX: usize = 200;

/// A range that a figure must stay in.
#[derive(Clone, Debug)]
pub struct Block {
    /// What it promises.
    pub name: String,
    /// The pack it belongs to.
    pub pack: String,
    /// Where its name stands.
    pub span: Span,
    /// Who plays: one bot for all seats, or one for each.
    pub bots: Vec<String>,
    /// How many play; the fewest from two on if it is not said.
    pub players: Option<u8>,
    /// Where that is said.
    pub players_span: Option<Span>,
    /// How many games.
    pub games: u64,
    /// The seed of the run.
    pub seed: u64,
    /// Options as typed.
    pub options: Vec<TypedOption>,
    /// The figure.
    pub figure: Figure,
    /// Where it stands.
    pub figure_span: Span,
    /// The least it may be.
    pub at_least: Option<Bound>,
    /// The most it may be.
    pub at_most: Option<Bound>,
}

/// An end of a range.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bound {
    /// The number; of shares, 1 is all.
    pub value: f64,
    /// Where it stands.
    pub span: Span,
}

impl Block {
    /// Who plays, for people.
    pub fn who(&self) -> String {
        self.bots.join(", ")
    }
}

/// All blocks of all packs, in the order of packs and files, and what is wrong with them.
pub fn blocks(loaded: &Loaded) -> (Vec<Block>, Vec<Diagnostic>) {
    read::all(loaded)
}

/// What blocks speak of that the game does not have.
pub fn unknown(blocks: &[Block], def: &Def) -> Vec<Diagnostic> {
    blocks.iter().filter_map(|block| figure::unknown(block, def)).collect()
}

/// The keys of a block.
#[cfg(test)]
pub(crate) fn keys() -> &'static [&'static str] {
    &read::KEYS
}

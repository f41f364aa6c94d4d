//! Laws a pack states: what holds at every decision of every game. Content, not code: they are
//! under `laws` in a pack's `tests/*.yaml`, beside its scenarios.
//!
//! A pack's law replaces a law of the same name from a pack it builds on.

mod hold;
mod read;

use boardwright_rules::def::Def;

use crate::game::{self, Game};
use boardwright_compile::Lower;
use boardwright_compile::names::Names;
use boardwright_packs::layer::Loaded;
use boardwright_syntax::diag::{Diagnostic, Level};
use boardwright_syntax::source::Span;
use boardwright_syntax::yaml::Node;

pub use hold::Broken;
#[cfg(test)]
pub(crate) use read::KEYS;

use hold::Ready;

/// The maximum number of laws in one file.
pub const LAWS_MAX: usize = 500;

/// A law as written.
#[derive(Clone, Debug)]
pub struct Law {
    /// What it promises; its name.
    pub name: String,
    /// The pack it belongs to.
    pub pack: String,
    /// Where the name is written.
    pub span: Span,
    /// What the law is checked for, one by one; by default once for the table.
    pub each: Option<Node>,
    /// The condition that always holds.
    pub always: Node,
}

/// Reads the laws in force and reports how they are wrongly written. Packs are read in order; a
/// later law replaces an earlier one of the same name.
pub fn laws(loaded: &Loaded) -> (Vec<Law>, Vec<Diagnostic>) {
    read::all(loaded)
}

/// Resolves laws along with a game; problems go to `lower`.
pub(crate) fn resolve(lower: &mut Lower, laws: &[Law]) {
    for law in laws {
        hold::ready(lower, law);
    }
}

/// The laws of a game, ready to be checked.
pub struct Laws {
    /// The game's definition plus the expressions of its laws. It works with the game's own worlds.
    def: Def,
    names: Names,
    laws: Vec<Ready>,
}

impl Laws {
    /// Resolves the laws of a game, or returns what is wrong with them.
    pub fn of(game: &Game) -> Result<Self, Vec<Diagnostic>> {
        let (found, mut diags) = laws(&game.loaded);
        if found.is_empty() && diags.is_empty() {
            return Ok(Self { def: Def::default(), names: Names::default(), laws: vec![] });
        }
        let mut ready = vec![];
        let host = game.scripts.host();
        let resolved =
            game::resolve(&game.loaded, host, game.players, &game.options, &mut |lower| {
                ready = found.iter().filter_map(|law| hold::ready(lower, law)).collect();
            });
        diags.extend(resolved.diags.into_iter().filter(|diag| diag.level == Level::Error));
        match resolved.made {
            Some((def, names, _)) if diags.is_empty() => Ok(Self { def, names, laws: ready }),
            _ => Err(diags),
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.laws.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.laws.is_empty()
    }
}

//! Laws a pack states: what holds at every decision of every game. Content, not code: they stand
//! under `laws` in `tests/*.yaml` of a pack, beside its scenarios.
//!
//! A law of a pack replaces that of the same name of a pack it builds on.

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

/// How many laws one file may hold.
pub const LAWS_MAX: usize = 500;

/// A law as it is written.
#[derive(Clone, Debug)]
pub struct Law {
    /// What it promises.
    pub name: String,
    /// The pack it belongs to.
    pub pack: String,
    /// Where its name stands.
    pub span: Span,
    /// For what it holds each time; once for the table if nothing is said.
    pub each: Option<Node>,
    /// What always holds.
    pub always: Node,
}

/// The laws in force, and what is wrong with how they are written: all packs in order, a later
/// law instead of an earlier one of the same name.
pub fn laws(loaded: &Loaded) -> (Vec<Law>, Vec<Diagnostic>) {
    read::all(loaded)
}

/// Resolves laws along with a game; what is wrong is told to `lower`.
pub(crate) fn resolve(lower: &mut Lower, laws: &[Law]) {
    for law in laws {
        hold::ready(lower, law);
    }
}

/// The laws of a game, ready to be looked at.
pub struct Laws {
    /// The game with the expressions of its laws. Its worlds are those of the game itself.
    def: Def,
    names: Names,
    laws: Vec<Ready>,
}

impl Laws {
    /// The laws of a game, or what is wrong with them.
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

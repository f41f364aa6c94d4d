//! Opens a pack of the project, or reports what is wrong with it.

use boardwright_play::game::{self, Game};
use boardwright_syntax::diag::{Format, render};

/// Opens a pack.
pub fn open(pack: &str, players: Option<u8>) -> Result<Game, String> {
    let opened = game::open(&boardwright_tests::library(), &[pack], players, &[]);
    let (diags, sources) = (&opened.diags, &opened.sources);
    opened.game.ok_or_else(|| render(diags, sources, Format::Human { colour: false }))
}

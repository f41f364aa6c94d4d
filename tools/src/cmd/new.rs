//! `new`: writes small, commented, valid files to start from.

mod entry;
mod files;
mod pack;
mod scenario;
mod variant;

use std::path::PathBuf;

use clap::Subcommand;

use crate::Global;
use crate::fail::Done;
use crate::io::Io;

const AFTER_HELP: &str = "\
Examples:
  boardwright new pack my-game                         a small playable game
  boardwright new tile mill --pack my-game             an entry in its section `tiles`
  boardwright new variant quick-game --of my-game      a pack that changes another one
  boardwright new scenario mill-pays --pack my-game    a test";

/// Writes files to start from: a pack, a tile, a variant, a scenario.
///
/// The files are valid and commented. Existing files are never overwritten. The pack is checked at
/// once.
#[derive(clap::Args, Debug)]
#[command(
    after_help = AFTER_HELP,
    subcommand_value_name = "WHAT",
    subcommand_help_heading = "What"
)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    /// A new game: a folder with a small playable game and one scenario.
    #[command(after_help = "Example:\n  boardwright new pack my-game --in packs")]
    Pack {
        /// The id: lower-case letters and digits, joined by `-`. Also the name of the folder.
        id: String,
        /// The folder to put it in; by default the current one.
        #[arg(long = "in", value_name = "DIR")]
        inside: Option<PathBuf>,
    },
    /// A new entry of a kind: a tile, a card, whatever the pack has.
    #[command(
        alias = "entry",
        after_help = "Example:\n  boardwright new tile mill --pack my-game --section tiles"
    )]
    Tile {
        /// The id: lower-case letters and digits, joined by `-`.
        id: String,
        /// The folder of the pack.
        #[arg(long, value_name = "PATH", default_value = ".")]
        pack: String,
        /// The section it belongs to.
        #[arg(long, default_value = "tiles")]
        section: String,
    },
    /// A pack that changes another one.
    #[command(after_help = "Example:\n  boardwright new variant quick-game --of hello")]
    Variant {
        /// The id: lower-case letters and digits, joined by `-`. Also the name of the folder.
        id: String,
        /// The pack it changes.
        #[arg(long, value_name = "PACK")]
        of: String,
        /// The folder to put it in; by default the current one.
        #[arg(long = "in", value_name = "DIR")]
        inside: Option<PathBuf>,
    },
    /// A test of a pack: choices, and their expected results.
    #[command(after_help = "Example:\n  boardwright new scenario mill-pays --pack my-game")]
    Scenario {
        /// Its name: lower-case letters and digits, joined by `-`.
        name: String,
        /// The folder of the pack.
        #[arg(long, value_name = "PATH", default_value = ".")]
        pack: String,
    },
}

pub fn run(args: &Args, global: &Global, io: &mut Io) -> Done {
    match &args.what {
        What::Pack { id, inside } => pack::new(id, inside.as_deref(), global, io),
        What::Tile { id, pack, section } => entry::new(id, pack, section, global, io),
        What::Variant { id, of, inside } => variant::new(id, of, inside.as_deref(), global, io),
        What::Scenario { name, pack } => scenario::new(name, pack, global, io),
    }
}

#[cfg(test)]
mod tests;

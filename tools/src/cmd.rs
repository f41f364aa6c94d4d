//! The commands, one file each.

mod compare;
mod diff;
mod docs;
mod explain;
mod fix;
mod fmt;
mod fuzz;
mod ladder;
mod new;
mod play;
mod replay;
mod schema;
mod simulate;
mod test;
mod validate;

pub use play::Store;

use clap::Subcommand;

use crate::Global;
use crate::fail::Done;
use crate::io::Io;

/// A command.
#[derive(Subcommand, Debug)]
pub enum Command {
    New(new::Args),
    Validate(validate::Args),
    Fmt(fmt::Args),
    Test(test::Args),
    Play(play::Args),
    Replay(replay::Args),
    Simulate(simulate::Args),
    Compare(compare::Args),
    Diff(diff::Args),
    Fix(fix::Args),
    Ladder(ladder::Args),
    Explain(explain::Args),
    Docs(docs::Args),
    Schema(schema::Args),
    // For work on the engine; authors of packs do not need it.
    #[command(hide = true)]
    Fuzz(fuzz::Args),
}

impl Command {
    /// Runs it.
    pub fn run(&self, global: &Global, io: &mut Io) -> Done {
        match self {
            Command::New(args) => new::run(args, global, io),
            Command::Validate(args) => validate::run(args, global, io),
            Command::Fmt(args) => fmt::run(args, global, io),
            Command::Test(args) => test::run(args, global, io),
            Command::Play(args) => play::run(args, global, io),
            Command::Replay(args) => replay::run(args, global, io),
            Command::Simulate(args) => simulate::run(args, global, io),
            Command::Compare(args) => compare::run(args, global, io),
            Command::Diff(args) => diff::run(args, global, io),
            Command::Fix(args) => fix::run(args, global, io),
            Command::Ladder(args) => ladder::run(args, global, io),
            Command::Explain(args) => explain::run(args, global, io),
            Command::Docs(args) => docs::run(args, global, io),
            Command::Schema(args) => schema::run(args, global, io),
            Command::Fuzz(args) => fuzz::run(args, io),
        }
    }
}

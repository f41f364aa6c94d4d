//! The workbench: everything the program `boardwright` does, apart from `main`.
//!
//! There is one file per command in `cmd`. Commands get an [`Io`] and never touch the real
//! terminal, so that tests can drive them; their output is made by functions that return text.

mod args;
mod bundled;
mod cmd;
mod columns;
mod disk;
mod fail;
mod html_report;
mod interrupt;
mod io;
mod panicked;
mod problems;
mod progress;
mod rescue;
mod screen;
mod shelf;
mod simulation;
mod table;

use std::ffi::OsString;
use std::path::PathBuf;

use boardwright_syntax::visible::visible;
use clap::error::ErrorKind;
use clap::{Args, ColorChoice, CommandFactory, FromArgMatches, Parser};

use fail::{Fail, Told};
use io::{Ink, ink};
use screen::Screen;

pub use disk::Disk;
pub use io::{Around, Exit, Io, Window};
pub use panicked::catch as catch_panics;

const AFTER_HELP: &str = "\
Examples:
  boardwright play hello                 play against bots
  boardwright new pack my-game           start a game of your own
  boardwright validate my-game           check it
  boardwright test my-game               run its scenarios
  boardwright simulate my-game           let bots play it, many times
  boardwright explain E015               what a code means

Exit codes: 0 fine, 1 problems found, 2 could not run; stopped early: 130 Ctrl-C, 143 SIGTERM,
129 closed terminal";

/// A workbench for board games whose rules are content.
///
/// A game is a pack: a folder of YAML files, with short Luau scripts for what YAML should not
/// express. This program checks packs, plays them, tests them and explains them. Some packs come
/// with it; others are given by path, or by folders of packs with `--content`.
#[derive(Parser, Debug)]
#[command(name = "boardwright", version, after_help = AFTER_HELP)]
struct Cli {
    #[command(flatten)]
    global: Global,
    #[command(subcommand)]
    command: cmd::Command,
}

/// Options of all commands.
#[derive(Args, Clone, Debug, Default)]
struct Global {
    /// Adds a folder of packs; can be repeated.
    ///
    /// The variable BOARDWRIGHT_CONTENT does the same. A pack in a folder takes precedence over one
    /// of the same id that comes with the program.
    #[arg(long, value_name = "DIR", global = true, help_heading = "Global options")]
    content: Vec<PathBuf>,
    /// When to use colours.
    #[arg(
        long, value_name = "WHEN", global = true, default_value_t = ColorChoice::Auto,
        help_heading = "Global options"
    )]
    color: ColorChoice,
}

/// Runs the program with its arguments, the first being its own name.
pub fn run(args: impl IntoIterator<Item = OsString>, io: &mut Io) -> Exit {
    let around = &io.around;
    let by_itself = !around.no_colour && !around.is_plain && around.out_is_terminal;
    let parsed = Cli::command().try_get_matches_from(args);
    let parsed = parsed.and_then(|matches| Cli::from_arg_matches(&matches));
    io.colour = match parsed.as_ref().map(|cli| cli.global.color) {
        Ok(ColorChoice::Always) => true,
        Ok(ColorChoice::Never) => false,
        Ok(ColorChoice::Auto) | Err(_) => by_itself,
    };
    // From here on, only what the screens let through can be printed.
    let mut out = Screen::new(&mut *io.out, io.colour, io.around.out_is_terminal);
    let mut err = Screen::new(&mut *io.err, io.colour, io.around.err_is_terminal);
    let (around, colour) = (io.around.clone(), io.colour);
    let io = &mut Io { out: &mut out, err: &mut err, input: &mut *io.input, around, colour };
    let cli = match parsed {
        Ok(cli) => cli,
        Err(error) => return show_clap(&error, io),
    };
    match cli.command.run(&cli.global, io) {
        Ok(exit) => exit,
        // The reader of the output has seen enough.
        Err(Fail::Pipe(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => Exit::Fine,
        Err(Fail::Pipe(error)) => {
            let message = format!("cannot write: {error}");
            show(&Told { message, notes: vec![], help: None }, io)
        }
        Err(Fail::Told(told)) => show(&told, io),
    }
}

fn show_clap(error: &clap::Error, io: &mut Io) -> Exit {
    let styled = error.render();
    let text = if io.colour { styled.ansi().to_string() } else { styled.to_string() };
    let asked_for = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
    // If this cannot be written, an error message cannot be written either.
    let _ = if asked_for {
        io.out.write_all(text.as_bytes())
    } else {
        io.err.write_all(text.as_bytes())
    };
    if asked_for { Exit::Fine } else { Exit::CouldNotRun }
}

fn show(told: &Told, io: &mut Io) -> Exit {
    let colour = io.colour && io.around.err_is_terminal;
    // Typed text and file names must not bring their own styling.
    let mut text = format!("{}: {}\n", ink(colour, Ink::Bad, "error"), visible(&told.message));
    for note in &told.notes {
        text.push_str(&format!("  note: {}\n", visible(note)));
    }
    if let Some(help) = &told.help {
        text.push_str(&format!("  {}: {}\n", ink(colour, Ink::Key, "help"), visible(help)));
    }
    let _ = io.err.write_all(text.as_bytes());
    Exit::CouldNotRun
}

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_faults;
#[cfg(test)]
mod tests_hostile;
#[cfg(test)]
mod tests_readme;

//! Uniformly random games, counted per second of processor time, beside the same games written
//! by hand.
//!
//!     cargo bench -p boardwright-tests --bench playouts
//!     cargo bench -p boardwright-tests --bench playouts -- hello --players 3
//!     cargo bench -p boardwright-tests --bench playouts -- --out ours.jsonl
//!     cargo bench -p boardwright-tests --bench playouts -- --instructions

#[path = "../common/dice.rs"]
mod dice;
mod gate;
mod instructions;
#[path = "../native/mod.rs"]
mod native;
#[path = "../common/open.rs"]
mod open;
mod ours;
mod report;
mod sample;
mod tally;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, ValueEnum};
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<std::alloc::System> = &INSTRUMENTED_SYSTEM;

/// Uniformly random games, counted per second of processor time.
#[derive(Parser)]
pub struct Args {
    /// Packs to play.
    #[arg(default_values = ["tic-tac-toe", "connect-four"])]
    packs: Vec<String>,
    /// How many people play; the pack decides if it is left out.
    #[arg(long)]
    players: Option<u8>,
    /// Samples; the one in the middle counts.
    #[arg(long, default_value_t = 5)]
    samples: usize,
    /// Seconds of processor time for a sample.
    #[arg(long, default_value_t = 0.5)]
    seconds: f64,
    /// Where to write a line of JSON for each pack, seen from the root of the project.
    #[arg(long)]
    out: Option<PathBuf>,
    /// Count instructions with valgrind instead of seconds.
    #[arg(long)]
    instructions: bool,
    /// Play this many games and say nothing: what runs under valgrind.
    #[arg(long, hide = true)]
    games: Option<u64>,
    /// Who plays them.
    #[arg(long, hide = true, default_value = "ours")]
    who: Who,
    /// Given by cargo.
    #[arg(long, hide = true)]
    bench: bool,
}

/// Whose rules are played.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Who {
    /// The engine's.
    Ours,
    /// Those written by hand.
    Native,
}

fn main() -> ExitCode {
    let args = Args::parse();
    let done = match (args.games, args.instructions) {
        (Some(games), _) => args.packs.iter().try_for_each(|p| sample::fixed(&args, p, games)),
        (None, true) => instructions::run(&args),
        (None, false) => timed(&args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("error: {why}");
            ExitCode::FAILURE
        }
    }
}

fn timed(args: &Args) -> Result<(), String> {
    let mut lines = String::new();
    for pack in &args.packs {
        let game = open::open(pack, args.players)?;
        let measured = sample::measure(args, pack, &game)?;
        report::print(&measured);
        lines.push_str(&report::json(&measured));
    }
    match &args.out {
        Some(path) => {
            let path = boardwright_tests::root().join(path);
            std::fs::write(&path, lines).map_err(|why| format!("{}: {why}", path.display()))
        }
        None => Ok(()),
    }
}

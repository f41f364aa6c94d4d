//! Uniformly random games per second of processor time, beside the same games written by hand.
//!
//!     cargo bench -p boardwright-tests --bench playouts
//!     cargo bench -p boardwright-tests --bench playouts -- hello --players 3
//!     cargo bench -p boardwright-tests --bench playouts -- --out ours.jsonl
//!     cargo bench -p boardwright-tests --bench playouts -- --instructions
//!     cargo bench -p boardwright-tests --bench playouts -- connect-four nippon --table

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
mod search;
mod table;
mod tally;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, ValueEnum};
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<std::alloc::System> = &INSTRUMENTED_SYSTEM;

/// Uniformly random games per second of processor time.
#[derive(Parser)]
pub struct Args {
    /// Packs to play.
    #[arg(default_values = ["tic-tac-toe", "connect-four"])]
    packs: Vec<String>,
    /// The number of players; by default the pack decides.
    #[arg(long)]
    players: Option<u8>,
    /// The number of samples; the median counts.
    #[arg(long, default_value_t = 5)]
    samples: usize,
    /// The length of a sample in seconds of processor time.
    #[arg(long, default_value_t = 0.5)]
    seconds: f64,
    /// The output file for one line of JSON per pack, relative to the root of the project.
    #[arg(long)]
    out: Option<PathBuf>,
    /// Also measure search and copies, and print everything as a Markdown table.
    #[arg(long, conflicts_with = "instructions")]
    table: bool,
    /// Figures of other engines for the table: a file of JSON lines, relative to the root of the
    /// project. `table.rs` describes its content.
    #[arg(long, value_name = "FILE", requires = "table")]
    peers: Option<PathBuf>,
    /// Another game of those engines to compare with a pack; can be repeated.
    #[arg(long, value_name = "PACK=GAME", requires = "peers")]
    beside: Vec<String>,
    /// Count instructions with valgrind instead of seconds.
    #[arg(long)]
    instructions: bool,
    /// Play this many games silently: the mode that runs under valgrind.
    #[arg(long, hide = true)]
    games: Option<u64>,
    /// Whose implementation plays them.
    #[arg(long, hide = true, default_value = "ours")]
    who: Who,
    /// Passed by cargo.
    #[arg(long, hide = true)]
    bench: bool,
}

/// The implementation of the rules.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Who {
    /// The engine's.
    Ours,
    /// The hand-written one.
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
    let root = boardwright_tests::root();
    // Read first, so that a typo shows at once.
    let peers = args.peers.as_ref().map(|path| table::Peers::read(&root.join(path))).transpose()?;
    let (mut lines, mut packs) = (String::new(), vec![]);
    for pack in &args.packs {
        let game = open::open(pack, args.players)?;
        let played = sample::measure(args, pack, &game)?;
        report::print(&played);
        lines.push_str(&report::json(&played));
        if args.table {
            let searched = search::measure(args, &game, played.ours.tally.decisions_per_game())?;
            packs.push(table::Pack { played, searched, games: games(args, pack) });
        }
    }
    if args.table {
        let peers = peers.unwrap_or_else(table::Peers::none);
        println!("\n{}", table::markdown(&packs, &peers, &report::version()));
    }
    match &args.out {
        Some(path) => {
            let path = root.join(path);
            std::fs::write(&path, lines).map_err(|why| format!("{}: {why}", path.display()))
        }
        None => Ok(()),
    }
}

/// Other engines' names for the game of a pack, and the games compared with it.
fn games(args: &Args, pack: &str) -> Vec<String> {
    let beside = args.beside.iter().filter_map(|typed| typed.split_once('='));
    let others = beside.filter(|(name, _)| *name == pack).map(|(_, game)| game.to_owned());
    [pack.replace('-', "_")].into_iter().chain(others).collect()
}

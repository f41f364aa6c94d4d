//! `ladder`: bots against each other, and how strong that shows them to be.

mod show;
#[cfg(test)]
mod tests;

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use boardwright_pack::bot::Spec;
use boardwright_pack::game::{self, Game};
use boardwright_pack::ladder::{Match, Outcome, play, schedule, tally};
use boardwright_pack::library::Library;
use clap::ValueEnum;
use indicatif::ProgressBar;

use super::play::opened;
use crate::Global;
use crate::fail::{Done, Fail};
use crate::io::{Exit, Io, plural};
use crate::progress;
use crate::shelf::Shelf;

/// More threads than anybody has.
const THREADS_MAX: usize = 1024;

const AFTER_HELP: &str = "\
Examples:
  boardwright ladder hello                                  random against greedy
  boardwright ladder hello --bots greedy,mcts:200 --games 50
  boardwright ladder hello --with my-variant --players 3 --format json

Bots: `random`, `first`, `greedy`, `mcts:1000` (iterations), `mcts:200ms` (milliseconds).";

/// Plays bots against each other and tells how strong they are.
///
/// Every pair plays so many games. Games come in twos, with the same seed and the seats changed.
/// With more than two players the seats alternate between the two bots. The same seed gives the
/// same table, whatever the number of threads, unless a bot has its budget in milliseconds.
#[derive(clap::Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct Args {
    /// The pack: an id or a folder; `a+b` are packs used together.
    #[arg(value_name = "PACK")]
    pack: String,
    /// Further packs on top; can be given more than once.
    #[arg(long, value_name = "PACK")]
    with: Vec<String>,
    /// How many play; the fewest from two on if not given.
    #[arg(long, value_name = "N")]
    players: Option<u8>,
    /// How many games each pair of bots plays.
    #[arg(long, value_name = "N", default_value_t = 20)]
    games: usize,
    /// The bots, at least two.
    #[arg(long, value_name = "BOT,...", value_delimiter = ',', default_value = "random,greedy")]
    bots: Vec<Spec>,
    /// The seed of the first two games; each further two have the next one.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// How many games are played at the same time; as many as the machine allows if not given.
    #[arg(long, value_name = "T")]
    threads: Option<usize>,
    /// Sets an option of the pack: `size=4`; can be given more than once.
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = super::play::name_and_value)]
    options: Vec<(String, String)>,
    /// How the result is printed.
    #[arg(long, value_name = "FORM", default_value = "human")]
    format: Form,
}

/// How the result is printed.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    /// Tables for people.
    Human,
    /// For other programs.
    Json,
}

pub fn run(args: &Args, global: &Global, io: &mut Io) -> Done {
    check(args)?;
    let mut shelf = Shelf::new(global, io)?;
    let packs = shelf.wanted_all([&args.pack].into_iter().chain(&args.with))?;
    let Some(game) = opened(&shelf, &packs, args.players, &args.options, None, io)? else {
        return Ok(Exit::Problems);
    };
    if game.players < 2 {
        return Err(Fail::new("bots cannot meet in a game for one")
            .help("give `--players` a number from 2 on"));
    }
    let ids: Vec<&str> = packs.iter().map(String::as_str).collect();
    let matches = schedule(args.bots.len(), game.players, args.games, args.seed);
    let bar = progress::bar(io, matches.len(), "playing");
    let library = shelf.library();
    let open = || open(&library, &ids, game.players, &args.options);
    let outcomes = play_all(args, &matches, &bar, &open);
    bar.finish_and_clear();
    let outcomes = outcomes?;
    let told = tally(args.bots.len(), matches.iter().zip(&outcomes));
    let decisions = outcomes.iter().map(|outcome| outcome.decisions).sum();
    let shown = show::Shown { args, packs: &ids, game: &game, tally: &told, decisions };
    match args.format {
        Form::Human => write!(io.out, "{}", shown.human(io.colour))?,
        Form::Json => writeln!(io.out, "{}", shown.json())?,
    }
    Ok(Exit::Fine)
}

fn check(args: &Args) -> Done<()> {
    if args.bots.len() < 2 {
        return Err(Fail::new("a ladder needs two bots or more")
            .help("name them, parted by commas: `--bots random,greedy`"));
    }
    let mut seen = args.bots.clone();
    seen.sort();
    if let Some(twice) = seen.windows(2).find(|two| two[0] == two[1]) {
        return Err(Fail::new(format!("the bot `{}` is named twice", twice[0]))
            .help("name each bot once: a bot does not meet itself"));
    }
    if args.games == 0 || args.threads == Some(0) {
        let what = if args.games == 0 { "games" } else { "threads" };
        return Err(Fail::new(format!("`--{what}` is 0")).help("give a number from 1 on"));
    }
    Ok(())
}

/// The game once more: one cannot be shared between threads.
fn open(
    library: &Library,
    packs: &[&str],
    players: u8,
    options: &[(String, String)],
) -> Result<Game, String> {
    let opened = game::open(library, packs, Some(players), options);
    opened.game.ok_or_else(|| "the packs have changed while they were being read".into())
}

/// Plays all games, several at a time; what came of them is in the order of the games.
fn play_all(
    args: &Args,
    matches: &[Match],
    bar: &ProgressBar,
    open: &(dyn Fn() -> Result<Game, String> + Sync),
) -> Done<Vec<Outcome>> {
    let threads = args.threads.or_else(|| thread::available_parallelism().ok().map(usize::from));
    let threads = threads.unwrap_or(1).clamp(1, THREADS_MAX).min(matches.len());
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<(usize, Result<Outcome, String>)>> = Mutex::new(vec![]);
    let add = |result| {
        // A thread that panicked has not left the list half written.
        results.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push(result);
    };
    let work = || {
        let game = match open() {
            Ok(game) => game,
            Err(why) => return add((0, Err(why))),
        };
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(found) = matches.get(at) else { return };
            let seats: Vec<Spec> = found.seats.iter().map(|bot| args.bots[*bot]).collect();
            let result = play(&game, found.seed, &seats);
            let failed = result.is_err();
            add((at, result));
            bar.inc(1);
            if failed {
                // The others stop at their next game.
                next.store(matches.len(), Ordering::Relaxed);
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(work);
        }
    });
    let mut results = results.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    results.sort_by_key(|(at, _)| *at);
    let mut outcomes = vec![];
    for (at, result) in results {
        outcomes.push(result.map_err(|why| {
            let seed = matches.get(at).map_or(0, |found| found.seed);
            Fail::new(format!("the game with seed {seed} could not be played to its end"))
                .note(why)
                .help("`boardwright test` may say more")
        })?);
    }
    if outcomes.len() < matches.len() {
        let missing = plural(matches.len() - outcomes.len(), "game");
        return Err(Fail::new(format!("{missing} could not be played")));
    }
    Ok(outcomes)
}

//! `ladder`: plays bots against each other and rates them.

mod show;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use boardwright_bots::Spec;
use boardwright_lab::ladder::{Match, Outcome, play_until, schedule, tally};
use boardwright_lab::pool::{self, Jobs, Out};
use boardwright_packs::library::Library;
use boardwright_play::game::{self, Game};

use super::play::opened;
use crate::Global;
use crate::args::{Form, Many, Seating, With};
use crate::fail::{Done, Fail};
use crate::interrupt;
use crate::io::{Exit, Ink, Io, plural};
use crate::progress::{self, Progress};
use crate::shelf::Shelf;
use crate::simulation;

const AFTER_HELP: &str = "\
Examples:
  boardwright ladder hello                                  random against greedy
  boardwright ladder hello --bots greedy,mcts:200 --games 50
  boardwright ladder hello --with my-variant --players 3 --format json

Bots: `random`, `first`, `greedy`, `mcts:1000` (iterations), `mcts:200ms` (milliseconds).";

/// Plays bots against each other and measures how strong they are.
///
/// Every pair plays the given number of games. Games come in twos, with the same seed and swapped
/// seats. With more than two players the seats alternate between the two bots. The same seed gives
/// the same table, whatever the number of threads, unless a bot has a budget in milliseconds.
/// Ctrl-C, SIGTERM and a closed terminal keep the finished games; the exit code is then 130, 143 or
/// 129.
#[derive(clap::Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct Args {
    /// The pack: an id or a folder; `a+b` are packs used together.
    #[arg(value_name = "PACK")]
    pack: String,
    #[command(flatten)]
    with: With,
    #[command(flatten)]
    seating: Seating,
    /// How many games each pair of bots plays.
    #[arg(long, value_name = "N", default_value_t = 20)]
    games: usize,
    /// The bots, at least two.
    #[arg(long, value_name = "BOT,...", value_delimiter = ',', default_value = "random,greedy")]
    bots: Vec<Spec>,
    #[command(flatten)]
    many: Many,
}

pub fn run(args: &Args, global: &Global, io: &mut Io) -> Done {
    check(args)?;
    let threads = simulation::threads(args.many.threads)?;
    let mut shelf = Shelf::new(global, io)?;
    let packs = shelf.wanted_all(args.with.on(&args.pack))?;
    let Seating { players, options } = &args.seating;
    let Some(game) = opened(&shelf, &packs, *players, options, None, io)? else {
        return Ok(Exit::Problems);
    };
    if game.players < 2 {
        return Err(Fail::new("bots cannot meet in a game for one")
            .help("give `--players` a number from 2 on"));
    }
    let ids: Vec<&str> = packs.iter().map(String::as_str).collect();
    let matches = schedule(args.bots.len(), game.players, args.games, args.many.seed);
    let bar = progress::games_bar(io, matches.len() as u64, "ladder");
    let library = shelf.library();
    let open = || open(&library, &ids, game.players, options);
    let stop = interrupt::flag(&io.around);
    let played = play_all(args, &matches, (threads, stop), &bar, &open);
    bar.finish_and_clear();
    let Played { played, failed } = played;
    let seed = |at: usize| matches.get(at).map_or(0, |found| found.seed);
    if let (true, Some((at, why))) = (played.is_empty(), failed.first()) {
        let told = format!("the game with seed {} could not be played to its end", seed(*at));
        return Err(Fail::new(told).note(why).help("`boardwright test` may say more"));
    }
    if played.len() + failed.len() < matches.len() {
        let kept = format!("stopped: {} of {} games are finished", played.len(), matches.len());
        writeln!(io.err, "{}", io.ink(Ink::Bad, kept))?;
    }
    if played.is_empty() {
        return Ok(interrupt::exit(&io.around).unwrap_or(Exit::Problems));
    }
    let told = tally(args.bots.len(), played.iter().map(|(at, outcome)| (&matches[*at], outcome)));
    let decisions = played.values().map(|outcome| outcome.decisions).sum();
    let shown = show::Shown { args, packs: &ids, game: &game, tally: &told, decisions };
    match args.many.format {
        Form::Human => write!(io.out, "{}", shown.human(io.colour))?,
        Form::Json => writeln!(io.out, "{}", shown.json())?,
    }
    let back = played.iter().filter_map(|(at, it)| Some((*at, it.taken_back.first()?.clone())));
    let back: Vec<(usize, String)> = back.collect();
    for (what, games) in [
        ("could not be played to an end, and are not counted above", &failed),
        ("had choices that led nowhere and were taken back", &back),
    ] {
        let Some((at, why)) = games.first() else { continue };
        let told = format!("{} {what}", plural(games.len(), "game"));
        writeln!(io.err, "{}", io.ink(Ink::Bad, told))?;
        writeln!(io.err, "  seed {}: {why}", seed(*at))?;
    }
    let fine = failed.is_empty() && back.is_empty();
    let exit = if fine { Exit::Fine } else { Exit::Problems };
    Ok(interrupt::exit(&io.around).unwrap_or(exit))
}

fn check(args: &Args) -> Done<()> {
    if args.bots.len() < 2 {
        return Err(Fail::new("a ladder needs two bots or more")
            .help("name them, separated by commas: `--bots random,greedy`"));
    }
    let mut seen = args.bots.clone();
    seen.sort();
    if let Some(twice) = seen.windows(2).find(|two| two[0] == two[1]) {
        return Err(Fail::new(format!("the bot `{}` is named twice", twice[0]))
            .help("name each bot once: a bot does not meet itself"));
    }
    if args.games == 0 {
        return Err(Fail::new("`--games` is 0").help("give at least 1"));
    }
    Ok(())
}

/// Opens the game again: one cannot be shared between threads.
fn open(
    library: &Library,
    packs: &[&str],
    players: u8,
    options: &[(String, String)],
) -> Result<Game, String> {
    let opened = game::open(library, packs, Some(players), options);
    opened.game.ok_or_else(|| "the packs have changed while they were being read".into())
}

/// The outcomes of all games, by their index in the list.
struct Played {
    played: BTreeMap<usize, Outcome>,
    /// The games that could not be finished, first one first.
    failed: Vec<(usize, String)>,
}

/// Plays all games, several at a time, unless interrupted; returns their outcomes.
fn play_all(
    args: &Args,
    matches: &[Match],
    (threads, stop): (usize, &AtomicBool),
    bar: &Progress,
    open: &(dyn Fn() -> Result<Game, String> + Sync),
) -> Played {
    let work = |jobs: &Jobs, out: &Out<(usize, Result<Outcome, String>)>| {
        let game = match open() {
            Ok(game) => game,
            Err(why) => return out.say((0, Err(why))),
        };
        while let Some(at) = jobs.take() {
            let seats: Vec<Spec> = matches[at].seats.iter().map(|bot| args.bots[*bot]).collect();
            match play_until(&game, matches[at].seed, &seats, stop).transpose() {
                Some(result) => out.say((at, result)),
                None => return,
            }
        }
    };
    let (mut played, mut failed) = (BTreeMap::new(), vec![]);
    pool::run(threads, matches.len(), &work, &mut |_, (at, result)| {
        bar.inc(1);
        match result {
            Ok(outcome) => {
                played.insert(at, outcome);
            }
            Err(why) => failed.push((at, why)),
        }
    });
    failed.sort();
    Played { played, failed }
}

//! `compare`: plays two sets of packs on the same seeds and seats.

mod differences;

use boardwright_lab::simulate::compare::{Comparison, is_clear};
use boardwright_lab::simulate::run::{self, Job, Table, Work};
use boardwright_lab::simulate::{GameRecord, Plan, RunInfo, Shard, Summary};
use boardwright_play::game::Game;

use super::play::opened;
use super::simulate::json;
use crate::Global;
use crate::args::{Bots, Form, Many, Seating, name_and_value};
use crate::fail::{Done, Fail};
use crate::html_report;
use crate::interrupt;
use crate::io::{Exit, Ink, Io};
use crate::progress;
use crate::shelf::{Packs, Shelf};
use crate::simulation::{self, Folder};

const AFTER_HELP: &str = "\
Examples:
  boardwright compare hello hello+hello-market-day
  boardwright compare hello packs/my-hello --players 3 --games 1000 --out runs/mine
  boardwright compare hello hello --option-b size=8      the same packs, another option

Stops as soon as it is clear whether mean score and length differ; `--all` plays all games. Ctrl-C,
SIGTERM and a closed terminal keep what is finished; the exit code is then 130, 143 or 129.";

/// Plays two sets of packs on the same seeds and shows the differences.
///
/// Every game is played with both sets: the same seed, the same bots on the same seats. The result
/// is the differences within these pairs, with intervals, and what is taken more or less often than
/// before.
#[derive(clap::Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct Args {
    /// The first set: an id or a folder; `a+b` are packs used together.
    #[arg(value_name = "A")]
    a: String,
    /// The second set, in the same form.
    #[arg(value_name = "B")]
    b: String,
    #[command(flatten)]
    seating: Seating,
    /// The maximum number of pairs of games.
    #[arg(long, value_name = "N", default_value_t = 500)]
    games: u64,
    /// Plays all games, even when the answer is clear.
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    bots: Bots,
    #[command(flatten)]
    many: Many,
    /// Sets an option of the second set only; `--option` applies to both.
    #[arg(long = "option-b", value_name = "NAME=VALUE", value_parser = name_and_value)]
    options_b: Vec<(String, String)>,
    /// Writes figures, tables and a report to a folder.
    #[arg(long, value_name = "DIR")]
    out: Option<String>,
}

pub fn run(args: &Args, global: &Global, io: &mut Io) -> Done {
    let mut shelf = Shelf::new(global, io)?;
    let packs_a = shelf.wanted_all([&args.a])?;
    let packs_b = shelf.wanted_all([&args.b])?;
    let mut options_b = args.seating.options.clone();
    options_b.retain(|(name, _)| !args.options_b.iter().any(|(other, _)| name == other));
    options_b.extend(args.options_b.iter().cloned());
    let Some((game_a, game_b)) = both(args, &shelf, (&packs_a, &packs_b), &options_b, io)? else {
        return Ok(Exit::Problems);
    };
    let plan = Plan {
        bots: simulation::bots(&args.bots.bots, &game_a)?,
        seed: args.many.seed,
        games: simulation::games(args.games)?,
        shard: Shard::default(),
    };
    let labels = labels(args, &options_b);
    let out = args.out.as_deref().map(|typed| Folder::new(typed, io)).transpose()?;
    let infos = [RunInfo::new(&game_a, &plan), RunInfo::new(&game_b, &plan)];
    let library = shelf.library();
    let players = game_a.players;
    let tables = [
        Table { library: &library, packs: &packs_a, players, options: &args.seating.options },
        Table { library: &library, packs: &packs_b, players, options: &options_b },
    ];
    let (records, early) = played(args, &tables, &plan, io)?;
    let [a, b] = &records;
    let comparison = Comparison::new((&infos[0], a), (&infos[1], b), early);
    if let Some(out) = &out {
        write(out, &labels, &comparison, &records)?;
    }
    match args.many.format {
        Form::Json => write!(io.out, "{}", json(&comparison))?,
        Form::Human => {
            let [one, other] = &labels;
            write!(io.out, "{}", differences::text([one, other], &comparison, io.colour))?;
            if let Some(out) = &out {
                let folder = out.shown();
                writeln!(io.out, "\nwritten to `{folder}`; open `{folder}/report.html`")?;
            }
        }
    }
    if let Some(exit) = interrupt::exit(&io.around) {
        return Ok(exit);
    }
    let bad = |it: &Summary| it.n_failed + it.n_struck + it.n_faults;
    let failed = bad(&comparison.a) + bad(&comparison.b);
    Ok(if failed == 0 && comparison.pairs > 0 { Exit::Fine } else { Exit::Problems })
}

/// The names of the two sets: as typed, with options if that is needed to distinguish them.
fn labels(args: &Args, options_b: &[(String, String)]) -> [String; 2] {
    let own: Vec<String> = options_b
        .iter()
        .filter(|option| args.options_b.contains(option))
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    let short = |typed: &str| typed.trim_end_matches('/').to_owned();
    let (a, mut b) = (short(&args.a), short(&args.b));
    if !own.is_empty() {
        b = format!("{b} {}", own.join(" "));
    }
    if a == b {
        b.push_str(" (again)");
    }
    [a, b]
}

fn both(
    args: &Args,
    shelf: &Shelf,
    (packs_a, packs_b): (&Packs, &Packs),
    options_b: &[(String, String)],
    io: &mut Io,
) -> Done<Option<(Game, Game)>> {
    let Some(a) = opened(shelf, packs_a, args.seating.players, &args.seating.options, None, io)?
    else {
        return Ok(None);
    };
    // The second set has as many players as the first, even if no number was given.
    let Some(b) = opened(shelf, packs_b, Some(a.players), options_b, None, io)? else {
        return Ok(None);
    };
    if a.def.seats != b.def.seats {
        return Err(Fail::new("the two sets have different numbers of seats")
            .note(format!("{} and {} at {} players", a.def.seats, b.def.seats, a.players))
            .help("compare sets of packs of the same game"));
    }
    Ok(Some((a, b)))
}

/// Plays pairs until the answer is clear.
fn played(
    args: &Args,
    tables: &[Table; 2],
    plan: &Plan,
    io: &mut Io,
) -> Done<([Vec<GameRecord>; 2], bool)> {
    let pair = |number| [Job { table: 0, number }, Job { table: 1, number }];
    let jobs: Vec<Job> = (1..=plan.games).flat_map(pair).collect();
    let stop = interrupt::flag(&io.around);
    let work = Work::new(simulation::threads(args.many.threads)?, stop);
    let bar = progress::games_bar(io, jobs.len() as u64, "compare");
    let mut records = [vec![], vec![]];
    let mut early = false;
    let ran = run::run(tables, plan, &jobs, &work, &mut |job, record| {
        bar.inc(1);
        records[job.table].push(record);
        let [a, b] = &records;
        let last = job.number == plan.games;
        early = job.table == 1 && !args.all && !last && is_clear(a, b);
        !early
    });
    bar.finish_and_clear();
    ran.map_err(simulation::failed)?;
    let n_played = records[0].len() + records[1].len();
    if n_played < jobs.len() && !early {
        let kept = format!("stopped: {n_played} of {} games are finished", jobs.len());
        writeln!(io.err, "{}", io.ink(Ink::Bad, kept))?;
    }
    Ok((records, early))
}

fn write(
    out: &Folder,
    labels: &[String; 2],
    comparison: &Comparison,
    records: &[Vec<GameRecord>; 2],
) -> Done<()> {
    let [a, b] = records;
    let names = [labels[0].as_str(), labels[1].as_str()];
    out.write("summary.json", &json(comparison))?;
    out.write("games.jsonl", &differences::jsonl(names, [a, b]))?;
    out.write("games.csv", &differences::games_csv(names, [a, b]))?;
    out.write("differences.csv", &differences::csv(comparison))?;
    out.write("content.csv", &differences::content_csv(comparison))?;
    out.write("report.html", &html_report::comparison(names, comparison, [a, b]))
}

#[cfg(test)]
mod tests;

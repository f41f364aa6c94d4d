//! `simulate`: many games by bots, and what they show about the rules.

mod figures;
mod parts;
mod profile;
mod speed;

use std::sync::Mutex;

use boardwright_lab::simulate::parts::PartInfo;
use boardwright_lab::simulate::profile::{self as work, Profile};
use boardwright_lab::simulate::run::{self, Job, Table, Work};
use boardwright_lab::simulate::{GameRecord, Plan, RunInfo, Shard, Summary, tables};
use boardwright_play::coverage::{Coverage, Report};

use super::play::opened;
use super::test::cover;
use crate::Global;
use crate::args::{Bots, Form, Many, Seating, With};
use crate::fail::{Done, Fail};
use crate::html_report;
use crate::interrupt;
use crate::io::{Exit, Ink, Io, plural};
use crate::progress;
use crate::shelf::Shelf;
use crate::simulation::{self, Folder};
use parts::{Unfinished, Whole};

const AFTER_HELP: &str = "\
Examples:
  boardwright simulate hello                             100 games
  boardwright simulate hello --players 4 --games 1000    another table, more games
  boardwright simulate hello --bots random,greedy        who plays; they take turns at the seats
  boardwright simulate hello --out runs/hello            tables, figures and a report to open
  boardwright simulate hello --coverage                  what the games never reach
  boardwright simulate hello --profile                   which rules take the most work
  boardwright simulate hello --log logs --games 3        every decision and event of each game

On several machines: each plays a part, and the parts are put together.
  boardwright simulate hello --games 10000 --shard 3/16 --out part3
  boardwright simulate --merge part1 part2 part3 --out whole

`--profile` shows which rule makes a variant slow. It counts work, not time, so the same seed
gives the same table: units of fuel, of which an instruction, a thing looked at or an expression takes
about one. Look-ahead, which finds out what can be offered, is counted where its work is done, and once
more by the question that it is for; trials are what it had to try on the table. What bots think is not
counted. The time scripts take by the clock goes to the standard error stream. With `--out` there is
also `profile.json`, and with `--stacks` `profile.folded`, which flame graph programs and speedscope
read:
  boardwright simulate hello --profile --stacks --out runs/hello

Parts have checksums: what was changed or lost on the way is reported, not merged.

The same seed gives the same figures, whatever the number of threads and parts. Ctrl-C, SIGTERM and
a closed terminal keep what is finished; the exit code is then 130, 143 or 129. What a killed run
has left in its `--out` folder can be read by `--merge` too.

How fast the games were played is printed last, to the standard error stream.";

/// Lets bots play many games and shows the figures.
///
/// These are scores, wins by seat, length of games, sources of points, what is taken and how often
/// it wins, and what is never used. `--out` writes tables for other programs and a report that
/// opens in a browser.
#[derive(clap::Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct Args {
    /// The pack: an id or a folder; `a+b` are packs used together.
    #[arg(value_name = "PACK", required_unless_present = "merge")]
    pack: Option<String>,
    #[command(flatten)]
    with: With,
    #[command(flatten)]
    seating: Seating,
    /// The number of games.
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: u64,
    #[command(flatten)]
    bots: Bots,
    #[command(flatten)]
    many: Many,
    /// Writes figures, tables and a report to a folder.
    #[arg(long, value_name = "DIR")]
    out: Option<String>,
    /// Writes every decision and event of each game to a folder.
    #[arg(long, value_name = "DIR")]
    log: Option<String>,
    /// Shows what the games reach of the packs: pieces, steps, scorings, lines of scripts.
    #[arg(long, conflicts_with = "merge")]
    coverage: bool,
    /// Shows where the work of the rules goes: by procedure, option, ability, named value, script,
    /// line.
    #[arg(long, conflicts_with_all = ["merge", "shard"])]
    profile: bool,
    /// Writes stacks of calls with their work to `profile.folded` in the folder of `--out`.
    #[arg(long, requires = "profile", requires = "out")]
    stacks: bool,
    /// Plays only a part of the games: `3/16` is the third of sixteen. Needs `--out`.
    #[arg(long, value_name = "I/N", requires = "out")]
    shard: Option<Shard>,
    /// Puts parts together instead of playing.
    #[arg(
        long, value_name = "DIR", num_args = 1..,
        conflicts_with_all = ["pack", "with", "players", "options", "log", "shard"]
    )]
    merge: Vec<String>,
}

pub fn run(args: &Args, global: &Global, io: &mut Io) -> Done {
    if !args.merge.is_empty() {
        return merged(args, io);
    }
    let Some(pack) = &args.pack else {
        return Err(Fail::new("no pack was named").help("name the pack of a game"));
    };
    let mut shelf = Shelf::new(global, io)?;
    let packs = shelf.wanted_all(args.with.on(pack))?;
    let Seating { players, options } = &args.seating;
    let Some(game) = opened(&shelf, &packs, *players, options, None, io)? else {
        return Ok(Exit::Problems);
    };
    let plan = Plan {
        bots: simulation::bots(&args.bots.bots, &game)?,
        seed: args.many.seed,
        games: simulation::games(args.games)?,
        shard: args.shard.unwrap_or_default(),
    };
    let info = RunInfo::new(&game, &plan);
    let out = args.out.as_deref().map(|typed| Folder::new(typed, io)).transpose()?;
    let log = args.log.as_deref().map(|typed| Folder::new(typed, io)).transpose()?;
    let library = shelf.library();
    let table = Table { library: &library, packs: &packs, players: game.players, options };
    let jobs: Vec<Job> =
        plan.shard.games(plan.games).map(|number| Job { table: 0, number }).collect();
    let stop = interrupt::flag(&io.around);
    let keep_log =
        |job: Job, text: &[u8]| log.as_ref().map_or(Ok(()), |folder| folder.log(job, text));
    let coverage = if args.coverage { Coverage::new(&game) } else { Coverage::default() };
    let coverage = Mutex::new(coverage);
    let profile = Mutex::new(Profile::default());
    let work = Work {
        threads: simulation::threads(args.many.threads)?,
        stop,
        log: log.is_some().then_some(&keep_log as run::KeepLog),
        coverage: args.coverage.then_some(&coverage),
        profile: args.profile.then_some(&profile),
    };
    let bar = progress::games_bar(io, jobs.len() as u64, "simulate");
    let mut records = vec![];
    let part_info = PartInfo { shard: plan.shard, run: info.clone() };
    let mut unfinished = Unfinished::new(out.as_ref(), &part_info);
    let clock = speed::Clock::start();
    let mut on_game = |_, record: GameRecord| {
        bar.inc(1);
        unfinished.add(&record);
        records.push(record);
        true
    };
    let ran = match work.threads {
        // Nothing needs to be opened again.
        1 if !args.coverage && !args.profile => {
            run::run_here(&[&game], &plan, &jobs, &work, &mut on_game)
        }
        _ => run::run(&[table], &plan, &jobs, &work, &mut on_game),
    };
    bar.finish_and_clear();
    ran.map_err(simulation::failed)?;
    let decisions = records.iter().map(|record: &GameRecord| record.decisions).sum();
    let fast = clock.summary(records.len(), decisions);
    if records.len() < jobs.len() {
        let kept = format!("stopped: {} of {} are finished", records.len(), games(jobs.len()));
        writeln!(io.err, "{}", io.ink(Ink::Bad, kept))?;
    }
    let report = args.coverage.then(|| coverage.into_inner().unwrap_or_default().report());
    let reached = report.as_ref();
    let profile = args.profile.then(|| profile.into_inner().unwrap_or_default());
    let worked = profile.as_ref().map(|profile| Worked {
        report: profile.report(),
        folded: args.stacks.then(|| profile.folded()),
    });
    let exit = match (&args.shard, &out) {
        (Some(_), Some(out)) => part(&part_info, (&records, reached), out, io),
        _ => {
            let played = Played { records: &records, reached, worked: worked.as_ref() };
            write_results(args.many.format, &info, &played, out.as_ref(), io)
        }
    }?;
    // Not among the figures: those are the same in every run with the same seed.
    write!(io.err, "{fast}")?;
    if let Some(profile) = &profile {
        write!(io.err, "{}", profile::clocked(&profile.clocked()))?;
    }
    Ok(interrupt::exit(&io.around).unwrap_or(exit))
}

/// The results of the games of a run.
struct Played<'p> {
    records: &'p [GameRecord],
    /// What they reached of their packs.
    reached: Option<&'p Report>,
    worked: Option<&'p Worked>,
}

/// Where work went.
struct Worked {
    report: work::Report,
    /// Stacks of calls, if requested.
    folded: Option<String>,
}

fn games(n: usize) -> String {
    plural(n, "game")
}

/// Writes a part and reports it.
fn part(
    info: &PartInfo,
    (records, reached): (&[GameRecord], Option<&Report>),
    out: &Folder,
    io: &mut Io,
) -> Done {
    parts::write(out, info, records, reached)?;
    let (which, who) = (info.which(), info.run.who());
    let played = games(records.len());
    writeln!(io.out, "{which}: {played} by {who} in `{}`", out.shown())?;
    writeln!(io.out, "to put parts together: boardwright simulate --merge DIR... --out DIR")?;
    Ok(Exit::Fine)
}

fn merged(args: &Args, io: &mut Io) -> Done {
    let Whole { run, games: records, reached, missing } = parts::merged(&args.merge, io)?;
    let out = args.out.as_deref().map(|typed| Folder::new(typed, io)).transpose()?;
    let played = Played { records: &records, reached: reached.as_ref(), worked: None };
    let exit = write_results(args.many.format, &run, &played, out.as_ref(), io)?;
    let lacking = run.games.saturating_sub(records.len() as u64);
    if lacking > 0 {
        let text = format!("{lacking} of {} are missing", games(run.games as usize));
        writeln!(io.err, "{}", io.ink(Ink::Bad, text))?;
    }
    for each in &missing {
        writeln!(io.err, "  {each}")?;
    }
    Ok(if lacking > 0 { exit.max(Exit::Problems) } else { exit })
}

/// Prints the figures, and writes everything to the folder.
fn write_results(
    form: Form,
    info: &RunInfo,
    played: &Played,
    out: Option<&Folder>,
    io: &mut Io,
) -> Done {
    let summary = Summary::new(info, played.records);
    let written = out.map_or(Ok(()), |out| write_all(out, info, played, &summary));
    // The figures of a long run are shown even if they cannot be written.
    match form {
        Form::Json => write!(io.out, "{}", json(&summary))?,
        Form::Human => {
            write!(io.out, "{}", figures::text(&summary, io.colour))?;
            if let Some(reached) = played.reached {
                covered(reached, io)?;
            }
            if let Some(worked) = played.worked {
                let columns = io.around.columns();
                write!(io.out, "{}", profile::text(&worked.report, columns, io.colour))?;
            }
            if let (Some(out), true) = (out, written.is_ok()) {
                let folder = out.shown();
                writeln!(io.out, "\nwritten to `{folder}`; open `{folder}/report.html`")?;
            }
        }
    }
    written?;
    let bad = summary.n_failed + summary.n_struck + summary.n_faults;
    let fine = bad == 0 && summary.games > 0;
    Ok(if fine { Exit::Fine } else { Exit::Problems })
}

/// Writes everything to a folder.
fn write_all(out: &Folder, info: &RunInfo, played: &Played, summary: &Summary) -> Done<()> {
    let Played { records, reached, worked } = *played;
    out.write("summary.json", &json(summary))?;
    out.write("games.csv", &tables::games_csv(records))?;
    out.write("points.csv", &tables::points_csv(info, records))?;
    out.write("content.csv", &tables::content_csv(summary))?;
    if let Some(worked) = worked {
        out.write("profile.json", &json(&worked.report))?;
        if let Some(folded) = &worked.folded {
            out.write("profile.folded", folded)?;
        }
    }
    let report = worked.map(|worked| &worked.report);
    out.write("report.html", &html_report::report(summary, records, report))?;
    let whole = PartInfo { shard: Shard::default(), run: info.clone() };
    parts::write(out, &whole, records, reached)
}

/// Shows what the games reached, and what they never did.
fn covered(reached: &Report, io: &mut Io) -> Done<()> {
    writeln!(io.out, "\n{}", io.ink(Ink::Head, "Reached by these games"))?;
    for line in reached.summary().lines() {
        writeln!(io.out, "  {line}")?;
    }
    for part in &reached.parts {
        cover::list(&format!("{} never reached", part.what), &part.missed, io)?;
    }
    Ok(())
}

/// Human-readable JSON.
pub fn json(value: &impl serde::Serialize) -> String {
    let mut text = serde_json::to_string_pretty(value).unwrap_or_default();
    text.push('\n');
    text
}

#[cfg(test)]
mod tests;

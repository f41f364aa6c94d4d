//! `fuzz`: makes random packs and checks whether the right options are offered.

#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use boardwright_lab::fuzz::{self, Effort, Found, News, Run, Tally};

use crate::fail::{Done, Fail};
use crate::interrupt;
use crate::io::{Exit, Ink, Io, plural};
use crate::progress;
use crate::simulation;

const AFTER_HELP: &str = "\
Examples:
  boardwright fuzz                           2,000 packs from seed 1
  boardwright fuzz --packs 100000 --seed 7   more of them, others
  boardwright fuzz --seconds 600 --out bugs  for ten minutes, whatever is found in `bugs`

A pack that fails lies in the folder of `--out` afterwards, cut down to what matters. Look at it
with `boardwright test <folder>`.";

/// Makes random packs and checks that the engine offers the right options in them.
///
/// This is for work on the engine: the packs are small, odd and short of everything. Each is played
/// at random, and at every decision the options are compared with those found by trying every
/// answer to its end. Copies, saves and dead ends are checked, too. The same seed makes the same
/// packs and games, whatever the number of threads. Ctrl-C keeps what was found.
#[derive(clap::Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct Args {
    /// The number of packs.
    #[arg(long, value_name = "N", default_value_t = 2_000)]
    packs: usize,
    /// Stops after this many seconds; makes as many packs as fit in that time.
    #[arg(long, value_name = "S", conflicts_with = "packs")]
    seconds: Option<u64>,
    /// The seed of the first pack; the others count up from it.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// How many packs are played at a time; by default one per core.
    #[arg(long, value_name = "T")]
    threads: Option<usize>,
    /// The folder for failing packs.
    #[arg(long, value_name = "DIR", default_value = "found")]
    out: PathBuf,
}

pub fn run(args: &Args, io: &mut Io) -> Done {
    let threads = simulation::threads(args.threads)?;
    if args.packs == 0 {
        return Err(Fail::new("`--packs` is 0").help("give at least 1"));
    }
    let packs = if args.seconds.is_some() { usize::MAX } else { args.packs };
    let plan = Run { seed: args.seed, packs, threads, effort: Effort::default() };
    let (stop, start) = (interrupt::flag(&io.around), Instant::now());
    let until = args.seconds.map(Duration::from_secs);
    let bar = progress::bar(io, args.packs, "fuzz");
    let mut failed = Ok(());
    let (tally, found) = fuzz::run(&plan, &mut |news| {
        match news {
            News::Progress(tally) => {
                bar.set_position(tally.packs as u64);
                bar.set_message(format!("packs, {} decisions", tally.decisions));
            }
            News::Found(found) => {
                let written = bar.suspend(|| write_pack(found, args, io));
                if failed.is_ok() {
                    failed = written;
                }
            }
        }
        let in_time = until.is_none_or(|until| start.elapsed() < until);
        failed.is_ok() && in_time && !stop.load(Ordering::Relaxed)
    });
    bar.finish_and_clear();
    failed?;
    if stop.load(Ordering::Relaxed) {
        let kept = format!("stopped after {} packs", tally.packs);
        writeln!(io.err, "{}", io.ink(Ink::Bad, kept))?;
    }
    writeln!(io.out, "{}", summary(&tally))?;
    let told = match found.len() {
        0 => io.ink(Ink::Good, "no difference"),
        1 => io.ink(Ink::Bad, "1 pack fails"),
        n => io.ink(Ink::Bad, format!("{n} packs fail")),
    };
    writeln!(io.out, "{told}")?;
    if !found.is_empty() {
        return Ok(Exit::Problems);
    }
    Ok(interrupt::exit(&io.around).unwrap_or(Exit::Fine))
}

/// Writes a failing pack and reports its location.
fn write_pack(found: &Found, args: &Args, io: &mut Io) -> Done<()> {
    let folder = io.around.here.join(&args.out).join(found.reduced.id());
    let disk = &io.around.disk;
    for (path, text) in found.files() {
        let path = folder.join(path);
        let made = path.parent().map_or(Ok(()), |parent| disk.make_folder(parent));
        made.and_then(|()| disk.write(&path, &text)).map_err(|error| {
            Fail::new(format!("cannot write to the folder `{}`: {error}", args.out.display()))
                .help("give `--out` a folder that can be written to")
        })?;
    }
    writeln!(io.out, "{} {}", io.ink(Ink::Bad, format!("seed {}:", found.made.seed)), found.fault)?;
    writeln!(io.out, "  boardwright test {}", io.around.shown(&folder))?;
    Ok(())
}

fn summary(tally: &Tally) -> String {
    let Tally { packs, invalid, games, decisions, real_decisions, withheld, .. } = tally;
    let Tally { too_much, gave_up, unforeseen, .. } = tally;
    format!(
        "{} and {}, {decisions} decisions compared\n  \
         {real_decisions} with more than one option, {withheld} with an answer that is not offered\n  \
         {too_much} too much to try, {gave_up} where look-ahead gave up, {unforeseen} games stuck \
         after a draw\n  {invalid} packs that do not validate",
        plural(*packs, "pack"),
        plural(*games, "game"),
    )
}

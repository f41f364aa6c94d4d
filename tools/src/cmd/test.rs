//! `test`: scenarios, what must hold in every game, and golden games.

mod cover;
mod golden;
mod long;
mod one;

use crate::Global;
use crate::fail::{Done, Fail};
use crate::io::{Exit, Ink, Io, listed};
use crate::progress;
use crate::shelf::{Packs, Shelf};

pub use golden::accept;
pub use one::broken_laws;

const AFTER_HELP: &str = "\
Examples:
  boardwright test                       the pack in this folder, or all packs below it
  boardwright test my-game               one pack
  boardwright test my-game --filter mill only what has `mill` in its name
  boardwright test my-game --accept      write the golden games as they are now
  boardwright test my-game --games 5000  look harder: many random games, over all cores
  boardwright test my-game --coverage    what the tests reach of the pack, and what they do not
  boardwright test my-game --players 3 --seed 17 --games 1      one game that went wrong

Golden games lie in tests/golden of a pack: read the difference before you accept it.";

/// Tests packs: their scenarios, the laws every game keeps, golden games.
///
/// Scenarios stand in `tests/*.yaml` of a pack. The laws need nothing to be written: games are
/// played at random, and saving, replaying, undoing, hiding and ending are checked at every
/// decision. Golden games are whole games told aloud, one for each number of players, compared
/// with how they were told when they were accepted.
///
/// A pack may state laws of its own under `laws` in its `tests/*.yaml`. With more than 3 games the
/// first 3 are looked at closely, and all of them are played over threads: laws of the packs,
/// dead ends, warnings and crashes are told with the seed, and at the end what was never used.
#[derive(clap::Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct Args {
    /// Packs: ids or folders; `a+b` are packs used together.
    #[arg(value_name = "PACK")]
    packs: Vec<String>,
    /// Writes the golden games as they are now; only for packs in a folder.
    #[arg(long)]
    accept: bool,
    /// Further packs used together with each; can be given more than once.
    #[arg(long, value_name = "PACK")]
    with: Vec<String>,
    /// How many random games are played for each number of players.
    #[arg(long, value_name = "N", default_value_t = CLOSE_GAMES)]
    games: u64,
    /// Plays random games with this number of players only.
    #[arg(long, value_name = "N")]
    players: Option<u8>,
    /// The seed of the first random game; the others follow.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// How many threads play; as many as the machine has cores if not given.
    #[arg(long, value_name = "T")]
    threads: Option<usize>,
    /// Tells what scenarios and random games reach of the packs, and what they never reach.
    #[arg(long)]
    coverage: bool,
    /// How results are written.
    #[arg(long, value_name = "FORM", default_value = "human")]
    format: cover::Form,
    /// Runs only tests whose name contains this.
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
}

/// How many random games are looked at closely, at every decision with every law of the engine.
const CLOSE_GAMES: u64 = 3;

impl Args {
    /// Whether random games go on after those that are looked at closely.
    fn is_long(&self) -> bool {
        self.games > CLOSE_GAMES
    }

    /// Whether a test of this name is to be run.
    fn wants(&self, name: &str) -> bool {
        self.filter.as_ref().is_none_or(|part| name.contains(part))
    }

    /// Whether it is told what was reached.
    fn covers(&self) -> bool {
        self.coverage || self.is_long()
    }
}

/// How a test went.
pub struct Outcome {
    /// Its name.
    pub name: String,
    /// What went wrong, as it is shown; `None` if it passed.
    pub failed: Option<String>,
}

impl Outcome {
    /// Whether it passed.
    pub fn passed(&self) -> bool {
        self.failed.is_none()
    }
}

pub fn run(args: &Args, global: &Global, io: &mut Io) -> Done {
    let mut shelf = Shelf::new(global, io)?;
    let sets: Vec<Packs> = match args.packs.is_empty() {
        true => shelf.around_here().into_iter().map(|id| vec![id]).collect(),
        false => args.packs.iter().map(|typed| shelf.wanted(typed)).collect::<Done<_>>()?,
    };
    let further = shelf.wanted_all(&args.with)?;
    let joined = |packs: Packs| {
        let more = further.iter().filter(|id| !packs.contains(id)).cloned().collect::<Packs>();
        packs.into_iter().chain(more).collect()
    };
    let sets: Vec<Packs> = sets.into_iter().map(joined).collect();
    if sets.is_empty() {
        return Err(Fail::new("there is no pack in this folder")
            .note(format!("known packs are {}", listed(shelf.ids())))
            .help("name a pack"));
    }
    let (mut n_passed, mut n_failed) = (0, 0);
    let human = args.format == cover::Form::Human;
    let mut results = vec![];
    for packs in &sets {
        if human {
            writeln!(io.out, "{}", io.ink(Ink::Head, packs.join("+")))?;
        }
        let mut tests = vec![];
        let bar = progress::bar(io, 0, "test");
        let mut show = |outcome: &Outcome, io: &mut Io| -> Done<()> {
            match outcome.passed() {
                true => n_passed += 1,
                false => n_failed += 1,
            }
            if human {
                let text = text(outcome, io);
                bar.suspend(|| io.out.write_all(text.as_bytes()))?;
            }
            let (name, failed) = (outcome.name.clone(), outcome.failed.clone());
            tests.push(cover::Test { name, failed });
            Ok(())
        };
        let reached = one::test(args, &shelf, packs, &bar, &mut show, io)?;
        bar.finish_and_clear();
        let coverage = reached.map(|it| it.shares());
        if let (Some(coverage), true) = (&coverage, human) {
            cover::show(coverage, io)?;
        }
        results.push(cover::Results { packs: packs.join("+"), tests, coverage });
    }
    if !human {
        let text = serde_json::to_string_pretty(&serde_json::json!({
            "passed": n_passed, "failed": n_failed, "packs": results,
        }));
        writeln!(io.out, "{}", text.map_err(std::io::Error::other)?)?;
        return Ok(if n_failed == 0 { Exit::Fine } else { Exit::Problems });
    }
    let summary = format!("{n_passed} passed, {n_failed} failed");
    let kind = if n_failed == 0 { Ink::Good } else { Ink::Bad };
    writeln!(io.out, "{}", io.ink(kind, summary))?;
    if n_passed + n_failed == 0 && args.filter.is_some() {
        writeln!(io.out, "no test has this in its name; leave `--filter` out to see all")?;
    }
    Ok(if n_failed == 0 { Exit::Fine } else { Exit::Problems })
}

fn text(outcome: &Outcome, io: &Io) -> String {
    match &outcome.failed {
        None => format!("  {}    {}\n", io.ink(Ink::Good, "ok"), outcome.name),
        Some(why) => {
            let mut text = format!("  {}  {}\n", io.ink(Ink::Bad, "FAIL"), outcome.name);
            for line in why.lines() {
                text.push_str(format!("        {line}").trim_end());
                text.push('\n');
            }
            text
        }
    }
}

#[cfg(test)]
mod tests;

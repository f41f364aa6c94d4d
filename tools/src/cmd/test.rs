//! `test`: scenarios, what must hold in every game, and golden games.

mod balance;
mod golden;
mod one;

use crate::Global;
use crate::cmd::play::name_and_value;
use crate::fail::{Done, Fail};
use crate::io::{Exit, Ink, Io, listed};
use crate::progress;
use crate::shelf::{Packs, Shelf};

use super::validate::{Pairs, every};

pub use golden::accept;
pub use one::broken_laws;

const AFTER_HELP: &str = "\
Examples:
  boardwright test                       the pack in this folder, or all packs below it
  boardwright test my-game               one pack
  boardwright test my-game --filter mill only what has `mill` in its name
  boardwright test my-game --accept      write the golden games as they are now
  boardwright test my-game --games 50    look harder
  boardwright test my-game --accept --option size=4 --filter size=4
                                         one more golden game, with an option
  boardwright test --all --pairs         every pack, and the laws for all pairs that may meet
  boardwright test my-game --balance     play the games of its balance blocks too

Golden games lie in tests/golden of a pack: read the difference before you accept it.";

/// Tests packs: their scenarios, the laws every game keeps, golden games.
///
/// Scenarios stand in `tests/*.yaml` of a pack. The laws need nothing to be written: games are
/// played at random, and saving, replaying, undoing, hiding and ending are checked at every
/// decision. Golden games are whole games told aloud, one for each number of players, compared
/// with how they were told when they were accepted; the name of the file says which game.
#[derive(clap::Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct Args {
    /// Packs: ids or folders; `a+b` are packs used together.
    #[arg(value_name = "PACK")]
    packs: Vec<String>,
    /// Tests every known pack.
    #[arg(long, conflicts_with_all = ["packs", "accept"])]
    all: bool,
    /// Also plays all pairs that extend the same game and do not conflict.
    #[arg(long, requires = "all")]
    pairs: bool,
    /// Writes the golden games as they are now; only for packs in a folder.
    #[arg(long)]
    accept: bool,
    /// How many games are played for each number of players: 3, or 1 with `--all`.
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// Sets an option of the pack for the laws, and with `--accept` for one more golden game; can
    /// be given more than once.
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = name_and_value)]
    options: Vec<(String, String)>,
    /// Plays the games of the balance blocks too, and looks at their ranges.
    #[arg(long)]
    balance: bool,
    /// Runs only tests whose name contains this.
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
}

/// How a test went.
pub struct Outcome {
    /// Its name.
    pub name: String,
    /// What went wrong, as it is shown; `None` if it passed.
    pub failed: Option<String>,
}

impl Args {
    /// How many games are played for each number of players.
    fn games(&self) -> u64 {
        self.games.unwrap_or(if self.all { 1 } else { 3 })
    }
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
        _ if args.all => every(&mut shelf, if args.pairs { Pairs::Too } else { Pairs::Not }),
        true => shelf.around_here().into_iter().map(|id| vec![id]).collect(),
        false => args.packs.iter().map(|typed| shelf.wanted(typed)).collect::<Done<_>>()?,
    };
    if sets.is_empty() {
        return Err(Fail::new("there is no pack in this folder")
            .note(format!("known packs are {}", listed(shelf.ids())))
            .help("name a pack"));
    }
    let (mut n_passed, mut failed) = (0, vec![]);
    for (idx, packs) in sets.iter().enumerate() {
        let name = packs.join("+");
        writeln!(io.out, "{}", io.ink(Ink::Head, &name))?;
        let so_far = format!("test {}/{}", idx + 1, sets.len());
        let bar = progress::bar(io, 0, if sets.len() > 1 { &so_far } else { "test" });
        let mut show = |outcome: &Outcome, io: &mut Io| -> Done<()> {
            match outcome.passed() {
                true => n_passed += 1,
                false => failed.push(format!("{name}: {}", outcome.name)),
            }
            let text = text(outcome, io);
            bar.suspend(|| io.out.write_all(text.as_bytes()))?;
            Ok(())
        };
        one::test(args, &shelf, packs, &bar, &mut show, io)?;
        bar.finish_and_clear();
    }
    let n_failed = failed.len();
    if sets.len() > 1 && n_failed > 0 {
        writeln!(io.out, "{}", io.ink(Ink::Head, "failed"))?;
        for name in &failed {
            writeln!(io.out, "  {name}")?;
        }
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

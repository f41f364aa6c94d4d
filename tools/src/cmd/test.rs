//! `test`: runs scenarios, the laws of every game, and golden games.

mod balance;
pub mod cover;
mod golden;
mod long;
mod one;

use std::collections::BTreeSet;

use boardwright_lab::golden::Which;
use boardwright_play::pairs::pairs;

use crate::Global;
use crate::args::name_and_value;
use crate::fail::{Done, Fail};
use crate::interrupt;
use crate::io::{Exit, Ink, Io, listed};
use crate::progress;
use crate::shelf::{Packs, Shelf};

use super::validate::{Pairs, every};

pub use golden::begin;
pub use one::broken_laws;

const AFTER_HELP: &str = "\
Examples:
  boardwright test                       the pack in this folder, or all packs below it
  boardwright test my-game               one pack
  boardwright test my-game --filter mill only what has `mill` in its name
  boardwright test my-game --accept      write the golden games that differ as they are now
  boardwright test my-game --games 5000  look harder: many random games, over all cores
  boardwright test my-game --coverage    what the tests reach of the pack, and what they do not
  boardwright test my-game --players 3 --seed 17 --games 1      one game that went wrong
  boardwright test my-game --accept --players 4 --option size=4
                                         one more golden game, for this table
  boardwright test --all --pairs         every pack, and the laws for all pairs that may meet
  boardwright test my-game --balance     play the games of its balance blocks too

Golden games lie in tests/golden of a pack: read the difference before you accept it.";

/// Tests packs: their scenarios, the laws every game keeps, golden games.
///
/// Scenarios are in `tests/*.yaml` of a pack. The laws need no files: games are played at random,
/// and saving, replaying, undoing, hiding and ending are checked at every decision. Golden games
/// are transcripts of whole games, compared with their accepted versions; the file name identifies
/// the game.
///
/// A pack may state laws of its own under `laws` in its `tests/*.yaml`. With more than 3 games the
/// first 3 are checked closely, and all of them are played on several threads: broken laws of the
/// packs, dead ends, warnings and crashes are reported with the seed, followed by a list of unused
/// content.
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
    /// Writes the current version of golden games that differ, and lists the files; only for packs
    /// in a folder.
    ///
    /// A pack without golden games gets one. `--players`, `--seed` or `--option` select the golden
    /// game of that table, whether it exists or not.
    #[arg(long)]
    accept: bool,
    /// Further packs used together with each, with `--all` where they may meet; can be repeated.
    #[arg(long, value_name = "PACK")]
    with: Vec<String>,
    /// The number of random games for each number of players: 3, or 1 with `--all`.
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// Sets an option of the pack for random games, and with `--accept` for a golden game; can be
    /// repeated.
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = name_and_value)]
    options: Vec<(String, String)>,
    /// Plays random games with this number of players only.
    #[arg(long, value_name = "N")]
    players: Option<u8>,
    /// The seed of the first random game; the others count up from it. 1 by default.
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// The number of threads; by default one per core.
    #[arg(long, value_name = "T")]
    threads: Option<usize>,
    /// Shows what scenarios and random games reach of the packs, and what they never reach.
    #[arg(long)]
    coverage: bool,
    /// The output format.
    #[arg(long, value_name = "FORM", default_value = "human")]
    format: cover::Form,
    /// Also plays the games of the balance blocks and checks their ranges.
    #[arg(long)]
    balance: bool,
    /// Shows the output of scripts in scenarios, even in those that pass, and the full differences
    /// of golden games.
    #[arg(long, short)]
    verbose: bool,
    /// Runs only tests whose name contains this.
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
}

/// The number of random games checked closely: every law of the engine at every decision.
const CLOSE_GAMES: u64 = 3;

impl Args {
    /// The number of random games for each number of players.
    fn games(&self) -> u64 {
        self.games.unwrap_or(if self.all { 1 } else { CLOSE_GAMES })
    }

    /// The seed of the first random game.
    fn seed(&self) -> u64 {
        self.seed.unwrap_or(1)
    }

    /// The golden game selected by the arguments; `players` is the default number of players.
    fn asked_golden(&self, players: u8) -> Option<Which> {
        let asked = self.players.is_some() || self.seed.is_some() || !self.options.is_empty();
        (self.accept && asked).then(|| Which {
            players: self.players.unwrap_or(players),
            seed: self.seed(),
            options: self.options.clone(),
        })
    }

    /// Whether random play continues after the games that are checked closely.
    fn is_long(&self) -> bool {
        self.games() > CLOSE_GAMES
    }

    /// Whether a test of this name should run.
    fn wants(&self, name: &str) -> bool {
        self.filter.as_ref().is_none_or(|part| name.contains(part))
    }

    /// Whether coverage is shown. For all packs together nobody would read that much.
    fn covers(&self) -> bool {
        self.coverage || self.is_long() && !self.all
    }
}

/// The result of a test.
#[derive(Clone)]
pub struct Outcome {
    /// Its name.
    pub name: String,
    /// The report of the failure; `None` if it passed.
    pub failed: Option<String>,
    /// The file it wrote.
    pub wrote: Option<String>,
    /// The output of scripts, to be shown with it.
    pub printed: Vec<String>,
    /// Whether it is a golden game that has changed: that is wrong only if nobody intended it.
    pub differs: bool,
}

impl Outcome {
    /// The result of a test that writes no file.
    pub fn new(name: impl Into<String>, failed: Option<String>) -> Self {
        Self { name: name.into(), failed, wrote: None, printed: vec![], differs: false }
    }

    /// Whether it passed.
    pub fn passed(&self) -> bool {
        self.failed.is_none()
    }
}

pub fn run(args: &Args, global: &Global, io: &mut Io) -> Done {
    let mut shelf = Shelf::new(global, io)?;
    let sets = sets(args, &mut shelf)?;
    let (mut n_passed, mut n_differ, mut failed) = (0, 0, vec![]);
    let human = args.format == cover::Form::Human;
    let mut results = vec![];
    for (idx, packs) in sets.iter().enumerate() {
        if interrupt::exit(&io.around).is_some() {
            break;
        }
        let name = packs.join("+");
        if human {
            writeln!(io.out, "{}", io.ink(Ink::Head, &name))?;
        }
        let mut tests = vec![];
        let so_far = format!("test {}/{}", idx + 1, sets.len());
        let bar = progress::bar(io, 0, if sets.len() > 1 { &so_far } else { "test" });
        let mut show = |outcome: &Outcome, io: &mut Io| -> Done<()> {
            n_differ += usize::from(outcome.differs);
            match outcome.passed() {
                true => n_passed += 1,
                false => failed.push(format!("{name}: {}", outcome.name)),
            }
            if human {
                let text = text(outcome, io);
                bar.suspend(|| io.out.write_all(text.as_bytes()))?;
            }
            let Outcome { name, failed, wrote, .. } = outcome.clone();
            tests.push(cover::Test { name, failed, wrote });
            Ok(())
        };
        let reached = one::test(args, &shelf, packs, &bar, &mut show, io)?;
        bar.finish_and_clear();
        let coverage = reached.map(|it| it.shares());
        if let (Some(coverage), true) = (&coverage, human) {
            cover::show(coverage, io)?;
        }
        results.push(cover::Results { packs: name, tests, coverage });
    }
    let n_failed = failed.len();
    let exit = if n_failed == 0 { Exit::Fine } else { Exit::Problems };
    let exit = interrupt::exit(&io.around).unwrap_or(exit);
    if !human {
        let text = serde_json::to_string_pretty(&serde_json::json!({
            "passed": n_passed, "failed": n_failed, "packs": results,
        }));
        writeln!(io.out, "{}", text.map_err(std::io::Error::other)?)?;
        return Ok(exit);
    }
    if sets.len() > 1 && n_failed > 0 {
        writeln!(io.out, "{}", io.ink(Ink::Head, "failed"))?;
        for name in &failed {
            writeln!(io.out, "  {name}")?;
        }
    }
    let mut summary = format!("{n_passed} passed, {} failed", n_failed - n_differ);
    if n_differ > 0 {
        let (game, goes) = if n_differ == 1 { ("game", "goes") } else { ("games", "go") };
        summary.push_str(&format!(", {n_differ} golden {game} {goes} differently"));
    }
    let kind = if n_failed == 0 { Ink::Good } else { Ink::Bad };
    writeln!(io.out, "{}", io.ink(kind, summary))?;
    if n_passed + n_failed == 0 && args.filter.is_some() {
        writeln!(io.out, "no test has this in its name; leave `--filter` out to see all")?;
    }
    Ok(exit)
}

/// The packs to test, each with those it is used together with.
fn sets(args: &Args, shelf: &mut Shelf) -> Done<Vec<Packs>> {
    let sets: Vec<Packs> = match args.packs.is_empty() {
        _ if args.all => every(shelf, if args.pairs { Pairs::Too } else { Pairs::Not }),
        true => shelf.around_here().into_iter().map(|id| vec![id]).collect(),
        false => args.packs.iter().map(|typed| shelf.wanted(typed)).collect::<Done<_>>()?,
    };
    if sets.is_empty() {
        return Err(Fail::new("there is no pack in this folder")
            .note(format!("known packs are {}", listed(shelf.ids())))
            .help("name a pack"));
    }
    let further = shelf.wanted_all(&args.with)?;
    if further.is_empty() {
        return Ok(sets);
    }
    let joined = |packs: Packs| -> Packs {
        let more = further.iter().filter(|id| !packs.contains(id)).cloned().collect::<Packs>();
        packs.into_iter().chain(more).collect()
    };
    let joined = sets.into_iter().map(joined);
    if !args.all {
        return Ok(joined.collect());
    }
    let pairs: BTreeSet<[String; 2]> = pairs(&shelf.manifests()).into_iter().collect();
    let meet = |one: &String, other: &String| {
        one == other
            || pairs.contains(&[one.clone(), other.clone()])
            || pairs.contains(&[other.clone(), one.clone()])
    };
    let mut seen = BTreeSet::new();
    let sets: Vec<Packs> = joined
        .filter(|packs| packs.iter().all(|one| packs.iter().all(|other| meet(one, other))))
        .filter(|packs| seen.insert(packs.iter().cloned().collect::<BTreeSet<_>>()))
        .collect();
    if sets.is_empty() {
        return Err(Fail::new("the packs given by `--with` cannot be used together")
            .help("give packs that extend the same game and do not conflict"));
    }
    Ok(sets)
}

fn text(outcome: &Outcome, io: &Io) -> String {
    match &outcome.failed {
        None => {
            let wrote = outcome.wrote.as_ref().map_or(String::new(), |it| format!(": wrote {it}"));
            let mut text = format!("  {}    {}{wrote}\n", io.ink(Ink::Good, "ok"), outcome.name);
            for line in &outcome.printed {
                text.push_str(&format!("        {}\n", io.ink(Ink::Dim, line)));
            }
            text
        }
        Some(why) => {
            let mark = if outcome.differs { "DIFF" } else { "FAIL" };
            let mut text = format!("  {}  {}\n", io.ink(Ink::Bad, mark), outcome.name);
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

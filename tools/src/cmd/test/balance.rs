//! Balance blocks: plays the games they ask for and checks their ranges.

use boardwright_lab::simulate::run::{self, Job, Table, Work};
use boardwright_lab::simulate::{Plan, RunInfo, Shard, Summary};
use boardwright_play::balance::{self, Block};
use boardwright_play::game::{self, Game};

use super::one::Show;
use super::{Args, Outcome};
use crate::fail::Done;
use crate::interrupt;
use crate::io::{Ink, Io, ink, plural};
use crate::problems::{Form, Report};
use crate::progress;
use crate::shelf::{Packs, Shelf};
use crate::simulation;

/// The games of some blocks: those with the same table, bots and seed share them.
struct Run {
    of: Key,
    summary: Summary,
}

#[derive(Clone, PartialEq, Eq)]
struct Key {
    players: u8,
    bots: Vec<String>,
    games: u64,
    seed: u64,
    options: Vec<(String, String)>,
}

/// Tests the blocks of the named packs.
pub fn test(
    args: &Args,
    shelf: &Shelf,
    packs: &Packs,
    first: &Game,
    show: Show,
    io: &mut Io,
) -> Done<()> {
    let mut runs: Vec<Run> = vec![];
    for block in balance::blocks(&first.loaded).0 {
        let name = format!("balance: {}", block.name);
        if !packs.contains(&block.pack) || !args.wants(&name) {
            continue;
        }
        let outcome = match summary((args, shelf, packs), &block, &mut runs, io)? {
            Err(failed) => Outcome::new(name, Some(failed)),
            Ok(summary) => judged(shelf, first, &block, &name, summary, io),
        };
        show(&outcome, io)?;
    }
    Ok(())
}

fn judged(
    shelf: &Shelf,
    first: &Game,
    block: &Block,
    name: &str,
    summary: &Summary,
    io: &Io,
) -> Outcome {
    let judged = boardwright_lab::judge::judge(block, summary);
    let games = plural(summary.games as usize, "game");
    let players = plural(usize::from(summary.players), "player");
    let mut name = format!("{name}: {} ({games}, {players}, {})", judged.told, block.who());
    for near in &judged.near {
        name.push_str(&format!("\n        {}", ink(io.colour, Ink::Dim, near)));
    }
    let failed = (!judged.diags.is_empty()).then(|| {
        let mut report = Report::default();
        report.add(shelf, &first.loaded.sources, &judged.diags);
        report.text(Form::Human, io.colour)
    });
    Outcome::new(name, failed)
}

/// The figures of a block's games; the error says why there are none.
fn summary<'r>(
    (args, shelf, packs): (&Args, &Shelf, &Packs),
    block: &Block,
    runs: &'r mut Vec<Run>,
    io: &Io,
) -> Done<Result<&'r Summary, String>> {
    let options: Vec<(String, String)> =
        block.options.iter().map(|it| (it.id.clone(), it.text.clone())).collect();
    let library = shelf.library();
    let ids: Vec<&str> = packs.iter().map(String::as_str).collect();
    let opened = game::open(&library, &ids, block.players, &options);
    let Some(game) = opened.game else {
        let mut report = Report::default();
        report.add(shelf, &opened.sources, &opened.diags);
        return Ok(Err(report.text(Form::Human, io.colour)));
    };
    let key = Key {
        players: game.players,
        bots: block.bots.clone(),
        games: block.games,
        seed: block.seed,
        options: options.clone(),
    };
    if let Some(at) = runs.iter().position(|run| run.of == key) {
        return Ok(Ok(&runs[at].summary));
    }
    let plan = Plan {
        bots: block.bots.clone(),
        seed: block.seed,
        games: block.games,
        shard: Shard::default(),
    };
    let table = Table { library: &library, packs, players: game.players, options: &options };
    let jobs: Vec<Job> = (1..=block.games).map(|number| Job { table: 0, number }).collect();
    let threads = simulation::threads(args.threads)?;
    let work = Work::new(threads, interrupt::flag(&io.around));
    let bar = progress::games_bar(io, block.games, "balance");
    let mut records = vec![];
    let ran = run::run(&[table], &plan, &jobs, &work, &mut |_, record| {
        bar.inc(1);
        records.push(record);
        true
    });
    bar.finish_and_clear();
    ran.map_err(simulation::failed)?;
    if records.len() < jobs.len() {
        let (n, all) = (records.len(), jobs.len());
        return Ok(Err(format!("stopped: {n} of {all} games are finished")));
    }
    runs.push(Run { of: key, summary: Summary::new(&RunInfo::new(&game, &plan), &records) });
    Ok(runs.last().map(|run| &run.summary).ok_or_else(String::new))
}

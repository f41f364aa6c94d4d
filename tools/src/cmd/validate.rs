//! `validate`: checks packs and reports everything that is wrong with them.

mod marks;
mod texts;

use boardwright_packs::layer::Loaded;
use boardwright_packs::manifest::Players;
use boardwright_play::pairs;
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::visible::visible_line;

use super::test::broken_laws;
use crate::Global;
use crate::fail::{Done, Fail};
use crate::io::{Exit, Ink, Io, listed, plural};
use crate::problems::{Form, Report};
use crate::progress;
use crate::shelf::{Packs, Shelf, is_pack};
use boardwright_play::game::{self, Game};

/// The seeds the conformance battery plays with `--deep`.
const DEEP_SEEDS: std::ops::RangeInclusive<u64> = 1..=3;

const AFTER_HELP: &str = "\
Examples:
  boardwright validate                       the pack in this folder, or all packs below it
  boardwright validate my-game               a pack by its folder or id
  boardwright validate hello --with my-variant  packs used together; hello+my-variant is the same
  boardwright validate --all --format github in a workflow
  boardwright validate hello --provenance    how certain each printed value is
  boardwright validate hello --language fr   which texts lack a translation

A warning that is meant so can be allowed where it stands: # allow(G012): why";

/// Checks packs: files, keys, names, rules.
///
/// It reports all problems in one pass, each with its code, its place, what was expected and what
/// to do. `boardwright explain CODE` says more about a code.
#[derive(clap::Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct Args {
    /// Packs: ids, folders, or folders of packs; `a+b` are packs used together.
    #[arg(value_name = "PACK")]
    packs: Vec<String>,
    /// Further packs on top of each; can be repeated.
    #[arg(long, value_name = "PACK", conflicts_with = "all")]
    with: Vec<String>,
    /// Checks every pack here, and all pairs that extend the same game and do not conflict.
    ///
    /// The known packs are those that come with the program and those in the folders named by
    /// `--content`; without such a folder, those in the folder `content`, or else those below the
    /// current folder.
    #[arg(long, conflicts_with = "packs")]
    all: bool,
    /// Also plays each pack and checks the laws of every game.
    #[arg(long)]
    deep: bool,
    /// Lists how certain the printed values are, by entry.
    #[arg(long)]
    provenance: bool,
    /// Lists the texts that are not translated into a language.
    #[arg(long, value_name = "LANGUAGE")]
    language: Option<String>,
    /// The format of the report.
    #[arg(long, value_enum, value_name = "FORM", default_value_t)]
    format: Form,
}

pub fn run(args: &Args, global: &Global, io: &mut Io) -> Done {
    let listing = match &args.language {
        Some(_) => Some("--language"),
        None => args.provenance.then_some("--provenance"),
    };
    if let Some(listing) = listing.filter(|_| args.format != Form::Human) {
        return Err(Fail::new(format!("`{listing}` is written for people only"))
            .help(format!("leave `--format` out, or use it without `{listing}`")));
    }
    let mut shelf = Shelf::new(global, io)?;
    let mut sets = sets(args, &mut shelf, io)?;
    let with = shelf.wanted_all(&args.with)?;
    for set in &mut sets {
        let more = with.iter().filter(|id| !set.contains(id)).cloned();
        set.extend(more.collect::<Packs>());
    }
    let library = shelf.library();
    let mut report = Report::default();
    let (mut clean, mut n_broken) = (vec![], 0);
    let bar = progress::bar(io, sets.len(), "validate");
    for packs in &sets {
        let name = packs.join("+");
        bar.set_message(visible_line(&name).into_owned());
        let ids: Vec<&str> = packs.iter().map(String::as_str).collect();
        let opened = game::check(&library, &ids);
        // Each pack was already checked alone, so new problems come from the combination.
        let together = args.all && ids.len() > 1;
        let blame = |diags: &mut [Diagnostic]| {
            if together {
                pairs::blame(&library, &ids, diags);
            }
        };
        let mut n_new = report.add_new(&shelf, &opened.sources, &opened.diags, &blame);
        if let Some(game) = &opened.game {
            if args.deep && n_new == 0 {
                let n_found = deep(&shelf, &ids, game, io)?;
                n_broken += n_found;
                n_new += n_found;
            }
            if args.provenance {
                let text = marks::list(&name, &game.loaded, &shelf);
                bar.suspend(|| io.out.write_all(text.as_bytes()))?;
            }
            if let Some(language) = &args.language {
                let text = texts::list(&name, &game.loaded, language, &shelf)?;
                bar.suspend(|| io.out.write_all(text.as_bytes()))?;
            }
            if n_new == 0 {
                clean.push(checked(&name, game));
            }
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let exit = show(args, &report, &clean, io)?;
    Ok(if n_broken > 0 { Exit::Problems } else { exit })
}

fn show(args: &Args, report: &Report, clean: &[String], io: &mut Io) -> Done {
    write!(io.out, "{}", report.text(args.format, io.colour))?;
    match args.format {
        Form::Human if args.provenance || args.language.is_some() => {}
        Form::Human => {
            for line in clean {
                let mark = io.ink(Ink::Good, "ok");
                writeln!(io.out, "{mark} {line}")?;
            }
        }
        _ => writeln!(io.err, "{}", report.summary())?,
    }
    Ok(if report.has_problems() { Exit::Problems } else { Exit::Fine })
}

/// The sets of packs to check.
fn sets(args: &Args, shelf: &mut Shelf, io: &Io) -> Done<Vec<Packs>> {
    if args.all {
        return Ok(every(shelf, Pairs::Too));
    }
    if args.packs.is_empty() {
        let found = shelf.around_here();
        if found.is_empty() {
            return Err(Fail::new("there is no pack in this folder")
                .note(format!("known packs are {}", listed(shelf.ids())))
                .help("name a pack, or use `--all` to check every known one"));
        }
        return Ok(found.into_iter().map(|id| vec![id]).collect());
    }
    let mut sets = vec![];
    for typed in &args.packs {
        let folder = io.around.path(typed);
        let below = if is_pack(&folder) { vec![] } else { shelf.below(&folder) };
        if below.is_empty() {
            sets.push(shelf.wanted(typed)?);
        } else {
            sets.extend(below.into_iter().map(|id| vec![id]));
        }
    }
    Ok(sets)
}

/// Whether packs are also checked in pairs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pairs {
    /// In pairs, after each alone.
    Too,
    /// Each alone only.
    Not,
}

/// Every pack here alone, and all pairs of them that may meet at one table; every known pack if
/// there are none here.
pub fn every(shelf: &mut Shelf, pairs: Pairs) -> Vec<Packs> {
    shelf.put_all_here();
    let any_here = shelf.ids().into_iter().any(|id| shelf.folder(id).is_some());
    let meant = |id: &str| !any_here || shelf.folder(id).is_some();
    let ids = shelf.ids().into_iter().filter(|id| meant(id));
    let mut sets: Vec<Packs> = ids.map(|id| vec![id.to_owned()]).collect();
    if pairs == Pairs::Too {
        let all = pairs::pairs(&shelf.manifests()).into_iter();
        sets.extend(all.filter(|pair| pair.iter().all(|id| meant(id))).map(Vec::from));
    }
    sets
}

/// Plays the packs for each number of players and reports the laws that do not hold.
fn deep(shelf: &Shelf, ids: &[&str], game: &Game, io: &mut Io) -> Done<usize> {
    let library = shelf.library();
    let counts: Vec<u8> = game::player_counts(&game.loaded).collect();
    let bar = progress::bar(io, counts.len(), "play");
    let mut n_found = 0;
    for players in counts {
        let message = format!("{} with {players} players", ids.join("+"));
        bar.set_message(visible_line(&message).into_owned());
        let opened = game::open(&library, ids, Some(players), &[]);
        if let Some(found) = opened.game.and_then(|it| broken_laws(&it, DEEP_SEEDS)) {
            n_found += 1;
            let head = io.ink(Ink::Bad, "broken law");
            let text = format!("{head} in {}\n{found}", ids.join("+"));
            bar.suspend(|| io.out.write_all(text.as_bytes()))?;
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(n_found)
}

/// The message of a clean run: "hello: 42 entries, 2-4 players, no problem".
fn checked(name: &str, game: &Game) -> String {
    let entries = plural(n_entries(&game.loaded), "entry").replace("entrys", "entries");
    let players = players(&game.loaded).map(|it| format!(", {}", players_text(it)));
    format!("{name}: {entries}{}, no problem", players.unwrap_or_default())
}

/// How many entries the sections hold.
fn n_entries(loaded: &Loaded) -> usize {
    let sections = loaded.root.as_map().map_or(&[][..], |map| &map.entries);
    let in_section = |section: &boardwright_syntax::yaml::Entry| match section.value.as_map() {
        Some(map) => map.entries.len(),
        None => 1,
    };
    sections.iter().map(in_section).sum()
}

/// The allowed numbers of players: the last pack that states them counts.
pub fn players(loaded: &Loaded) -> Option<Players> {
    loaded.order.iter().rev().find_map(|pack| pack.manifest.players)
}

/// "2-4 players", "1 player".
pub fn players_text(players: Players) -> String {
    match (players.min, players.max) {
        (1, 1) => "1 player".into(),
        (min, max) if min == max => format!("{min} players"),
        (min, max) => format!("{min}-{max} players"),
    }
}

#[cfg(test)]
mod tests;

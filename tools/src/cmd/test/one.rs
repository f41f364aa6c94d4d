//! All tests of one set of packs.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use boardwright_lab::battery::{Finding, conformance};
use boardwright_lab::golden::Which;
use boardwright_play::coverage::Coverage;
use boardwright_play::game::{self, Game, Opened, player_counts};
use boardwright_play::scenario;
use boardwright_syntax::diag::Level;
use boardwright_syntax::visible::visible_line;
use indicatif::ProgressBar;

use super::cover::{Form as Shape, Reached};
use super::golden::{Shown, Told};
use super::{Args, CLOSE_GAMES, Outcome, balance, golden, long};
use crate::cmd::play::opened;
use crate::fail::{Done, Fail};
use crate::interrupt;
use crate::io::{Ink, Io, ink, plural};
use crate::problems::{Form, Report};
use crate::progress;
use crate::shelf::{Packs, Shelf};
use crate::simulation;

/// The maximum number of findings shown for one law.
const FINDINGS_MAX: usize = 3;
/// The maximum number of choices shown before a finding.
const CHOICES_MAX: usize = 12;

pub(super) type Show<'s> = &'s mut dyn FnMut(&Outcome, &mut Io) -> Done<()>;

pub fn test(
    args: &Args,
    shelf: &Shelf,
    packs: &Packs,
    bar: &ProgressBar,
    show: Show,
    io: &mut Io,
) -> Done<Option<Reached>> {
    let library = shelf.library();
    let ids: Vec<&str> = packs.iter().map(String::as_str).collect();
    let checked = game::check(&library, &ids);
    let Some(game) = checked.game else {
        let errors: Vec<_> =
            checked.diags.into_iter().filter(|diag| diag.level == Level::Error).collect();
        let mut report = Report::default();
        report.add(shelf, &checked.sources, &errors);
        let failed = Some(report.text(Form::Human, io.colour));
        show(&Outcome::new("validate", failed), io)?;
        return Ok(None);
    };
    let wanted = |name: &str| args.wants(name);
    let all: Vec<u8> = player_counts(&game.loaded).collect();
    // Scenarios describe each pack of a pair alone; the smallest and the largest number of players
    // show what depends on the number.
    let is_one_of_all = args.all && packs.len() > 1;
    let counts = match args.players {
        None if is_one_of_all => ends(&all),
        None => all,
        Some(players) if all.contains(&players) => vec![players],
        Some(_) if args.all => return Ok(None),
        Some(players) => return Err(not_for(players, packs, &all)),
    };
    // Lines of scripts are counted only by a game opened for that.
    let covered = args.covers().then(|| game::open_covered(&library, &ids, None, &[]).game);
    let game = covered.flatten().unwrap_or(game);
    let mut reached = args.covers().then(|| {
        let nothing = Coverage::new(&game);
        Reached { scenarios: nothing.clone(), games: nothing }
    });
    if !is_one_of_all {
        let by_scenarios = reached.as_mut().map(|it| &mut it.scenarios);
        scenarios((args, shelf, packs), &game, by_scenarios, show, io)?;
    }
    bar.set_length(counts.len() as u64);
    let mut goldens = golden::games(shelf, packs);
    if args.accept && packs.len() == 1 {
        let asked = args.asked_golden(game.players);
        let begun = goldens.is_empty().then(|| golden::first(&game));
        goldens.extend(asked.or(begun).filter(|it| !goldens.contains(it)));
    }
    let mut n_differ = 0;
    for &players in &counts {
        let at_table = plural(usize::from(players), "player");
        bar.set_message(visible_line(&at_table).into_owned());
        let n_close = args.games().min(CLOSE_GAMES);
        let laws = format!("laws: {}, {at_table}", plural(n_close as usize, "game"));
        let at_this = goldens.iter().filter(|which| which.players == players);
        let goldens: Vec<&Which> = at_this.filter(|it| wanted(&golden_name(it))).collect();
        if !wanted(&laws) && goldens.is_empty() {
            continue;
        }
        let Some(game) = opened(shelf, packs, Some(players), &args.options, None, io)? else {
            continue;
        };
        if wanted(&laws) && n_close > 0 {
            let seeds = args.seed()..args.seed().saturating_add(n_close);
            let failed = broken_laws(&game, seeds);
            let failed = failed.map(|text| text + &again(args, packs, players, None));
            show(&Outcome::new(laws, failed), io)?;
        }
        for which in goldens {
            let other = (which.options != args.options)
                .then(|| game::open(&library, &ids, Some(players), &which.options));
            let how = match n_differ {
                _ if args.verbose => Shown::All,
                0 => Shown::First,
                _ => Shown::Place,
            };
            let how = (args.accept, how);
            let told = match other {
                None => golden::test(how, shelf, packs, &game, which, io)?,
                Some(Opened { game: Some(game), .. }) => {
                    golden::test(how, shelf, packs, &game, which, io)?
                }
                Some(Opened { game: None, diags, .. }) => {
                    let errors = diags.into_iter().filter(|diag| diag.level == Level::Error);
                    let told: Vec<String> = errors.map(|diag| diag.message).collect();
                    Told::Wrong(told.join("\n"))
                }
            };
            let differs = matches!(told, Told::Differs(_));
            n_differ += usize::from(differs);
            let (failed, wrote) = match told {
                Told::Same => (None, None),
                Told::Written(file) => (None, Some(file)),
                Told::Wrong(shown) | Told::Differs(shown) => (Some(shown), None),
            };
            show(&Outcome { wrote, differs, ..Outcome::new(golden_name(which), failed) }, io)?;
        }
        bar.inc(1);
    }
    if args.coverage || args.is_long() {
        // Random play has its own progress bar.
        bar.finish_and_clear();
        for players in counts {
            let coverage = reached.as_mut().map(|it| &mut it.games);
            random_play((args, shelf, packs), players, coverage, show, io)?;
        }
    }
    if args.balance {
        bar.finish_and_clear();
        balance::test(args, shelf, packs, &game, show, io)?;
    }
    let own = packs.as_slice();
    if let ([pack], 0, None, Shape::Human) = (own, goldens.len(), &args.filter, args.format)
        && let Some(folder) = shelf.folder(pack)
    {
        let folder = io.around.shown(folder);
        let hint = format!("no golden game yet: `boardwright test {folder} --accept` writes one");
        bar.suspend(|| writeln!(io.out, "  {}", ink(io.colour, Ink::Dim, hint)))?;
    }
    Ok(reached)
}

fn not_for(players: u8, packs: &Packs, all: &[u8]) -> Fail {
    let counts: Vec<String> = all.iter().map(u8::to_string).collect();
    let asked = plural(usize::from(players), "player");
    Fail::new(format!("`{}` cannot be played by {asked}", packs.join("+")))
        .help(format!("it is for {} players", counts.join(", ")))
}

/// Plays all random games for a number of players, and collects what they reach.
fn random_play(
    (args, shelf, packs): (&Args, &Shelf, &Packs),
    players: u8,
    coverage: Option<&mut Coverage>,
    show: Show,
    io: &mut Io,
) -> Done<()> {
    let (n_games, at_table) = (args.games(), plural(usize::from(players), "player"));
    let name = format!("random play: {}, {at_table}", plural(n_games as usize, "game"));
    if n_games == 0 || !args.wants(&name) {
        return Ok(());
    }
    if opened(shelf, packs, Some(players), &args.options, None, io)?.is_none() {
        let failed = Some(format!("the game cannot be opened for {at_table}\n"));
        return show(&Outcome::new(name, failed), io);
    }
    let library = shelf.library();
    let ids: Vec<&str> = packs.iter().map(String::as_str).collect();
    let open = || game::open_covered(&library, &ids, Some(players), &args.options).game;
    let threads = simulation::threads(args.threads)?;
    let bar = progress::games_bar(io, n_games, &at_table);
    let seeds = args.seed()..args.seed().saturating_add(n_games);
    let start = Instant::now();
    let stop = interrupt::flag(&io.around);
    let long = long::play(&open, seeds, (threads, stop), &|| bar.inc(1));
    let took = start.elapsed();
    bar.finish_and_clear();
    if let Some(coverage) = coverage {
        coverage.merge(&long.coverage);
    }
    let first = long.findings.first();
    let mut failed =
        findings_text(&long.findings).map(|text| text + &again(args, packs, players, first));
    if interrupt::exit(&io.around).is_some() && long.games < n_games {
        let stopped = format!("stopped: {} of {n_games} games are finished\n", long.games);
        failed = Some(failed.unwrap_or_default() + &stopped);
    }
    show(&Outcome::new(name, failed), io)?;
    if args.is_long() && args.format == Shape::Human {
        let speed = long.games as f64 / took.as_secs_f64().max(0.001);
        let text = format!(
            "{} decisions, {:.0} games and {:.0} decisions per second",
            long.decisions,
            speed,
            long.decisions as f64 / took.as_secs_f64().max(0.001)
        );
        writeln!(io.out, "        {}", io.ink(Ink::Dim, text))?;
    }
    Ok(())
}

/// The command that reproduces a failed game.
fn again(args: &Args, packs: &Packs, players: u8, first: Option<&Finding>) -> String {
    let seed = first.map_or("SEED".to_owned(), |it| it.seed.to_string());
    let packs = packs.join("+");
    let set = args.options.iter().map(|(name, value)| format!(" --option {name}={value}"));
    let set: String = set.collect();
    format!(
        "help: look at one game closely with \
         `boardwright test {packs} --players {players} --seed {seed} --games 1{set}`\n"
    )
}

fn golden_name(which: &Which) -> String {
    format!("golden: {}", which.file_name())
}

/// The smallest and the largest number.
fn ends(counts: &[u8]) -> Vec<u8> {
    match counts {
        [first, .., last] => vec![*first, *last],
        _ => counts.to_vec(),
    }
}

/// The scenarios of the named packs: those of a base game may no longer hold.
fn scenarios(
    (args, shelf, packs): (&Args, &Shelf, &Packs),
    game: &Game,
    mut coverage: Option<&mut Coverage>,
    show: Show,
    io: &mut Io,
) -> Done<()> {
    for each in scenario::scenarios(&game.loaded).0 {
        let name = format!("scenario: {}", each.name);
        let file = &game.loaded.sources.file(each.span.file).path;
        if !packs.contains(&each.pack) || !(args.wants(&name) || args.wants(file)) {
            continue;
        }
        let ran = scenario::run_covered(game, &each, coverage.as_deref_mut());
        let failed = (!ran.passed).then(|| {
            let mut report = Report::default();
            report.add(shelf, &game.loaded.sources, &ran.diags);
            report.text(Form::Human, io.colour)
        });
        let printed = if args.verbose { ran.printed } else { vec![] };
        show(&Outcome { printed, ..Outcome::new(name, failed) }, io)?;
    }
    Ok(())
}

/// The broken laws, in words.
pub fn broken_laws(game: &Game, seeds: impl IntoIterator<Item = u64>) -> Option<String> {
    let found = catch_unwind(AssertUnwindSafe(|| conformance(game, seeds)));
    match found {
        Ok(found) => findings_text(&found),
        Err(_) => Some("panics: the program stopped; see the message above\n".into()),
    }
}

/// The findings, in words; `None` if there are none.
fn findings_text(found: &[Finding]) -> Option<String> {
    if found.is_empty() {
        return None;
    }
    let mut text = String::new();
    for each in found.iter().take(FINDINGS_MAX) {
        text.push_str(&format!("{}: {}\n", each.law, each.what));
        text.push_str(&format!(
            "  seed {}, {} players, decision {}\n",
            each.seed, each.players, each.decision
        ));
        let skipped = each.choices.len().saturating_sub(CHOICES_MAX);
        let last: Vec<&str> = each.choices.iter().skip(skipped).map(String::as_str).collect();
        if !last.is_empty() {
            let dots = if skipped > 0 { "... " } else { "" };
            text.push_str(&format!("  after {dots}{}\n", last.join(", ")));
        }
    }
    if found.len() > FINDINGS_MAX {
        text.push_str(&format!("and {} more\n", found.len() - FINDINGS_MAX));
    }
    Some(text)
}

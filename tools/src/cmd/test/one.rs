//! All tests of some packs used together.

use boardwright_pack::battery::conformance;
use boardwright_pack::diag::Level;
use boardwright_pack::game::{self, Game, Opened, player_counts};
use boardwright_pack::golden::Which;
use boardwright_pack::scenario;
use indicatif::ProgressBar;

use super::{Args, Outcome, balance, golden};
use crate::cmd::play::opened;
use crate::fail::Done;
use crate::io::{Ink, Io, ink, plural};
use crate::report::{Form, Report};
use crate::shelf::{Packs, Shelf};

/// How many findings of one law are shown.
const FINDINGS_MAX: usize = 3;
/// How many choices that led to a finding are shown.
const CHOICES_MAX: usize = 12;

pub(super) type Show<'s> = &'s mut dyn FnMut(&Outcome, &mut Io) -> Done<()>;

pub fn test(
    args: &Args,
    shelf: &Shelf,
    packs: &Packs,
    bar: &ProgressBar,
    show: Show,
    io: &mut Io,
) -> Done<()> {
    let library = shelf.library();
    let ids: Vec<&str> = packs.iter().map(String::as_str).collect();
    let checked = game::check(&library, &ids);
    let Some(game) = checked.game else {
        let errors: Vec<_> =
            checked.diags.into_iter().filter(|diag| diag.level == Level::Error).collect();
        let mut report = Report::default();
        report.add(shelf, &checked.sources, &errors);
        let failed = Some(report.text(Form::Human, io.colour));
        return show(&Outcome { name: "validate".into(), failed }, io);
    };
    let wanted = |name: &str| args.filter.as_ref().is_none_or(|part| name.contains(part));
    let mut counts: Vec<u8> = player_counts(&game.loaded).collect();
    if args.all && packs.len() > 1 {
        // Their scenarios speak of each alone, and what differs by number is at the ends.
        counts = ends(&counts);
    } else {
        scenarios(shelf, packs, &game, &wanted, show, io)?;
    }
    bar.set_length(counts.len() as u64);
    let mut n_golden = 0;
    for players in counts {
        bar.set_message(plural(usize::from(players), "player"));
        let games = plural(args.games() as usize, "game");
        let laws = format!("laws: {games}, {}", plural(usize::from(players), "player"));
        let added = args.accept.then_some(args.options.as_slice());
        let mut goldens = golden::games(shelf, packs, players, added);
        n_golden += goldens.len();
        goldens.retain(|which| wanted(&golden_name(which)));
        if !wanted(&laws) && goldens.is_empty() {
            continue;
        }
        let Some(game) = opened(shelf, packs, Some(players), &args.options, None, io)? else {
            continue;
        };
        if wanted(&laws) && args.games() > 0 {
            show(&Outcome { name: laws, failed: broken_laws(&game, 1..=args.games()) }, io)?;
        }
        for which in goldens {
            let other = (which.options != args.options)
                .then(|| game::open(&library, &ids, Some(players), &which.options));
            let failed = match other {
                None => golden::test(args.accept, shelf, packs, &game, &which, io)?,
                Some(Opened { game: Some(game), .. }) => {
                    golden::test(args.accept, shelf, packs, &game, &which, io)?
                }
                Some(Opened { game: None, diags, .. }) => {
                    let errors = diags.into_iter().filter(|diag| diag.level == Level::Error);
                    let told: Vec<String> = errors.map(|diag| diag.message).collect();
                    Some(told.join("\n"))
                }
            };
            show(&Outcome { name: golden_name(&which), failed }, io)?;
        }
        bar.inc(1);
    }
    if args.balance {
        balance::test(shelf, packs, &game, &wanted, bar, show, io)?;
    }
    let own = packs.as_slice();
    if let ([pack], 0, None) = (own, n_golden, &args.filter)
        && let Some(folder) = shelf.folder(pack)
    {
        let folder = io.around.shown(folder);
        let hint = format!("no golden game yet: `boardwright test {folder} --accept` writes one");
        bar.suspend(|| writeln!(io.out, "  {}", ink(io.colour, Ink::Dim, hint)))?;
    }
    Ok(())
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

/// The scenarios of the packs that were named: those of a game below may no longer hold.
fn scenarios(
    shelf: &Shelf,
    packs: &Packs,
    game: &Game,
    wanted: &dyn Fn(&str) -> bool,
    show: Show,
    io: &mut Io,
) -> Done<()> {
    for each in scenario::scenarios(&game.loaded).0 {
        let name = format!("scenario: {}", each.name);
        let file = &game.loaded.sources.file(each.span.file).path;
        if !packs.contains(&each.pack) || !(wanted(&name) || wanted(file)) {
            continue;
        }
        let ran = scenario::run(game, &each);
        let failed = (!ran.passed).then(|| {
            let mut report = Report::default();
            report.add(shelf, &game.loaded.sources, &ran.diags);
            report.text(Form::Human, io.colour)
        });
        show(&Outcome { name, failed }, io)?;
    }
    Ok(())
}

/// The laws that do not hold, in words.
pub fn broken_laws(game: &Game, seeds: impl IntoIterator<Item = u64>) -> Option<String> {
    let found = conformance(game, seeds);
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

//! All tests of some packs used together.

use boardwright_pack::battery::conformance;
use boardwright_pack::diag::Level;
use boardwright_pack::game::{self, Game, player_counts};
use boardwright_pack::scenario;
use indicatif::ProgressBar;

use super::{Args, Outcome, balance, golden};
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
    scenarios(shelf, packs, &game, &wanted, show, io)?;
    let counts: Vec<u8> = player_counts(&game.loaded).collect();
    bar.set_length(counts.len() as u64);
    let mut n_golden = 0;
    for players in counts {
        bar.set_message(plural(usize::from(players), "player"));
        let games = plural(args.games as usize, "game");
        let laws = format!("laws: {games}, {}", plural(usize::from(players), "player"));
        let goldens = golden::names(shelf, packs, players, args.accept);
        n_golden += goldens.len();
        if !wanted(&laws) && !goldens.iter().any(|(name, _)| wanted(name)) {
            continue;
        }
        let Some(game) = game::open(&library, &ids, Some(players), &[]).game else { continue };
        if wanted(&laws) && args.games > 0 {
            show(&Outcome { name: laws, failed: broken_laws(&game, 1..=args.games) }, io)?;
        }
        for (name, seed) in goldens.into_iter().filter(|(name, _)| wanted(name)) {
            let failed = golden::test(args.accept, shelf, packs, &game, seed, io)?;
            show(&Outcome { name, failed }, io)?;
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

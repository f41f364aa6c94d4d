//! The coverage of a test run, as text and as data.

use boardwright_play::coverage::{Coverage, CoverageArea, Missed, Report};
use serde::Serialize;

use crate::fail::Done;
use crate::io::{Ink, Io};

/// The output format.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Form {
    /// For people.
    #[default]
    Human,
    /// One JSON object, at the end.
    Json,
}

/// The results of one set of packs, for programs.
#[derive(Serialize, Default)]
pub struct Results {
    /// The packs, joined by `+`.
    pub packs: String,
    /// The tests.
    pub tests: Vec<Test>,
    /// The coverage, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coverage: Option<Shares>,
}

/// The coverage by scenarios and by random games.
#[derive(Serialize)]
pub struct Shares {
    scenarios: Report,
    random_games: Report,
    together: Report,
}

/// The result of one test.
#[derive(Serialize)]
pub struct Test {
    /// Its name.
    pub name: String,
    /// The failure; `null` if it passed.
    pub failed: Option<String>,
    /// The file it wrote.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wrote: Option<String>,
}

/// The coverage by scenarios and by random games.
pub struct Reached {
    /// By scenarios.
    pub scenarios: Coverage,
    /// By random games.
    pub games: Coverage,
}

impl Reached {
    /// The reports.
    pub fn shares(&self) -> Shares {
        let mut together = self.scenarios.clone();
        together.merge(&self.games);
        let (scenarios, games) = (self.scenarios.report(), self.games.report());
        Shares { scenarios, random_games: games, together: together.report() }
    }
}

/// Shows the coverage, and everything that was missed.
pub fn show(shares: &Shares, io: &mut Io) -> Done<()> {
    let head = "content reached      all   scenarios   random games   together";
    writeln!(io.out, "  {}", io.ink(Ink::Head, head))?;
    for part in &shares.together.parts {
        let share =
            |report: &Report| report.part(&part.what).map_or(String::new(), CoverageArea::share);
        let (by_scenarios, by_games) = (share(&shares.scenarios), share(&shares.random_games));
        let (what, all, together) = (&part.what, part.all, part.share());
        writeln!(
            io.out,
            "    {what:<15} {all:>6}   {by_scenarios:>9}   {by_games:>12}   {together:>8}"
        )?;
    }
    for part in shares.together.parts.iter().filter(|part| !part.missed.is_empty()) {
        list(&format!("{} never reached", part.what), &part.missed, io)?;
    }
    // The effects of a tile show in play, whatever its scenario says.
    if let Some(part) = shares.random_games.part("pieces") {
        let by_nobody = shares.together.part("pieces").map_or(&[][..], |part| &part.missed);
        let missed = part.missed.iter().filter(|it| !by_nobody.contains(it));
        let missed: Vec<Missed> = missed.cloned().collect();
        list("pieces that random games never used", &missed, io)?;
        if part.missed.is_empty() {
            let text = "random games used every piece at least once";
            writeln!(io.out, "    {}", io.ink(Ink::Good, text))?;
        }
    }
    Ok(())
}

/// Lists what was never reached.
pub fn list(head: &str, missed: &[Missed], io: &mut Io) -> Done<()> {
    if missed.is_empty() {
        return Ok(());
    }
    writeln!(io.out, "  {}", io.ink(Ink::Head, format!("{head} ({})", missed.len())))?;
    for it in missed {
        writeln!(io.out, "    {it}")?;
    }
    Ok(())
}

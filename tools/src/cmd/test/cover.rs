//! What the tests of some packs reached, as text and as data.

use boardwright_pack::coverage::{Coverage, Report};
use serde::Serialize;

use crate::fail::Done;
use crate::io::{Ink, Io};

/// How results are written.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Form {
    /// For people.
    #[default]
    Human,
    /// One JSON object, at the end.
    Json,
}

/// Results of one set of packs, for programs.
#[derive(Serialize, Default)]
pub struct Results {
    /// The packs, joined by `+`.
    pub packs: String,
    /// The tests.
    pub tests: Vec<Test>,
    /// What was reached, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coverage: Option<Report>,
}

/// How one test went.
#[derive(Serialize)]
pub struct Test {
    /// Its name.
    pub name: String,
    /// What went wrong; `null` if it passed.
    pub failed: Option<String>,
}

/// Shows what was reached, and everything that was not.
pub fn show(coverage: &Coverage, io: &mut Io) -> Done<()> {
    let report = coverage.report();
    writeln!(io.out, "  {}", io.ink(Ink::Head, "content reached by scenarios and random games"))?;
    for line in report.summary().lines() {
        writeln!(io.out, "    {line}")?;
    }
    if report.is_full() {
        writeln!(io.out, "    {}", io.ink(Ink::Good, "everything was used at least once"))?;
    }
    for line in report.never_reached().lines() {
        writeln!(io.out, "    {line}")?;
    }
    Ok(())
}

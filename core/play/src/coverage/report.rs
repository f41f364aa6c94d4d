//! What was reached, in figures, and where the rest is defined.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::{Coverage, Spot};

/// One part of a game's content.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CoverageArea {
    /// What is counted: `pieces`, `steps`, `scorings`, `script lines`.
    pub what: String,
    /// How many there are.
    pub all: usize,
    /// How many were reached.
    pub reached: usize,
    /// Those that were not reached, by place.
    pub missed: Vec<Missed>,
}

/// Something that was never reached.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Missed {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// What is written there: a name, or the path of a step.
    pub what: String,
}

/// The coverage of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Report {
    /// Its parts, without those the game does not have.
    pub parts: Vec<CoverageArea>,
}

impl Coverage {
    /// Reports what was reached and what was not.
    pub fn report(&self) -> Report {
        let pieces = self.pieces.iter().map(|((kind, id), (spot, times))| {
            (Missed { what: format!("{kind} `{id}`"), ..missed(spot) }, *times)
        });
        let steps = self.steps.iter().map(|(spot, times)| (missed(spot), *times));
        let scorings = self.scorings.iter().map(|((line, spot), times)| {
            (Missed { what: format!("`{line}` by {}", spot.what), ..missed(spot) }, *times)
        });
        let lines = self.lines.iter().map(|((file, line), times)| {
            (Missed { file: file.clone(), line: *line, what: String::new() }, *times)
        });
        let parts = [
            part("pieces", pieces),
            part("steps", steps),
            part("scorings", scorings),
            part("script lines", lines),
        ];
        Report { parts: parts.into_iter().filter(|part| part.all > 0).collect() }
    }
}

fn missed(spot: &Spot) -> Missed {
    Missed { file: spot.file.clone(), line: spot.line, what: spot.what.clone() }
}

fn part(what: &str, all: impl Iterator<Item = (Missed, u64)>) -> CoverageArea {
    let mut part = CoverageArea { what: what.to_owned(), all: 0, reached: 0, missed: vec![] };
    for (missed, times) in all {
        part.all += 1;
        if times > 0 {
            part.reached += 1;
        } else {
            part.missed.push(missed);
        }
    }
    part.missed.sort_by(|one, other| {
        (&one.file, one.line, &one.what).cmp(&(&other.file, other.line, &other.what))
    });
    part
}

impl CoverageArea {
    /// The share that was reached: `98.5 %`; never `100.0 %` while anything is missing.
    pub fn share(&self) -> String {
        let per_mille = (self.reached * 1000).checked_div(self.all).unwrap_or(1000);
        format!("{}.{} %", per_mille / 10, per_mille % 10)
    }
}

impl Report {
    /// Whether everything was reached.
    pub fn is_full(&self) -> bool {
        self.parts.iter().all(|part| part.missed.is_empty())
    }

    /// Finds a part by its name: `pieces`.
    pub fn part(&self, what: &str) -> Option<&CoverageArea> {
        self.parts.iter().find(|part| part.what == what)
    }

    /// Adds another report of the same game: what neither reached stays missed.
    pub fn merge(&mut self, other: &Self) {
        for part in &mut self.parts {
            let Some(there) = other.parts.iter().find(|it| it.what == part.what) else { continue };
            let missed: BTreeSet<&Missed> = there.missed.iter().collect();
            part.missed.retain(|it| missed.contains(it));
            part.reached = part.all.saturating_sub(part.missed.len());
        }
    }

    /// One line per part: `pieces 98.5 % 132 of 134`.
    pub fn summary(&self) -> String {
        let mut text = String::new();
        for part in &self.parts {
            let share = part.share();
            let (what, reached, all) = (&part.what, part.reached, part.all);
            text.push_str(&format!("{what:<13} {share:>8}  {reached} of {all}\n"));
        }
        text
    }

    /// Everything that was never reached, by part and file, one place per line.
    pub fn never_reached(&self) -> String {
        let mut text = String::new();
        for part in self.parts.iter().filter(|part| !part.missed.is_empty()) {
            text.push_str(&format!("{} never reached:\n", part.what));
            part.missed.iter().for_each(|it| text.push_str(&format!("  {it}\n")));
        }
        text
    }
}

impl std::fmt::Display for Missed {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "{}:{}", self.file, self.line)?;
        if self.what.is_empty() { Ok(()) } else { write!(f, "  {}", self.what) }
    }
}

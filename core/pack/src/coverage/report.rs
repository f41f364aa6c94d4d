//! What was reached, in figures, and what was not, with its place.

use serde::Serialize;

use super::{Coverage, Spot};

/// One part of what a game consists of.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Part {
    /// What is counted: `pieces`, `steps`, `scorings`, `script lines`.
    pub what: &'static str,
    /// How many there are.
    pub all: usize,
    /// How many were reached.
    pub reached: usize,
    /// Those that were not, by place.
    pub missed: Vec<Missed>,
}

/// Something that was never reached.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Missed {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// What stands there: a name, or the path of a step.
    pub what: String,
}

/// The coverage of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Report {
    /// Its parts; those a game does not have are left out.
    pub parts: Vec<Part>,
}

impl Coverage {
    /// What was reached and what was not.
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

fn part(what: &'static str, all: impl Iterator<Item = (Missed, u64)>) -> Part {
    let mut part = Part { what, all: 0, reached: 0, missed: vec![] };
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

impl Part {
    /// How much of it was reached, in tenths of a percent; never 1000 while something is missing.
    pub fn per_mille(&self) -> usize {
        (self.reached * 1000).checked_div(self.all).unwrap_or(1000)
    }
}

impl Report {
    /// Whether everything was reached.
    pub fn is_full(&self) -> bool {
        self.parts.iter().all(|part| part.missed.is_empty())
    }

    /// A line for each part: `pieces 132 of 134, 98.5 %`.
    pub fn summary(&self) -> String {
        let mut text = String::new();
        for part in &self.parts {
            let (whole, tenth) = (part.per_mille() / 10, part.per_mille() % 10);
            let share = format!("{whole}.{tenth} %");
            let (what, reached, all) = (part.what, part.reached, part.all);
            text.push_str(&format!("{what:<13} {share:>8}  {reached} of {all}\n"));
        }
        text
    }

    /// Everything that was never reached, by part and file, one place a line.
    pub fn never_reached(&self) -> String {
        let mut text = String::new();
        for part in self.parts.iter().filter(|part| !part.missed.is_empty()) {
            text.push_str(&format!("{} never reached:\n", part.what));
            for it in &part.missed {
                let blank = if it.what.is_empty() { "" } else { "  " };
                text.push_str(&format!("  {}:{}{blank}{}\n", it.file, it.line, it.what));
            }
        }
        text
    }
}

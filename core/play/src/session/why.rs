//! Why a number is what it is, and why something happened: answers as lists of causes.
//!
//! Nothing is stored for this. A game is its seed and its choices, so it is replayed with a witness
//! that watches what changes the number in question and what runs at that moment. That takes some
//! hundredths of a second for a long game, and only when somebody asks. Undo, and choices made
//! before saving, need no special care.

mod asked;
mod chain;
mod history;
mod number;
mod place;
mod secret;
mod shown;
#[cfg(test)]
mod tests;
mod trace;

use boardwright_rules::def::Cause as Written;
use boardwright_rules::id::SeatId;
use serde::Serialize;

use super::Session;

pub use asked::Meaning;

/// An answer to "why?".
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Answer {
    /// The subject and its value: `Wood of p1: 5`.
    pub about: String,
    /// The causes, latest first; the starting value comes last.
    pub causes: Vec<Cause>,
}

/// A cause of a number's value.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Cause {
    /// Its effect on the number.
    pub effect: Effect,
    /// What it was: a step, a piece, a bonus, a choice.
    pub text: String,
    /// Where it is written.
    pub place: Option<Place>,
    /// How the amount was computed, if the rules do not just state it.
    pub amount: Option<String>,
    /// The named values in the amount, with what changed them.
    pub parts: Vec<Cause>,
    /// What led to it: nearest first, the triggering choice last.
    pub because: Vec<Cause>,
    /// When it happened: the counters on the table that show the time.
    pub when: String,
    /// How many choices had been made by then, including the triggering one; 0 in set-up.
    pub choice: usize,
}

impl Cause {
    fn of(effect: Effect) -> Self {
        Self { effect, ..Self::default() }
    }
}

/// The effect of a cause on a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub enum Effect {
    /// None; it is listed for its own sake.
    #[default]
    None,
    /// It changed it.
    By {
        /// By how much.
        by: i32,
        /// The resulting value.
        to: i32,
    },
    /// It is, or began with, this number.
    Is(i32),
}

/// Where something is written.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Place {
    /// The file, as shown to people.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
}

impl Place {
    fn of(written: &Written) -> Option<Self> {
        let Written { file, line, .. } = written;
        (!file.is_empty()).then(|| Self { file: file.clone(), line: *line })
    }
}

/// Whose events are asked about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whose {
    /// Anybody's.
    Anyones,
    /// Those of the seat that asks.
    Mine,
}

/// The reply to a question.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub enum Reply {
    /// An answer.
    Answer(Answer),
    /// It can mean several things.
    Which(Vec<Meaning>),
    /// The seat that asks may not know, or nobody does: the reason.
    Refused(String),
    /// Nothing has this name; with a similar name.
    Unknown(Option<String>),
}

impl Session<'_> {
    /// Why the number named by these words has its value, as far as a seat may know.
    pub fn why_number(&self, viewer: SeatId, words: &str) -> Reply {
        asked::reply(self, viewer, words)
    }

    /// Why the numbers on the table that come to this are what they are.
    pub fn why_equal(&self, viewer: SeatId, number: i32) -> Reply {
        asked::equal(self, viewer, number)
    }

    /// The effects of the n-th last choice that had any, and why; 1 for the last one.
    pub fn why_last(&self, viewer: SeatId, n: usize, whose: Whose) -> Reply {
        number::last(self, viewer, n, whose)
    }

    /// What an offered option costs and brings, and why, as far as that can be known.
    pub fn why_option(&self, index: usize) -> Option<Answer> {
        number::of_option(self, index)
    }
}

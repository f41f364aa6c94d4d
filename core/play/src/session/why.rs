//! Why a number is what it is, and why something happened: answers as lists of causes.
//!
//! Nothing is kept for it. A game is its seed and its choices, so it is played again, with somebody who
//! looks at what changes the number in question and at what runs just then. That takes some hundredths of
//! a second for a long game, only those pay who ask, and what was taken back, or played before the game
//! was saved, needs no care.

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
    /// What it is about, and how it stands: `Wood of p1: 5`.
    pub about: String,
    /// What made it so, the last first; in the end what it began with.
    pub causes: Vec<Cause>,
}

/// Something that made a number what it is.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Cause {
    /// What it did to the number.
    pub effect: Effect,
    /// What it was: a step, a piece, a bonus, a choice.
    pub text: String,
    /// Where that is written.
    pub place: Option<Place>,
    /// How the amount was worked out, if the rules do not just say it.
    pub amount: Option<String>,
    /// The named values in it, with what changed them.
    pub parts: Vec<Cause>,
    /// What led to it: the nearest first, the choice that set it off last.
    pub because: Vec<Cause>,
    /// When it was: what the table showed of the time.
    pub when: String,
    /// How many choices had been made by then, the one that set it off included; 0 in set-up.
    pub choice: usize,
}

impl Cause {
    fn of(effect: Effect) -> Self {
        Self { effect, ..Self::default() }
    }
}

/// What a cause did to a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub enum Effect {
    /// It is told for itself.
    #[default]
    None,
    /// It changed it.
    By {
        /// By how much.
        by: i32,
        /// What it was then.
        to: i32,
    },
    /// It is, or began with, so many.
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

/// To whom something happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whose {
    /// To anybody.
    Anyones,
    /// To the one who asks.
    Mine,
}

/// What was made of a question.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub enum Reply {
    /// It is answered.
    Answer(Answer),
    /// It can mean several things.
    Which(Vec<Meaning>),
    /// The one who asks may not know, or nobody does: the reason.
    Refused(String),
    /// Nothing is called so; with a name that is similar.
    Unknown(Option<String>),
}

impl Session<'_> {
    /// Why the number that these words name is what it is, as far as a seat may know.
    pub fn why_number(&self, viewer: SeatId, words: &str) -> Reply {
        asked::reply(self, viewer, words)
    }

    /// What came of the n-th last choice of which anything came, and why; 1 for the last one.
    pub fn why_last(&self, viewer: SeatId, n: usize, whose: Whose) -> Reply {
        number::last(self, viewer, n, whose)
    }

    /// What an option that is offered costs and brings, and why, as far as that can be known.
    pub fn why_option(&self, index: usize) -> Option<Answer> {
        number::of_option(self, index)
    }
}

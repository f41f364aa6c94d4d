//! Saved games: packs, seed, choices and the resulting state, as JSON people can read.
//!
//! The choices alone are enough to replay a game; the state shows whether the replayed game is the
//! one that was saved. If the packs have changed since, [`play_again`] goes as far as the choices
//! are still offered, and the public numbers show what is different.

mod again;
pub(crate) mod numbers;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_again;

use std::collections::BTreeMap;

use boardwright_rules::state::State;
use boardwright_text::Speaks;
use serde::{Deserialize, Serialize};

use crate::game::Game;
use crate::session::Session;
use boardwright_compile::OptionValue;
use boardwright_packs::lock::Lock;

pub use again::{Again, Stop, play_again};
pub use numbers::{NumberDifference, Numbers};

/// The file format this program writes.
pub const FORMAT: u32 = 2;
/// The oldest format it reads. Games in it have neither numbers nor words.
pub const FORMAT_MIN: u32 = 1;
/// The largest file it reads, in bytes.
pub const SAVE_BYTES_MAX: usize = 16 << 20;

/// A saved game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Save {
    /// The format of the file.
    pub format: u32,
    /// The exact packs.
    pub lock: Lock,
    /// The number of players.
    pub players: u8,
    /// The values of the options.
    pub options: BTreeMap<String, OptionValue>,
    /// The seed.
    pub seed: u64,
    /// The public numbers after set-up; missing ones are 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Numbers>,
    /// The choices made, in order.
    pub choices: Vec<Choice>,
    /// Unfair take-backs, in the order they happened.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub taken_back: Vec<TakenBack>,
    /// The resulting state.
    pub state: State,
}

/// A choice that was made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// Who chose: `p1`.
    pub seat: String,
    /// The choice, as canonical text.
    pub text: String,
    /// Its name for people; empty if it is the same.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub called: String,
    /// Whether it was the only option.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub forced: bool,
    /// The public numbers it changed.
    #[serde(default, skip_serializing_if = "Numbers::is_empty")]
    pub numbers: Numbers,
    /// The hash of the resulting state, as 16 hexadecimal digits.
    pub hash: String,
}

impl Choice {
    /// The name people use for it.
    pub fn words(&self) -> &str {
        if self.called.is_empty() { &self.text } else { &self.called }
    }
}

/// Choices taken back although somebody had learned something from them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TakenBack {
    /// How many choices were left afterwards.
    pub at: usize,
    /// Who took them back.
    pub by: String,
    /// Who had made the first of these choices.
    pub seat: String,
    /// That choice, as people call it.
    pub called: String,
    /// How many more were taken back.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub others: usize,
    /// Why it is unfair.
    pub why: Unfair,
    /// Whether only its own seat may know the choice.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub secret: bool,
}

/// Why taking something back is unfair.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unfair {
    /// A random number came up.
    Chance,
    /// Something was shuffled.
    Shuffle,
    /// Something hidden was revealed.
    Reveal,
    /// Other players have chosen since.
    Chosen,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// Why a saved game cannot be read or used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SaveError {
    /// It is not a saved game.
    #[error("this is not a saved game: {0}")]
    Unreadable(String),
    /// Another version of the program wrote it.
    #[error(
        "this game was saved in form {found}; this program reads forms {FORMAT_MIN} to {FORMAT}"
    )]
    Format {
        /// The format of the file.
        found: u32,
    },
    /// It was made with other packs or for another table.
    #[error("this game was saved with something else: {}", .0.join("; "))]
    Other(Vec<String>),
    /// Its state was changed after saving.
    #[error("the state does not fit its choices: the file was changed after it was written")]
    Changed,
    /// The game cannot continue from it.
    #[error("{0}")]
    Stuck(String),
}

/// Where a replay diverged.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("choice {at}: {what}")]
pub struct ReplayError {
    /// The number of the choice, from 1; 0 for set-up.
    pub at: usize,
    /// What differs.
    pub what: String,
}

impl Save {
    /// The text to write to a file.
    pub fn to_text(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("a state is plain data");
        text.push('\n');
        text
    }

    /// Reads what [`Save::to_text`] wrote.
    pub fn load(text: &str) -> Result<Self, SaveError> {
        if text.len() > SAVE_BYTES_MAX {
            let told = format!("it is larger than {SAVE_BYTES_MAX} bytes");
            return Err(SaveError::Unreadable(told));
        }
        #[derive(Deserialize)]
        struct Head {
            format: u32,
        }
        let unreadable = |error: serde_json::Error| {
            let what = match error.classify() {
                serde_json::error::Category::Eof => "it ends too early",
                serde_json::error::Category::Syntax => "it is not JSON",
                _ => "something is missing or of another kind",
            };
            SaveError::Unreadable(format!("{what} (line {})", error.line().max(1)))
        };
        let head: Head = serde_json::from_str(text).map_err(unreadable)?;
        if !(FORMAT_MIN..=FORMAT).contains(&head.format) {
            return Err(SaveError::Format { found: head.format });
        }
        serde_json::from_str(text).map_err(unreadable)
    }

    /// How a game differs from the one that was saved; empty if it does not.
    pub fn differences(&self, game: &Game) -> Vec<String> {
        let mut told = self.lock.check(&game.loaded.lock, game.def.language());
        let language = game.def.language();
        if self.players != game.players {
            told.push(language.say("{0} played, not {1}", &[&self.players, &game.players]));
        }
        for (id, value) in &self.options {
            let phrase = match game.options.get(id) {
                Some(is) if is == value => continue,
                Some(_) => "option `{0}` was {1}",
                None => "option `{0}` was {1}, and is gone",
            };
            told.push(language.say(phrase, &[id, &value_text(value)]));
        }
        for id in game.options.keys().filter(|id| !self.options.contains_key(*id)) {
            told.push(language.say("there was no option `{0}`", &[id]));
        }
        told
    }

    /// The options as they would be typed.
    pub fn typed_options(&self) -> Vec<(String, String)> {
        let typed = |(id, value): (&String, &OptionValue)| (id.clone(), value_text(value));
        self.options.iter().map(typed).collect()
    }

    /// Continues from the saved state without replaying the choices. The file is trusted as far as
    /// its hash matches.
    pub fn resume<'g>(&self, game: &'g Game) -> Result<Session<'g>, SaveError> {
        let differences = self.differences(game);
        if !differences.is_empty() {
            return Err(SaveError::Other(differences));
        }
        self.is_whole()?;
        // Before the first choice the file has no hash, so the game is set up again to compare.
        if self.choices.is_empty() {
            let fresh = Session::new(game, self.seed).map_err(SaveError::Stuck)?;
            if *fresh.table().state() != self.state {
                return Err(SaveError::Changed);
            }
        }
        Session::at(game, self).map_err(SaveError::Stuck)
    }
}

impl Save {
    /// Whether the state is the one the last choice led to. This does not depend on the rules.
    pub fn is_whole(&self) -> Result<(), SaveError> {
        let hash = format!("{:016x}", self.state.hash());
        match self.choices.last().is_none_or(|last| last.hash == hash) {
            true => Ok(()),
            false => Err(SaveError::Changed),
        }
    }
}

/// The value of an option, as people type it.
pub fn value_text(value: &OptionValue) -> String {
    match value {
        OptionValue::Flag(true) => "yes".into(),
        OptionValue::Flag(false) => "no".into(),
        OptionValue::Number(number) => number.to_string(),
        OptionValue::Word(word) => word.clone(),
    }
}

/// Replays the choices of a saved game and compares the state after each.
pub fn replay<'g>(game: &'g Game, save: &Save) -> Result<Session<'g>, ReplayError> {
    let start = |what: String| ReplayError { at: 0, what };
    let mut session = Session::new(game, save.seed).map_err(start)?;
    if save.start.as_ref().is_some_and(|numbers| Some(numbers) != session.start()) {
        return Err(start("the numbers after set-up are not those that were saved".into()));
    }
    for (index, choice) in save.choices.iter().enumerate() {
        session.mark_again(&save.taken_back, index);
        let fail = |what: String| ReplayError { at: index + 1, what };
        let Some(seat) = session.seat() else {
            return Err(fail(format!("the game is over, {} cannot choose", choice.seat)));
        };
        let asked = session.seat_id(seat).to_owned();
        if asked != choice.seat {
            return Err(fail(format!("{asked} is asked, not {}", choice.seat)));
        }
        session.choose(&choice.text).map_err(|refusal| {
            fail(format!("{} cannot choose `{}`: {}", choice.seat, choice.text, refusal.reason))
        })?;
        let hash = format!("{:016x}", session.table().state().hash());
        if hash != choice.hash {
            let told = format!("`{}` led to another state than when it was saved", choice.text);
            return Err(fail(told));
        }
        let numbers = session.choices().last().map(|made| &made.numbers);
        if save.start.is_some() && numbers != Some(&choice.numbers) {
            return Err(fail(format!("`{}` led to other numbers than were saved", choice.text)));
        }
    }
    session.mark_again(&save.taken_back, usize::MAX);
    if *session.table().state() != save.state {
        let what = "the choices lead to another state than the one that was saved".into();
        return Err(ReplayError { at: save.choices.len(), what });
    }
    Ok(session)
}

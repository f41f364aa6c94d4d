//! Games written down: packs, seed, choices and the state they led to, as JSON people can read.
//!
//! The choices alone are enough to play a game again; the state is what a game goes on from when
//! its packs have changed since.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use boardwright_rules::state::State;
use serde::{Deserialize, Serialize};

use crate::game::Game;
use crate::lock::Lock;
use crate::lower::OptionValue;
use crate::session::Session;

/// The form of saved games this program writes.
pub const FORMAT: u32 = 1;
/// The largest file that is read, in bytes.
pub const SAVE_BYTES_MAX: usize = 16 << 20;

/// A game written down.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Save {
    /// The form it is written in.
    pub format: u32,
    /// The packs, exactly.
    pub lock: Lock,
    /// How many people play.
    pub players: u8,
    /// What the options are set to.
    pub options: BTreeMap<String, OptionValue>,
    /// The seed.
    pub seed: u64,
    /// What was chosen, in order.
    pub choices: Vec<Choice>,
    /// Where that led.
    pub state: State,
}

/// A choice that was made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// Who chose: `p1`.
    pub seat: String,
    /// What, as canonical text.
    pub text: String,
    /// The hash of the state it led to, as 16 hexadecimal digits.
    pub hash: String,
}

/// Why a saved game cannot be read or used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SaveError {
    /// It is not a saved game.
    #[error("this is not a saved game: {0}")]
    Unreadable(String),
    /// Another program wrote it.
    #[error("this game was saved in form {found}; this program reads form {FORMAT}")]
    Format {
        /// The form it has.
        found: u32,
    },
    /// It was made with other packs or for another table.
    #[error("this game was saved with something else: {}", .0.join("; "))]
    Other(Vec<String>),
    /// Its state was changed.
    #[error("the state does not fit its choices: the file was changed after it was written")]
    Changed,
    /// It cannot be gone on with.
    #[error("{0}")]
    Stuck(String),
}

/// Where playing a game again went another way.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("choice {at}: {what}")]
pub struct ReplayError {
    /// The number of the choice, from 1; 0 for set-up.
    pub at: usize,
    /// What is different.
    pub what: String,
}

impl Save {
    /// As text to be written to a file.
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
        if head.format != FORMAT {
            return Err(SaveError::Format { found: head.format });
        }
        serde_json::from_str(text).map_err(unreadable)
    }

    /// How a game differs from the one that was saved; empty if it does not.
    pub fn differences(&self, game: &Game) -> Vec<String> {
        let mut told = self.lock.check(&game.loaded.lock);
        if self.players != game.players {
            told.push(format!("{} played, not {}", self.players, game.players));
        }
        for (id, value) in &self.options {
            if game.options.get(id) != Some(value) {
                told.push(format!("option `{id}` was {}", value_text(value)));
            }
        }
        for id in game.options.keys().filter(|id| !self.options.contains_key(*id)) {
            told.push(format!("there was no option `{id}`"));
        }
        told
    }

    /// The options as they would be typed.
    pub fn typed_options(&self) -> Vec<(String, String)> {
        let typed = |(id, value): (&String, &OptionValue)| (id.clone(), value_text(value));
        self.options.iter().map(typed).collect()
    }

    /// Goes on from the saved state without playing the choices again. The file is trusted as far
    /// as its hash fits.
    pub fn resume<'g>(&self, game: &'g Game) -> Result<Session<'g>, SaveError> {
        let differences = self.differences(game);
        if !differences.is_empty() {
            return Err(SaveError::Other(differences));
        }
        let hash = format!("{:016x}", self.state.hash());
        if self.choices.last().is_some_and(|last| last.hash != hash) {
            return Err(SaveError::Changed);
        }
        // Before the first choice no hash stands in the file; setting up again tells.
        if self.choices.is_empty() {
            let fresh = Session::new(game, self.seed).map_err(SaveError::Stuck)?;
            if *fresh.table().state() != self.state {
                return Err(SaveError::Changed);
            }
        }
        Session::at(game, self).map_err(SaveError::Stuck)
    }
}

pub(crate) fn value_text(value: &OptionValue) -> String {
    match value {
        OptionValue::Flag(true) => "yes".into(),
        OptionValue::Flag(false) => "no".into(),
        OptionValue::Number(number) => number.to_string(),
        OptionValue::Word(word) => word.clone(),
    }
}

/// Plays the choices of a saved game again and compares the state after each.
pub fn replay<'g>(game: &'g Game, save: &Save) -> Result<Session<'g>, ReplayError> {
    let start = |what: String| ReplayError { at: 0, what };
    let mut session = Session::new(game, save.seed).map_err(start)?;
    for (index, choice) in save.choices.iter().enumerate() {
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
    }
    if *session.table().state() != save.state {
        let what = "the choices lead to another state than the one that was saved".into();
        return Err(ReplayError { at: save.choices.len(), what });
    }
    Ok(session)
}

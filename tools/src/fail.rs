//! Why a command could not run, and what to do about it.

use std::io;

/// A command that could not run.
#[derive(Debug)]
pub enum Fail {
    /// For a reason that a person can do something about.
    Told(Told),
    /// Nobody reads the output, or it cannot be written.
    Pipe(io::Error),
}

/// A reason, with a suggestion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    /// The problem, in lower case, without a full stop.
    pub message: String,
    /// Facts that explain it.
    pub notes: Vec<String>,
    /// What to do.
    pub help: Option<String>,
}

impl Fail {
    /// A reason.
    pub fn new(message: impl Into<String>) -> Self {
        Self::Told(Told { message: message.into(), notes: vec![], help: None })
    }

    /// Adds a fact that explains it.
    #[must_use]
    pub fn note(mut self, text: impl Into<String>) -> Self {
        if let Self::Told(told) = &mut self {
            told.notes.push(text.into());
        }
        self
    }

    /// Adds a suggestion.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        if let Self::Told(told) = &mut self {
            told.help = Some(text.into());
        }
        self
    }
}

impl From<io::Error> for Fail {
    fn from(error: io::Error) -> Self {
        Self::Pipe(error)
    }
}

/// The result of a command.
pub type Done<T = crate::io::Exit> = Result<T, Fail>;

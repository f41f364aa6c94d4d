//! Diagnostics for authors of packs: code, place, reason, fix.

pub mod codes;
mod github;
mod json;
mod listed;
mod render;
mod sarif;
mod similar;
mod sort;
mod suppress;
#[cfg(test)]
mod tests;

pub use listed::listed;
pub use render::{Format, render};
pub use similar::similar;
pub use similar::{distance, is_tired, looks_left, may_look, rest};
pub use sort::{ordered, summary};
pub use suppress::suppress;

use crate::source::Span;

/// The severity.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// The pack cannot be used as it is.
    Error,
    /// It can be used, but most likely does not do what was meant.
    Warning,
    /// Worth knowing.
    Note,
}

impl Level {
    /// The word for it: `error`, `warning`, `note`.
    pub fn word(self) -> &'static str {
        match self {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Note => "note",
        }
    }
}

/// A place with a remark.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// The remark; may be empty.
    pub text: String,
}

/// One problem.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Diagnostic {
    /// Its code, one of [`codes::all`].
    pub code: &'static str,
    /// The severity.
    pub level: Level,
    /// What is wrong, lower case, no full stop, names in backticks.
    pub message: String,
    /// The place it is about. `None` only if there is no text to point at.
    pub primary: Option<Label>,
    /// Other relevant places ("first defined here").
    pub others: Vec<Label>,
    /// Facts that explain it.
    pub notes: Vec<String>,
    /// How to fix it.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error with its place and a remark under it.
    pub fn error(
        code: &'static str,
        message: impl Into<String>,
        span: Span,
        label: impl Into<String>,
    ) -> Self {
        Self::new(code, Level::Error, message, Some(Label { span, text: label.into() }))
    }

    /// A warning with its place and a remark under it.
    pub fn warning(
        code: &'static str,
        message: impl Into<String>,
        span: Span,
        label: impl Into<String>,
    ) -> Self {
        Self::new(code, Level::Warning, message, Some(Label { span, text: label.into() }))
    }

    /// A problem without a place in any text.
    pub fn placeless(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(code, Level::Error, message, None)
    }

    fn new(
        code: &'static str,
        level: Level,
        message: impl Into<String>,
        primary: Option<Label>,
    ) -> Self {
        Self {
            code,
            level,
            message: message.into(),
            primary,
            others: vec![],
            notes: vec![],
            help: None,
        }
    }

    /// Adds a second place.
    #[must_use]
    pub fn and(mut self, span: Span, text: impl Into<String>) -> Self {
        self.others.push(Label { span, text: text.into() });
        self
    }

    /// Adds a fact.
    #[must_use]
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }

    /// Adds a hint on how to fix it.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }
}

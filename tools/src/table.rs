//! A game at the terminal: text made from a definition and a state. Nothing here decides.

mod board;
mod draw;
mod input;
mod outcome;
mod panel;
mod question;
mod sheet;
mod show;
mod things;
mod width;

pub use draw::{Look, Part, draw};
pub use input::{Typed, read};
pub use question::{Choice, Closed, ask, closed, help, lists_closed, not_offered, some};
pub use sheet::{Tie, sheet};
pub use show::show;

/// A text in lines of at most so many columns.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    width::lines(text, 0, width)
}

#[cfg(test)]
mod tests;

//! A game in the terminal: text made from a definition and a state. Nothing here makes decisions.

mod board;
mod draw;
mod fit;
mod input;
mod outcome;
mod panel;
mod question;
mod sheet;
mod show;
mod subjects;
mod things;
mod width;

pub use draw::{Look, TablePart, draw};
pub use fit::{Fitted, Fitting};
pub use input::{Typed, numbered, on_screen, read};
pub use question::{
    Asked, Asking, Choice, Closed, Telling, closed, help, lists_closed, not_offered,
};
pub use sheet::{Tie, sheet, sheet_now};
pub use show::show;
pub use things::seat_name;
pub use width::lines;

/// A text in lines of at most `width` columns.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    width::lines(text, 0, width)
}

pub use width::{blanks, cut, len, pad, pad_left, rows};

#[cfg(test)]
mod tests;

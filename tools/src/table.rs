//! A game at the terminal: text made from a definition and a state. Nothing here decides.

mod board;
mod draw;
mod input;
mod question;
mod sheet;
mod things;

pub use draw::draw;
pub use input::{Typed, read};
pub use question::{Choice, ask, help, not_offered};
pub use sheet::sheet;

#[cfg(test)]
mod tests;

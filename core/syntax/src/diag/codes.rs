//! The list of codes. A code is never reused for another problem.
//!
//! There is one file per area, so that related codes are together.

pub mod expr;
pub mod file;
pub mod game;
pub mod layer;
pub mod names;
pub mod names_used;
pub mod scenario;
pub mod script;
pub mod shape;
pub mod step;
pub mod types;

/// The text that `explain` prints for a code.
pub struct CodeInfo {
    /// The code.
    pub code: &'static str,
    /// One line, lower case.
    pub title: &'static str,
    /// A paragraph or two for the author of a pack: what it means, why it matters, how to fix it.
    pub text: &'static str,
}

/// Every code, by area.
pub fn all() -> impl Iterator<Item = &'static CodeInfo> {
    [
        expr::CODES,
        file::CODES,
        game::CODES,
        layer::CODES,
        names::CODES,
        scenario::CODES,
        script::CODES,
        shape::CODES,
        step::CODES,
        names_used::CODES,
        types::CODES,
    ]
    .into_iter()
    .flatten()
}

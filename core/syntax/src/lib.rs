//! Files and places, diagnostics, YAML, and the text of expressions.
//!
//! Nothing here knows what a pack may say.

pub mod diag;
pub mod expr;
pub mod number;
pub mod source;
pub mod visible;
pub mod yaml;

//! Source files and spans, diagnostics, YAML, and the syntax of expressions.
//!
//! Nothing here knows the sections of a pack.

pub mod diag;
pub mod expr;
pub mod number;
pub mod source;
pub mod visible;
pub mod yaml;

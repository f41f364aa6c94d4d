//! Files to definition: YAML with spans, layering, resolving, diagnostics, Luau.

pub mod diag;
pub mod luau;
pub mod source;
pub mod yaml;

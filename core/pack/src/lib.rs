//! Files to definition: YAML with spans, layering, resolving, diagnostics, Luau.

pub mod diag;
pub mod layer;
pub mod library;
pub mod lock;
pub mod manifest;
pub mod source;
pub mod yaml;

//! Files to definition: YAML with spans, layering, resolving, diagnostics, Luau.

pub mod diag;
pub mod expr;
pub mod layer;
pub mod library;
pub mod lint;
pub mod lock;
pub mod lower;
pub mod luau;
pub mod manifest;
pub mod raw;
pub mod shape;
pub mod source;
pub mod yaml;

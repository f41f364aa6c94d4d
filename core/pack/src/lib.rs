//! Files to definition: YAML with spans, layering, resolving, diagnostics, Luau.

pub mod balance;
pub mod battery;
pub mod bot;
pub mod diag;
pub mod emit;
pub mod expr;
pub mod game;
pub mod golden;
pub mod ladder;
pub mod layer;
pub mod library;
pub mod lint;
pub mod lock;
pub mod lower;
pub mod luau;
pub mod manifest;
pub mod pairs;
pub mod raw;
pub mod save;
pub mod scenario;
pub mod scripts;
pub mod session;
pub mod shape;
pub mod simulate;
pub mod source;
pub mod yaml;

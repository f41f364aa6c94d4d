//! The pure kernel: definition + state + choice -> events.
//!
//! No input or output, clock, float, thread, YAML, Lua or lookup by name. The same definition, seed
//! and choices give the same bytes on every machine.

#![warn(clippy::float_arithmetic)]

#[cfg(test)]
mod asm;
pub mod def;
pub mod eval;
pub mod event;
pub mod fuel;
mod hash;
pub mod id;
pub mod machine;
pub mod probe;
pub mod rank;
pub mod rng;
pub mod safety;
pub mod scene;
pub mod script;
pub mod state;
pub mod table;
pub mod view;
pub mod world;

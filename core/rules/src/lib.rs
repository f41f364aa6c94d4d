//! The pure kernel: definition + state + choice -> events.
//!
//! No input or output, clock, float, thread, YAML, Lua or look-up by name. The same definition,
//! seed and choices give the same bytes on every machine.

pub mod def;
pub mod id;
pub mod safety;

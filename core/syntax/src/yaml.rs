//! Reads YAML into a tree in which each node knows its place.
//!
//! Only a simple subset of YAML is supported: no anchors, aliases, merge keys or tags, one document
//! per file, scalars as keys. Scalars follow few rules, so `on`, `no` and `012` are just text.

mod bytes;
mod commas;
mod comments;
mod events;
#[cfg(test)]
mod fuzz;
mod node;
mod read;
#[cfg(any(test, feature = "testing"))]
pub mod samples;
mod scalar;
mod syntax;
#[cfg(test)]
mod tests;

pub use bytes::{NotText, decode};
pub use comments::comments;
pub use node::{Entry, Kind, Map, Node};
pub use read::{DEPTH_MAX, FILE_SIZE_MAX, NODES_MAX, PROBLEMS_MAX, TEXT_MAX, read};
pub use syntax::hostile;

//! YAML as a tree that remembers where each node was written.
//!
//! Only a plain part of YAML is read: no anchors, aliases, merge keys or tags, one document per
//! file, scalars as keys. Scalars follow few rules, so that `on`, `no` and `012` are just text.

mod bytes;
mod commas;
mod comments;
mod events;
#[cfg(test)]
pub(crate) mod fuzz;
mod node;
mod read;
mod scalar;
mod syntax;
#[cfg(test)]
mod tests;

pub use bytes::{NotText, decode};
pub(crate) use comments::comments;
pub use node::{Entry, Kind, Map, Node};
pub use read::{DEPTH_MAX, FILE_SIZE_MAX, NODES_MAX, PROBLEMS_MAX, TEXT_MAX, read};
pub(crate) use syntax::hostile;

//! YAML as a tree that remembers where each node was written.

mod node;

pub use node::{Entry, Kind, Map, Node};

//! Reads YAML into a tree in which each node knows its place.
//!
//! Only a simple subset of YAML is supported: no anchors, aliases, merge keys or tags, one document
//! per file, scalars as keys. Scalars follow few rules, so `on`, `no` and `012` are just text.

mod comments;
#[cfg(test)]
mod fuzz;
mod read;
#[cfg(any(test, feature = "testing"))]
pub mod samples;
mod syntax;
#[cfg(test)]
mod tests;

use crate::source::Span;

pub use comments::comments;
pub use read::{
    DEPTH_MAX, FILE_SIZE_MAX, NODES_MAX, NotText, PROBLEMS_MAX, TEXT_MAX, decode, read,
};
pub use syntax::hostile;

/// A value with its place.
#[derive(Clone, PartialEq, Debug)]
pub struct Node {
    /// Its place.
    pub span: Span,
    /// Its value.
    pub kind: Kind,
}

/// The kinds of YAML values that are supported.
#[derive(Clone, PartialEq, Debug)]
pub enum Kind {
    /// Nothing, `~` or `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A number with a fraction, as written. No field accepts one; it is kept for the diagnostic.
    Real(String),
    /// Text.
    Text(String),
    /// A list.
    Seq(Vec<Node>),
    /// A mapping, in source order, without duplicate keys.
    Map(Map),
}

/// A mapping in source order.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Map {
    /// Its entries.
    pub entries: Vec<Entry>,
}

/// One `key: value`.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    /// The key; whole numbers and booleans are kept as written.
    pub key: String,
    /// The place of the key.
    pub key_span: Span,
    /// The value.
    pub value: Node,
}

impl Map {
    /// The entry with this key.
    pub fn entry(&self, key: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.key == key)
    }

    /// The value with this key.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entry(key).map(|entry| &entry.value)
    }

    /// The value with this key, mutable.
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Node> {
        self.entries.iter_mut().find(|entry| entry.key == key).map(|entry| &mut entry.value)
    }
}

impl Node {
    /// The mapping inside, if it is one.
    pub fn as_map(&self) -> Option<&Map> {
        match &self.kind {
            Kind::Map(map) => Some(map),
            _ => None,
        }
    }

    /// The list inside, if it is one.
    pub fn as_seq(&self) -> Option<&[Node]> {
        match &self.kind {
            Kind::Seq(items) => Some(items),
            _ => None,
        }
    }

    /// The text inside, if it is text.
    pub fn as_text(&self) -> Option<&str> {
        match &self.kind {
            Kind::Text(text) => Some(text),
            _ => None,
        }
    }

    /// What to call it for an author: "a list", "a whole number".
    pub fn describe(&self) -> &'static str {
        match self.kind {
            Kind::Null => "nothing",
            Kind::Bool(_) => "a yes-or-no value",
            Kind::Int(_) => "a whole number",
            Kind::Real(_) => "a number with a fraction",
            Kind::Text(_) => "text",
            Kind::Seq(_) => "a list",
            Kind::Map(_) => "a mapping",
        }
    }
}

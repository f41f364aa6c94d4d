//! From the layered tree to a [`Def`] for one table: names become ids, steps become code.
//!
//! Two passes. `declare` gives every name its id and builds what needs no expression; `fill`
//! lowers expressions, steps and costs. Problems are collected; nothing stops at the first.

mod cost;
pub mod expr;
pub mod listing;
pub mod names;
mod note;
pub(crate) mod scope;
mod step;
#[cfg(test)]
mod step_tests;

use std::collections::BTreeMap;

use boardwright_rules::def::Def;

use crate::diag::Diagnostic;
use crate::source::Sources;
use names::Names;

/// What a pack's option is set to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionValue {
    /// On or off.
    Flag(bool),
    /// A number.
    Number(i32),
    /// One of the words the option lists.
    Word(String),
}

/// Everything a pass works on.
pub struct Lower<'a> {
    /// The texts, for places.
    pub sources: &'a Sources,
    /// How many people play.
    pub players: u8,
    /// What the options are set to.
    pub options: BTreeMap<String, OptionValue>,
    /// The definition so far.
    pub def: Def,
    /// What names mean.
    pub names: Names,
    /// What was wrong so far.
    pub diags: Vec<Diagnostic>,
}

//! Follows the paths of patches and translations down from the sections.

use super::known::PackDeclarations;
use super::place::Place;
use super::words::{BESIDE, is_table_key, is_verb};
use boardwright_syntax::source::Span;
use boardwright_syntax::yaml::{Kind, Map, Node};

/// A path being followed.
#[derive(Clone, Debug)]
pub(crate) struct Trail<'n> {
    known: &'n PackDeclarations,
    /// The parts so far.
    pub stops: Vec<Stop<'n>>,
    /// How many of the parts are written in outer keys.
    pub n_above: usize,
    /// The place of the remaining parts.
    pub span: Option<Span>,
    /// The role of its target.
    pub place: Place,
    /// The values of its target in the known packs.
    pub nodes: Vec<&'n Node>,
    /// The patch that contains it.
    pub patch: Option<&'n Map>,
}

/// A part of a path, with the value that contains it.
#[derive(Clone, Debug)]
pub(crate) struct Stop<'n> {
    pub part: String,
    pub place: Place,
    pub nodes: Vec<&'n Node>,
}

impl<'n> Trail<'n> {
    pub(super) fn new(known: &'n PackDeclarations) -> Self {
        Self {
            known,
            stops: vec![],
            n_above: 0,
            span: None,
            place: Place::Rules,
            nodes: known.roots().collect(),
            patch: None,
        }
    }

    /// A path that starts at a role whose values are unknown.
    pub(super) fn below(known: &'n PackDeclarations, place: Place) -> Self {
        Self { place, nodes: vec![], ..Self::new(known) }
    }

    /// Follows a written path.
    pub(super) fn go(&mut self, path: &str, span: Span) {
        self.n_above = self.stops.len();
        self.span = Some(span);
        for part in path.trim().split('.') {
            self.step(part);
        }
    }

    fn step(&mut self, part: &str) {
        let place = match self.as_read() {
            Place::Steps if self.is_single() && (is_verb(part) || BESIDE.contains(&part)) => {
                Place::Step
            }
            place => place,
        };
        let below = match &place {
            Place::Other => Place::Other,
            Place::Numbered(inner) => (**inner).clone(),
            _ if is_table_key(part) => self.place.clone(),
            Place::Steps => Place::Step,
            place => place.below(part),
        };
        let is_short = matches!(self.place, Place::Procedure) && part == "do";
        let nodes = self.nodes.iter().filter_map(|node| match &node.kind {
            Kind::Seq(_) if is_short => Some(*node),
            _ => child(node, part),
        });
        let nodes = nodes.collect();
        let before = std::mem::replace(&mut self.nodes, nodes);
        self.stops.push(Stop { part: part.to_owned(), place, nodes: before });
        self.place = below;
    }

    /// The role for reading the next part: short forms are lists of steps.
    fn as_read(&self) -> Place {
        let is_list = self.nodes.iter().any(|node| node.as_seq().is_some());
        match &self.place {
            Place::Under(verb) if verb == "try" => Place::Steps,
            Place::Under(verb) if verb == "may" && is_list => Place::Steps,
            Place::Choice if is_list => Place::Steps,
            Place::Printed(..) => match self.nodes.first() {
                Some(node) => self.place.clone().settled(node, self.known),
                None => Place::Other,
            },
            place => place.clone(),
        }
    }

    /// Whether the value is a single step without a list around it.
    fn is_single(&self) -> bool {
        !self.nodes.is_empty() && self.nodes.iter().all(|node| node.as_map().is_some())
    }
}

impl Stop<'_> {
    /// Whether the containing step has a key, in some known pack.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.nodes.iter().any(|node| node.as_map().is_some_and(|map| map.get(key).is_some()))
    }
}

fn child<'n>(node: &'n Node, part: &str) -> Option<&'n Node> {
    match &node.kind {
        Kind::Map(map) => map.get(part),
        Kind::Seq(items) => items.iter().find(|item| {
            let key = item.as_map().and_then(|map| map.get("key").or_else(|| map.get("id")));
            key.and_then(Node::as_text) == Some(part)
        }),
        _ => None,
    }
}

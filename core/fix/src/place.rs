//! The roles of values in a pack. Only the position decides whether `use` is a verb, an attribute
//! or a resource, so all rewriting walks down from the sections.

use super::known::PackDeclarations;
use super::words::{
    ENTRY_KEYS, MANIFEST_KEYS, PLAIN_SECTIONS, has_verb, is_verb, looks_like_steps,
};
use boardwright_syntax::yaml::{Kind, Node};

/// The role of a value, by its position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// `pack.yaml`.
    Manifest,
    /// A file with sections.
    Rules,
    /// A file in `tests`.
    Tests,
    Scenario,
    /// A step of a scenario: a choice or a check.
    Move,
    /// `do` of a scenario.
    Rehearsal,
    /// A mapping or list of values with the same role.
    Each(Box<Place>),
    /// A mapping whose keys are numbers, but not numbers of players.
    Numbered(Box<Place>),
    Resource,
    PaysAs,
    Track,
    Zone,
    Hint,
    Procedure,
    Groups,
    /// A group of spaces, by id.
    Group(String),
    /// An entry or face of a section, or a space of `spaces/<group>`.
    Entry(String),
    Ability,
    /// The value of an attribute: section and name.
    Printed(String, String),
    /// A list of steps, or a single one.
    Steps,
    Step,
    /// The value under a verb.
    Under(String),
    /// An option of `choose`.
    Choice,
    /// The source of a value with this role; its `parts` are paths.
    Source(Box<Place>),
    Patch,
    /// A path of a `remove` list.
    Path,
    /// A value that is not rewritten.
    Other,
}

impl Place {
    fn each(place: Place) -> Place {
        Place::Each(Box::new(place))
    }

    /// The role of the value under a key.
    pub(crate) fn below(&self, key: &str) -> Place {
        match self {
            Place::Manifest if MANIFEST_KEYS.contains(&key) => Place::Other,
            Place::Manifest | Place::Rules => section(key),
            Place::Other => Place::Other,
            Place::Tests if key == "scenarios" => Place::each(Place::Scenario),
            Place::Tests | Place::Scenario if key == "do" => Place::Rehearsal,
            Place::Tests | Place::Scenario if key == "steps" => Place::each(Place::Move),
            Place::Rehearsal if key == "steps" => Place::Steps,
            Place::Each(inner) | Place::Numbered(inner) => (**inner).clone(),
            Place::Resource if key == "pays_as" => Place::each(Place::PaysAs),
            Place::Track if key == "bonuses" => Place::Numbered(Box::new(Place::Steps)),
            Place::Procedure | Place::Ability | Place::Choice if key == "do" => Place::Steps,
            Place::Groups => Place::Group(key.to_owned()),
            place if key == "source" => Place::Source(Box::new(place.clone())),
            Place::Group(id) if matches!(key, "list" | "at") => {
                Place::each(Place::Entry(format!("spaces/{id}")))
            }
            Place::Entry(section) => match key {
                "faces" => Place::each(Place::Entry(section.clone())),
                "ability" => Place::Ability,
                "abilities" => Place::each(Place::Ability),
                _ if ENTRY_KEYS.contains(&key) => Place::Other,
                _ => Place::Printed(section.clone(), key.to_owned()),
            },
            Place::Step => match key {
                "do" | "else" => Place::Steps,
                _ if is_verb(key) => Place::Under(key.to_owned()),
                _ => Place::Other,
            },
            Place::Under(verb) => match (verb.as_str(), key) {
                ("choose", "options") => Place::each(Place::Choice),
                ("may" | "secretly" | "travel" | "repeat" | "each" | "turns", "do") => Place::Steps,
                _ => Place::Other,
            },
            _ => Place::Other,
        }
    }

    /// The final role once the value is known: for short forms and attributes it depends on the
    /// value.
    pub(crate) fn settled(self, node: &Node, known: &PackDeclarations) -> Place {
        let is_steps = || match &node.kind {
            Kind::Seq(_) => true,
            Kind::Map(map) => has_verb(map),
            _ => false,
        };
        match &self {
            Place::Procedure if node.as_seq().is_some() => Place::Steps,
            Place::Choice if is_steps() => Place::Steps,
            Place::Under(verb) if verb == "try" => Place::Steps,
            Place::Under(verb) if verb == "may" && is_steps() => Place::Steps,
            Place::Printed(section, attribute) => match known.is_steps(section, attribute) {
                Some(true) => Place::Steps,
                None if looks_like_steps(node) => Place::Steps,
                _ => Place::Other,
            },
            _ => self,
        }
    }

    /// Whether a single mapping in this role could be a step or something else.
    pub(crate) fn is_unclear(&self) -> bool {
        match self {
            Place::Choice => true,
            Place::Under(verb) => verb == "may",
            _ => false,
        }
    }
}

fn section(name: &str) -> Place {
    match name {
        "resources" => Place::each(Place::Resource),
        "tracks" => Place::each(Place::Track),
        "zones" => Place::each(Place::Zone),
        "hints" => Place::each(Place::Hint),
        "procedures" => Place::each(Place::Procedure),
        "rules" => Place::each(Place::Ability),
        "spaces" => Place::Groups,
        "setup" | "play" | "scoring" => Place::Steps,
        "patch" => Place::each(Place::Patch),
        "remove" => Place::each(Place::Path),
        _ if PLAIN_SECTIONS.contains(&name) => Place::Other,
        _ => Place::each(Place::Entry(name.to_owned())),
    }
}

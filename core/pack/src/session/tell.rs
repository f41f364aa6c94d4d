//! Events in words, each told with the table as it was just then. What is alike and happens
//! together is told together, and what only keeps books not at all.

mod facts;
mod words;

use boardwright_rules::def::Def;
use boardwright_rules::event::{Event, Origin};
use boardwright_rules::id::SeatId;
use boardwright_rules::world::World;

/// A line of the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// What happened.
    pub text: String,
    /// Whether it tells a choice; otherwise, what came of it.
    pub is_choice: bool,
    /// What others read; `None` if they read the same.
    hidden: Option<Hidden>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Hidden {
    /// One bit for each seat that may know.
    seen_by: u16,
    /// What the others read; nothing at all if empty.
    instead: String,
}

impl Line {
    pub(super) fn choice(text: String) -> Self {
        Self { text, is_choice: true, hidden: None }
    }

    /// A choice only the seat itself knows.
    pub(super) fn secret(text: String, seat: SeatId, instead: String) -> Self {
        let hidden = Hidden { seen_by: 1 << seat.0.min(15), instead };
        Self { text, is_choice: true, hidden: Some(hidden) }
    }

    /// What a seat reads of it.
    pub fn for_seat(&self, seat: SeatId) -> Option<&str> {
        match &self.hidden {
            Some(hidden) if hidden.seen_by >> seat.0.min(15) & 1 == 0 => {
                Some(hidden.instead.as_str()).filter(|text| !text.is_empty())
            }
            _ => Some(&self.text),
        }
    }
}

/// Events in words. `world` is the table before them, and after them in the end.
pub(crate) fn lines(def: &Def, world: &mut World, events: &[(Origin, Event)]) -> Vec<Line> {
    let everybody = facts::everybody(def);
    let facts = facts::facts(def, world, events);
    let line = |fact: &facts::Fact| {
        let text = words::fact(def, world, fact);
        let hidden = (fact.seen_by != everybody)
            .then(|| Hidden { seen_by: fact.seen_by, instead: words::instead(def, world, fact) });
        Line { text, is_choice: false, hidden }
    };
    facts.iter().map(line).collect()
}

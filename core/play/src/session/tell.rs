//! Events in words, each described with the table as it was at that moment. Similar events that
//! happen together are joined; bookkeeping is left out.

mod grouping;
mod words;

use boardwright_rules::def::Def;
use boardwright_rules::event::{Event, Origin};
use boardwright_rules::id::{KindId, SeatId};
use boardwright_rules::world::World;
use boardwright_text::Speaks;

/// A line of the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// What happened.
    pub text: String,
    /// Whether it reports a choice; otherwise, a consequence.
    pub is_choice: bool,
    /// Whether it reports an unfair take-back.
    pub is_mark: bool,
    /// If it reports that pieces moved: their kind and number.
    pub went: Option<(KindId, usize)>,
    /// What others read; `None` if the same.
    hidden: Option<Hidden>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Hidden {
    /// One bit for each seat that may know.
    seen_by: u16,
    /// What the others read; nothing if empty.
    instead: String,
}

impl Line {
    pub(super) fn choice(text: String) -> Self {
        Self { text, is_choice: true, is_mark: false, went: None, hidden: None }
    }

    /// A choice that only its own seat knows.
    pub(super) fn secret(text: String, seat: SeatId, instead: String) -> Self {
        let hidden = Hidden { seen_by: 1 << seat.0.min(15), instead };
        Self { text, is_choice: true, is_mark: false, went: None, hidden: Some(hidden) }
    }

    /// An unfair take-back; `instead` is what all but one seat read, if there is such a seat.
    pub(super) fn mark(text: String, seen_by: Option<SeatId>, instead: String) -> Self {
        let hidden = seen_by.map(|seat| Hidden { seen_by: 1 << seat.0.min(15), instead });
        Self { text, is_choice: false, is_mark: true, went: None, hidden }
    }

    /// Whether some seats may not know it.
    pub(super) fn is_secret(&self) -> bool {
        self.hidden.is_some()
    }

    /// What a seat reads.
    pub fn for_seat(&self, seat: SeatId) -> Option<&str> {
        match &self.hidden {
            Some(hidden) if hidden.seen_by >> seat.0.min(15) & 1 == 0 => {
                Some(hidden.instead.as_str()).filter(|text| !text.is_empty())
            }
            _ => Some(&self.text),
        }
    }
}

/// Events in words. `world` is the table before them; it ends as the table after them.
pub(crate) fn lines(def: &Def, world: &mut World, events: &[(Origin, Event)]) -> Vec<Line> {
    let everybody = grouping::everybody(def);
    let facts = grouping::facts(def, world, events);
    let line = |fact: &grouping::Fact| {
        let text = words::fact(def, world, fact);
        let hidden = (fact.seen_by != everybody)
            .then(|| Hidden { seen_by: fact.seen_by, instead: words::instead(def, world, fact) });
        let went = match &fact.what {
            grouping::What::Moved(moves) => Some((moves.kind, moves.pieces.len())),
            _ => None,
        };
        Line { text, is_choice: false, is_mark: false, went, hidden }
    };
    facts.iter().map(line).collect()
}

/// The pieces set up on the table, in one line: how many of each kind.
pub fn setup_in_short(def: &Def, lines: &[Line]) -> String {
    let mut kinds: Vec<(KindId, usize)> = vec![];
    for (kind, n) in lines.iter().filter_map(|line| line.went) {
        match kinds.iter_mut().find(|(other, _)| *other == kind) {
            Some((_, all)) => *all += n,
            None => kinds.push((kind, n)),
        }
    }
    let pieces = kinds.into_iter().filter_map(|(kind, n)| {
        let named = &def.kinds.get(kind.index())?.named;
        Some(words::counted(named.name(), &named.plural, n))
    });
    words::joined(def.language(), &pieces.collect::<Vec<_>>())
}

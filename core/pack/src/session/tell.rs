//! Events in words, each told with the table as it was just then.

use boardwright_rules::def::Def;
use boardwright_rules::event::{Event, Origin};
use boardwright_rules::id::SeatId;
use boardwright_rules::text;
use boardwright_rules::view::sees_event;
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
    pub(super) fn secret(text: String, seat: SeatId, name: &str) -> Self {
        let hidden = Hidden { seen_by: 1 << seat.0.min(15), instead: format!("{name}: (unseen)") };
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
    let mut lines = vec![];
    for (origin, event) in events {
        world.fold(def, event);
        let Some(text) = text::told(def, world, origin, event) else { continue };
        let seats = 0..u16::from(def.seats).min(16);
        let seen_by = seats.clone().filter(|seat| sees_event(def, SeatId(*seat), event));
        let seen_by = seen_by.fold(0_u16, |all, seat| all | 1 << seat);
        let everybody = seats.fold(0_u16, |all, seat| all | 1 << seat);
        let hidden =
            (seen_by != everybody).then(|| Hidden { seen_by, instead: instead(def, world, event) });
        lines.push(Line { text, is_choice: false, hidden });
    }
    lines
}

/// What those read who may not know what moved.
fn instead(def: &Def, world: &World, event: &Event) -> String {
    match *event {
        Event::Moved { piece, from, to, .. } => {
            let kind = &def.kinds[def.pieces[piece.index()].kind.index()].named.id;
            let from = text::place_text(def, world, from);
            let to = text::place_text(def, world, to);
            def.language.say("a {0} goes from {1} to {2}", &[kind, &from, &to])
        }
        _ => String::new(),
    }
}

//! Seats: people first, then those without decisions.

use super::Lower;
use super::refs::named;
use boardwright_language::raw;
use boardwright_language::raw::by_table::SEATS_MAX;
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::diag::codes::game;
use boardwright_syntax::yaml::{Kind, Node};

impl Lower<'_> {
    /// Names the seats `p1`, `p2` and so on.
    pub(super) fn declare_seats(&mut self, root: &Node) {
        for seat in 1..=self.def.players {
            let name = format!("Player {seat}");
            self.def.seat_names.push(named(&format!("p{seat}"), Some(&name), None));
        }
        let Some(entry) = root.as_map().and_then(|map| map.entry("automa")) else { return };
        if entry.value.kind == Kind::Null {
            return;
        }
        let Some(raw) = self.read_entry::<raw::Automa>(entry, &[]) else { return };
        let room = i32::from(SEATS_MAX - self.def.players.min(SEATS_MAX));
        let seats = raw.seats.unwrap_or(1);
        if !(0..=room).contains(&seats) {
            let message = format!("there is no room for {seats} more seats");
            let label = format!("{} people play, a table has {SEATS_MAX} seats", self.players);
            self.diags.push(Diagnostic::error(game::TOO_MANY, message, entry.key_span, label));
        }
        let seats = seats.clamp(0, room) as u8;
        for at in 1..=seats {
            let seat = self.def.players + at;
            let name = match (&raw.name, seats) {
                (Some(name), 1) => name.clone(),
                (Some(name), _) => format!("{name} {at}"),
                (None, 1) => "Automa".to_owned(),
                (None, _) => format!("Automa {at}"),
            };
            let text = raw.text.as_deref();
            self.def.seat_names.push(named(&format!("p{seat}"), Some(&name), text));
        }
        self.def.seats = self.def.players + seats;
    }
}

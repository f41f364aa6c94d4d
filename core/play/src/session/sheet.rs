//! The score sheet as a table of text.

use boardwright_rules::def::Def;
use boardwright_rules::def::part::Named;
use boardwright_rules::id::{CounterId, SeatId};
use boardwright_rules::rank::standings;
use boardwright_rules::world::World;
use boardwright_text::Speaks;

use boardwright_syntax::visible::{pad, pad_left};

/// Lines with points by seat, the total, and the place by rank.
pub(crate) fn sheet(def: &Def, world: &World) -> String {
    let n_seats = usize::from(def.seats);
    let seats: Vec<SeatId> = (0..n_seats).map(SeatId::from).collect();
    let mut rows: Vec<(String, Vec<String>)> = vec![];
    let heads = def.seat_names.iter().take(n_seats).map(shown).collect();
    rows.push((String::new(), heads));
    for (line, named) in def.lines.iter().enumerate() {
        let points: Vec<i32> = seats.iter().map(|seat| world.points(def, line, *seat)).collect();
        if points.iter().any(|points| *points != 0) {
            rows.push((shown(named), points.iter().map(i32::to_string).collect()));
        }
    }
    if let Some(score) = def.counters.iter().position(|counter| counter.line.is_some()) {
        let score = CounterId::from(score);
        let total = |seat: &SeatId| world.counter(def, score, i32::from(seat.0)).to_string();
        rows.push((def.language().word("total").into(), seats.iter().map(total).collect()));
    }
    let ranked = standings(def, world);
    let place = |seat: &SeatId| {
        let place = ranked.iter().find(|standing| standing.seat == *seat);
        place.map_or(String::new(), |standing| standing.place.to_string())
    };
    rows.push((def.language().word("place").into(), seats.iter().map(place).collect()));
    table(&rows)
}

fn shown(named: &Named) -> String {
    if named.name.is_empty() { named.id.clone() } else { named.name.clone() }
}

fn table(rows: &[(String, Vec<String>)]) -> String {
    let width = |text: &str| text.chars().count();
    let first = rows.iter().map(|(name, _)| width(name)).max().unwrap_or(0);
    let columns = rows.iter().map(|(_, cells)| cells.len()).max().unwrap_or(0);
    let cells = |at: usize| rows.iter().filter_map(move |(_, cells)| cells.get(at));
    let widest = |at| cells(at).map(|cell| width(cell)).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(widest).collect();
    let mut text = String::new();
    for (name, cells) in rows {
        text.push_str(&pad(name, first));
        for (cell, width) in cells.iter().zip(&widths) {
            text.push_str(&format!("  {}", pad_left(cell, *width)));
        }
        let end = text.trim_end().len();
        text.truncate(end);
        text.push('\n');
    }
    text
}

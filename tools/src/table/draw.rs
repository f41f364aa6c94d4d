//! The table: boards, what lies in the middle, and what each seat has.

use boardwright_rules::def::Def;
use boardwright_rules::def::part::{Order, Scope, Visible};
use boardwright_rules::id::SeatId;
use boardwright_rules::world::World;

use super::board;
use super::things::{Seen, name, seat_name};
use crate::io::{Ink, ink};

/// Lines longer than this go on in the next one.
const WIDTH_MAX: usize = 96;

/// The table as one seat sees it. `mark` is written beside that seat.
pub fn draw(def: &Def, world: &World, seat: SeatId, mark: &str, colour: bool) -> String {
    let seen = Seen::new(def, world, seat);
    let mut parts = board::boards(&seen, colour);
    parts.push(middle(&seen, colour));
    parts.push(seats(&seen, mark, colour));
    parts.retain(|part| !part.is_empty());
    parts.join("\n")
}

/// Counters and zones of the table.
fn middle(seen: &Seen, colour: bool) -> String {
    let is_table = |scope| scope == Scope::Table;
    let mut rows: Vec<(String, Vec<String>)> = vec![];
    for counter in seen.counters(is_table) {
        if counter.visible != Visible::None {
            rows.push((name(&counter.named).into(), vec![seen.value_text(counter, 0)]));
        }
    }
    for zone in seen.zones(is_table) {
        let place = seen.place(zone, 0);
        let is_row = matches!(zone.order, Order::Row { .. }) && zone.capacity < 20;
        let cells = if is_row && seen.sees(place) {
            let slots = seen.slots(zone, place).into_iter().enumerate();
            slots.map(|(at, piece)| format!("{}: {piece}", at + 1)).collect()
        } else {
            vec![seen.contents(place)]
        };
        rows.push((name(&zone.named).into(), cells));
    }
    let width = rows.iter().map(|(head, _)| len(head)).max().unwrap_or(0);
    let mut text = String::new();
    for (head, cells) in rows {
        let mut line = format!("{head:width$}");
        let mut used = width;
        for cell in cells {
            if used + len(&cell) + 2 > WIDTH_MAX && used > width {
                line.push_str(&format!("\n{:width$}", ""));
                used = width;
            }
            line.push_str(&format!("  {cell}"));
            used += len(&cell) + 2;
        }
        let (head, rest) = line.split_at(head_len(&line, width));
        text.push_str(&format!("{}{rest}\n", ink(colour, Ink::Dim, head)));
    }
    text
}

/// Bytes of the first `width` characters.
fn head_len(line: &str, width: usize) -> usize {
    line.char_indices().nth(width).map_or(line.len(), |(at, _)| at)
}

/// What each seat has: a column for each.
fn seats(seen: &Seen, mark: &str, colour: bool) -> String {
    let is_seat = |scope| scope == Scope::Seat;
    let n_seats = u32::from(seen.def.seats);
    let mut rows: Vec<Vec<String>> = vec![];
    let heads = seen.def.seat_names.iter().enumerate().map(|(at, named)| {
        let mine = at == seen.seat.index();
        let name = seat_name(named);
        if mine { format!("{name} ({mark})") } else { name }
    });
    rows.push([String::new()].into_iter().chain(heads).collect());
    for counter in seen.counters(is_seat) {
        if counter.visible == Visible::None {
            continue;
        }
        let values = (0..n_seats).map(|seat| seen.value_text(counter, seat));
        rows.push([name(&counter.named).into()].into_iter().chain(values).collect());
    }
    let n_counters = rows.len();
    for zone in seen.zones(is_seat) {
        let contents = (0..n_seats).map(|seat| seen.contents(seen.place(zone, seat)));
        rows.push([name(&zone.named).into()].into_iter().chain(contents).collect());
    }
    let widths = widths_of(&rows);
    if n_counters == 1 && rows.len() == 1 {
        return String::new();
    }
    if widths.iter().sum::<usize>() + 2 * widths.len() <= WIDTH_MAX {
        return columns(&rows, &widths, colour);
    }
    // Too wide: counters side by side, what lies before each seat in lines of its own.
    let (counters, zones) = rows.split_at(n_counters);
    let mut text = columns(counters, &widths_of(counters), colour);
    for seat in 1..=n_seats as usize {
        for row in zones {
            let (Some(zone), Some(contents)) = (row.first(), row.get(seat)) else { continue };
            let who = seen.def.seat_names.get(seat - 1).map_or(String::new(), seat_name);
            let head = ink(colour, Ink::Dim, format!("{who}, {zone}:"));
            text.push_str(&wrapped(&format!("{head} {contents}")));
            text.push('\n');
        }
    }
    text
}

fn widths_of(rows: &[Vec<String>]) -> Vec<usize> {
    let n_columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |at: usize| rows.iter().filter_map(|row| row.get(at)).map(|it| len(it)).max();
    (0..n_columns).map(|at| width(at).unwrap_or(0)).collect()
}

fn columns(rows: &[Vec<String>], widths: &[usize], colour: bool) -> String {
    let mut text = String::new();
    for (at, row) in rows.iter().enumerate() {
        let mut line = String::new();
        for (column, (cell, width)) in row.iter().zip(widths).enumerate() {
            let cell = format!("{cell:width$}");
            let gap = if column == 0 { "" } else { "  " };
            let kind = match (at, column) {
                (0, _) => Some(Ink::Head),
                (_, 0) => Some(Ink::Dim),
                _ => None,
            };
            let cell = kind.map_or(cell.clone(), |kind| ink(colour, kind, &cell));
            line.push_str(&format!("{gap}{cell}"));
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// Breaks a long line at a comma, and indents what follows.
fn wrapped(line: &str) -> String {
    let mut text = String::new();
    let mut used = 0;
    for (at, part) in line.split(", ").enumerate() {
        if at > 0 {
            text.push(',');
            if used + len(part) > WIDTH_MAX {
                text.push_str("\n   ");
                used = 3;
            }
            text.push(' ');
        }
        text.push_str(part);
        used += len(part) + 2;
    }
    text
}

fn len(text: &str) -> usize {
    text.chars().count()
}

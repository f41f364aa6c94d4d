//! The table: boards, the middle, and the belongings of each seat.

use boardwright_play::game::Game;
use boardwright_rules::def::part::{Order, Scope, Visible};
use boardwright_rules::def::show::PanelSeats;
use boardwright_rules::id::SeatId;
use boardwright_rules::world::World;

use super::board;
use super::panel::{Frame, is_of_seats};
use super::things::{Seen, name, seat_name};
use super::width::{blanks, flowed, len, lines, pad};
use crate::io::{Ink, ink};

/// How the table is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Look<'a> {
    /// The mark beside the viewing seat.
    pub mark: &'a str,
    /// The width in columns.
    pub width: usize,
    /// Whether colours are used.
    pub colour: bool,
}

/// Cells in the middle are not wrapped below this width.
const CELL_MIN: usize = 20;

/// Which part of the table is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TablePart {
    /// What matters at every turn.
    Main,
    /// Everything that belongs to no seat.
    Board,
    /// Everything a seat has.
    Seat(SeatId),
}

/// A part of the table as one seat sees it.
pub fn draw(game: &Game, world: &World, seat: SeatId, part: TablePart, look: Look) -> String {
    let seen = Seen::new(game, world, seat);
    if seen.def.show.panels.is_empty() {
        return by_itself(&seen, part, look, Rows::All);
    }
    let of = if let TablePart::Seat(of) = part { of } else { seat };
    let frame = Frame { seen: &seen, of, width: look.width, colour: look.colour };
    let fits = |panel: &&boardwright_rules::def::show::PanelDef| match part {
        TablePart::Main => panel.main,
        TablePart::Board => !is_of_seats(&seen, panel),
        TablePart::Seat(_) => {
            is_of_seats(&seen, panel) && !panel.brief && panel.seats == PanelSeats::Viewer
        }
    };
    let panels = seen.def.show.panels.iter().filter(fits);
    let mut text = panels.map(|panel| frame.panel(panel)).collect::<String>();
    if let TablePart::Seat(of) = part {
        let head = seen.def.seat_names.get(of.index()).map_or(String::new(), seat_name);
        text = format!("{}\n{text}", ink(look.colour, Ink::Head, head));
    }
    text
}

/// Which rows of a table are drawn that a pack does not lay out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Rows {
    All,
    /// Those in which something stands: not empty containers, nor what no seat has any of.
    Used,
}

/// The table of a pack without a layout of its own.
pub(super) fn by_itself(seen: &Seen, part: TablePart, look: Look, which: Rows) -> String {
    let Look { mark, width, colour } = look;
    let mut parts = vec![];
    if !matches!(part, TablePart::Seat(_)) {
        parts.extend(board::boards(seen, width, colour));
        parts.push(middle(seen, width, colour, which));
    }
    match part {
        TablePart::Main => parts.push(seats(seen, mark, width, colour, which)),
        TablePart::Board => {}
        TablePart::Seat(of) => parts.push(one_seat(seen, of, width, colour)),
    }
    parts.retain(|part| !part.is_empty());
    parts.join("\n")
}

/// The belongings of one seat, with the rules text of visible pieces.
fn one_seat(seen: &Seen, of: SeatId, width: usize, colour: bool) -> String {
    let head = seen.def.seat_names.get(of.index()).map_or(String::new(), seat_name);
    let mut text = format!("{}\n", ink(colour, Ink::Head, head));
    let holder = u32::from(of.0);
    let is_seat = |scope| scope == Scope::Seat;
    let counters = seen.counters(is_seat).into_iter().filter(|it| it.visible != Visible::None);
    let counters: Vec<String> = counters
        .map(|it| format!("{} {}", it.named.heading(), seen.value_text(it, holder)))
        .collect();
    for row in flowed(&counters, width.saturating_sub(2)) {
        text.push_str(&format!("  {row}\n"));
    }
    for zone in seen.zones(is_seat) {
        let place = seen.place(zone, holder);
        let title = ink(colour, Ink::Dim, format!("{}:", name(&zone.named)));
        if !seen.sees(place) || seen.count(place) == 0 {
            text.push_str(&format!("  {title} {}\n", seen.contents(place)));
            continue;
        }
        text.push_str(&format!("  {title}\n"));
        for piece in seen.world.pieces_in(place) {
            let line = match seen.rules(piece) {
                "" => seen.piece(piece),
                rules => format!("{}: {rules}", seen.piece(piece)),
            };
            let mut told = lines(&line, 4, width).into_iter();
            text.push_str(&format!("    {}\n", told.next().unwrap_or_default()));
            told.for_each(|line| text.push_str(&format!("      {line}\n")));
        }
    }
    text
}

/// Counters and zones of the table.
fn middle(seen: &Seen, width_max: usize, colour: bool, which: Rows) -> String {
    let is_table = |scope| scope == Scope::Table;
    let mut rows: Vec<(String, Vec<String>)> = vec![];
    for counter in seen.counters(is_table) {
        if counter.visible != Visible::None {
            rows.push((counter.named.heading().into(), vec![seen.value_text(counter, 0)]));
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
    if which == Rows::Used {
        rows.retain(|(_, cells)| cells.iter().any(|cell| cell != "-"));
    }
    let width = rows.iter().map(|(head, _)| len(head)).max().unwrap_or(0);
    let mut text = String::new();
    for (head, cells) in rows {
        let mut line = pad(&head, width);
        let mut used = width;
        for cell in cells {
            if used + len(&cell) + 2 > width_max && used > width {
                line.push_str(&format!("\n{}", blanks(width)));
                used = width;
            }
            let broken = lines(&cell, 0, width_max.saturating_sub(width + 2).max(CELL_MIN));
            line.push_str(&format!("  {}", broken.join(&format!("\n{}", blanks(width + 2)))));
            // What follows several rows begins a new one.
            used = if broken.len() > 1 { width_max } else { used + len(&cell) + 2 };
        }
        let (head, rest) = line.split_at(head_len(&line, width));
        text.push_str(&format!("{}{rest}\n", ink(colour, Ink::Dim, head)));
    }
    text
}

/// The length in bytes of the first `width` characters.
fn head_len(line: &str, width: usize) -> usize {
    line.char_indices().nth(width).map_or(line.len(), |(at, _)| at)
}

/// The belongings of all seats, one column each.
fn seats(seen: &Seen, mark: &str, width_max: usize, colour: bool, which: Rows) -> String {
    let seen = &seen.of_what_is_there();
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
        rows.push([counter.named.heading().into()].into_iter().chain(values).collect());
    }
    let is_used = |row: &Vec<String>| {
        which == Rows::All || row.iter().skip(1).any(|cell| cell != "0" && cell != "-")
    };
    rows.retain(is_used);
    let n_counters = rows.len();
    for zone in seen.zones(is_seat) {
        let contents = (0..n_seats).map(|seat| seen.contents(seen.place(zone, seat)));
        rows.push([name(&zone.named).into()].into_iter().chain(contents).collect());
    }
    rows.retain(is_used);
    let widths = widths_of(&rows);
    if n_counters == 1 && rows.len() == 1 {
        return String::new();
    }
    if widths.iter().sum::<usize>() + 2 * widths.len() <= width_max {
        return columns(&rows, &widths, colour);
    }
    // Too wide: counters side by side, the zones of each seat in lines of their own.
    let (counters, zones) = rows.split_at(n_counters);
    let mut text = columns(counters, &widths_of(counters), colour);
    for seat in 1..=n_seats as usize {
        for row in zones {
            let (Some(zone), Some(contents)) = (row.first(), row.get(seat)) else { continue };
            let who = seen.def.seat_names.get(seat - 1).map_or(String::new(), seat_name);
            let head = ink(colour, Ink::Dim, format!("{who}, {zone}:"));
            text.push_str(&wrapped(&format!("{head} {contents}"), width_max));
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
            let cell = pad(cell, *width);
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

/// Breaks a long line at a comma, and indents the rest.
fn wrapped(line: &str, width_max: usize) -> String {
    let mut text = String::new();
    let mut used = 0;
    for (at, part) in line.split(", ").enumerate() {
        if at > 0 {
            text.push(',');
            if used + len(part) > width_max {
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

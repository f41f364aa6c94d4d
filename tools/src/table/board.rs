//! Boards in their shape: grids with column letters and row numbers, bricks, rings and lines. Other
//! groups, and bricks that do not fit, are lists.

use boardwright_rules::def::part::{Form, GroupDef, Named, Scope};
use boardwright_text::Speaks;

use super::things::{Seen, name};
use super::width::{blanks, centred, cut, len, lines, pad, pad_left};
use crate::io::{Ink, ink};

/// All boards.
pub fn boards(seen: &Seen, width: usize, colour: bool) -> Vec<String> {
    let quiet = |at: usize| seen.def.show.quiet_groups.iter().any(|it| usize::from(*it) == at);
    let groups = seen.def.groups.iter().enumerate().filter(|(at, _)| !quiet(*at));
    let draw = |(at, group): (usize, &GroupDef)| {
        let cells = |seen: &Seen| -> Vec<String> {
            (0..u32::from(group.spaces)).map(|space| space_text(seen, at, space)).collect()
        };
        if group.columns > 0 {
            return grid(group, &cells(&seen.in_short()), colour);
        }
        if let Form::Bricks(_) = &group.form {
            let bodies = cells(&seen.in_short()).into_iter().enumerate();
            let cell = |(at, body)| Cell { head: seen.space(group.first.index() + at), body };
            let bricks: Vec<Cell> = bodies.map(cell).collect();
            if let Some(rows) = shape(group, &bricks, width.saturating_sub(2), colour) {
                let head = ink(colour, Ink::Head, name(&group.named));
                let rows = rows.into_iter().map(|row| format!("  {row}\n"));
                return format!("{head}\n{}", rows.collect::<String>());
            }
        }
        let cells = cells(seen);
        if matches!(group.form, Form::Line | Form::Ring) {
            return chain(seen, group, &cells, width, colour);
        }
        if cells.iter().all(String::is_empty) {
            String::new()
        } else {
            list(seen, group, &cells, width, colour)
        }
    };
    groups.map(draw).collect()
}

/// The content of a space, by its index in its group: pieces, then counters, then one line for each
/// seat that has something there.
pub fn lies_on(seen: &Seen, group: usize, space: u32) -> Vec<String> {
    let here = |scope: Scope| matches!(scope, Scope::Space(it) if usize::from(it) == group);
    let by_seat = |scope: Scope| matches!(scope, Scope::SeatSpace(it) if usize::from(it) == group);
    let mut told = vec![];
    for zone in seen.zones(here) {
        let place = seen.place(zone, space);
        if seen.count(place) > 0 {
            told.push(format!("{}: {}", name(&zone.named), seen.contents(place)));
        }
    }
    let counters: Vec<String> =
        seen.counters(here).into_iter().map(|counter| seen.counted(counter, space)).collect();
    told.extend((!counters.is_empty()).then(|| counters.join(", ")));
    let n_spaces = seen.def.groups.get(group).map_or(0, |group| u32::from(group.spaces));
    for counter in seen.counters(by_seat) {
        let of = |(seat, named): (usize, &Named)| {
            let holder = seat as u32 * n_spaces + space;
            format!("{} {}", named.id, seen.value_text(counter, holder))
        };
        let all: Vec<String> = seen.def.seat_names.iter().enumerate().map(of).collect();
        told.push(format!("{}: {}", counter.named.heading(), all.join(", ")));
    }
    told
}

/// The content of a space, by its index in its group: pieces, then counters that are not zero.
pub fn space_text(seen: &Seen, group: usize, space: u32) -> String {
    let here = |scope: Scope| matches!(scope, Scope::Space(it) if usize::from(it) == group);
    let by_seat = |scope: Scope| matches!(scope, Scope::SeatSpace(it) if usize::from(it) == group);
    let mut parts = vec![];
    for zone in seen.zones(here) {
        let place = seen.place(zone, space);
        let contents = seen.said_of_namesake(zone, place).unwrap_or_else(|| seen.contents(place));
        if !contents.is_empty() && contents != "-" {
            parts.push(contents);
        }
    }
    let counters = seen.counters(here);
    let bare = counters.len() == 1 && parts.is_empty();
    for counter in counters {
        match seen.value(counter, space) {
            Some(0) => {}
            _ if bare => parts.push(seen.value_text(counter, space)),
            _ => parts.push(seen.counted(counter, space)),
        }
    }
    let n_spaces = seen.def.groups.get(group).map_or(0, |group| u32::from(group.spaces));
    for counter in seen.counters(by_seat) {
        for (seat, named) in seen.def.seat_names.iter().enumerate() {
            let holder = seat as u32 * n_spaces + space;
            if seen.value(counter, holder) != Some(0) {
                parts.push(format!("{}: {}", named.id, seen.counted(counter, holder)));
            }
        }
    }
    parts.join(", ")
}

/// A grid: row 1 at the bottom, column `a` at the left.
fn grid(group: &GroupDef, cells: &[String], colour: bool) -> String {
    let columns = usize::from(group.columns).max(1);
    let width = cells.iter().map(|cell| len(cell)).max().unwrap_or(0).max(1);
    let rows: Vec<&[String]> = cells.chunks(columns).collect();
    let number_width = rows.len().to_string().len();
    let mut text = String::new();
    for (at, row) in rows.iter().enumerate().rev() {
        let number = pad_left(&(at + 1).to_string(), number_width);
        text.push_str(&format!("  {} ", ink(colour, Ink::Dim, number)));
        for cell in *row {
            let shown = if cell.is_empty() { "." } else { cell };
            text.push_str(&format!(" {}", centred(shown, width)));
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    let letters = (0..columns).map(|at| format!(" {}", centred(&column_letters(at), width)));
    let letters = letters.collect::<String>();
    let letters = ink(colour, Ink::Dim, letters.trim_end());
    text.push_str(&format!("  {} {letters}\n", blanks(number_width)));
    text
}

/// A space of a board that is drawn in its shape.
pub struct Cell {
    /// What it is called, or what the pack says of it.
    pub head: String,
    /// What lies there.
    pub body: String,
}

/// Narrower cells break too many words: then a list is easier to read.
const CELL_MIN: usize = 8;
/// The gap between two cells.
const CELL_GAP: usize = 2;

/// A grid or bricks in their pattern, highest row first: what a space is called, with what lies
/// there below it, in as many lines as that takes. `None` if the room is too narrow for that.
pub fn shape(group: &GroupDef, cells: &[Cell], room: usize, colour: bool) -> Option<Vec<String>> {
    let rows = rows_of(group)?;
    // In halves of a cell: bricks lie on the gaps of the row below.
    let end = |(start, n): &(usize, usize)| start + 2 * n;
    let across = rows.iter().map(end).max().filter(|across| *across > 0)?;
    let texts = || cells.iter().flat_map(|cell| [&cell.head, &cell.body]);
    let widest = texts().map(|text| len(text)).max().unwrap_or(0);
    // Half a cell with its gap must be a whole number of characters.
    let half = ((room + CELL_GAP) / across).min((widest.max(2) + CELL_GAP).div_ceil(2));
    let width = (2 * half).checked_sub(CELL_GAP)?;
    if width < CELL_MIN.min(widest) {
        return None;
    }
    let mut drawn = vec![];
    let mut behind = cells.len();
    for (start, n) in rows.iter().rev() {
        let from = behind.checked_sub(*n)?;
        let row = cells.get(from..behind)?;
        behind = from;
        let broken = |text: fn(&Cell) -> &str| -> Vec<Vec<String>> {
            let of =
                |cell| if text(cell).is_empty() { vec![] } else { lines(text(cell), 0, width) };
            row.iter().map(of).collect()
        };
        for (cells, is_head) in [(broken(|it| &it.head), true), (broken(|it| &it.body), false)] {
            let height = cells.iter().map(Vec::len).max().unwrap_or(0);
            for at in 0..height {
                let cell = |cell: &Vec<String>| {
                    let text = cell.get(at).map_or("", String::as_str);
                    centred(&cut(text, width), width)
                };
                let line = cells.iter().map(cell).collect::<Vec<_>>().join(&blanks(CELL_GAP));
                let line = line.trim_end();
                let line = if is_head { ink(colour, Ink::Dim, line) } else { line.to_owned() };
                drawn.push(format!("{}{line}", blanks(start * half)));
            }
        }
    }
    Some(drawn)
}

/// Where each row of a board begins, in halves of a cell, and how many cells it has: lowest first.
fn rows_of(group: &GroupDef) -> Option<Vec<(usize, usize)>> {
    let Form::Bricks(rows) = &group.form else {
        let columns = usize::from(group.columns);
        let n = usize::from(group.spaces).checked_div(columns)?;
        return Some(vec![(0, columns); n]);
    };
    let mut starts = vec![];
    let mut start = 0_i64;
    for (at, row) in rows.iter().enumerate() {
        if at > 0 {
            start += if Some(row) > rows.get(at - 1) { -1 } else { 1 };
        }
        starts.push(start);
    }
    let least = starts.iter().copied().min().unwrap_or(0);
    let row = |(start, row): (i64, &u16)| ((start - least) as usize, usize::from(*row));
    Some(starts.into_iter().zip(rows).map(row).collect())
}

/// Spaces in sequence, each with its content; a ring leads back to the first.
fn chain(seen: &Seen, group: &GroupDef, cells: &[String], room: usize, colour: bool) -> String {
    let first = group.first.index();
    let space = |(at, cell): (usize, &String)| match cell.is_empty() {
        true => seen.space(first + at),
        false => format!("{}: {cell}", seen.space(first + at)),
    };
    let mut all: Vec<String> = cells.iter().enumerate().map(space).collect();
    if group.form == Form::Ring && all.len() > 1 {
        all.push(format!("({})", seen.space(first)));
    }
    let mut text = format!("{}\n", ink(colour, Ink::Head, name(&group.named)));
    for line in lines(&all.join(" → "), 0, room.saturating_sub(2)) {
        text.push_str(&format!("  {line}\n"));
    }
    text
}

/// `a` to `z`, then `aa`.
fn column_letters(at: usize) -> String {
    let letter = char::from(b'a' + (at % 26) as u8);
    match at / 26 {
        0 => letter.to_string(),
        before => format!("{}{letter}", column_letters(before - 1)),
    }
}

/// Spaces that are not on a grid, one per line; empty ones together.
fn list(seen: &Seen, group: &GroupDef, cells: &[String], room: usize, colour: bool) -> String {
    let first = group.first.index();
    let spaces = (first..first + cells.len()).map(|at| seen.space(at)).zip(cells);
    let (empty, used): (Vec<_>, Vec<_>) = spaces.partition(|(_, cell)| cell.is_empty());
    let mut text = format!("{}\n", ink(colour, Ink::Head, name(&group.named)));
    let width = used.iter().map(|(space, _)| len(space)).max().unwrap_or(0);
    for (space, cell) in used {
        let mut told = lines(cell, 0, room.saturating_sub(width + 4).max(20)).into_iter();
        let first = told.next().unwrap_or_default();
        text.push_str(&format!("  {}  {first}\n", pad(&space, width)));
        told.for_each(|line| text.push_str(&format!("  {}  {line}\n", blanks(width))));
    }
    if !empty.is_empty() {
        let names: Vec<&str> = empty.iter().map(|(space, _)| space.as_str()).collect();
        let line = seen.def.language().say("nothing on {0}", &[&names.join(", ")]);
        for line in lines(&line, 0, room.saturating_sub(2)) {
            text.push_str(&format!("  {}\n", ink(colour, Ink::Dim, line)));
        }
    }
    text
}

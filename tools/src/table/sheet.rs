//! The score sheet: a line for each reason, and who won.

use boardwright_rules::def::Def;
use boardwright_rules::rank::Standing;

use super::things::{name, seat_name};
use crate::io::{Ink, ink};

/// The sheet of a finished game. `standings` has the best first.
pub fn sheet(def: &Def, standings: &[Standing], colour: bool) -> String {
    let mut by_seat: Vec<&Standing> = standings.iter().collect();
    by_seat.sort_by_key(|standing| standing.seat);
    let head = |standing: &&Standing| {
        def.seat_names.get(standing.seat.index()).map_or("?".into(), seat_name)
    };
    let mut rows: Vec<Vec<String>> = vec![];
    rows.push([String::new()].into_iter().chain(by_seat.iter().map(head)).collect());
    for (at, line) in def.lines.iter().enumerate() {
        let points = |it: &&Standing| it.lines.get(at).copied().unwrap_or(0).to_string();
        rows.push([name(line).into()].into_iter().chain(by_seat.iter().map(points)).collect());
    }
    let total = |it: &&Standing| it.lines.iter().sum::<i32>().to_string();
    rows.push(["total".to_owned()].into_iter().chain(by_seat.iter().map(total)).collect());
    let place = |it: &&Standing| ordinal(it.place);
    rows.push(["place".to_owned()].into_iter().chain(by_seat.iter().map(place)).collect());
    let mut text = laid_out(&rows, colour);
    text.push('\n');
    text.push_str(&ink(colour, Ink::Good, winners(def, standings)));
    text.push('\n');
    text
}

/// Who won, in words.
fn winners(def: &Def, standings: &[Standing]) -> String {
    let first: Vec<String> = standings
        .iter()
        .filter(|standing| standing.place == 1)
        .map(|standing| def.seat_names.get(standing.seat.index()).map_or("?".into(), seat_name))
        .collect();
    match first.as_slice() {
        [] => "nobody wins".into(),
        [one] => format!("{one} wins"),
        [most @ .., last] => format!("{} and {last} share the victory", most.join(", ")),
    }
}

fn ordinal(place: usize) -> String {
    match place {
        1 => "1st".into(),
        2 => "2nd".into(),
        3 => "3rd".into(),
        n => format!("{n}th"),
    }
}

fn laid_out(rows: &[Vec<String>], colour: bool) -> String {
    let n_columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width =
        |at: usize| rows.iter().filter_map(move |row| row.get(at)).map(|it| it.chars().count());
    let widths: Vec<usize> = (0..n_columns).map(|at| width(at).max().unwrap_or(0)).collect();
    let rule: usize = widths.iter().sum::<usize>() + 2 * widths.len().saturating_sub(1);
    let mut text = String::new();
    for (at, row) in rows.iter().enumerate() {
        if at + 2 == rows.len() {
            text.push_str(&format!("{}\n", ink(colour, Ink::Dim, "-".repeat(rule))));
        }
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, width))| {
            if column == 0 { format!("{cell:width$}") } else { format!("  {cell:>width$}") }
        });
        let line: String = cells.collect();
        let line = line.trim_end();
        let kind = (at == 0).then_some(Ink::Head);
        text.push_str(&kind.map_or(line.to_owned(), |kind| ink(colour, kind, line)));
        text.push('\n');
    }
    text
}

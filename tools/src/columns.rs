//! Tables for the terminal: columns as wide as they need to be.

use boardwright_syntax::visible::{pad, pad_left};

/// The alignment of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Align {
    /// Text.
    Left,
    /// Numbers.
    Right,
}

/// The rows of a table, each column as wide as its widest cell, with two spaces between.
pub fn table(aligns: &[Align], rows: &[Vec<String>]) -> Vec<String> {
    let n_columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..n_columns).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().enumerate().map(|(column, cell)| {
            let width = widths[column];
            match aligns.get(column) {
                Some(Align::Right) => pad_left(cell, width),
                _ => pad(cell, width),
            }
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}

/// A number with one decimal.
pub fn number(value: f64) -> String {
    format!("{value:.1}")
}

/// A share in percent.
pub fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

/// An interval of shares in percent.
pub fn percents(low: f64, high: f64) -> String {
    format!("{:.0}-{:.0} %", low * 100.0, high * 100.0)
}

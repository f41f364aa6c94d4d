//! The geometry of grids and bricks: the spaces, and which of them are adjacent.

use super::bounds::SPACES_MAX;
use super::spaces::Cell;
use boardwright_language::raw::{Grid, Links};

/// Directions of grids and bricks, with their offset in columns and rows of a grid.
pub(super) const COMPASS: [(&str, (i32, i32)); 8] = [
    ("n", (0, 1)),
    ("ne", (1, 1)),
    ("e", (1, 0)),
    ("se", (1, -1)),
    ("s", (0, -1)),
    ("sw", (-1, -1)),
    ("w", (-1, 0)),
    ("nw", (-1, 1)),
];
/// The direction to the next space of a list.
pub(super) const NEXT: &str = "next";
/// The direction to the previous space of a list.
pub(super) const PREVIOUS: &str = "previous";
/// Columns are named by letters.
const COLUMNS_MAX: i32 = 26;

/// A space and the next one in a direction, by their index in the group.
pub(super) struct Adjacency {
    /// The space.
    pub from: usize,
    /// The direction.
    pub direction: &'static str,
    /// The next one.
    pub to: usize,
    /// Whether the two spaces are linked.
    pub linked: bool,
}

/// The spaces of a layout.
#[derive(Default)]
pub(super) struct Shaped {
    /// The spaces, in the order of their ids.
    pub cells: Vec<Cell>,
    /// All pairs of adjacent spaces.
    pub adjacencies: Vec<Adjacency>,
    /// Whether there are more spaces than allowed.
    pub too_many: bool,
}

/// Columns and rows, row by row from the lowest.
pub(super) fn grid(raw: &Grid) -> Shaped {
    let (columns, rows) = (raw.columns.max(0), raw.rows.max(0));
    if columns > COLUMNS_MAX || i64::from(columns) * i64::from(rows) > SPACES_MAX as i64 {
        return Shaped { too_many: true, ..Shaped::default() };
    }
    let links = raw.links.unwrap_or(Links::Orthogonal);
    let linked = |(x, y): (i32, i32)| match links {
        Links::Orthogonal => x == 0 || y == 0,
        Links::Diagonal => x != 0 && y != 0,
        Links::All => true,
        Links::None => false,
    };
    let mut shaped = Shaped::default();
    for row in 0..rows {
        for column in 0..columns {
            let letter = char::from(b'a' + column as u8);
            let id = format!("{letter}{}", row + 1);
            shaped.cells.push(Cell { id, at: (column + 1, row + 1) });
            for (direction, by) in COMPASS {
                let (x, y) = (column + by.0, row + by.1);
                if (0..columns).contains(&x) && (0..rows).contains(&y) {
                    let from = (row * columns + column) as usize;
                    let to = (y * columns + x) as usize;
                    shaped.adjacencies.push(Adjacency { from, direction, to, linked: linked(by) });
                }
            }
        }
    }
    shaped
}

/// Rows of bricks, from the lowest. Each row lies on the gaps of the row below: it starts half a
/// brick further to the right, or, if it is longer, half a brick further to the left.
pub(super) fn bricks(rows: &[i32]) -> Shaped {
    let total: i64 = rows.iter().map(|row| i64::from((*row).max(0))).sum();
    if total > SPACES_MAX as i64 || rows.len() > SPACES_MAX {
        return Shaped { too_many: true, ..Shaped::default() };
    }
    let mut first = vec![0];
    for row in rows {
        first.push(first[first.len() - 1] + (*row).max(0));
    }
    let index = |column: i32, row: i32| {
        let length = rows.get(usize::try_from(row).ok()?)?;
        (0..*length).contains(&column).then(|| (first[row as usize] + column) as usize)
    };
    // Whether a row is longer than the one below it.
    let grows = |row: i32| {
        let row = usize::try_from(row).unwrap_or(0);
        row > 0 && rows.get(row) > rows.get(row - 1)
    };
    let mut shaped = Shaped::default();
    for (row, length) in (0..).zip(rows) {
        for column in 0..*length {
            let id = format!("r{}c{}", row + 1, column + 1);
            shaped.cells.push(Cell { id, at: (column + 1, row + 1) });
            // The left column, on the row above and on the row below; the right one is the next.
            let up = if grows(row + 1) { column } else { column - 1 };
            let down = if grows(row) { column - 1 } else { column };
            let around = [
                ("ne", up + 1, row + 1),
                ("e", column + 1, row),
                ("se", down + 1, row - 1),
                ("sw", down, row - 1),
                ("w", column - 1, row),
                ("nw", up, row + 1),
            ];
            for (direction, x, y) in around {
                if let (Some(from), Some(to)) = (index(column, row), index(x, y)) {
                    shaped.adjacencies.push(Adjacency { from, direction, to, linked: true });
                }
            }
        }
    }
    shaped
}

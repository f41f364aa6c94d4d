//! Four in a row on a standing board of seven columns and six rows.

use std::hint::black_box;

use crate::dice::Dice;
use crate::tally::Tally;

const COLUMNS: usize = 7;
const ROWS: usize = 6;
const WAYS: [(isize, isize); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

type Board = [[u8; COLUMNS]; ROWS];

/// Plays one game.
pub fn play(dice: &mut Dice, legal: &mut Vec<u8>, tally: &mut Tally) {
    let mut board: Board = [[0; COLUMNS]; ROWS];
    let mut turn = 0;
    loop {
        legal.clear();
        legal.extend((0..COLUMNS as u8).filter(|c| board[ROWS - 1][usize::from(*c)] == 0));
        if legal.is_empty() {
            return tally.end(turn, None);
        }
        tally.legal += legal.len() as u64;
        let column = usize::from(legal[dice.below(legal.len() as u32) as usize]);
        let seat = turn % 2;
        let disc = seat as u8 + 1;
        let mut row = 0;
        while board[row][column] != 0 {
            row += 1;
        }
        board[row][column] = disc;
        turn += 1;
        let longest =
            |(x, y)| 1 + run(&board, column, row, x, y) + run(&board, column, row, -x, -y);
        if WAYS.into_iter().any(|way| longest(way) >= 4) {
            return tally.end(turn, Some(seat));
        }
    }
}

/// Copies a board.
pub fn copy() {
    let board: Board = [[0; COLUMNS]; ROWS];
    black_box(*black_box(&board));
}

/// How many equal discs follow a cell in a direction.
fn run(board: &Board, column: usize, row: usize, x: isize, y: isize) -> u32 {
    let disc = board[row][column];
    let (mut column, mut row, mut len) = (column, row, 0);
    loop {
        (column, row) = (column.wrapping_add_signed(x), row.wrapping_add_signed(y));
        match board.get(row).and_then(|cells| cells.get(column)) {
            Some(cell) if *cell == disc => len += 1,
            _ => return len,
        }
    }
}

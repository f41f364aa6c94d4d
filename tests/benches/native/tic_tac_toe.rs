//! Three in a row on nine cells.

use std::hint::black_box;

use crate::dice::Dice;
use crate::tally::Tally;

const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// Plays one game.
pub fn play(dice: &mut Dice, legal: &mut Vec<u8>, tally: &mut Tally) {
    let mut board = [0; 9];
    let mut turn = 0;
    loop {
        legal.clear();
        legal.extend((0..9).filter(|cell| board[usize::from(*cell)] == 0));
        if legal.is_empty() {
            return tally.end(turn, None);
        }
        tally.legal += legal.len() as u64;
        let cell = legal[dice.below(legal.len() as u32) as usize];
        let seat = turn % 2;
        let mark = seat as u8 + 1;
        board[usize::from(cell)] = mark;
        turn += 1;
        if LINES.iter().any(|line| line.iter().all(|cell| board[*cell] == mark)) {
            return tally.end(turn, Some(seat));
        }
    }
}

/// Copies a board.
pub fn copy() {
    let board = [0u8; 9];
    black_box(*black_box(&board));
}

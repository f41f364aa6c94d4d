//! The same games written by hand: the cost of the rules when nothing is content.
//!
//! A board in an array, a list of legal moves at every decision, a scan for the winning line: the
//! least an honest engine does. Bit tricks are left out on purpose.

mod connect_four;
mod tic_tac_toe;

use crate::dice::Dice;
use crate::tally::Tally;

/// Plays one game to its end.
pub type Play = fn(&mut Dice, &mut Vec<u8>, &mut Tally);

/// The hand-written version of a pack, if there is one.
pub fn find(pack: &str) -> Option<Play> {
    match pack {
        "tic-tac-toe" => Some(tic_tac_toe::play),
        "connect-four" => Some(connect_four::play),
        _ => None,
    }
}

/// Copies the state of the hand-written version once, if there is one.
pub fn copies(pack: &str) -> Option<fn()> {
    match pack {
        "tic-tac-toe" => Some(tic_tac_toe::copy),
        "connect-four" => Some(connect_four::copy),
        _ => None,
    }
}

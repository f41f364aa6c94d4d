//! Who won: ranks the seats by the game's chain of keys.

use serde::Serialize;

use crate::def::Def;
use crate::eval::Eval;
use crate::fuel::LIST_FUEL;
use crate::id::SeatId;
use crate::world::World;

/// A seat's final place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Standing {
    /// The seat.
    pub seat: SeatId,
    /// Its place, from 1; tied seats share the better one.
    pub place: usize,
    /// Its ranking keys, most important first.
    pub keys: Vec<i32>,
    /// Points by line of the score sheet.
    pub lines: Vec<i32>,
}

/// All seats, best first; tied seats in seat order. Meaningless if `world.is_spent()` afterwards.
pub fn standings(def: &Def, world: &World) -> Vec<Standing> {
    world.refuel(LIST_FUEL);
    let of = |seat: usize| {
        let locals = [seat as i32];
        let mut eval = Eval::within(def, world, &locals);
        eval.its[0] = seat as i32;
        let keys = def.ranking.iter().map(|key| eval.eval(*key)).collect();
        let id = SeatId::from(seat);
        let lines = (0..def.lines.len()).map(|line| world.points(def, line, id)).collect();
        Standing { seat: id, place: 0, keys, lines }
    };
    let mut standings: Vec<Standing> = (0..usize::from(def.seats)).map(of).collect();
    standings.sort_by(|one, other| other.keys.cmp(&one.keys));
    for index in 0..standings.len() {
        let ties = index > 0 && standings[index - 1].keys == standings[index].keys;
        standings[index].place = if ties { standings[index - 1].place } else { index + 1 };
    }
    standings
}

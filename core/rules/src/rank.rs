//! Who won: seats by the chain of keys the game ranks by.

use serde::Serialize;

use crate::def::Def;
use crate::eval::Eval;
use crate::fuel::LIST_FUEL;
use crate::id::SeatId;
use crate::world::World;

/// A seat's place at the end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Standing {
    /// The seat.
    pub seat: SeatId,
    /// Its place, from 1; those who tie share the better one.
    pub place: usize,
    /// What ranked it, the most important first.
    pub keys: Vec<i32>,
    /// Points by line of the score sheet.
    pub lines: Vec<i32>,
}

/// All seats, the best first; in seat order where they tie. Worthless if `world.is_spent()` then.
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

//! Majorities: scores places by rank, with ties and a contender who takes a place but no points.

use smallvec::{SmallVec, smallvec};

use super::Machine;
use crate::def::ask::{MajorityDef, Ties};
use crate::def::expr::NIL;
use crate::event::Sink;
use crate::id::MajorityId;

/// A contender with its ranking keys.
struct Contender {
    seat: i32,
    keys: SmallVec<[i32; 4]>,
}

impl<S: Sink> Machine<'_, S> {
    pub fn majority(&mut self, majority: MajorityId) {
        let def = self.def;
        let share = &def.majorities[majority.index()];
        let mut line = self.contenders(share);
        line.sort_by(|one, other| other.keys.cmp(&one.keys));
        let places: SmallVec<[i32; 8]> =
            share.places.iter().map(|place| self.eval(*place)).collect();
        let mut first = 0;
        let mut place = 0;
        while first < line.len() {
            let tied = line[first..].iter().take_while(|other| other.keys == line[first].keys);
            let tied = tied.count();
            let points = points(share.ties, &places, place, tied);
            for contender in &line[first..first + tied] {
                self.score(share.line, contender.seat, points);
            }
            first += tied;
            place += if share.ties == Ties::Dense { 1 } else { tied };
        }
    }

    fn contenders(&self, share: &MajorityDef) -> SmallVec<[Contender; 8]> {
        let mut eval = self.evaluation();
        let at_least = eval.eval(share.at_least);
        let neutral = share.neutral.map(|neutral| eval.eval(neutral));
        let mut line = SmallVec::new();
        eval.each(share.seats, &mut |eval, seat| {
            eval.its[usize::from(share.it)] = seat;
            let amount = eval.eval(share.amount);
            if amount >= at_least {
                let mut keys = smallvec![amount];
                keys.extend(share.keys.iter().map(|key| eval.eval(*key)));
                line.push(Contender { seat, keys });
            }
            true
        });
        if let Some(amount) = neutral.filter(|amount| *amount >= at_least) {
            let mut keys = smallvec![amount];
            keys.resize(1 + share.keys.len(), 0);
            line.push(Contender { seat: NIL, keys });
        }
        line
    }
}

fn points(ties: Ties, places: &[i32], first: usize, tied: usize) -> i32 {
    let worth = |place: usize| places.get(place).copied().unwrap_or(0);
    match ties {
        Ties::Split => {
            let total: i32 = (first..first + tied).map(worth).sum();
            total.div_euclid(tied as i32)
        }
        Ties::Share | Ties::Dense => worth(first),
        Ties::Lower => worth(first + tied - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_share_the_places_they_take() {
        let places = [10, 8, 6, 2];
        assert_eq!(points(Ties::Split, &places, 1, 2), 7);
        assert_eq!(points(Ties::Split, &places, 3, 2), 1);
        assert_eq!(points(Ties::Share, &places, 0, 2), 10);
        assert_eq!(points(Ties::Lower, &places, 0, 2), 8);
        assert_eq!(points(Ties::Dense, &places, 1, 3), 8);
    }
}

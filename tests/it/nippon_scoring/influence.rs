//! Points for influence in a region, computed from the positions of tokens and trains.

use super::book::BETTER_TRAINS;
use crate::logs::model::Model;

/// A city and the values printed at its quarters.
type City = (&'static str, [i64; 4]);

/// The cities of each region, left to right, with the values printed at their quarters: west,
/// north, south, east.
pub const REGIONS: [(&str, [City; 2]); 4] = [
    ("silk_region", [("nagasaki", [0, 1, 2, 3]), ("hiroshima", [2, 3, 0, 1])]),
    ("iron_region", [("osaka", [1, 0, 3, 2]), ("kyoto", [3, 2, 1, 0])]),
    ("coal_region", [("nagoya", [2, 1, 3, 0]), ("tokyo", [0, 3, 1, 2])]),
    ("money_region", [("sendai", [3, 0, 2, 1]), ("sapporo", [1, 2, 0, 3])]),
];
const SIDES: [&str; 4] = ["west", "north", "south", "east"];
/// The points of each place, by period.
const VALUES: [[i64; 4]; 3] = [[10, 8, 6, 2], [18, 14, 10, 3], [26, 20, 14, 4]];

/// The participants: seats with a name, and how many of them are people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seats {
    pub all: Vec<String>,
    pub players: usize,
}

impl Seats {
    pub fn is_player(&self, seat: &str) -> bool {
        self.all.iter().take(self.players).any(|it| it == seat)
    }
}

/// The influence of the overseas companies in a region, and that of each seat.
pub fn weigh(model: &Model, region: &str, seats: &Seats) -> (i64, Vec<i64>) {
    let (_, cities) = REGIONS.iter().find(|(id, _)| *id == region).expect("a region");
    let (mut overseas, mut tokens) = (0, vec![vec![]; seats.all.len()]);
    for (city, printed) in cities {
        for (side, value) in SIDES.iter().zip(printed) {
            let quarter = format!("{city}_{side}");
            let mut there = model.within("stall", &quarter).map(|(_, piece)| piece);
            match there.next() {
                None => overseas += value,
                Some(token) => {
                    let worth = token.entry.rsplit('_').next().and_then(|it| it.parse().ok());
                    let worth: i64 = worth.expect("a number");
                    let owner = seats.all.iter().position(|seat| *seat == token.owner);
                    tokens[owner.expect("somebody's")].push(worth);
                }
            }
            assert!(there.next().is_none(), "two tokens at {quarter}");
        }
    }
    let stations = format!("{}_station_", region.trim_end_matches("_region"));
    let is_here = |space: &str| space.starts_with(&stations);
    let influence = seats.all.iter().zip(&tokens).map(|(seat, tokens)| {
        let trains = model.pieces.values();
        let trains = trains.filter(|it| it.zone == "platform" && it.owner == *seat);
        let trains = trains.filter(|it| is_here(&it.of)).count() as i64;
        let better = model.within("works", seat).any(|(_, it)| it.entry == BETTER_TRAINS);
        // The rival of the solo game needs no token for its trains to count.
        let counts = !tokens.is_empty() || !seats.is_player(seat);
        let by_train = if better { 3 } else { 2 };
        tokens.iter().sum::<i64>() + if counts { trains * by_train } else { 0 }
    });
    (overseas, influence.collect())
}

/// The points of each seat in a region: tied seats share the places they take. With two players,
/// and in the solo game, the second value is not used.
pub fn share(period: usize, overseas: i64, influence: &[i64]) -> Vec<i64> {
    let v = VALUES[period];
    let values = if influence.len() == 2 { vec![v[0], v[2], v[3]] } else { v.to_vec() };
    let all: Vec<i64> =
        influence.iter().copied().chain([overseas]).filter(|amount| *amount > 0).collect();
    let of = |amount: &i64| {
        if *amount == 0 {
            return 0;
        }
        let before = all.iter().filter(|other| *other > amount).count();
        let tied = all.iter().filter(|other| *other == amount).count();
        let sum: i64 = (before..before + tied).map(|at| values.get(at).unwrap_or(&0)).sum();
        sum / tied as i64
    };
    influence.iter().map(of).collect()
}

/// The example of the rulebooks, and others that follow from the rules.
#[test]
fn the_recomputation_knows_the_examples() {
    assert_eq!(share(0, 6, &[5, 5, 3, 0]), [7, 7, 2, 0]);
    assert_eq!(share(0, 6, &[7, 5]), [10, 2]);
    assert_eq!(share(0, 6, &[6, 3]), [8, 2]);
    assert_eq!(share(0, 5, &[9, 7, 3, 3]), [10, 8, 1, 1]);
    assert_eq!(share(2, 9, &[3, 0]), [14, 0]);
}

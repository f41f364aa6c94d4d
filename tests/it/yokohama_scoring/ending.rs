//! The final scoring, and who wins.

use serde_json::Value;

use super::book;
use super::recount::Recount;
use crate::logs::model::{number, text};

/// Who takes part in a comparison for two prizes, with its merit and what breaks ties, for both of
/// which more is better. Nobody's rival has no seat.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Rival {
    seat: Option<usize>,
    merit: i64,
    tie: i64,
}

/// Whoever is alone takes the first prize only, or both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Alone {
    First,
    Both,
}

/// The points of each seat for two prizes.
fn prizes(n_seats: usize, rivals: &[Rival], prizes: [i64; 2], alone: Alone) -> Vec<i64> {
    let mut ranked: Vec<&Rival> = rivals.iter().filter(|it| it.merit > 0).collect();
    ranked.sort_by_key(|it| std::cmp::Reverse((it.merit, it.tie)));
    let mut points = vec![0; n_seats];
    for (place, it) in ranked.iter().take(2).enumerate() {
        if let Some(seat) = it.seat {
            points[seat] += prizes[place];
        }
    }
    if let ([Rival { seat: Some(only), .. }], Alone::Both) = (ranked.as_slice(), alone) {
        points[*only] += prizes[1];
    }
    points
}

/// The points for icons, by the number of each country: each set holds every country that has an
/// icon left.
fn sets(icons: &[usize]) -> i64 {
    let most = icons.iter().copied().max().unwrap_or(0);
    let set = |k: usize| book::COUNTRY_SET[icons.iter().filter(|n| **n >= k).count()];
    (1..=most).map(set).sum()
}

/// The points for what is left over.
fn leftovers(agents: i64, imports: i64, yen: i64, goods: i64) -> i64 {
    agents + imports + yen / 2 + goods / 3
}

impl Recount {
    fn alone(&self) -> Alone {
        if self.has("sole_takes_both") { Alone::Both } else { Alone::First }
    }

    /// How far a seat is from the first player, clockwise.
    fn distance(&self, seat: usize) -> usize {
        let first = self.seats.iter().position(|it| *it == self.turn.first).expect("a seat");
        (seat + self.seats.len() - first) % self.seats.len()
    }

    /// The prizes of a board: most assistants, then the one farthest to the right.
    fn board(&mut self, zone: &'static str, values: [i64; 2]) -> Vec<i64> {
        let rival = |(at, seat): (usize, &String)| {
            let pieces = self.model.pieces.values();
            let own = pieces.filter(|it| it.zone == zone && it.owner == *seat);
            let read = |of: &str| of.rsplit('_').next().and_then(|it| it.parse().ok());
            let places: Vec<i64> = own.map(|it| read(&it.of).expect("a place")).collect();
            let tie = places.iter().copied().max().unwrap_or(0);
            Rival { seat: Some(at), merit: places.len() as i64, tie }
        };
        let rivals: Vec<Rival> = self.seats.iter().enumerate().map(rival).collect();
        self.saw_rivals(&rivals);
        prizes(self.seats.len(), &rivals, values, self.alone())
    }

    /// The prizes of technology: the highest sum of values, then who is closest to the first player.
    fn technology(&mut self) -> Vec<i64> {
        let rival = |(at, seat): (usize, &String)| {
            let cards = self.model.within("knowledge", seat);
            let merit = cards.map(|(_, card)| 2 * book::technology(&card.entry).0).sum();
            Rival { seat: Some(at), merit, tie: -(self.distance(at) as i64) }
        };
        let mut rivals: Vec<Rival> = self.seats.iter().enumerate().map(rival).collect();
        if self.seats.len() == 2 && self.has("dummy_technology") {
            rivals.push(Rival { seat: None, merit: book::DUMMY_TWICE, tie: 0 });
            let ahead = rivals.iter().filter(|it| it.merit > book::DUMMY_TWICE).count();
            self.saw(match (ahead, rivals.iter().filter(|it| it.merit > 0).count()) {
                (_, 1) => "dummy alone",
                (0, _) => "dummy before all",
                (1, _) => "dummy between",
                _ => "dummy after all",
            });
        }
        self.saw_rivals(&rivals);
        prizes(self.seats.len(), &rivals, book::TECHNOLOGY_PRIZES, self.alone())
    }

    fn saw_rivals(&mut self, rivals: &[Rival]) {
        let merits: Vec<i64> = rivals.iter().map(|it| it.merit).filter(|it| *it > 0).collect();
        let is_tie = (1..merits.len()).any(|at| merits[..at].contains(&merits[at]));
        match merits.len() {
            0 => self.saw("nobody in a comparison"),
            1 => self.saw("one in a comparison"),
            _ if is_tie => self.saw("tie in a comparison"),
            _ => self.saw("comparison"),
        }
    }

    /// Computes the final scoring and compares it, the totals, and the places.
    pub fn end(&mut self, line: &Value) {
        let name = self.name.clone();
        assert_eq!(line["over"], true, "{name}: not over");
        let seats = self.seats.clone();
        let mut sheets: Vec<Vec<(&str, i64)>> =
            seats.iter().map(|seat| vec![("vp", self.held(seat, "vp"))]).collect();
        let lines = [
            ("church_board", self.board("pew", book::CHURCH_PRIZES)),
            ("customs_board", self.board("cleared", book::CUSTOMS_PRIZES)),
            ("technology_prize", self.technology()),
            ("countries", seats.iter().map(|seat| self.countries(seat)).collect()),
            ("leftovers", seats.iter().map(|seat| self.leftovers(seat)).collect()),
        ];
        for (line, points) in lines {
            for (sheet, points) in sheets.iter_mut().zip(points) {
                sheet.push((line, points));
                if points > 0 {
                    self.saw(line);
                }
            }
        }
        for (seat, sheet) in seats.iter().zip(&sheets) {
            for (line, points) in sheet {
                let told = self.told.get(&(seat.clone(), (*line).to_owned())).copied();
                assert_eq!(told.unwrap_or(0), *points, "{name}: {line} of {seat}");
            }
            let total: i64 = sheet.iter().map(|it| it.1).sum();
            assert_eq!(self.model.counter("vp", seat), total, "{name}: points of {seat}");
        }
        self.compare_places(line, &sheets);
    }

    fn countries(&self, seat: &str) -> i64 {
        sets(&book::COUNTRIES.map(|country| self.n_icons(seat, country)))
    }

    fn leftovers(&self, seat: &str) -> i64 {
        let agents = self.model.within("agents", seat);
        let unused = agents.filter(|(_, it)| book::COUNTRIES.contains(&it.entry.as_str())).count();
        let goods = book::GOODS.iter().map(|good| self.held(seat, good)).sum();
        leftovers(unused as i64, self.held(seat, "import"), self.held(seat, "yen"), goods)
    }

    fn compare_places(&mut self, line: &Value, sheets: &[Vec<(&str, i64)>]) {
        let name = self.name.clone();
        let key = |seat: usize| {
            let total: i64 = sheets[seat].iter().map(|it| it.1).sum();
            (total, -(self.distance(seat) as i64))
        };
        let keys: Vec<(i64, i64)> = (0..self.seats.len()).map(key).collect();
        let standings = line["standings"].as_array().expect("standings");
        assert_eq!(standings.len(), keys.len(), "{name}: standings");
        let mut is_tie = false;
        for standing in standings {
            let seat = text(standing, "seat");
            let at = self.seats.iter().position(|it| it == seat).expect("a seat");
            let better = keys.iter().filter(|key| **key > keys[at]).count() as i64;
            assert_eq!(number(standing, "place"), better + 1, "{name}: place of {seat}");
            let points = standing["points"].as_object().expect("points");
            assert_eq!(points.len(), sheets[at].len(), "{name}: lines of {seat}");
            for (line, ours) in &sheets[at] {
                assert_eq!(points[*line].as_i64(), Some(*ours), "{name}: {seat}, {line}");
            }
            is_tie |= keys
                .iter()
                .enumerate()
                .any(|(other, key)| other != at && key.0 == keys[at].0 && better == 0);
        }
        self.saw(if is_tie { "tie at the end" } else { "winner" });
    }
}

/// Examples of the rulebook, and others that follow from the rules.
#[test]
fn the_recomputation_knows_the_examples() {
    let all = |rivals: &[(i64, i64)]| -> Vec<Rival> {
        let rivals = rivals.iter().enumerate();
        rivals
            .map(|(at, (merit, tie))| Rival { seat: Some(at), merit: *merit, tie: *tie })
            .collect()
    };
    let church = |rivals: &[(i64, i64)], alone| {
        prizes(rivals.len(), &all(rivals), book::CHURCH_PRIZES, alone)
    };
    assert_eq!(church(&[(2, 4), (2, 6), (1, 7)], Alone::First), [3, 6, 0]);
    assert_eq!(church(&[(2, 4), (0, 0), (0, 0)], Alone::First), [6, 0, 0]);
    assert_eq!(church(&[(2, 4), (0, 0), (0, 0)], Alone::Both), [9, 0, 0]);
    assert_eq!(church(&[(0, 0), (0, 0)], Alone::Both), [0, 0]);
    let customs = all(&[(1, 1), (3, 5), (1, 4)]);
    assert_eq!(prizes(3, &customs, book::CUSTOMS_PRIZES, Alone::First), [0, 8, 4]);
    let technology = |rivals: &[(i64, i64)]| {
        prizes(rivals.len(), &all(rivals), book::TECHNOLOGY_PRIZES, Alone::First)
    };
    assert_eq!(technology(&[(12, 0), (20, -1), (12, -2), (10, -3)]), [5, 10, 0, 0]);
    let mut with_dummy = all(&[(14, 0), (24, -1)]);
    with_dummy.push(Rival { seat: None, merit: book::DUMMY_TWICE, tie: 0 });
    assert_eq!(prizes(2, &with_dummy, book::TECHNOLOGY_PRIZES, Alone::First), [0, 10]);
    assert_eq!(sets(&[3, 2, 2, 1, 1]), 16);
    assert_eq!(sets(&[2, 2, 2, 2, 1]), 20);
    assert_eq!(leftovers(0, 1, 3, 7), 4);
}

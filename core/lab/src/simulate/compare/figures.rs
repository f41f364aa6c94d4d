//! The figures compared: those of a game, points by line, content.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::{ALPHA, Difference, Pair, Verdict, half_width, paired};
use crate::simulate::plan::{Label, RunInfo};
use crate::simulate::record::GameRecord;
use crate::simulate::stats::{Num, Rate, moments};
use boardwright_play::content::Content;

/// The mean score of a seat.
pub fn mean_score(game: &GameRecord) -> f64 {
    let sum: i64 = game.seats.iter().map(|seat| seat.score).sum();
    sum as f64 / game.seats.len().max(1) as f64
}

/// The figures that do not decide when to stop.
pub fn further(pairs: &[Pair]) -> Vec<Difference> {
    let alpha = ALPHA / 3.0;
    let best = |game: &GameRecord| {
        game.seats.iter().find(|seat| seat.place == 1).map_or(0.0, |seat| seat.score as f64)
    };
    let margin = |game: &GameRecord| game.margin().unwrap_or(0) as f64;
    let changes = |game: &GameRecord| game.lead_changes as f64;
    vec![
        paired(("winning-score", "winning score"), pairs, alpha, &best),
        paired(("margin", "lead of the winner"), pairs, alpha, &margin),
        paired(("lead-changes", "changes of the lead"), pairs, alpha, &changes),
    ]
}

/// How often each seat wins.
pub fn seats(run: &RunInfo, pairs: &[Pair]) -> Vec<Difference> {
    let alpha = ALPHA / run.seats.len().max(1) as f64;
    let of = |(index, id): (usize, &String)| {
        let win = |game: &GameRecord| game.seats.get(index).map_or(0.0, |seat| game.win(seat));
        paired((id, id), pairs, alpha, &win)
    };
    run.seats.iter().enumerate().map(of).collect()
}

/// Points of each line of the score sheet, for one seat.
pub fn points(run_a: &RunInfo, run_b: &RunInfo, pairs: &[Pair]) -> Vec<Difference> {
    let mut lines: Vec<&Label> = run_a.lines.iter().collect();
    lines.extend(run_b.lines.iter().filter(|it| !run_a.lines.iter().any(|a| a.id == it.id)));
    let alpha = ALPHA / lines.len().max(1) as f64;
    let of = |line: &&Label| {
        let mean = |game: &GameRecord| {
            let points = game.seats.iter().filter_map(|seat| seat.points.get(line.id.as_str()));
            points.sum::<i64>() as f64 / game.seats.len().max(1) as f64
        };
        paired((&line.id, &line.name), pairs, alpha, &mean)
    };
    lines.iter().map(of).collect()
}

/// How much more or less often something is taken and wins.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ContentDifference {
    /// Its kind.
    pub kind: String,
    /// Its id.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// The sets that have it.
    pub sets: Sets,
    /// The share of seats that take it: in the first set, in the second, and the difference.
    pub taken: Difference,
    /// How often seats that took it won, in the first set.
    pub won_a: Rate,
    /// The same in the second set.
    pub won_b: Rate,
}

/// The sets that have something.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sets {
    /// Both.
    Both,
    /// Only the first.
    OnlyA,
    /// Only the second.
    OnlyB,
}

/// Whether the first and the second set have it.
pub fn contents_in(sets: Sets) -> (bool, bool) {
    (sets != Sets::OnlyB, sets != Sets::OnlyA)
}

#[derive(Default, Clone)]
struct Sums {
    /// The share of seats that took it, by pair.
    a: BTreeMap<usize, f64>,
    b: BTreeMap<usize, f64>,
    took: [u64; 2],
    wins: [f64; 2],
}

/// What is taken more or less often: clear changes first, then by size of the change.
pub fn contents(run_a: &RunInfo, run_b: &RunInfo, pairs: &[Pair]) -> Vec<ContentDifference> {
    let ids = |run: &RunInfo| -> BTreeSet<String> {
        run.content.iter().map(|it| it.id.clone()).collect()
    };
    let (in_a, in_b) = (ids(run_a), ids(run_b));
    let mut all: Vec<&Content> = run_a.content.iter().collect();
    all.extend(run_b.content.iter().filter(|it| !in_a.contains(&it.id)));
    let mut sums: BTreeMap<&str, Sums> = BTreeMap::new();
    for (at, (a, b)) in pairs.iter().enumerate() {
        add(&mut sums, at, a, 0);
        add(&mut sums, at, b, 1);
    }
    let alpha = ALPHA / all.len().max(1) as f64;
    let nothing = Sums::default();
    let of = |content: &&Content| {
        let sums = sums.get(content.id.as_str()).unwrap_or(&nothing);
        let sets = match (in_a.contains(&content.id), in_b.contains(&content.id)) {
            (true, true) => Sets::Both,
            (true, false) => Sets::OnlyA,
            _ => Sets::OnlyB,
        };
        ContentDifference {
            kind: content.kind.clone(),
            id: content.id.clone(),
            name: content.name.clone(),
            sets,
            taken: taken(content, sums, pairs.len(), alpha),
            won_a: Rate::of(sums.wins[0], sums.took[0]),
            won_b: Rate::of(sums.wins[1], sums.took[1]),
        }
    };
    let mut moved: Vec<ContentDifference> = all.iter().map(of).collect();
    let weight = |it: &ContentDifference| {
        let clear = matches!(it.taken.verdict, Verdict::More | Verdict::Less);
        (clear, it.taken.difference.0.abs())
    };
    // The sort is stable: equal changes stay in the order of the packs.
    moved.sort_by(|one, other| {
        let ((clear_1, by_1), (clear_2, by_2)) = (weight(one), weight(other));
        clear_2.cmp(&clear_1).then(by_2.total_cmp(&by_1))
    });
    moved
}

fn add<'r>(sums: &mut BTreeMap<&'r str, Sums>, at: usize, game: &'r GameRecord, side: usize) {
    let share = 1.0 / game.seats.len().max(1) as f64;
    for seat in &game.seats {
        for id in &seat.took {
            let sums = sums.entry(&**id).or_default();
            let shares = if side == 0 { &mut sums.a } else { &mut sums.b };
            *shares.entry(at).or_default() += share;
            sums.took[side] += 1;
            sums.wins[side] += game.win(seat);
        }
    }
}

fn taken(content: &Content, sums: &Sums, n_pairs: usize, alpha: f64) -> Difference {
    let side = |shares: &BTreeMap<usize, f64>, at: usize| shares.get(&at).copied().unwrap_or(0.0);
    let of = |at: usize| side(&sums.b, at) - side(&sums.a, at);
    let differences: Vec<f64> = (0..n_pairs).map(of).collect();
    let (mean, sd) = moments(&differences);
    let n = n_pairs.max(1) as f64;
    let half = half_width(n_pairs as f64, sd, alpha);
    let (low, high) = (mean - half, mean + half);
    let enough = n_pairs as u64 >= super::PAIRS_MIN;
    Difference {
        id: content.id.clone(),
        name: content.name.clone(),
        a: Num(sums.a.values().sum::<f64>() / n),
        b: Num(sums.b.values().sum::<f64>() / n),
        difference: Num(mean),
        low: Num(low),
        high: Num(high),
        verdict: if enough { super::verdict(low, high, 1.0) } else { Verdict::Unclear },
    }
}

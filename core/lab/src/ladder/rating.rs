//! Strength in numbers: intervals of shares and means, and ratings on the scale used in chess.

use serde::Serialize;

use super::Tally;

/// The normal deviate of a 95 % interval.
const Z: f64 = 1.959_964;
/// Points of rating for a factor of e in the odds.
const SCALE: f64 = 173.717_793;
/// The mean of all ratings.
const MIDDLE: f64 = 1500.0;
/// Rounds of fitting; far more than needed.
const ROUNDS: usize = 2_000;

/// A number with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Interval {
    /// The best guess.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The strength of a bot.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Rating {
    /// Its rating: 400 more means odds of ten to one. The mean of all is 1500.
    pub rating: Interval,
    /// The mean of its points.
    pub points: Interval,
}

/// A share of successes, with Wilson's interval. Halves are allowed.
pub fn wilson(successes: f64, games: usize) -> Interval {
    if games == 0 {
        return Interval { value: 0.5, low: 0.0, high: 1.0 };
    }
    let n = games as f64;
    let (share, z2) = (successes / n, Z * Z);
    let centre = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z / (1.0 + z2 / n) * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt();
    let (low, high) = ((centre - half).max(0.0), (centre + half).min(1.0));
    Interval { value: share, low, high }
}

/// A mean with its 95 % interval.
fn mean(numbers: &[i32]) -> Interval {
    let n = numbers.len() as f64;
    if numbers.is_empty() {
        return Interval { value: 0.0, low: 0.0, high: 0.0 };
    }
    let mean = numbers.iter().map(|number| f64::from(*number)).sum::<f64>() / n;
    let squares = numbers.iter().map(|number| (f64::from(*number) - mean).powi(2)).sum::<f64>();
    let half = if numbers.len() > 1 { Z * (squares / (n - 1.0) / n).sqrt() } else { 0.0 };
    Interval { value: mean, low: mean - half, high: mean + half }
}

/// Bradley-Terry ratings: the odds of a win follow from the difference. One drawn game is added to
/// every pair that met, so that a bot that won every game has a rating, too.
pub fn rate(tally: &Tally) -> Vec<Rating> {
    let n_bots = tally.met.len();
    let games = |one: usize, other: usize| match tally.met[one][other].games() {
        0 => 0.0,
        games => games as f64 + 1.0,
    };
    let won = |one: usize| -> f64 {
        let others = tally.met[one].iter().filter(|met| met.games() > 0);
        others.map(|met| met.points() + 0.5).sum()
    };
    let mut strength = vec![1.0_f64; n_bots];
    for _ in 0..ROUNDS {
        let next: Vec<f64> = (0..n_bots)
            .map(|one| {
                let met = (0..n_bots).filter(|other| *other != one);
                let sum: f64 =
                    met.map(|other| games(one, other) / (strength[one] + strength[other])).sum();
                if sum > 0.0 { won(one) / sum } else { 1.0 }
            })
            .collect();
        let middle = next.iter().map(|it| it.ln()).sum::<f64>() / n_bots.max(1) as f64;
        strength = next.iter().map(|it| it / middle.exp()).collect();
    }
    (0..n_bots)
        .map(|one| {
            let value = MIDDLE + SCALE * strength[one].ln();
            let information: f64 = (0..n_bots)
                .filter(|other| *other != one)
                .map(|other| {
                    let share = strength[one] / (strength[one] + strength[other]);
                    games(one, other) * share * (1.0 - share)
                })
                .sum();
            let half = if information > 0.0 { Z * SCALE / information.sqrt() } else { f64::MAX };
            let rating = Interval { value, low: value - half, high: value + half };
            Rating { rating, points: mean(&tally.points[one]) }
        })
        .collect()
}

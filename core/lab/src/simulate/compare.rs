//! Compares two sets of packs on the same seeds and seats: what differs, and how certain that is.
//!
//! Games come in pairs: the same seed, the same bots on the same seats. The result is the mean
//! difference within pairs, with an interval that stays valid however often one looks
//! ([`half_width`]), so that playing can stop as soon as the answer is clear ([`verdict`]).

mod figures;

use serde::Serialize;

use super::plan::RunInfo;
use super::record::GameRecord;
use super::stats::{Num, moments};
use super::summary::Summary;

pub use figures::{ContentDifference, Sets, contents, contents_in};

/// The minimum number of pairs.
pub const PAIRS_MIN: u64 = 30;
/// The number of pairs between looks.
pub const LOOK_EVERY: u64 = 10;
/// The joint error rate of all figures of a table: 95 % confidence.
pub const ALPHA: f64 = 0.05;
/// The number of pairs for which intervals are tuned to be narrowest.
const PAIRS_TUNED: f64 = 200.0;
/// A relative difference below this does not matter.
pub const TOLERANCE: f64 = 0.02;

/// The stopping rule, for people.
pub const RULE: &str = "stops when mean score and length are both settled: the interval of the \
    difference leaves out 0, or lies within 2 % of the first set; looks every 10 pairs from 30 on; \
    95 % confidence sequences (normal mixture), shared by the two figures, hold at every look";

/// A difference between two sets of packs.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Difference {
    /// The id of the figure.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// The mean of the first set.
    pub a: Num,
    /// The mean of the second set.
    pub b: Num,
    /// The mean of the second minus the first.
    pub difference: Num,
    /// The lower end of its interval.
    pub low: Num,
    /// The upper end.
    pub high: Num,
    /// Its meaning.
    pub verdict: Verdict,
}

/// The meaning of a difference.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The second set has more.
    More,
    /// The second set has less.
    Less,
    /// They hardly differ.
    Same,
    /// There are too few games to say.
    Unclear,
}

/// The figures of two sets of packs side by side.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Comparison {
    /// The stopping rule.
    pub rule: &'static str,
    /// The maximum number of pairs, as asked for.
    pub asked: u64,
    /// How many pairs were finished on both sides.
    pub pairs: u64,
    /// Whether it stopped early because the answer was clear.
    pub early: bool,
    /// The first set.
    pub a: Summary,
    /// The second set.
    pub b: Summary,
    /// Scores and length.
    pub figures: Vec<Difference>,
    /// Wins by seat.
    pub seats: Vec<Difference>,
    /// Points by line of the score sheet, for one seat.
    pub points: Vec<Difference>,
    /// What is taken more or less often and wins more or less often; largest change first.
    pub content: Vec<ContentDifference>,
}

/// Half the width of an interval around a mean that is valid at all times at once, with probability
/// `1 - alpha` as the sample grows: the asymptotic confidence sequence from a normal mixture
/// (Robbins; Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas).
pub fn half_width(n: f64, sd: f64, alpha: f64) -> f64 {
    if n < 2.0 {
        return f64::INFINITY;
    }
    let log = -2.0 * alpha.ln();
    let rho = (log + log.ln() + 1.0) / PAIRS_TUNED;
    let grown = n * rho + 1.0;
    sd * (2.0 * grown / (n * n * rho) * (grown.sqrt() / alpha).ln()).sqrt()
}

/// The verdict of an interval. `scale` is the size the difference is compared with.
pub fn verdict(low: f64, high: f64, scale: f64) -> Verdict {
    let tolerance = scale.abs() * TOLERANCE;
    if low > 0.0 {
        Verdict::More
    } else if high < 0.0 {
        Verdict::Less
    } else if low >= -tolerance && high <= tolerance {
        Verdict::Same
    } else {
        Verdict::Unclear
    }
}

/// The records of one game on both sides.
pub type Pair<'r> = (&'r GameRecord, &'r GameRecord);

/// The pairs of games that ended on both sides, in order.
pub fn pairs<'r>(a: &'r [GameRecord], b: &'r [GameRecord]) -> Vec<Pair<'r>> {
    let mut pairs = vec![];
    let mut rest = b.iter().peekable();
    for one in a {
        while rest.next_if(|other| other.game < one.game).is_some() {}
        if let Some(other) = rest.next_if(|other| other.game == one.game)
            && one.failed.is_none()
            && other.failed.is_none()
        {
            pairs.push((one, other));
        }
    }
    pairs
}

/// The mean difference of a figure within pairs; `alpha` is its error rate.
pub(super) fn paired(
    (id, name): (&str, &str),
    pairs: &[Pair],
    alpha: f64,
    figure: &dyn Fn(&GameRecord) -> f64,
) -> Difference {
    let a: Vec<f64> = pairs.iter().map(|(a, _)| figure(a)).collect();
    let b: Vec<f64> = pairs.iter().map(|(_, b)| figure(b)).collect();
    let differences: Vec<f64> = a.iter().zip(&b).map(|(a, b)| b - a).collect();
    let (mean, sd) = moments(&differences);
    let (mean_a, _) = moments(&a);
    let (mean_b, _) = moments(&b);
    let half = half_width(pairs.len() as f64, sd, alpha);
    let enough = pairs.len() as u64 >= PAIRS_MIN;
    let (low, high) = (mean - half, mean + half);
    Difference {
        id: id.into(),
        name: name.into(),
        a: Num(mean_a),
        b: Num(mean_b),
        difference: Num(mean),
        low: Num(low),
        high: Num(high),
        verdict: if enough { verdict(low, high, mean_a) } else { Verdict::Unclear },
    }
}

/// The figures that decide when to stop.
pub fn headlines(pairs: &[Pair]) -> Vec<Difference> {
    let alpha = ALPHA / 2.0;
    vec![
        paired(("score", "mean score of a seat"), pairs, alpha, &figures::mean_score),
        paired(("decisions", "decisions in a game"), pairs, alpha, &|game| game.decisions as f64),
    ]
}

/// Whether the answer is clear; checked only at certain numbers of pairs.
pub fn is_clear(a: &[GameRecord], b: &[GameRecord]) -> bool {
    let n = a.len().min(b.len()) as u64;
    if n < PAIRS_MIN || !n.is_multiple_of(LOOK_EVERY) {
        return false;
    }
    headlines(&pairs(a, b)).iter().all(|it| it.verdict != Verdict::Unclear)
}

impl Comparison {
    /// Compares two runs on the same seeds.
    pub fn new(
        (run_a, a): (&RunInfo, &[GameRecord]),
        (run_b, b): (&RunInfo, &[GameRecord]),
        early: bool,
    ) -> Self {
        let pairs = pairs(a, b);
        let mut all = headlines(&pairs);
        all.extend(figures::further(&pairs));
        Self {
            rule: RULE,
            asked: run_a.games,
            pairs: pairs.len() as u64,
            early,
            a: Summary::new(run_a, a),
            b: Summary::new(run_b, b),
            figures: all,
            seats: figures::seats(run_a, &pairs),
            points: figures::points(run_a, run_b, &pairs),
            content: contents(run_a, run_b, &pairs),
        }
    }
}

//! Statistics: means, spreads, intervals.
//!
//! Everything is computed from numbers in a fixed order and rounded to six decimals, so the same
//! games give the same text.

use serde::{Serialize, Serializer};

/// The two-sided 95 % quantile of the normal distribution.
pub const Z95: f64 = 1.959_963_984_540_054;

/// A number written with at most six decimals.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug, Default)]
pub struct Num(pub f64);

impl Num {
    /// The number as written.
    pub fn rounded(self) -> f64 {
        let rounded = (self.0 * 1e6).round() / 1e6;
        if rounded == 0.0 || !rounded.is_finite() { 0.0 } else { rounded }
    }
}

impl Serialize for Num {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.rounded())
    }
}

/// The distribution of some numbers.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Spread {
    /// How many numbers there are.
    pub n: u64,
    /// Their mean.
    pub mean: Num,
    /// Their standard deviation.
    pub sd: Num,
    /// The lower end of the mean's 95 % interval.
    pub low: Num,
    /// The upper end.
    pub high: Num,
    /// The smallest.
    pub min: Num,
    /// The 5 % quantile.
    pub p05: Num,
    /// The lower quartile.
    pub p25: Num,
    /// The median.
    pub median: Num,
    /// The upper quartile.
    pub p75: Num,
    /// The 95 % quantile.
    pub p95: Num,
    /// The largest.
    pub max: Num,
}

/// The mean and the standard deviation of a sample.
pub fn moments(numbers: &[f64]) -> (f64, f64) {
    let n = numbers.len() as f64;
    if numbers.is_empty() {
        return (0.0, 0.0);
    }
    let mean = numbers.iter().sum::<f64>() / n;
    let squares: f64 = numbers.iter().map(|number| (number - mean).powi(2)).sum();
    (mean, if numbers.len() > 1 { (squares / (n - 1.0)).sqrt() } else { 0.0 })
}

impl Spread {
    /// The distribution of numbers.
    pub fn of(numbers: impl IntoIterator<Item = f64>) -> Self {
        let mut numbers: Vec<f64> = numbers.into_iter().collect();
        let (mean, sd) = moments(&numbers);
        let half = if numbers.is_empty() { 0.0 } else { Z95 * sd / (numbers.len() as f64).sqrt() };
        numbers.sort_by(f64::total_cmp);
        let at = |share: f64| Num(quantile(&numbers, share));
        Self {
            n: numbers.len() as u64,
            mean: Num(mean),
            sd: Num(sd),
            low: Num(mean - half),
            high: Num(mean + half),
            min: at(0.0),
            p05: at(0.05),
            p25: at(0.25),
            median: at(0.5),
            p75: at(0.75),
            p95: at(0.95),
            max: at(1.0),
        }
    }
}

/// A quantile of sorted numbers, interpolated between neighbours.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else { return 0.0 };
    let at = share * last as f64;
    let (below, above) = (sorted[at.floor() as usize], sorted[at.ceil() as usize]);
    below + (above - below) * (at - at.floor())
}

/// A proportion, with Wilson's interval.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Rate {
    /// The size of the sample.
    pub n: u64,
    /// The number of successes; a shared win counts as its share.
    pub count: Num,
    /// The share.
    pub rate: Num,
    /// The lower end of the 95 % interval.
    pub low: Num,
    /// The upper end.
    pub high: Num,
}

impl Rate {
    /// The proportion of `count` in `n`.
    pub fn of(count: f64, n: u64) -> Self {
        if n == 0 {
            return Self { high: Num(1.0), ..Self::default() };
        }
        let (low, high) = wilson(count, n as f64, Z95);
        let rate = Num(count / n as f64);
        Self { n, count: Num(count), rate, low: Num(low), high: Num(high) }
    }
}

/// Wilson's score interval.
fn wilson(count: f64, n: f64, z: f64) -> (f64, f64) {
    let p = count / n;
    let square = z * z / n;
    let middle = (p + square / 2.0) / (1.0 + square);
    let half = z / (1.0 + square) * (p * (1.0 - p) / n + square / (4.0 * n)).max(0.0).sqrt();
    ((middle - half).max(0.0), (middle + half).min(1.0))
}

//! Figures of many numbers: means, spreads, intervals.
//!
//! Everything is worked out from numbers in a fixed order and rounded to six digits behind the
//! point, so the same games give the same text.

use serde::{Serialize, Serializer};

/// Two-sided 95 % of a normal distribution.
pub const Z95: f64 = 1.959_963_984_540_054;

/// A number that is written with at most six digits behind the point.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug, Default)]
pub struct Num(pub f64);

impl Num {
    /// As it is written.
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

/// How numbers are spread.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Spread {
    /// How many there are.
    pub n: u64,
    /// Their mean.
    pub mean: Num,
    /// Their standard deviation.
    pub sd: Num,
    /// Below and above the mean, where it would be in 95 of 100 such runs.
    pub low: Num,
    /// The upper end.
    pub high: Num,
    /// The smallest.
    pub min: Num,
    /// A twentieth is below it.
    pub p05: Num,
    /// A quarter is below it.
    pub p25: Num,
    /// Half is below it.
    pub median: Num,
    /// Three quarters are below it.
    pub p75: Num,
    /// All but a twentieth are below it.
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
    /// The spread of numbers.
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

/// The number below which a share of sorted numbers lies, between two of them if need be.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else { return 0.0 };
    let at = share * last as f64;
    let (below, above) = (sorted[at.floor() as usize], sorted[at.ceil() as usize]);
    below + (above - below) * (at - at.floor())
}

/// A share of many, with Wilson's interval.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Rate {
    /// Of how many.
    pub n: u64,
    /// How many of them; a shared win counts as its share.
    pub count: Num,
    /// The share.
    pub rate: Num,
    /// The lower end of the 95 % interval.
    pub low: Num,
    /// The upper end.
    pub high: Num,
}

impl Rate {
    /// The share `count` is of `n`.
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

/// The value a share of a standard normal distribution lies below.
///
/// Acklam's rational approximation, good to nine digits.
pub fn normal_quantile(share: f64) -> f64 {
    const A: [f64; 6] = [
        -3.969_683_028_665_376e1,
        2.209_460_984_245_205e2,
        -2.759_285_104_469_687e2,
        1.383_577_518_672_69e2,
        -3.066_479_806_614_716e1,
        2.506_628_277_459_239,
    ];
    const B: [f64; 5] = [
        -5.447_609_879_822_406e1,
        1.615_858_368_580_409e2,
        -1.556_989_798_598_866e2,
        6.680_131_188_771_972e1,
        -1.328_068_155_288_572e1,
    ];
    const C: [f64; 6] = [
        -7.784_894_002_430_293e-3,
        -3.223_964_580_411_365e-1,
        -2.400_758_277_161_838,
        -2.549_732_539_343_734,
        4.374_664_141_464_968,
        2.938_163_982_698_783,
    ];
    const D: [f64; 4] = [
        7.784_695_709_041_462e-3,
        3.224_671_290_700_398e-1,
        2.445_134_137_142_996,
        3.754_408_661_907_416,
    ];
    let tail = |q: f64| {
        (((((C[0] * q + C[1]) * q + C[2]) * q + C[3]) * q + C[4]) * q + C[5])
            / ((((D[0] * q + D[1]) * q + D[2]) * q + D[3]) * q + 1.0)
    };
    let share = share.clamp(1e-300, 1.0 - 1e-16);
    if share < 0.024_25 {
        tail((-2.0 * share.ln()).sqrt())
    } else if share > 1.0 - 0.024_25 {
        -tail((-2.0 * (1.0 - share).ln()).sqrt())
    } else {
        let q = share - 0.5;
        let r = q * q;
        (((((A[0] * r + A[1]) * r + A[2]) * r + A[3]) * r + A[4]) * r + A[5]) * q
            / (((((B[0] * r + B[1]) * r + B[2]) * r + B[3]) * r + B[4]) * r + 1.0)
    }
}

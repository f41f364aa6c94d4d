//! Measures processor time.

use std::hint::black_box;
use std::time::Duration;

use cpu_time::ProcessTime;

/// The number of samples; the median counts.
const SAMPLES: usize = 5;
/// The minimum duration of a sample.
const SAMPLE: Duration = Duration::from_millis(40);

/// The duration of a call in nanoseconds.
pub fn nanoseconds<T>(mut call: impl FnMut() -> T) -> f64 {
    let mut take = |calls: u64| {
        let start = ProcessTime::now();
        for _ in 0..calls {
            black_box(call());
        }
        start.elapsed()
    };
    let mut calls = 1;
    while take(calls) < SAMPLE {
        calls *= 2;
    }
    let mut samples = [0.0; SAMPLES];
    samples.fill_with(|| take(calls).as_secs_f64() * 1e9 / calls as f64);
    samples.sort_by(f64::total_cmp);
    samples[SAMPLES / 2]
}

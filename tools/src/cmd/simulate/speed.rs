//! The speed of play: by wall clock, and by the processor time of all threads.

use std::time::{Duration, Instant};

use cpu_time::ProcessTime;

use crate::io::plural;

/// Runs while games are played.
pub struct Clock {
    wall: Instant,
    cpu: ProcessTime,
}

impl Clock {
    /// Starts both clocks.
    pub fn start() -> Self {
        Self { wall: Instant::now(), cpu: ProcessTime::now() }
    }

    /// The time taken and the speed, in words.
    pub fn summary(&self, games: usize, decisions: u64) -> String {
        line(games, decisions, self.wall.elapsed(), self.cpu.elapsed())
    }
}

fn line(games: usize, decisions: u64, wall: Duration, cpu: Duration) -> String {
    let rates = |spent: Duration| {
        let rate = |n: f64| rounded(n / spent.as_secs_f64().max(1e-6));
        format!("{} games/s, {} decisions/s", rate(games as f64), rate(decisions as f64))
    };
    format!(
        "{} with {} decisions in {:.2} s: {}\nprocessor time of all threads: {:.2} s: {}\n",
        plural(games, "game"),
        grouped(decisions),
        wall.as_secs_f64(),
        rates(wall),
        cpu.as_secs_f64(),
        rates(cpu),
    )
}

/// Rounds to three digits; more would mean nothing.
fn rounded(value: f64) -> String {
    if value < 10.0 {
        return format!("{value:.2}");
    }
    let unit = 10_f64.powi((value.log10().floor() as i32 - 2).max(0));
    grouped(((value / unit).round() * unit) as u64)
}

/// A number with separated thousands.
pub fn grouped(n: u64) -> String {
    let plain = n.to_string();
    let groups: Vec<&str> =
        plain.as_bytes().rchunks(3).rev().filter_map(|it| std::str::from_utf8(it).ok()).collect();
    groups.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_follow_from_both_clocks() {
        let (wall, cpu) = (Duration::from_millis(1_250), Duration::from_millis(2_400));
        insta::assert_snapshot!(line(300, 154_321, wall, cpu), @r"
        300 games with 154,321 decisions in 1.25 s: 240 games/s, 123,000 decisions/s
        processor time of all threads: 2.40 s: 125 games/s, 64,300 decisions/s
        ");
        insta::assert_snapshot!(line(1, 12, wall, cpu), @r"
        1 game with 12 decisions in 1.25 s: 0.80 games/s, 9.60 decisions/s
        processor time of all threads: 2.40 s: 0.42 games/s, 5.00 decisions/s
        ");
    }

    #[test]
    fn a_run_that_takes_no_time_has_a_rate() {
        assert!(line(1, 1, Duration::ZERO, Duration::ZERO).contains("1,000,000 games/s"));
    }
}

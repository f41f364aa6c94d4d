//! Progress of longer work: a bar in a terminal, an occasional line elsewhere.

use std::fmt::Write;
use std::io::Write as _;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::io::Io;
use crate::rescue::lock;

/// How often a bar of games is redrawn: a game of bots that think may take minutes, and the time
/// left must not stand still.
const TICK: Duration = Duration::from_millis(500);

/// Without a terminal, work shorter than this is silent, and lines are at least this far apart.
const LINE_FIRST: Duration = Duration::from_secs(10);
/// Without a terminal, the longest time between lines, as long as there is progress.
const LINE_LAST: Duration = Duration::from_secs(30);
/// Without a terminal, a line is printed after each of this many parts.
const LINE_PARTS: u64 = 10;

/// The progress of many games.
pub struct Progress {
    bar: ProgressBar,
    lines: Option<Mutex<Lines>>,
}

/// Progress reported line by line.
struct Lines {
    what: String,
    start: Instant,
    n_games: u64,
    n_done: u64,
    /// The time of the last line, and how many were done by then.
    last: (Duration, u64),
}

impl Progress {
    /// Counts `n` more finished games.
    pub fn inc(&self, n: u64) {
        self.bar.inc(n);
        let Some(lines) = &self.lines else { return };
        let mut lines = lock(lines);
        let now = lines.start.elapsed();
        if let Some(text) = lines.add(n, now) {
            // If it cannot be written, nothing is shown.
            let _ = writeln!(std::io::stderr(), "{text}");
        }
    }

    /// Ends the display.
    pub fn finish_and_clear(&self) {
        self.bar.finish_and_clear();
    }
}

impl Lines {
    /// Counts games; returns a line if one is due.
    fn add(&mut self, n: u64, now: Duration) -> Option<String> {
        self.n_done += n;
        let (then, n_then) = self.last;
        let since = now.saturating_sub(then);
        let part = |n: u64| n * LINE_PARTS / self.n_games.max(1);
        let further = part(self.n_done) > part(n_then);
        let is_due = since >= LINE_LAST || since >= LINE_FIRST && further;
        if !is_due || self.n_done >= self.n_games {
            return None;
        }
        self.last = (now, self.n_done);
        let (done, all, what) = (self.n_done, self.n_games, &self.what);
        let left = now.mul_f64((all - done) as f64 / done.max(1) as f64);
        let percent = done * 100 / all.max(1);
        let left = HumanDuration(left);
        Some(format!("{what}: {done} of {all} games ({percent} %), {left} left"))
    }
}

/// The progress of games: how many are done, the speed, and the time left.
pub fn games_bar(io: &Io, steps: u64, what: &str) -> Progress {
    let bar = bar(io, steps as usize, what);
    let form = "{prefix} [{bar:30}] {pos}/{len} games, {speed}, {left}";
    if let Ok(style) = ProgressStyle::with_template(form) {
        let style = style.with_key("speed", speed).with_key("left", left);
        bar.set_style(style.progress_chars("=> "));
    }
    if io.around.err_is_terminal {
        bar.enable_steady_tick(TICK);
        return Progress { bar, lines: None };
    }
    let last = (Duration::ZERO, 0);
    let lines =
        Lines { what: what.to_owned(), start: Instant::now(), n_games: steps, n_done: 0, last };
    Progress { bar, lines: Some(Mutex::new(lines)) }
}

// If it cannot be written, nothing is shown.

fn speed(state: &ProgressState, out: &mut dyn Write) {
    let _ = match state.per_sec() {
        fast if fast >= 10.0 => write!(out, "{fast:.0}/s"),
        slow if slow >= 0.1 => write!(out, "{slow:.1}/s"),
        slow => write!(out, "{:.1}/min", slow * 60.0),
    };
}

/// The time left is unknown before the first game is over.
fn left(state: &ProgressState, out: &mut dyn Write) {
    let _ = match state.pos() {
        0 => write!(out, "{} so far", HumanDuration(state.elapsed())),
        _ => write!(out, "{} left", HumanDuration(state.eta())),
    };
}

/// A bar with this many steps.
pub fn bar(io: &Io, steps: usize, what: &str) -> ProgressBar {
    let bar = ProgressBar::new(steps as u64);
    if !io.around.err_is_terminal {
        bar.set_draw_target(ProgressDrawTarget::hidden());
    }
    if let Ok(style) = ProgressStyle::with_template("{prefix} [{bar:30}] {pos}/{len} {msg}") {
        bar.set_style(style.progress_chars("=> "));
    }
    bar.set_prefix(what.to_owned());
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_terminal_long_runs_say_how_far_they_are() {
        let told = |n_games: u64, seconds_each: u64| {
            let mut lines = Lines {
                what: "simulate".into(),
                start: Instant::now(),
                n_games,
                n_done: 0,
                last: (Duration::ZERO, 0),
            };
            let at = |n: u64| Duration::from_secs(n * seconds_each);
            (1..=n_games).filter_map(|n| lines.add(1, at(n))).collect::<Vec<_>>()
        };
        assert_eq!(told(9, 1), Vec::<String>::new(), "short runs say nothing");
        let lines = told(200, 1);
        assert_eq!(lines.len(), 9, "{lines:?}");
        assert_eq!(lines[0], "simulate: 20 of 200 games (10 %), 3 minutes left");
        // Games that take minutes are reported one by one.
        assert_eq!(told(5, 120).len(), 4);
    }
}

//! A bar for work that takes a while; nothing at all when nobody looks at a terminal.

use std::fmt::Write;
use std::time::Duration;

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::io::Io;

/// How often a bar of games is drawn again: a game of bots that think may take minutes, and the
/// time left must not stand still.
const TICK: Duration = Duration::from_millis(500);

/// A bar for games: how many are done, how fast it goes and how long it still takes.
pub fn games_bar(io: &Io, steps: u64, what: &str) -> ProgressBar {
    let bar = bar(io, steps as usize, what);
    let form = "{prefix} [{bar:30}] {pos}/{len} games, {speed}, {left}";
    if let Ok(style) = ProgressStyle::with_template(form) {
        let style = style.with_key("speed", speed).with_key("left", left);
        bar.set_style(style.progress_chars("=> "));
    }
    if io.around.err_is_terminal {
        bar.enable_steady_tick(TICK);
    }
    bar
}

// What cannot be written is not shown.

fn speed(state: &ProgressState, out: &mut dyn Write) {
    let _ = match state.per_sec() {
        fast if fast >= 10.0 => write!(out, "{fast:.0}/s"),
        slow if slow >= 0.1 => write!(out, "{slow:.1}/s"),
        slow => write!(out, "{:.1}/min", slow * 60.0),
    };
}

/// Nobody knows before the first game is over.
fn left(state: &ProgressState, out: &mut dyn Write) {
    let _ = match state.pos() {
        0 => write!(out, "{} so far", HumanDuration(state.elapsed())),
        _ => write!(out, "{} left", HumanDuration(state.eta())),
    };
}

/// A bar of so many steps.
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

//! A bar for work that takes a while; nothing at all when nobody looks at a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::io::Io;

/// A bar for games: how many are done, how fast it goes and how long it still takes.
pub fn games_bar(io: &Io, steps: u64, what: &str) -> ProgressBar {
    let bar = bar(io, steps as usize, what);
    let form = "{prefix} [{bar:30}] {pos}/{len} games, {speed}, {eta} left";
    let speed = |state: &ProgressState, out: &mut dyn std::fmt::Write| {
        // What cannot be written is not shown.
        let _ = match state.per_sec() {
            fast if fast >= 10.0 => write!(out, "{fast:.0}/s"),
            slow => write!(out, "{slow:.1}/s"),
        };
    };
    if let Ok(style) = ProgressStyle::with_template(form) {
        bar.set_style(style.with_key("speed", speed).progress_chars("=> "));
    }
    bar
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

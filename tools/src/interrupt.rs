//! Signals: Ctrl-C, a request to end, a closed terminal. Runs keep what is finished, and a second
//! signal ends them at once; a game being played is saved. The exit code identifies the signal.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

use crate::io::{Around, Exit};
use crate::rescue;

static STOP: AtomicBool = AtomicBool::new(false);
static NEVER: AtomicBool = AtomicBool::new(false);
/// Whether to save a game instead of finishing the current work.
static SAVES: AtomicBool = AtomicBool::new(false);
/// The exit code of the first signal, or 0.
static CODE: AtomicU8 = AtomicU8::new(0);
static CAUGHT: OnceLock<()> = OnceLock::new();

/// A flag that signals set from now on. Where they may not be caught it is never set.
pub fn flag(around: &Around) -> &'static AtomicBool {
    if !around.catches_interrupts {
        return &NEVER;
    }
    CAUGHT.get_or_init(listen);
    &STOP
}

/// Makes signals save the game being played and end the program.
pub fn save_game(around: &Around) {
    if around.catches_interrupts {
        SAVES.store(true, Ordering::SeqCst);
        CAUGHT.get_or_init(listen);
    }
}

/// The exit code if a signal came; `None` if none did.
pub fn exit(around: &Around) -> Option<Exit> {
    if !around.catches_interrupts {
        return None;
    }
    let code = CODE.load(Ordering::SeqCst);
    [Exit::Interrupted, Exit::Terminated, Exit::HungUp].into_iter().find(|it| *it as u8 == code)
}

/// Handles a signal. This runs on its own thread, not in a signal handler, so that it may do
/// anything.
fn came(exit: Exit) {
    if SAVES.load(Ordering::SeqCst) {
        rescue::save_and_report();
        std::process::exit(i32::from(exit as u8));
    }
    let _ = CODE.compare_exchange(0, exit as u8, Ordering::SeqCst, Ordering::SeqCst);
    if STOP.swap(true, Ordering::SeqCst) {
        std::process::exit(i32::from(exit as u8));
    }
}

// Signals that cannot be caught end the program as usual.

#[cfg(unix)]
fn listen() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    let wanted = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|signal| !is_ignored(*signal));
    let Ok(mut signals) = Signals::new(wanted) else { return };
    std::thread::spawn(move || {
        for signal in signals.forever() {
            came(match signal {
                SIGTERM => Exit::Terminated,
                SIGHUP => Exit::HungUp,
                _ => Exit::Interrupted,
            });
        }
    });
}

/// Whether the parent process has made the program ignore a signal, as `nohup` does.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|digits| u64::from_str_radix(digits.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

#[cfg(not(unix))]
fn listen() {
    let _ = ctrlc::set_handler(|| came(Exit::Interrupted));
}

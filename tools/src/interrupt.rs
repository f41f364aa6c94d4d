//! Ctrl-C while games are played: what is finished is kept. A second one ends the program.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::io::Around;

/// What programs that were interrupted give back.
const INTERRUPTED: i32 = 130;

static STOP: AtomicBool = AtomicBool::new(false);
static NEVER: AtomicBool = AtomicBool::new(false);
static CAUGHT: OnceLock<()> = OnceLock::new();

/// A flag that is set by Ctrl-C from now on. Where nobody sits at a keyboard it is never set.
pub fn flag(around: &Around) -> &'static AtomicBool {
    if !around.catches_interrupts {
        return &NEVER;
    }
    CAUGHT.get_or_init(|| {
        // If it cannot be caught, Ctrl-C ends the program as it always does.
        let _ = ctrlc::set_handler(|| {
            if STOP.swap(true, Ordering::Relaxed) {
                std::process::exit(INTERRUPTED);
            }
        });
    });
    &STOP
}

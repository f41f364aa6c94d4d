//! The program `boardwright`: hands the real terminal to the library.

use std::io::{IsTerminal, stderr, stdin, stdout};
use std::process::ExitCode;

use boardwright::{Around, Disk, Io, Window, catch_panics, run};

fn main() -> ExitCode {
    catch_panics();
    let around = Around {
        here: std::env::current_dir().unwrap_or_default(),
        content: std::env::var_os("BOARDWRIGHT_CONTENT"),
        no_colour: std::env::var_os("NO_COLOR").is_some_and(|set| !set.is_empty()),
        out_is_terminal: stdout().is_terminal(),
        err_is_terminal: stderr().is_terminal(),
        input_is_terminal: stdin().is_terminal(),
        catches_interrupts: true,
        is_plain: std::env::var_os("TERM").is_some_and(|term| term == "dumb"),
        window: Window::Real,
        disk: Disk::default(),
    };
    // The library decides about colour; these only translate it for terminals that need that.
    let mut out = anstream::AutoStream::always(stdout());
    let mut err = anstream::AutoStream::always(stderr());
    let mut input = stdin().lock();
    let mut io = Io { out: &mut out, err: &mut err, input: &mut input, around, colour: false };
    run(std::env::args_os(), &mut io).into()
}

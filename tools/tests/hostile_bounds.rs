//! The real program with packs that ask for too much: every command ends by itself, within 256 MB
//! and little time. The system enforces that: a signal ends a program over its limits.
//!
//! `HOSTILE_PACKS=FOLDER cargo test -p boardwright --test hostile_bounds` leaves the packs there,
//! to be examined with other tools.
#![cfg(target_os = "linux")]

#[path = "../../tests/it/hostile_bounds/packs.rs"]
mod packs;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use packs::Hostile;

/// Address space, in KiB: an upper bound of the memory a process uses.
const MEMORY_MAX: u32 = 256 * 1024;

/// Processor time in seconds: 2 for a release build. A debug build is several times slower.
const TIME_MAX: u32 = if cfg!(debug_assertions) { 10 } else { 2 };

const COMMANDS: [&str; 5] = [
    "validate bad",
    "test bad",
    "docs bad",
    "simulate bad --games 2 --seed 1 --threads 1",
    "play bad --seats random --seed 1",
];

fn write(hostile: &Hostile, folder: &Path) {
    for (path, bytes) in hostile.files() {
        let path = folder.join("bad").join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder can be made");
        fs::write(path, bytes).expect("it can be written");
    }
}

/// What is wrong with the way a command ended.
fn unbounded(hostile: &Hostile, folder: &Path, line: &str) -> Option<String> {
    let start = Instant::now();
    let limits = format!("ulimit -v {MEMORY_MAX}; ulimit -t {TIME_MAX}; exec \"$@\"");
    let ended = Command::new("sh")
        .args(["-c", &limits, "sh", env!("CARGO_BIN_EXE_boardwright")])
        .args(line.split_whitespace())
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("the program runs");
    println!("{}: {line}: {:?} in {:?}", hostile.name, ended.status.code(), start.elapsed());
    let told = String::from_utf8_lossy(&ended.stderr);
    let good = ended.status.code().is_some_and(|code| code <= 2) && !told.contains("panicked");
    (!good).then(|| format!("{}: {line}: {}\n{told}", hostile.name, ended.status))
}

fn assert_bounded(packs: &[Hostile]) {
    let mut wrong = vec![];
    for hostile in packs {
        let temporary = tempfile::tempdir().expect("a folder can be made");
        let folder = match std::env::var_os("HOSTILE_PACKS") {
            Some(kept) => Path::new(&kept).join(hostile.name.replace([' ', ','], "-")),
            None => temporary.path().to_owned(),
        };
        write(hostile, &folder);
        wrong.extend(COMMANDS.iter().filter_map(|line| unbounded(hostile, &folder, line)));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn rules_that_take_too_long_are_bounded() {
    assert_bounded(&packs::rules());
}

#[test]
fn large_tables_are_bounded() {
    assert_bounded(&packs::sizes());
}

#[test]
fn many_scripts_are_bounded() {
    assert_bounded(&packs::scripts());
}

#[test]
fn expressions_by_themselves_are_bounded() {
    assert_bounded(&packs::expressions());
}

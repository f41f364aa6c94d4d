//! The real program, killed or asked to end at any moment: nothing that was saved is lost.
//!
//! A few hundred kills are part of every test run. For more: `BOARDWRIGHT_KILLS=2000 cargo test -p
//! boardwright --test kills`.
#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use boardwright::Disk;
use boardwright_play::save::Save;
use boardwright_rules::rng::Stream;

/// How often the writer is killed.
const KILLS: u64 = 250;
/// How often the whole program is killed; it takes longer to start.
const PROGRAM_KILLS: u64 = 25;
/// If set, this test binary is the writer, and the value is the file it writes.
const WRITER: &str = "BOARDWRIGHT_TEST_WRITER";
/// The longest time anything may take.
const PATIENCE: Duration = Duration::from_secs(120);

fn kills(usual: u64) -> u64 {
    let asked = std::env::var("BOARDWRIGHT_KILLS").ok().and_then(|n| n.parse::<u64>().ok());
    asked.map_or(usual, |n| n * usual / KILLS)
}

fn program(folder: &Path, line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boardwright"));
    command.args(line.split_whitespace()).current_dir(folder);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// The content of a generation: long enough for the system to write it in several pieces.
fn generation(n: u64) -> String {
    format!("{n}\n{}{n}\n", format!("{n} ").repeat(20_000))
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder").flatten();
    entries.map(|it| it.file_name().to_string_lossy().into_owned()).collect()
}

/// Not a test by itself: the process that the test below starts and kills.
#[test]
fn writer() {
    let Some(path) = std::env::var_os(WRITER) else { return };
    let path = Path::new(&path);
    let text = fs::read_to_string(path).expect("the first generation");
    let mut n: u64 = text.lines().next().and_then(|n| n.parse().ok()).expect("its number");
    println!("ready");
    loop {
        n += 1;
        Disk::default().write(path, generation(n)).expect("it can be written");
    }
}

#[test]
fn a_writer_that_is_killed_loses_nothing() {
    let place = tempfile::tempdir().expect("a folder");
    let path = place.path().join("game.json");
    fs::write(&path, generation(1)).expect("a file");
    let mut random = Stream::new(1, "kills");
    let (mut last, first) = (1, 1);
    for _ in 0..kills(KILLS) {
        let mut child = Command::new(std::env::current_exe().expect("this program"))
            .args(["--exact", "writer", "--nocapture", "--test-threads", "1"])
            .env(WRITER, &path)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        wait_for(&mut child, "ready");
        sleep(Duration::from_micros(u64::from(random.below(8_000))));
        child.kill().expect("it can be killed");
        child.wait().expect("it is gone");
        let text = fs::read_to_string(&path).expect("the file is there");
        let n: u64 = text.lines().next().and_then(|n| n.parse().ok()).expect("a number");
        assert!(n >= last, "generation {last} is gone, there is {n}");
        assert!(text == generation(n), "generation {n} is broken");
        last = n;
    }
    assert!(last > first, "nothing was written at all");
    Disk::default().sweep(place.path());
    assert_eq!(names(place.path()), ["game.json"], "what was left over is swept away");
}

/// Reads the output of a program until it contains a text.
fn wait_for(child: &mut Child, wanted: &str) {
    let out = child.stdout.as_mut().expect("a pipe");
    let (mut said, mut byte) = (vec![], [0]);
    while !String::from_utf8_lossy(&said).ends_with(wanted) {
        match out.read(&mut byte) {
            Ok(1) => said.push(byte[0]),
            other => panic!("{other:?} after {}", String::from_utf8_lossy(&said)),
        }
    }
}

#[test]
fn a_game_that_is_killed_while_it_saves_is_not_lost() {
    let place = tempfile::tempdir().expect("a folder");
    let save = |name: &str| -> Save {
        let text = fs::read_to_string(place.path().join(name)).expect("the file is there");
        Save::load(&text).expect("it can be used")
    };
    let mut child = program(place.path(), "play hello --seed 1").spawn().expect("it starts");
    let mut input = child.stdin.take().expect("a pipe");
    writeln!(input, "save game.json\nquit").expect("it reads");
    assert!(child.wait().expect("it ends").success());
    let mut n_choices = save("game.json").choices.len();
    let mut random = Stream::new(1, "kills");
    for _ in 0..kills(PROGRAM_KILLS) {
        let line = "play hello --resume game.json";
        let mut child = program(place.path(), line).spawn().expect("it starts");
        let mut input = child.stdin.take().expect("a pipe");
        // It may be killed before all of this is read.
        let _ = input.write_all("save\n".repeat(400).as_bytes());
        wait_for(&mut child, "saved;");
        sleep(Duration::from_micros(u64::from(random.below(20_000))));
        child.kill().expect("it can be killed");
        child.wait().expect("it is gone");
        let now = save("game.json").choices.len();
        assert!(now >= n_choices, "{now} of {n_choices} choices are left");
        n_choices = now;
    }
    let mut all = names(place.path());
    all.retain(|name| !name.ends_with(".tmp"));
    assert_eq!(all, ["game.json"], "a game saves in its own file alone");
}

fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").args([format!("-{name}"), child.id().to_string()]).status();
    assert!(sent.expect("a signal").success());
}

/// Waits until something holds.
fn until(what: &str, holds: impl Fn() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < PATIENCE, "it takes too long: {what}");
        sleep(Duration::from_millis(5));
    }
}

fn rest(child: &mut Child) -> String {
    let mut text = String::new();
    let mut err = BufReader::new(child.stderr.take().expect("a pipe"));
    while err.read_line(&mut text).is_ok_and(|n| n > 0) {}
    text
}

/// Whether this process was started with a signal ignored, as with `nohup` and background jobs. The
/// program respects that, so it would not end.
fn is_ignored(name: &str) -> bool {
    let number = match name {
        "HUP" => 1,
        "INT" => 2,
        "TERM" => 15,
        _ => return false,
    };
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (number - 1) & 1 != 0)
}

#[test]
fn a_game_is_saved_by_every_signal() {
    for (name, code) in [("INT", 130), ("TERM", 143), ("HUP", 129)] {
        if is_ignored(name) {
            continue;
        }
        let place = tempfile::tempdir().expect("a folder");
        let line = "play hello --seed 1 --seats human,human";
        let mut child = program(place.path(), line).spawn().expect("it starts");
        let mut input = child.stdin.take().expect("a pipe");
        wait_for(&mut child, "\n> ");
        writeln!(input, "1").expect("it reads");
        wait_for(&mut child, "\n> ");
        signal(&child, name);
        let told = rest(&mut child);
        assert_eq!(child.wait().expect("it ends").code(), Some(code), "{name}: {told}");
        let resume =
            "to go on: boardwright play hello --seats human,human --resume hello-1.save.json\n";
        assert!(told.contains(resume), "{name}: {told}");
        let text = fs::read_to_string(place.path().join("hello-1.save.json")).expect("a save");
        assert_eq!(Save::load(&text).expect("it can be used").choices.len(), 1, "{name}");
    }
}

#[test]
fn a_run_keeps_what_is_finished_on_every_signal() {
    for (name, code) in
        [("INT", Some(130)), ("TERM", Some(143)), ("HUP", Some(129)), ("KILL", None)]
    {
        if is_ignored(name) {
            continue;
        }
        let place = tempfile::tempdir().expect("a folder");
        let line = "simulate hello --games 1000000 --out run --threads 1 --format json";
        let mut child =
            program(place.path(), line).stdout(Stdio::null()).spawn().expect("it starts");
        let unfinished = place.path().join("run/games.unfinished");
        until("games", || fs::metadata(&unfinished).is_ok_and(|it| it.len() > 50_000));
        signal(&child, name);
        let told = rest(&mut child);
        assert_eq!(child.wait().expect("it ends").code(), code, "{name}: {told}");
        if code.is_some() {
            assert!(told.contains("of 1000000 games are finished"), "{name}: {told}");
            assert!(place.path().join("run/report.html").exists() && !unfinished.exists());
        }
        let merge = "simulate --merge run --format json";
        let mut child = program(place.path(), merge).spawn().expect("it starts");
        let mut figures = String::new();
        let mut out = child.stdout.take().expect("a pipe");
        out.read_to_string(&mut figures).expect("text");
        let told = rest(&mut child);
        assert_eq!(child.wait().expect("it ends").code(), Some(1), "{name}: {told}");
        assert!(told.contains("of 1000000 games are missing"), "{name}: {told}");
        let figures: serde_json::Value = serde_json::from_str(&figures).expect("JSON");
        assert!(figures["games"].as_u64() > Some(0), "{name}");
    }
}

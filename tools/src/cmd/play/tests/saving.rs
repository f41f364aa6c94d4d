//! Saved games: which file belongs to whom, and disks that fail.

use std::fs;
use std::io::ErrorKind;

use super::place;
use crate::Exit;
use crate::disk::testing::{Fault, Faulty};
use crate::disk::{Disk, Operation};
use crate::testing::Place;

/// The files in a folder, except for packs.
fn files(place: &Place) -> Vec<String> {
    let entries = fs::read_dir(place.path()).expect("a folder").flatten();
    let files = entries.filter(|it| it.path().is_file());
    let mut names: Vec<String> =
        files.map(|it| it.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

const PLAY: &str = "play quay --seats human,human --seed 4";

#[test]
fn another_game_of_the_same_seed_has_a_file_of_its_own() {
    let place = place();
    place.type_in(PLAY, "fish\nquit\n");
    let first = place.read("quay-4.save.json");
    let ran = place.type_in(PLAY, "build\n1\nquit\n");
    assert!(ran.out.contains("the game is saved in `quay-4-2.save.json`"), "{}", ran.out);
    assert!(ran.out.contains("--resume quay-4-2.save.json"), "{}", ran.out);
    assert!(!ran.out.contains("somebody else"), "{}", ran.out);
    assert_eq!(place.read("quay-4.save.json"), first);
    let ran = place.type_in(PLAY, "save\nfish\nsave\nquit\n");
    assert_eq!(ran.out.matches("quay-4-3.save.json").count(), 4, "{}", ran.out);
    assert_eq!(
        files(&place),
        ["quay-4-2.save.json", "quay-4-3.save.json", "quay-4.save.json"],
        "a game saves in its own file again and again"
    );
}

#[test]
fn a_file_that_is_there_is_written_over_only_if_asked_for() {
    let place = place();
    place.type_in(PLAY, "fish\nquit\n");
    let first = place.read("quay-4.save.json");
    let ran = place.type_in(
        "play quay --seats human,human --seed 5",
        "save quay-4.save.json\nsave quay-5.save.json\nquit\n",
    );
    let told = "`quay-4.save.json` already exists; `save! quay-4.save.json` overwrites it";
    assert!(ran.out.contains(told), "{}", ran.out);
    assert_eq!(place.read("quay-4.save.json"), first);
    let typed = "save! quay-4.save.json\nfish\nquit\n";
    let ran = place.type_in("play quay --seats human,human --seed 6", typed);
    assert!(ran.out.contains("the game is saved in `quay-4.save.json`"), "{}", ran.out);
    assert!(place.read("quay-4.save.json").contains("\"seed\": 6"));
    let ran = place.run(&format!("{PLAY} --save quay-5.save.json"));
    assert_eq!(ran.exit, Exit::CouldNotRun);
    assert_eq!(
        ran.err,
        "error: `quay-5.save.json` already exists and is left as it is\n  \
         help: --resume quay-5.save.json goes on with that game; or name another file\n"
    );
}

#[test]
fn a_game_that_is_resumed_stays_in_its_file() {
    let place = place();
    place.type_in(PLAY, "fish\nquit\n");
    let ran =
        place.type_in("play quay --resume quay-4.save.json --seats human,human", "save\nquit\n");
    assert!(ran.out.contains("the game is saved in `quay-4.save.json`"), "{}", ran.out);
    assert_eq!(files(&place), ["quay-4.save.json"]);
}

/// Changes a file as soon as this line is read.
struct Meddler<'p> {
    place: &'p Place,
    lines: Vec<&'static str>,
    line: Vec<u8>,
}

impl std::io::Read for Meddler<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.line.is_empty() && !self.lines.is_empty() {
            let line = self.lines.remove(0);
            if line == "meddle" {
                self.place.write("quay-4.save.json", "of somebody else");
            }
            self.line = format!("{line}\n").into_bytes();
        }
        let n = self.line.len().min(buffer.len());
        buffer[..n].copy_from_slice(&self.line[..n]);
        self.line.drain(..n);
        Ok(n)
    }
}

#[test]
fn a_second_writer_is_noticed_and_nothing_of_his_is_lost() {
    let place = place();
    let lines = vec!["save", "meddle", "save", "fish", "save", "quit"];
    let mut input = std::io::BufReader::new(Meddler { place: &place, lines, line: vec![] });
    let (mut out, mut err) = (vec![], vec![]);
    let around = crate::Around { here: place.path().into(), ..Default::default() };
    let args = ["boardwright"].into_iter().chain(PLAY.split(' ')).map(Into::into);
    let mut io =
        crate::Io { out: &mut out, err: &mut err, input: &mut input, around, colour: false };
    assert_eq!(crate::run(args, &mut io), Exit::Fine);
    let out = String::from_utf8(out).expect("text");
    let told = "`quay-4.save.json` was written by somebody else and is left as it is";
    assert_eq!(out.matches(told).count(), 1, "{out}");
    assert!(out.contains("the game is saved in `quay-4-2.save.json`\n"), "{out}");
    assert_eq!(place.read("quay-4.save.json"), "of somebody else");
    let ran = place.run("replay quay-4-2.save.json --content .");
    assert!(ran.out.contains("1 choice played again"), "{}", ran.all());
}

#[test]
fn quit_that_cannot_save_stays_in_the_game() {
    let place = place();
    for kind in [ErrorKind::StorageFull, ErrorKind::PermissionDenied, ErrorKind::Other] {
        let disk = || Faulty::always(Operation::Write, Fault::Once(kind)).disk();
        let ran = place.type_on(disk(), PLAY, "quit\nfish\nquit!\n");
        assert_eq!(ran.exit, Exit::Fine, "{}", ran.err);
        let told = "the game cannot be saved in `quay-4.save.json`: ";
        assert_eq!(ran.out.matches(told).count(), 2, "once by quit, once by itself: {}", ran.out);
        assert!(ran.out.contains("still in the game: `save FILE`"), "{}", ran.out);
        assert!(ran.out.contains("p2: what now?"), "it went on: {}", ran.out);
        assert!(ran.out.ends_with("left without saving\n"), "{}", ran.out);
        assert_eq!(files(&place), Vec::<String>::new());
    }
}

#[test]
fn a_full_disk_leaves_the_last_save_as_it_was_and_another_file_may_do() {
    let place = place();
    let resume = "play quay --resume quay-4.save.json --seats human,human";
    place.type_in(PLAY, "quit\n");
    let good = place.read("quay-4.save.json");
    // In a session that saves, quits and saves elsewhere, every operation fails once.
    let sound = Faulty::never();
    let typed = "save\nfish\nquit\nquit!\n";
    place.type_on(sound.disk(), resume, typed);
    let after = place.read("quay-4.save.json");
    for fault in [Fault::Full, Fault::Once(ErrorKind::StorageFull), Fault::Dead] {
        for at in 0..sound.count() {
            fs::write(place.path().join("quay-4.save.json"), &good).expect("a file");
            let ran = place.type_on(Faulty::new(at, fault).disk(), resume, typed);
            let found = place.read("quay-4.save.json");
            assert!(found == good || found == after, "{fault:?} at {at}: {}", ran.all());
            let left = ran.out.contains("left without saving");
            let saved = ran.out.contains("the game is saved in");
            assert!(left != saved, "{fault:?} at {at}: {}", ran.all());
            assert!(!saved || found == after, "{fault:?} at {at}: {}", ran.all());
            let mut all = files(&place);
            all.retain(|name| !name.ends_with(".tmp"));
            assert_eq!(all, ["quay-4.save.json"], "{fault:?} at {at}");
        }
    }
    Disk::default().sweep(place.path());
    assert_eq!(files(&place), ["quay-4.save.json"]);
}

#[test]
fn input_that_ends_where_nothing_can_be_saved_is_an_error() {
    let place = place();
    let disk = Faulty::always(Operation::Create, Fault::Once(ErrorKind::ReadOnlyFilesystem)).disk();
    let ran = place.type_on(disk, PLAY, "fish\n");
    assert_eq!(ran.exit, Exit::CouldNotRun);
    assert!(ran.err.contains("the game cannot be saved in `quay-4.save.json`"), "{}", ran.err);
    assert!(ran.err.contains("help: name a file in a folder you may write to"), "{}", ran.err);
}

#[test]
fn what_is_no_text_is_told_and_asked_again() {
    let place = place();
    let mut typed = b"\xff\xfe\n".to_vec();
    typed.extend(vec![b'x'; 50_000]);
    typed.extend(b"\nfish\nquit\n");
    let ran = place.run_in(crate::Around::default(), PLAY, &typed);
    assert_eq!(ran.exit, Exit::Fine, "{}", ran.err);
    assert!(ran.out.contains("that is not UTF-8 text; type it again"), "{}", ran.out);
    assert!(ran.out.contains("that line is too long; type it again"), "{}", ran.out);
    assert!(ran.out.contains("p1 gains 2 Fish"), "{}", ran.out);
}

#[test]
fn what_to_type_carries_folders_and_quotes() {
    let place = Place::new();
    place.write("my packs/quay/pack.yaml", super::PACK);
    place.write("my packs/quay/game.yaml", super::GAME);
    let around = || crate::Around { here: place.path().into(), ..Default::default() };
    let run = |args: &[&str], typed: &str| {
        let (mut out, mut err, mut input) = (vec![], vec![], typed.as_bytes());
        let mut io = crate::Io {
            out: &mut out,
            err: &mut err,
            input: &mut input,
            around: around(),
            colour: false,
        };
        let args = ["boardwright"].iter().chain(args).map(Into::into);
        let exit = crate::run(args, &mut io);
        assert_eq!(exit, Exit::Fine, "{}", String::from_utf8_lossy(&err));
        String::from_utf8(out).expect("text")
    };
    let content = ["--content", "my packs"];
    let play = ["play", "quay", "--seed", "4", "--save", "it's mine.json"];
    let out = run(&[&play[..], &content].concat(), "quit\n");
    let command =
        r"to go on: boardwright play quay --content 'my packs' --resume 'it'\''s mine.json'";
    assert!(out.contains(command), "{out}");
    let resume = ["play", "quay", "--content", "my packs", "--resume", "it's mine.json"];
    let out = run(&resume, "fish\n1\n1\n1\n1\n");
    let command = r"boardwright replay 'it'\''s mine.json' --content 'my packs'";
    assert!(out.contains(command), "{out}");
    let out = run(&["replay", "it's mine.json", "--content", "my packs"], "");
    assert!(out.contains("every state the same"), "{out}");
    // A pack that was given by path can be found by id.
    let by_path = ["play", "my packs/quay", "--seats", "random,random", "--save", "x.json"];
    let out = run(&by_path, "");
    assert!(out.contains("boardwright replay x.json --content 'my packs'"), "{out}");
}

#[cfg(unix)]
#[test]
fn files_that_never_end_and_deep_ones_are_told() {
    let place = place();
    let ran = place.run("replay /dev/zero");
    assert_eq!(ran.exit, Exit::CouldNotRun);
    assert!(ran.err.contains("`/dev/zero` is not a saved game"), "{}", ran.err);
    assert!(ran.err.contains("it is larger than 16 MiB"), "{}", ran.err);
    for deep in ["[".repeat(200_000), "{\"format\":".repeat(50_000)] {
        place.write("deep.json", &deep);
        let ran = place.run("replay deep.json");
        assert_eq!(ran.exit, Exit::CouldNotRun);
        assert!(ran.err.contains("`deep.json` is not a saved game"), "{}", ran.err);
    }
}

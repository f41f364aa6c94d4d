//! Parts of runs that were changed in transit: nothing is put together silently.

use std::fs;

use boardwright_rules::rng::Stream;

use super::fine;
use crate::Exit;
use crate::disk::testing::{Fault, Faulty};
use crate::testing::Place;

const FILES: [&str; 3] = ["run.json", "games.jsonl", "coverage.json"];
const MERGE: &str = "simulate --merge part1 part2 part3 --format json";
const CORRUPTIONS: usize = 200;

/// Plays a run in three parts. Returns the merged result.
fn parts(place: &Place) -> String {
    for part in 1..=3 {
        let line =
            format!("simulate hello --games 12 --shard {part}/3 --out part{part} --coverage");
        fine(place, &line);
    }
    fine(place, MERGE)
}

/// Changes a text in some way.
fn corrupted(text: &str, other: &str, random: &mut Stream) -> Vec<u8> {
    let bytes = text.as_bytes();
    let at = random.below(bytes.len() as u32) as usize;
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let line = random.below(lines.len() as u32) as usize;
    let without = |line: usize| {
        let mut lines = lines.clone();
        lines.remove(line);
        lines.concat().into_bytes()
    };
    match random.below(9) {
        0 => {
            let mut bytes = bytes.to_vec();
            bytes[at] ^= 1 << random.below(8);
            bytes
        }
        1 => bytes[..at].to_vec(),
        2 => lines[..line].concat().into_bytes(),
        3 => without(line),
        4 => {
            let mut lines = lines.clone();
            let other = random.below(lines.len() as u32) as usize;
            lines.swap(line, other);
            lines.concat().into_bytes()
        }
        5 => [text, lines[line]].concat().into_bytes(),
        6 => other.as_bytes().to_vec(),
        7 => {
            // One digit becomes another: it is still JSON.
            let mut bytes = bytes.to_vec();
            let digits: Vec<usize> =
                (0..bytes.len()).filter(|at| bytes[*at].is_ascii_digit()).collect();
            let at = digits[random.below(digits.len() as u32) as usize];
            bytes[at] = b'0' + (bytes[at] - b'0' + 1) % 10;
            bytes
        }
        _ => text.replacen(' ', "  ", 1).replace("\r\n", "\n").into_bytes(),
    }
}

#[test]
fn no_corrupted_part_is_merged_in_silence() {
    let place = Place::new();
    let good = parts(&place);
    let mut random = Stream::new(1, "corruptions");
    let mut n_corrupted = 0;
    while n_corrupted < CORRUPTIONS {
        let part = 1 + random.below(3);
        let file = FILES[random.below(3) as usize];
        let name = format!("part{part}/{file}");
        let path = place.path().join(&name);
        let text = place.read(&name);
        let other = place.read(&format!("part{}/{file}", 1 + part % 3));
        let bytes = corrupted(&text, &other, &mut random);
        if bytes == text.as_bytes() {
            continue;
        }
        n_corrupted += 1;
        fs::write(&path, &bytes).expect("a file");
        let ran = place.run(MERGE);
        let what = format!("{name}: {}\n{}", ran.all(), String::from_utf8_lossy(&bytes));
        assert_eq!(ran.exit, Exit::CouldNotRun, "{what}");
        assert!(ran.err.contains(&format!("part{part}")) && ran.out.is_empty(), "{what}");
        fs::write(&path, &text).expect("a file");
    }
    for file in FILES {
        let path = place.path().join("part2").join(file);
        let away = place.path().join("away");
        fs::rename(&path, &away).expect("a file");
        let ran = place.run(MERGE);
        assert_eq!(ran.exit, Exit::CouldNotRun, "{}", ran.all());
        assert!(ran.err.contains(&format!("part2/{file}")), "{}", ran.err);
        fs::rename(&away, &path).expect("a file");
    }
    assert_eq!(fine(&place, MERGE), good, "what was put back is merged as before");
}

#[test]
fn what_a_killed_run_has_left_is_read_and_told() {
    let place = Place::new();
    let good = parts(&place);
    // A disk without renames leaves the same files as a killed program.
    let sound = Faulty::never();
    let around = |disk| crate::Around { disk, ..Default::default() };
    let line = "simulate hello --games 12 --shard 2/3 --out killed --threads 1";
    place.run_in(around(sound.disk()), line, b"");
    assert!(!place.path().join("killed/games.unfinished").exists(), "it is done");
    let dead = Faulty::new(sound.count() - 8, Fault::Dead);
    fs::remove_dir_all(place.path().join("killed")).expect("a folder");
    let ran = place.run_in(around(dead.disk()), line, b"");
    assert_eq!(ran.exit, Exit::CouldNotRun, "{}", ran.all());
    let left = place.read("killed/games.unfinished");
    assert_eq!(left.lines().count(), 5, "the head and four games: {left}");
    // All its games are there, so only the coverage is missing.
    let merge = "simulate --merge part1 killed part3 --format json";
    let ran = place.run(merge);
    assert_eq!(ran.out, good);
    assert_eq!(ran.exit, Exit::Fine);
    assert_eq!(ran.err, "  `killed` is not finished: it was killed, or still runs\n");
    // The last line was cut off.
    place.write("killed/games.unfinished", &left[..left.len() - 10]);
    let ran = place.run(merge);
    assert_eq!(ran.exit, Exit::Problems);
    assert_eq!(
        ran.err,
        "1 of 12 games are missing\n  \
         `killed` is not finished: it was killed, or still runs; its last game was cut off and is \
         left out\n  \
         `killed` (part 2 of 3) has 3 of its 4 games\n"
    );
    // A line in the middle was changed.
    place.write("killed/games.unfinished", &left.replacen("\"seat\":\"p1\"", "\"seat\":\"p2\"", 1));
    let ran = place.run(merge);
    assert_eq!(ran.exit, Exit::CouldNotRun);
    assert!(ran.err.contains("line 2: its checksum does not fit"), "{}", ran.err);
}

#[test]
fn figures_are_shown_even_if_they_cannot_be_written() {
    let place = Place::new();
    let disk = Faulty::new(12, Fault::Full).disk();
    let around = crate::Around { disk, ..Default::default() };
    let ran = place.run_in(around, "simulate hello --games 3 --out run", b"");
    assert_eq!(ran.exit, Exit::CouldNotRun, "{}", ran.all());
    assert!(ran.out.contains("Scores"), "{}", ran.out);
    assert!(ran.err.contains("cannot write to the folder `run`"), "{}", ran.err);
}

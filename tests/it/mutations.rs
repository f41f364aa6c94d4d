//! Thousands of slightly broken packs: bytes, lines, keys, numbers, letters and scripts are
//! changed, and everything people do with packs is done with the result. Nothing panics.
//!
//! `cargo test` runs this for a few seconds. `BOARDWRIGHT_FUZZ_SECONDS=600` runs it for that long,
//! and `BOARDWRIGHT_FUZZ_SEED=7` starts elsewhere; a failure names the seed that reproduces it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use boardwright_packs::library::Library;
use boardwright_tests::{endure, files, read};

/// The limits of `cargo test`: seconds, and packs.
const SECONDS: u64 = 20;
const PACKS_MAX: u64 = 400;

/// Text with a special meaning to some parser.
const JUNK: &[&str] = &[
    "",
    " ",
    "\n",
    "\t",
    "  ",
    "- ",
    ": ",
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    "\"",
    "'",
    "#",
    "&a ",
    "*a",
    "!!x ",
    "|",
    ">",
    "~",
    "null",
    "true",
    "0",
    "-1",
    "1000000000",
    "1000000001",
    "-9223372036854775808",
    "99999999999999999999",
    "1e9",
    ".nan",
    "\u{0}",
    "\u{1b}[2J",
    "\"\\e]0;x\\a\"",
    "\u{202e}",
    "\u{200b}",
    "\u{feff}",
    "é",
    "日本",
    "e\u{301}\u{301}\u{301}",
    "\u{1f469}\u{200d}\u{1f33e}",
    "\r\n",
    "\\",
    "{me}",
    "{",
    "me",
    "it",
    "self",
    "nil",
    "first(",
    "range(1, 1000000000)",
    "where(",
    "1 // 0",
    "like: ",
    "extends: ",
    "patch:\n",
    "abstract: true",
    "key: ",
    "do: []",
    "if: ",
    "each: { as_seat: all, do: [] }",
    "repeat: { times: 1000000000, do: [] }",
    "while true do end",
    "error(\"x\")",
    "ask{}",
    "string.rep(\"x\", 1e9)",
];

/// A stream of random numbers, the same for the same seed.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % sides.max(1) as u64) as usize
    }

    fn pick<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        all.get(self.roll(all.len()))
    }
}

/// Changes a file in one random way.
fn mutate(bytes: &mut Vec<u8>, others: &[Vec<u8>], dice: &mut Dice) {
    let at = dice.roll(bytes.len() + 1);
    let junk = dice.pick(JUNK).copied().unwrap_or_default().as_bytes().to_vec();
    let text = String::from_utf8_lossy(bytes).into_owned();
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    let line = dice.roll(lines.len());
    let other = dice.roll(lines.len());
    match dice.roll(12) {
        0 if at < bytes.len() => bytes[at] ^= 1 << dice.roll(8),
        1 => drop(bytes.splice(at..at, junk)),
        2 => {
            let end = (at + 1 + dice.roll(20)).min(bytes.len());
            drop(bytes.splice(at.min(end)..end, junk));
        }
        3 => bytes.truncate(at),
        // Whole lines, which are usually nodes.
        4 if !lines.is_empty() => {
            lines.remove(line);
            *bytes = lines.concat().into_bytes();
        }
        5 if !lines.is_empty() => {
            lines.insert(other, lines[line]);
            *bytes = lines.concat().into_bytes();
        }
        6 if !lines.is_empty() => {
            lines.swap(line, other);
            *bytes = lines.concat().into_bytes();
        }
        // Words: keys, names and numbers are swapped or replaced.
        7 | 8 => {
            let words: Vec<&str> = text.split_inclusive(|c: char| !c.is_alphanumeric()).collect();
            let (one, two) = (dice.roll(words.len()), dice.roll(words.len()));
            let with = match dice.roll(3) {
                0 => words.get(two).copied().unwrap_or_default().to_owned(),
                1 => String::from_utf8_lossy(&junk).into_owned(),
                _ => "x".repeat(1 << dice.roll(18)),
            };
            let changed = words.iter().enumerate();
            let all: String =
                changed.map(|(n, word)| if n == one { with.as_str() } else { *word }).collect();
            *bytes = all.into_bytes();
        }
        9 => {
            let taken = dice.pick(others).cloned().unwrap_or_default();
            let from = dice.roll(taken.len());
            let end = (from + dice.roll(200)).min(taken.len());
            drop(bytes.splice(at..at, taken.get(from..end).unwrap_or_default().to_vec()));
        }
        10 => {
            let end = (at + dice.roll(60)).min(bytes.len());
            let copied = bytes.get(at..end).unwrap_or_default().repeat(1 + dice.roll(40));
            drop(bytes.splice(at..at, copied));
        }
        _ => bytes.extend(junk),
    }
}

/// A pack of the project, without its golden games.
fn pack(id: &str) -> Vec<(String, Vec<u8>)> {
    let folder = format!("content/{id}/");
    let kept = |path: &String| !path.contains("/golden/");
    let all = files(&folder).into_iter().filter(kept);
    all.map(|path| (path.trim_start_matches(&folder).to_owned(), read(&path).into_bytes()))
        .collect()
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

#[test]
fn mutated_packs() {
    let long = number("BOARDWRIGHT_FUZZ_SECONDS");
    let end = Instant::now() + Duration::from_secs(long.unwrap_or(SECONDS));
    let first = number("BOARDWRIGHT_FUZZ_SEED").unwrap_or(1);
    // The large pack gets a small share: parsing it takes as long as ten others.
    let ids =
        ["hello", "connect-four", "devtest", "hello", "tic-tac-toe", "devtest", "hello", "nippon"];
    let packs: Vec<_> = ids.iter().map(|id| (*id, pack(id))).collect();
    let most = if long.is_some() { u64::MAX } else { PACKS_MAX };
    let mut n_played = 0_u64;
    let mut n_packs = 0_u64;
    for seed in (first..).take(usize::try_from(most).unwrap_or(usize::MAX)) {
        if Instant::now() > end {
            break;
        }
        let mut dice = Dice(seed);
        let (id, good) = &packs[seed as usize % packs.len()];
        let mut all = good.clone();
        let others: Vec<Vec<u8>> = all.iter().map(|(_, bytes)| bytes.clone()).collect();
        for _ in 0..1 + dice.roll(3) {
            let at = dice.roll(all.len());
            if let Some((_, bytes)) = all.get_mut(at) {
                mutate(bytes, &others, &mut dice);
            }
        }
        let mut library = Library::new();
        library.add_memory(*id, all);
        let survived = catch_unwind(AssertUnwindSafe(|| endure(&library, &[id], seed)));
        let Ok((_, plays)) = survived else {
            panic!("BOARDWRIGHT_FUZZ_SEED={seed} panics (pack {id})");
        };
        n_packs += 1;
        n_played += u64::from(plays);
    }
    println!("{n_packs} packs, {n_played} of them played");
    assert!(
        n_packs < 50 || n_played * 20 > n_packs,
        "{n_played} of {n_packs} played: too much is broken"
    );
}

//! Guesses which known name was meant.

use std::cell::Cell;

/// How many names are compared while one set of packs is read. A file with thousands of unknown
/// names would otherwise be compared with thousands of known ones; only its first reports are shown.
const LOOKS_MAX: usize = 100_000;
/// Longer names are not compared letter by letter.
const LETTERS_MAX: usize = 64;

thread_local! {
    static LOOKS_LEFT: Cell<usize> = const { Cell::new(LOOKS_MAX) };
}

/// Starts counting anew: called where packs, or a scenario, are read.
pub fn rest() {
    LOOKS_LEFT.set(LOOKS_MAX);
}

/// Whether no more names are compared, so that nobody needs to gather them.
pub fn is_tired() -> bool {
    LOOKS_LEFT.get() == 0
}

/// How many more names are compared, so that nobody gathers more.
pub fn looks_left() -> usize {
    LOOKS_LEFT.get()
}

/// Takes one comparison; `false` when there are no more.
pub fn may_look() -> bool {
    let left = LOOKS_LEFT.get();
    LOOKS_LEFT.set(left.saturating_sub(1));
    left > 0
}

/// How many letters two names differ by; `None` if they are too long.
pub fn distance(a: &str, b: &str) -> Option<usize> {
    let short = |name: &str| name.len() <= LETTERS_MAX;
    (short(a) && short(b)).then(|| strsim::osa_distance(a, b))
}

/// The known name most like `name`, if it is likely that it was meant: a letter or two differ,
/// the words are the same in another order or spelling, or one begins with the other.
///
/// Of equally likely names the first is taken.
pub fn similar<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    if name.len() > 4 * LETTERS_MAX {
        return None;
    }
    // A third of the letters may be wrong, but names of one or two letters are all alike.
    let n_chars = name.chars().count();
    let most = n_chars.max(3) / 3;
    let plain = words(name);
    let lower = name.to_lowercase();
    let mut best: Option<(usize, &str)> = None;
    for candidate in known.filter(|candidate| *candidate != name) {
        if !may_look() {
            break;
        }
        if candidate.len() > 4 * LETTERS_MAX {
            continue;
        }
        let distance = if words(candidate) == plain {
            Some(0)
        } else if n_chars < 3 && candidate.chars().count() < 3 {
            continue;
        } else {
            distance(&lower, &candidate.to_lowercase())
        };
        // A common beginning counts less than letters that differ.
        let begins = begins(name, candidate);
        let distance = match distance {
            Some(distance) if !begins || distance <= most => distance,
            _ if begins => most + 1,
            _ => continue,
        };
        if distance <= most + usize::from(begins) && best.is_none_or(|(least, _)| distance < least)
        {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Whether one of two names, of three letters at least, is the beginning of the other.
fn begins(a: &str, b: &str) -> bool {
    a.len().min(b.len()) >= 3 && (a.starts_with(b) || b.starts_with(a))
}

/// The words of a name in alphabetical order, without case and hyphens.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = name.split(['-', '_', ' ', '.']).map(str::to_lowercase).collect();
    words.sort_unstable();
    words
}

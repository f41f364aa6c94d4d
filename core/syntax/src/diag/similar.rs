//! Guesses which known name was meant.

use std::cell::Cell;

/// Most name comparisons while one set of packs is read. Without a limit, a file with thousands of
/// unknown names would compare each with thousands of known ones, and only the first reports are
/// shown.
const LOOKS_MAX: usize = 100_000;
/// Longer names are not compared letter by letter.
const LETTERS_MAX: usize = 64;

thread_local! {
    static LOOKS_LEFT: Cell<usize> = const { Cell::new(LOOKS_MAX) };
}

/// Resets the counter; called before packs or a scenario are read.
pub fn rest() {
    LOOKS_LEFT.set(LOOKS_MAX);
}

/// Whether the comparisons are used up, so that callers need not gather names.
pub fn is_tired() -> bool {
    LOOKS_LEFT.get() == 0
}

/// How many comparisons are left, so that callers gather no more names than that.
pub fn looks_left() -> usize {
    LOOKS_LEFT.get()
}

/// Uses up one comparison; `false` if none is left.
pub fn may_look() -> bool {
    let left = LOOKS_LEFT.get();
    LOOKS_LEFT.set(left.saturating_sub(1));
    left > 0
}

/// The edit distance of two names; `None` if they are too long.
pub fn distance(a: &str, b: &str) -> Option<usize> {
    let short = |name: &str| name.len() <= LETTERS_MAX;
    (short(a) && short(b)).then(|| strsim::osa_distance(a, b))
}

/// The known name most similar to `name`, if it was likely meant: a letter or two differ, the words
/// are the same in another order or spelling, or one begins with the other.
///
/// Among equally likely names the first one wins.
pub fn similar<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    if name.len() > 4 * LETTERS_MAX {
        return None;
    }
    // A third of the letters may be wrong, but names of one or two letters are all similar.
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
        // A common prefix counts less than differing letters.
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

/// Whether one of two names, both of at least three letters, is a prefix of the other.
fn begins(a: &str, b: &str) -> bool {
    a.len().min(b.len()) >= 3 && (a.starts_with(b) || b.starts_with(a))
}

/// The words of a name in lower case and alphabetical order, without separators.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = name.split(['-', '_', ' ', '.']).map(str::to_lowercase).collect();
    words.sort_unstable();
    words
}

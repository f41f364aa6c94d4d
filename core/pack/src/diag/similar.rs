//! Guesses which known name was meant.

/// The known name most like `name`, if it is likely that it was meant: a letter or two differ,
/// the words are the same in another order or spelling, or one begins with the other.
///
/// Of equally likely names the first is taken.
pub fn similar<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    // A third of the letters may be wrong, but names of one or two letters are all alike.
    let most = name.chars().count().max(3) / 3;
    let plain = words(name);
    let mut best: Option<(usize, &str)> = None;
    for candidate in known.filter(|candidate| *candidate != name) {
        let distance = if words(candidate) == plain {
            0
        } else if name.chars().count() < 3 && candidate.chars().count() < 3 {
            continue;
        } else {
            strsim::osa_distance(&name.to_lowercase(), &candidate.to_lowercase())
        };
        // A common beginning counts less than letters that differ.
        let distance = match begins(name, candidate) && distance > most {
            true => most + 1,
            false => distance,
        };
        if distance <= most + usize::from(begins(name, candidate))
            && best.is_none_or(|(least, _)| distance < least)
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

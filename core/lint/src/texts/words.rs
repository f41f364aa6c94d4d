//! Numbers and names in texts, by language.

use std::collections::BTreeSet;

use super::verbs::{self, Verbs};

/// Fewest letters of a word that may stand for a longer name.
const WORD_MIN: usize = 4;
/// Most letters of an ending: `point`, `points`.
const ENDING_MAX: usize = 3;

/// How a language writes numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Language {
    words: &'static [(&'static str, i64)],
    /// Words without a meaning of their own.
    little: &'static [&'static str],
    /// The words for parsing clauses.
    pub verbs: &'static Verbs,
}

const ENGLISH: Language = Language {
    words: &[
        ("two", 2),
        ("twice", 2),
        ("both", 2),
        ("three", 3),
        ("thrice", 3),
        ("four", 4),
        ("five", 5),
        ("six", 6),
        ("seven", 7),
        ("eight", 8),
        ("nine", 9),
        ("ten", 10),
    ],
    little: &["with", "from", "this", "that", "your", "their", "first", "left", "for", "the"],
    verbs: &verbs::ENGLISH,
};

const FRENCH: Language = Language {
    words: &[
        ("deux", 2),
        ("double", 2),
        ("trois", 3),
        ("quatre", 4),
        ("cinq", 5),
        ("six", 6),
        ("sept", 7),
        ("huit", 8),
        ("neuf", 9),
        ("dix", 10),
    ],
    little: &["avec", "pour", "dans", "votre", "vos", "cette", "première", "premier", "les", "des"],
    verbs: &verbs::FRENCH,
};

const GERMAN: Language = Language {
    words: &[
        ("zwei", 2),
        ("zweimal", 2),
        ("beide", 2),
        ("beiden", 2),
        ("drei", 3),
        ("dreimal", 3),
        ("vier", 4),
        ("fünf", 5),
        ("sechs", 6),
        ("sieben", 7),
        ("acht", 8),
        ("neun", 9),
        ("zehn", 10),
    ],
    little: &["eine", "einer", "deine", "dieser", "erste", "ersten", "nach", "für", "der", "die"],
    verbs: &verbs::GERMAN,
};

impl Language {
    /// Finds a language by its short name, if its numbers are known.
    pub fn find(name: &str) -> Option<Self> {
        match name.split('-').next()? {
            "en" => Some(ENGLISH),
            "fr" => Some(FRENCH),
            "de" => Some(GERMAN),
            _ => None,
        }
    }

    /// The numbers in a text, as digits or words. Digits within a word are part of a name.
    pub fn numbers(self, text: &str) -> BTreeSet<i64> {
        let mut found = BTreeSet::new();
        found.extend(words(text).filter_map(|word| self.number(&word)));
        found
    }

    /// The number of a lower-case word.
    pub fn number(self, word: &str) -> Option<i64> {
        let spelt = self.words.iter().find(|(spelt, _)| *spelt == word);
        word.parse::<i64>().ok().or(spelt.map(|(_, number)| *number))
    }

    /// Whether the words begin with a name, exactly as written.
    pub fn begin_with(self, said: &[String], name: &str) -> bool {
        let name: Vec<String> = words(name).collect();
        !name.is_empty() && said.starts_with(&name)
    }

    /// Whether a word has a meaning of its own.
    pub fn is_meaningful(self, word: &str) -> bool {
        word.chars().count() >= WORD_MIN && !self.little.contains(&word)
    }

    /// Whether a text mentions a name: the whole name, or a meaningful word of the name or id, with
    /// any ending.
    pub fn names(self, text: &str, id: &str, name: &str) -> bool {
        let lower = text.to_lowercase();
        if lower.contains(&name.to_lowercase()) {
            return true;
        }
        let said: Vec<String> = words(text).collect();
        let is_meaningful = |word: &String| self.is_meaningful(word);
        words(name)
            .chain(words(id))
            .filter(is_meaningful)
            .any(|word| said.iter().any(|it| alike(it, &word)))
    }
}

/// Whether two words are the same except for their ending, or one is part of the other.
pub(super) fn alike(one: &str, other: &str) -> bool {
    let shared = one.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    let (one_len, other_len) = (one.chars().count(), other.chars().count());
    let rest = one_len.max(other_len) - shared;
    shared >= WORD_MIN - 1 && rest <= ENDING_MAX || one.contains(other)
}

pub(super) fn words(text: &str) -> impl Iterator<Item = String> {
    let all = text.split(|char: char| !char.is_alphanumeric());
    all.filter(|word| !word.is_empty()).map(str::to_lowercase)
}

#[cfg(test)]
mod tests {
    use super::Language;

    fn numbers(language: &str, text: &str) -> Vec<i64> {
        Language::find(language).map_or_else(Vec::new, |it| it.numbers(text).into_iter().collect())
    }

    #[test]
    fn numbers_are_digits_or_words() {
        assert_eq!(numbers("en", "Gain 12 wood, two fish and B4 (twice): 3A, +5"), [2, 5, 12]);
        assert_eq!(numbers("fr-CA", "Gagnez trois bois, ou dix-sept, ou 4."), [3, 4, 7, 10]);
        assert_eq!(numbers("de", "Zweimal fünf Holz; einmal Fisch"), [2, 5]);
        assert_eq!(numbers("xx", "2"), [] as [i64; 0]);
    }

    #[test]
    fn a_name_may_have_another_ending_or_be_part_of_a_word() {
        let names = |language: &str, text: &str, id: &str, name: &str| {
            Language::find(language).is_some_and(|it| it.names(text, id, name))
        };
        assert!(names("en", "Gain 1 point.", "vp", "Victory points"));
        assert!(names("en", "2 steps on R&D", "rnd", "R&D"));
        assert!(!names("en", "Gain 2 wood.", "fish", "Dried fish"));
        assert!(names("de", "Drei Holzbretter", "wood", "Holz"));
        assert!(!names("de", "Drei Punkte", "wood", "Holz"));
        assert!(names("fr", "Gagnez 2 points", "vp", "Points de victoire"));
    }
}

//! The engine's own words for people, in the languages it knows. The only place for them:
//! everything else people read comes from packs.
//!
//! Canonical texts of options are not meant for people: they are the same in every language.

mod phrases;
#[cfg(test)]
mod tests;

use std::fmt::{Display, Write};

use phrases::PHRASES;

/// A language the engine speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Language {
    /// English, the language the phrases are written in.
    #[default]
    English,
    /// French.
    French,
    /// German.
    German,
}

impl Language {
    /// The language with a short name, with or without a country: `de`, `de-AT`. English if it is
    /// unknown.
    pub fn find(name: &str) -> Self {
        match name.split(['-', '_']).next().unwrap_or_default() {
            "fr" => Language::French,
            "de" => Language::German,
            _ => Language::English,
        }
    }

    /// The default name of a seat, by its number from 1.
    pub fn seat(self, number: usize) -> String {
        self.say("Player {0}", &[&number])
    }

    /// Whether a seat has a default name.
    pub fn is_seat(name: &str) -> bool {
        let number = name.rsplit_once(' ').and_then(|(_, number)| number.parse().ok());
        let all = [Language::English, Language::French, Language::German];
        number.is_some_and(|number| all.iter().any(|language| language.seat(number) == name))
    }

    /// Whether a number takes the singular: 1 does, and in French also anything smaller.
    pub fn is_one(self, n: i32) -> bool {
        match self {
            Language::French => n.unsigned_abs() < 2,
            Language::English | Language::German => n.unsigned_abs() == 1,
        }
    }

    /// A phrase without gaps.
    pub fn word(self, phrase: &'static str) -> &'static str {
        let at = match self {
            Language::English => return phrase,
            Language::French => 1,
            Language::German => 2,
        };
        let found = PHRASES.binary_search_by_key(&phrase, |said| said[0]);
        found.ok().and_then(|row| PHRASES.get(row)).map_or(phrase, |said| said[at])
    }

    /// A name inside a sentence: in French it starts with a lowercase letter there.
    pub fn inside(self, name: &str) -> String {
        let mut chars = name.chars();
        match (self, chars.next()) {
            (Language::French, Some(first)) if chars.all(|char| !char.is_uppercase()) => {
                let rest = name.get(first.len_utf8()..).unwrap_or_default();
                first.to_lowercase().chain(rest.chars()).collect()
            }
            _ => name.to_owned(),
        }
    }

    /// A phrase with its gaps `{0}`, `{1}` ... filled in order.
    pub fn say(self, phrase: &'static str, with: &[&dyn Display]) -> String {
        let mut text = String::new();
        let mut rest = self.word(phrase);
        while let Some((before, after)) = rest.split_once('{') {
            text.push_str(before);
            let (gap, behind) = after.split_once('}').unwrap_or((after, ""));
            if let Some(thing) = gap.parse().ok().and_then(|n: usize| with.get(n)) {
                // Writing to a string cannot fail.
                let _ = write!(text, "{thing}");
            }
            rest = behind;
        }
        text.push_str(rest);
        text
    }
}

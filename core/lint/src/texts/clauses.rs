//! Splits a text into sentences: the trigger, and the amounts with their direction.
//!
//! Only unambiguous parts are read. Conditions, bounds and comparisons are skipped.

use super::verbs::Way;
use super::words::Language;

/// How many words after a number its name may follow.
const REACH: usize = 4;

/// How many words behind "if" may tell a trigger.
const IF_MAX: usize = 4;

/// A sentence.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Sentence {
    /// The words of the trigger: "you build another tile".
    pub trigger: Option<Vec<String>>,
    /// Whether "if" opens them: then they may tell a condition as well.
    pub is_if: bool,
    /// Whether it tells a price: "Costs 2 wood".
    pub is_price: bool,
    /// The amounts in the rest.
    pub amounts: Vec<Said>,
}

/// A number, and the words that may name its unit, the nearest first.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Said {
    pub number: i64,
    pub words: Vec<String>,
    pub way: Option<Way>,
}

#[derive(Clone, Debug)]
struct Word {
    text: String,
    /// The punctuation after it: one of `,` `:` `;`.
    mark: Option<char>,
}

impl Language {
    /// The sentences of a text.
    pub fn sentences(self, text: &str) -> Vec<Sentence> {
        let all = text.split(['.', '!', '?']).map(words).filter(|words| !words.is_empty());
        all.map(|words| self.sentence(words)).collect()
    }

    fn sentence(self, mut words: Vec<Word>) -> Sentence {
        let is_price = words.first().is_some_and(|word| self.verbs.is_price(&word.text));
        let told = self.take_trigger(&mut words);
        let is_if = told.is_none();
        let trigger = told.or_else(|| self.take_if(&mut words));
        let is_if = is_if && trigger.is_some();
        let mut amounts = vec![];
        for clause in words.split_inclusive(|word| word.mark == Some(';')) {
            self.clause(clause, is_price, &mut amounts);
        }
        Sentence { trigger, is_if, is_price, amounts }
    }

    /// Cuts out "if you gather", where it is short and tells of a deed.
    fn take_if(self, words: &mut Vec<Word>) -> Option<Vec<String>> {
        let head = words.first()?.text.as_str();
        let mark = words.iter().position(|word| word.mark.is_some())?;
        let told = words.get(1..=mark).filter(|_| self.verbs.if_heads.contains(&head))?;
        let is_deed = told.get(1).is_some_and(|word| self.verbs.is_deed(&word.text));
        let is_plain =
            told.len() <= IF_MAX && !told.iter().any(|it| self.number(&it.text).is_some());
        if !is_deed || !is_plain {
            return None;
        }
        let told = told.iter().map(|word| word.text.clone()).collect();
        words.drain(..=mark);
        Some(told)
    }

    /// Cuts out the words of the trigger.
    fn take_trigger(self, words: &mut Vec<Word>) -> Option<Vec<String>> {
        let opens = |at: usize, heads: &[&[&str]]| {
            let fits = |head: &&&[&str]| {
                let here = words.iter().skip(at).map(|word| word.text.as_str());
                here.take(head.len()).eq(head.iter().copied())
            };
            heads.iter().find(fits).map(|head| head.len())
        };
        let inner = (0..words.len())
            .find_map(|at| opens(at, self.verbs.inner_heads).map(|length| (at, length)));
        let (start, length) = inner.or_else(|| Some((0, opens(0, self.verbs.heads)?)))?;
        let from = start + length;
        let mark = words.iter().skip(from).position(|word| word.mark.is_some());
        let to = match mark {
            Some(mark) => from + mark + 1,
            None if start > 0 => words.len(),
            // Without punctuation its end is unknown.
            None => return None,
        };
        let told = words.get(from..to)?.iter().map(|word| word.text.clone()).collect();
        words.drain(start..to);
        Some(told)
    }

    fn clause(self, words: &[Word], is_price: bool, found: &mut Vec<Said>) {
        let mut way = None;
        let mut rest = words;
        while !rest.is_empty() {
            let (part, exchanged) = self.part(rest);
            rest = rest.get(part.len()..).unwrap_or_default();
            // What something else costs is a condition: "a tile that costs 3 wood".
            let is_else = !is_price && part.iter().any(|word| self.verbs.is_price(&word.text));
            if !is_else {
                way = self.amounts(part, way, found);
            }
            if exchanged {
                way = way.map(Way::back);
            }
        }
    }

    /// The words up to the next punctuation, "and", or "for" with a number; returns whether it is
    /// the last part.
    fn part(self, words: &[Word]) -> (&[Word], bool) {
        for (at, word) in words.iter().enumerate() {
            let text = word.text.as_str();
            let next = words.get(at + 1);
            let counted = next.is_some_and(|next| self.number(&next.text).is_some());
            let exchanged = counted && self.verbs.exchange.contains(&text);
            if exchanged || word.mark.is_some() || self.verbs.between.contains(&text) {
                return (words.get(..=at).unwrap_or_default(), exchanged);
            }
        }
        (words, false)
    }

    /// The amounts of a part, and the direction of what follows it.
    fn amounts(self, part: &[Word], before: Option<Way>, found: &mut Vec<Said>) -> Option<Way> {
        let ways: Vec<Way> = part.iter().filter_map(|word| self.verbs.way(&word.text)).collect();
        let way = match ways.split_first() {
            None => before,
            Some((first, others)) => others.iter().all(|it| it == first).then_some(*first),
        };
        if part.iter().any(|word| self.verbs.conditions.contains(&word.text.as_str())) {
            return way;
        }
        for (at, word) in part.iter().enumerate() {
            let Some(number) = self.number(&word.text).filter(|number| *number > 0) else {
                continue;
            };
            let last = at.checked_sub(1).and_then(|at| part.get(at));
            if last.is_some_and(|last| self.verbs.bounds.contains(&last.text.as_str())) {
                continue;
            }
            let after = part.iter().skip(at + 1).map(|word| &word.text).take(REACH);
            let ends = |word: &&String| {
                self.number(word).is_some() || self.verbs.ends.contains(&word.as_str())
            };
            let words: Vec<String> = after.take_while(|word| !ends(word)).cloned().collect();
            found.push(Said { number, words, way });
        }
        way
    }
}

fn words(text: &str) -> Vec<Word> {
    let mut found: Vec<Word> = vec![];
    let mut open = false;
    for char in text.chars() {
        if char.is_alphanumeric() {
            match found.last_mut().filter(|_| open) {
                Some(word) => word.text.extend(char.to_lowercase()),
                None => found.push(Word { text: char.to_lowercase().collect(), mark: None }),
            }
            open = true;
        } else {
            open = false;
            if let Some(word) =
                found.last_mut().filter(|_| matches!(char, ',' | ':' | ';' | '(' | ')'))
            {
                word.mark.get_or_insert(char);
            }
        }
    }
    found
}

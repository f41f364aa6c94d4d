//! Words renamed in language 1.0. They are looked up only where a word is unknown.

/// In steps: the old word, and what to write now.
const STEPS: &[(&str, &str)] = &[
    ("amounts", "the resources themselves"),
    ("by", "`who` beside the verb"),
    ("control", "`set_controller`"),
    ("give", "`return`"),
    ("gives", "`returns`"),
    ("of", "`who` beside the verb"),
    ("own", "`set_owner`"),
    ("seat", "`as_seat`"),
    ("unless", "`reason`"),
    ("use", "`trigger`"),
    ("when", "`if`"),
];

/// In the entries of sections.
const SECTIONS: &[(&str, &str)] = &[
    ("gives", "`returns`"),
    ("needs", "`params`"),
    ("on", "`when`"),
    ("per", "`held_by` for who has it, `rate` in `pays_as`, `for_one_point` in `hints`"),
];

/// What to write in a step instead of an unknown word.
pub fn formerly(word: &str) -> Option<String> {
    now(STEPS, word)
}

/// What to write in an entry instead of an unknown key.
pub fn formerly_in_entry(key: &str) -> Option<String> {
    now(SECTIONS, key)
}

fn now(renamed: &[(&str, &str)], word: &str) -> Option<String> {
    let (_, now) = renamed.iter().find(|(old, _)| *old == word)?;
    Some(format!("write {now}; `boardwright fix` rewrites packs of older versions"))
}

#[cfg(test)]
mod tests {
    #[test]
    fn words_are_sorted() {
        assert!(super::STEPS.is_sorted() && super::SECTIONS.is_sorted());
    }
}

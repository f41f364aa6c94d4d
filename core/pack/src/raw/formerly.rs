//! Words that were called otherwise before language 1.0.

/// What was written and what is written now. Words that are still in use elsewhere may stand here
/// too: they are looked up only where they are not known.
const RENAMED: &[(&str, &str)] = &[
    ("amounts", "the resources themselves"),
    ("by", "`who` beside the verb"),
    ("control", "`set_controller`"),
    ("give", "`return`"),
    ("gives", "`returns`"),
    ("label", "`reason`"),
    ("needs", "`params`"),
    ("of", "`who` beside the verb"),
    ("on", "`when`"),
    ("own", "`set_owner`"),
    ("per", "`held_by` for who has it, `rate` in `pays_as`, `for_one_point` in `hints`"),
    ("seat", "`as_seat`"),
    ("unless", "`reason`"),
    ("use", "`trigger`"),
    ("when", "`if`"),
];

/// What to write in place of a word that is not known any more.
pub(crate) fn formerly(word: &str) -> Option<String> {
    let (_, now) = RENAMED.iter().find(|(old, _)| *old == word)?;
    Some(format!("write {now}; `boardwright fix` rewrites packs of older versions"))
}

#[cfg(test)]
mod tests {
    #[test]
    fn words_are_sorted() {
        assert!(super::RENAMED.is_sorted());
    }
}

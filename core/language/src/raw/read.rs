//! The keys whose text players read. For steps, the forms say so; those of entries are listed here.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use super::step::{COMMON, Form, VERBS};

/// Keys of entries whose text players read.
const OF_ENTRIES: [&str; 7] = ["name", "plural", "text", "label", "show", "each", "short"];

static KEYS: LazyLock<BTreeSet<&'static str>> = LazyLock::new(|| {
    let is_text = |form: Form| matches!(form, Form::Text | Form::Template);
    let keys = VERBS.iter().flat_map(|verb| verb.keys.iter().chain(verb.beside)).chain(COMMON);
    let keys = keys.filter(|key| is_text(key.form)).map(|key| key.key);
    let says = |short: &super::step::Short| short.key.is_empty() && is_text(short.form);
    let verbs = VERBS.iter().filter(|verb| verb.short.as_ref().is_some_and(says));
    keys.chain(verbs.map(|verb| verb.verb)).chain(OF_ENTRIES).collect()
});

/// Whether players read the text under a key.
pub fn is_read(key: &str) -> bool {
    KEYS.contains(key)
}

/// Whether the value of a key is not a rule, but a text for players or for other authors.
pub fn is_remark(key: &str) -> bool {
    // The verb `each` holds steps, and an entry may be called `short`.
    key == "source" || (!["each", "short"].contains(&key) && is_read(key))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_read_is_known_by_its_form() {
        let keys: Vec<&str> = KEYS.iter().copied().collect();
        assert_eq!(
            keys.join(" "),
            "ask called each label name note plural reason short show stop_label text"
        );
    }
}

//! The words of the language before 1.0 and of 1.0. They are listed again here, independent of the
//! compiler: packs written years ago must still be recognized when the compiler no longer knows
//! them.

use boardwright_syntax::yaml::{Kind, Map, Node};

/// Verbs of both languages.
pub(super) const VERBS: &[&str] = &[
    "gain",
    "lose",
    "set",
    "advance",
    "retreat",
    "pay",
    "move",
    "shuffle",
    "refill",
    "flip",
    "own",
    "control",
    "set_owner",
    "set_controller",
    "choose",
    "pick",
    "amount",
    "may",
    "secretly",
    "travel",
    "try",
    "when",
    "repeat",
    "each",
    "turns",
    "call",
    "perform",
    "give",
    "return",
    "end",
    "script",
    "let",
    "find",
    "require",
    "note",
    "emit",
    "use",
    "trigger",
    "begin",
    "commit",
    "score",
    "majority",
];

/// Keys allowed beside a verb in one of the languages.
pub(super) const BESIDE: &[&str] = &[
    "if", "as", "key", "label", "reason", "source", "do", "else", "with", "gives", "returns",
    "who", "to",
];

/// Sections without steps or other content to rewrite.
pub(super) const PLAIN_SECTIONS: &[&str] = &[
    "values", "sets", "events", "kinds", "windows", "periods", "lines", "ranking", "table",
    "automa",
];

/// Manifest keys that are not read like sections.
pub(super) const MANIFEST_KEYS: &[&str] = &[
    "id",
    "title",
    "version",
    "engine",
    "players",
    "extends",
    "conflicts",
    "options",
    "licence",
    "credits",
    "language",
    "text",
    "notices",
];

/// Keys of an entry that are not attributes.
pub(super) const ENTRY_KEYS: &[&str] = &[
    "id", "name", "text", "count", "zone", "owner", "like", "tags", "note", "abstract", "section",
];

/// Whether a word is a verb.
pub(super) fn is_verb(word: &str) -> bool {
    VERBS.contains(&word)
}

/// Whether a mapping has a verb.
pub(super) fn has_verb(map: &Map) -> bool {
    map.entries.iter().any(|entry| is_verb(&entry.key))
}

/// Whether a value can only be a list of steps.
pub(super) fn looks_like_steps(node: &Node) -> bool {
    let is_step = |item: &Node| match &item.kind {
        Kind::Text(word) => word == "commit",
        Kind::Map(map) => {
            let n_verbs = map.entries.iter().filter(|entry| is_verb(&entry.key)).count();
            let is_known = |key: &str| is_verb(key) || BESIDE.contains(&key);
            let is_if = map.get("if").is_some() && map.get("do").is_some();
            map.entries.iter().all(|entry| is_known(&entry.key))
                && (n_verbs == 1 || (n_verbs == 0 && is_if))
        }
        _ => false,
    };
    node.as_seq().is_some_and(|items| !items.is_empty() && items.iter().all(is_step))
}

/// Whether a key belongs to a table by number of players or option: `2`, `_`, `long=yes`.
pub(super) fn is_table_key(key: &str) -> bool {
    let is_number = key.parse::<u8>().is_ok_and(|players| (1..=8).contains(&players));
    let is_option = key
        .split_once('=')
        .is_some_and(|(id, value)| !id.is_empty() && matches!(value, "yes" | "no"));
    key == "_" || is_number || is_option
}

/// Whether a mapping is a table by number of players or option.
pub(super) fn is_table(map: &Map) -> bool {
    !map.entries.is_empty() && map.entries.iter().all(|entry| is_table_key(&entry.key))
}

/// Whether the text of a `call` means printed steps, such as `tile.reward`: it is more than a name.
pub(super) fn is_printed(text: &str) -> bool {
    !text.chars().all(|char| char.is_ascii_alphanumeric() || "-_".contains(char))
}

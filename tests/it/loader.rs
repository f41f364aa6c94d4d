//! The loader survives any input. The fuzz target in `tests/fuzz` digs deeper.

use boardwright_tests::{read, survive};
use proptest::prelude::*;

/// Fragments of YAML and Lua for random packs.
const WORDS: &[&str] = &[
    "tiles:",
    "procedures:",
    "play:",
    "resources:",
    "kinds:",
    "zones:",
    "patch:",
    "- at: x",
    "mill:",
    "  ",
    "\n",
    "\n  ",
    "\n    ",
    "{",
    "}",
    "[",
    "]",
    ":",
    ", ",
    "- ",
    "gain",
    "pay",
    "pick",
    "each",
    "repeat",
    "do",
    "as",
    "if",
    "wood",
    "fish",
    "it.cost",
    "1",
    "-1",
    "99999999999",
    "\"",
    "'",
    "#",
    "count(",
    ")",
    "me.",
    "==",
    "and",
    "&a",
    "*a",
    "!!x",
    "|",
    ">",
    "~",
    "true",
    "\u{feff}",
    "\t",
    "like: mill",
    "ability:",
    "when: built",
    "modify:",
    "function ",
    "while true do end",
    "ask{}",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn any_words(picks in prop::collection::vec(0..WORDS.len(), 0..60)) {
        let text: String = picks.into_iter().map(|at| WORDS[at]).collect();
        survive(text.as_bytes());
    }

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        survive(&bytes);
    }

    #[test]
    fn a_good_file_with_a_slip(at in 0..2000_usize, cut in 0..40_usize, word in 0..WORDS.len()) {
        // A second copy of the tiles: every id exists twice, and somewhere there is a slip.
        let mut text = read("content/hello/tiles.yaml");
        let from = text.floor_char_boundary(at.min(text.len()));
        let to = text.floor_char_boundary((from + cut).min(text.len()));
        text.replace_range(from..to, WORDS[word]);
        survive(text.as_bytes());
    }
}

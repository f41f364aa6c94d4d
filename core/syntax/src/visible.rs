//! Makes untrusted text safe to print: characters that a terminal would obey are escaped.
//!
//! Packs, scripts, saves, file names and arguments are written by others. Escape codes in them
//! could move the cursor, write to the clipboard or reverse text. The escapes are those of JSON
//! (`\u001b`), so that printed JSON keeps its meaning.

use std::borrow::Cow;
use std::fmt::Write;

/// Whether a character must not reach a terminal as it is: control characters except line breaks
/// and tabs, characters that change the direction of writing, and invisible characters.
///
/// The joiners U+200C and U+200D are allowed, because some scripts and emoji need them.
pub fn is_hostile(char: char) -> bool {
    match char {
        '\n' | '\t' => false,
        // Soft hyphen and combining joiner: invisible, but they make texts differ.
        '\u{ad}' | '\u{34f}' => true,
        // Direction marks, embeddings, overrides and isolates.
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            true
        }
        // Zero-width blanks, and foreign line breaks.
        '\u{200b}'
        | '\u{2028}'
        | '\u{2029}'
        | '\u{2060}'..='\u{2065}'
        | '\u{206a}'..='\u{206f}' => true,
        '\u{180e}' | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' => true,
        '\u{feff}' | '\u{fff9}'..='\u{fffb}' => true,
        // Tags spell hidden text.
        '\u{e0000}'..='\u{e007f}' => true,
        // Noncharacters.
        '\u{fdd0}'..='\u{fdef}' => true,
        _ => char.is_control() || u32::from(char) & 0xfffe == 0xfffe,
    }
}

/// The text with every hostile character escaped.
pub fn visible(text: &str) -> Cow<'_, str> {
    // Most texts are plain, and that is seen many bytes at a time.
    let is_plain = |byte: &u8| matches!(byte, b' '..=b'~' | b'\n' | b'\t');
    if text.as_bytes().iter().all(is_plain) || !text.chars().any(is_hostile) {
        return Cow::Borrowed(text);
    }
    let mut clean = String::with_capacity(text.len() + 16);
    for char in text.chars() {
        match is_hostile(char) {
            true => write_out(&mut clean, char),
            false => clean.push(char),
        }
    }
    Cow::Owned(clean)
}

/// The same for text that must stay on one line: line breaks and tabs are escaped as well.
pub fn visible_line(text: &str) -> Cow<'_, str> {
    if !text.contains(['\n', '\t']) {
        return visible(text);
    }
    Cow::Owned(visible(text).replace('\n', "\\n").replace('\t', "\\t"))
}

/// Escapes one character: `\u001b`.
pub fn write_out(text: &mut String, char: char) {
    for unit in char.encode_utf16(&mut [0; 2]) {
        // Writing to a string cannot fail.
        let _ = write!(text, "\\u{unit:04x}");
    }
}

/// Wider columns are not aligned. Widths in format strings must be below 65,536 or the program
/// panics, so all texts of arbitrary length are padded here.
const PADDING_MAX: usize = 1_000;

/// That many blanks, up to the limit.
pub fn blanks(n: usize) -> String {
    " ".repeat(n.min(PADDING_MAX))
}

/// The text, padded with blanks on the right to a width.
pub fn pad(text: &str, width: usize) -> String {
    format!("{text}{}", blanks(width.saturating_sub(text.chars().count())))
}

/// The text, padded with blanks on the left to a width.
pub fn pad_left(text: &str, width: usize) -> String {
    format!("{}{text}", blanks(width.saturating_sub(text.chars().count())))
}

#[cfg(test)]
mod tests {
    use super::{is_hostile, pad, pad_left, visible, visible_line};

    #[test]
    fn what_a_terminal_would_obey_is_written_out() {
        assert_eq!(visible("mill \u{1b}[2J\u{9b}x"), "mill \\u001b[2J\\u009bx");
        assert_eq!(visible("a\u{202e}b\u{2066}"), "a\\u202eb\\u2066");
        assert_eq!(visible("\r\n\u{7}\u{7f}"), "\\u000d\n\\u0007\\u007f");
        assert_eq!(visible("\u{e0041}"), "\\udb40\\udc41");
        assert_eq!(visible_line("a\nb\tc"), "a\\nb\\tc");
    }

    #[test]
    fn what_people_write_stays() {
        let text = "Grüße, 日本 \u{1f469}\u{200d}\u{1f33e} می\u{200c}خواهم e\u{301}\n\tx";
        assert_eq!(visible(text), text);
        assert!(!text.chars().any(is_hostile));
    }

    #[test]
    fn widths_of_any_size_are_padded() {
        assert_eq!((pad("é", 3), pad_left("é", 3)), ("é  ".to_owned(), "  é".to_owned()));
        assert!(pad("x", 1 << 20).len() < 2_000);
        assert_eq!(pad("mill", 2), "mill");
    }

    #[test]
    fn json_keeps_its_meaning() {
        for text in ["\u{9b}\u{202e}\u{2028}\u{e0041}\u{feff}", "\u{7f}"] {
            let json = serde_json::to_string(text).expect("a text");
            let back: String = serde_json::from_str(&visible(&json)).expect("still JSON");
            assert_eq!(back, text);
        }
    }
}

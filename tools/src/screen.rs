//! All output goes through a [`Screen`], so that no untrusted text reaches the terminal unescaped,
//! whoever prints it and wherever it came from.
//!
//! Control characters, and those that reverse or hide text, are escaped. Our own styling may pass
//! if it is enabled: the plain codes for colours and weight, and nothing else.

use std::io::{self, Write};

use boardwright_syntax::visible::{is_hostile, write_out};

/// The longest code for a colour, in bytes.
const STYLE_LEN_MAX: usize = 16;

/// Clears a terminal. It passes if there is a terminal and nothing else is written with it.
pub const CLEAR: &str = "\x1b[2J\x1b[3J\x1b[H";

/// Clears only the visible part; earlier output remains in the scrollback.
pub const HOME: &str = "\x1b[H\x1b[J";

/// A filter in front of the real writer.
pub struct Screen<'w> {
    inner: &'w mut dyn Write,
    /// Whether colour codes may pass.
    styled: bool,
    /// Whether it writes to a terminal.
    is_terminal: bool,
    /// The end of the input so far, if it may be incomplete.
    held: Vec<u8>,
}

/// What to do with the start of a text.
enum Next {
    /// Print this many bytes unchanged.
    Pass(usize),
    /// Escape its first character.
    WriteOut,
    /// Drop this many bytes.
    Drop(usize),
    /// Undecidable until more input arrives.
    Wait,
}

impl<'w> Screen<'w> {
    /// A screen in front of a writer.
    pub fn new(inner: &'w mut dyn Write, styled: bool, is_terminal: bool) -> Self {
        Self { inner, styled, is_terminal, held: vec![] }
    }

    /// Prints what was held back; nothing more follows.
    fn finish(&mut self) -> io::Result<()> {
        let held = std::mem::take(&mut self.held);
        let mut clean = String::new();
        for char in String::from_utf8_lossy(&held).chars() {
            match is_hostile(char) {
                true => write_out(&mut clean, char),
                false => clean.push(char),
            }
        }
        self.inner.write_all(clean.as_bytes())
    }

    /// Decides about a text that begins with a hostile character.
    fn next(&self, text: &str, found: char) -> Next {
        let rest = text.get(found.len_utf8()..).unwrap_or_default();
        match found {
            '\r' if rest.starts_with('\n') => Next::Drop(1),
            '\r' if rest.is_empty() => Next::Wait,
            '\u{1b}' if self.styled => style(text),
            _ => Next::WriteOut,
        }
    }
}

/// Decides about a text that begins with an escape character: only `ESC [ 1 ; 31 m` may pass.
fn style(text: &str) -> Next {
    let inside = text.get(1..).unwrap_or_default();
    let Some(codes) = inside.strip_prefix('[') else {
        return if inside.is_empty() { Next::Wait } else { Next::WriteOut };
    };
    let end = codes.find(|char: char| !char.is_ascii_digit() && char != ';');
    match end {
        None if text.len() < STYLE_LEN_MAX => Next::Wait,
        Some(end) if codes.as_bytes().get(end) == Some(&b'm') => {
            match is_plain(codes.get(..end).unwrap_or_default()) {
                true => Next::Pass(end + 3),
                false => Next::WriteOut,
            }
        }
        _ => Next::WriteOut,
    }
}

/// Whether codes set only weight, slant, underlining and text colour. Others hide text or make it
/// blink.
fn is_plain(codes: &str) -> bool {
    let numbers: Option<Vec<u8>> = match codes {
        "" => Some(vec![]),
        _ => codes.split(';').map(|code| code.parse().ok()).collect(),
    };
    let plain = |code: &u8| matches!(code, 0..=4 | 22..=24 | 30..=37 | 39 | 90..=97);
    match numbers.as_deref() {
        Some([38, 5, _]) => true,
        Some(codes) => codes.iter().all(plain),
        None => false,
    }
}

impl Write for Screen<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let empties = [CLEAR, HOME].iter().any(|it| it.as_bytes() == bytes);
        if self.is_terminal && self.held.is_empty() && empties {
            self.inner.write_all(bytes)?;
            return Ok(bytes.len());
        }
        let mut all = std::mem::take(&mut self.held);
        all.extend_from_slice(bytes);
        let mut clean = String::with_capacity(all.len());
        let mut rest = all.as_slice();
        'bytes: while !rest.is_empty() {
            let (text, broken) = match str::from_utf8(rest) {
                Ok(text) => (text, None),
                Err(error) => {
                    let (good, _) = rest.split_at(error.valid_up_to());
                    (str::from_utf8(good).unwrap_or_default(), Some(error.error_len()))
                }
            };
            let mut text_left = text;
            while let Some(at) = text_left.find(is_hostile) {
                clean.push_str(&text_left[..at]);
                text_left = &text_left[at..];
                let found = text_left.chars().next().unwrap_or_default();
                let n_bytes = match self.next(text_left, found) {
                    Next::Pass(n_bytes) => {
                        clean.push_str(&text_left[..n_bytes]);
                        n_bytes
                    }
                    Next::Drop(n_bytes) => n_bytes,
                    // Invalid bytes follow, so there is nothing to wait for.
                    Next::Wait if broken.is_none() => {
                        self.held = text_left.as_bytes().to_vec();
                        break 'bytes;
                    }
                    Next::WriteOut | Next::Wait => {
                        write_out(&mut clean, found);
                        found.len_utf8()
                    }
                };
                text_left = &text_left[n_bytes..];
            }
            clean.push_str(text_left);
            rest = &rest[text.len()..];
            match broken {
                None => {}
                // An incomplete character.
                Some(None) => {
                    self.held = rest.to_vec();
                    break 'bytes;
                }
                Some(Some(n_bytes)) => {
                    clean.push(char::REPLACEMENT_CHARACTER);
                    rest = rest.get(n_bytes..).unwrap_or_default();
                }
            }
        }
        self.inner.write_all(clean.as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.finish()?;
        self.inner.flush()
    }
}

impl Drop for Screen<'_> {
    fn drop(&mut self) {
        // Errors can no longer be reported.
        let _ = self.finish();
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::{CLEAR, HOME, Screen};

    /// The output when bytes are written in chunks of a size.
    fn printed(bytes: &[u8], styled: bool, size: usize) -> String {
        let mut out = vec![];
        let mut screen = Screen::new(&mut out, styled, styled);
        bytes.chunks(size).for_each(|piece| screen.write_all(piece).expect("memory"));
        drop(screen);
        String::from_utf8(out).expect("text")
    }

    #[test]
    fn nothing_but_plain_colours_passes_in_pieces_of_any_size() {
        let cases: &[(&str, &str, &str)] = &[
            ("plain\ttext\n", "plain\ttext\n", "plain\ttext\n"),
            (
                "\u{1b}[1m\u{1b}[91mred\u{1b}[0m",
                "\u{1b}[1m\u{1b}[91mred\u{1b}[0m",
                "\\u001b[1m\\u001b[91mred\\u001b[0m",
            ),
            ("\u{1b}[38;5;12mx\u{1b}[m", "\u{1b}[38;5;12mx\u{1b}[m", "\\u001b[38;5;12mx\\u001b[m"),
            ("\u{1b}[8mhidden", "\\u001b[8mhidden", "\\u001b[8mhidden"),
            ("\u{1b}[2J\u{1b}[H", "\\u001b[2J\\u001b[H", "\\u001b[2J\\u001b[H"),
            ("\u{1b}]52;c;eA==\u{7}", "\\u001b]52;c;eA==\\u0007", "\\u001b]52;c;eA==\\u0007"),
            ("\u{9b}31m \u{202e}abc", "\\u009b31m \\u202eabc", "\\u009b31m \\u202eabc"),
            ("a\r\nb\rc", "a\nb\\u000dc", "a\nb\\u000dc"),
            ("end\u{1b}", "end\\u001b", "end\\u001b"),
            ("end\u{1b}[31", "end\\u001b[31", "end\\u001b[31"),
            ("日本 é\u{301} \u{1f33e}", "日本 é\u{301} \u{1f33e}", "日本 é\u{301} \u{1f33e}"),
        ];
        for (text, styled, plain) in cases {
            for size in 1..=text.len() {
                assert_eq!(&printed(text.as_bytes(), true, size), styled, "{size}");
                assert_eq!(&printed(text.as_bytes(), false, size), plain, "{size}");
            }
        }
    }

    #[test]
    fn only_a_terminal_is_made_empty() {
        for code in [CLEAR, HOME] {
            let (bytes, n_bytes) = (code.as_bytes(), code.len());
            assert_eq!(printed(bytes, true, n_bytes), code);
            assert!(!printed(bytes, false, n_bytes).contains('\u{1b}'));
            assert!(!printed(format!("a{code}").as_bytes(), true, 100).contains("\u{1b}["));
        }
    }

    #[test]
    fn bytes_that_are_no_text_do_no_harm() {
        for size in 1..=8 {
            assert_eq!(printed(b"a\xff\x1b[2Jb", true, size), "a\u{fffd}\\u001b[2Jb", "{size}");
            assert_eq!(printed(b"a\xe6\x97", false, size), "a\u{fffd}", "{size}");
        }
    }
}

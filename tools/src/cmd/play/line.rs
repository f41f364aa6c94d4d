//! Reads what a person types, line by line. Bytes that are no text and endless lines are reported,
//! and do not end the game.

use std::io::{self, BufRead, ErrorKind};

/// The longest line accepted.
const LINE_BYTES_MAX: usize = 16 << 10;
/// After this many bytes without a line break nobody is typing.
const SKIPPED_BYTES_MAX: usize = 1 << 20;

/// A line that was typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// Its text, including the line break.
    Text(String),
    /// It has bytes that are no text.
    NotText,
    /// It is longer than any command.
    TooLong,
    /// The input has ended.
    End,
}

/// Reads a line.
pub fn read(input: &mut dyn BufRead) -> io::Result<Line> {
    let (mut line, mut n_read) = (vec![], 0);
    loop {
        let bytes = match input.fill_buf() {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if bytes.is_empty() || n_read > SKIPPED_BYTES_MAX {
            break;
        }
        let end = bytes.iter().position(|byte| *byte == b'\n').map(|at| at + 1);
        let part = bytes.get(..end.unwrap_or(bytes.len())).unwrap_or_default();
        let room = LINE_BYTES_MAX.saturating_sub(line.len());
        line.extend_from_slice(part.get(..room.min(part.len())).unwrap_or_default());
        let n = part.len();
        n_read += n;
        input.consume(n);
        if end.is_some() {
            break;
        }
    }
    Ok(match n_read {
        0 => Line::End,
        n if n > SKIPPED_BYTES_MAX => Line::End,
        n if n > LINE_BYTES_MAX => Line::TooLong,
        _ => String::from_utf8(line).map_or(Line::NotText, Line::Text),
    })
}

#[cfg(test)]
mod tests {
    use super::{Line, read};

    #[test]
    fn lines_that_are_no_text_or_have_no_end_are_told() {
        let mut input: Vec<u8> = b"one\n\xff\xfe two\nthree".to_vec();
        let mut bytes = input.as_slice();
        let mut all = vec![];
        while all.last() != Some(&Line::End) {
            all.push(read(&mut bytes).expect("bytes"));
        }
        let text = |text: &str| Line::Text(text.into());
        assert_eq!(all, [text("one\n"), Line::NotText, text("three"), Line::End]);
        input = vec![b'x'; 20_000];
        input.extend(b"\nfish\n");
        let mut bytes = input.as_slice();
        assert_eq!(read(&mut bytes).expect("bytes"), Line::TooLong);
        assert_eq!(read(&mut bytes).expect("bytes"), text("fish\n"));
        let mut endless = std::io::BufReader::new(std::io::repeat(0));
        assert_eq!(read(&mut endless).expect("bytes"), Line::End);
    }
}

//! Finds the comments of a YAML text, as opposed to `#` inside values.

use super::read::{Events, Range};
use saphyr_parser::Event;

/// One comment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Comment<'t> {
    /// The line, from 1.
    pub line: u32,
    /// The byte offset of its `#`.
    pub start: usize,
    /// The text from `#` on, without trailing blanks.
    pub text: &'t str,
    /// Whether it is alone on its line.
    pub alone: bool,
}

/// All comments in order, up to the first syntax error.
pub fn comments(text: &str) -> Vec<Comment<'_>> {
    let (scalars, readable) = scalars(text);
    let mut found = vec![];
    let mut next = 0;
    let mut offset = 0;
    for (index, line) in text.split_inclusive('\n').enumerate() {
        let hashes = line.bytes().enumerate().filter(|(_, byte)| *byte == b'#');
        for (column, _) in hashes {
            let start = offset + column;
            if start >= readable {
                return found;
            }
            while scalars.get(next).is_some_and(|scalar| scalar.end <= start) {
                next += 1;
            }
            let inside = scalars.get(next).is_some_and(|scalar| scalar.start <= start);
            let before = line.get(..column).unwrap_or_default();
            if !inside && (before.is_empty() || before.ends_with([' ', '\t'])) {
                found.push(Comment {
                    line: index as u32 + 1,
                    start,
                    text: line.get(column..).unwrap_or_default().trim_end(),
                    alone: before.trim().is_empty(),
                });
                break;
            }
        }
        offset += line.len();
    }
    found
}

/// The places of all scalars in order, and the offset of the first syntax error.
fn scalars(text: &str) -> (Vec<Range>, usize) {
    let mut events = Events::new(text);
    let mut found: Vec<Range> = vec![];
    loop {
        match events.next() {
            None => return (found, text.len()),
            Some(Err((_, at))) => return (found, at),
            Some(Ok((Event::Scalar(..), range))) => found.push(range),
            Some(Ok(_)) => {}
        }
    }
}

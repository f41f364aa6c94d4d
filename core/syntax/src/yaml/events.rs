//! Parser events with exact byte spans.
//!
//! The parser counts characters, extends the span of quoted text over a comment and gives missing
//! values the span of the next token. This module corrects all of that.

use saphyr_parser::{Event, Marker, Parser, ScalarStyle, ScanError, StrInput};

/// A range of the text, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Range {
    pub start: usize,
    pub end: usize,
}

/// The events of one text.
pub(super) struct Events<'t> {
    text: &'t str,
    parser: Parser<'t, StrInput<'t>>,
    /// The byte offset of each character; `None` if the text is ASCII.
    offsets: Option<Vec<u32>>,
}

impl<'t> Events<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let offsets = (!text.is_ascii())
            .then(|| text.char_indices().map(|(offset, _)| offset as u32).collect::<Vec<_>>());
        Self { text, parser: Parser::new_from_str(text), offsets }
    }

    /// The next event, or a syntax error and its offset.
    pub(super) fn next(&mut self) -> Option<Result<(Event<'t>, Range), (ScanError, usize)>> {
        match self.parser.next_event()? {
            Ok((event, span)) => {
                let start = self.byte(&span.start);
                let raw = Range { start, end: self.byte(&span.end).max(start) };
                let range = match &event {
                    Event::Scalar(value, style, ..) => self.scalar(value, *style, raw),
                    _ => raw,
                };
                Some(Ok((event, range)))
            }
            Err(error) => {
                let at = self.byte(error.marker());
                Some(Err((error, at)))
            }
        }
    }

    fn byte(&self, marker: &Marker) -> usize {
        match &self.offsets {
            None => marker.index().min(self.text.len()),
            Some(table) => {
                table.get(marker.index()).map_or(self.text.len(), |offset| *offset as usize)
            }
        }
    }

    fn scalar(&self, value: &str, style: ScalarStyle, raw: Range) -> Range {
        let rest = self.text.get(raw.start..).unwrap_or_default();
        let end = match style {
            ScalarStyle::SingleQuoted => closing(rest, '\'').map(|len| raw.start + len),
            ScalarStyle::DoubleQuoted => closing(rest, '"').map(|len| raw.start + len),
            ScalarStyle::Plain if value.is_empty() => return self.missing(raw),
            _ => None,
        };
        let end = end.unwrap_or_else(|| {
            let inside = self.text.get(raw.start..raw.end).unwrap_or_default();
            raw.start + inside.trim_end().len()
        });
        Range { start: raw.start, end }
    }

    /// The place of a missing value: right after its colon.
    fn missing(&self, raw: Range) -> Range {
        let colon = self.text.get(raw.start..).is_some_and(|rest| rest.starts_with(':'));
        let at = raw.start + usize::from(colon);
        Range { start: at, end: at }
    }
}

/// The length of the quoted text at the start of `rest`, including both quotes.
fn closing(rest: &str, quote: char) -> Option<usize> {
    let mut chars = rest.char_indices().peekable();
    chars.next_if(|(_, first)| *first == quote)?;
    while let Some((offset, char)) = chars.next() {
        if quote == '"' && char == '\\' {
            chars.next();
        } else if char == quote {
            let doubled = quote == '\'' && chars.next_if(|(_, next)| *next == quote).is_some();
            if !doubled {
                return Some(offset + 1);
            }
        }
    }
    None
}

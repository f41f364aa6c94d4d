//! All source texts of packs, addressed by [`FileId`] and byte offsets.

use std::sync::OnceLock;

/// Index of a file in [`Sources`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FileId(pub u32);

/// A range of one file, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The empty span at an offset.
    pub fn at(file: FileId, offset: u32) -> Self {
        Self { file, start: offset, end: offset }
    }

    /// The span from the start of this one to the end of the other, in the same file.
    #[must_use]
    pub fn to(self, end: Span) -> Self {
        Self { end: end.end.max(self.start), ..self }
    }
}

/// One text file of a pack.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// The id of its pack.
    pub pack: String,
    /// The path to display, relative to the folder of packs: `hello/tiles.yaml`.
    pub path: String,
    /// The text.
    pub text: String,
}

/// All files read so far.
#[derive(Clone, Default, Debug)]
pub struct Sources {
    files: Vec<Held>,
}

/// A file, with its line index once it is needed.
#[derive(Clone, Debug)]
struct Held {
    file: SourceFile,
    lines: OnceLock<Lines>,
}

/// The starts of lines, and the number of characters before some of the bytes. Diagnostics look up
/// thousands of places, so none may be counted from the start of the file.
#[derive(Clone, Debug)]
struct Lines {
    /// Byte offset of the start of each line.
    starts: Vec<u32>,
    /// The number of characters before each multiple of [`STRIDE`] bytes.
    chars: Vec<u32>,
}

/// Most bytes scanned to find a column.
const STRIDE: usize = 256;

impl Lines {
    fn new(text: &str) -> Self {
        let breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let starts = [0].into_iter().chain(breaks.map(|(at, _)| at as u32 + 1)).collect();
        let mut chars = vec![];
        let mut n_chars = 0;
        for chunk in text.as_bytes().chunks(STRIDE) {
            chars.push(n_chars);
            n_chars += n_starts(chunk);
        }
        chars.push(n_chars);
        Self { starts, chars }
    }

    /// The line of an offset, from 0.
    fn line(&self, offset: usize) -> usize {
        self.starts.partition_point(|start| *start as usize <= offset).saturating_sub(1)
    }

    /// The number of characters before an offset.
    fn chars_before(&self, text: &str, offset: usize) -> u32 {
        let chunk = offset / STRIDE;
        let rest = text.as_bytes().get(chunk * STRIDE..offset).unwrap_or_default();
        self.chars.get(chunk).copied().unwrap_or(0) + n_starts(rest)
    }
}

/// The number of characters that start in these bytes.
fn n_starts(bytes: &[u8]) -> u32 {
    bytes.iter().filter(|byte| **byte & 0b1100_0000 != 0b1000_0000).count() as u32
}

impl Sources {
    /// Adds a file and returns its id.
    pub fn add(&mut self, file: SourceFile) -> FileId {
        self.files.push(Held { file, lines: OnceLock::new() });
        FileId(self.files.len() as u32 - 1)
    }

    /// The file with an id.
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.0 as usize].file
    }

    /// All ids, in the order in which the files were added.
    pub fn ids(&self) -> impl Iterator<Item = FileId> + use<> {
        (0..self.files.len() as u32).map(FileId)
    }

    /// The text of a span; empty if the span does not fit its file.
    pub fn slice(&self, span: Span) -> &str {
        self.file(span.file).text.get(span.start as usize..span.end as usize).unwrap_or_default()
    }

    /// The first line of a span, without its line break.
    pub fn head(&self, span: Span) -> Span {
        let first = self.slice(span).lines().next().unwrap_or_default();
        Span { end: span.start + first.trim_end().len() as u32, ..span }
    }

    /// Line and column, both from 1, of the start of a span. Columns count characters.
    pub fn line_col(&self, span: Span) -> (u32, u32) {
        self.line_col_at(span.file, span.start)
    }

    /// Line and column, both from 1, of the end of a span: one past its last character.
    pub fn line_col_end(&self, span: Span) -> (u32, u32) {
        self.line_col_at(span.file, span.end)
    }

    /// The line of an offset, from 1, and the byte where its text starts.
    pub fn line_start(&self, file: FileId, offset: usize) -> (usize, usize) {
        let lines = self.lines(file);
        let line = lines.line(offset.min(self.file(file).text.len()));
        (line + 1, lines.starts.get(line).map_or(0, |start| *start as usize))
    }

    /// The byte where a line starts, counted from 1; the end of the text if there are fewer lines.
    pub fn start_of_line(&self, file: FileId, line: usize) -> usize {
        let start = self.lines(file).starts.get(line.saturating_sub(1));
        start.map_or(self.file(file).text.len(), |start| *start as usize)
    }

    fn lines(&self, file: FileId) -> &Lines {
        let held = &self.files[file.0 as usize];
        held.lines.get_or_init(|| Lines::new(&held.file.text))
    }

    fn line_col_at(&self, file: FileId, offset: u32) -> (u32, u32) {
        let text = &self.file(file).text;
        let offset = text.floor_char_boundary(offset as usize);
        let (line, start) = self.line_start(file, offset);
        let lines = self.lines(file);
        let column = lines.chars_before(text, offset) - lines.chars_before(text, start);
        (line as u32, column + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::{SourceFile, Sources, Span};

    /// The simple algorithm: count from the start.
    fn counted(text: &str, offset: usize) -> (u32, u32) {
        let before = &text[..text.floor_char_boundary(offset)];
        let line = before.matches('\n').count() as u32 + 1;
        let last = before.rfind('\n').map_or(0, |at| at + 1);
        (line, before[last..].chars().count() as u32 + 1)
    }

    #[test]
    fn places_are_those_that_counting_gives() {
        let texts = [
            "",
            "\n",
            "a",
            "a\n\nbc\n",
            "\r\nx\r\n",
            &"é\u{1f600}x\n".repeat(300),
            &"ü".repeat(2000),
        ];
        for text in texts {
            let mut sources = Sources::default();
            let (pack, path) = Default::default();
            let file = sources.add(SourceFile { pack, path, text: text.to_owned() });
            for offset in 0..=text.len() + 2 {
                let span = Span::at(file, offset as u32);
                assert_eq!(sources.line_col(span), counted(text, offset), "{offset} of {text:?}");
            }
        }
    }
}

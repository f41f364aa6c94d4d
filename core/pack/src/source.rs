//! Every text a pack brought along, addressed by [`FileId`] and byte offsets.

/// Index of a file in [`Sources`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FileId(pub u32);

/// A stretch of one file, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Span {
    /// The file it lies in.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The empty place at an offset.
    pub fn at(file: FileId, offset: u32) -> Self {
        Self { file, start: offset, end: offset }
    }

    /// The stretch from the start of this one to the end of the other, in the same file.
    #[must_use]
    pub fn to(self, end: Span) -> Self {
        Self { end: end.end.max(self.start), ..self }
    }
}

/// One text file of a pack.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// Id of the pack it belongs to.
    pub pack: String,
    /// Path as shown to people, relative to the folder of packs: `hello/tiles.yaml`.
    pub path: String,
    /// The text.
    pub text: String,
}

/// All files read so far.
#[derive(Clone, Default, Debug)]
pub struct Sources {
    files: Vec<SourceFile>,
}

impl Sources {
    /// Adds a file and names it.
    pub fn add(&mut self, file: SourceFile) -> FileId {
        self.files.push(file);
        FileId(self.files.len() as u32 - 1)
    }

    /// The file behind an id.
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.0 as usize]
    }

    /// All ids, in the order the files were added.
    pub fn ids(&self) -> impl Iterator<Item = FileId> + use<> {
        (0..self.files.len() as u32).map(FileId)
    }

    /// The text a span covers; empty if the span does not fit its file.
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

    fn line_col_at(&self, file: FileId, offset: u32) -> (u32, u32) {
        let text = &self.file(file).text;
        let before = &text[..text.floor_char_boundary(offset as usize)];
        let line = before.bytes().filter(|byte| *byte == b'\n').count() as u32 + 1;
        let last = before.rfind('\n').map_or(0, |at| at + 1);
        (line, before[last..].chars().count() as u32 + 1)
    }
}

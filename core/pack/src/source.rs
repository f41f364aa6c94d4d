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

    /// Line and column, both from 1, of the start of a span. Columns count characters.
    pub fn line_col(&self, span: Span) -> (u32, u32) {
        let before = &self.file(span.file).text[..span.start as usize];
        let line = before.bytes().filter(|byte| *byte == b'\n').count() as u32 + 1;
        let last = before.rfind('\n').map_or(0, |at| at + 1);
        (line, before[last..].chars().count() as u32 + 1)
    }
}

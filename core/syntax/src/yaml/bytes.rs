//! Decodes the bytes of a file.

use crate::diag::codes::layer as layer_codes;
use crate::diag::{Diagnostic, codes::file as codes};
use crate::source::{FileId, Span};
use crate::yaml::FILE_SIZE_MAX;

/// Decodes the bytes of a file as UTF-8 and drops a byte order mark. Line ends stay as they are;
/// both kinds are understood.
///
/// # Errors
///
/// The file is not UTF-8.
pub fn decode(bytes: &[u8]) -> Result<String, NotText> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text.strip_prefix('\u{feff}').unwrap_or(text).to_owned()),
        Err(error) => {
            let offset = error.valid_up_to();
            let line = bytes.iter().take(offset).filter(|byte| **byte == b'\n').count() + 1;
            let wide = matches!(bytes, [0xff, 0xfe, ..] | [0xfe, 0xff, ..]);
            Err(NotText { offset, line, wide })
        }
    }
}

/// Bytes that are not UTF-8.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotText {
    /// The offset of the first invalid byte.
    pub offset: usize,
    /// The line it is on, from 1.
    pub line: usize,
    /// Whether it looks like UTF-16.
    pub wide: bool,
}

impl NotText {
    /// The diagnostic. `path` is the displayed path; `file` holds the text with U+FFFD in place of
    /// invalid bytes.
    pub fn report(self, path: &str, file: FileId) -> Diagnostic {
        let start = self.offset as u32;
        let span = Span { file, start, end: start + '\u{fffd}'.len_utf8() as u32 };
        let message = format!("`{path}` is not UTF-8 text on line {}", self.line);
        let help = match self.wide {
            true => "it looks like UTF-16; save the file as UTF-8",
            false => "save the file with the encoding UTF-8",
        };
        Diagnostic::error(layer_codes::NOT_UTF8, message, span, "the first byte that does not fit")
            .help(help)
    }
}

/// The diagnostic for a file over the size limit.
pub(super) fn too_large(path: &str, size: usize) -> Diagnostic {
    Diagnostic::placeless(
        codes::TOO_LARGE,
        format!("`{path}` has {size} bytes, at most {FILE_SIZE_MAX} are read"),
    )
    .help("split the file; the files of a folder are read together")
}

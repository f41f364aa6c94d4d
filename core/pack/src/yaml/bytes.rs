//! Bytes of a file to text.

use crate::diag::{Diagnostic, codes::file as codes};
use crate::yaml::FILE_SIZE_MAX;

/// Turns the bytes of a file into text: UTF-8, without a byte order mark. Line ends stay as they
/// are; both kinds are understood. `path` is the file as shown to people.
///
/// # Errors
///
/// The file is not UTF-8, or larger than [`FILE_SIZE_MAX`]. The report has no place, since there
/// is no text to point at; it names the file and the byte.
pub fn decode(path: &str, bytes: &[u8]) -> Result<String, Box<Diagnostic>> {
    if bytes.len() > FILE_SIZE_MAX {
        return Err(Box::new(too_large(path, bytes.len())));
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text.strip_prefix('\u{feff}').unwrap_or(text).to_owned()),
        Err(error) => Err(Box::new(not_utf8(path, bytes, error.valid_up_to()))),
    }
}

/// The report for a file over the limit.
pub(super) fn too_large(path: &str, size: usize) -> Diagnostic {
    Diagnostic::placeless(
        codes::TOO_LARGE,
        format!("`{path}` has {size} bytes, at most {FILE_SIZE_MAX} are read"),
    )
    .help("split the file; the files of a folder are read together")
}

fn not_utf8(path: &str, bytes: &[u8], offset: usize) -> Diagnostic {
    let line = bytes.iter().take(offset).filter(|byte| **byte == b'\n').count() + 1;
    let report = Diagnostic::placeless(
        codes::NOT_UTF8,
        format!("`{path}` is not UTF-8 text: byte {offset}, on line {line}"),
    );
    match bytes {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => {
            report.help("it looks like UTF-16; save the file as UTF-8")
        }
        _ => report.help("save the file as UTF-8"),
    }
}

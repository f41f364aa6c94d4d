//! Files that grow line by line during a run. A line truncated by a crash is noticed when the file
//! is read.

use std::fs::File;
use std::path::Path;

use super::{Disk, Operation, WriteError, at};

/// A file that grows line by line.
pub struct Stream {
    disk: Disk,
    file: File,
}

impl Disk {
    /// Begins a growing file; replaces an existing one.
    pub fn stream(&self, path: &Path) -> Result<Stream, WriteError> {
        if path.symlink_metadata().is_ok() {
            self.remove(path).map_err(at(Operation::Create))?;
        }
        let file = self.0.create(path).map_err(at(Operation::Create))?;
        Ok(Stream { disk: self.clone(), file })
    }
}

impl Stream {
    /// Adds a line. It goes to the operating system at once, so that it survives a crash of the
    /// program.
    pub fn line(&mut self, text: &str) -> Result<(), WriteError> {
        let line = format!("{text}\n");
        self.disk.write_all(&mut self.file, line.as_bytes()).map_err(at(Operation::Write))
    }
}

/// The lines of such a file.
pub struct Lines<'t> {
    /// The complete lines.
    pub whole: Vec<&'t str>,
    /// The beginning of a truncated line.
    pub cut: Option<&'t str>,
}

/// Splits the text of such a file.
pub fn lines(text: &str) -> Lines<'_> {
    let (whole, cut) = match text.rsplit_once('\n') {
        Some((whole, cut)) => (whole.split('\n').collect(), cut),
        None => (vec![], text),
    };
    Lines { whole, cut: Some(cut).filter(|cut| !cut.is_empty()) }
}

//! Files that grow line by line while work goes on. A line that was cut off by a crash is noticed
//! when the file is read.

use std::fs::File;
use std::path::Path;

use super::{Disk, Step, WriteError, at};

/// A file that grows line by line.
pub struct Stream {
    disk: Disk,
    file: File,
}

impl Disk {
    /// Begins a file that grows. What was there is gone.
    pub fn stream(&self, path: &Path) -> Result<Stream, WriteError> {
        if path.symlink_metadata().is_ok() {
            self.remove(path).map_err(at(Step::Create))?;
        }
        let file = self.0.create(path).map_err(at(Step::Create))?;
        Ok(Stream { disk: self.clone(), file })
    }
}

impl Stream {
    /// Adds a line. It is handed to the operating system at once, so that it outlives the program.
    pub fn line(&mut self, text: &str) -> Result<(), WriteError> {
        let line = format!("{text}\n");
        self.disk.write_all(&mut self.file, line.as_bytes()).map_err(at(Step::Write))
    }
}

/// The lines of a file that grew.
pub struct Lines<'t> {
    /// Those that are complete.
    pub whole: Vec<&'t str>,
    /// The beginning of one that was cut off.
    pub cut: Option<&'t str>,
}

/// Takes the text of a file that grew apart.
pub fn lines(text: &str) -> Lines<'_> {
    let (whole, cut) = match text.rsplit_once('\n') {
        Some((whole, cut)) => (whole.split('\n').collect(), cut),
        None => (vec![], text),
    };
    Lines { whole, cut: Some(cut).filter(|cut| !cut.is_empty()) }
}

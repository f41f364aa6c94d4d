//! Writes files so that nothing is lost: readers find either the old content or the new.
//!
//! New content goes to a file beside the old one, is synced, and replaces it by a rename; then the
//! folder is synced. A crash, a full disk or a `kill -9` at any point leaves the old file as it
//! was. All files of the program are written here.
//!
//! [`Layer`] is the part of the operating system this uses, so that tests can make any of it fail.

mod stream;
#[cfg(test)]
pub mod testing;
#[cfg(test)]
mod tests;

use std::fmt;
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hasher};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

pub use stream::{Stream, lines};

/// The prefix and suffix of files being written.
const TEMP_PREFIX: &str = ".boardwright-";
const TEMP_SUFFIX: &str = ".tmp";
/// How often another name is tried if the first is taken.
const TEMP_TRIES_MAX: u32 = 100;
/// How long to wait for another writer in the same folder. After that the file is written anyway:
/// the check for other writers is then only nearly certain.
const LOCK_TRIES_MAX: u32 = 200;
const LOCK_WAIT: Duration = Duration::from_millis(10);

/// The operations writing uses. The defaults are the real ones.
pub trait Layer: Send + Sync {
    /// Creates a file that must not exist.
    fn create(&self, path: &Path) -> io::Result<File> {
        File::options().write(true).create_new(true).open(path)
    }
    /// Writes some of the bytes, and returns how many.
    fn write(&self, file: &mut File, bytes: &[u8]) -> io::Result<usize> {
        file.write(bytes)
    }
    /// Waits until a file is on disk.
    fn sync(&self, file: &File) -> io::Result<()> {
        file.sync_all()
    }
    /// Renames a file, replacing the file that had the name.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }
    /// Waits until the names in a folder are on disk.
    fn sync_folder(&self, folder: &File) -> io::Result<()> {
        folder.sync_all()
    }
    /// Removes a file.
    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }
    /// Creates a folder and its parents.
    fn make_folder(&self, path: &Path) -> io::Result<()> {
        fs::create_dir_all(path)
    }
}

struct Real;

impl Layer for Real {}

/// The disk.
#[derive(Clone)]
pub struct Disk(Arc<dyn Layer>);

impl Default for Disk {
    fn default() -> Self {
        Self(Arc::new(Real))
    }
}

impl fmt::Debug for Disk {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str("Disk")
    }
}

/// A digest of a file's content: enough to notice that another program wrote it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stamp {
    len: u64,
    hash: u64,
}

impl Stamp {
    /// The stamp of some content.
    pub fn of(bytes: &[u8]) -> Self {
        let mut hasher = DefaultHasher::new();
        hasher.write(bytes);
        Self { len: bytes.len() as u64, hash: hasher.finish() }
    }

    /// Whether a file has this content. An unreadable file does not.
    fn fits(self, path: &Path) -> bool {
        let Ok(file) = File::open(path) else { return false };
        if file.metadata().map_or(true, |it| it.len() != self.len) {
            return false;
        }
        let mut bytes = vec![];
        let read = file.take(self.len + 1).read_to_end(&mut bytes);
        read.is_ok() && Self::of(&bytes) == self
    }
}

/// What may exist at a path before something is written there.
#[derive(Clone, Copy, Debug)]
pub enum Expect<'s> {
    /// Anything; it is replaced.
    Anything,
    /// No file.
    Nothing,
    /// A file with one of these contents, or none.
    One(&'s [Stamp]),
}

/// The operation that failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operation {
    /// Creating a folder.
    Folder,
    /// Creating the file beside the old one.
    Create,
    /// Writing to it.
    Write,
    /// Waiting until it is on disk.
    Sync,
    /// Replacing the old file.
    Rename,
    /// Waiting until the folder is on disk: the new content is there, but a power cut may bring the
    /// old one back.
    SyncFolder,
}

/// Why a file was not written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The operating system refused.
    #[error("{}", message(*.operation, .error))]
    Failed {
        /// The operation.
        operation: Operation,
        /// Its reason.
        error: io::Error,
    },
    /// The file exists already.
    #[error("a file with this name already exists")]
    Taken,
    /// Another program wrote the file.
    #[error("another program has written this file meanwhile")]
    Changed,
}

fn message(operation: Operation, error: &io::Error) -> String {
    match operation {
        Operation::SyncFolder => {
            format!("it is written, but may be lost if the power fails: {error}")
        }
        _ => error.to_string(),
    }
}

impl WriteError {
    /// A suggestion for the person.
    pub fn way_out(&self) -> &'static str {
        let Self::Failed { error, .. } = self else { return "name another file" };
        match error.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
                "free some space, or name a file on another disk"
            }
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
                "name a file in a folder you may write to"
            }
            ErrorKind::NotFound | ErrorKind::NotADirectory => "name a file in a folder that exists",
            _ => "name another file",
        }
    }

    /// Whether the new content is in place although something failed.
    fn is_written(&self) -> bool {
        matches!(self, Self::Failed { operation: Operation::SyncFolder, .. })
    }
}

fn at(operation: Operation) -> impl Fn(io::Error) -> WriteError {
    move |error| WriteError::Failed { operation, error }
}

impl Disk {
    /// A disk with the operations of a layer.
    #[cfg(test)]
    pub fn new(layer: Arc<dyn Layer>) -> Self {
        Self(layer)
    }

    /// Writes a file, replacing an existing one.
    pub fn write(&self, path: &Path, text: impl AsRef<[u8]>) -> Result<(), WriteError> {
        self.write_over(path, text.as_ref(), Expect::Anything)
    }

    /// Writes a file that must not exist.
    pub fn write_new(&self, path: &Path, text: impl AsRef<[u8]>) -> Result<(), WriteError> {
        self.write_over(path, text.as_ref(), Expect::Nothing)
    }

    /// Writes a file if the existing content is as expected.
    pub fn write_over(&self, path: &Path, bytes: &[u8], expect: Expect) -> Result<(), WriteError> {
        match self.try_write(path, bytes, expect) {
            // Another program swept the new file away before it was locked.
            Err(WriteError::Failed { operation: Operation::Rename, error })
                if error.kind() == ErrorKind::NotFound =>
            {
                self.try_write(path, bytes, expect)
            }
            written => written,
        }
    }

    fn try_write(&self, path: &Path, bytes: &[u8], expect: Expect) -> Result<(), WriteError> {
        let path = &followed(path);
        let before = fs::metadata(path).ok();
        match &before {
            Some(it) if it.is_dir() => {
                return Err(at(Operation::Create)(ErrorKind::IsADirectory.into()));
            }
            // The rename would succeed: it depends on the folder's permissions, not the file's.
            Some(it) if it.is_file() && it.permissions().readonly() => {
                let error = io::Error::new(ErrorKind::PermissionDenied, "the file is read-only");
                return Err(at(Operation::Create)(error));
            }
            // A device or a pipe holds nothing that could be lost, and must not be replaced.
            Some(it) if !it.is_file() => {
                let mut file =
                    File::options().write(true).open(path).map_err(at(Operation::Create))?;
                return self.write_all(&mut file, bytes).map_err(at(Operation::Write));
            }
            _ => {}
        }
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let (temp, mut file) = self.create_temp(folder).map_err(at(Operation::Create))?;
        let written = self.fill(&mut file, bytes, before.as_ref());
        let written = written.and_then(|()| self.put(folder, &temp, path, expect));
        if let Err(error) = &written
            && !error.is_written()
        {
            // If that also fails, the next run sweeps it away.
            let _ = self.0.remove(&temp);
        }
        written
    }

    /// Creates a file for new content. It is locked while it is being written, so that others can
    /// distinguish it from one whose writer is gone.
    fn create_temp(&self, folder: &Path) -> io::Result<(PathBuf, File)> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let mut tries = 0;
        loop {
            let number = NUMBER.fetch_add(1, Ordering::Relaxed);
            let name = format!("{TEMP_PREFIX}{}-{number}{TEMP_SUFFIX}", std::process::id());
            let path = folder.join(name);
            match self.0.create(&path) {
                Ok(file) => {
                    // Some file systems have no locks; nothing is swept there either.
                    let _ = file.try_lock();
                    return Ok((path, file));
                }
                Err(error)
                    if error.kind() == ErrorKind::AlreadyExists && tries < TEMP_TRIES_MAX =>
                {
                    tries += 1;
                }
                Err(error) => return Err(error),
            }
        }
    }

    fn fill(
        &self,
        file: &mut File,
        bytes: &[u8],
        before: Option<&fs::Metadata>,
    ) -> Result<(), WriteError> {
        if let Some(before) = before {
            // Whoever may read the old file may read the new one. This fails on file systems
            // without permissions, where nothing is lost by it.
            let _ = file.set_permissions(before.permissions());
        }
        self.write_all(file, bytes).map_err(at(Operation::Write))?;
        self.0.sync(file).map_err(at(Operation::Sync))
    }

    fn write_all(&self, file: &mut File, mut bytes: &[u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            match self.0.write(file, bytes) {
                Ok(0) => return Err(ErrorKind::WriteZero.into()),
                Ok(n) => bytes = bytes.get(n..).unwrap_or_default(),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Replaces the old file with the new one.
    fn put(
        &self,
        folder: &Path,
        temp: &Path,
        path: &Path,
        expect: Expect,
    ) -> Result<(), WriteError> {
        // Not every system can open folders; there nothing is locked or synced.
        let folder = File::open(folder).ok();
        if !matches!(expect, Expect::Anything) {
            let _ = folder.as_ref().map(wait_for_lock);
        }
        match expect {
            Expect::Nothing if path.symlink_metadata().is_ok() => return Err(WriteError::Taken),
            Expect::One(stamps)
                if path.exists() && !stamps.iter().any(|stamp| stamp.fits(path)) =>
            {
                return Err(WriteError::Changed);
            }
            _ => {}
        }
        self.0.rename(temp, path).map_err(at(Operation::Rename))?;
        match folder.as_ref().map_or(Ok(()), |folder| self.0.sync_folder(folder)) {
            // Not every file system supports it.
            Err(error)
                if matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported) =>
            {
                Ok(())
            }
            synced => synced.map_err(at(Operation::SyncFolder)),
        }
    }

    /// Creates a folder and its parents.
    pub fn make_folder(&self, path: &Path) -> Result<(), WriteError> {
        self.0.make_folder(path).map_err(at(Operation::Folder))
    }

    /// Removes a file.
    pub fn remove(&self, path: &Path) -> io::Result<()> {
        self.0.remove(path)
    }

    /// Removes a file if it has this content.
    pub fn remove_own(&self, path: &Path, stamps: &[Stamp]) {
        if stamps.iter().any(|stamp| stamp.fits(path)) {
            // If it stays, it only takes space.
            let _ = self.0.remove(path);
        }
    }

    /// Removes what programs killed while writing have left in a folder.
    pub fn sweep(&self, folder: &Path) {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            if !name.starts_with(TEMP_PREFIX) || !name.ends_with(TEMP_SUFFIX) {
                continue;
            }
            let path = entry.path();
            let open = File::options().write(true).open(&path);
            // Nobody has it locked, so its writer is gone.
            if open.is_ok_and(|file| file.try_lock().is_ok()) {
                let _ = self.0.remove(&path);
            }
        }
    }
}

/// Waits until nobody else is replacing a file in this folder, but not for ever.
fn wait_for_lock(folder: &File) {
    for _ in 0..LOCK_TRIES_MAX {
        match folder.try_lock() {
            Err(fs::TryLockError::WouldBlock) => std::thread::sleep(LOCK_WAIT),
            _ => return,
        }
    }
}

/// Follows a link: its target is written, and the link stays.
fn followed(path: &Path) -> PathBuf {
    if !path.is_symlink() {
        return path.into();
    }
    let to_nothing = || {
        let target = fs::read_link(path).ok()?;
        Some(path.parent()?.join(target))
    };
    fs::canonicalize(path).ok().or_else(to_nothing).unwrap_or_else(|| path.into())
}

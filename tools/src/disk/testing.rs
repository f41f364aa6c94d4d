//! A disk that fails, for tests.

use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::{Disk, Layer, Operation};

/// The kind of failure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// This single operation fails.
    Once(ErrorKind),
    /// From then on nothing can be written, but files can be removed: a full disk.
    Full,
    /// From then on everything fails, as if the program were dead.
    Dead,
    /// This single write accepts only one byte.
    Short,
}

/// A disk that counts operations and fails at one of them.
pub struct Faulty {
    at: usize,
    /// The only kind of operation that counts, or `None` for all.
    only: Option<Operation>,
    fault: Fault,
    count: AtomicUsize,
}

impl Faulty {
    /// Fails at the n-th operation, from 0.
    pub fn new(at: usize, fault: Fault) -> Arc<Self> {
        Arc::new(Self { at, only: None, fault, count: AtomicUsize::new(0) })
    }

    /// Fails at every operation of a kind.
    pub fn always(only: Operation, fault: Fault) -> Arc<Self> {
        Arc::new(Self { at: 0, only: Some(only), fault, count: AtomicUsize::new(0) })
    }

    /// Never fails.
    pub fn never() -> Arc<Self> {
        Self::new(usize::MAX, Fault::Dead)
    }

    /// How many operations there were.
    pub fn count(&self) -> usize {
        self.count.load(Ordering::Relaxed)
    }

    /// The disk.
    pub fn disk(self: &Arc<Self>) -> Disk {
        Disk::new(self.clone())
    }

    /// Counts an operation; returns its failure, if any.
    fn fails(&self, operation: Option<Operation>) -> Option<Fault> {
        let now = self.count.fetch_add(1, Ordering::Relaxed);
        let due = match (self.only, self.fault) {
            (Some(only), _) => operation == Some(only),
            (None, Fault::Full | Fault::Dead) => now >= self.at,
            (None, _) => now == self.at,
        };
        due.then_some(self.fault)
    }

    fn check(&self, operation: Option<Operation>) -> io::Result<()> {
        match self.fails(operation) {
            None | Some(Fault::Short) => Ok(()),
            Some(Fault::Once(kind)) => Err(kind.into()),
            Some(Fault::Dead) => Err(io::Error::other("the program is dead")),
            Some(Fault::Full) => match operation {
                Some(Operation::Create | Operation::Write | Operation::Folder) => {
                    Err(ErrorKind::StorageFull.into())
                }
                _ => Ok(()),
            },
        }
    }
}

struct Plain;

impl Layer for Plain {}

impl Layer for Faulty {
    fn create(&self, path: &Path) -> io::Result<File> {
        self.check(Some(Operation::Create))?;
        Plain.create(path)
    }
    fn write(&self, file: &mut File, bytes: &[u8]) -> io::Result<usize> {
        match self.fails(Some(Operation::Write)) {
            None => Plain.write(file, bytes),
            Some(Fault::Short) => Plain.write(file, bytes.get(..1).unwrap_or_default()),
            // An interrupted write has written nothing.
            Some(Fault::Once(ErrorKind::Interrupted)) => Err(ErrorKind::Interrupted.into()),
            Some(fault) => {
                // Other failed writes have often written part of the data.
                let half = bytes.get(..bytes.len() / 2).unwrap_or_default();
                let _ = Plain.write(file, half);
                Err(match fault {
                    Fault::Once(kind) => kind.into(),
                    _ => ErrorKind::StorageFull.into(),
                })
            }
        }
    }
    fn sync(&self, file: &File) -> io::Result<()> {
        self.check(Some(Operation::Sync))?;
        Plain.sync(file)
    }
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.check(Some(Operation::Rename))?;
        Plain.rename(from, to)
    }
    fn sync_folder(&self, folder: &File) -> io::Result<()> {
        self.check(Some(Operation::SyncFolder))?;
        Plain.sync_folder(folder)
    }
    fn remove(&self, path: &Path) -> io::Result<()> {
        self.check(None)?;
        Plain.remove(path)
    }
    fn make_folder(&self, path: &Path) -> io::Result<()> {
        self.check(Some(Operation::Folder))?;
        Plain.make_folder(path)
    }
}

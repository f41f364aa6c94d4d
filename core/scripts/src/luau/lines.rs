//! Line coverage of scripts.

use std::collections::{BTreeMap, BTreeSet};

use super::Host;
use boardwright_syntax::source::FileId;

/// How often each executable line ran, by file and line.
pub(super) type Lines = BTreeMap<(FileId, u32), u64>;

impl Host {
    /// How often each executable line ran in play, if that is counted: file, line, count.
    pub fn lines_run(&self) -> Vec<(FileId, u32, u64)> {
        let played = self.played.borrow();
        let times = |line: &(FileId, u32)| played.get(line).copied().unwrap_or(0);
        let hits = self.hits();
        let files: BTreeSet<FileId> =
            hits.keys().filter(|line| times(line) > 0).map(|line| line.0).collect();
        let outside = self.lines_outside();
        let counted = hits.into_keys().map(|line| {
            // Lines outside of functions run once for all calls.
            let once = outside.contains(&line) && files.contains(&line.0);
            (line.0, line.1, times(&line).max(u64::from(once)))
        });
        counted.collect()
    }

    /// The lines outside of functions.
    fn lines_outside(&self) -> BTreeSet<(FileId, u32)> {
        let mut lines = BTreeSet::new();
        let Some(counted) = &self.counted else { return lines };
        for (file, chunk) in counted.borrow().iter() {
            chunk.coverage(|of| {
                let can_run = of.hits.iter().enumerate().filter(|(_, times)| **times >= 0);
                if of.depth == 0 {
                    lines.extend(can_run.map(|(line, _)| (*file, line as u32)));
                }
            });
        }
        lines
    }

    /// Runs something whose lines count as played.
    pub(crate) fn playing<T>(&self, run: impl FnOnce() -> T) -> T {
        if self.counted.is_none() {
            return run();
        }
        let before = self.hits();
        let done = run();
        let mut played = self.played.borrow_mut();
        for (line, times) in self.hits() {
            *played.entry(line).or_insert(0) += times - before.get(&line).copied().unwrap_or(0);
        }
        done
    }

    /// How often each line ran since the files were loaded, in play or in look-ahead.
    fn hits(&self) -> Lines {
        let mut lines = Lines::new();
        let Some(counted) = &self.counted else { return lines };
        for (file, chunk) in counted.borrow().iter() {
            chunk.coverage(|of| {
                for (line, times) in of.hits.iter().enumerate() {
                    // Lines that cannot run have -1.
                    if let Ok(times) = u64::try_from(*times) {
                        *lines.entry((*file, line as u32)).or_insert(0) += times;
                    }
                }
            });
        }
        lines
    }
}

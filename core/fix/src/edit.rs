//! Edits of a text, in groups that are made together or not at all.

use std::ops::Range;

/// One replacement, in bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Edit {
    pub start: usize,
    pub end: usize,
    pub text: String,
}

impl Edit {
    pub(crate) fn replace(range: Range<usize>, text: impl Into<String>) -> Self {
        Self { start: range.start, end: range.end, text: text.into() }
    }

    pub(crate) fn insert(at: usize, text: impl Into<String>) -> Self {
        Self::replace(at..at, text)
    }

    pub(crate) fn remove(range: Range<usize>) -> Self {
        Self::replace(range, "")
    }
}

/// Edits that belong together, and the stretch of text that must not be changed otherwise meanwhile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Change {
    pub edits: Vec<Edit>,
    pub hull: Range<usize>,
}

impl Change {
    /// A change of no more than the edits say.
    pub(crate) fn new(edits: Vec<Edit>) -> Self {
        let start = edits.iter().map(|edit| edit.start).min().unwrap_or(0);
        let end = edits.iter().map(|edit| edit.end).max().unwrap_or(0);
        Self { edits, hull: start..end }
    }

    /// A change that keeps others out of a stretch of text.
    pub(crate) fn within(edits: Vec<Edit>, around: Range<usize>) -> Self {
        let tight = Self::new(edits);
        let hull = tight.hull.start.min(around.start)..tight.hull.end.max(around.end);
        Self { edits: tight.edits, hull }
    }
}

/// The edits of as many changes as do not meet, in order, and how many changes these are. The others can
/// be made in the text that comes of it.
pub(super) fn compatible(mut changes: Vec<Change>) -> (Vec<Edit>, usize) {
    // Of two changes that meet, the outer one goes first.
    changes.sort_by_key(|change| (change.hull.start, usize::MAX - change.hull.end));
    let mut taken_to = None;
    let (mut edits, mut n_changes) = (vec![], 0);
    for change in changes {
        if taken_to.is_none_or(|end| change.hull.start > end) {
            taken_to = Some(change.hull.end);
            edits.extend(change.edits);
            n_changes += 1;
        }
    }
    edits.sort_by_key(|edit| (edit.start, edit.end));
    (edits, n_changes)
}

/// The text with edits made; they are sorted and do not overlap.
pub(super) fn apply(text: &str, edits: &[Edit]) -> String {
    let mut new = String::with_capacity(text.len() + 64);
    let mut from = 0;
    for edit in edits {
        new.push_str(text.get(from..edit.start).unwrap_or_default());
        new.push_str(&edit.text);
        from = edit.end;
    }
    new.push_str(text.get(from..).unwrap_or_default());
    new
}

/// Where an offset lies once edits are made.
pub(super) fn moved(offset: usize, edits: &[Edit]) -> usize {
    let mut moved = offset;
    for edit in edits.iter().take_while(|edit| edit.end <= offset) {
        // What is inserted right before it belongs to something else.
        moved = moved + edit.text.len() - (edit.end - edit.start);
    }
    moved
}

/// Where an offset lay before edits were made.
pub(super) fn unmoved(offset: usize, edits: &[Edit]) -> usize {
    let mut shift: isize = 0;
    for edit in edits {
        let start = edit.start as isize + shift;
        let end = start + edit.text.len() as isize;
        if end > offset as isize {
            return if start > offset as isize {
                (offset as isize - shift).max(0) as usize
            } else {
                edit.start
            };
        }
        shift += edit.text.len() as isize - (edit.end - edit.start) as isize;
    }
    (offset as isize - shift).max(0) as usize
}

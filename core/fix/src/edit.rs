//! Edits of a text, in groups that apply together or not at all.

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

/// Edits that belong together, and the range of text that no other change may touch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct EditGroup {
    pub edits: Vec<Edit>,
    pub hull: Range<usize>,
}

impl EditGroup {
    /// A change that covers only its edits.
    pub(crate) fn new(edits: Vec<Edit>) -> Self {
        let start = edits.iter().map(|edit| edit.start).min().unwrap_or(0);
        let end = edits.iter().map(|edit| edit.end).max().unwrap_or(0);
        Self { edits, hull: start..end }
    }

    /// A change that reserves a larger range of text.
    pub(crate) fn within(edits: Vec<Edit>, around: Range<usize>) -> Self {
        let tight = Self::new(edits);
        let hull = tight.hull.start.min(around.start)..tight.hull.end.max(around.end);
        Self { edits: tight.edits, hull }
    }
}

/// As many changes as possible without conflicts: their edits in order, and their number. The
/// others can be made on the resulting text.
pub(super) fn compatible(mut changes: Vec<EditGroup>) -> (Vec<Edit>, usize) {
    // Of two conflicting changes, the outer one wins.
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

/// Applies edits to a text; they must be sorted and must not overlap.
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

/// The new position of an offset after edits.
pub(super) fn moved(offset: usize, edits: &[Edit]) -> usize {
    let mut moved = offset;
    for edit in edits.iter().take_while(|edit| edit.end <= offset) {
        // Text inserted right before it belongs to something else.
        moved = moved + edit.text.len() - (edit.end - edit.start);
    }
    moved
}

/// The old position of an offset before edits.
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

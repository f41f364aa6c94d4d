//! Compares two lists of sentences.

use std::ops::Range;

use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::{Line, StepStatus};

/// Most sentences to compare; longer lists are shown one after the other.
const LINES_MAX: usize = 5_000;

/// Two changes with at most this many unchanged sentences between them are shown as one.
const NEAR: usize = 1;

pub(super) fn line(mark: StepStatus, depth: usize, text: &str) -> Line {
    Line { mark, depth, text: text.to_owned() }
}

/// The sentences that differ, with their context; empty if all are the same.
pub(super) fn compare(was: &[(usize, String)], now: &[(usize, String)]) -> Vec<Line> {
    if was == now {
        return vec![];
    }
    let words = |lines: &[(usize, String)]| -> Vec<String> {
        lines.iter().take(LINES_MAX).map(|(_, text)| text.clone()).collect()
    };
    let deep = |lines: &[(usize, String)]| -> Vec<String> {
        let text = |(depth, text): &(usize, String)| format!("{depth} {text}");
        lines.iter().take(LINES_MAX).map(text).collect()
    };
    // Steps that only changed their depth count as unchanged, unless nothing else differs.
    let (mut a, mut b) = (words(was), words(now));
    if a == b {
        (a, b) = (deep(was), deep(now));
    }
    let ops = capture_diff_slices(Algorithm::Patience, &a, &b);
    let mut page = Page { was, now, out: vec![], shown: vec![false; now.len()], last: None };
    for (olds, news) in hunks(&ops) {
        page.hunk(olds, news);
    }
    page.out
}

/// The ranges of old and new sentences that differ. Ranges separated by very few unchanged
/// sentences are merged.
fn hunks(ops: &[DiffOp]) -> Vec<(Range<usize>, Range<usize>)> {
    let mut found: Vec<(Range<usize>, Range<usize>)> = vec![];
    for op in ops.iter().filter(|op| !matches!(op, DiffOp::Equal { .. })) {
        let (olds, news) = (op.old_range(), op.new_range());
        match found.last_mut() {
            Some((was, now)) if olds.start <= was.end + NEAR && news.start <= now.end + NEAR => {
                (was.end, now.end) = (olds.end, news.end);
            }
            _ => found.push((olds, news)),
        }
    }
    found
}

struct Page<'l> {
    was: &'l [(usize, String)],
    now: &'l [(usize, String)],
    out: Vec<Line>,
    /// Which of the new sentences have been shown.
    shown: Vec<bool>,
    /// The last shown sentence.
    last: Option<usize>,
}

impl Page<'_> {
    fn hunk(&mut self, olds: Range<usize>, news: Range<usize>) {
        let (was, now) = match (olds.is_empty(), news.is_empty()) {
            (false, false) => (StepStatus::Was, StepStatus::Now),
            _ => (StepStatus::Gone, StepStatus::New),
        };
        let depth = if news.is_empty() { Some(self.depth_was(olds.start)) } else { None };
        self.around(news.start, depth);
        olds.for_each(|at| self.put_was(at, was));
        news.for_each(|at| self.put_now(at, now));
    }

    fn depth_was(&self, at: usize) -> usize {
        self.was.get(at).map_or(0, |(depth, _)| *depth)
    }

    fn put_was(&mut self, at: usize, mark: StepStatus) {
        if let Some((depth, text)) = self.was.get(at) {
            self.out.push(line(mark, *depth, text));
        }
    }

    fn put_now(&mut self, at: usize, mark: StepStatus) {
        if let Some((depth, text)) = self.now.get(at) {
            self.out.push(line(mark, *depth, text));
            if let Some(shown) = self.shown.get_mut(at) {
                *shown = true;
            }
            self.last = Some(at);
        }
    }

    /// Shows the steps that enclose a change, and the step right before it.
    fn around(&mut self, at: usize, depth: Option<usize>) {
        let depth_at = |at: usize| self.now.get(at).map_or(0, |(depth, _)| *depth);
        let mut depth = depth.unwrap_or_else(|| depth_at(at));
        let mut found = vec![];
        let mut may_be_beside = true;
        for before in (0..at.min(self.now.len())).rev() {
            let here = depth_at(before);
            if here < depth {
                (depth, may_be_beside) = (here, false);
                found.push(before);
            } else if here == depth && may_be_beside {
                may_be_beside = false;
                found.push(before);
            }
            if depth == 0 && !may_be_beside {
                break;
            }
        }
        found.reverse();
        found.retain(|at| self.shown.get(*at) == Some(&false));
        for at in found {
            if self.last.map_or(0, |last| last + 1) < at {
                let depth = depth_at_of(self.now, at);
                self.out.push(line(StepStatus::Gap, depth, ""));
            }
            self.put_now(at, StepStatus::Same);
        }
    }
}

fn depth_at_of(lines: &[(usize, String)], at: usize) -> usize {
    lines.get(at).map_or(0, |(depth, _)| *depth)
}

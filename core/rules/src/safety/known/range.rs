//! Runs of ids that a binding can name.

use crate::def::Def;
use crate::def::expr::NIL;
use crate::id::KindId;

/// One of the things from `lo` (inclusive) to `hi` (exclusive).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::safety) struct Range {
    lo: i32,
    hi: i32,
    /// Whether it may also be nil.
    nil: bool,
}

impl Range {
    /// The empty range.
    pub const NONE: Self = Self { lo: i32::MAX, hi: i32::MIN, nil: false };
    /// Any thing.
    pub const THING: Self = Self::below(i32::MAX);

    pub fn one(thing: i32) -> Self {
        match thing {
            NIL => Self { nil: true, ..Self::NONE },
            thing => Self { lo: thing, hi: thing.saturating_add(1), nil: false },
        }
    }

    /// The numbers from 0 to `hi` (exclusive).
    pub const fn below(hi: i32) -> Self {
        Self { lo: 0, hi, nil: false }
    }

    pub fn run(first: usize, len: usize) -> Self {
        Self { lo: first as i32, hi: (first + len) as i32, nil: false }
    }

    pub fn first(len: usize) -> Self {
        Self::run(0, len)
    }

    /// The pieces of a kind.
    pub fn kind(def: &Def, kind: KindId) -> Self {
        let kind = &def.kinds[kind.index()];
        Self::run(kind.first.index(), usize::from(kind.pieces))
    }

    /// The spaces linked to the spaces of a range's groups.
    pub fn linked(def: &Def, of: Option<Self>) -> Self {
        let mut linked = Self::NONE;
        for group in &def.groups {
            let spaces = Self::run(group.first.index(), usize::from(group.spaces));
            if of.is_some_and(|of| of.and(spaces).is_empty()) {
                continue;
            }
            let run = &def.spaces[spaces.lo as usize..spaces.hi as usize];
            for next in run.iter().flat_map(|space| &space.neighbours) {
                linked = linked.or(Self::one(i32::from(next.0)));
            }
        }
        linked
    }

    /// Whether it is certainly a thing, not nil.
    pub fn is_thing(self) -> bool {
        self.within(Self::THING)
    }

    /// The same, or nil.
    #[must_use]
    pub fn or_nothing(self) -> Self {
        Self { nil: true, ..self }
    }

    /// Whether it contains no thing.
    fn is_empty(self) -> bool {
        self.lo >= self.hi
    }

    /// The smallest range that contains both.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self { lo: self.lo.min(other.lo), hi: self.hi.max(other.hi), nil: self.nil || other.nil }
    }

    /// The values in both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self { lo: self.lo.max(other.lo), hi: self.hi.min(other.hi), nil: self.nil && other.nil }
    }

    /// Whether all its values are among others.
    pub fn within(self, others: Self) -> bool {
        let things = self.is_empty() || (self.lo >= others.lo && self.hi <= others.hi);
        things && (others.nil || !self.nil)
    }
}

#[cfg(test)]
mod tests {
    use super::Range;

    #[test]
    fn nothing_is_within_everything() {
        assert!(Range::NONE.within(Range::one(3)));
        assert_eq!(Range::NONE.or(Range::one(3)), Range::one(3));
        assert!(Range::run(2, 3).and(Range::run(4, 9)).within(Range::one(4)));
        assert!(!Range::one(4).or_nothing().is_thing());
        assert!(Range::one(4).or_nothing().and(Range::THING).within(Range::run(4, 1)));
        assert_eq!(Range::one(4).or(Range::one(-1)), Range::one(4).or_nothing());
    }
}

//! Amounts from very large ranges. They are not listed: a few numbers are offered as examples, and
//! any other number of the range can be named instead.

use super::Machine;
use crate::def::code::Op;
use crate::event::Sink;

/// How many numbers of an amount are listed. If there are more, it is a range.
pub const AMOUNTS_MAX: i64 = 1_000;

impl<S: Sink> Machine<'_, S> {
    /// The smallest and largest number that can be answered, if there are too many to list.
    pub fn range(&self) -> Option<(i32, i32)> {
        let Op::Amount { from, to, .. } = &self.def.code[self.pc() as usize] else { return None };
        let (from, to) = (self.eval(*from), self.eval(*to));
        is_range(from, to).then_some((from, to))
    }

    /// The numbers of an amount, or examples of them.
    pub(super) fn amounts(&self, from: i32, to: i32, options: &mut Vec<i32>) {
        if is_range(from, to) {
            options.extend(examples(from, to));
        } else if self.state.world.spend((i64::from(to) - i64::from(from)).max(0) as usize) {
            options.extend(from..=to);
        }
    }
}

/// Whether these are too many numbers to list.
pub(super) fn is_range(from: i32, to: i32) -> bool {
    i64::from(to) - i64::from(from) >= AMOUNTS_MAX
}

/// The first ten numbers, round steps from there on, and the last.
fn examples(from: i32, to: i32) -> Vec<i32> {
    let (from, to) = (i64::from(from), i64::from(to));
    let round = (1..10).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_i64.pow(power)));
    let steps = (0..10).chain(round).map(|step| from + step);
    steps.filter(|number| *number < to).chain([to]).map(|number| number as i32).collect()
}

#[cfg(test)]
mod tests {
    use super::{examples, is_range};

    #[test]
    fn examples_are_few_and_reach_both_ends() {
        assert!(!is_range(1, 1_000) && is_range(0, 1_000));
        assert!(is_range(i32::MIN, i32::MAX) && !is_range(5, -5));
        for (from, to) in [(0, 1_000), (-7, 1_000_000_000), (i32::MIN + 1, i32::MAX)] {
            let numbers = examples(from, to);
            assert!(numbers.len() < 40 && numbers.is_sorted_by(|one, other| one < other));
            assert_eq!((numbers[0], numbers[numbers.len() - 1]), (from, to));
        }
        assert_eq!(examples(0, 1_000)[8..], [8, 9, 10, 20, 50, 100, 200, 500, 1_000]);
    }
}

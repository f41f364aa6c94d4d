//! The shortest way from a thing to a cell: what [`crate::def::Def::finish`] shortens ends here.

use super::{Eval, apply};
use crate::def::expr::{Binary, ExprId};
use crate::def::short::Short;

/// A comparison of a thing's cell with a number, ready for one thing after the other.
#[derive(Clone, Copy)]
pub(super) struct Test {
    pub binary: Binary,
    pub first: u16,
    pub cell: u32,
    pub holders: u16,
    pub to: i32,
}

impl Eval<'_> {
    #[inline(always)]
    pub(super) fn cell_of(&self, holder: i32, first: u16, cell: u32, holders: u32) -> i32 {
        let offset = (holder as u32).wrapping_sub(u32::from(first));
        if offset < holders { self.world.cell(cell + offset) } else { 0 }
    }

    /// The body of a walk as a test of what it looks at, if that is all it is.
    #[inline]
    pub(super) fn test(&self, body: ExprId, register: usize) -> Option<Test> {
        match *self.forms.get(body) {
            Short::TestOfIt { it, binary, first, cell, holders, to }
                if usize::from(it) == register =>
            {
                Some(Test { binary, first, cell, holders, to })
            }
            Short::TestOfItLocal { it, binary, first, cell, holders, slot }
                if usize::from(it) == register =>
            {
                Some(Test { binary, first, cell, holders, to: self.local(slot) })
            }
            _ => None,
        }
    }

    #[inline(always)]
    pub(super) fn try_out(&self, test: Test, item: i32) -> i32 {
        let value = self.cell_of(item, test.first, test.cell, u32::from(test.holders));
        apply(test.binary, value, test.to)
    }

    /// Whether the body of a walk holds for an item, which is then what the walk looks at.
    #[inline(always)]
    pub(super) fn holds_for(
        &mut self,
        item: i32,
        register: usize,
        body: ExprId,
        test: Option<Test>,
    ) -> bool {
        self.its[register] = item;
        match test {
            Some(test) => self.try_out(test, item) != 0,
            None => self.holds(body),
        }
    }
}

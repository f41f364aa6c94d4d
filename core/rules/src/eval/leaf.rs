//! What one look tells: what [`crate::def::Def::finish`] shortens ends here.

use super::{Eval, apply, table};
use crate::def::Def;
use crate::def::expr::{Binary, Expr, ExprId, NIL};
use crate::def::short::{Hand, Leaf, Of, Short, Shorts};
use crate::id::{CounterId, PieceId, PlaceId};
use crate::world::World;

/// A comparison that a walk makes for one thing after the other.
#[derive(Clone, Copy)]
pub(super) struct Test<'a> {
    binary: Binary,
    left: &'a Leaf,
    to: i32,
}

/// What must hold of one thing after the other.
#[derive(Clone, Copy)]
pub(super) struct Condition<'a> {
    test: Option<Test<'a>>,
    rest: Option<ExprId>,
}

impl<'a> Eval<'a> {
    /// What one look tells.
    #[inline(always)]
    pub(crate) fn leaf(&self, leaf: &Leaf) -> i32 {
        match *leaf {
            Leaf::Const(value) => value,
            Leaf::Itself(of) => self.thing(of),
            Leaf::CellOf { of, first, holders, cell } => {
                let offset = (self.thing(of) as u32).wrapping_sub(u32::from(first));
                if offset < u32::from(holders) { self.world.cell(cell + offset) } else { 0 }
            }
            _ => self.look(leaf),
        }
    }

    /// What two looks come to.
    #[inline(always)]
    pub(crate) fn two(&self, binary: Binary, left: &Leaf, right: &Leaf) -> i32 {
        let (left, right) = (self.leaf(left), self.leaf(right));
        apply(binary, left, right)
    }

    #[inline(never)]
    fn look(&self, leaf: &Leaf) -> i32 {
        look((self.def, self.forms), self.world, leaf, |of| self.thing(of))
    }

    #[inline(always)]
    fn thing(&self, of: Of) -> i32 {
        match of.hand() {
            Hand::Local(slot) => self.locals.get(slot).copied().unwrap_or(NIL),
            Hand::It(register) => self.its[register % self.its.len()],
            Hand::First(index) => self.first_at_hand(index),
        }
    }

    #[inline(never)]
    fn first_at_hand(&self, index: usize) -> i32 {
        let (of, row) = self.forms.first(index);
        first_in(self.world, row.of(self.thing(of)))
    }

    pub(super) fn track_value(&self, counter: CounterId, holder: i32) -> i32 {
        track_value(self.def, self.world, counter, holder)
    }

    /// The body of a walk as a comparison of what it looks at with something else, if that is all
    /// it is. The other side is worked out once.
    #[inline(always)]
    pub(super) fn test(&mut self, body: ExprId, register: usize) -> Option<Test<'a>> {
        let forms = self.forms;
        if !forms.compares(body, register) {
            return None;
        }
        match forms.get(body) {
            Short::Two(binary, left, right) => {
                Some(Test { binary: *binary, left, to: self.leaf(right) })
            }
            Short::Plain(Expr::Binary(binary, left, right)) => match forms.get(*left) {
                Short::Leaf(left) => Some(Test { binary: *binary, left, to: self.eval(*right) }),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether a comparison holds for what the walk looks at.
    #[inline(always)]
    pub(super) fn passes(&self, test: &Test<'_>, item: i32) -> bool {
        let left = match test.left {
            Leaf::CellOf { of, first, holders, cell } if of.is_it() => {
                let offset = (item as u32).wrapping_sub(u32::from(*first));
                if offset < u32::from(*holders) { self.world.cell(cell + offset) } else { 0 }
            }
            leaf => self.leaf(leaf),
        };
        apply(test.binary, left, test.to) != 0
    }

    /// The body of a walk, with its comparison apart.
    #[inline(always)]
    pub(super) fn condition(&mut self, body: ExprId, register: usize) -> Condition<'a> {
        let (first, second) = match *self.forms.get(body) {
            Short::Plain(Expr::And(first, second)) => (first, Some(second)),
            _ => (body, None),
        };
        match self.test(first, register) {
            None => Condition { test: None, rest: Some(body) },
            test => Condition { test, rest: second },
        }
    }

    /// Whether a condition holds for an item, which is then what the walk looks at.
    #[inline(always)]
    pub(super) fn holds_for(
        &mut self,
        item: i32,
        register: usize,
        condition: &Condition<'_>,
    ) -> bool {
        self.its[register] = item;
        if let Some(test) = &condition.test
            && !self.passes(test, item)
        {
            return false;
        }
        match condition.rest {
            Some(rest) => self.holds(rest),
            None => true,
        }
    }
}

/// What one look tells where only bindings are at hand, counted from the very first.
#[inline(always)]
pub(crate) fn glance(def: &Def, world: &World, locals: &[i32], leaf: &Leaf) -> i32 {
    look((def, &def.short), world, leaf, |of| match of.hand() {
        Hand::Local(slot) => locals.get(slot).copied().unwrap_or(NIL),
        Hand::It(_) | Hand::First(_) => NIL,
    })
}

#[inline(always)]
fn look(
    (def, forms): (&Def, &Shorts),
    world: &World,
    leaf: &Leaf,
    thing: impl Fn(Of) -> i32,
) -> i32 {
    let piece = |of: Of| {
        let piece = thing(of);
        ((piece as u32 as usize) < def.pieces.len()).then_some(PieceId(piece as u16))
    };
    match *leaf {
        Leaf::Const(value) => value,
        Leaf::Itself(of) => thing(of),
        Leaf::CellOf { of, first, holders, cell } => {
            let offset = (thing(of) as u32).wrapping_sub(u32::from(first));
            if offset < u32::from(holders) { world.cell(cell + offset) } else { 0 }
        }
        Leaf::Cell(cell) => world.cell(cell),
        Leaf::Column(of, column) => forms.column(column, thing(of)),
        Leaf::SizeOf(of, row) => match row.of(thing(of)) {
            NIL => 0,
            place => world.len(PlaceId(place as u16)) as i32,
        },
        Leaf::FreeOf(of, row) => match row.of(thing(of)) {
            NIL => 0,
            place => {
                let len = world.len(PlaceId(place as u16));
                usize::from(row.capacity).saturating_sub(len) as i32
            }
        },
        Leaf::PlaceOf(of, row) => row.of(thing(of)),
        Leaf::FirstOf(of, row) => first_in(world, row.of(thing(of))),
        Leaf::Printed(of, column) => {
            let entry = piece(of).map_or(NIL, |piece| i32::from(world.entry_of(def, piece).0));
            forms.column(column, entry)
        }
        Leaf::OwnerOf(of) => piece(of).map_or(NIL, |piece| world.owner_of(piece)),
        Leaf::ControllerOf(of) => piece(of).map_or(NIL, |piece| world.controller_of(piece)),
        Leaf::TrackOf(of, counter) => track_value(def, world, counter, thing(of)),
    }
}

/// The first piece in a container, or nil.
#[inline(always)]
fn first_in(world: &World, place: i32) -> i32 {
    match place {
        NIL => NIL,
        place => world.first_in(PlaceId(place as u16)).map_or(NIL, |piece| i32::from(piece.0)),
    }
}

#[inline(never)]
fn track_value(def: &Def, world: &World, counter: CounterId, holder: i32) -> i32 {
    let position = world.counter(def, counter, holder);
    match &def.counters[counter.index()].track {
        Some(track) => table(def, track.values, position + 1),
        None => position,
    }
}

//! Evaluates leaves: the expressions [`crate::def::Def::finish`] shortened to one read.

use super::{Eval, apply, table};
use crate::def::Def;
use crate::def::expr::{Binary, Expr, ExprId, NIL};
use crate::def::short::{Hand, Leaf, Of, Short, Shorts};
use crate::id::{CounterId, PieceId, PlaceId};
use crate::world::World;

/// A comparison that a walk makes for each item.
#[derive(Clone, Copy)]
pub(super) struct Test<'a> {
    binary: Binary,
    left: &'a Leaf,
    to: i32,
}

/// A condition that a walk checks for each item.
#[derive(Clone, Copy)]
pub(super) struct Condition<'a> {
    test: Option<Test<'a>>,
    rest: Option<ExprId>,
}

impl<'a> Eval<'a> {
    /// The value of a leaf.
    #[inline(always)]
    pub(crate) fn leaf(&self, leaf: &Leaf) -> i32 {
        match *leaf {
            Leaf::Const(value) => value,
            Leaf::Itself(of) if !of.is_first() => self.thing(of),
            Leaf::CellOf { of, first, holders, cell } if !of.is_first() => {
                let offset = (self.thing(of) as u32).wrapping_sub(u32::from(first));
                if offset < u32::from(holders) { self.world.cell(cell + offset) } else { 0 }
            }
            _ => self.look(leaf),
        }
    }

    /// The value of two leaves joined by an operator.
    #[inline(always)]
    pub(crate) fn two(&self, binary: Binary, left: &Leaf, right: &Leaf) -> i32 {
        let (left, right) = (self.leaf(left), self.leaf(right));
        apply(binary, left, right)
    }

    #[inline(never)]
    fn look(&self, leaf: &Leaf) -> i32 {
        look((self.def, self.forms), (self.world, self.locals), leaf, self)
    }

    pub(super) fn track_value(&self, counter: CounterId, holder: i32) -> i32 {
        track_value(self.def, self.world, counter, holder)
    }

    /// The body of a walk as a comparison of its item with something else, if that is all it is.
    /// The other side is evaluated once.
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

    /// Whether a comparison holds for the item of a walk.
    #[inline(always)]
    pub(super) fn passes(&self, test: &Test<'_>, item: i32) -> bool {
        let left = match test.left {
            Leaf::CellOf { of, first, holders, cell } if of.is_it() => {
                let offset = (item as u32).wrapping_sub(u32::from(*first));
                if offset < u32::from(*holders) { self.world.cell(cell + offset) } else { 0 }
            }
            Leaf::Column(of, column) if of.is_it() => self.forms.column(*column, item),
            leaf => self.leaf(leaf),
        };
        apply(test.binary, left, test.to) != 0
    }

    /// The body of a walk, with its comparison split off.
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

    /// Whether a condition holds for an item, which becomes the item of the walk.
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

/// The value of a leaf that needs only bindings.
#[inline(always)]
pub(crate) fn glance(def: &Def, world: &World, locals: &[i32], leaf: &Leaf) -> i32 {
    look((def, &def.short), (world, locals), leaf, &Bound { locals })
}

/// The same, with the most frequent looks at hand and one copy of all others.
#[inline(always)]
pub(crate) fn glance_at_once(def: &Def, world: &World, locals: &[i32], leaf: &Leaf) -> i32 {
    match *leaf {
        Leaf::Const(value) => value,
        Leaf::Itself(of) => Bound { locals }.thing(of),
        Leaf::CellOf { of, first, holders, cell } => {
            let offset = (Bound { locals }.thing(of) as u32).wrapping_sub(u32::from(first));
            if offset < u32::from(holders) { world.cell(cell + offset) } else { 0 }
        }
        _ => glance_apart(def, world, locals, leaf),
    }
}

#[inline(never)]
fn glance_apart(def: &Def, world: &World, locals: &[i32], leaf: &Leaf) -> i32 {
    glance(def, world, locals, leaf)
}

/// The value of a leaf outside of walks.
#[inline(always)]
pub(crate) fn look_around(def: &Def, world: &World, locals: &[i32], leaf: &Leaf) -> i32 {
    look((def, &def.short), (world, locals), leaf, &Outside { def, world, locals })
}

/// Resolves what leaves are about.
trait AtHand {
    fn thing(&self, of: Of) -> i32;
}

impl AtHand for Eval<'_> {
    #[inline(always)]
    fn thing(&self, of: Of) -> i32 {
        match of.hand() {
            Hand::Local(slot) => self.locals.get(slot).copied().unwrap_or(NIL),
            Hand::It(register) => self.its[register % self.its.len()],
            Hand::First(index) => {
                let (of, row) = self.forms.first(index);
                // What that is about is never the first piece of yet another container.
                let of = match of.hand() {
                    Hand::It(register) => self.its[register % self.its.len()],
                    _ => Bound { locals: self.locals }.thing(of),
                };
                first_in(self.world, row.of(of))
            }
        }
    }
}

/// Only bindings.
struct Bound<'a> {
    locals: &'a [i32],
}

impl AtHand for Bound<'_> {
    #[inline(always)]
    fn thing(&self, of: Of) -> i32 {
        match of.hand() {
            Hand::Local(slot) => self.locals.get(slot).copied().unwrap_or(NIL),
            Hand::First(_) | Hand::It(_) => NIL,
        }
    }
}

/// Bindings, and the first pieces of their containers.
struct Outside<'a> {
    def: &'a Def,
    world: &'a World,
    locals: &'a [i32],
}

impl AtHand for Outside<'_> {
    #[inline(always)]
    fn thing(&self, of: Of) -> i32 {
        match of.hand() {
            Hand::First(index) => self.first_at_hand(index),
            _ => Bound { locals: self.locals }.thing(of),
        }
    }
}

impl Outside<'_> {
    #[inline(never)]
    fn first_at_hand(&self, index: usize) -> i32 {
        let (of, row) = self.def.short.first(index);
        first_in(self.world, row.of(Bound { locals: self.locals }.thing(of)))
    }
}

#[inline(always)]
fn look(
    (def, forms): (&Def, &Shorts),
    (world, locals): (&World, &[i32]),
    leaf: &Leaf,
    hand: &impl AtHand,
) -> i32 {
    // What it is about is found in one place for all: this is where most time goes.
    let thing = leaf.of().map_or(NIL, |of| hand.thing(of));
    match *leaf {
        Leaf::Const(value) => value,
        Leaf::Itself(_) => thing,
        Leaf::CellOf { first, holders, cell, .. } => {
            let offset = (thing as u32).wrapping_sub(u32::from(first));
            if offset < u32::from(holders) { world.cell(cell + offset) } else { 0 }
        }
        Leaf::Cell(cell) => world.cell(cell),
        Leaf::Column(_, column) => forms.column(column, thing),
        Leaf::SizeOf(_, row) => match row.of(thing) {
            NIL => 0,
            place => world.len(PlaceId(place as u16)) as i32,
        },
        Leaf::FreeOf(_, row) => match row.of(thing) {
            NIL => 0,
            place => {
                let len = world.len(PlaceId(place as u16));
                usize::from(row.capacity).saturating_sub(len) as i32
            }
        },
        Leaf::PlaceOf(_, row) => row.of(thing),
        Leaf::FirstOf(_, row) => first_in(world, row.of(thing)),
        Leaf::Printed(_, column) => {
            let entry = piece(def, thing).map(|piece| world.entry_of(def, piece));
            forms.column(column, entry.map_or(NIL, |entry| i32::from(entry.0)))
        }
        Leaf::OwnerOf(_) => piece(def, thing).map_or(NIL, |piece| world.owner_of(piece)),
        Leaf::ControllerOf(_) => piece(def, thing).map_or(NIL, |piece| world.controller_of(piece)),
        Leaf::TrackOf(_, counter) => track_value(def, world, counter, thing),
        Leaf::Table { plus, len, start, .. } => {
            let index = thing.wrapping_add(i32::from(plus));
            table(def, (start, u32::from(len)), index)
        }
        Leaf::Picked(_, slot) => i32::from(picked(locals, slot).contains(&thing)),
    }
}

#[inline(always)]
fn piece(def: &Def, thing: i32) -> Option<PieceId> {
    ((thing as u32 as usize) < def.pieces.len()).then_some(PieceId(thing as u16))
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

/// The things of a list that a binding holds.
#[inline(always)]
pub(crate) fn picked(locals: &[i32], slot: u16) -> &[i32] {
    let list = locals.get(usize::from(slot)).copied().unwrap_or(NIL);
    match usize::try_from(list) {
        Ok(list) => &locals[list + 2..list + 2 + locals[list + 1] as usize],
        Err(_) => &[],
    }
}

//! Expressions in the form that is evaluated: frequent ones are shortened without changing their
//! value.
//!
//! Packs are resolved to the plain forms, and texts and checks read those. Here a single read of
//! the table or of a printed column is one step (a leaf), and so is an operator on two leaves.

mod constant;
mod index;
mod leaf;
mod value;

use super::Def;
use super::expr::{Binary, Expr, ExprId, Fold, Set, SetId};
use crate::eval::Eval;
use crate::fuel::{EXPR_FUEL, FOLD_FUEL};
use crate::world::World;

use index::Index;
pub(crate) use index::conjuncts;
pub(crate) use leaf::{Column, Hand, Leaf, Of, Row};

/// For each expression, the form that is evaluated.
#[derive(Clone, Debug, Default)]
pub struct Shorts {
    forms: Vec<Short>,
    /// For each comparison whose right side does not depend on some walks, the registers of those
    /// walks that its left side is about, as bits.
    compares: Vec<u8>,
    tables: leaf::Tables,
    /// Filters of sets with a condition.
    sets: Vec<Option<Filter>>,
    /// Indices for walks that find a space.
    walks: Vec<Index>,
}

/// An expression, shortened if possible.
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(u8)]
pub(crate) enum Short {
    /// An expression that needs no other.
    Leaf(Leaf),
    /// An operator on two leaves.
    Two(Binary, Leaf, Leaf),
    /// An operator on two leaves, then one with a constant.
    Then((Binary, Leaf, Leaf), Binary, i32),
    /// An element of a printed list.
    At(Leaf, Leaf),
    /// The first space with an attribute, found by an index.
    FindSpace {
        /// The index to use.
        walk: u16,
    },
    /// Not shortened.
    Plain(Expr),
}

impl Shorts {
    /// Shortens every expression that can be shortened.
    pub(super) fn of(def: &Def) -> Self {
        let mut tables = leaf::Tables::default();
        let form = |at: usize| match leaf::leaf(def, at as ExprId, &mut tables) {
            Some(leaf) => Short::Leaf(leaf),
            None => Short::Plain(def.exprs[at]),
        };
        let mut forms: Vec<Short> = (0..def.exprs.len()).map(form).collect();
        let sets = (0..def.sets.len()).map(|set| Filter::of(def, set as SetId)).collect();
        let mut walks = Vec::new();
        for (short, plain) in forms.iter_mut().zip(&def.exprs) {
            let Expr::Walk { fold: Fold::First, set, it, body } = *plain else { continue };
            let Ok(walk) = u16::try_from(walks.len()) else { break };
            if let Some(index) = Index::of(def, set, it, body) {
                walks.push(index);
                *short = Short::FindSpace { walk };
            }
        }
        let compares = vec![0; def.exprs.len()];
        let mut shorts = Self { forms, compares, tables, sets, walks };
        shorts.fold_constants(def);
        // Twice: the base of a value may come after the value.
        shorts.join(def);
        shorts.join(def);
        shorts.compares = (0..def.exprs.len()).map(|at| shorts.compared(def, at)).collect();
        shorts
    }

    /// Shortens nothing; every value stays the same.
    pub fn plain(def: &Def) -> Self {
        let forms = def.exprs.iter().copied().map(Short::Plain).collect();
        Self { forms, compares: vec![0; def.exprs.len()], ..Self::default() }
    }

    /// Folds expressions that are the same in every state.
    fn fold_constants(&mut self, def: &Def) {
        let world = World::new(def, 0);
        let constant: Vec<bool> =
            (0..def.exprs.len()).map(|at| constant::is_constant(def, at as ExprId)).collect();
        let mut left = FOLD_FUEL;
        for (at, _) in constant.iter().enumerate().filter(|(_, constant)| **constant) {
            let granted = left.min(EXPR_FUEL);
            world.refuel(granted);
            let value = Eval::with(def, self, &world, &[]).eval(at as ExprId);
            left = left.saturating_sub(world.meter().used_of(granted));
            // An expression that takes too long is not folded; the error is reported when it is
            // evaluated.
            if !world.is_spent() {
                self.forms[at] = Short::Leaf(Leaf::Const(value));
            }
        }
    }

    /// Joins expressions made of leaves.
    fn join(&mut self, def: &Def) {
        for at in 0..self.forms.len() {
            let Short::Plain(expr) = self.forms[at] else { continue };
            let joined = match expr {
                Expr::Value(value, seat, about) => {
                    value::unchanged(def, &self.forms, value, [seat, about])
                }
                _ => joined(expr, &self.forms),
            };
            self.forms[at] = joined.unwrap_or(Short::Plain(expr));
        }
    }

    /// The filter of a set with a condition.
    #[inline]
    pub(crate) fn of_set(&self, set: SetId) -> Option<&Filter> {
        self.sets.get(set as usize)?.as_ref()
    }

    /// The index for a walk that finds a space.
    #[inline]
    pub(crate) fn of_walk(&self, walk: u16) -> &Index {
        &self.walks[usize::from(walk)]
    }

    /// An element of a column; the last one if the thing is out of range.
    #[inline(always)]
    pub(crate) fn column(&self, column: Column, thing: i32) -> i32 {
        self.tables.column(column, thing)
    }

    #[inline(always)]
    pub(crate) fn get(&self, expr: ExprId) -> &Short {
        &self.forms[expr as usize]
    }

    /// A container whose first piece leaves are about.
    #[inline(always)]
    pub(crate) fn first(&self, index: usize) -> (Of, Row) {
        self.tables.firsts[index]
    }

    /// Whether an expression compares the item of a walk with something else.
    #[inline(always)]
    pub(crate) fn compares(&self, expr: ExprId, register: usize) -> bool {
        self.compares[expr as usize] & (1 << register) != 0
    }

    /// The walks whose items an expression compares with something else, as bits.
    fn compared(&self, def: &Def, expr: usize) -> u8 {
        let (left, right) = match self.forms[expr] {
            Short::Two(_, left, right) => (left, self.walk_of(right)),
            Short::Plain(Expr::Binary(_, left, right)) => match self.forms[left as usize] {
                Short::Leaf(left) => (left, walks_of(def, right)),
                _ => return 0,
            },
            _ => return 0,
        };
        self.walk_of(left) & !right
    }

    /// The walk that a leaf is about, as a bit.
    fn walk_of(&self, leaf: Leaf) -> u8 {
        let of = match leaf.of().map(Of::hand) {
            Some(Hand::First(index)) => self.first(index).0.hand(),
            Some(hand) => hand,
            None => return 0,
        };
        match of {
            Hand::It(register) => 1 << register,
            _ => 0,
        }
    }
}

/// A set with a condition: the conditions of all nested sets, one after the other.
#[derive(Clone, Debug)]
pub(crate) struct Filter {
    /// The walk the conditions are about.
    pub it: u8,
    pub of: Filtered,
    pub parts: Vec<ExprId>,
}

/// The base of a filter.
#[derive(Clone, Debug)]
pub(crate) enum Filtered {
    /// Spaces with an attribute.
    Index(Index),
    /// A set without a condition.
    Set(SetId),
}

impl Filter {
    fn of(def: &Def, set: SetId) -> Option<Self> {
        let Set::Where { set: inner, it, body } = def.sets[set as usize] else { return None };
        if let Some(mut index) = Index::of(def, inner, it, body) {
            let parts = std::mem::take(&mut index.rest);
            return Some(Self { it, of: Filtered::Index(index), parts });
        }
        let (of, mut parts) = match Self::of(def, inner) {
            Some(filter) if filter.it == it => (filter.of, filter.parts),
            _ => (Filtered::Set(inner), vec![]),
        };
        conjuncts(def, body, &mut parts);
        Some(Self { it, of, parts })
    }
}

/// Joins two leaves, and perhaps a constant, if the expression is nothing more.
fn joined(expr: Expr, forms: &[Short]) -> Option<Short> {
    let leaf = |expr: ExprId| match forms[expr as usize] {
        Short::Leaf(leaf) => Some(leaf),
        _ => None,
    };
    match expr {
        Expr::Binary(binary, left, right) => Some(match (leaf(left), leaf(right)?) {
            (Some(left), right) => Short::Two(binary, left, right),
            (None, Leaf::Const(right)) => match forms[left as usize] {
                Short::Two(inner, one, other) => Short::Then((inner, one, other), binary, right),
                _ => Short::Plain(Expr::BinaryConst(binary, left, right)),
            },
            _ => return None,
        }),
        Expr::ListAt(list, index) => Some(Short::At(leaf(list)?, leaf(index)?)),
        Expr::BinaryConst(last, inner, by) => match forms[inner as usize] {
            Short::Leaf(leaf) => Some(Short::Two(last, leaf, Leaf::Const(by))),
            Short::Two(binary, left, right) => Some(Short::Then((binary, left, right), last, by)),
            _ => None,
        },
        Expr::Not(inner) => Some(Short::Two(Binary::Eq, leaf(inner)?, Leaf::Const(0))),
        _ => None,
    }
}

/// The registers of walks that an expression uses, as bits.
fn walks_of(def: &Def, expr: ExprId) -> u8 {
    let mut walks = 0;
    def.visit_expr(expr, &mut |part| {
        if let Expr::It(it) = part {
            walks |= 1 << it;
        }
    });
    walks
}

#[cfg(test)]
mod tests;

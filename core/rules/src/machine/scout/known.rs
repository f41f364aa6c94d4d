//! Bindings that need not be bound: an argument is usually a number, or something the caller has
//! bound already.

use super::chart::Spot;
use crate::def::Def;
use crate::def::expr::{Binary, ExprId, Fold};
use crate::def::short::{Hand, Leaf, Of, Short};
use crate::eval::apply;
use crate::id::ProcId;

/// What a binding stands for before it is bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Substitute {
    /// A number.
    Number(i32),
    /// Another binding.
    Same(u32),
}

/// An expression to evaluate. The bindings of leaves are absolute: they count from the first of all
/// frames.
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(u8)]
pub(super) enum Sum {
    /// One leaf.
    One(Leaf),
    /// An operator on two leaves.
    Two(Binary, Leaf, Leaf),
    /// An operator on two leaves, then one with a constant.
    Then((Binary, Leaf, Leaf), Binary, i32),
    /// An element of a printed list.
    At(Leaf, Leaf),
    /// A fold of a crowd, given by its index.
    Walk(Fold, u32),
    /// A fold of a crowd, then an operator with a constant.
    WalkThen(Fold, u32, Binary, i32),
    /// An expression of the running procedure.
    Expr(ExprId),
}

impl Sum {
    pub fn number(self) -> Option<i32> {
        match self {
            Self::One(Leaf::Const(number)) => Some(number),
            _ => None,
        }
    }

    pub fn one(self) -> Option<Leaf> {
        match self {
            Self::One(leaf) => Some(leaf),
            _ => None,
        }
    }
}

impl Spot {
    /// An expression of the running procedure in its shortest form.
    pub fn sum(&self, def: &Def, expr: ExprId) -> Sum {
        self.looks(def, expr).unwrap_or(Sum::Expr(expr))
    }

    fn looks(&self, def: &Def, expr: ExprId) -> Option<Sum> {
        match *def.short.get(expr) {
            Short::Leaf(leaf) => self.look(def, leaf).map(Sum::One),
            Short::Two(binary, left, right) => self.two(def, (binary, left, right)),
            Short::At(list, index) => Some(Sum::At(self.look(def, list)?, self.look(def, index)?)),
            Short::Then(two, last, by) => Some(match self.two(def, two)? {
                Sum::One(Leaf::Const(number)) => Sum::One(Leaf::Const(apply(last, number, by))),
                Sum::Two(binary, left, right) => Sum::Then((binary, left, right), last, by),
                _ => return None,
            }),
            _ => None,
        }
    }

    fn two(&self, def: &Def, (binary, left, right): (Binary, Leaf, Leaf)) -> Option<Sum> {
        Some(match (self.look(def, left)?, self.look(def, right)?) {
            (Leaf::Const(left), Leaf::Const(right)) => {
                Sum::One(Leaf::Const(apply(binary, left, right)))
            }
            (left, right) => Sum::Two(binary, left, right),
        })
    }

    pub fn look(&self, def: &Def, leaf: Leaf) -> Option<Leaf> {
        match leaf.of() {
            // Lists stay with their procedure.
            _ if matches!(leaf, Leaf::Picked(..)) => None,
            None | Some(Of::NOTHING) => Some(leaf),
            Some(of) => {
                let Hand::Local(slot) = of.hand() else { return None };
                let at = self.slot(u16::try_from(slot).ok()?);
                match self.known_at(at) {
                    None => Of::local(u16::try_from(at).ok()?).map(|of| leaf.about(of)),
                    Some(Substitute::Same(at)) => {
                        Of::local(u16::try_from(at).ok()?).map(|of| leaf.about(of))
                    }
                    Some(Substitute::Number(thing)) => leaf.about_this(&def.short, thing),
                }
            }
        }
    }

    /// Enters a procedure; returns the arguments that are not known yet.
    pub fn call(
        &mut self,
        def: &Def,
        proc: ProcId,
        args: &[ExprId],
        froms: &[u64],
    ) -> Vec<(u32, Sum)> {
        let sums: Vec<Sum> = args.iter().map(|arg| self.sum(def, *arg)).collect();
        let start = self.len;
        self.enter(def, proc, froms);
        let mut unknown = Vec::new();
        for (at, (sum, from)) in (start..).zip(sums.into_iter().zip(froms)) {
            match sum {
                _ if from & super::chart::UNKNOWN != 0 => {}
                Sum::One(Leaf::Const(number)) => self.know(at, Substitute::Number(number)),
                Sum::One(Leaf::Itself(of)) => match of.hand() {
                    Hand::Local(slot) => self.know(at, Substitute::Same(slot as u32)),
                    _ => unknown.push((at, sum)),
                },
                sum => unknown.push((at, sum)),
            }
        }
        unknown
    }

    /// Marks these bindings of the running procedure as bound; returns those that were not.
    pub fn bind_all(&mut self, slots: u64) -> Vec<(u32, Substitute)> {
        let base = self.base();
        let wanted = |at: u32| at >= base && at - base < 64 && slots & (1 << (at - base)) != 0;
        // A list needs its capacity and its length.
        let lists = self.lists.iter().filter(|list| wanted(list.slot));
        let heads: Vec<u32> = lists.flat_map(|list| [list.at, list.at + 1]).collect();
        let wanted = |at: u32| wanted(at) || heads.contains(&at);
        let bound = self.known().filter(|(at, _)| wanted(*at)).collect();
        self.forget(wanted);
        bound
    }
}

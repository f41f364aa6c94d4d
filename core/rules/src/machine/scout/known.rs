//! Bindings that need not be bound: what a procedure is called with is most often a number, or what
//! the caller has bound already.

use super::chart::Spot;
use crate::def::Def;
use crate::def::expr::{Binary, ExprId, Fold};
use crate::def::short::{Hand, Leaf, Of, Short};
use crate::eval::apply;
use crate::id::ProcId;

/// What a binding stands for that nobody has bound yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Known {
    /// A number.
    Number(i32),
    /// Another binding.
    Same(u32),
}

/// Something to work out. Bindings of looks are counted from the very first.
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(u8)]
pub(super) enum Sum {
    /// One look.
    One(Leaf),
    /// Two looks.
    Two(Binary, Leaf, Leaf),
    /// Two looks, and then a number.
    Then((Binary, Leaf, Leaf), Binary, i32),
    /// A number of a printed list.
    At(Leaf, Leaf),
    /// What a walk makes of a set that is known: which one.
    Walk(Fold, u32),
    /// The same, and then a number.
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
    /// An expression of the running procedure in the shortest form.
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
            // Lists lie where their procedure runs.
            _ if matches!(leaf, Leaf::Picked(..)) => None,
            None | Some(Of::NOTHING) => Some(leaf),
            Some(of) => {
                let Hand::Local(slot) = of.hand() else { return None };
                let at = self.slot(u16::try_from(slot).ok()?);
                match self.known_at(at) {
                    None => Of::local(u16::try_from(at).ok()?).map(|of| leaf.about(of)),
                    Some(Known::Same(at)) => {
                        Of::local(u16::try_from(at).ok()?).map(|of| leaf.about(of))
                    }
                    Some(Known::Number(thing)) => leaf.about_this(&def.short, thing),
                }
            }
        }
    }

    /// Enters a procedure; gives what it must be called with that is not known yet.
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
                Sum::One(Leaf::Const(number)) => self.know(at, Known::Number(number)),
                Sum::One(Leaf::Itself(of)) => match of.hand() {
                    Hand::Local(slot) => self.know(at, Known::Same(slot as u32)),
                    _ => unknown.push((at, sum)),
                },
                sum => unknown.push((at, sum)),
            }
        }
        unknown
    }

    /// Of these bindings of the running procedure, those that nobody has bound; from here on they
    /// are bound.
    pub fn bind_all(&mut self, slots: u64) -> Vec<(u32, Known)> {
        let base = self.base();
        let wanted = |at: u32| at >= base && at - base < 64 && slots & (1 << (at - base)) != 0;
        // With a list comes how much room it has, and how long it is.
        let lists = self.lists.iter().filter(|list| wanted(list.slot));
        let heads: Vec<u32> = lists.flat_map(|list| [list.at, list.at + 1]).collect();
        let wanted = |at: u32| wanted(at) || heads.contains(&at);
        let bound = self.known().filter(|(at, _)| wanted(*at)).collect();
        self.forget(wanted);
        bound
    }
}

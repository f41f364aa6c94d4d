//! Sets whose inputs are known when the path is specialised: they are walked directly, and nothing
//! has to be bound for them.

use super::chart::Spot;
use super::known::Substitute;
use crate::def::Def;
use crate::def::expr::{Binary, Expr, ExprId, Fold, NIL, Set, SetId};
use crate::def::short::{Filtered, Hand, Leaf, Of, Short, conjuncts};
use crate::eval::{Eval, picked};
use crate::id::PlaceId;

/// A set. Bindings are absolute: they count from the first of all frames.
#[derive(Clone, Debug)]
pub(super) struct Crowd {
    of: Source,
    /// The register its conditions are about.
    it: u8,
    checks: Vec<Check>,
}

#[derive(Clone, Copy, Debug)]
enum Source {
    /// The pieces of a container.
    Container(Leaf),
    /// A run of spaces.
    Spaces(i32, i32),
    /// The spaces found by the index of a set.
    Found(SetId, Leaf),
}

/// A condition.
#[derive(Clone, Debug)]
enum Check {
    Two(Binary, Leaf, Leaf),
    /// Not in a list: the first binding of its procedure, and the slot of the list.
    Unpicked(u32, u16),
    /// Another set is not empty.
    Some(Box<Crowd>),
}

/// The fold, the set, and an optional operation on the result.
pub(super) type Search = (Fold, Crowd, Option<(Binary, i32)>);

impl Spot {
    /// A set of the running procedure; `None` if it takes more than leaves.
    pub fn crowd(&self, def: &Def, set: SetId) -> Option<Crowd> {
        let all = |of: Source| Some(Crowd { of, it: 0, checks: vec![] });
        match def.sets[set as usize] {
            Set::Pieces(place) => match *def.short.get(place) {
                Short::Leaf(place) => all(Source::Container(self.seen(def, place)?)),
                _ => None,
            },
            Set::Spaces(first, len) => all(Source::Spaces(first.0.into(), len.into())),
            Set::Where { .. } => {
                let filter = def.short.of_set(set)?;
                let of = match &filter.of {
                    Filtered::Index(index) => match *def.short.get(index.key) {
                        Short::Leaf(key) => Source::Found(set, self.seen(def, key)?),
                        _ => return None,
                    },
                    Filtered::Set(inner) => match self.crowd(def, *inner)? {
                        Crowd { of, checks, .. } if checks.is_empty() => of,
                        _ => return None,
                    },
                };
                let mut checks = vec![];
                for part in &filter.parts {
                    self.check(def, *part, filter.it, &mut checks)?;
                }
                Some(Crowd { of, it: filter.it, checks })
            }
            _ => None,
        }
    }

    /// An expression as a search, if it is a walk over such a set, with an optional operation on
    /// the result.
    pub fn search(&self, def: &Def, expr: ExprId) -> Option<Search> {
        let (walk, then) = match *def.short.get(expr) {
            Short::Plain(Expr::BinaryConst(last, walk, by)) => (walk, Some((last, by))),
            _ => (expr, None),
        };
        let Short::Plain(Expr::Walk { fold, set, it, body }) = *def.short.get(walk) else {
            return None;
        };
        if !matches!(fold, Fold::Any | Fold::First | Fold::Count) {
            return None;
        }
        let mut crowd = self.crowd(def, set)?;
        if !crowd.checks.is_empty() && crowd.it != it {
            return None;
        }
        crowd.it = it;
        let mut parts = vec![];
        conjuncts(def, body, &mut parts);
        for part in parts {
            self.check(def, part, it, &mut crowd.checks)?;
        }
        Some((fold, crowd, then))
    }

    /// Adds the conditions on the item of a walk; `None` if they take more than leaves.
    fn check(&self, def: &Def, part: ExprId, it: u8, checks: &mut Vec<Check>) -> Option<()> {
        checks.push(match *def.short.get(part) {
            Short::Two(Binary::Eq, Leaf::Picked(of, list), Leaf::Const(0)) if of == Of::it(it) => {
                let slot = self.slot(list);
                let there = self.lists.iter().find(|list| list.slot == slot);
                let len = there.and_then(|list| self.known_at(list.at + 1));
                match (self.known_at(slot), len) {
                    (None, _) => Check::Unpicked(self.base(), list),
                    // The list is empty.
                    (Some(Substitute::Number(NIL)), _) | (_, Some(Substitute::Number(0))) => {
                        return Some(());
                    }
                    _ => return None,
                }
            }
            Short::Two(binary, left, right) => {
                Check::Two(binary, self.seen(def, left)?, self.seen(def, right)?)
            }
            Short::Leaf(leaf) => Check::Two(Binary::Ne, self.seen(def, leaf)?, Leaf::Const(0)),
            _ => match self.search(def, part)? {
                (Fold::Any, crowd, None) => Check::Some(Box::new(crowd)),
                _ => return None,
            },
        });
        Some(())
    }

    /// A leaf about a binding or the item of a walk, with absolute bindings.
    fn seen(&self, def: &Def, leaf: Leaf) -> Option<Leaf> {
        let about = match leaf.of().map(Of::hand) {
            Some(Hand::First(index)) => def.short.first(index).0.hand(),
            Some(hand) => hand,
            None => return Some(leaf),
        };
        match (about, leaf) {
            (_, Leaf::Picked(..)) => None,
            (Hand::It(_), _) => Some(leaf),
            _ => self.look(def, leaf),
        }
    }
}

impl Crowd {
    /// Walks the set in order until `visit` returns false.
    #[inline(always)]
    pub fn each(&self, eval: &mut Eval<'_>, visit: &mut impl FnMut(i32) -> bool) {
        let mut look = |eval: &mut Eval<'_>, item: i32| !self.takes(eval, item) || visit(item);
        match &self.of {
            Source::Container(place) => {
                let place = eval.leaf(place);
                if place as u32 as usize >= eval.def.places.len() {
                    return;
                }
                eval.pieces(PlaceId(place as u16), &mut look);
            }
            Source::Spaces(first, len) => {
                if !eval.world.spend(*len as usize + 1) {
                    return;
                }
                (*first..*first + *len).all(|space| look(eval, space));
            }
            Source::Found(set, key) => {
                let key = eval.leaf(key);
                let filter = eval.def.short.of_set(*set);
                let Some(Filtered::Index(index)) = filter.map(|filter| &filter.of) else { return };
                let spaces = index.find(key);
                if !eval.world.spend(spaces.len() + 1) {
                    return;
                }
                spaces.iter().all(|space| look(eval, *space));
            }
        }
    }

    /// Folds the set.
    #[inline(never)]
    pub fn fold(&self, eval: &mut Eval<'_>, fold: Fold) -> i32 {
        let mut total = if fold == Fold::First { NIL } else { 0 };
        self.each(eval, &mut |item| {
            total = match fold {
                Fold::First => item,
                Fold::Any => 1,
                _ => total + 1,
            };
            fold == Fold::Count
        });
        total
    }

    #[inline(always)]
    fn takes(&self, eval: &mut Eval<'_>, item: i32) -> bool {
        eval.its[usize::from(self.it)] = item;
        self.checks.iter().all(|check| match check {
            Check::Two(binary, left, right) => eval.two(*binary, left, right) != 0,
            Check::Unpicked(base, list) => {
                !picked(&eval.locals[*base as usize..], *list).contains(&item)
            }
            Check::Some(crowd) => crowd.fold(eval, Fold::Any) != 0,
        })
    }
}

//! Folds a set to one number.

use super::Eval;
use crate::def::expr::{ExprId, Fold, NIL, Set, SetId};
use crate::def::short::{Leaf, Short};

impl Eval<'_> {
    #[inline(never)]
    pub(super) fn walk(&mut self, fold: Fold, set: SetId, it: u8, body: ExprId) -> i32 {
        let register = usize::from(it);
        let kept = self.its[register];
        let condition = self.condition(body, register);
        let mut total = 0;
        // Each closure is small: folds that rank or count distinct keys are elsewhere.
        match fold {
            Fold::Any => {
                let all_fail =
                    self.over(set, &mut |eval, item| !eval.holds_for(item, register, &condition));
                total = i32::from(!all_fail);
            }
            Fold::All => {
                let all_hold =
                    self.over(set, &mut |eval, item| eval.holds_for(item, register, &condition));
                total = i32::from(all_hold);
            }
            Fold::Count => {
                self.over(set, &mut |eval, item| {
                    total += i32::from(eval.holds_for(item, register, &condition));
                    true
                });
            }
            Fold::Sum => {
                self.over(set, &mut |eval, item| {
                    eval.its[register] = item;
                    total = total.saturating_add(eval.eval(body));
                    true
                });
            }
            Fold::Distinct => total = self.distinct(set, register, body),
            Fold::First if self.is_true(body) => total = self.first(set),
            Fold::First => {
                total = NIL;
                self.over(set, &mut |eval, item| {
                    let holds = eval.holds_for(item, register, &condition);
                    total = if holds { item } else { NIL };
                    !holds
                });
            }
            _ => total = self.walk_rare(fold, set, register, body),
        }
        self.its[register] = kept;
        total
    }

    /// Walks a set like [`Eval::each`], with a fast path for the pieces of one container.
    #[inline(always)]
    fn over<V: FnMut(&mut Self, i32) -> bool>(&mut self, set: SetId, visit: &mut V) -> bool {
        let Set::Pieces(of) = self.def.sets[set as usize] else { return self.each(set, visit) };
        match self.place(of) {
            Some(place) => self.pieces(place, visit),
            None => true,
        }
    }

    fn is_true(&self, body: ExprId) -> bool {
        *self.forms.get(body) == Short::Leaf(Leaf::TRUE)
    }

    /// The first item of a set, unconditionally.
    fn first(&mut self, set: SetId) -> i32 {
        let mut first = NIL;
        self.over(set, &mut |_, item| {
            first = item;
            false
        });
        first
    }

    fn walk_rare(&mut self, fold: Fold, set: SetId, register: usize, body: ExprId) -> i32 {
        let mut total = match fold {
            Fold::Last | Fold::Best => NIL,
            _ => 0,
        };
        let mut best = None;
        self.over(set, &mut |eval, item| {
            eval.its[register] = item;
            let value = eval.eval(body);
            match fold {
                Fold::Last if value != 0 => total = item,
                Fold::Min if best.is_none_or(|best| value < best) => {
                    (best, total) = (Some(value), value);
                }
                Fold::Max if best.is_none_or(|best| value > best) => {
                    (best, total) = (Some(value), value);
                }
                Fold::Best if best.is_none_or(|best| value > best) => {
                    (best, total) = (Some(value), item);
                }
                _ => {}
            }
            true
        });
        total
    }

    fn distinct(&mut self, set: SetId, register: usize, body: ExprId) -> i32 {
        let mut keys = Keys::default();
        let mut total = 0;
        self.over(set, &mut |eval, item| {
            eval.its[register] = item;
            total += i32::from(keys.add(eval.eval(body)));
            true
        });
        total
    }
}

/// The distinct keys of a walk; keys beyond its capacity are counted again.
struct Keys {
    seen: [i32; KEYS_MAX],
    len: usize,
}

/// How many distinct keys a walk can remember.
const KEYS_MAX: usize = 128;

impl Default for Keys {
    fn default() -> Self {
        Self { seen: [0; KEYS_MAX], len: 0 }
    }
}

impl Keys {
    fn add(&mut self, key: i32) -> bool {
        let fresh = !self.seen[..self.len].contains(&key);
        if fresh && self.len < self.seen.len() {
            self.seen[self.len] = key;
            self.len += 1;
        }
        fresh
    }
}

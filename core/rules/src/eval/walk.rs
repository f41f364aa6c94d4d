//! Folds a set to one number.

use super::Eval;
use crate::def::expr::{ExprId, Fold, NIL, Set, SetId};
use crate::def::short::{Leaf, Short};
use crate::id::PlaceId;

/// What is walked.
#[derive(Clone, Copy)]
enum Walked {
    /// The pieces of a container.
    Pieces(PlaceId),
    /// Any other set.
    Set(SetId),
}

/// The fold of an empty set.
#[inline(always)]
fn nothing(fold: Fold) -> i32 {
    match fold {
        Fold::First | Fold::Last | Fold::Best => NIL,
        Fold::All => 1,
        _ => 0,
    }
}

impl Eval<'_> {
    #[inline(never)]
    pub(super) fn walk(&mut self, fold: Fold, set: SetId, it: u8, body: ExprId) -> i32 {
        let walked = match self.def.sets[set as usize] {
            Set::Pieces(of) => match self.place(of) {
                Some(place) if !self.world.is_empty(place) => Walked::Pieces(place),
                // Very often there is nothing to walk.
                _ => return nothing(fold),
            },
            _ => Walked::Set(set),
        };
        let register = usize::from(it);
        let kept = self.its[register];
        let condition = self.condition(body, register);
        let mut total = 0;
        // Each closure is small: folds that rank or count distinct keys are elsewhere.
        match fold {
            Fold::Any => {
                let all_fail = self
                    .over(walked, &mut |eval, item| !eval.holds_for(item, register, &condition));
                total = i32::from(!all_fail);
            }
            Fold::All => {
                let all_hold =
                    self.over(walked, &mut |eval, item| eval.holds_for(item, register, &condition));
                total = i32::from(all_hold);
            }
            Fold::Count => {
                self.over(walked, &mut |eval, item| {
                    total += i32::from(eval.holds_for(item, register, &condition));
                    true
                });
            }
            Fold::Sum => {
                self.over(walked, &mut |eval, item| {
                    eval.its[register] = item;
                    total = total.saturating_add(eval.eval(body));
                    true
                });
            }
            Fold::Distinct => total = self.distinct(walked, register, body),
            Fold::First if self.is_true(body) => total = self.first(walked),
            Fold::First => {
                total = NIL;
                self.over(walked, &mut |eval, item| {
                    let holds = eval.holds_for(item, register, &condition);
                    total = if holds { item } else { NIL };
                    !holds
                });
            }
            _ => total = self.walk_rare(fold, walked, register, body),
        }
        self.its[register] = kept;
        total
    }

    /// Walks a set like [`Eval::each`], with a fast path for the pieces of one container.
    #[inline(always)]
    fn over<V: FnMut(&mut Self, i32) -> bool>(&mut self, walked: Walked, visit: &mut V) -> bool {
        match walked {
            Walked::Pieces(place) => self.pieces(place, visit),
            Walked::Set(set) => self.each(set, visit),
        }
    }

    fn is_true(&self, body: ExprId) -> bool {
        *self.forms.get(body) == Short::Leaf(Leaf::TRUE)
    }

    /// The first item of a set, unconditionally.
    fn first(&mut self, walked: Walked) -> i32 {
        let mut first = NIL;
        self.over(walked, &mut |_, item| {
            first = item;
            false
        });
        first
    }

    fn walk_rare(&mut self, fold: Fold, walked: Walked, register: usize, body: ExprId) -> i32 {
        let mut total = nothing(fold);
        let mut best = None;
        self.over(walked, &mut |eval, item| {
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

    fn distinct(&mut self, walked: Walked, register: usize, body: ExprId) -> i32 {
        let mut keys = Keys::default();
        let mut total = 0;
        self.over(walked, &mut |eval, item| {
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

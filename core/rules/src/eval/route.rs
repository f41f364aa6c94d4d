//! The cheapest route over links to a space where it may end.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::{Eval, picked};

/// The cost if there is no route.
const NO_WAY: i32 = i32::MAX;

impl Eval<'_> {
    #[inline(never)]
    pub(super) fn route(&mut self, route: u16) -> i32 {
        let def = self.def;
        let route = &def.routes[usize::from(route)];
        let Some(from) = self.space(route.from) else { return NO_WAY };
        let register = usize::from(route.it);
        let kept = std::mem::replace(&mut self.its[register], i32::from(from.0));
        let first = if route.enters { self.eval(route.cost).max(0) } else { 0 };
        // The lowest cost found so far to reach each space.
        let mut least = vec![NO_WAY; def.spaces.len()];
        least[from.index()] = first;
        let mut edge = BinaryHeap::from([Reverse((first, from))]);
        let mut found = NO_WAY;
        while let Some(Reverse((cost, space))) = edge.pop() {
            if cost > least[space.index()] {
                continue;
            }
            self.its[register] = i32::from(space.0);
            if self.holds(route.stop) {
                found = cost;
                break;
            }
            for next in &def.spaces[space.index()].neighbours {
                self.its[register] = i32::from(next.0);
                if picked(self.locals, route.avoid).contains(&i32::from(next.0))
                    || route.through.is_some_and(|through| !self.holds(through))
                {
                    continue;
                }
                let total = cost.saturating_add(self.eval(route.cost).max(0));
                if total < least[next.index()] {
                    least[next.index()] = total;
                    edge.push(Reverse((total, *next)));
                }
            }
        }
        self.its[register] = kept;
        found
    }
}

//! Movement over the board: rays, steps in one direction, distances.

use super::{Eval, SPACES_MAX};
use crate::def::Def;
use crate::def::expr::{ExprId, NIL};
use crate::id::SpaceId;

impl Eval<'_> {
    #[inline(never)]
    pub(super) fn ray(&mut self, from: ExprId, direction: u8, it: u8, body: ExprId) -> i32 {
        let Some(mut space) = self.space(from) else { return 0 };
        let register = usize::from(it);
        let kept = self.its[register];
        let test = self.test(body, register);
        let mut len = 0;
        while (len as usize) < SPACES_MAX {
            let next = self.def.next_space(space, direction);
            if next == NIL {
                break;
            }
            self.its[register] = next;
            let holds = match &test {
                Some(test) => self.passes(test, next),
                None => self.holds(body),
            };
            if !holds {
                break;
            }
            space = SpaceId(next as u16);
            len += 1;
        }
        self.world.spend(len as usize);
        self.its[register] = kept;
        len
    }

    pub(super) fn along(&mut self, from: ExprId, direction: u8, steps: i32) -> i32 {
        let Some(mut space) = self.space(from) else { return NIL };
        for _ in 0..steps.clamp(0, SPACES_MAX as i32) {
            let next = self.def.next_space(space, direction);
            self.world.spend(1);
            if next == NIL {
                return NIL;
            }
            space = SpaceId(next as u16);
        }
        i32::from(space.0)
    }
}

/// The distance between two spaces in steps, and how many spaces were visited to find it.
pub(super) fn distance(def: &Def, from: SpaceId, to: SpaceId) -> (i32, usize) {
    let mut seen = vec![false; def.spaces.len()];
    let (mut edge, mut steps) = (vec![from], 0);
    let mut looks = def.spaces.len() / 64;
    seen[from.index()] = true;
    while !edge.is_empty() {
        looks +=
            edge.iter().map(|space| def.spaces[space.index()].neighbours.len() + 1).sum::<usize>();
        if edge.contains(&to) {
            return (steps, looks);
        }
        let next = edge.iter().flat_map(|space| &def.spaces[space.index()].neighbours);
        let fresh: Vec<SpaceId> = next
            .copied()
            .filter(|space| !std::mem::replace(&mut seen[space.index()], true))
            .collect();
        (edge, steps) = (fresh, steps + 1);
    }
    (NIL, looks)
}

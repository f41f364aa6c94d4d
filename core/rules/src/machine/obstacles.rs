//! Whether a branch can be passed by, without trying it.

use super::Machine;
use crate::def::code::Op;
use crate::def::expr::NIL;
use crate::def::obstacles::{Check, Obstacle};
use crate::eval::Eval;
use crate::event::Sink;

impl<S: Sink> Machine<'_, S> {
    /// Whether something stands in the way of an answer that nobody could pass just now.
    pub(super) fn is_blocked(&self, option: i32) -> bool {
        match &self.def.code[self.pc() as usize] {
            Op::Choose(menu) => {
                let obstacles = self.def.obstacles.at(*menu, option);
                !obstacles.iter().all(|obstacle| self.passes(obstacle))
            }
            _ => false,
        }
    }

    fn passes(&self, obstacle: &Obstacle) -> bool {
        let me = self.me();
        let locals = obstacle.slots.map(|slot| slot.unwrap_or(me));
        let mut eval = Eval::new(self.def, &self.state.world, &locals);
        match obstacle.check {
            Check::Pays(cost) => self.could_pay(cost, &locals),
            Check::Holds(condition) => eval.holds(condition),
            Check::Any(set) => !eval.each(set, &mut |_, _| false),
            Check::Room(place) => {
                let place = eval.eval(place);
                place == NIL || {
                    let place = crate::id::PlaceId(place as u16);
                    self.state.world.free(self.def, place) > 0
                }
            }
        }
    }
}

//! Whether a branch can be taken or must be passed by, without trying it.

use super::{FRAMES_MAX, Machine};
use crate::def::code::Op;
use crate::def::expr::NIL;
use crate::def::obstacles::{CALLS_MAX, Check, End, Obstacle, Spot, Way};
use crate::eval::Eval;
use crate::event::Sink;
use crate::id::PlaceId;

/// What is known of a branch before it is tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    /// Something stands in the way that nobody could pass just now.
    Blocked,
    /// Nothing can fail in it, nor after it in this procedure.
    Passes,
    /// It must be tried.
    Unsure,
}

impl From<bool> for Verdict {
    fn from(passes: bool) -> Self {
        if passes { Self::Passes } else { Self::Blocked }
    }
}

impl<S: Sink> Machine<'_, S> {
    /// What can be said of an answer without trying it, if what follows this procedure cannot fail.
    pub(super) fn judge(&self, option: i32) -> Verdict {
        let Op::Choose(menu) = &self.def.code[self.pc() as usize] else { return Verdict::Unsure };
        let Some(way) = self.def.obstacles.at(*menu, option) else { return Verdict::Unsure };
        match self.judge_way(way) {
            Verdict::Passes if self.state.control.frames.len() + CALLS_MAX >= FRAMES_MAX => {
                Verdict::Unsure
            }
            verdict => verdict,
        }
    }

    fn judge_way(&self, way: &Way) -> Verdict {
        let mut sure = true;
        for obstacle in &way.obstacles {
            match self.passes(obstacle) {
                Verdict::Blocked => return Verdict::Blocked,
                verdict => sure &= verdict == Verdict::Passes,
            }
        }
        match &way.end {
            End::Safe if sure => Verdict::Passes,
            End::Menu(branches, exact) => {
                let mut blocked = true;
                for branch in branches {
                    match self.judge_way(branch) {
                        Verdict::Passes if sure && *exact => return Verdict::Passes,
                        verdict => blocked &= verdict == Verdict::Blocked,
                    }
                }
                if blocked { Verdict::Blocked } else { Verdict::Unsure }
            }
            _ => Verdict::Unsure,
        }
    }

    fn passes(&self, obstacle: &Obstacle) -> Verdict {
        let world = &self.state.world;
        match obstacle.check {
            Check::Some(spot) => self
                .spot(spot)
                .map_or(Verdict::Blocked, |place| Verdict::from(!world.is_empty(place))),
            Check::Free(spot) => self
                .spot(spot)
                .map_or(Verdict::Blocked, |place| Verdict::from(world.free(self.def, place) > 0)),
            check => self.check(check, obstacle),
        }
    }

    #[inline(never)]
    fn check(&self, check: Check, obstacle: &Obstacle) -> Verdict {
        let me = self.me();
        let locals = obstacle.slots.map(|slot| slot.unwrap_or(me));
        if let Check::Pays(cost) = check {
            return self.could_pay(cost, &locals);
        }
        let mut eval = Eval::new(self.def, &self.state.world, &locals);
        match check {
            Check::Holds(condition) => Verdict::from(eval.holds(condition)),
            Check::Any(set) => Verdict::from(!eval.each(set, &mut |_, _| false)),
            Check::Room(place) => match eval.eval(place) {
                NIL => Verdict::Unsure,
                place => {
                    let free = self.state.world.free(self.def, PlaceId(place as u16));
                    Verdict::from(free > 0)
                }
            },
            _ => Verdict::Unsure,
        }
    }

    fn spot(&self, spot: Spot) -> Option<PlaceId> {
        match spot {
            Spot::Fixed(place) => Some(place),
            Spot::Mine(zone) => {
                let zone = &self.def.zones[zone.index()];
                let me = u16::try_from(self.me()).ok()?;
                (me < zone.places).then(|| PlaceId(zone.first.0 + me))
            }
        }
    }
}

//! Moves that are certain to succeed: if the path has established that a container is not empty and
//! another has room, moving a piece needs no evaluation.

use super::super::chart::{Spot, UNKNOWN};
use super::super::known::Sum;
use super::act::moved;
use super::{Drawn, is_idle, is_unseen, key_of_move};
use crate::def::Def;
use crate::def::ask::PickDef;
use crate::def::code::{At, Op, Pc};
use crate::def::expr::{Binary, Expr, ExprId, NIL, Set};
use crate::def::reads::Look;
use crate::def::short::{Hand, Leaf, Of};
use crate::id::{KindId, ZoneId};

/// A fact established earlier on this path.
#[derive(Clone, Debug)]
pub(in crate::machine::scout) struct Fact {
    container: Leaf,
    /// Whether the container has room; otherwise, that it is not empty.
    room: bool,
    /// Its read set.
    look: Look,
}

impl Fact {
    /// The binding it is about.
    pub fn about(&self) -> Option<u32> {
        match self.container.of()?.hand() {
            Hand::Local(slot) => Some(slot as u32),
            _ => None,
        }
    }
}

impl Spot {
    /// Records what follows once a condition holds.
    pub fn learn(&mut self, def: &Def, condition: ExprId, sum: &Sum) {
        let Sum::Two(binary, left, Leaf::Const(0)) = sum else { return };
        let (container, room) = match (binary, left) {
            (Binary::Gt, Leaf::FreeOf(of, row)) => (Leaf::PlaceOf(*of, *row), true),
            (Binary::Gt | Binary::Ne, Leaf::SizeOf(of, row)) => (Leaf::PlaceOf(*of, *row), false),
            _ => return,
        };
        let look = Look { slots: 0, ..*def.reads.expr(condition) };
        self.facts.push(Fact { container: named(container), room, look });
    }

    fn is_granted(&self, container: Leaf, room: bool) -> bool {
        let container = named(container);
        self.facts.iter().any(|fact| {
            fact.container == container && fact.room == room && !self.has_changed(&fact.look)
        })
    }
}

/// The canonical leaf of a container.
fn named(container: Leaf) -> Leaf {
    match container {
        Leaf::PlaceOf(Of::NOTHING, row) => Leaf::Const(row.of(NIL)),
        other => other,
    }
}

/// Picks any piece and moves it, if that needs no evaluation and it makes no difference which one.
pub(super) fn take_any(def: &Def, spot: &mut Spot, pc: Pc, pick: &PickDef) -> Option<Drawn> {
    let Op::Move { piece, to, at: At::Top | At::Bottom } = def.code.get(pc as usize + 1)? else {
        return None;
    };
    let Set::Pieces(from) = def.sets[pick.set as usize] else { return None };
    let (left, entered) = (zone(def, from)?, zone(def, *to)?);
    let zones = [&def.zones[left.index()], &def.zones[entered.index()]];
    let events = [zones[0].left, zones[1].entered].into_iter().flatten();
    let granted = def.exprs[*piece as usize] == Expr::Local(pick.slot)
        && def.reads.expr(*to).slots & Look::slot(pick.slot).slots == 0
        && left != entered
        && zones[1].unique.is_none()
        && zones[0].resets.is_empty()
        && events.into_iter().all(|event| def.reads.event(event).is_none())
        && spot.sees(def.reads.set(pick.set)) == Some(0)
        && spot.sees(def.reads.expr(*to)) == Some(0)
        && spot.is_granted(spot.sum(def, from).one()?, false)
        && spot.is_granted(spot.sum(def, *to).one()?, true);
    if !granted {
        return None;
    }
    let mut after = spot.clone();
    after.go(pc + 1);
    let unseen = |kind: usize| {
        let (mut parts, sizes) = moved(def, key_of_move(left, entered, KindId::from(kind)));
        parts.add_all(&sizes);
        is_unseen(def, &after, &parts)
    };
    if !(0..def.kinds.len()).all(unseen) || !is_forgotten(def, &after, pick.slot) {
        return None;
    }
    *spot = after;
    spot.levels.push((pc, true));
    spot.bind(spot.slot(pick.slot), UNKNOWN);
    spot.go(pc + 2);
    Some(Drawn::On)
}

fn zone(def: &Def, place: ExprId) -> Option<ZoneId> {
    match def.exprs[place as usize] {
        Expr::Place(zone, _) => Some(zone),
        _ => None,
    }
}

/// Whether nothing after the current instruction reads a binding, except to return it to a caller
/// that ignores it.
fn is_forgotten(def: &Def, spot: &Spot, slot: u16) -> bool {
    if is_idle(def, spot, slot) {
        return true;
    }
    let (Some(pc), Some(caller)) = (spot.pc(), spot.frames.iter().rev().nth(1)) else {
        return false;
    };
    let wanted = matches!(def.code.get(caller.pc as usize), None | Some(Op::Result(_)));
    for pc in pc + 1.. {
        match def.code.get(pc as usize) {
            Some(Op::Return(_)) => return !wanted,
            Some(Op::Set(..) | Op::Gain(..) | Op::Lose(..) | Op::Note(..)) => {
                if def.ahead.slots(pc) & Look::slot(slot).slots != 0 {
                    return false;
                }
            }
            _ => return false,
        }
    }
    false
}

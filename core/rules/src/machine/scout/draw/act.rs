//! Builds nodes for instructions that change something.

use super::super::chart::{Chart, Moving, Sight, Spot};
use super::{Drawn, is_unseen};
use crate::def::Def;
use crate::def::code::{Op, Pc};
use crate::def::expr::{Expr, ExprId};
use crate::def::liveness::{alike, room};
use crate::def::reads::{CONTROLLERS, FACES, Look, OWNERS, PLACES, Parts, SIZES};
use crate::event::Event;
use crate::id::{CounterId, KindId, ZoneId};

/// Marks a move that no later step reads.
pub(in crate::machine::scout) const UNSEEN: u64 = 1 << 63;

/// The key of a move: what determines which later steps notice it.
pub(in crate::machine::scout) fn key_of_move(from: ZoneId, to: ZoneId, kind: KindId) -> u64 {
    u64::from(from.0) << 32 | u64::from(to.0) << 16 | u64::from(kind.0)
}

/// The key of a move, marked if no later step reads it.
pub(in crate::machine::scout) fn draw_move(def: &Def, chart: &Chart, node: u32, way: u64) -> u64 {
    let spot = &chart.spots[chart.nodes[node as usize].spot as usize];
    let (mut parts, sizes) = moved(def, way);
    parts.add_all(&sizes);
    if is_unseen(def, spot, &parts) { way | UNSEEN } else { way }
}

/// The parts of the table that a move changes: where pieces are, and how many are where.
pub(super) fn moved(def: &Def, way: u64) -> (Parts, Parts) {
    let (mut pieces, mut sizes) = (Parts::default(), Parts::default());
    [PLACES, CONTROLLERS].into_iter().for_each(|part| pieces.add(part));
    sizes.add(SIZES);
    for zone in [(way >> 32) as u16, (way >> 16) as u16].map(ZoneId) {
        pieces.add(def.reads.contents(zone));
        sizes.add(def.reads.size(zone));
    }
    pieces.add(def.reads.kind(KindId(way as u16)));
    (pieces, sizes)
}

/// Processes an instruction that changes something: what it changes is no longer known.
pub(super) fn act(def: &Def, spot: &mut Spot, pc: Pc) -> Option<Drawn> {
    let reads = &def.reads;
    spot.go(pc + 1);
    let turned = |written: &mut Parts, part: usize| {
        written.add(part);
        (0..def.kinds.len()).for_each(|kind| written.add(reads.kind(kind.into())));
    };
    match &def.code[pc as usize] {
        Op::Gain(counter, of, by) => return gain(def, spot, *counter, *of, *by),
        Op::Score(..) => {
            let score = def.counters.iter().position(|counter| counter.line.is_some());
            score.into_iter().for_each(|at| spot.written.add(reads.counter(at.into())));
        }
        Op::Begin(period) => {
            reads.mark(def, &Event::Began { period: *period }, &mut spot.written);
        }
        Op::Find { slot, set, keys, .. } => {
            let mut from = spot.sees(reads.set(*set))?;
            for key in keys {
                from |= spot.sees(reads.expr(*key))?;
            }
            let at = spot.slot(*slot);
            spot.bind(at, from);
            return Some(Drawn::Place(Sight::Find(at), from));
        }
        Op::Advance(track, of, by) => {
            let counter = &def.counters[track.index()];
            let part = reads.counter(*track);
            if counter.gained.is_some_and(|event| reads.event(event).is_some()) {
                return None;
            }
            if counter.track.as_ref().is_some_and(|track| !track.bonuses.is_empty()) {
                let from = spot.sees(reads.expr(*of))? | spot.sees(reads.expr(*by))?;
                let from = from | spot.sees(&Look::part(part))?;
                spot.written.add(part);
                return Some(Drawn::Place(Sight::Advance, from));
            }
            spot.written.add(part);
        }
        Op::Lose(counter, ..) | Op::Set(counter, ..) => {
            spot.written.add(reads.counter(*counter));
        }
        Op::Flip(..) => turned(&mut spot.written, FACES),
        Op::Own(..) => turned(&mut spot.written, OWNERS),
        Op::Control(..) => turned(&mut spot.written, CONTROLLERS),
        Op::Emit(event, args) => {
            let Some(look) = reads.event(*event) else { return Some(Drawn::On) };
            if spot.left {
                return None;
            }
            let mut from = spot.sees(look)? | spot.sees(&Look::slot(0))?;
            for arg in args {
                from |= spot.sees(reads.expr(*arg))?;
            }
            return Some(Drawn::Place(Sight::Emit, from));
        }
        Op::Move { piece, to, at } => {
            let (of, into) = (spot.sees(reads.expr(*piece))?, spot.sees(reads.expr(*to))?);
            let from = into | spot.sees(&room(def, *to, *at))? | spot.sees(&alike(def, *to))?;
            spot.go(pc);
            let apart = match def.exprs[*piece as usize] {
                Expr::Local(slot) => spot.one_of_them(spot.slot(slot)) & of & !from,
                _ => 0,
            };
            let (piece, to) = (spot.sum(def, *piece), spot.sum(def, *to));
            return Some(Drawn::Move(Moving { piece, to, apart, last: None }, of | from));
        }
        Op::Random { .. } => {
            return (!spot.blurred).then_some(Drawn::Place(Sight::Arrived, 0));
        }
        // The path ends: `Ahead` relies on these not being followed.
        Op::Script(..)
        | Op::Secret(_)
        | Op::MoveAll { .. }
        | Op::Keep(..)
        | Op::Take(_)
        | Op::Run(_)
        | Op::Draw { .. }
        | Op::Shuffle(_)
        | Op::Refill(..)
        | Op::EmitTo(..)
        | Op::Majority(_)
        | Op::Commit
        | Op::EndGame
        | Op::Steps => return None,
        // Handled elsewhere.
        Op::Jump(_)
        | Op::Unless(..)
        | Op::Let(..)
        | Op::Require(..)
        | Op::Expect(..)
        | Op::Call(..)
        | Op::Perform(..)
        | Op::Return(_)
        | Op::Result(_)
        | Op::Try(_)
        | Op::May { .. }
        | Op::Done
        | Op::Choose(_)
        | Op::Pick(_)
        | Op::Amount { .. }
        | Op::Each { .. }
        | Op::Next { .. }
        | Op::Break(_)
        | Op::Room(..)
        | Op::Remember(..)
        | Op::Pay(..)
        | Op::PayPrinted(..)
        | Op::Note(..)
        | Op::Triggers => return None,
    }
    Some(Drawn::On)
}

fn gain(def: &Def, spot: &mut Spot, counter: CounterId, of: ExprId, by: ExprId) -> Option<Drawn> {
    let reads = &def.reads;
    let part = reads.counter(counter);
    let waited = |event: &crate::id::EventId| reads.event(*event).is_some();
    let Some(event) = def.counters[counter.index()].gained.filter(waited) else {
        spot.written.add(part);
        return Some(Drawn::On);
    };
    let from = spot.sees(reads.expr(of))? | spot.sees(reads.expr(by))?;
    let from = from | spot.sees(&Look::slot(0))?;
    let from = from | spot.sees(&Look::part(part))?;
    // Abilities are checked after the gain, so they must not read what is gained.
    spot.written.add(part);
    let heard = reads.event(event).and_then(|look| spot.sees(look)).filter(|_| !spot.left);
    Some(Drawn::Place(Sight::Gain(heard.is_some()), from | heard.unwrap_or(0)))
}

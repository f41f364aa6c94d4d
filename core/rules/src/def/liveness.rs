//! What each instruction and those after it read, computed once (a liveness analysis): look-ahead
//! can skip changes that no later step reads.

use super::Def;
use super::ask::{Class, PickDef};
use super::code::{At, Bearer, Op, Pc};
use super::expr::{Expr, ExprId, Set, SetId};
use super::reads::{FACES, Look, OWNERS, PLACES, Parts};
use crate::id::{AttrId, CostId, ProcId};
use crate::state::Frame;

/// The read sets from each instruction on.
#[derive(Clone, Debug, Default)]
pub struct Ahead {
    /// Up to the end of the procedure.
    whole: Vec<Look>,
    /// Up to where nothing in the procedure can fail any more.
    failing: Vec<Look>,
    /// The bindings each instruction reads itself, as bits.
    slots: Vec<u64>,
}

impl Ahead {
    pub(super) fn of(def: &Def) -> Self {
        let looks: Vec<Look> = (0..def.code.len()).map(|pc| look_at(def, pc as Pc)).collect();
        let none = vec![Look::default(); def.code.len()];
        let mut slots: Vec<u64> = looks.iter().map(|look| look.slots).collect();
        for (slots, op) in slots.iter_mut().zip(&def.code) {
            // Adding to a list needs the list, but reveals nothing of its content.
            if let Op::Remember(list, _) = op {
                *slots |= Look::slot(*list).slots;
            }
        }
        let mut ahead = Self { whole: none.clone(), failing: none, slots };
        // Read sets only grow, so this ends; code is laid out forward, so iterating backward ends
        // soon.
        loop {
            let mut changed = false;
            for pc in (0..def.code.len()).rev() {
                let whole = ahead.from(def, pc as Pc, false).and(&looks[pc]);
                let failing = match def.safety.fails(pc as Pc) {
                    true => ahead.from(def, pc as Pc, true).and(&looks[pc]),
                    false => Look::default(),
                };
                changed |= whole != ahead.whole[pc] || failing != ahead.failing[pc];
                (ahead.whole[pc], ahead.failing[pc]) = (whole, failing);
            }
            if !changed {
                return ahead;
            }
        }
    }

    /// Whether some parts are read before nothing can fail any more.
    pub(crate) fn looks_at(&self, def: &Def, frames: &[Frame], parts: &Parts) -> bool {
        let mut frames = frames;
        while let Some((top, below)) = frames.split_last() {
            let safe = def.safety.rest_is_safe(frames);
            let looks = if safe { &self.failing } else { &self.whole };
            let Some(look) = looks.get(top.pc as usize) else { return true };
            if look.everything || look.parts.meets(parts) {
                return true;
            }
            if safe {
                return false;
            }
            frames = below;
        }
        false
    }

    /// Whether a binding of the running procedure is read before nothing can fail any more.
    pub(crate) fn reads(&self, def: &Def, frames: &[Frame], slot: u16) -> bool {
        let Some(top) = frames.last() else { return true };
        let safe = def.safety.rest_is_safe(frames);
        let looks = if safe { &self.failing } else { &self.whole };
        let wanted = Look::slot(slot);
        looks.get(top.pc as usize).is_none_or(|look| {
            look.everything || wanted.everything || look.slots & wanted.slots != 0
        })
    }

    /// The read sets from an instruction on: up to the end of the procedure, and up to where
    /// nothing can fail any more.
    #[cfg(test)]
    pub(crate) fn at(&self, pc: Pc) -> [&Look; 2] {
        [&self.whole[pc as usize], &self.failing[pc as usize]]
    }

    /// The bindings an instruction reads, as bits.
    pub(crate) fn slots(&self, pc: Pc) -> u64 {
        self.slots[pc as usize]
    }

    /// What is read after an instruction, on every path from it.
    fn from(&self, def: &Def, pc: Pc, failing: bool) -> Look {
        let here = if failing { &self.failing } else { &self.whole };
        let at = |pc: Pc| here.get(pc as usize).copied().unwrap_or_default();
        let next = pc + 1;
        let called = |proc: ProcId| {
            let start = def.procs[proc.index()].start as usize;
            let whole = !failing || def.safety.fails(next);
            let look = if whole { self.whole[start] } else { self.failing[start] };
            look.outside()
        };
        match &def.code[pc as usize] {
            Op::Return(_) | Op::Commit | Op::EndGame | Op::Triggers | Op::Steps => Look::default(),
            Op::Jump(to) => at(*to),
            Op::Unless(condition, to) => match def.constant(*condition) {
                Some(0) => at(*to),
                Some(_) => at(next),
                None => at(next).and(&at(*to)),
            },
            Op::Try(end) | Op::May { end, .. } => at(next).and(&at(*end)),
            Op::Each { next, .. } => at(*next),
            Op::Next { body, .. } => at(*body).and(&at(next)),
            Op::Call(proc, _) => called(*proc).and(&at(next)),
            Op::Perform(bearer, attr, ..) => printed(def, *bearer, *attr)
                .fold(at(next), |look, proc| look.and(&called(ProcId::from(proc)))),
            Op::Choose(menu) => {
                let menu = def.menu(*menu);
                menu.branches.iter().fold(at(menu.end), |look, it| look.and(&at(it.body)))
            }
            Op::Let(..)
            | Op::Require(..)
            | Op::Expect(..)
            | Op::Result(_)
            | Op::Script(..)
            | Op::Done
            | Op::Pick(_)
            | Op::Amount { .. }
            | Op::Secret(_)
            | Op::Break(_)
            | Op::Room(..)
            | Op::Remember(..)
            | Op::Keep(..)
            | Op::Take(_)
            | Op::Run(_)
            | Op::Find { .. }
            | Op::Random { .. }
            | Op::Gain(..)
            | Op::Lose(..)
            | Op::Set(..)
            | Op::Advance(..)
            | Op::Pay(..)
            | Op::PayPrinted(..)
            | Op::Move { .. }
            | Op::MoveAll { .. }
            | Op::Draw { .. }
            | Op::Shuffle(_)
            | Op::Refill(..)
            | Op::Flip(..)
            | Op::Own(..)
            | Op::Control(..)
            | Op::Emit(..)
            | Op::EmitTo(..)
            | Op::Begin(_)
            | Op::Score(..)
            | Op::Majority(_)
            | Op::Note(..) => at(next),
        }
    }
}

/// The steps or costs of a printed attribute.
fn printed(def: &Def, bearer: Bearer, attr: AttrId) -> impl Iterator<Item = usize> + '_ {
    def.printed(bearer, attr).iter().filter_map(|printed| usize::try_from(*printed).ok())
}

/// What a scout reads at one instruction. An instruction scouts do not follow ends their path.
fn look_at(def: &Def, pc: Pc) -> Look {
    let reads = &def.reads;
    let all = |exprs: &[ExprId]| {
        exprs.iter().fold(Look::default(), |look, expr| look.and(reads.expr(*expr)))
    };
    let acting = Look::slot(0);
    match &def.code[pc as usize] {
        Op::Unless(expr, _)
        | Op::Let(_, expr)
        | Op::Require(expr, _)
        | Op::Expect(expr, _)
        | Op::Return(Some(expr))
        | Op::Room(_, expr)
        | Op::Remember(_, expr) => *reads.expr(*expr),
        Op::Call(_, args) => all(args),
        Op::Perform(_, _, of, args) => all(args).and(reads.expr(*of)).and(&Look::part(FACES)),
        Op::Each { set, .. } => *reads.set(*set),
        Op::Choose(menu) => {
            let whens = def.menu(*menu).branches.iter().filter_map(|branch| branch.when);
            whens.fold(Look::default(), |look, when| look.and(reads.expr(when)))
        }
        Op::Pick(pick) => things(def, &def.picks[pick.index()]),
        Op::Amount { from, to, .. } => all(&[*from, *to]),
        Op::Pay(cost, payer, payee) => all(&[*payer, *payee]).and(reads.cost(*cost)),
        Op::PayPrinted(bearer, attr, of, payer, payee) => {
            let look = all(&[*of, *payer, *payee]).and(&Look::part(FACES));
            printed(def, *bearer, *attr)
                .fold(look, |look, cost| look.and(reads.cost(CostId::from(cost))))
        }
        Op::Gain(counter, of, by) => {
            let gained = def.counters[counter.index()].gained;
            match gained.and_then(|event| reads.event(event)) {
                Some(waiting) => {
                    let part = Look::part(reads.counter(*counter));
                    all(&[*of, *by]).and(waiting).and(&part).and(&acting)
                }
                None => Look::default(),
            }
        }
        Op::Advance(track, of, by) => all(&[*of, *by]).and(&Look::part(reads.counter(*track))),
        Op::Emit(event, args) => match reads.event(*event) {
            Some(waiting) => all(args).and(waiting).and(&acting),
            None => Look::default(),
        },
        Op::Find { set, keys, .. } => all(keys).and(reads.set(*set)),
        Op::Move { piece, to, at } => {
            reads.expr(*piece).and(&room(def, *to, *at)).and(&alike(def, *to))
        }
        // These only steer the control flow, or use what is already bound.
        Op::Jump(_)
        | Op::Return(None)
        | Op::Result(_)
        | Op::Try(_)
        | Op::May { .. }
        | Op::Done
        | Op::Commit
        | Op::Next { .. }
        | Op::Break(_)
        | Op::Note(..)
        | Op::EndGame
        | Op::Triggers => Look::default(),
        // Scouts do not execute these: what they change is unknown from there on.
        Op::Lose(..)
        | Op::Set(..)
        | Op::Score(..)
        | Op::Begin(_)
        | Op::Flip(..)
        | Op::Own(..)
        | Op::Control(..) => Look::default(),
        // A scout's path ends here.
        Op::Script(..)
        | Op::Secret(_)
        | Op::Random { .. }
        | Op::Keep(..)
        | Op::Take(_)
        | Op::Run(_)
        | Op::MoveAll { .. }
        | Op::Draw { .. }
        | Op::Shuffle(_)
        | Op::Refill(..)
        | Op::EmitTo(..)
        | Op::Majority(_)
        | Op::Steps => Look::default(),
    }
}

/// What a pick reads: its set, and which of its things look the same.
fn things(def: &Def, pick: &PickDef) -> Look {
    let look = *def.reads.set(pick.set);
    match pick.class {
        Class::Piece if !lie_somewhere(def, pick.set) => look.and(&Look::part(PLACES)),
        _ => look,
    }
}

/// Whether a set already reads where its pieces lie.
fn lie_somewhere(def: &Def, set: SetId) -> bool {
    match &def.sets[set as usize] {
        Set::Pieces(_) | Set::ZonePieces(_) => true,
        Set::Where { set, .. } => lie_somewhere(def, *set),
        Set::Both(one, other) => lie_somewhere(def, *one) && lie_somewhere(def, *other),
        _ => false,
    }
}

/// What decides whether there is room in a container.
pub(crate) fn room(def: &Def, to: ExprId, at: At) -> Look {
    let reads = &def.reads;
    let mut look = reads.fullness(def, to).and(reads.expr(to));
    if let At::Slot(slot) = at {
        look = look.and(reads.expr(slot));
        match def.exprs[to as usize] {
            Expr::Place(zone, _) => look.parts.add(reads.contents(zone)),
            _ => look.everything = true,
        }
    }
    look
}

/// What decides whether the uniqueness rule of a container allows a piece.
pub(crate) fn alike(def: &Def, to: ExprId) -> Look {
    match def.exprs[to as usize] {
        Expr::Place(zone, _) if def.zones[zone.index()].unique.is_none() => Look::default(),
        Expr::Place(zone, _) => {
            let mut look = Look::part(def.reads.contents(zone));
            [FACES, OWNERS].into_iter().for_each(|part| look.parts.add(part));
            look
        }
        _ if def.zones.iter().all(|zone| zone.unique.is_none()) => Look::default(),
        _ => Look::EVERYTHING,
    }
}

//! What can go wrong from each instruction on, computed once.
//!
//! An instruction *can fail* if some path from it to the end of its procedure contains something
//! that may prove impossible: a cost, a pick from an empty set, a full container. Where nothing can
//! fail, options need no look-ahead. `Commit` ends the analysis: choices before it are final there.

mod known;

use crate::def::Def;
use crate::def::ask::{MenuDef, PickDef};
use crate::def::code::{At, Bearer, Op, Pc};
use crate::def::expr::{Expr, ExprId};
use crate::id::{AttrId, CounterId, ProcId};
use crate::state::Frame;

use known::{Facts, counts_up};

/// For each instruction, whether look-ahead is needed beyond it.
#[derive(Clone, Debug, Default)]
pub struct Safety {
    fails: Vec<bool>,
    returns: Vec<bool>,
    procs: Vec<u16>,
    lists: Vec<Vec<u16>>,
    plain: Vec<Option<Vec<CounterId>>>,
    known: Vec<Facts>,
    decides: Vec<bool>,
}

impl Safety {
    /// Runs the analysis.
    pub fn of(def: &Def) -> Self {
        let len = def.code.len();
        let procs = procs(def);
        let lists = lists(def, &procs);
        let plain = plain(def, &procs);
        let known = known::known(def);
        let decides = known.iter().map(|known| known.decides(def)).collect();
        let (fails, returns) = (vec![false; len], vec![false; len]);
        let mut safety = Self { fails, returns, procs, lists, plain, known, decides };
        // Facts only spread, so this ends; code is laid out forward, so iterating backward ends
        // soon.
        loop {
            let mut changed = false;
            for pc in (0..len as Pc).rev() {
                let (fails, returns) = safety.look(def, pc);
                changed |= fails != safety.fails(pc) || returns != safety.returns(pc);
                safety.fails[pc as usize] = fails;
                safety.returns[pc as usize] = returns;
            }
            if !changed {
                // The input of the analysis is not needed again.
                safety.known = vec![];
                return safety;
            }
        }
    }

    /// Whether something may prove impossible from here to the end of the procedure.
    #[inline]
    pub fn fails(&self, pc: Pc) -> bool {
        self.fails[pc as usize]
    }

    /// Whether the end of the procedure is reached from here without a `Commit`.
    #[inline]
    pub fn returns(&self, pc: Pc) -> bool {
        self.returns[pc as usize]
    }

    /// Whether the acting seat certainly makes decisions.
    pub(crate) fn decides(&self, pc: Pc) -> bool {
        self.decides[pc as usize]
    }

    /// Whether nothing can fail in the procedures below the running one.
    pub(crate) fn rest_is_safe(&self, frames: &[Frame]) -> bool {
        let Some((top, below)) = frames.split_last() else { return true };
        if !self.returns(top.pc) {
            return true;
        }
        for frame in below.iter().rev() {
            if self.fails(frame.pc) {
                return false;
            }
            if !self.returns(frame.pc) {
                return true;
            }
        }
        true
    }

    /// Whether a procedure can fail.
    pub fn proc_fails(&self, def: &Def, proc: ProcId) -> bool {
        self.fails(def.procs[proc.index()].start)
    }

    /// The counters a procedure gains, if it does nothing but gain fixed amounts.
    pub fn plain_gains(&self, proc: ProcId) -> Option<&[CounterId]> {
        self.plain[proc.index()].as_deref()
    }

    /// The procedure an instruction belongs to.
    pub fn proc_of(&self, pc: Pc) -> Option<ProcId> {
        let proc = self.procs[pc as usize];
        (proc != u16::MAX).then_some(ProcId(proc))
    }

    /// The bindings that hold lists in the procedure an instruction belongs to.
    pub fn lists(&self, pc: Pc) -> &[u16] {
        self.lists.get(usize::from(self.procs[pc as usize])).map_or(&[], Vec::as_slice)
    }

    fn look(&self, def: &Def, pc: Pc) -> (bool, bool) {
        let at = |pc: Pc| match (pc as usize) < self.fails.len() {
            true => (self.fails(pc), self.returns(pc)),
            false => (false, true),
        };
        let or = |a: (bool, bool), b: (bool, bool)| (a.0 || b.0, a.1 || b.1);
        let and_fails = |fails: bool, then: (bool, bool)| (fails || then.0, then.1);
        let known = &self.known[pc as usize];
        let decides = self.decides(pc);
        match &def.code[pc as usize] {
            Op::Jump(to) => at(*to),
            Op::Unless(condition, to) => match def.constant(*condition) {
                Some(0) => at(*to),
                Some(_) => at(pc + 1),
                None => or(at(pc + 1), at(*to)),
            },
            Op::Try(end) => (at(*end).0, at(*end).1 || at(pc + 1).1),
            Op::May { end, .. } => (!decides || at(*end).0, at(*end).1 || at(pc + 1).1),
            Op::Each { next, .. } => at(*next),
            Op::Next { body, .. } => or(at(*body), at(pc + 1)),
            Op::Return(_) => (false, true),
            Op::Triggers => (false, true),
            Op::Steps => (self.returned_fails(def), true),
            Op::Run(_) => and_fails(self.returned_fails(def), at(pc + 1)),
            Op::Commit | Op::EndGame => (false, false),
            Op::Require(condition, _) => and_fails(!known.holds(def, *condition), at(pc + 1)),
            Op::Pay(..) | Op::PayPrinted(..) => (true, at(pc + 1).1),
            Op::Move { piece, to, at: end } => {
                let fails = limited(def, *to, *end)
                    || !known.names(def, *piece)
                    || !known.names_place(def, *to);
                and_fails(fails, at(pc + 1))
            }
            Op::MoveAll { to, at: end, whole: true, .. } => {
                let fails = limited(def, *to, *end) || !known.names_place(def, *to);
                and_fails(fails, at(pc + 1))
            }
            Op::Amount { from, to, .. } => {
                and_fails(!decides || !counts_up(def, *from, *to), at(pc + 1))
            }
            Op::Secret(_) => (true, at(pc + 1).1),
            // A script error is a bug in the rules; it never withholds an option.
            Op::Script(script, ..) => {
                let script = &def.scripts[script.index()];
                let fails = script.returned.iter().any(|proc| self.proc_fails(def, *proc));
                and_fails(script.asks || fails, at(pc + 1))
            }
            Op::Pick(pick) => {
                let fails = self.may_lack(def, pc, &def.picks[pick.index()]);
                and_fails(!decides || fails, at(pc + 1))
            }
            Op::Call(proc, _) => and_fails(self.proc_fails(def, *proc), at(pc + 1)),
            Op::Perform(bearer, attr, ..) => {
                and_fails(self.printed_fails(def, *bearer, *attr), at(pc + 1))
            }
            Op::Choose(menu) => and_fails(!decides, self.menu(def, def.menu(*menu))),
            // These do what they can: less than requested, or nothing.
            Op::Let(..)
            | Op::Expect(..)
            | Op::Result(_)
            | Op::Done
            | Op::Break(_)
            | Op::Room(..)
            | Op::Remember(..)
            | Op::Keep(..)
            | Op::Take(_)
            | Op::Find { .. }
            | Op::Random { .. }
            | Op::Gain(..)
            | Op::Lose(..)
            | Op::Set(..)
            | Op::Advance(..)
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
            | Op::Note(..) => at(pc + 1),
        }
    }

    /// Whether there may be too little to pick from.
    fn may_lack(&self, def: &Def, pc: Pc, pick: &PickDef) -> bool {
        let none_needed = match pick.several {
            Some(several) => matches!(def.exprs[several.min as usize], Expr::Const(..=0)),
            None => pick.optional || self.known[pc as usize].fills(def, pick.set),
        };
        !none_needed
    }

    fn menu(&self, def: &Def, menu: &MenuDef) -> (bool, bool) {
        let (mut fails, mut returns) = (true, self.returns(menu.end));
        for branch in &menu.branches {
            let there = branch.when.map_or(Some(1), |when| def.constant(when));
            if there == Some(0) {
                continue;
            }
            // A branch that returns to the menu does not leave it.
            fails &= branch.again || there.is_none() || self.fails(branch.body);
            returns |= self.returns(branch.body);
        }
        (fails, returns)
    }

    /// Whether steps that scripts return can fail.
    fn returned_fails(&self, def: &Def) -> bool {
        def.returned.iter().any(|proc| self.proc_fails(def, *proc))
    }

    fn printed_fails(&self, def: &Def, bearer: Bearer, attr: AttrId) -> bool {
        def.printed(bearer, attr)
            .iter()
            .filter_map(|proc| usize::try_from(*proc).ok())
            .any(|proc| self.proc_fails(def, ProcId::from(proc)))
    }
}

/// Whether a container may be full or refuse a piece.
fn limited(def: &Def, to: ExprId, at: At) -> bool {
    match def.exprs[to as usize] {
        // The slot may be occupied.
        _ if matches!(at, At::Slot(_)) => true,
        Expr::Place(zone, _) => {
            let zone = &def.zones[zone.index()];
            usize::from(zone.capacity) < def.pieces.len() || zone.unique.is_some()
        }
        _ => true,
    }
}

/// For each instruction, the procedure it belongs to.
fn procs(def: &Def) -> Vec<u16> {
    let mut starts: Vec<(Pc, u16)> =
        def.procs.iter().enumerate().map(|(index, proc)| (proc.start, index as u16)).collect();
    starts.sort_unstable();
    let owner = |pc: Pc| {
        let after = starts.partition_point(|(start, _)| *start <= pc);
        after.checked_sub(1).map_or(u16::MAX, |index| starts[index].1)
    };
    (0..def.code.len() as Pc).map(owner).collect()
}

/// For each procedure that does nothing but gain fixed amounts, the counters.
fn plain(def: &Def, procs: &[u16]) -> Vec<Option<Vec<CounterId>>> {
    let mut plain = vec![Some(vec![]); def.procs.len()];
    for (op, proc) in def.code.iter().zip(procs) {
        let Some(gains) = plain.get_mut(usize::from(*proc)) else { continue };
        match op {
            Op::Gain(counter, _, by) if matches!(def.exprs[*by as usize], Expr::Const(0..)) => {
                gains.iter_mut().for_each(|gains| gains.push(*counter));
            }
            Op::Note(..) | Op::Return(None) => {}
            _ => *gains = None,
        }
    }
    plain
}

/// For each procedure, the bindings that hold lists.
fn lists(def: &Def, procs: &[u16]) -> Vec<Vec<u16>> {
    let mut lists = vec![Vec::new(); def.procs.len()];
    for (op, proc) in def.code.iter().zip(procs) {
        let slot = match op {
            Op::Each { list, .. } | Op::Room(list, _) | Op::Keep(list, _) | Op::Take(list) => *list,
            Op::Pick(pick) if def.picks[pick.index()].several.is_some() => {
                def.picks[pick.index()].slot
            }
            Op::Secret(secret) => def.secrets[secret.index()].list,
            _ => continue,
        };
        if let Some(slots) = lists.get_mut(usize::from(*proc)) {
            slots.push(slot);
        }
    }
    for slots in &mut lists {
        slots.sort_unstable();
        slots.dedup();
    }
    lists
}

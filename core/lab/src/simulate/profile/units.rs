//! The units that instructions belong to: procedures, abilities, options, steps printed on things.

use boardwright_rules::def::ask::Branch;
use boardwright_rules::def::code::{Op, Pc};
use boardwright_rules::def::{Def, PC_FIRST};
use boardwright_rules::id::{AbilityId, MenuId, ProcId};

/// Something an author has written as a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unit {
    /// Work the engine does by itself: triggered abilities, steps of scripts.
    Engine,
    /// A procedure, or printed steps.
    Proc(ProcId),
    /// The steps of an ability.
    Ability(AbilityId),
    /// An option of a menu, with its steps.
    Option(MenuId, u16),
}

/// The units of a definition.
pub(super) struct Units {
    pub all: Vec<Unit>,
    /// The enclosing unit of each unit; the outermost one is its own.
    around: Vec<u32>,
    /// The unit of each instruction.
    of: Vec<u32>,
}

impl Units {
    pub fn of(def: &Def) -> Self {
        let mut all = vec![Unit::Engine];
        let owner =
            |proc: ProcId| def.abilities.iter().position(|ability| ability.steps == Some(proc));
        all.extend((0..def.procs.len()).map(ProcId::from).map(|proc| match owner(proc) {
            Some(ability) => Unit::Ability(AbilityId::from(ability)),
            None => Unit::Proc(proc),
        }));
        let mut around: Vec<u32> = (0..all.len() as u32).collect();
        let proc_of = |pc: usize| def.safety.proc_of(pc as Pc).map_or(0, |proc| proc.index() + 1);
        let mut of: Vec<u32> = (0..def.code.len()).map(|pc| proc_of(pc) as u32).collect();
        // Menus come before those inside their options.
        for (pc, op) in def.code.iter().enumerate().skip(PC_FIRST as usize) {
            let Op::Choose(menu) = op else { continue };
            let branches = &def.menu(*menu).branches;
            for (index, branch) in branches.iter().enumerate() {
                let unit = all.len() as u32;
                all.push(Unit::Option(*menu, index as u16));
                around.push(of[pc]);
                for at in body(branches, branch, def.menu(*menu).end) {
                    of[at as usize] = unit;
                }
            }
        }
        Self { all, around, of }
    }

    /// The unit index of an instruction.
    pub fn at(&self, pc: Pc) -> u32 {
        self.of[pc as usize]
    }

    /// The unit of an instruction.
    pub fn unit_at(&self, pc: Pc) -> Unit {
        self.all[self.at(pc) as usize]
    }

    /// Whether a unit is inside another.
    pub fn is_within(&self, mut unit: u32, other: u32) -> bool {
        loop {
            let around = self.around[unit as usize];
            if around == other {
                return true;
            }
            if around == unit {
                return false;
            }
            unit = around;
        }
    }
}

/// The instructions of a branch: up to the next one, or to the end of the menu.
fn body(branches: &[Branch], branch: &Branch, end: Pc) -> std::ops::Range<Pc> {
    let next = branches.iter().map(|other| other.body).filter(|body| *body > branch.body).min();
    branch.body..next.unwrap_or(end).max(branch.body)
}

//! What runs when something happens: for whoever wants to know why it does.

use crate::def::code::Pc;
use crate::def::expr::NIL;
use crate::def::{Def, PC_FIRST, PC_TRIGGERS};
use crate::eval::Eval;
use crate::state::{Frame, State};
use crate::table::Table;
use crate::world::World;

/// The table just before something happens.
pub struct Scene<'a> {
    /// The definition.
    pub def: &'a Def,
    /// The instruction that does it.
    pub pc: Pc,
    state: &'a State,
    /// The procedures that run.
    frames: &'a [Frame],
}

/// A procedure that runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Running {
    /// Where it stands: the instruction that waits for the procedure above it, or the one that acts.
    /// `PC_TRIGGERS` where abilities that fired are worked off.
    pub pc: Pc,
    /// The acting seat, or nil.
    pub seat: i32,
    /// The piece whose ability or printed steps it is, or nil.
    pub piece: i32,
}

impl<'a> Scene<'a> {
    pub(crate) fn new(def: &'a Def, state: &'a State, pc: Pc) -> Self {
        let mut frames = state.control.frames.as_slice();
        // An instruction that moves several pieces may have set off abilities before its last one.
        while let [below @ .., top] = frames
            && top.pc == PC_TRIGGERS
            && pc != PC_TRIGGERS
            && !below.is_empty()
        {
            frames = below;
        }
        Self { def, pc, state, frames }
    }

    /// The table.
    pub fn world(&self) -> &'a World {
        &self.state.world
    }

    /// What runs, the outermost procedure first.
    pub fn running(&self) -> Vec<Running> {
        let last = self.frames.len().saturating_sub(1);
        let running = |(at, frame): (usize, &Frame)| Running {
            pc: match frame.pc {
                _ if at == last => self.pc,
                pc if pc < PC_FIRST => pc,
                pc => pc - 1,
            },
            seat: self.bound(frame).first().copied().unwrap_or(NIL),
            piece: frame.piece,
        };
        self.frames.iter().enumerate().map(running).collect()
    }

    /// An evaluation with what the innermost procedure has bound. It uses the fuel of the game: give
    /// back what it took.
    pub fn eval(&self) -> Eval<'a> {
        let locals = self.frames.last().map_or(&[][..], |frame| self.bound(frame));
        Eval::within(self.def, &self.state.world, locals)
    }

    fn bound(&self, frame: &Frame) -> &'a [i32] {
        self.state.control.locals.get(frame.base as usize..).unwrap_or(&[])
    }
}

impl Table<'_> {
    /// What waits for an answer.
    pub fn scene(&self) -> Scene<'_> {
        let pc = self.state().control.frames.last().map_or(0, |frame| frame.pc);
        Scene::new(self.def, self.state(), pc)
    }
}

//! What runs when an event happens: for finding out its cause.

use crate::def::code::Pc;
use crate::def::expr::NIL;
use crate::def::{Def, PC_FIRST, PC_TRIGGERS};
use crate::eval::Eval;
use crate::state::{Frame, State};
use crate::table::Table;
use crate::world::World;

/// The table just before an event.
pub struct Scene<'a> {
    /// The definition.
    pub def: &'a Def,
    /// The instruction that causes it.
    pub pc: Pc,
    state: &'a State,
    /// The running procedures.
    frames: &'a [Frame],
}

/// A running procedure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Running {
    /// Its position: the instruction that waits for the procedure above it, or the one that acts.
    /// `PC_TRIGGERS` while triggered abilities are run.
    pub pc: Pc,
    /// The acting seat, or nil.
    pub seat: i32,
    /// The piece whose ability or printed steps it is, or nil.
    pub piece: i32,
}

impl<'a> Scene<'a> {
    pub(crate) fn new(def: &'a Def, state: &'a State, pc: Pc) -> Self {
        let mut frames = state.control.frames.as_slice();
        // An instruction that moves several pieces may have triggered abilities before its last
        // move.
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

    /// The running procedures, outermost first.
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

    /// An evaluation with the bindings of the innermost procedure. It uses the game's fuel: restore
    /// what it used.
    pub fn eval(&self) -> Eval<'a> {
        let locals = self.frames.last().map_or(&[][..], |frame| self.bound(frame));
        Eval::within(self.def, &self.state.world, locals)
    }

    fn bound(&self, frame: &Frame) -> &'a [i32] {
        self.state.control.locals.get(frame.base as usize..).unwrap_or(&[])
    }
}

impl Table<'_> {
    /// The scene at the instruction that waits for an answer.
    pub fn scene(&self) -> Scene<'_> {
        let pc = self.state().control.frames.last().map_or(0, |frame| frame.pc);
        Scene::new(self.def, self.state(), pc)
    }
}

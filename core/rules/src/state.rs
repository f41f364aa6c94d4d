//! A game in progress: the table and what is left to do. Plain data, complete at every decision.

mod secret;

use serde::{Deserialize, Serialize};

use crate::def::Def;
use crate::def::code::Pc;
use crate::def::expr::NIL;
use crate::hash::Hasher;
use crate::id::ProcId;
use crate::world::World;

/// The table and what is left to do.
#[derive(PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct State {
    /// The table.
    pub world: World,
    pub(crate) control: Control,
}

/// What is left to do: the position and the bindings of each running procedure.
#[derive(PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Control {
    pub frames: Vec<Frame>,
    /// The bindings of all frames, one after the other; the lists of a frame follow its bindings.
    pub locals: Vec<i32>,
    /// How many answers the asking instruction has received.
    pub progress: u16,
    /// The value returned by the last procedure.
    pub given: i32,
}

/// A running procedure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Frame {
    /// Where it continues.
    pub pc: Pc,
    /// Its first binding.
    pub base: u32,
    /// The piece whose ability or printed steps it is, or nil.
    pub piece: i32,
}

impl State {
    /// A table before set-up.
    pub(crate) fn new(def: &Def, seed: u64) -> Self {
        let mut state = Self { world: World::new(def, seed), control: Control::default() };
        state.control.begin(def);
        state
    }

    /// A world in which only one procedure runs.
    pub(crate) fn rehearsing(
        def: &Def,
        world: World,
        proc: ProcId,
        seat: i32,
        args: &[i32],
    ) -> Self {
        let mut state = Self { world, control: Control::default() };
        state.control.enter(def, proc, seat, NIL, args);
        state
    }

    /// Becomes a copy of a world in which one procedure runs, reusing its memory.
    pub(crate) fn rehearse_again(
        &mut self,
        def: &Def,
        world: &World,
        proc: ProcId,
        seat: i32,
        args: &[i32],
    ) {
        self.world.clone_from(world);
        self.control.clone_from(&Control::default());
        self.control.enter(def, proc, seat, NIL, args);
    }

    /// The same game in a world that looks the same to one seat.
    #[must_use]
    pub fn redealt(&self, def: &Def, seat: crate::id::SeatId, seed: u64) -> Self {
        Self { world: self.world.redealt(def, seat, seed), control: self.control.clone() }
    }

    /// A hash that most likely differs for different states, and is the same on every machine.
    pub fn hash(&self) -> u64 {
        let mut hasher = Hasher::default();
        self.serialize(&mut hasher).expect("hashing takes every value");
        hasher.finish()
    }
}

impl Control {
    fn begin(&mut self, def: &Def) {
        if let Some(main) = def.main {
            self.enter(def, main, 0, NIL, &[]);
        }
    }

    /// Starts a procedure.
    pub fn enter(&mut self, def: &Def, proc: ProcId, seat: i32, piece: i32, args: &[i32]) {
        let base = self.locals.len();
        self.locals.push(seat);
        self.locals.extend_from_slice(args);
        self.enter_bound(def, proc, piece, base);
    }

    /// Starts a procedure whose first bindings are already in place.
    pub fn enter_bound(&mut self, def: &Def, proc: ProcId, piece: i32, base: usize) {
        let proc = &def.procs[proc.index()];
        let locals = (base + usize::from(proc.locals)).max(self.locals.len());
        self.locals.resize(locals, NIL);
        self.frames.push(Frame { pc: proc.start, base: base as u32, piece });
    }

    /// Ends the running procedure.
    pub fn leave(&mut self) {
        if let Some(frame) = self.frames.pop() {
            self.locals.truncate(frame.base as usize);
        }
    }
}

// Written by hand, so that `clone_from` reuses the memory: look-ahead depends on it.
impl Clone for State {
    fn clone(&self) -> Self {
        Self { world: self.world.clone(), control: self.control.clone() }
    }

    fn clone_from(&mut self, source: &Self) {
        self.world.clone_from(&source.world);
        self.control.clone_from(&source.control);
    }
}

impl Clone for Control {
    fn clone(&self) -> Self {
        Self {
            frames: self.frames.clone(),
            locals: self.locals.clone(),
            progress: self.progress,
            given: self.given,
        }
    }

    fn clone_from(&mut self, source: &Self) {
        self.frames.clone_from(&source.frames);
        self.locals.clone_from(&source.locals);
        self.progress = source.progress;
        self.given = source.given;
    }
}

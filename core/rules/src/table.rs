//! A game being played: the state, who decides, and what can be chosen. The one door to it.

use crate::def::Def;
use crate::event::{Deaf, Sink};
use crate::id::{ProcId, SeatId};
use crate::machine::{Machine, Pool, Request, Stop, Why};
use crate::script::Scripts;
use crate::state::State;
use crate::world::World;

/// A table with a game on it.
pub struct Table<'a> {
    /// The game.
    pub def: &'a Def,
    scripts: &'a dyn Scripts,
    state: State,
    options: Vec<i32>,
    asked: Option<(SeatId, Request)>,
    pool: Pool,
}

/// Why a choice was not taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refused {
    /// There is no such option.
    #[error("there is no such option")]
    NoSuchOption,
    /// Nobody is asked anything.
    #[error("the game is over")]
    Over,
    /// The rules lead into a dead end.
    #[error("the rules lead into a dead end")]
    DeadEnd(Why),
}

// By hand, so that `clone_from` reuses what is there: search lives on it.
impl Clone for Table<'_> {
    fn clone(&self) -> Self {
        let mut copy = Self::around(self.def, self.scripts, self.state.clone());
        copy.options.clone_from(&self.options);
        copy.asked = self.asked;
        copy
    }

    fn clone_from(&mut self, source: &Self) {
        self.pool.forget();
        (self.def, self.scripts, self.asked) = (source.def, source.scripts, source.asked);
        self.state.clone_from(&source.state);
        self.options.clone_from(&source.options);
    }
}

impl<'a> Table<'a> {
    /// Sets up a new game and runs to the first decision.
    pub fn new<S: Sink>(
        def: &'a Def,
        scripts: &'a dyn Scripts,
        seed: u64,
        sink: &mut S,
    ) -> Result<Self, Refused> {
        let mut table = Self::around(def, scripts, State::new(def, seed));
        let stop = table.machine(sink).run();
        table.settle(stop)?;
        Ok(table)
    }

    /// Goes on with a game that stands at a decision, or is over.
    pub fn resume(def: &'a Def, scripts: &'a dyn Scripts, state: State) -> Result<Self, Refused> {
        let mut table = Self::around(def, scripts, state);
        let over = table.state.world.is_over();
        table.settle(if over { Stop::Over } else { Stop::Ask })?;
        Ok(table)
    }

    /// Runs one procedure for a seat in a world, as if nothing else were going on: for trying out
    /// a rule by itself. When it ends, so does this game.
    pub fn rehearse<S: Sink>(
        def: &'a Def,
        scripts: &'a dyn Scripts,
        world: World,
        (proc, seat, args): (ProcId, SeatId, &[i32]),
        sink: &mut S,
    ) -> Result<Self, Refused> {
        let state = State::rehearsing(def, world, proc, i32::from(seat.0), args);
        let mut table = Self::around(def, scripts, state);
        let stop = table.machine(sink).run();
        table.settle(stop)?;
        Ok(table)
    }

    /// Runs another procedure in a copy of a world, as [`Table::rehearse`] does, in the memory
    /// this table has.
    pub fn rehearse_again(
        &mut self,
        world: &World,
        (proc, seat, args): (ProcId, SeatId, &[i32]),
    ) -> Result<(), Refused> {
        self.pool.forget();
        self.state.rehearse_again(self.def, world, proc, i32::from(seat.0), args);
        let mut deaf = Deaf;
        let stop = self.machine(&mut deaf).run();
        self.settle(stop)
    }

    fn around(def: &'a Def, scripts: &'a dyn Scripts, state: State) -> Self {
        Self { def, scripts, state, options: vec![], asked: None, pool: Pool::default() }
    }

    /// Starts another game at the same table.
    pub fn restart<S: Sink>(&mut self, seed: u64, sink: &mut S) -> Result<(), Refused> {
        self.pool.forget();
        self.state.begin_again(self.def, seed);
        let stop = self.machine(sink).run();
        self.settle(stop)
    }

    /// Puts another state of this game on the table.
    pub fn put(&mut self, state: &State) -> Result<(), Refused> {
        self.pool.forget();
        self.state.clone_from(state);
        let over = self.state.world.is_over();
        self.settle(if over { Stop::Over } else { Stop::Ask })
    }

    /// The state.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Its scripts.
    pub fn scripts(&self) -> &'a dyn Scripts {
        self.scripts
    }

    /// Who decides what; `None` when the game is over.
    pub fn asked(&self) -> Option<(SeatId, Request)> {
        self.asked
    }

    /// What can be chosen, in a fixed order.
    pub fn options(&self) -> &[i32] {
        &self.options
    }

    /// What look-ahead finds when it tries everything: the same as [`Table::options`], unless a
    /// shortcut is wrong. `None` if that is too much.
    pub fn options_thoroughly(&self) -> Option<Vec<i32>> {
        self.asked?;
        self.inspect(|machine| machine.options_thoroughly())
    }

    /// Whether a look-ahead was ever given up at this table: then an option may lead into a dead
    /// end.
    pub fn gave_up(&self) -> bool {
        self.pool.gave_up
    }

    /// Takes the n-th option like [`Table::choose`]; if that leads into a dead end, everything is
    /// as it was before.
    pub fn try_choose<S: Sink>(&mut self, index: usize, sink: &mut S) -> Result<(), Refused> {
        let before = self.state.clone();
        let result = self.choose(index, sink);
        if matches!(result, Err(Refused::DeadEnd(_))) {
            self.put(&before)?;
        }
        result
    }

    /// Takes the n-th option and runs to the next decision. After a dead end the state is where
    /// the rules got stuck.
    pub fn choose<S: Sink>(&mut self, index: usize, sink: &mut S) -> Result<(), Refused> {
        if self.asked.is_none() {
            return Err(Refused::Over);
        }
        let option = *self.options.get(index).ok_or(Refused::NoSuchOption)?;
        let mut machine = self.machine(sink);
        machine.at = machine.pc();
        machine.pool.decide(option);
        machine.answer(option);
        let stop = machine.run();
        self.settle(stop)
    }

    fn settle(&mut self, stop: Stop) -> Result<(), Refused> {
        self.options.clear();
        self.asked = None;
        match stop {
            Stop::Over | Stop::Safe => Ok(()),
            Stop::Stuck(why) => Err(Refused::DeadEnd(why)),
            Stop::Ask => {
                let mut options = std::mem::take(&mut self.options);
                let mut deaf = Deaf;
                let mut machine = self.machine(&mut deaf);
                machine.options(&mut options);
                let (seat, request) = machine.request();
                let pc = machine.pc();
                self.options = options;
                if seat < 0 || seat >= i32::from(self.def.players) {
                    return Err(Refused::DeadEnd(Why::NobodyDecides { pc }));
                }
                if self.options.is_empty() {
                    return Err(Refused::DeadEnd(Why::Nothing { pc }));
                }
                self.asked = Some((SeatId(seat as u16), request));
                Ok(())
            }
        }
    }

    /// Works with the machine without changing the state.
    pub(crate) fn inspect<T>(&self, look: impl FnOnce(&mut Machine<'_, Deaf>) -> T) -> T {
        let mut state = self.state.clone();
        let at = state.control.frames.last().map_or(0, |frame| frame.pc);
        let mut machine = Machine {
            def: self.def,
            scripts: self.scripts,
            state: &mut state,
            sink: &mut Deaf,
            pool: &mut Pool::default(),
            looking: false,
            at,
        };
        look(&mut machine)
    }

    fn machine<'t, S: Sink>(&'t mut self, sink: &'t mut S) -> Machine<'t, S> {
        Machine {
            def: self.def,
            scripts: self.scripts,
            state: &mut self.state,
            sink,
            pool: &mut self.pool,
            looking: false,
            at: 0,
        }
    }
}

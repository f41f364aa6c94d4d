//! A game being played: the state, who decides, and what can be chosen. The kernel's only entry
//! point.

mod past;
mod question;

use std::cell::{Cell, OnceCell};

use crate::def::Def;
use crate::event::{Deaf, Sink};
use crate::fuel::{CHOICE_FUEL, EXPR_FUEL, LIST_FUEL};
use crate::id::{ProcId, SeatId};
use crate::machine::{Machine, Pool, Request, Stop, Thorough, Why};
use crate::script::{ScriptAsk, Scripts};
use crate::state::State;
use crate::world::World;

use past::{Moment, Past};
pub use question::{
    FilledNote, FiredOption, LeftOut, LeftOutReason, OptionMeaning, PaidPart, Wording,
};

/// A table with a game on it.
pub struct Table<'a> {
    /// The game.
    pub def: &'a Def,
    scripts: &'a dyn Scripts,
    state: State,
    options: Vec<i32>,
    asked: Option<(SeatId, Request)>,
    /// The smallest and largest number that can be answered, if there are too many to list.
    range: Option<(i32, i32)>,
    pool: Pool,
    past: Past,
    /// The work of the last choice.
    work: Work,
    /// The work of all choices.
    total_work: u64,
    /// The fuel left for showing this decision to people.
    show_fuel: Cell<u64>,
    /// The open question of a script, once somebody has read it.
    script_ask: OnceCell<Option<ScriptAsk>>,
}

/// How much work the last choice took, in units of fuel. See [`crate::fuel`].
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Work {
    /// From the answer to the next question; out of [`CHOICE_FUEL`].
    pub choice: u64,
    /// Finding out what can be chosen then; out of [`LIST_FUEL`].
    pub list: u64,
}

/// Why a choice was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refused {
    /// There is no such option.
    #[error("there is no such option")]
    NoSuchOption,
    /// Nobody is asked anything.
    #[error("the game is over")]
    Over,
    /// The rules led into a dead end.
    #[error("the rules lead into a dead end")]
    DeadEnd(Why),
    /// The choice led into a dead end. It was taken back, and is no longer offered.
    #[error("this choice leads into a dead end")]
    Struck {
        /// Why it could not be completed.
        why: Why,
        /// How many earlier choices were taken back as well, because nothing else was left to
        /// choose after them.
        back: usize,
    },
}

// Written by hand, so that `clone_from` reuses the memory: search depends on it.
impl Clone for Table<'_> {
    fn clone(&self) -> Self {
        let mut copy = Self::around(self.def, self.scripts, self.state.clone());
        copy.options.clone_from(&self.options);
        (copy.asked, copy.range) = (self.asked, self.range);
        copy.past.learn(&self.past);
        copy
    }

    fn clone_from(&mut self, source: &Self) {
        self.pool.forget();
        (self.def, self.scripts) = (source.def, source.scripts);
        (self.asked, self.range) = (source.asked, source.range);
        self.script_ask.take();
        self.state.clone_from(&source.state);
        self.options.clone_from(&source.options);
        self.past.forget();
        self.past.learn(&source.past);
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
        let mut machine = table.machine(sink);
        machine.refuelled();
        let stop = machine.run();
        table.settle(stop, &mut sink.ahead())?;
        Ok(table)
    }

    /// Resumes a game that is at a decision, or over.
    pub fn resume(def: &'a Def, scripts: &'a dyn Scripts, state: State) -> Result<Self, Refused> {
        let mut table = Self::around(def, scripts, state);
        let over = table.state.world.is_over();
        table.settle(if over { Stop::Over } else { Stop::Ask }, &mut Deaf)?;
        Ok(table)
    }

    /// Runs one procedure for a seat in a world, as if nothing else were going on: for trying out a
    /// rule on its own. The game ends when the procedure ends.
    pub fn rehearse<S: Sink>(
        def: &'a Def,
        scripts: &'a dyn Scripts,
        world: World,
        (proc, seat, args): (ProcId, SeatId, &[i32]),
        sink: &mut S,
    ) -> Result<Self, Refused> {
        let state = State::rehearsing(def, world, proc, i32::from(seat.0), args);
        let mut table = Self::around(def, scripts, state);
        let mut machine = table.machine(sink);
        machine.refuelled();
        let stop = machine.run();
        table.settle(stop, &mut sink.ahead())?;
        Ok(table)
    }

    /// Runs another procedure in a copy of a world, like [`Table::rehearse`], reusing this table's
    /// memory.
    pub fn rehearse_again(
        &mut self,
        world: &World,
        (proc, seat, args): (ProcId, SeatId, &[i32]),
    ) -> Result<(), Refused> {
        self.pool.forget();
        self.past.forget();
        self.state.rehearse_again(self.def, world, proc, i32::from(seat.0), args);
        self.state.world.refuel(CHOICE_FUEL);
        let mut deaf = Deaf;
        let stop = self.machine(&mut deaf).run();
        self.settle(stop, &mut deaf)
    }

    fn around(def: &'a Def, scripts: &'a dyn Scripts, state: State) -> Self {
        let (pool, work) = (Pool::default(), Work::default());
        state.world.refuel(CHOICE_FUEL);
        let (total_work, show_fuel) = (0, Cell::new(LIST_FUEL));
        let (options, asked, range) = (vec![], None, None);
        let (past, script_ask) = (Past::default(), OnceCell::new());
        Self {
            def,
            scripts,
            state,
            options,
            asked,
            range,
            pool,
            past,
            work,
            total_work,
            show_fuel,
            script_ask,
        }
    }

    /// Puts another state of this game on the table.
    pub fn put(&mut self, state: &State) -> Result<(), Refused> {
        self.pool.forget();
        self.past.forget();
        self.state.clone_from(state);
        self.state.world.refuel(CHOICE_FUEL);
        let over = self.state.world.is_over();
        self.settle(if over { Stop::Over } else { Stop::Ask }, &mut Deaf)
    }

    /// The state.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The scripts of the game.
    pub fn scripts(&self) -> &'a dyn Scripts {
        self.scripts
    }

    /// The seat that decides and its request; `None` when the game is over.
    pub fn asked(&self) -> Option<(SeatId, Request)> {
        self.asked
    }

    /// What can be chosen, in a fixed order. For a range these are examples.
    pub fn options(&self) -> &[i32] {
        &self.options
    }

    /// The smallest and largest number that can be chosen, if there are too many to list:
    /// [`Table::name_number`] makes any of them an option.
    pub fn range(&self) -> Option<(i32, i32)> {
        self.range
    }

    /// Makes a number of a range an option, unless it is one already or cannot be completed. `None`
    /// if no number of a range is asked for, or not this one.
    pub fn name_number(&mut self, number: i32) -> Option<Result<(), Why>> {
        let (from, to) = self.range?;
        if !(from..=to).contains(&number) {
            return None;
        }
        let Err(at) = self.options.binary_search(&number) else { return Some(Ok(())) };
        let struck = self.struck().into_iter().find(|(option, _)| *option == number);
        let can = match struck {
            Some((_, why)) => Err(why),
            None => self.inspect(|machine| machine.feasible(number)),
        };
        if can.is_ok() {
            self.options.insert(at, number);
        }
        Some(can)
    }

    /// What an exhaustive search finds: the same options as [`Table::options`], unless a shortcut
    /// is wrong. `None` if more than `trials` answers would have to be tried.
    pub fn options_thoroughly(&self, trials: u32) -> Option<Thorough> {
        self.asked?;
        self.inspect(|machine| machine.options_thoroughly(trials))
    }

    /// Whether look-ahead ever gave up at this table: then an option may lead into a dead end.
    pub fn gave_up(&self) -> bool {
        self.pool.gave_up
    }

    /// How many trials look-ahead needed at this table, because nothing cheaper could decide.
    pub fn tried(&self) -> u64 {
        self.pool.tried
    }

    /// Takes the n-th option like [`Table::choose`]. A choice that leads into a dead end is taken
    /// back, and its option is struck: it is not offered again in that position. If nothing is left
    /// to choose there, the choice before it is taken back as well, and so on. The sink has
    /// received the events before the dead end; they did not happen.
    pub fn try_choose<S: Sink>(&mut self, index: usize, sink: &mut S) -> Result<(), Refused> {
        if let Some(option) = self.options.get(index) {
            self.past.note(&self.state, *option);
        }
        match self.take(index, sink) {
            Err(Refused::DeadEnd(why)) => Err(self.take_back(why)),
            result => result,
        }
    }

    /// Takes back the last choice, and earlier ones after which nothing else is left.
    #[cold]
    fn take_back(&mut self, why: Why) -> Refused {
        let (mut reason, mut back) = (why, 0);
        while let Some(moment) = self.before_last() {
            self.past.strike(&moment, reason);
            self.pool.forget();
            self.state.clone_from(&moment.state);
            match self.settle(Stop::Ask, &mut Deaf) {
                Ok(()) => return Refused::Struck { why, back },
                Err(Refused::DeadEnd(next)) => (reason, back) = (next, back + 1),
                Err(refused) => return refused,
            }
        }
        Refused::DeadEnd(why)
    }

    /// The last choice that was not taken back, and the state before it.
    fn before_last(&mut self) -> Option<Moment> {
        let (def, scripts, pool) = (self.def, self.scripts, &mut self.pool);
        pool.forget();
        self.past.pop(|state, option| {
            state.world.refuel(CHOICE_FUEL);
            let sink = &mut Deaf;
            let mut machine =
                Machine { def, scripts, state, sink, pool: &mut *pool, looking: false, at: 0 };
            machine.at = machine.pc();
            machine.pool.decide(option);
            machine.answer(option);
            machine.run();
        })
    }

    /// The options of the current decision that led into a dead end, with the reasons.
    pub(crate) fn struck(&self) -> Vec<(i32, Why)> {
        self.past.struck(&self.state)
    }

    /// Takes the n-th option and runs to the next decision. After a dead end the state is left
    /// where the rules got stuck: for callers that then discard the table.
    pub fn choose<S: Sink>(&mut self, index: usize, sink: &mut S) -> Result<(), Refused> {
        self.past.forget();
        self.take(index, sink)
    }

    fn take<S: Sink>(&mut self, index: usize, sink: &mut S) -> Result<(), Refused> {
        if self.asked.is_none() {
            return Err(Refused::Over);
        }
        let option = *self.options.get(index).ok_or(Refused::NoSuchOption)?;
        self.state.world.refuel(CHOICE_FUEL);
        let mut machine = self.machine(sink);
        machine.at = machine.pc();
        machine.refuelled();
        machine.pool.decide(option);
        machine.answer(option);
        let stop = machine.run();
        self.settle(stop, &mut sink.ahead())
    }

    /// Finds out what can be chosen where the rules have stopped.
    fn settle<S: Sink>(&mut self, stop: Stop, sink: &mut S) -> Result<(), Refused> {
        if let Some(probe) = sink.probe() {
            probe.ends(self.state.world.meter().stands());
        }
        self.options.clear();
        (self.asked, self.range) = (None, None);
        self.work = Work { choice: self.used_of(CHOICE_FUEL), list: 0 };
        self.total_work += self.work.choice;
        self.show_fuel.set(LIST_FUEL);
        self.script_ask.take();
        self.pool.spent_at = None;
        match stop {
            Stop::Over | Stop::Safe => Ok(()),
            Stop::Stuck(why) => Err(Refused::DeadEnd(why)),
            Stop::Ask => {
                let mut options = std::mem::take(&mut self.options);
                self.state.world.refuel(LIST_FUEL);
                let mut machine = self.machine(sink);
                machine.refuelled();
                let listed = machine.options(&mut options);
                if let Some(probe) = machine.sink.probe() {
                    probe.ends(machine.state.world.meter().stands());
                }
                let used = machine.state.world.meter().used_of(LIST_FUEL);
                // Who is asked must be known even if no option is left.
                machine.state.world.refuel(EXPR_FUEL);
                let ((seat, request), range) = (machine.request(), machine.range());
                let pc = machine.pc();
                (self.options, self.range) = (options, range);
                self.work.list = used;
                self.total_work += used;
                if let Err(why) = listed {
                    self.options.clear();
                    return Err(Refused::DeadEnd(why));
                }
                let struck = self.past.struck(&self.state);
                if !struck.is_empty() {
                    self.options.retain(|option| struck.iter().all(|(it, _)| it != option));
                }
                if !self.def.is_player(seat) {
                    return Err(Refused::DeadEnd(Why::NobodyDecides { pc }));
                }
                if self.options.is_empty() {
                    // If all options were struck, the reason of the first is more helpful.
                    let why = struck.first().map_or(Why::Nothing { pc }, |(_, why)| *why);
                    return Err(Refused::DeadEnd(why));
                }
                self.asked = Some((SeatId(seat as u16), request));
                Ok(())
            }
        }
    }

    /// The work of the last choice.
    pub fn work(&self) -> Work {
        self.work
    }

    /// The work of all choices at this table.
    pub fn total_work(&self) -> u64 {
        self.total_work
    }

    fn used_of(&self, fuel: u64) -> u64 {
        self.state.world.meter().used_of(fuel)
    }

    /// Works with the machine without changing the state.
    pub(crate) fn inspect<T>(&self, look: impl FnOnce(&mut Machine<'_, Deaf>) -> T) -> T {
        let mut state = self.state.clone();
        state.world.refuel(LIST_FUEL);
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

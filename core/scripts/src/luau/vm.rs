//! Creates the VM scripts run in: removes what they must not have, and meters what they use.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use cpu_time::ThreadTime;
use mlua::chunk::ChunkMode;
use mlua::{
    Function, LightUserData, Lua, LuaOptions, LuaString, MultiValue, StdLib, Table,
    Value as LuaValue, VmState,
};

use super::allowed::{ABSENT, EACH, KEEP, LIBRARIES, PLAIN, has};
use super::fault::{self, Place, ScriptError};
use super::limits::{
    ANSWERS_MAX, BATCH, CALL_MAX, DIGITS_MAX, KILOBYTES_HEAVY, KILOBYTES_PER_UNIT, Limits,
    PATTERN_MAX, TEXT_MAX, VALUES_MAX,
};
use super::print::Prints;
use super::question::Question;
use super::value::{Reader, view};
use boardwright_syntax::diag::codes::script as codes;
use boardwright_syntax::source::FileId;

/// The state shared by the interrupt and the host.
pub(super) struct Meter {
    pub limits: Limits,
    pub fuel: Cell<u64>,
    /// The fuel for this run and all that follow.
    pub allowance: Cell<u64>,
    /// The fuel of this run when it began.
    granted: Cell<u64>,
    /// Bytes in use before any file was read.
    pub floor: Cell<usize>,
    /// The cost of a step, by the longest function of the pack; see `loops.rs`.
    weight: Cell<u64>,
    /// Steps that are not paid for yet, and how many are paid for at once.
    pending: Cell<u64>,
    batch: Cell<u64>,
    /// Bytes in use, and kilobytes made by this run, when last checked.
    seen: Cell<(usize, u64)>,
    /// How many payments there were, and the thread's time when it was first read in this run.
    paid: Cell<u64>,
    since: Cell<Option<ThreadTime>>,
    /// Whether memory made the steps of this run much more expensive.
    pub is_heavy: Cell<bool>,
    /// Whether each step records its place. Slow: for the second run after a failure without a
    /// place.
    pub is_traced: Cell<bool>,
    /// The place of the last recorded step.
    pub last: Cell<Option<Place>>,
    /// Whether the run returned a value that cannot leave a script.
    pub is_unfit: Cell<bool>,
    /// The question the script asked before it yielded.
    pub question: RefCell<Option<Question>>,
    /// Why a function of the host stopped the script.
    pub fault: RefCell<Option<ScriptError>>,
    /// The output of scripts.
    pub prints: Prints,
    /// The files of `std`, which are not to be blamed for mistakes.
    pub shared: RefCell<Vec<FileId>>,
}

impl Meter {
    pub(super) fn reset(&self, weight: u64, used: usize) {
        self.seen.set((used, 0));
        self.granted.set(self.limits.fuel.min(self.allowance.get()));
        self.fuel.set(self.granted.get());
        self.weight.set(weight);
        self.pending.set(0);
        self.batch.set((BATCH / weight).max(1));
        self.paid.set(0);
        self.since.set(None);
        self.is_heavy.set(false);
        self.last.set(None);
        self.is_unfit.set(false);
        self.prints.begin();
        self.question.borrow_mut().take();
        self.fault.borrow_mut().take();
    }

    /// Subtracts what a run used from the common allowance.
    pub(super) fn close(&self) {
        let used = self.granted.get().saturating_sub(self.fuel.get());
        self.granted.set(0);
        self.allowance.set(self.allowance.get().saturating_sub(used));
    }

    /// Lifts the limits so that the host can run its own part.
    pub(super) fn open(&self) {
        self.close();
        self.fuel.set(u64::MAX);
        self.since.set(None);
    }

    /// Pays for the steps since the last payment, at the price for what the script holds now.
    fn settle(&self, lua: &Lua, steps: u64, held: &Function) -> mlua::Result<()> {
        let (before, mut kilobytes) = self.seen.get();
        let used = lua.used_memory();
        // The VM allocates memory in pages. While it allocates none, a run has made very little.
        if used != before {
            kilobytes = held.call::<f64>(())?.max(0.0) as u64;
            self.seen.set((used, kilobytes));
        }
        if kilobytes >= KILOBYTES_HEAVY {
            self.is_heavy.set(true);
        }
        self.paid.set(self.paid.get() + 1);
        let is_late =
            || (self.batch.get() == 1 || self.paid.get().is_multiple_of(16)) && self.is_late();
        if self.fuel.get() <= self.limits.fuel && is_late() {
            self.fuel.set(0);
            return Err(self.exhausted(lua));
        }
        self.spend(lua, steps * self.weight.get() * (1 + kilobytes / KILOBYTES_PER_UNIT))
    }

    /// Whether the run has taken longer than allowed. Only time in which this thread ran counts, so
    /// that a busy machine makes no difference.
    fn is_late(&self) -> bool {
        let now = ThreadTime::now();
        let since = self.since.get().unwrap_or(now);
        self.since.set(Some(since));
        now.duration_since(since) > CALL_MAX
    }

    pub(super) fn spend(&self, lua: &Lua, units: u64) -> mlua::Result<()> {
        match self.fuel.get().checked_sub(units) {
            Some(left) => {
                self.fuel.set(left);
                Ok(())
            }
            None => {
                self.fuel.set(0);
                Err(self.exhausted(lua))
            }
        }
    }

    /// Runs something without counting it.
    pub(super) fn uncounted<T>(&self, work: impl FnOnce() -> T) -> T {
        let before = (self.fuel.get(), self.pending.get());
        let done = work();
        self.fuel.set(before.0);
        self.pending.set(before.1);
        done
    }

    /// The units this run has left, minus unpaid steps.
    pub(super) fn left(&self) -> u64 {
        self.fuel.get().saturating_sub(self.pending.get() * self.weight.get())
    }

    fn exhausted(&self, lua: &Lua) -> mlua::Error {
        const DEEP: usize = 1000;
        if lua.inspect_stack(DEEP, |_| ()).is_some() {
            self.stop(lua, codes::CALL_DEPTH, fault::TOO_DEEP)
        } else if self.granted.get() < self.limits.fuel {
            self.stop(lua, codes::FUEL, "all scripts together run too long here")
        } else if self.is_heavy.get() {
            let text = "this script does too much with large tables or texts";
            self.stop(lua, codes::FUEL, text)
        } else {
            self.stop(lua, codes::FUEL, "this script runs too long; does a loop never end?")
        }
    }

    fn note(&self, lua: &Lua, asked: &LuaValue) -> mlua::Result<()> {
        let read = Reader::new(&self.limits).read(asked);
        let value = read.map_err(|unfit| {
            let code = unfit.code;
            self.stop(lua, code, &unfit.sentence("`ask` was given"))
        })?;
        let question =
            Question::read(value).map_err(|text| self.stop(lua, codes::QUESTION, &text))?;
        *self.question.borrow_mut() = Some(question);
        Ok(())
    }

    /// Records why and where the script is stopped.
    pub(super) fn stop(&self, lua: &Lua, code: &'static str, message: &str) -> mlua::Error {
        self.stop_at(lua, code, message, 1)
    }

    /// The same, with the place `level` calls out: 1 is the innermost. The first stop counts.
    fn stop_at(&self, lua: &Lua, code: &'static str, message: &str, level: usize) -> mlua::Error {
        let frames: Vec<Place> = frames(lua).collect();
        let is_own = |place: &&Place| !self.shared.borrow().contains(&place.file);
        let from = level.clamp(1, frames.len().max(1)) - 1;
        let place = frames[from.min(frames.len())..].iter().find(is_own).or(frames.first());
        let mut fault = self.fault.borrow_mut();
        if let (Some(place), None) = (place, &*fault) {
            *fault = Some(place.fault(code, fault::clip(message)));
        }
        mlua::Error::RuntimeError(fault::clip(message))
    }
}

/// The places of the running scripts, innermost first. This asks the VM; an error's own text could
/// be forged by the script.
pub(super) fn frames(lua: &Lua) -> impl Iterator<Item = Place> {
    const LEVELS_MAX: usize = 64;
    (0..LEVELS_MAX)
        .map_while(|level| {
            lua.inspect_stack(level, |debug| {
                let source = debug.source().short_src.map(|name| name.into_owned());
                Some((source?, debug.current_line()?))
            })
        })
        .flatten()
        .filter_map(|(source, line)| fault::place(&format!("{source}:{line}")).map(|it| it.0))
}

/// A VM with the prelude in it.
pub(super) struct Vm {
    pub lua: Lua,
    pub meter: Rc<Meter>,
    pub environment: Function,
    pub read: Function,
    pub run: Function,
    /// The same for a function of a file that was run once.
    pub run_kept: Function,
    pub freeze_all: Function,
    /// Kernel functions, for `view:neighbours(x)`.
    pub calls: Vec<(String, Function)>,
    pub empty: Table,
    /// Bytes in use after the last collection.
    floor: Cell<usize>,
}

impl Vm {
    /// Creates a VM whose scripts may call the named kernel functions.
    pub(super) fn new(calls: &[&str], limits: Limits) -> mlua::Result<Self> {
        let libraries = StdLib::TABLE | StdLib::STRING | StdLib::MATH | StdLib::BIT;
        // Only the prelude can use coroutines: `ask` yields.
        let lua = Lua::new_with(libraries | StdLib::COROUTINE, LuaOptions::new())?;
        let meter = Rc::new(Meter {
            limits,
            fuel: Cell::new(u64::MAX),
            allowance: Cell::new(u64::MAX),
            granted: Cell::new(0),
            floor: Cell::new(0),
            weight: Cell::new(1),
            pending: Cell::new(0),
            batch: Cell::new(BATCH),
            seen: Cell::new((0, 0)),
            paid: Cell::new(0),
            since: Cell::new(None),
            is_heavy: Cell::new(false),
            is_traced: Cell::new(false),
            last: Cell::new(None),
            is_unfit: Cell::new(false),
            question: RefCell::new(None),
            fault: RefCell::new(None),
            prints: Prints::default(),
            shared: RefCell::default(),
        });
        let meta = lua.create_table()?;
        lua.set_type_metatable::<LightUserData>(Some(meta.clone()));
        let host = bridge(&lua, &meter, &meta, calls)?;
        let prelude = lua
            .load(include_str!("prelude.luau"))
            .set_name("=host")
            .set_mode(ChunkMode::Text)
            .call::<Table>(host)?;
        forget_globals(&lua)?;
        lua.sandbox(true)?;
        let empty = lua.create_table()?;
        empty.set_readonly(true);
        let vm = Self {
            environment: prelude.raw_get("environment")?,
            read: prelude.raw_get("read")?,
            run: prelude.raw_get("run")?,
            run_kept: prelude.raw_get("run_kept")?,
            freeze_all: prelude.raw_get("freeze_all")?,
            calls: prelude.raw_get::<Table>("calls")?.pairs().collect::<mlua::Result<_>>()?,
            empty,
            meter,
            lua,
            floor: Cell::new(0),
        };
        vm.count_steps(prelude.raw_get("held")?);
        vm.collect();
        Ok(vm)
    }

    /// Whether every script has a function or a library of this name.
    pub(super) fn has(&self, name: &str) -> bool {
        has(name) || self.calls.iter().any(|(call, _)| call == name)
    }

    /// Frees what no script holds any more. This happens only between two runs: so the growth of
    /// memory is what a run has made, and the cost of a run does not depend on when memory is
    /// freed.
    pub(super) fn collect(&self) {
        // A collection that fails leaves garbage for the next one.
        let _ = self.lua.gc_collect();
        self.lua.gc_stop();
        self.floor.set(self.lua.used_memory());
    }

    /// Lets the host make a value. While memory is limited, each step of that is expensive, because
    /// it is prepared to fail. What is made still counts; the script's own next step may exceed the
    /// limit.
    pub(super) fn unlimited<T>(&self, make: impl FnOnce() -> T) -> T {
        let limit = self.lua.set_memory_limit(0);
        let made = make();
        if let Ok(limit) = limit {
            let _ = self.lua.set_memory_limit(limit);
        }
        made
    }

    /// Approximate bytes of garbage.
    pub(super) fn garbage(&self) -> usize {
        self.lua.used_memory().saturating_sub(self.floor.get())
    }

    fn count_steps(&self, held: Function) {
        let meter = Rc::clone(&self.meter);
        self.lua.set_interrupt(move |lua| {
            let steps = meter.pending.get() + 1;
            if meter.is_traced.get() {
                // After the last step of the script come those of the host.
                meter.last.set(frames(lua).next().or(meter.last.get()));
            }
            if steps < meter.batch.get() {
                meter.pending.set(steps);
            } else {
                meter.pending.set(0);
                meter.settle(lua, steps, &held)?;
            }
            Ok(VmState::Continue)
        });
    }
}

/// What the host passes to the prelude.
fn bridge(lua: &Lua, meter: &Rc<Meter>, meta: &Table, calls: &[&str]) -> mlua::Result<Table> {
    let host = lua.create_table()?;
    let counted = Rc::clone(meter);
    let pay = lua.create_function(move |lua, units: f64| counted.spend(lua, units as u64))?;
    host.raw_set("pay", pay)?;
    let noted = Rc::clone(meter);
    let note = lua.create_function(move |lua, asked: LuaValue| noted.note(lua, &asked))?;
    host.raw_set("note", note)?;
    let stopped = Rc::clone(meter);
    let stop =
        lua.create_function(move |lua, (code, message, level): Stop| -> mlua::Result<()> {
            let code = fault::known(&code.to_string_lossy());
            // Only the start of a long text is read: the message is short.
            let bytes = message.as_bytes();
            let shown = String::from_utf8_lossy(&bytes[..bytes.len().min(fault::BYTES_MAX)]);
            Err(stopped.stop_at(lua, code, &shown, level.clamp(1.0, 64.0) as usize))
        })?;
    host.raw_set("stop", stop)?;
    host.raw_set("answers_max", ANSWERS_MAX)?;
    host.raw_set("text_max", TEXT_MAX)?;
    host.raw_set("values_max", VALUES_MAX)?;
    host.raw_set("pattern_max", PATTERN_MAX)?;
    host.raw_set("digits_max", DIGITS_MAX)?;
    host.raw_set("each", EACH)?;
    host.raw_set("keep", KEEP)?;
    let heard = Rc::clone(meter);
    let print = lua
        .create_function(move |lua, values: MultiValue| heard.prints.hear(lua, &heard, &values))?;
    host.raw_set("print", print)?;
    host.raw_set("meta", meta)?;
    host.raw_set("view", LuaValue::LightUserData(view()))?;
    host.raw_set("globals", lua.globals())?;
    host.raw_set("plain", lua.create_sequence_from(PLAIN)?)?;
    host.raw_set("calls", lua.create_sequence_from(calls.iter().copied())?)?;
    host.raw_set("absent", lua.create_table_from(ABSENT)?)?;
    let libraries = lua.create_table()?;
    for (name, members) in LIBRARIES {
        let allowed = lua.create_table_from(members.iter().map(|member| (*member, true)))?;
        libraries.raw_set(name, allowed)?;
    }
    host.raw_set("libraries", libraries)?;
    Ok(host)
}

/// What the prelude passes to stop a script: code, message, how many calls out.
type Stop = (LuaString, LuaString, f64);

/// Removes everything from the VM's own globals; scripts never see these, and must not by mistake
/// either. The libraries stay because the sandbox makes whatever it finds there read-only.
fn forget_globals(lua: &Lua) -> mlua::Result<()> {
    let globals = lua.globals();
    let names: Vec<LuaValue> = globals
        .pairs::<LuaValue, LuaValue>()
        .map(|pair| pair.map(|(name, _)| name))
        .collect::<mlua::Result<_>>()?;
    for name in names {
        let stays = name.as_string().is_some_and(|name| {
            LIBRARIES.iter().any(|(library, _)| name.as_bytes() == library.as_bytes())
        });
        if !stays {
            globals.raw_set(name, LuaValue::Nil)?;
        }
    }
    Ok(())
}

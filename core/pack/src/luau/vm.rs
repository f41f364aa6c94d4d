//! Makes the VM scripts run in: takes out what they must not have, counts what they use.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use mlua::chunk::ChunkMode;
use mlua::{Function, LightUserData, Lua, LuaOptions, StdLib, Table, Value as LuaValue, VmState};

use super::fault::{self, Place, ScriptError};
use super::limits::{ANSWERS_MAX, BYTES_FREE, BYTES_PER_UNIT, Limits};
use super::question::Question;
use super::value::{Reader, view};

/// Globals a script has as Luau knows them.
const PLAIN: [&str; 8] =
    ["assert", "ipairs", "next", "pairs", "select", "tonumber", "type", "typeof"];

/// Libraries a script has, with the members that stay. Left out of `math` is what is random or
/// differs from machine to machine, and of `string` what reads and writes binary data.
const LIBRARIES: [(&str, &[&str]); 4] = [
    (
        "bit32",
        &[
            "arshift", "band", "bnot", "bor", "btest", "bxor", "countlz", "countrz", "extract",
            "lrotate", "lshift", "replace", "rrotate", "rshift",
        ],
    ),
    (
        "math",
        &["abs", "ceil", "clamp", "floor", "fmod", "huge", "max", "min", "round", "sign", "sqrt"],
    ),
    (
        "string",
        &[
            "byte", "char", "find", "format", "gmatch", "gsub", "len", "lower", "match", "rep",
            "reverse", "split", "sub", "upper",
        ],
    ),
    (
        "table",
        &[
            "clear", "clone", "concat", "create", "find", "freeze", "insert", "isfrozen", "move",
            "pack", "remove", "sort", "unpack",
        ],
    ),
];

/// What authors may look for in vain, and why it is not there.
const ABSENT: [(&str, &str); 22] = [
    ("_G", "every file has its own names"),
    ("buffer", "a script handles numbers, texts and lists"),
    ("collectgarbage", "memory is the host's business"),
    ("coroutine", "only `ask` waits"),
    ("debug", "it would show the host"),
    ("dofile", "use `require`"),
    ("gcinfo", "memory is the host's business"),
    ("getfenv", "it would show the host"),
    ("getmetatable", "tables are plain data here"),
    ("io", "a script cannot reach files"),
    ("load", "a script cannot make code"),
    ("loadstring", "a script cannot make code"),
    ("newproxy", "tables are plain data here"),
    ("os", "a script cannot reach the machine or its clock"),
    ("pcall", "an error ends the script"),
    ("print", "return a `note` step instead"),
    ("rawequal", "`==` does the same here"),
    ("rawget", "tables are plain data here"),
    ("rawset", "tables are plain data here"),
    ("setfenv", "it would change the host"),
    ("setmetatable", "tables are plain data here"),
    ("xpcall", "an error ends the script"),
];

/// What the interrupt and the host tell each other.
pub(super) struct Meter {
    pub limits: Limits,
    pub fuel: Cell<u64>,
    /// Bytes in use when the run began.
    pub base: Cell<usize>,
    /// Whether memory made any step of this run dearer.
    pub is_heavy: Cell<bool>,
    /// Whether each step notes its place. Slow: for the second run after a failure that does not
    /// say where it happened.
    pub is_traced: Cell<bool>,
    /// The place of the last step noted.
    pub last: Cell<Option<Place>>,
    /// What the script asked before it yielded.
    pub question: RefCell<Option<Question>>,
    /// Why a function of the host stopped the script.
    pub fault: RefCell<Option<ScriptError>>,
}

impl Meter {
    pub(super) fn reset(&self, base: usize) {
        self.fuel.set(self.limits.fuel);
        self.base.set(base);
        self.is_heavy.set(false);
        self.last.set(None);
        self.question.borrow_mut().take();
        self.fault.borrow_mut().take();
    }

    /// Lets the host run its own part without limits.
    pub(super) fn open(&self) {
        self.fuel.set(u64::MAX);
        self.base.set(usize::MAX);
    }

    fn spend(&self, lua: &Lua, units: u64) -> mlua::Result<()> {
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

    fn exhausted(&self, lua: &Lua) -> mlua::Error {
        const DEEP: usize = 1000;
        if lua.inspect_stack(DEEP, |_| ()).is_some() {
            self.stop(lua, "U017", fault::TOO_DEEP)
        } else if self.is_heavy.get() {
            let text = "this script does too much with large tables or texts";
            self.stop(lua, "U015", text)
        } else {
            self.stop(lua, "U015", "this script runs too long; does a loop never end?")
        }
    }

    fn note(&self, lua: &Lua, asked: &LuaValue) -> mlua::Result<()> {
        let read = Reader::new(&self.limits).read(asked);
        let value = read.map_err(|unfit| {
            let code = unfit.code;
            self.stop(lua, code, &unfit.told("`ask` was given"))
        })?;
        let question = Question::read(value).map_err(|text| self.stop(lua, "U023", &text))?;
        *self.question.borrow_mut() = Some(question);
        Ok(())
    }

    /// Notes why the script is stopped, and where it stands.
    pub(super) fn stop(&self, lua: &Lua, code: &'static str, message: &str) -> mlua::Error {
        if let Some(place) = here(lua) {
            *self.fault.borrow_mut() = Some(place.fault(code, fault::clip(message)));
        }
        mlua::Error::RuntimeError(message.to_owned())
    }
}

/// The innermost place in a script that is being run.
fn here(lua: &Lua) -> Option<Place> {
    const LEVELS_MAX: usize = 64;
    (0..LEVELS_MAX)
        .map_while(|level| {
            lua.inspect_stack(level, |debug| {
                let source = debug.source().short_src.map(|name| name.into_owned());
                Some((source?, debug.current_line()?))
            })
        })
        .flatten()
        .find_map(|(source, line)| fault::place(&format!("{source}:{line}")).map(|found| found.0))
}

/// A VM with the prelude in it.
pub(super) struct Vm {
    pub lua: Lua,
    pub meter: Rc<Meter>,
    pub environment: Function,
    pub read: Function,
    pub run: Function,
    pub freeze_all: Function,
    /// Functions of the kernel, for `view:neighbours(x)`.
    pub calls: Vec<(String, Function)>,
    pub empty: Table,
}

impl Vm {
    /// Makes a VM whose scripts may call the named functions of the kernel.
    pub(super) fn new(calls: &[&str], limits: Limits) -> mlua::Result<Self> {
        let libraries = StdLib::TABLE | StdLib::STRING | StdLib::MATH | StdLib::BIT;
        // Only the prelude sees the coroutines: `ask` yields.
        let lua = Lua::new_with(libraries | StdLib::COROUTINE, LuaOptions::new())?;
        let meter = Rc::new(Meter {
            limits,
            fuel: Cell::new(u64::MAX),
            base: Cell::new(0),
            is_heavy: Cell::new(false),
            is_traced: Cell::new(false),
            last: Cell::new(None),
            question: RefCell::new(None),
            fault: RefCell::new(None),
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
            freeze_all: prelude.raw_get("freeze_all")?,
            calls: prelude.raw_get::<Table>("calls")?.pairs().collect::<mlua::Result<_>>()?,
            empty,
            meter,
            lua,
        };
        vm.count_steps();
        Ok(vm)
    }

    /// Whether every script has a function or a library of this name.
    pub(super) fn has(&self, name: &str) -> bool {
        PLAIN.contains(&name)
            || ["ask", "error", "require", "tostring"].contains(&name)
            || LIBRARIES.iter().any(|(library, _)| *library == name)
            || self.calls.iter().any(|(call, _)| call == name)
    }

    fn count_steps(&self) {
        let meter = Rc::clone(&self.meter);
        self.lua.set_interrupt(move |lua| {
            let held = lua.used_memory().saturating_sub(meter.base.get());
            let extra = held.saturating_sub(BYTES_FREE) / BYTES_PER_UNIT;
            if extra > 0 {
                meter.is_heavy.set(true);
            }
            if meter.is_traced.get() {
                meter.last.set(here(lua));
            }
            meter.spend(lua, 1 + extra as u64)?;
            Ok(VmState::Continue)
        });
    }
}

/// What the prelude gets from the host.
fn bridge(lua: &Lua, meter: &Rc<Meter>, meta: &Table, calls: &[&str]) -> mlua::Result<Table> {
    let host = lua.create_table()?;
    let counted = Rc::clone(meter);
    let burn = lua.create_function(move |lua, bytes: u64| counted.spend(lua, bytes / 8))?;
    host.raw_set("burn", burn)?;
    let noted = Rc::clone(meter);
    let note = lua.create_function(move |lua, asked: LuaValue| noted.note(lua, &asked))?;
    host.raw_set("note", note)?;
    host.raw_set("answers_max", ANSWERS_MAX)?;
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

/// Takes everything out of the VM's own globals; scripts never see these, and shall not by
/// mistake either. The libraries stay because the sandbox makes read-only what it finds there.
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

//! The Luau host: loads the scripts of packs and runs their functions.
//!
//! Scripts answer, they do not act. A function gets a read-only view and its declared parameters
//! and returns plain data. `ask` reads like a blocking call: under it the run is abandoned and the
//! question handed out; with the answer the function is run again from its start. Nothing survives
//! a run: the file is executed anew for every call, so not even a table beside the functions can
//! carry something from one call to the next.
//!
//! Scripts are untrusted. See [`Limits`] for what they may use, `vm.rs` for what they may see.

mod check;
mod fault;
mod head;
mod help;
mod lex;
pub(crate) mod library;
mod limits;
mod load;
mod loops;
mod question;
mod shelf;
pub(crate) mod syntax;
mod value;
mod vm;

#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_cost;
#[cfg(test)]
mod tests_forged;
#[cfg(test)]
mod tests_hostile;
#[cfg(test)]
mod tests_load;
#[cfg(test)]
mod tests_std;

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use mlua::thread::ThreadStatus;
use mlua::{Function, LightUserData, Lua, LuaString, Thread, Value as LuaValue};

pub use check::WithProblem;
pub use fault::ScriptError;
pub use head::{Parameter, WithType};
pub use limits::{ANSWERS_MAX, FILE_BYTES_MAX, Limits};
pub use load::{PackScripts, Setup};
pub use question::{Ask, Question};
pub use shelf::std_scripts;
pub use value::{INT_MAX, Ref, Value};

pub(crate) use fault::line_span;

use fault::Place;
use syntax::Trees;

use limits::{CALL_UNITS, FIELD_UNITS, GARBAGE_MAX, NAME_MAX, VALUES_PER_UNIT};
use value::{Reader, from_light, to_lua};
use vm::Vm;

use crate::source::FileId;

/// What a script may see. Read-only.
///
/// An error is a sentence for the author of the script; it ends the run.
pub trait Look {
    /// A field of a thing: `piece.level`, `seat.coal`.
    fn field(&self, of: Ref, name: &str) -> Result<Value, String>;
    /// A field of the view: `view.me`, `view.round`.
    fn root(&self, name: &str) -> Result<Value, String>;
    /// A function of the kernel: `neighbours(space)`, also written `view:neighbours(space)`.
    fn call(&self, name: &str, args: &[Value]) -> Result<Value, String>;
    /// A thing in words, for `tostring(piece)`.
    fn show(&self, of: Ref) -> String;
}

/// How a call ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// With a value.
    Done(Value),
    /// With a question: call again with one more answer.
    Ask(Question),
    /// It could not be run to its end.
    Failed(ScriptError),
}

/// How many tables move the memory between two runs. Odd, so that no pattern repeats.
const SHIFT_TABLES: usize = 61;

/// A function of a pack, as known to one [`Host`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FunctionId(pub u32);

/// What is known of a function without running it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionInfo {
    /// Its id.
    pub id: FunctionId,
    /// The file, without folder and ending: the `topic` of `script: topic.name`.
    pub module: String,
    /// Its name.
    pub name: String,
    /// Where it is written.
    pub file: FileId,
    /// The line of its head, from 1.
    pub line: u32,
    /// What it takes.
    pub parameters: Vec<Parameter>,
}

impl FunctionInfo {
    /// As a step names it: `mill.grind`.
    pub fn path(&self) -> String {
        format!("{}.{}", self.module, self.name)
    }
}

/// One VM with the scripts of several packs, which do not see each other.
pub struct Host {
    vm: Vm,
    limits: Limits,
    scripts: Vec<Script>,
    /// A thread that ended well and can be used again.
    spare: RefCell<Option<Thread>>,
    is_running: Cell<bool>,
    /// Modules and functions that were reported and left out: `mill`, `mill.grind`.
    left_out: Vec<String>,
    /// The files of the packs and of the shared library as trees.
    pub(crate) trees: Trees,
    /// The files that could be read, with the names others require them by.
    pub(crate) files: Vec<ModuleFile>,
    /// The files whose lines are counted, if they are.
    counted: Option<RefCell<Vec<(FileId, Function)>>>,
    /// How often their lines ran in play, apart from look-ahead.
    played: RefCell<Lines>,
}

/// A file of a pack, or of the shared library.
pub(crate) struct ModuleFile {
    /// The pack; `std` for the shared library.
    pub pack: String,
    /// The name it is required by.
    pub module: String,
    /// The file.
    pub file: FileId,
}

/// How often each line ran that can, by file and line.
type Lines = BTreeMap<(FileId, u32), u64>;

struct Script {
    pack: String,
    info: FunctionInfo,
    chunk: Function,
    /// What a step costs in its pack.
    weight: u64,
    module: LuaString,
    name: LuaString,
}

impl Host {
    /// The functions of a pack, by module and name.
    pub fn functions(&self, pack: &str) -> impl Iterator<Item = &FunctionInfo> {
        self.scripts.iter().filter(move |script| script.pack == pack).map(|script| &script.info)
    }

    /// The function behind `script: topic.name`.
    pub fn find(&self, pack: &str, path: &str) -> Option<FunctionId> {
        let (module, name) = path.rsplit_once('.')?;
        self.functions(pack).find(|info| info.module == module && info.name == name).map(|f| f.id)
    }

    /// Whether a function was left out because of a problem in its head or its file.
    pub fn is_left_out(&self, path: &str) -> bool {
        let module = path.rsplit_once('.').map(|(module, _)| module);
        self.left_out.iter().any(|it| it == path || Some(it.as_str()) == module)
    }

    /// How often each line that can run has run in play, if that is counted: file, line, times.
    pub fn lines_run(&self) -> Vec<(FileId, u32, u64)> {
        let played = self.played.borrow();
        let times = |line| played.get(&line).copied().unwrap_or(0);
        self.hits().into_keys().map(|line| (line.0, line.1, times(line))).collect()
    }

    /// Does something whose lines count as played.
    pub(crate) fn playing<T>(&self, run: impl FnOnce() -> T) -> T {
        if self.counted.is_none() {
            return run();
        }
        let before = self.hits();
        let done = run();
        let mut played = self.played.borrow_mut();
        for (line, times) in self.hits() {
            *played.entry(line).or_insert(0) += times - before.get(&line).copied().unwrap_or(0);
        }
        done
    }

    /// How often each line ran since the files were loaded, in play or in look-ahead.
    fn hits(&self) -> Lines {
        let mut lines = Lines::new();
        let Some(counted) = &self.counted else { return lines };
        for (file, chunk) in counted.borrow().iter() {
            chunk.coverage(|of| {
                for (line, times) in of.hits.iter().enumerate() {
                    // Lines that cannot run have -1.
                    if let Ok(times) = u64::try_from(*times) {
                        *lines.entry((*file, line as u32)).or_insert(0) += times;
                    }
                }
            });
        }
        lines
    }

    /// What is known of a function.
    pub fn info(&self, f: FunctionId) -> Option<&FunctionInfo> {
        self.scripts.get(f.0 as usize).map(|script| &script.info)
    }

    /// Allows so much fuel for all calls from now on.
    pub fn allow(&self, fuel: u64) {
        self.vm.meter.allowance.set(fuel);
    }

    /// What is left of it.
    pub fn allowed(&self) -> u64 {
        self.vm.meter.allowance.get()
    }

    /// Runs a function: `answers` are those to the questions of the runs before.
    ///
    /// A [`Look`] must not call back into the same host.
    pub fn call(&self, f: FunctionId, look: &dyn Look, with: &Value, answers: &[Value]) -> Outcome {
        let Some(script) = self.scripts.get(f.0 as usize) else {
            let place = Place { file: FileId(0), line: 1 };
            return Outcome::Failed(place.fault("U033", "there is no such function"));
        };
        let place = script.place();
        if answers.len() > ANSWERS_MAX {
            let text = format!("this script asks more than {ANSWERS_MAX} questions");
            return Outcome::Failed(place.fault("U024", text));
        }
        if self.is_running.replace(true) {
            return Outcome::Failed(place.fault("U027", "a script is run from inside a script"));
        }
        let running = Running(&self.is_running);
        let is_clean = self.vm.garbage() == 0;
        let allowed = self.allowed();
        let mut outcome = self.attempt(script, look, with, answers);
        // What is left of earlier runs shows in how much memory a run takes. The verdict must not
        // depend on it, so it is spoken over a run that begins with nothing of the kind.
        let no_memory = matches!(&outcome, Outcome::Failed(error) if error.code == "U016");
        if no_memory || !is_clean && self.is_close() {
            self.clean();
            // Only the run that counts is paid for, so that the price does not depend on it, either.
            self.allow(allowed);
            self.vm.meter.is_traced.set(no_memory);
            outcome = self.attempt(script, look, with, answers);
            self.vm.meter.is_traced.set(false);
        }
        if self.vm.garbage() > GARBAGE_MAX {
            self.clean();
        }
        drop(running);
        outcome
    }

    /// Calls twice and compares: a difference means that the script is not pure.
    ///
    /// There is no way known to write such a script: a file is run anew for every call, and tables
    /// without a fixed order cannot be gone through. This is the check that it stays so. `again` is
    /// called before the second run, to put back what the look itself counts.
    pub fn twice(
        &self,
        f: FunctionId,
        look: &dyn Look,
        with: &Value,
        answers: &[Value],
        again: &dyn Fn(),
    ) -> Outcome {
        let before = self.allowed();
        let first = self.call(f, look, with, answers);
        // How far a run comes before it is stopped is not what the script gives.
        if is_over_limit(&first) {
            return first;
        }
        // The second run is a check: it has what the first had, and is not counted.
        let after = self.vm.meter.allowance.replace(before);
        self.clean();
        // Without these the second run would find the addresses of the first.
        let _shift: Vec<_> = (0..SHIFT_TABLES).map(|_| self.vm.lua.create_table()).collect();
        again();
        let second = self.call(f, look, with, answers);
        self.allow(after);
        if is_over_limit(&second) {
            return second;
        }
        match self.scripts.get(f.0 as usize) {
            Some(script) if first != second => Outcome::Failed(
                script.place().fault("U026", "two runs with the same game gave different results"),
            ),
            _ => first,
        }
    }

    /// Whether memory had a part in the last run, and its limits were near.
    fn is_close(&self) -> bool {
        self.vm.meter.is_heavy.get() && self.vm.meter.left() < self.limits.fuel / 2
    }

    fn clean(&self) {
        self.spare.borrow_mut().take();
        self.vm.collect();
    }

    fn attempt(
        &self,
        script: &Script,
        look: &dyn Look,
        with: &Value,
        answers: &[Value],
    ) -> Outcome {
        let lua = &self.vm.lua;
        let used = lua.used_memory();
        self.vm.meter.reset(script.weight, used);
        let _ = lua.set_memory_limit(used + self.limits.memory);
        let ended = lua.scope(|scope| {
            let reader = scope.create_function(
                |lua, (who, key, how): (LightUserData, String, LuaValue)| {
                    self.read(lua, look, who, &key, &how)
                },
            )?;
            let with = match with {
                Value::Nil => LuaValue::Table(self.vm.empty.clone()),
                Value::List(items) if items.is_empty() => LuaValue::Table(self.vm.empty.clone()),
                with => to_lua(lua, with)?,
            };
            let given = match answers {
                [] => LuaValue::Nil,
                answers => {
                    let table = lua.create_table_with_capacity(answers.len(), 0)?;
                    for (at, answer) in answers.iter().enumerate() {
                        table.raw_set(at + 1, to_lua(lua, answer)?)?;
                    }
                    LuaValue::Table(table)
                }
            };
            let thread = self.thread()?;
            let returned = thread.resume::<LuaValue>((
                &script.chunk,
                &script.module,
                &script.name,
                reader,
                value::view(),
                with,
                given,
                answers.len(),
            ))?;
            Ok(match thread.status() {
                ThreadStatus::Finished => {
                    *self.spare.borrow_mut() = Some(thread);
                    Some(returned)
                }
                _ => None,
            })
        });
        let _ = lua.set_memory_limit(0);
        self.vm.meter.close();
        match ended {
            Ok(Some(returned)) => match Reader::new(&self.limits).read(&returned) {
                Ok(value) => Outcome::Done(value),
                Err(unfit) => {
                    let done = format!("`{}` returned", script.info.path());
                    Outcome::Failed(script.place().unfit(unfit, &done))
                }
            },
            Ok(None) => match self.vm.meter.question.borrow_mut().take() {
                Some(question) => Outcome::Ask(question),
                None => Outcome::Failed(script.place().fault("U010", "stopped without a question")),
            },
            Err(error) => Outcome::Failed(self.fault(&error, script.place())),
        }
    }

    fn thread(&self) -> mlua::Result<Thread> {
        match self.spare.borrow_mut().take() {
            Some(thread) => {
                thread.reset(self.vm.run.clone())?;
                Ok(thread)
            }
            None => self.vm.lua.create_thread(self.vm.run.clone()),
        }
    }

    /// Answers what a script reads: a field, a call (`how` is the table of arguments), or a thing
    /// in words (`how` is true).
    fn read(
        &self,
        lua: &Lua,
        look: &dyn Look,
        who: LightUserData,
        key: &str,
        how: &LuaValue,
    ) -> mlua::Result<LuaValue> {
        let meter = &self.vm.meter;
        let stop = |code, text: &str| meter.stop(lua, code, text);
        if key.len() > NAME_MAX {
            return Err(stop("U014", "no field has so long a name"));
        }
        let is_call = matches!(how, LuaValue::Table(_));
        meter.spend(lua, if is_call { CALL_UNITS } else { FIELD_UNITS })?;
        let found = match (from_light(who), how) {
            (Some(thing), LuaValue::Boolean(true)) => Ok(Value::Text(look.show(thing))),
            (Some(thing), _) => look.field(thing, key),
            (None, LuaValue::Table(packed)) => {
                let args = self.arguments(packed);
                look.call(key, &args.map_err(|e| stop(e.code, &e.told("a function was given")))?)
            }
            (None, _) => match self.vm.calls.iter().find(|(name, _)| name == key) {
                None => look.root(key),
                Some((_, function)) => return Ok(LuaValue::Function(function.clone())),
            },
        };
        let value = found.map_err(|text| stop("U014", &text))?;
        if let Value::List(items) = &value {
            meter.spend(lua, items.len() as u64 / VALUES_PER_UNIT)?;
        }
        to_lua(lua, &value)
    }

    fn arguments(&self, packed: &mlua::Table) -> Result<Vec<Value>, value::Unfit> {
        let mut reader = Reader::new(&self.limits);
        let count: usize = packed.raw_get("n").unwrap_or(0);
        (1..=count)
            .map(|at| reader.read(&packed.raw_get::<LuaValue>(at).unwrap_or(LuaValue::Nil)))
            .collect()
    }

    fn fault(&self, error: &mlua::Error, place: Place) -> ScriptError {
        let noted = self.vm.meter.fault.borrow_mut().take();
        let place = self.vm.meter.last.take().unwrap_or(place);
        noted.unwrap_or_else(|| {
            let shared = self.vm.meter.shared.borrow();
            fault::translate(error, place, |file| !shared.contains(&file))
        })
    }
}

impl Script {
    fn place(&self) -> Place {
        Place { file: self.info.file, line: self.info.line }
    }
}

/// Marks the host as running until it is dropped, also when a [`Look`] panics.
struct Running<'a>(&'a Cell<bool>);

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.0.set(false);
    }
}

/// Whether a run was stopped because it used too much time, memory or depth.
fn is_over_limit(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Failed(error) if ["U015", "U016", "U017"].contains(&error.code))
}

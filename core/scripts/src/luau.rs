//! The Luau host: loads the scripts of packs and runs their functions.
//!
//! Scripts answer, they do not act. A function gets a read-only view and its declared parameters,
//! and returns plain data. `ask` looks like a blocking call, but the run is abandoned and the
//! question returned to the caller; with the answer, the function is run again from its start.
//! Nothing survives a run: the tables of a file are frozen, or the file is executed anew for every
//! call (`keep.rs`).
//!
//! Scripts are untrusted. See [`Limits`] for what they may use, `vm.rs` for what they may see.

pub(crate) mod allowed;
mod check;
mod fault;
mod head;
mod help;
mod keep;
mod limits;
mod lines;
mod load;
mod loops;
mod print;
mod question;
mod spelt;
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

use mlua::thread::ThreadStatus;
use mlua::{Function, LightUserData, Lua, LuaString, Thread, Value as LuaValue};

pub use check::WithProblem;
pub use fault::ScriptError;
pub use head::{Parameter, WithType};
pub use limits::{ANSWERS_MAX, FILE_BYTES_MAX, Limits};
pub use load::Setup;
pub use question::{Ask, Question};
pub use spelt::spelt;
pub use value::{INT_MAX, Ref, Value};

pub(crate) use fault::line_span;

use fault::Place;

use limits::{CALL_UNITS, FIELD_UNITS, GARBAGE_MAX, NAME_MAX, VALUES_PER_UNIT};
use lines::Lines;
use value::{Reader, from_light, to_lua};
use vm::Vm;

use boardwright_language::script_text::Texts;
use boardwright_language::script_text::syntax::Trees;
use boardwright_syntax::diag::codes::script as codes;
use boardwright_syntax::source::FileId;

/// What a script may see. Read-only.
///
/// An error is a sentence for the author of the script; it ends the run.
pub trait Look {
    /// A field of a thing: `piece.level`, `seat.coal`.
    fn field(&self, of: Ref, name: &str) -> Result<Value, String>;
    /// A field of the view: `view.me`, `view.round`.
    fn root(&self, name: &str) -> Result<Value, String>;
    /// A kernel function: `neighbours(space)`, also written `view:neighbours(space)`.
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
    /// It could not be completed.
    Failed(ScriptError),
}

/// How many tables shift the memory between two runs. Odd, so that no pattern repeats.
const SHIFT_TABLES: usize = 61;

/// A function of a pack, as known to one [`Host`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FunctionId(pub u32);

/// Static information about a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionInfo {
    /// Its id.
    pub id: FunctionId,
    /// The file name without folder and extension: the `topic` of `script: topic.name`.
    pub module: String,
    /// Its name.
    pub name: String,
    /// The file that defines it.
    pub file: FileId,
    /// The line of its head, from 1.
    pub line: u32,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
}

impl FunctionInfo {
    /// Its name in steps: `mill.grind`.
    pub fn path(&self) -> String {
        format!("{}.{}", self.module, self.name)
    }
}

/// One VM with the scripts of several packs, which cannot see each other.
pub struct Host {
    vm: Vm,
    limits: Limits,
    scripts: Vec<Script>,
    /// A finished thread that can be reused.
    spare: RefCell<Option<Thread>>,
    is_running: Cell<bool>,
    /// Modules and functions that were reported and left out: `mill`, `mill.grind`.
    left_out: Vec<String>,
    /// The syntax trees of the files of the packs and of the shared library.
    pub(crate) trees: Trees,
    /// The files that could be read, with their module names.
    pub(crate) files: Vec<ModuleFile>,
    /// The files whose lines are counted, if enabled.
    counted: Option<RefCell<Vec<(FileId, Function)>>>,
    /// How often their lines ran in play, without look-ahead.
    played: RefCell<Lines>,
    /// What was read from their source texts, such as steps.
    texts: Texts,
}

/// A file of a pack, or of the shared library.
pub(crate) struct ModuleFile {
    /// The pack; `std` for the shared library.
    pub pack: String,
    /// Its module name.
    pub module: String,
    /// The file.
    pub file: FileId,
}

struct Script {
    pack: String,
    info: FunctionInfo,
    entry: Entry,
    /// The cost of a step in its pack.
    weight: u64,
}

/// How a function is called.
enum Entry {
    /// Its file was run once, and nothing in it can change.
    Kept(Function),
    /// Its file is run again for every call.
    Anew { chunk: Function, module: LuaString, name: LuaString },
}

/// How a run ended, before its result is read.
enum Ended {
    Returned(LuaValue),
    Asked(Question),
    /// With an invalid question.
    Odd(String),
    /// It stopped for no known reason.
    Lost,
}

/// A source of answers for the questions of a run.
pub trait Replies {
    /// A run begins: its first question comes next.
    fn begin(&self);
    /// The answer to the next question, if there is one yet. An error is a sentence for the author
    /// of the script; it ends the run.
    fn reply(&self, question: &Question) -> Result<Option<Value>, String>;
}

/// Answers that are known in advance.
struct Given<'a> {
    answers: &'a [Value],
    used: Cell<usize>,
}

impl Replies for Given<'_> {
    fn begin(&self) {
        self.used.set(0);
    }

    fn reply(&self, _: &Question) -> Result<Option<Value>, String> {
        let used = self.used.replace(self.used.get() + 1);
        Ok(self.answers.get(used).cloned())
    }
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

    /// What was read from the source texts of packs' scripts, such as steps.
    pub fn texts(&self) -> &Texts {
        &self.texts
    }

    /// Whether a function was left out because of a problem in its head or its file.
    pub fn is_left_out(&self, path: &str) -> bool {
        let module = path.rsplit_once('.').map(|(module, _)| module);
        self.left_out.iter().any(|it| it == path || Some(it.as_str()) == module)
    }

    /// The pack a function belongs to.
    pub fn pack_of(&self, f: FunctionId) -> &str {
        self.scripts.get(f.0 as usize).map_or("", |script| &script.pack)
    }

    /// Static information about a function.
    pub fn info(&self, f: FunctionId) -> Option<&FunctionInfo> {
        self.scripts.get(f.0 as usize).map(|script| &script.info)
    }

    /// Sets the fuel for all calls from now on.
    pub fn allow(&self, fuel: u64) {
        self.vm.meter.allowance.set(fuel);
    }

    /// How much of it is left.
    pub fn allowed(&self) -> u64 {
        self.vm.meter.allowance.get()
    }

    /// Runs a function with the answers to its first questions.
    pub fn call(&self, f: FunctionId, look: &dyn Look, with: &Value, answers: &[Value]) -> Outcome {
        self.run(f, look, with, &Given { answers, used: Cell::new(0) })
    }

    /// Runs a function; `replies` answers its questions. Continuing with an answer and running
    /// again from the start are equivalent, because a function only reads.
    ///
    /// A [`Look`] must not call back into the same host.
    pub fn run(
        &self,
        f: FunctionId,
        look: &dyn Look,
        with: &Value,
        replies: &dyn Replies,
    ) -> Outcome {
        let Some(script) = self.scripts.get(f.0 as usize) else {
            let place = Place { file: FileId(0), line: 1 };
            return Outcome::Failed(
                place.fault(codes::UNKNOWN_FUNCTION, "there is no such function"),
            );
        };
        if self.is_running.replace(true) {
            let text = "a script is run from inside a script";
            return Outcome::Failed(script.place().fault(codes::REENTRY, text));
        }
        let running = Running(&self.is_running);
        let is_clean = self.vm.garbage() == 0;
        let allowed = self.allowed();
        let mut outcome = self.attempt(script, look, with, replies);
        // Garbage of earlier runs affects the memory use of a run. The verdict must not depend on
        // it, so the run is repeated without garbage.
        let no_memory = matches!(&outcome, Outcome::Failed(error) if error.code == codes::MEMORY);
        let no_place = no_memory || self.vm.meter.is_unfit.get();
        if no_place || !is_clean && self.is_close() {
            self.clean();
            // Only the run that counts is paid for, so that the price does not depend on garbage
            // either.
            self.allow(allowed);
            self.vm.meter.is_traced.set(no_place);
            outcome = self.attempt(script, look, with, replies);
            self.vm.meter.is_traced.set(false);
        }
        if self.vm.garbage() > GARBAGE_MAX {
            self.clean();
        }
        drop(running);
        outcome
    }

    /// Runs twice and compares: a difference means that the script is not pure.
    ///
    /// No way to write such a script is known: a file with mutable state is run again for every
    /// call, and tables without a fixed order cannot be iterated. This check guards against
    /// regressions. `again` is called before the second run, to restore what the look itself
    /// counts.
    pub fn twice(
        &self,
        f: FunctionId,
        look: &dyn Look,
        with: &Value,
        replies: &dyn Replies,
        again: &dyn Fn(),
    ) -> Outcome {
        let before = self.allowed();
        let first = self.run(f, look, with, replies);
        // How far a run gets before it is stopped is not part of its result.
        if is_over_limit(&first) {
            return first;
        }
        // The second run is a check: it gets the same fuel as the first, and is not charged.
        let after = self.vm.meter.allowance.replace(before);
        self.clean();
        // Without these tables the second run would get the same addresses as the first.
        let _shift: Vec<_> = (0..SHIFT_TABLES).map(|_| self.vm.lua.create_table()).collect();
        again();
        let second = self.run(f, look, with, replies);
        self.allow(after);
        if is_over_limit(&second) {
            return second;
        }
        match self.scripts.get(f.0 as usize) {
            Some(script) if first != second => Outcome::Failed(
                script
                    .place()
                    .fault(codes::IMPURE, "two runs with the same game gave different results"),
            ),
            _ => first,
        }
    }

    /// Runs a finished function once more to find the line of its last step: the `return` that ran.
    /// The run is not charged.
    pub fn last_line(
        &self,
        f: FunctionId,
        look: &dyn Look,
        with: &Value,
        replies: &dyn Replies,
    ) -> Option<(FileId, u32)> {
        let script = self.scripts.get(f.0 as usize)?;
        if self.is_running.replace(true) {
            return None;
        }
        let running = Running(&self.is_running);
        let allowed = self.vm.meter.allowance.replace(u64::MAX);
        self.vm.meter.is_traced.set(true);
        self.attempt(script, look, with, replies);
        self.vm.meter.is_traced.set(false);
        self.allow(allowed);
        drop(running);
        self.vm.meter.last.take().map(|place| (place.file, place.line))
    }

    /// Sets whether printed output is kept from now on.
    pub(crate) fn hear(&self, is_heard: bool) {
        self.vm.meter.prints.is_heard.set(is_heard);
    }

    /// What the last run printed after a number of answers: file, line, text.
    pub(crate) fn printed_after(&self, answers: usize) -> Vec<(FileId, u32, String)> {
        let lines = self.vm.meter.prints.take().into_iter();
        let later = lines.filter(|line| line.answered >= answers);
        later.map(|line| (line.place.file, line.place.line, line.text)).collect()
    }

    /// Whether memory affected the cost of the last run, and it came near its limits.
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
        replies: &dyn Replies,
    ) -> Outcome {
        let (lua, meter) = (&self.vm.lua, &self.vm.meter);
        let used = lua.used_memory();
        meter.reset(script.weight, used);
        replies.begin();
        let ended = lua.scope(|scope| {
            let reader = scope.create_function(
                // A copied name costs less than one that the VM has to hold.
                |lua, (who, key, how): (LightUserData, String, LuaValue)| {
                    self.read(lua, look, who, &key, &how)
                },
            )?;
            let with = match with {
                Value::Nil => LuaValue::Table(self.vm.empty.clone()),
                Value::List(items) if items.is_empty() => LuaValue::Table(self.vm.empty.clone()),
                with => to_lua(lua, with)?,
            };
            let thread = self.thread(&script.entry)?;
            let view = value::view();
            // From here on the script runs.
            let _ = lua.set_memory_limit(used + self.limits.memory);
            let mut returned = match &script.entry {
                Entry::Kept(f) => thread.resume::<LuaValue>((f, reader, view, with))?,
                Entry::Anew { chunk, module, name } => {
                    thread.resume::<LuaValue>((chunk, module, name, reader, view, with))?
                }
            };
            loop {
                if thread.status() == ThreadStatus::Finished {
                    *self.spare.borrow_mut() = Some(thread);
                    return Ok(Ended::Returned(returned));
                }
                let Some(question) = meter.question.borrow_mut().take() else {
                    return Ok(Ended::Lost);
                };
                match replies.reply(&question) {
                    Ok(Some(answer)) => {
                        meter.prints.answered.set(meter.prints.answered.get() + 1);
                        let answer = self.vm.unlimited(|| to_lua(lua, &answer))?;
                        returned = thread.resume::<LuaValue>(answer)?;
                    }
                    Ok(None) => {
                        *self.spare.borrow_mut() = Some(thread);
                        return Ok(Ended::Asked(question));
                    }
                    Err(text) => return Ok(Ended::Odd(text)),
                }
            }
        });
        let _ = lua.set_memory_limit(0);
        meter.close();
        let last = || meter.last.get().unwrap_or(script.place());
        match ended {
            Ok(Ended::Returned(returned)) => match Reader::new(&self.limits).read(&returned) {
                Ok(value) => Outcome::Done(value),
                Err(unfit) => {
                    meter.is_unfit.set(true);
                    let done = format!("`{}` returned", script.info.path());
                    Outcome::Failed(last().unfit(unfit, &done))
                }
            },
            Ok(Ended::Asked(question)) => Outcome::Ask(question),
            Ok(Ended::Odd(text)) => {
                meter.is_unfit.set(true);
                Outcome::Failed(last().fault(codes::QUESTION, text))
            }
            Ok(Ended::Lost) => {
                Outcome::Failed(script.place().fault(codes::FAILED, "stopped without a question"))
            }
            Err(error) => Outcome::Failed(self.fault(&error, script.place())),
        }
    }

    fn thread(&self, entry: &Entry) -> mlua::Result<Thread> {
        let run = match entry {
            Entry::Kept(_) => self.vm.run_kept.clone(),
            Entry::Anew { .. } => self.vm.run.clone(),
        };
        match self.spare.borrow_mut().take() {
            Some(thread) => {
                thread.reset(run)?;
                Ok(thread)
            }
            None => self.vm.lua.create_thread(run),
        }
    }

    /// Answers a read of the script: a field, a call (`how` is the table of arguments), or a thing
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
            return Err(stop(codes::NOT_THERE, "no field has so long a name"));
        }
        let is_call = matches!(how, LuaValue::Table(_));
        meter.spend(lua, if is_call { CALL_UNITS } else { FIELD_UNITS })?;
        let found = match (from_light(who), how) {
            (Some(thing), LuaValue::Boolean(true)) => Ok(Value::Text(look.show(thing))),
            (Some(thing), _) => look.field(thing, key),
            (None, LuaValue::Table(packed)) => {
                let args = self.arguments(packed);
                look.call(
                    key,
                    &args.map_err(|e| stop(e.code, &e.sentence("a function was given")))?,
                )
            }
            (None, _) => match self.vm.calls.iter().find(|(name, _)| name == key) {
                None => look.root(key),
                Some((_, function)) => return Ok(LuaValue::Function(function.clone())),
            },
        };
        let value = found.map_err(|text| stop(codes::NOT_THERE, &text))?;
        match &value {
            Value::List(items) => meter.spend(lua, items.len() as u64 / VALUES_PER_UNIT)?,
            Value::Map(_) | Value::Text(_) => {}
            // It takes no memory.
            value => return to_lua(lua, value),
        }
        self.vm.unlimited(|| to_lua(lua, &value))
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

/// Marks the host as running until it is dropped, even if a [`Look`] panics.
struct Running<'a>(&'a Cell<bool>);

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.0.set(false);
    }
}

/// Whether a run was stopped for using too much time, memory or depth.
fn is_over_limit(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Failed(error) if [codes::FUEL, codes::MEMORY, codes::CALL_DEPTH].contains(&error.code))
}

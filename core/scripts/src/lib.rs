//! The glue between the kernel and the Luau host: presents a game to scripts, passes their
//! questions to the kernel, and turns their results into steps.

mod answer;
mod ask;
mod check;
mod field;
mod link;
mod look;
pub mod luau;
mod pack_types;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_values;
mod types;

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::{Duration, Instant};

use boardwright_rules::def::Def;
use boardwright_rules::def::ask::Class;
use boardwright_rules::def::code::Op;
use boardwright_rules::def::expr::NIL;
use boardwright_rules::id::ScriptId;
use boardwright_rules::script::{ScriptAnswer, ScriptAsk, ScriptCall, ScriptStep, Scripts};
use boardwright_rules::world::World;

use crate::luau::{FunctionId, Host, Outcome, ScriptError, Value};
use ask::Answers;
use boardwright_compile::OptionValue;
use boardwright_compile::names::Names;
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::source::{FileId, Sources};
use look::GameLook;

pub use check::{check, check_in_part, value_types};
pub use link::{Linked, link, load};
pub use look::CALLS;
pub use pack_types::pack_types;

/// The scripts of a game, as the kernel calls them.
pub struct GameScripts {
    host: Rc<Host>,
    names: Names,
    options: BTreeMap<String, OptionValue>,
    /// The function of each script, if there is one.
    functions: Vec<Option<FunctionId>>,
    /// The displayed path of each file.
    paths: Vec<String>,
    /// The texts of scripts, in the language people chose.
    phrases: BTreeMap<String, String>,
    failures: RefCell<Failures>,
    twice: Cell<bool>,
    is_heard: Cell<bool>,
    printed: RefCell<Vec<String>>,
    /// The number of calls of each script and their total time, if measured.
    clocked: RefCell<Option<Vec<(u64, Duration)>>>,
}

/// The largest number of printed lines kept.
const PRINTED_MAX: usize = 200;

/// Script failures.
#[derive(Default)]
struct Failures {
    /// The first failure since failures were last forgotten, in play or in look-ahead.
    first: Option<(ScriptId, ScriptError)>,
    /// The last failure of each script. Before anybody sees it, the choice is taken back and its
    /// position evaluated again, and other scripts may fail during that.
    last: BTreeMap<ScriptId, ScriptError>,
}

impl GameScripts {
    /// The reason of the first script failure, with its file and line: since
    /// [`GameScripts::forget_failures`], in play or in look-ahead.
    pub fn first_failure(&self) -> Option<String> {
        self.failures.borrow().first.as_ref().map(|(_, error)| self.message(error))
    }

    /// The reason of the last failure of the script called at `pc`, with its file and line.
    pub fn failure_at(&self, def: &Def, pc: u32) -> Option<String> {
        let Some(Op::Script(id, ..)) = def.code.get(pc as usize) else { return None };
        self.failures.borrow().last.get(id).map(|error| self.message(error))
    }

    /// A failure as a diagnostic: at the line of the script, with the step that called it. For the
    /// script called at `pc`; without a `pc`, the first failure.
    pub fn report(&self, def: &Def, pc: Option<u32>, sources: &Sources) -> Option<Diagnostic> {
        let failures = self.failures.borrow();
        let at = pc.and_then(|pc| match def.code.get(pc as usize)? {
            Op::Script(id, ..) => Some((pc, failures.last.get(id)?)),
            _ => None,
        });
        let (pc, error) = match (at, &failures.first) {
            (Some((pc, error)), _) => (Some(pc), error),
            (None, Some((id, error))) => (first_call(def, *id), error),
            (None, None) => return None,
        };
        let diag = error.diagnostic(sources);
        let known = |pc: &u32| (*pc as usize) < def.cause_of.len();
        let step = pc.filter(known).and_then(|pc| link::step_span(def.cause(pc), sources));
        Some(match step {
            Some(span) => diag.and(span, "called here"),
            None => diag,
        })
    }

    /// Measures the time of calls from now on.
    pub fn clock(&self) {
        let none = vec![(0, Duration::ZERO); self.functions.len()];
        *self.clocked.borrow_mut() = Some(none);
    }

    /// The scripts that were called since, with the number of calls and their total time.
    pub fn clocked(&self) -> Vec<(String, u64, Duration)> {
        let clocked = self.clocked.borrow();
        let called = self.functions.iter().zip(clocked.iter().flatten());
        called
            .filter(|(_, (calls, _))| *calls > 0)
            .filter_map(|(f, (calls, time))| Some((self.host.info((*f)?)?.path(), *calls, *time)))
            .collect()
    }

    /// Where a script is defined: its file and the line of its head.
    pub fn place_of(&self, script: ScriptId) -> Option<(FileId, u32)> {
        let f = self.functions.get(script.index()).copied().flatten()?;
        self.host.info(f).map(|info| (info.file, info.line))
    }

    /// Forgets the first failure: the next one becomes the first.
    pub fn forget_failures(&self) {
        self.failures.borrow_mut().first = None;
    }

    /// The host that runs the scripts.
    pub fn host(&self) -> &Rc<Host> {
        &self.host
    }

    /// Runs every call twice from now on, and fails it if the results differ.
    pub fn check_purity(&self, on: Purity) {
        self.twice.set(on == Purity::Checked);
    }

    fn message(&self, error: &ScriptError) -> String {
        format!("{} ({}:{})", error.message, self.path(error.file), error.line)
    }

    fn path(&self, file: FileId) -> &str {
        self.paths.get(file.0 as usize).map_or("a script", String::as_str)
    }

    /// Keeps what scripts print in play from now on, for [`GameScripts::take_printed`].
    pub fn listen(&self) {
        self.is_heard.set(true);
    }

    /// What scripts have printed in play since the last call, with file and line.
    pub fn take_printed(&self) -> Vec<String> {
        self.printed.take()
    }

    fn fail(&self, error: ScriptError, call: &ScriptCall) -> ScriptAnswer {
        let message = self.message(&error);
        let failures = &mut *self.failures.borrow_mut();
        failures.first.get_or_insert_with(|| (call.script, error.clone()));
        failures.last.insert(call.script, error);
        ScriptAnswer::Failed(message)
    }

    fn call(&self, f: FunctionId, look: &GameLook, with: &Value, replies: &Answers) -> Outcome {
        if self.twice.get() {
            // Reading the game uses fuel, too, and the check must not run out of it.
            let left = look.world.fuel();
            let again = || {
                if left > 0 {
                    look.world.refuel(left);
                }
            };
            self.host.twice(f, look, with, replies, &again)
        } else {
            self.host.run(f, look, with, replies)
        }
    }

    /// The error for a returned value that cannot be used. `line` finds its place; that takes
    /// another run, so look-ahead reuses the place of an identical earlier failure.
    fn fault(
        &self,
        f: FunctionId,
        code: &'static str,
        message: String,
        call: &ScriptCall,
        line: &dyn Fn() -> Option<(FileId, u32)>,
    ) -> ScriptError {
        let failures = self.failures.borrow();
        let same = |error: &&ScriptError| error.code == code && error.message == message;
        let known = failures.last.get(&call.script).filter(|_| !call.played).filter(same);
        let head = || self.host.info(f).map(|info| (info.file, info.line));
        let at = known.map(|error| (error.file, error.line)).or_else(line).or_else(head);
        let (file, line) = at.unwrap_or((FileId(0), 1));
        ScriptError { file, line, code, message }
    }
}

/// Whether scripts are checked for giving the same result twice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purity {
    /// Every call is made twice.
    Checked,
    /// Every call is made once.
    Trusted,
}

impl Scripts for GameScripts {
    fn run(&self, def: &Def, world: &World, call: &ScriptCall) -> (ScriptAnswer, u64) {
        self.host.allow(call.fuel);
        let begun = self.clocked.borrow().is_some().then(Instant::now);
        let answer = self.called(def, world, call);
        if let (Some(begun), Some(clocked)) = (begun, &mut *self.clocked.borrow_mut())
            && let Some((calls, time)) = clocked.get_mut(call.script.index())
        {
            (*calls, *time) = (*calls + 1, *time + begun.elapsed());
        }
        (answer, call.fuel - self.host.allowed().min(call.fuel))
    }
}

impl GameScripts {
    fn called(&self, def: &Def, world: &World, call: &ScriptCall) -> ScriptAnswer {
        let Some(f) = self.functions.get(call.script.index()).copied().flatten() else {
            return ScriptAnswer::Failed("this game was loaded without its scripts".into());
        };
        let look = GameLook {
            def,
            world,
            names: &self.names,
            options: &self.options,
            seat: call.seat,
            piece: call.piece,
        };
        if call.played {
            return self.host.playing(|| self.answer(f, &look, call));
        }
        self.answer(f, &look, call)
    }

    fn answer(&self, f: FunctionId, look: &GameLook, call: &ScriptCall) -> ScriptAnswer {
        let with = arguments(look, call);
        let replies = Answers::new(look, call.answers);
        let is_heard = call.played && self.is_heard.get();
        self.host.hear(is_heard);
        let outcome = self.call(f, look, &with, &replies);
        if is_heard {
            self.hear(&replies);
        }
        match outcome {
            Outcome::Failed(error) => self.fail(error, call),
            Outcome::Ask(_) => replies.open().map_or_else(
                || ScriptAnswer::Failed("a question was lost".into()),
                |ask| ScriptAnswer::Ask(self.translated(ask)),
            ),
            Outcome::Done(value) => match self.decoded(f, look, call, &value) {
                Ok((steps, values)) => ScriptAnswer::Done(steps, values),
                Err(unfit) => {
                    let path = self.host.info(f).map(crate::luau::FunctionInfo::path);
                    let text = format!("`{}` returned {}", path.unwrap_or_default(), unfit.text);
                    let last = || self.host.last_line(f, look, &with, &replies);
                    let line = || unfit.place.or_else(last);
                    self.fail(self.fault(f, unfit.code, text, call, &line), call)
                }
            },
        }
    }

    fn decoded(
        &self,
        f: FunctionId,
        look: &GameLook,
        call: &ScriptCall,
        value: &Value,
    ) -> Result<(Vec<ScriptStep>, Vec<i32>), answer::Unfit> {
        let gives = self.names.script_gives.get(call.script.index()).and_then(Option::as_ref);
        answer::decode(look, self.host.pack_of(f), value, gives)
    }

    /// A question in the language people chose.
    fn translated(&self, mut ask: ScriptAsk) -> ScriptAsk {
        if let Some(said) = self.phrases.get(ask.label.trim()) {
            ask.label.clone_from(said);
        }
        ask
    }

    /// Keeps what a run printed that no earlier run did: everything after the last answer.
    fn hear(&self, replies: &Answers) {
        let Some(answered) = replies.just_answered() else { return };
        let mut printed = self.printed.borrow_mut();
        for (file, line, text) in self.host.printed_after(answered) {
            match printed.len() {
                PRINTED_MAX => printed.push("... and more".into()),
                n if n > PRINTED_MAX => {}
                _ => printed.push(format!("{}:{line}: {text}", self.path(file))),
            }
        }
    }
}

/// The first step that calls a script.
fn first_call(def: &Def, script: ScriptId) -> Option<u32> {
    let calls = |op: &Op| matches!(op, Op::Script(id, ..) if *id == script);
    def.code.iter().position(calls).map(|pc| pc as u32)
}

/// The caller's arguments, by name.
fn arguments(look: &GameLook, call: &ScriptCall) -> Value {
    let Some(script) = look.def.scripts.get(call.script.index()) else { return Value::Nil };
    let mut with: Vec<(String, Value)> = script
        .params
        .iter()
        .zip(call.args)
        .filter(|((_, class), arg)| **arg != NIL || *class == Class::Number)
        .map(|((name, class), arg)| (name.to_owned(), look.value_of(*class, *arg)))
        .collect();
    with.sort_by(|one, other| one.0.cmp(&other.0));
    Value::Map(with)
}

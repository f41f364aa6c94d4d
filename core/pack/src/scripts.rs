//! The glue between the kernel and the Luau host: what a script sees of a game, what the kernel
//! makes of its questions, and how what it returned becomes steps.

mod answer;
mod ask;
mod check;
mod field;
mod link;
mod look;
#[cfg(test)]
mod tests;
pub(crate) mod types;

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use boardwright_rules::def::Def;
use boardwright_rules::def::ask::Class;
use boardwright_rules::def::code::Op;
use boardwright_rules::def::expr::NIL;
use boardwright_rules::script::{ScriptAnswer, ScriptCall, Scripts};
use boardwright_rules::world::World;

use crate::diag::Diagnostic;
use crate::lower::OptionValue;
use crate::lower::names::Names;
use crate::luau::{FunctionId, Host, Outcome, ScriptError, Value};
use crate::source::Sources;
use look::GameLook;

#[cfg(test)]
pub(crate) use answer::VERBS;
pub(crate) use check::check;
pub use link::{Linked, link, load};
pub use look::CALLS;

/// The scripts of a game, as the kernel calls them.
pub struct GameScripts {
    host: Rc<Host>,
    names: Names,
    options: BTreeMap<String, OptionValue>,
    /// By script id: the function, if there is one.
    functions: Vec<Option<FunctionId>>,
    /// By file id: what people call the file.
    paths: Vec<String>,
    last: RefCell<Option<Failure>>,
    twice: Cell<bool>,
}

/// A script that failed, and a step that calls it.
struct Failure {
    error: ScriptError,
    pc: Option<u32>,
}

impl GameScripts {
    /// Why the last script that failed did so, with its file and line.
    pub fn last_failure(&self) -> Option<String> {
        self.last.borrow().as_ref().map(|failure| self.told(&failure.error))
    }

    /// The last failure as a report: at the line of the script, with the step that called it
    /// (the one at `pc` if it is known).
    pub fn last_report(&self, def: &Def, pc: Option<u32>, sources: &Sources) -> Option<Diagnostic> {
        let last = self.last.borrow();
        let failure = last.as_ref()?;
        let diag = failure.error.diagnostic(sources);
        let known = |pc: &u32| (*pc as usize) < def.cause_of.len();
        let pc = pc.filter(known).or(failure.pc.filter(known));
        let step = pc.and_then(|pc| link::step_span(def.cause(pc), sources));
        Some(match step {
            Some(span) => diag.and(span, "called here"),
            None => diag,
        })
    }

    /// Forgets the last failure.
    pub fn forget_failure(&self) {
        self.last.borrow_mut().take();
    }

    /// The host that runs them.
    pub(crate) fn host(&self) -> &Rc<Host> {
        &self.host
    }

    /// From now on, runs every call twice and fails it if the results differ.
    pub fn check_purity(&self, on: Purity) {
        self.twice.set(on == Purity::Checked);
    }

    fn told(&self, error: &ScriptError) -> String {
        let path = self.paths.get(error.file.0 as usize).map_or("a script", String::as_str);
        format!("{} ({path}:{})", error.message, error.line)
    }

    fn fail(&self, error: ScriptError, def: &Def, call: &ScriptCall) -> ScriptAnswer {
        let told = self.told(&error);
        let calls = |op: &Op| matches!(op, Op::Script(id, ..) if *id == call.script);
        let pc = def.code.iter().position(calls).map(|pc| pc as u32);
        *self.last.borrow_mut() = Some(Failure { error, pc });
        ScriptAnswer::Failed(told)
    }

    fn call(&self, f: FunctionId, look: &GameLook, with: &Value, answers: &[Value]) -> Outcome {
        if self.twice.get() {
            // What is looked up uses fuel, too, and the check must not be short of it.
            let left = look.world.fuel();
            let again = || {
                if left > 0 {
                    look.world.refuel(left);
                }
            };
            self.host.twice(f, look, with, answers, &again)
        } else {
            self.host.call(f, look, with, answers)
        }
    }

    /// A failure that is the function's as a whole.
    fn fault(&self, f: FunctionId, code: &'static str, message: String) -> ScriptError {
        let (file, line) =
            self.host.info(f).map_or((crate::source::FileId(0), 1), |info| (info.file, info.line));
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
        let answer = self.called(def, world, call);
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
        let (def, with) = (look.def, arguments(look, call));
        // Answers arrive as indices; what they mean is known when the question is asked again.
        let (mut given, mut left) = (Vec::new(), call.answers);
        loop {
            match self.call(f, look, &with, &given) {
                Outcome::Failed(error) => return self.fail(error, def, call),
                Outcome::Ask(question) => match ask::settle(look, &question, &mut left) {
                    Ok(ask::Settled::Answered(value)) => given.push(value),
                    Ok(ask::Settled::Open(ask)) => return ScriptAnswer::Ask(ask),
                    Err(text) => return self.fail(self.fault(f, "U023", text), def, call),
                },
                Outcome::Done(value) => {
                    return match answer::decode(look, &value) {
                        Ok((steps, value)) => ScriptAnswer::Done(steps, value),
                        Err((code, text)) => {
                            let path = self.host.info(f).map(crate::luau::FunctionInfo::path);
                            let text = format!("`{}` returned {text}", path.unwrap_or_default());
                            self.fail(self.fault(f, code, text), def, call)
                        }
                    };
                }
            }
        }
    }
}

/// What the caller gives, by name.
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

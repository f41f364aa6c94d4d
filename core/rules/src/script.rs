//! The kernel's side of the interface to scripts. A script answers; it does not act.

use crate::def::Def;
use crate::def::ask::Class;
use crate::id::{ProcId, ScriptId};
use crate::world::World;

/// The largest number of questions one script may ask.
pub const ANSWERS_MAX: u16 = 32;

/// A host that runs scripted steps.
pub trait Scripts {
    /// Runs a script from its start with the answers so far, and returns how much fuel that took.
    /// Must be pure.
    fn run(&self, def: &Def, world: &World, call: &ScriptCall) -> (ScriptAnswer, u64);
}

/// A call.
#[derive(Clone, Copy, Debug)]
pub struct ScriptCall<'a> {
    /// The script.
    pub script: ScriptId,
    /// The acting seat.
    pub seat: i32,
    /// The piece whose ability or printed steps run, or nil.
    pub piece: i32,
    /// Its parameters.
    pub args: &'a [i32],
    /// For each question answered so far: the index of the option, or the number.
    pub answers: &'a [i32],
    /// Whether it runs in play, not in look-ahead.
    pub played: bool,
    /// The fuel left for all scripts of this choice.
    pub fuel: u64,
}

/// The answer of a script.
#[derive(Clone, Debug)]
pub enum ScriptAnswer {
    /// It is done: steps to do, and the values to bind.
    Done(Vec<ScriptStep>, Vec<i32>),
    /// It asks a question first.
    Ask(ScriptAsk),
    /// It failed, with the reason to report to its author.
    Failed(String),
}

/// A question of a script.
#[derive(Clone, PartialEq, Debug)]
pub struct ScriptAsk {
    /// The seat that is asked.
    pub seat: i32,
    /// The question.
    pub label: String,
    /// The possible answers.
    pub options: Vec<ScriptOption>,
}

/// A possible answer.
#[derive(Clone, PartialEq, Debug)]
pub enum ScriptOption {
    /// A thing or a number.
    Thing(Class, i32),
    /// Words.
    Words(String),
}

/// A step, or several, as a script returned it: a procedure compiled from a table in the text of
/// the script, and the values for the gaps of that table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScriptStep {
    /// The procedure to run.
    pub proc: ProcId,
    /// Its arguments after the acting seat.
    pub args: Vec<ScriptArg>,
}

/// The value of a gap.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ScriptArg {
    /// A number or a thing.
    One(i32),
    /// A list of things.
    List(Vec<i32>),
    /// Steps.
    Steps(Vec<ScriptStep>),
}

/// Where the encoded steps begin in the bindings of the frame that runs them: after the acting
/// seat, the position of the next step, and the position where the last one ends.
pub(crate) const STEPS_AT: usize = 3;

/// Encodes steps as numbers, for the bindings of a frame: for each its length, its procedure, its
/// number of arguments, and the arguments. Lists follow the arguments, in the format a procedure
/// expects of its caller's lists: room, length, things. An argument gives the offset of its list
/// from the start of the frame.
pub(crate) fn encode(steps: &[ScriptStep]) -> Vec<i32> {
    let mut code = vec![];
    for step in steps {
        let head = code.len();
        code.extend([0, i32::from(step.proc.0), step.args.len() as i32]);
        let first = code.len();
        code.resize(first + step.args.len(), 0);
        for (at, arg) in step.args.iter().enumerate() {
            code[first + at] = match arg {
                ScriptArg::One(value) => *value,
                ScriptArg::List(items) => put_list(&mut code, items),
                ScriptArg::Steps(steps) => put_list(&mut code, &encode(steps)),
            };
        }
        code[head] = (code.len() - head) as i32;
    }
    code
}

fn put_list(code: &mut Vec<i32>, items: &[i32]) -> i32 {
    let at = (STEPS_AT + code.len()) as i32;
    code.extend([items.len() as i32; 2]);
    code.extend_from_slice(items);
    at
}

/// For games without scripts.
pub struct NoScripts;

impl Scripts for NoScripts {
    fn run(&self, _: &Def, _: &World, _: &ScriptCall) -> (ScriptAnswer, u64) {
        (ScriptAnswer::Failed("this game was loaded without its scripts".into()), 0)
    }
}

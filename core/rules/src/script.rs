//! The kernel's side of the border to scripts. A script answers; it does not act.

use crate::def::Def;
use crate::def::ask::Class;
use crate::id::{CounterId, EventId, LineId, PieceId, PlaceId, ProcId, ScriptId};
use crate::world::World;

/// How many questions one script may ask.
pub const ANSWERS_MAX: u16 = 32;

/// What runs scripted steps.
pub trait Scripts {
    /// Runs a script from its start with the answers so far, and says how much fuel that took. Must
    /// be pure.
    fn run(&self, def: &Def, world: &World, call: &ScriptCall) -> (ScriptAnswer, u64);
}

/// A call.
#[derive(Clone, Copy, Debug)]
pub struct ScriptCall<'a> {
    /// Which script.
    pub script: ScriptId,
    /// The acting seat.
    pub seat: i32,
    /// The piece whose ability or printed steps run, or nil.
    pub piece: i32,
    /// Its parameters.
    pub args: &'a [i32],
    /// For each question answered so far: the index of the option, or the number.
    pub answers: &'a [i32],
    /// Whether it is played. Look-ahead runs scripts, too, but nobody hears of it.
    pub played: bool,
    /// What is left for all scripts of this choice.
    pub fuel: u64,
}

/// What a script answers.
#[derive(Clone, Debug)]
pub enum ScriptAnswer {
    /// It is done: steps to do, and a value to bind.
    Done(Vec<ScriptStep>, i32),
    /// It wants to know something first.
    Ask(ScriptAsk),
    /// It failed, with the reason as told to its author.
    Failed(String),
}

/// A question of a script.
#[derive(Clone, PartialEq, Debug)]
pub struct ScriptAsk {
    /// Who is asked.
    pub seat: i32,
    /// The question.
    pub label: String,
    /// What can be answered.
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

/// A step returned by a script: everything in it is worked out already.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScriptStep {
    /// Adds to a counter of a holder.
    Gain(CounterId, i32, i32),
    /// Takes from a counter of a holder as much as there is.
    Lose(CounterId, i32, i32),
    /// Sets a counter of a holder.
    Set(CounterId, i32, i32),
    /// Moves a seat along a track.
    Advance(CounterId, i32, i32),
    /// Moves a piece into a container.
    Move(PieceId, PlaceId),
    /// Turns a piece to a face.
    Flip(PieceId, i32),
    /// Gives a piece a controller.
    Control(PieceId, i32),
    /// Runs a procedure, with up to three arguments.
    Call(ProcId, [i32; 3], u8),
    /// Announces an event, with up to three arguments.
    Emit(EventId, [i32; 3], u8),
    /// Writes points for a seat on a line.
    Score(LineId, i32, i32),
}

/// How many numbers a step takes in a state.
pub(crate) const STEP_LEN: usize = 6;

impl ScriptStep {
    pub(crate) fn encode(self) -> [i32; STEP_LEN] {
        let id = |id: u16| i32::from(id);
        match self {
            Self::Gain(counter, of, n) => [0, id(counter.0), of, n, 0, 0],
            Self::Lose(counter, of, n) => [1, id(counter.0), of, n, 0, 0],
            Self::Set(counter, of, n) => [2, id(counter.0), of, n, 0, 0],
            Self::Advance(counter, of, n) => [3, id(counter.0), of, n, 0, 0],
            Self::Move(piece, place) => [4, id(piece.0), id(place.0), 0, 0, 0],
            Self::Flip(piece, face) => [5, id(piece.0), face, 0, 0, 0],
            Self::Control(piece, seat) => [6, id(piece.0), seat, 0, 0, 0],
            Self::Call(proc, [a, b, c], n) => [7, id(proc.0), a, b, c, i32::from(n)],
            Self::Emit(event, [a, b, c], n) => [8, id(event.0), a, b, c, i32::from(n)],
            Self::Score(line, seat, points) => [9, id(line.0), seat, points, 0, 0],
        }
    }

    pub(crate) fn decode(step: [i32; STEP_LEN]) -> Self {
        let [kind, id, a, b, c, n] = step;
        let (short, args) = (id as u16, ([a, b, c], n as u8));
        match kind {
            0 => Self::Gain(CounterId(short), a, b),
            1 => Self::Lose(CounterId(short), a, b),
            2 => Self::Set(CounterId(short), a, b),
            3 => Self::Advance(CounterId(short), a, b),
            4 => Self::Move(PieceId(short), PlaceId(a as u16)),
            5 => Self::Flip(PieceId(short), a),
            6 => Self::Control(PieceId(short), a),
            7 => Self::Call(ProcId(short), args.0, args.1),
            8 => Self::Emit(EventId(short), args.0, args.1),
            _ => Self::Score(LineId(short), a, b),
        }
    }
}

/// For games without scripts.
pub struct NoScripts;

impl Scripts for NoScripts {
    fn run(&self, _: &Def, _: &World, _: &ScriptCall) -> (ScriptAnswer, u64) {
        (ScriptAnswer::Failed("this game was loaded without its scripts".into()), 0)
    }
}

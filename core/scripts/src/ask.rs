//! Questions of scripts as the kernel asks them: a list of options, answered by an index.
//!
//! Several things are picked one by one, as everywhere in the kernel.

use std::cell::{Cell, RefCell};

use boardwright_rules::def::ask::Class;
use boardwright_rules::def::expr::NIL;
use boardwright_rules::script::{ScriptAsk, ScriptOption};

use super::look::{GameLook, class};
use crate::luau::{Ask, Look, Question, Replies, Value};

/// The most numbers an amount can be chosen from.
const AMOUNTS_MAX: i64 = 1_000;

/// The answers to the questions of a run. They arrive as indices; their meaning is known when the
/// question is asked.
pub(super) struct Answers<'a> {
    look: &'a GameLook<'a>,
    given: &'a [i32],
    left: Cell<&'a [i32]>,
    /// How many questions were answered, and whether that used up the last index.
    answered: Cell<(usize, bool)>,
    open: RefCell<Option<ScriptAsk>>,
}

impl<'a> Answers<'a> {
    pub fn new(look: &'a GameLook<'a>, given: &'a [i32]) -> Self {
        let (left, answered) = (Cell::new(given), Cell::new((0, true)));
        Self { look, given, left, answered, open: RefCell::default() }
    }

    /// The open question, if any.
    pub fn open(&self) -> Option<ScriptAsk> {
        self.open.take()
    }

    /// How many questions were answered, if no earlier run got this far.
    pub fn just_answered(&self) -> Option<usize> {
        let (answered, is_last) = self.answered.get();
        (is_last || self.given.is_empty()).then_some(answered)
    }
}

impl Replies for Answers<'_> {
    fn begin(&self) {
        self.left.set(self.given);
        self.answered.set((0, self.given.is_empty()));
    }

    fn reply(&self, question: &Question) -> Result<Option<Value>, String> {
        let mut left = self.left.get();
        let settled = settle(self.look, question, &mut left)?;
        self.left.set(left);
        Ok(match settled {
            Settled::Answered(value) => {
                self.answered.set((self.answered.get().0 + 1, left.is_empty()));
                Some(value)
            }
            Settled::Open(ask) => {
                let seat = match question.seat {
                    None => self.look.seat,
                    Some(seat) => i32::from(
                        self.look
                            .seat_index(&Value::Ref(seat))
                            .map_err(|_| {
                                format!(
                                    "`seat` of `ask` must be a seat, not {}",
                                    self.look.show(seat)
                                )
                            })?
                            .0,
                    ),
                };
                self.open.replace(Some(ScriptAsk { seat, ..ask }));
                None
            }
        })
    }
}

/// The progress of a question.
enum Settled {
    /// It is answered.
    Answered(Value),
    /// It is still open.
    Open(ScriptAsk),
}

/// Takes the answers to a question from those that are left. If there are fewer options than must
/// be picked, there is no answer, and the script fails.
fn settle(look: &GameLook, question: &Question, left: &mut &[i32]) -> Result<Settled, String> {
    match &question.ask {
        Ask::YesNo => Ok(match next(left) {
            Some(index) => Settled::Answered(Value::Bool(index == 0)),
            None => open(question, ["yes", "no"].map(|word| ScriptOption::Words(word.into()))),
        }),
        Ask::Amount { from, to } => match next(left) {
            Some(index) => Ok(Settled::Answered(Value::Int(from + index as i64))),
            None => amounts(*from, *to).map(|options| open(question, options)),
        },
        Ask::Pick { options, min: 1, max: 1 } => match next(left) {
            Some(index) => pick(options, index).map(Settled::Answered),
            None => Ok(open(question, offered(look, options)?)),
        },
        Ask::Pick { options, min, max } => {
            several(look, question, (options, *min as usize, *max as usize), left)
        }
    }
}

fn several(
    look: &GameLook,
    question: &Question,
    (options, min, max): (&[Value], usize, usize),
    left: &mut &[i32],
) -> Result<Settled, String> {
    if options.len() < min {
        return Ok(open(question, []));
    }
    let mut open_options = options.to_vec();
    let mut taken = vec![];
    while taken.len() < max && !open_options.is_empty() {
        match next(left) {
            // The option after the last one ends the pick.
            Some(index) if index == open_options.len() && taken.len() >= min => break,
            Some(index) => {
                taken.push(pick(&open_options, index)?);
                open_options.remove(index);
            }
            None => {
                let mut shown = offered(look, &open_options)?;
                if taken.len() >= min {
                    shown.push(ScriptOption::Words("done".into()));
                }
                return Ok(open(question, shown));
            }
        }
    }
    Ok(Settled::Answered(Value::List(taken)))
}

fn next(left: &mut &[i32]) -> Option<usize> {
    let (first, rest) = left.split_first()?;
    *left = rest;
    Some((*first).max(0) as usize)
}

fn pick(options: &[Value], index: usize) -> Result<Value, String> {
    options.get(index).cloned().ok_or_else(|| "an answer does not fit its question".into())
}

fn open(question: &Question, options: impl Into<Vec<ScriptOption>>) -> Settled {
    // The caller fills in the seat.
    let (label, options) = (question.label.clone(), options.into());
    Settled::Open(ScriptAsk { seat: NIL, label, options })
}

fn amounts(from: i64, to: i64) -> Result<Vec<ScriptOption>, String> {
    let fits = to.saturating_sub(from) < AMOUNTS_MAX;
    let number = |n: i64| i32::try_from(n).ok().map(|n| ScriptOption::Thing(Class::Number, n));
    if !fits {
        return Err(format!("`amount` of `ask` runs from {from} to {to}, which is too far"));
    }
    (from..=to)
        .map(number)
        .collect::<Option<_>>()
        .ok_or_else(|| format!("`amount` of `ask` runs to {to}, which is too large"))
}

fn offered(look: &GameLook, options: &[Value]) -> Result<Vec<ScriptOption>, String> {
    options
        .iter()
        .map(|option| match option {
            Value::Int(n) => i32::try_from(*n)
                .map(|n| ScriptOption::Thing(Class::Number, n))
                .map_err(|_| format!("{n} is too large a number to be picked")),
            // The id of a resource stands for it: people read its name.
            Value::Text(text) => Ok(match look.counter_named(text) {
                Ok(counter) => ScriptOption::Thing(Class::Counter, i32::from(counter.0)),
                Err(_) => ScriptOption::Words(text.clone()),
            }),
            Value::Bool(flag) => {
                Ok(ScriptOption::Words(if *flag { "yes" } else { "no" }.to_owned()))
            }
            Value::Ref(thing) => {
                let (class, n) = match thing.class {
                    class::SEAT => (Class::Seat, usize::from(look.def.seats)),
                    class::PIECE => (Class::Piece, look.def.pieces.len()),
                    class::SPACE => (Class::Space, look.def.spaces.len()),
                    class::PLACE => (Class::Place, look.def.places.len()),
                    _ => (Class::Entry, look.def.entries.len()),
                };
                let known = (thing.index as usize) < n;
                let option = ScriptOption::Thing(class, thing.index as i32);
                known.then_some(option).ok_or_else(|| "there is no such thing to pick".into())
            }
            Value::Nil | Value::List(_) | Value::Map(_) => {
                Err("`pick` of `ask` takes things, numbers and texts, not tables".into())
            }
        })
        .collect()
}

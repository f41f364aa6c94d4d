//! Plans found by look-ahead: after an option is taken, they give answers to the questions that
//! follow which are known to work.

use crate::def::Def;
use crate::def::code::{Op, Pc};

/// An answer that is known to work.
#[derive(Clone, Copy, Debug)]
pub(super) struct Planned {
    /// The instruction that asks.
    pub pc: Pc,
    /// The answer.
    pub answer: i32,
    /// Whether any other answer works as well.
    pub any: bool,
}

/// The answers given so far by the nested trials.
#[derive(Default, Debug)]
pub(super) struct Path {
    answers: Vec<(Pc, i32)>,
    /// Where the answers of the innermost independent trial start.
    root: usize,
}

impl Path {
    /// Starts an independent trial; earlier answers are not part of its plan.
    pub fn begin(&mut self) -> usize {
        std::mem::replace(&mut self.root, self.answers.len())
    }

    /// Ends an independent trial.
    pub fn end(&mut self, before: usize) {
        self.answers.truncate(self.root);
        self.root = before;
    }

    /// How many questions were answered before the current one.
    pub fn len(&self) -> usize {
        self.answers.len()
    }

    /// Goes back to a question and answers it.
    pub fn answer(&mut self, level: usize, pc: Pc, answer: i32) {
        self.answers.truncate(level);
        self.answers.push((pc, answer));
    }

    /// The answers of the innermost trial. No other answers are known to work.
    pub fn plan(&self) -> impl Iterator<Item = Planned> {
        let answers = self.answers[self.root..].iter();
        answers.map(|(pc, answer)| Planned { pc: *pc, answer: *answer, any: false })
    }
}

/// The plan being followed, and those found for the options of the current question.
#[derive(Default, Debug)]
pub(super) struct Plans {
    way: Vec<Planned>,
    next: usize,
    /// Branches of the plan's first menu that are known to lead nowhere.
    blocked: Vec<i32>,
    found: Vec<Found>,
    steps: Vec<Planned>,
}

#[derive(Clone, Copy, Debug)]
struct Found {
    option: i32,
    /// Whether the plan works for every other option, too.
    any: bool,
    start: usize,
    end: usize,
}

impl Plans {
    /// The known answer to a question.
    pub fn at(&mut self, def: &Def, pc: Pc) -> Option<Planned> {
        while let Some(step) = self.way.get(self.next) {
            if step.pc == pc {
                return Some(*step);
            }
            let not_asked = match def.code[step.pc as usize] {
                // Outside of look-ahead, a block that cannot be completed is skipped without
                // asking.
                Op::May { .. } => step.answer == 0,
                // Nor is a payment asked for if there is only one.
                Op::Pay(..) | Op::PayPrinted(..) => step.any,
                _ => false,
            };
            if !not_asked {
                self.forget_way();
                break;
            }
            self.next += 1;
        }
        None
    }

    /// Whether the current question starts the plan and some of its answers are known to lead
    /// nowhere.
    pub fn rules_out_some(&self) -> bool {
        self.next == 0 && !self.blocked.is_empty()
    }

    /// Whether an answer is one of these.
    pub fn rules_out(&self, option: i32) -> bool {
        self.blocked.contains(&option)
    }

    /// Whether a plan was found for any option.
    pub fn knows_some(&self) -> bool {
        !self.found.is_empty()
    }

    /// Whether a plan was found for an option.
    pub fn knows(&self, option: i32) -> bool {
        self.found.iter().any(|found| found.option == option)
    }

    /// Stores a plan for the questions after an option; `any` if it works for every other option,
    /// too.
    pub fn keep(&mut self, option: i32, any: bool, way: impl Iterator<Item = Planned>) {
        let start = self.steps.len();
        self.steps.extend(way);
        self.found.push(Found { option, any, start, end: self.steps.len() });
    }

    /// Follows a plan from here on; `blocked` branches of its first question lead nowhere.
    pub fn take(&mut self, way: impl Iterator<Item = Planned>, blocked: &[i32]) {
        self.forget();
        self.way.extend(way);
        self.blocked.extend_from_slice(blocked);
    }

    /// Advances the plan after an option was taken.
    pub fn follow(&mut self, option: i32) {
        let planned = self.way.get(self.next);
        if planned.is_some_and(|step| step.any || step.answer == option) {
            self.next += 1;
        } else {
            let of = |found: &&Found| found.option == option;
            let found = self.found.iter().find(of);
            let found = found.or_else(|| self.found.iter().find(|found| found.any)).copied();
            self.forget_way();
            if let Some(Found { start, end, .. }) = found {
                self.way.extend_from_slice(&self.steps[start..end]);
            }
        }
        self.found.clear();
        self.steps.clear();
    }

    /// Forgets everything.
    pub fn forget(&mut self) {
        self.forget_way();
        self.found.clear();
        self.steps.clear();
    }

    fn forget_way(&mut self) {
        self.way.clear();
        self.blocked.clear();
        self.next = 0;
    }
}

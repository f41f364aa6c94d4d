//! What a profile says, as figures: the same for the same seed.

use std::cmp::Reverse;

use serde::Serialize;

use super::name::{Kind, Spot, place};
use super::{Count, Looked, Profile};
use crate::simulate::stats::Num;

/// Where work went.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// What is counted, in words.
    pub unit: &'static str,
    /// All of it.
    pub total: Totals,
    /// By procedure, option, ability, named value, script: most work first.
    pub rules: Vec<Row>,
    /// By line, most work first.
    pub lines: Vec<Row>,
    /// Questions from which it was looked ahead, most work first.
    pub look_ahead: Vec<Question>,
}

/// Work in all.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
pub struct Totals {
    /// All work.
    pub work: u64,
    /// The part of it that was done to look ahead.
    pub ahead: u64,
    /// Answers that had to be tried on the table.
    pub trials: u64,
}

/// The work of one rule or line.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Row {
    /// What it is.
    pub kind: Kind,
    /// What it is called.
    pub name: String,
    /// The file; empty for the engine.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// Its own work, without what it calls.
    pub work: u64,
    /// The part of it that was done to look ahead.
    pub ahead: u64,
    /// How often it began, in play and in look-ahead.
    pub calls: u64,
    /// How often one of its instructions ran or was looked at.
    pub times: u64,
    /// Its share of all work.
    pub share: Num,
}

impl Row {
    /// Where it is written.
    pub fn place(&self) -> String {
        place(&self.file, self.line)
    }

    /// What it is called, and what it is.
    pub fn told(&self) -> String {
        match self.kind {
            Kind::Engine => self.name.clone(),
            kind => format!("{} {}", kind.word(), self.name),
        }
    }

    /// The same in a sentence.
    pub fn quoted(&self) -> String {
        match self.kind {
            Kind::Engine => self.name.clone(),
            kind => format!("{} `{}`", kind.word(), self.name),
        }
    }
}

/// A question, and what looking ahead from it took.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Question {
    /// The path of the step.
    pub name: String,
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The work of looking ahead.
    pub work: u64,
    /// How often it was looked ahead.
    pub times: u64,
    /// How many answers had to be tried on the table, those to further questions included.
    pub trials: u64,
    /// Its share of all work.
    pub share: Num,
    /// The options of a menu, most work first.
    pub options: Vec<Answer>,
}

impl Question {
    /// Where it is written.
    pub fn place(&self) -> String {
        place(&self.file, self.line)
    }
}

/// An option of a menu, and what finding out took whether it can be completed.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Answer {
    /// Its name.
    pub name: String,
    /// The work.
    pub work: u64,
    /// How often it was looked at.
    pub times: u64,
    /// How many answers had to be tried on the table for it.
    pub trials: u64,
    /// Its share of all work.
    pub share: Num,
}

fn share(part: u64, whole: u64) -> Num {
    Num(part as f64 / whole.max(1) as f64)
}

impl Profile {
    /// What it says.
    pub fn report(&self) -> Report {
        let mut total = Totals::default();
        for count in self.rules.values() {
            total.work += count.work;
            total.ahead += count.ahead;
        }
        let all = self.asked.iter().filter(|((_, option), _)| option.is_none());
        total.trials = all.map(|(_, looked)| looked.trials).sum();
        let row = |(spot, count): (&Spot, &Count)| Row {
            kind: spot.kind,
            name: spot.name.clone(),
            file: spot.file.clone(),
            line: spot.line,
            work: count.work,
            ahead: count.ahead,
            calls: count.calls,
            times: count.times,
            share: share(count.work, total.work),
        };
        // In order of names where work is the same: sorting keeps that.
        let sorted = |mut rows: Vec<Row>| {
            rows.retain(|row| row.work > 0);
            rows.sort_by_key(|row| Reverse(row.work));
            rows
        };
        let mut look_ahead: Vec<Question> = vec![];
        // All answers to a question together stand before each of them.
        for ((spot, option), &Looked { work, times, trials }) in &self.asked {
            let share = share(work, total.work);
            match (option, look_ahead.last_mut()) {
                (Some(name), Some(question)) => {
                    question.options.push(Answer {
                        name: name.clone(),
                        work,
                        times,
                        trials,
                        share,
                    });
                }
                _ => {
                    let (name, file, line) = (spot.name.clone(), spot.file.clone(), spot.line);
                    let options = vec![];
                    look_ahead.push(Question {
                        name,
                        file,
                        line,
                        work,
                        times,
                        trials,
                        share,
                        options,
                    });
                }
            }
        }
        look_ahead.sort_by_key(|question| Reverse(question.work));
        for question in &mut look_ahead {
            question.options.sort_by_key(|option| Reverse(option.work));
        }
        Report {
            unit: "units of fuel: instructions, things looked at, expressions, steps of scripts",
            total,
            rules: sorted(self.rules.iter().map(row).collect()),
            lines: sorted(self.lines.iter().map(row).collect()),
            look_ahead,
        }
    }
}

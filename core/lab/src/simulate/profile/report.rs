//! The figures of a profile: the same for the same seed.

use std::cmp::Reverse;

use serde::Serialize;

use super::name::{Kind, Spot, place};
use super::{Count, Looked, Profile};
use crate::simulate::stats::Num;

/// Where work went.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// The unit of work, in words.
    pub unit: &'static str,
    /// The totals.
    pub total: Totals,
    /// By procedure, option, ability, named value, script: most work first.
    pub rules: Vec<Row>,
    /// By line, most work first.
    pub lines: Vec<Row>,
    /// The questions that look-ahead started from, most work first.
    pub look_ahead: Vec<Question>,
}

/// Total work.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
pub struct Totals {
    /// All work.
    pub work: u64,
    /// The part done in look-ahead.
    pub ahead: u64,
    /// Answers that had to be tried on the table.
    pub trials: u64,
}

/// The work of one rule or line.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Row {
    /// Its kind.
    pub kind: Kind,
    /// Its name.
    pub name: String,
    /// The file; empty for the engine.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// Its own work, without its callees.
    pub work: u64,
    /// The part done in look-ahead.
    pub ahead: u64,
    /// How often it was entered, in play and in look-ahead.
    pub calls: u64,
    /// How often one of its instructions ran or was examined.
    pub times: u64,
    /// Its share of all work.
    pub share: Num,
}

impl Row {
    /// Where it is written.
    pub fn place(&self) -> String {
        place(&self.file, self.line)
    }

    /// Its name and kind.
    pub fn label(&self) -> String {
        match self.kind {
            Kind::Engine => self.name.clone(),
            kind => format!("{} {}", kind.word(), self.name),
        }
    }

    /// Its name and kind within a sentence.
    pub fn quoted(&self) -> String {
        match self.kind {
            Kind::Engine => self.name.clone(),
            kind => format!("{} `{}`", kind.word(), self.name),
        }
    }
}

/// A question, and the cost of looking ahead from it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Question {
    /// The path of the step.
    pub name: String,
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The work of look-ahead.
    pub work: u64,
    /// How often look-ahead ran.
    pub times: u64,
    /// How many answers had to be tried on the table, including answers to further questions.
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

/// An option of a menu, and the cost of finding out whether it can be completed.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Answer {
    /// Its name.
    pub name: String,
    /// The work.
    pub work: u64,
    /// How often it was examined.
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
    /// The figures of the profile.
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
        // Rows with equal work stay in order of names: the sort is stable.
        let sorted = |mut rows: Vec<Row>| {
            rows.retain(|row| row.work > 0);
            rows.sort_by_key(|row| Reverse(row.work));
            rows
        };
        let mut look_ahead: Vec<Question> = vec![];
        // The total of a question comes before its answers.
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

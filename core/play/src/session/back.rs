//! Taking choices back: those from which nobody learned anything, and, marked in the log, any
//! others.

use boardwright_phrases::Language;
use boardwright_rules::view::Barrier;
use boardwright_text::Speaks;

use super::Session;
use super::tell::Line;
use crate::save::{TakenBack, Unfair};

impl Session<'_> {
    /// Undoes the last choice. The error says why that is not possible.
    pub fn undo(&mut self) -> Result<(), String> {
        match self.past.last().map(|past| past.barrier) {
            None => Err(self.game.def.language().word("there is nothing to take back").into()),
            Some(Some(barrier)) => Err(self.game.def.language().word(barrier.reason()).into()),
            Some(None) => self.back(),
        }
    }

    /// Undoes the last `n` choices, whatever was learned from them and whoever made them. That is
    /// unfair, so the log records it, and `by` whom. The same random numbers come again, because
    /// they are part of the state.
    pub fn undo_anyway(&mut self, n: usize, by: &str) -> Result<(), String> {
        let first = self.past.len().checked_sub(n).filter(|_| n > 0);
        let Some((first, past)) = first.and_then(|at| Some((at, self.past.get(at)?))) else {
            return Err(self.game.def.language().word("there is nothing to take back").into());
        };
        let choice = &past.choice;
        let barrier = self.past[first..].iter().find_map(|past| past.barrier);
        let mark = TakenBack {
            at: self.earlier.len() + first,
            by: by.to_owned(),
            seat: choice.seat.clone(),
            called: choice.words().to_owned(),
            others: n - 1,
            why: match barrier {
                Some(Barrier::Chance) => Unfair::Chance,
                Some(Barrier::Shuffle) => Unfair::Shuffle,
                Some(Barrier::Reveal) => Unfair::Reveal,
                None => Unfair::Chosen,
            },
            secret: self.log.get(past.lines_before).is_some_and(Line::is_secret),
        };
        for _ in 0..n {
            self.back()?;
        }
        self.mark(mark);
        Ok(())
    }

    /// Undoes the last choice to look at the earlier game; marks made since then go as well.
    pub fn step_back(&mut self) -> Result<(), String> {
        let lines = self.past.last().map_or(0, |past| past.lines_before);
        self.put_back()?;
        self.log.truncate(lines);
        let n_choices = self.choices().count();
        self.taken_back.retain(|mark| mark.at <= n_choices);
        Ok(())
    }

    /// Unfair take-backs, in the order they happened.
    pub fn taken_back(&self) -> &[TakenBack] {
        &self.taken_back
    }

    /// Repeats a saved game's take-back marks up to this many choices, unless they are there
    /// already.
    pub(crate) fn mark_again(&mut self, marks: &[TakenBack], n_choices: usize) {
        let new = marks.iter().skip(self.taken_back.len());
        let due: Vec<TakenBack> = new.take_while(|mark| mark.at <= n_choices).cloned().collect();
        let at = self.choices().count();
        due.into_iter().for_each(|mark| self.mark(TakenBack { at, ..mark }));
    }

    fn back(&mut self) -> Result<(), String> {
        let lines = self.past.last().map_or(0, |past| past.lines_before);
        self.put_back()?;
        self.cut(lines);
        let n_choices = self.choices().count();
        self.taken_back.iter_mut().for_each(|mark| mark.at = mark.at.min(n_choices));
        Ok(())
    }

    fn put_back(&mut self) -> Result<(), String> {
        let none = self.game.def.language().word("there is nothing to take back");
        let past = self.past.pop().ok_or(none)?;
        self.table
            .put(&past.before)
            .map_err(|refused| self.game.refusal(&refused, &past.before.world))
    }

    /// Drops the log from a line on, except for marks of unfair take-backs.
    pub(super) fn cut(&mut self, from: usize) {
        let tail = self.log.split_off(from.min(self.log.len()));
        self.log.extend(tail.into_iter().filter(|line| line.is_mark));
    }

    pub(super) fn mark(&mut self, mark: TakenBack) {
        let seen_by = self.game.def.seat_names.iter().position(|it| it.id == mark.seat);
        let seen_by = seen_by.filter(|_| mark.secret).map(Into::into);
        let say = |what: &str| describe(self.game.def.language(), &mark, what);
        let unseen = self.game.def.language().word("something unseen");
        let line = Line::mark(say(&format!("`{}`", mark.called)), seen_by, say(unseen));
        self.log.push(line);
        self.taken_back.push(mark);
    }
}

/// What was taken back, in words.
fn describe(language: Language, mark: &TakenBack, what: &str) -> String {
    let what = match mark.seat == mark.by {
        true => what.to_owned(),
        false => language.say("{0} of {1}", &[&what, &mark.seat]),
    };
    let what = match mark.others {
        0 => what,
        1 => language.say("{0} and 1 choice after it", &[&what]),
        n => language.say("{0} and {1} choices after it", &[&what, &n]),
    };
    let why = match mark.why {
        Unfair::Chance => Barrier::Chance.reason(),
        Unfair::Shuffle => Barrier::Shuffle.reason(),
        Unfair::Reveal => Barrier::Reveal.reason(),
        Unfair::Chosen => "others had chosen since",
    };
    language.say("{0} took back {1} ({2})", &[&mark.by, &what, &language.word(why)])
}

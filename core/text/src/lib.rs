//! What the kernel decides, in words: questions, options, events, reasons, names, printed things.
//!
//! Every option has one canonical text made of ids; people, tests, replays and bots use the same.
//! Nothing here changes a game or decides anything: it reads definitions, worlds, and the open
//! question of a table as data.

mod events;
mod names;
mod notes;
mod options;
mod printed;
mod why;

use boardwright_phrases::Language;
use boardwright_rules::def::Def;
use boardwright_rules::def::code::Op;
use boardwright_rules::def::part::Named;
use boardwright_rules::machine::{DONE, Request};
use boardwright_rules::table::{Table, Wording};

pub use events::describe_event;
pub use names::{called, counted, namesake, place_called, place_text, thing};
pub use notes::about;
pub use printed::{Printed, PrintedPart, beside, printed};
pub use why::{NotOffered, why};

/// The language of a definition.
pub trait Speaks {
    /// The language its readers want the engine's own words in.
    fn language(&self) -> Language;
}

impl Speaks for Def {
    fn language(&self) -> Language {
        Language::find(&self.show.language)
    }
}

/// The open question of a table in words.
pub trait InWords {
    /// The question in words.
    fn question(&self) -> String;

    /// The canonical texts of all options, in order.
    fn texts(&self) -> Vec<String>;

    /// The canonical texts of answers to the current question, offered or not.
    fn texts_of(&self, options: &[i32]) -> Vec<String>;

    /// The option with this canonical text; for a range, any number that can be completed.
    fn find(&mut self, text: &str) -> Option<usize>;

    /// The option a person means by a text: the one with this canonical text, else the only one
    /// with this name.
    fn meant(&self, text: &str) -> Option<usize>;

    /// Makes a number an option, if the question is a range that contains it. The error says why
    /// that is impossible.
    fn name(&mut self, text: &str) -> Result<(), String>;

    /// What people read besides the canonical text: the name and rules text of the option.
    fn describe(&self, index: usize) -> Option<Named>;

    /// The label of the n-th option, if any: from the author of the pick, else what every list
    /// shows beside such a thing.
    fn label(&self, index: usize) -> Option<String>;

    /// What a branch of the current menu does by the rules: the text of the procedure it calls.
    fn rules_of(&self, label: &str) -> Option<String>;

    /// The options that are not offered now, with the reason: those a condition rules out, and
    /// those that could not be completed.
    fn not_offered(&self) -> Vec<NotOffered>;
}

impl InWords for Table<'_> {
    fn question(&self) -> String {
        let word = |phrase| self.def.language().word(phrase).to_owned();
        let Some((_, request)) = self.asked() else { return word("the game is over") };
        match (self.wording(), request) {
            (Some(Wording::Note(filled)), _) => {
                let text = notes::note(self.def, &self.state().world, filled);
                if text.is_empty() { word("choose") } else { text }
            }
            (Some(Wording::Script(words)), _) => words,
            (_, Request::Pay) => word("how to pay?"),
            (_, Request::Order) => word("which first?"),
            _ => word("which one?"),
        }
    }

    fn texts(&self) -> Vec<String> {
        self.texts_of(self.options())
    }

    fn texts_of(&self, options: &[i32]) -> Vec<String> {
        let Some((_, request)) = self.asked() else { return vec![] };
        options::texts(self.def, &self.state().world, request, &self.meanings(options))
    }

    fn find(&mut self, text: &str) -> Option<usize> {
        let _ = InWords::name(self, text);
        self.texts().iter().position(|option| option == text)
    }

    fn meant(&self, text: &str) -> Option<usize> {
        let exact = self.texts().iter().position(|option| option == text);
        exact.or_else(|| {
            let is_called = |at: &usize| self.describe(*at).is_some_and(|named| named.name == text);
            let mut called = (0..self.options().len()).filter(is_called);
            called.next().filter(|_| called.next().is_none())
        })
    }

    fn name(&mut self, text: &str) -> Result<(), String> {
        let number = text.parse::<i32>().ok().filter(|number| number.to_string() == text);
        match number.and_then(|number| self.name_number(number)) {
            Some(Err(reason)) => Err(why(self.def, &self.state().world, &reason)),
            _ => Ok(()),
        }
    }

    fn describe(&self, index: usize) -> Option<Named> {
        let (_, request) = self.asked()?;
        let option = *self.options().get(index)?;
        let meaning = self.meanings(&[option]).pop()?;
        options::described(self.def, &self.state().world, request, &meaning)
    }

    fn label(&self, index: usize) -> Option<String> {
        let (seat, request) = self.asked()?;
        let option = *self.options().get(index)?;
        if option == DONE {
            return None;
        }
        let label = match request {
            Request::Pick(pick) | Request::PickSome(pick) | Request::Secret(pick) => {
                self.def.show.labels.iter().find(|label| label.pick == pick)
            }
            Request::Script(_) => None,
            _ => return None,
        };
        if label.is_none() && self.def.show.kinds.is_empty() && self.def.show.prints.is_empty() {
            return None;
        }
        let on = match label {
            Some(_) => None,
            None => {
                let meaning = self.meanings(&[option]).pop()?;
                Some(options::printed_of(self.def, &self.state().world, &meaning)?)
            }
        };
        let shown = self.show(|mut eval| {
            let text = match (label, on) {
                (Some(label), _) => {
                    *eval.its.get_mut(usize::from(label.it))? = option;
                    notes::filled(&mut eval, label.note)
                }
                (None, on) => printed::beside_within(eval.def, eval.world, on?, Some(seat))?,
            };
            Some(text).filter(|text| !text.is_empty())
        });
        let too_long = || Some(self.def.language().word("this takes too long to work out").into());
        shown.unwrap_or_else(too_long)
    }

    fn rules_of(&self, label: &str) -> Option<String> {
        let (_, Request::Choose(menu)) = self.asked()? else { return None };
        let branch = self.def.menu(menu).branches.iter().find(|it| it.label == label)?;
        let Op::Call(proc, _) = self.def.code.get(branch.body as usize)? else { return None };
        let text = &self.def.procs.get(proc.index())?.named.text;
        Some(text.clone()).filter(|text| !text.is_empty())
    }

    fn not_offered(&self) -> Vec<NotOffered> {
        why::not_offered(self)
    }
}

//! Saves the game being played: on request, automatically, and when it ends early.

use std::sync::MutexGuard;

use super::store::{Over, Saved, Store};
use super::turn::{Next, Playing};
use crate::disk::WriteError;
use crate::fail::{Done, Fail};
use crate::io::{Ink, Io};
use crate::rescue;

impl Playing<'_> {
    fn store(&self) -> MutexGuard<'_, Store> {
        rescue::lock(&self.store)
    }

    /// Registers the current game for saving when the program must end.
    pub(super) fn remember(&self, io: &Io) {
        if io.around.catches_interrupts {
            rescue::keep(self.session.save(), &self.store, self.language());
        }
    }

    /// Saves the game to its file after each choice, so that it can be resumed whatever happens.
    pub(super) fn keep(&mut self, io: &mut Io) -> Done<()> {
        let saved = self.store().write(&self.session.save());
        match saved {
            Ok(saved) => {
                self.unkept = false;
                self.moved(&saved, io)?;
            }
            // Report it once: the same error will follow the next choice.
            Err(error) if !self.unkept => {
                self.unkept = true;
                let why = self.unsaved(self.store().file(), &error);
                writeln!(io.out, "  {}", io.ink(Ink::Bad, why))?;
                let phrase = "the game goes on; `save FILE` saves it in another file";
                writeln!(io.out, "  {}", self.language().word(phrase))?;
            }
            Err(_) => {}
        }
        Ok(())
    }

    fn unsaved(&self, file: &str, error: &WriteError) -> String {
        self.language().say("the game cannot be saved in `{0}`: {1}", &[&file, error])
    }

    /// Reports that the game went to another file than it should have.
    fn moved(&self, saved: &Saved, io: &mut Io) -> Done<()> {
        if let Some(other) = &saved.instead_of {
            let phrase = "`{0}` was written by somebody else and is left as it is";
            writeln!(io.out, "  {}", self.language().say(phrase, &[other]))?;
            let told = self.language().say("the game is saved in `{0}`", &[&saved.file]);
            writeln!(io.out, "  {told}")?;
        }
        Ok(())
    }

    /// Saves on a person's request.
    pub(super) fn save(&mut self, file: Option<String>, over: Over, io: &mut Io) -> Done<()> {
        let save = self.session.save();
        let wanted = file.clone().unwrap_or_else(|| self.store().file().to_owned());
        let saved = match file {
            Some(file) => self.store().write_to(&save, file, over),
            None => self.store().write(&save),
        };
        match saved {
            Ok(saved) => {
                self.moved(&saved, io)?;
                let resume = self.store().resume();
                writeln!(io.out, "  {}", self.language().say("saved; to go on: {0}", &[&resume]))?;
            }
            Err(WriteError::Taken) => {
                let phrase = "`{0}` already exists; `save! {0}` overwrites it";
                writeln!(io.out, "  {}", self.language().say(phrase, &[&wanted]))?;
            }
            Err(error) => {
                writeln!(io.out, "  {}", io.ink(Ink::Bad, self.unsaved(&wanted, &error)))?;
                writeln!(io.out, "  {}", self.language().word(error.way_out()))?;
            }
        }
        Ok(())
    }

    /// Saves and says how to resume. If saving fails, the game does not end.
    pub(super) fn quit(&mut self, io: &mut Io) -> Done<Next> {
        let saved = self.store().write(&self.session.save());
        match saved {
            Ok(saved) => self.left("", &saved, io),
            Err(error) => {
                let why = self.unsaved(self.store().file(), &error);
                writeln!(io.out, "  {}", io.ink(Ink::Bad, why))?;
                let phrase =
                    "still in the game: `save FILE` saves it elsewhere, `quit!` leaves unsaved";
                writeln!(io.out, "  {}", self.language().word(phrase))?;
                Ok(Next::Ask)
            }
        }
    }

    /// Leaves without saving, as requested. Earlier automatic saves stay.
    pub(super) fn quit_unsaved(&mut self, io: &mut Io) -> Done<Next> {
        rescue::forget();
        writeln!(io.out, "{}", self.language().word("left without saving"))?;
        Ok(Next::Stop)
    }

    /// Saves because nobody can be asked any more, wherever that is possible.
    pub(super) fn stop(&mut self, why: &str, io: &mut Io) -> Done<Next> {
        let saved = self.store().rescue(&self.session.save());
        match saved {
            Ok(saved) => self.left(why, &saved, io),
            Err(error) => {
                let help = error.way_out();
                Err(Fail::new(self.unsaved(self.store().file(), &error)).help(help))
            }
        }
    }

    fn left(&mut self, why: &str, saved: &Saved, io: &mut Io) -> Done<Next> {
        rescue::forget();
        self.moved(saved, io)?;
        let why = if why.is_empty() { String::new() } else { format!("{why}; ") };
        let language = self.language();
        writeln!(io.out, "{why}{}", language.say("the game is saved in `{0}`", &[&saved.file]))?;
        let resume = io.ink(Ink::Key, self.store().resume());
        writeln!(io.out, "{}", language.say("to go on: {0}", &[&resume]))?;
        Ok(Next::Stop)
    }

    /// Saves a game that could not go on, if a person plays it, and reports that with the reason.
    pub(super) fn broken_off(&mut self, fail: Fail) -> Fail {
        if !self.seats.has_people() || self.session.is_over() {
            return fail;
        }
        let saved = self.store().rescue(&self.session.save());
        match saved {
            Ok(saved) => fail
                .note(self.language().say("the game is saved in `{0}`", &[&saved.file]))
                .note(self.language().say("to go on: {0}", &[&self.store().resume()])),
            Err(error) => fail.note(self.unsaved(self.store().file(), &error)),
        }
    }

    /// Handles the file of a finished game.
    pub(super) fn file_of_finished(&mut self, io: &mut Io) -> Done<()> {
        rescue::forget();
        if self.store().is_named() {
            let saved = self.store().write(&self.session.save());
            let saved = match saved {
                Ok(saved) => saved,
                Err(error) => {
                    let help = error.way_out();
                    return Err(Fail::new(self.unsaved(self.store().file(), &error)).help(help));
                }
            };
            self.moved(&saved, io)?;
            let replay = self.store().replay();
            let phrase = "the game is saved: {0}";
            writeln!(io.out, "{}", self.language().say(phrase, &[&replay]))?;
        } else if io.around.input_is_terminal {
            self.store().forget();
        }
        Ok(())
    }
}

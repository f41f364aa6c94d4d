//! Saved games on disk.

use std::fs;

use boardwright_pack::save::Save;
use boardwright_pack::session::Session;

use crate::fail::{Done, Fail};
use crate::io::Io;

/// Where a game is saved, and how it is resumed.
pub struct Store {
    file: String,
    /// What was typed to start it: pack and further packs.
    start: String,
    /// Whether the file was named.
    named: bool,
}

impl Store {
    /// A file that was named, or one named after pack and seed.
    pub fn new(file: Option<String>, pack: &str, with: &[String], seed: u64) -> Self {
        let words = pack.rsplit(['/', '\\']).find(|part| !part.is_empty() && *part != ".");
        let name = words.unwrap_or("game").replace('+', "-");
        let named = file.is_some();
        let file = file.unwrap_or_else(|| format!("{name}-{seed}.save.json"));
        let with: String = with.iter().map(|pack| format!(" --with {pack}")).collect();
        Self { file, start: format!("{pack}{with}"), named }
    }

    /// Writes the game. Gives the file it was written to.
    pub fn write(&self, session: &Session, io: &Io) -> Done<String> {
        let file = &self.file;
        let path = io.around.path(file);
        let text = session.save().to_text();
        fs::write(&path, text).map_err(|error| {
            Fail::new(format!("cannot write `{file}`"))
                .note(error.to_string())
                .help("name another file: `save FILE`")
        })?;
        Ok(file.clone())
    }

    /// Writes the game to a file that is its own from now on: whoever named it looks for the game
    /// there, and nowhere else.
    pub fn write_to(&mut self, session: &Session, file: String, io: &Io) -> Done<String> {
        let start = self.start.clone();
        let other = Self { file, start, named: true };
        let written = other.write(session, io)?;
        if io.around.path(&other.file) != io.around.path(&self.file) {
            self.forget(io);
        }
        *self = other;
        Ok(written)
    }

    /// Keeps the game as it stands, as far as that can be done, so that it can be resumed
    /// whatever happens.
    pub fn keep(&self, session: &Session, io: &Io) {
        let _ = self.write(session, io);
    }

    /// Forgets a game that was kept: it is over.
    pub fn forget(&self, io: &Io) {
        if !self.named {
            let _ = fs::remove_file(io.around.path(&self.file));
        }
    }

    /// Whether a file was asked for: then a finished game is written too.
    pub fn is_named(&self) -> bool {
        self.named
    }

    /// How to go on with the game later.
    pub fn resume(&self, file: &str) -> String {
        format!("boardwright play {} --resume {file}", self.start)
    }
}

/// Reads a saved game.
pub fn load(file: &str, io: &Io) -> Done<Save> {
    let text = fs::read_to_string(io.around.path(file)).map_err(|error| {
        Fail::new(format!("cannot read `{file}`"))
            .note(error.to_string())
            .help("give the file of a saved game")
    })?;
    Save::load(&text).map_err(|error| {
        Fail::new(format!("`{file}` is not a saved game that can be used: {error}"))
            .help("saved games are written by `save` and `quit` in `boardwright play`")
    })
}

//! Saved games on disk: their names, what is written over and what is not, how to go on later.

use std::fs::File;
use std::io::Read;
use std::path::PathBuf;

use boardwright_play::save::{SAVE_BYTES_MAX, Save};

use crate::disk::{Disk, Expect, Stamp, WriteError};
use crate::fail::{Done, Fail};
use crate::io::Io;

/// How a saved game is called if nobody named it.
const ENDING: &str = ".save.json";
/// How many games of one name there can be in a folder.
const NAMES_MAX: u32 = 10_000;

/// Where a game is saved. Its file never takes the place of another game's, unless that is asked
/// for.
pub struct Store {
    disk: Disk,
    here: PathBuf,
    /// The file, as people call it.
    file: String,
    /// Whether the file was named.
    named: bool,
    /// What this session has read from the file, or written to it; empty while the file is not
    /// its own.
    own: Vec<Stamp>,
    /// Whether files of killed programs were swept away already.
    swept: bool,
    commands: Commands,
}

/// What to type to get a game back, without the file.
#[derive(Clone, Debug, Default)]
pub struct Commands {
    /// `boardwright play hello`.
    pub play: String,
    /// What else `replay` needs, with a blank before it.
    pub replay: String,
}

/// A game that was saved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Saved {
    /// The file it is in.
    pub file: String,
    /// The file it should have gone to, which somebody else has changed.
    pub instead_of: Option<String>,
}

impl Store {
    /// A file that was named, or one named after pack and seed. `own` is what was read from it.
    pub fn new(
        file: Option<String>,
        pack: &str,
        seed: u64,
        own: Option<Stamp>,
        commands: Commands,
        io: &Io,
    ) -> Self {
        let words = pack.rsplit(['/', '\\']).find(|part| !part.is_empty() && *part != ".");
        let name = words.unwrap_or("game").replace('+', "-");
        let named = file.is_some();
        let file = file.unwrap_or_else(|| format!("{name}-{seed}{ENDING}"));
        let (disk, here) = (io.around.disk.clone(), io.around.here.clone());
        Self { disk, here, file, named, own: own.into_iter().collect(), swept: false, commands }
    }

    /// The file, as people call it.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// Whether there is a file that this session knows nothing of.
    pub fn is_taken(&self) -> bool {
        self.own.is_empty() && self.is_there(&self.file)
    }

    fn is_there(&self, file: &str) -> bool {
        self.here.join(file).symlink_metadata().is_ok_and(|it| it.is_file() || it.is_symlink())
    }

    /// Writes the game. If somebody else has written the file, the game goes beside it.
    pub fn write(&mut self, save: &Save) -> Result<Saved, WriteError> {
        let text = save.to_text();
        self.sweep();
        let wanted = self.file.clone();
        let was_own = !self.own.is_empty();
        for n in 1..NAMES_MAX {
            let file = if n == 1 { wanted.clone() } else { beside(&wanted, n) };
            if self.own.is_empty() && self.is_there(&file) {
                continue;
            }
            match self.put(&file, text.as_bytes()) {
                Ok(()) => {
                    let told = n > 1 && (was_own || self.named);
                    self.file = file.clone();
                    return Ok(Saved { file, instead_of: told.then_some(wanted) });
                }
                Err(WriteError::Taken | WriteError::Changed) => self.own.clear(),
                Err(error) => return Err(error),
            }
        }
        Err(WriteError::Taken)
    }

    fn put(&mut self, file: &str, bytes: &[u8]) -> Result<(), WriteError> {
        let expect = match self.own.is_empty() {
            true => Expect::Nothing,
            false => Expect::One(&self.own),
        };
        let written = self.disk.write_over(&self.here.join(file), bytes, expect);
        let stamp = Stamp::of(bytes);
        match &written {
            Ok(()) => self.own = vec![stamp],
            // It may be there in spite of the failure, and is not somebody else's then.
            Err(WriteError::Failed { .. }) if !self.own.is_empty() => {
                self.own.truncate(1);
                self.own.push(stamp);
            }
            Err(_) => {}
        }
        written
    }

    /// Writes the game to a file that is its own from now on: whoever named it looks for the game
    /// there, and nowhere else.
    pub fn write_to(&mut self, save: &Save, file: String, over: Over) -> Result<Saved, WriteError> {
        let path = self.here.join(&file);
        if path == self.here.join(&self.file) && !self.own.is_empty() {
            return self.write(save);
        }
        let text = save.to_text();
        match over {
            Over::Nothing => self.disk.write_new(&path, &text)?,
            Over::Anything => self.disk.write(&path, &text)?,
        }
        self.forget();
        self.own = vec![Stamp::of(text.as_bytes())];
        (self.file, self.named) = (file.clone(), true);
        Ok(Saved { file, instead_of: None })
    }

    /// Writes the game wherever that is possible: in its file, or in the folder for temporary
    /// files.
    pub fn rescue(&mut self, save: &Save) -> Result<Saved, WriteError> {
        let error = match self.write(save) {
            Ok(saved) => return Ok(saved),
            Err(error) => error,
        };
        let name = self.here.join(&self.file);
        let name = name.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let last = std::env::temp_dir().join(name).display().to_string();
        self.own.clear();
        let wanted = std::mem::replace(&mut self.file, last);
        match self.write(save) {
            Ok(saved) => Ok(Saved { instead_of: None, ..saved }),
            Err(_) => {
                self.file = wanted;
                Err(error)
            }
        }
    }

    /// Removes what killed programs have left beside the file.
    fn sweep(&mut self) {
        if !std::mem::replace(&mut self.swept, true)
            && let Some(folder) = self.here.join(&self.file).parent()
        {
            self.disk.sweep(folder);
        }
    }

    /// Forgets a game that was kept without being asked to: it is over, or is somewhere else now.
    pub fn forget(&mut self) {
        if !self.named {
            self.disk.remove_own(&self.here.join(&self.file), &self.own);
        }
    }

    /// Whether a file was asked for: then a finished game is written too.
    pub fn is_named(&self) -> bool {
        self.named
    }

    /// How to go on with the game later.
    pub fn resume(&self) -> String {
        format!("{} {}", self.commands.play, option("--resume", &self.file))
    }

    /// How to see the game again.
    pub fn replay(&self) -> String {
        let file = match self.file.starts_with('-') {
            true => format!("./{}", self.file),
            false => self.file.clone(),
        };
        format!("boardwright replay {}{}", quoted(&file), self.commands.replay)
    }
}

/// What may be written over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Over {
    /// Nothing: a file that is there stays.
    Nothing,
    /// Whatever is there: a person said so.
    Anything,
}

/// A name beside a file that nothing has yet: for a game that goes on from it and leaves it alone.
pub fn free_beside(file: &str, io: &Io) -> String {
    let is_there = |name: &String| io.around.here.join(name).symlink_metadata().is_ok();
    let names = (2..NAMES_MAX).map(|n| beside(file, n));
    names.into_iter().find(|name| !is_there(name)).unwrap_or_else(|| beside(file, NAMES_MAX))
}

/// Another name for a file: `hello-7.save.json` -> `hello-7-2.save.json`.
fn beside(file: &str, n: u32) -> String {
    let from = file.rfind(['/', '\\']).map_or(0, |at| at + 1);
    let (folder, name) = file.split_at(from);
    let at = name.find(ENDING).or_else(|| name.rfind('.')).filter(|at| *at > 0);
    let (stem, ending) = name.split_at(at.unwrap_or(name.len()));
    format!("{folder}{stem}-{n}{ending}")
}

/// An option of a command with its value.
pub fn option(name: &str, value: &str) -> String {
    match value.starts_with('-') {
        true => format!("{name}={}", quoted(value)),
        false => format!("{name} {}", quoted(value)),
    }
}

/// A word as a shell reads it.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "_-./+=:,@%\\".contains(c);
    let plain = |c: char| plain(c) && (cfg!(windows) || c != '\\');
    match () {
        () if !word.is_empty() && word.chars().all(plain) => word.into(),
        () if cfg!(windows) => format!("\"{word}\""),
        () => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

/// A saved game that was read.
pub struct Loaded {
    /// The game.
    pub save: Save,
    /// What the file held.
    pub stamp: Stamp,
}

/// Reads a saved game.
pub fn load(file: &str, io: &Io) -> Done<Loaded> {
    let unread = |error: std::io::Error| {
        Fail::new(format!("cannot read `{file}`"))
            .note(error.to_string())
            .help("give the file of a saved game")
    };
    let unfit = |why: String| {
        Fail::new(format!("`{file}` is not a saved game that can be used: {why}"))
            .help("saved games are written by `save` and `quit` in `boardwright play`")
    };
    // Devices and pipes may never end, so no more is read than a saved game can have.
    let mut bytes = vec![];
    let open = File::open(io.around.path(file)).map_err(unread)?;
    open.take(SAVE_BYTES_MAX as u64 + 1).read_to_end(&mut bytes).map_err(unread)?;
    if bytes.len() > SAVE_BYTES_MAX {
        return Err(unfit(format!("it is larger than {} MiB", SAVE_BYTES_MAX >> 20)));
    }
    let stamp = Stamp::of(&bytes);
    let text = String::from_utf8(bytes).map_err(|_| unfit("it is not text".into()))?;
    let save = Save::load(&text).map_err(|error| unfit(error.to_string()))?;
    Ok(Loaded { save, stamp })
}

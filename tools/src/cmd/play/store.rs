//! Saved games on disk: their names, what may be overwritten, and how to resume.

use std::fs::File;
use std::io::Read;
use std::path::PathBuf;

use boardwright_play::save::{SAVE_BYTES_MAX, Save};

use crate::disk::{Disk, Expect, Stamp, WriteError};
use crate::fail::{Done, Fail};
use crate::io::Io;

/// The ending of saved games that were not named.
const ENDING: &str = ".save.json";
/// The maximum number of games of one name in a folder.
const NAMES_MAX: u32 = 10_000;

/// Where a game is saved. It never overwrites the file of another game, unless that is requested.
pub struct Store {
    disk: Disk,
    here: PathBuf,
    /// The file's path for people.
    file: String,
    /// Whether the file was named.
    named: bool,
    /// What this session has read from the file or written to it; empty while the file is not its
    /// own.
    own: Vec<Stamp>,
    /// Whether leftovers of killed programs were already removed.
    swept: bool,
    commands: Commands,
}

/// The commands that resume or replay a game, without the file name.
#[derive(Clone, Debug, Default)]
pub struct Commands {
    /// `boardwright play hello`.
    pub play: String,
    /// The extra arguments of `replay`, after a space.
    pub replay: String,
}

/// A game that was saved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Saved {
    /// The file it is in.
    pub file: String,
    /// The file it should have gone to, which another program has changed.
    pub instead_of: Option<String>,
}

impl Store {
    /// A store for a named file, or for one named after pack and seed. `own` is what was read from
    /// it.
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

    /// The file's path for people.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// Whether there is a file that does not belong to this session.
    pub fn is_taken(&self) -> bool {
        self.own.is_empty() && self.is_there(&self.file)
    }

    fn is_there(&self, file: &str) -> bool {
        self.here.join(file).symlink_metadata().is_ok_and(|it| it.is_file() || it.is_symlink())
    }

    /// Writes the game. If another program has written the file, the game goes to a file beside it.
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
            // The file may exist in spite of the failure; then it is our own.
            Err(WriteError::Failed { .. }) if !self.own.is_empty() => {
                self.own.truncate(1);
                self.own.push(stamp);
            }
            Err(_) => {}
        }
        written
    }

    /// Writes the game to a file that belongs to the session from then on: whoever named it expects
    /// the game there and nowhere else.
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

    /// Writes the game wherever possible: to its file, or to the temporary folder.
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

    /// Removes leftovers of killed programs beside the file.
    fn sweep(&mut self) {
        if !std::mem::replace(&mut self.swept, true)
            && let Some(folder) = self.here.join(&self.file).parent()
        {
            self.disk.sweep(folder);
        }
    }

    /// Removes a game that was saved automatically: it is over, or saved elsewhere.
    pub fn forget(&mut self) {
        if !self.named {
            self.disk.remove_own(&self.here.join(&self.file), &self.own);
        }
    }

    /// Whether a file was requested; then a finished game is written, too.
    pub fn is_named(&self) -> bool {
        self.named
    }

    /// The command to resume the game.
    pub fn resume(&self) -> String {
        format!("{} {}", self.commands.play, option("--resume", &self.file))
    }

    /// The command to replay the game.
    pub fn replay(&self) -> String {
        let file = match self.file.starts_with('-') {
            true => format!("./{}", self.file),
            false => self.file.clone(),
        };
        format!("boardwright replay {}{}", quoted(&file), self.commands.replay)
    }
}

/// What may be overwritten.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Over {
    /// Nothing: an existing file stays.
    Nothing,
    /// Anything, as requested.
    Anything,
}

/// A free name beside a file, for a game that continues from it and leaves it alone.
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

/// An option of a command, with its value.
pub fn option(name: &str, value: &str) -> String {
    match value.starts_with('-') {
        true => format!("{name}={}", quoted(value)),
        false => format!("{name} {}", quoted(value)),
    }
}

/// A word quoted for a shell.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "_-./+=:,@%\\".contains(c);
    let plain = |c: char| plain(c) && (cfg!(windows) || c != '\\');
    match () {
        () if !word.is_empty() && word.chars().all(plain) => word.into(),
        () if cfg!(windows) => format!("\"{word}\""),
        () => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

/// A saved game that was loaded.
pub struct Loaded {
    /// The game.
    pub save: Save,
    /// The stamp of the file's content.
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
    // Devices and pipes may never end, so the read is limited to the size of a saved game.
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

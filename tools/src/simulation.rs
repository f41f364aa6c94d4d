//! Shared by `simulate`, `compare` and `test --balance`: the game and its bots, threads, folders.

use std::io;
use std::path::PathBuf;

use boardwright_bots::Spec;
use boardwright_lab::simulate::run::{Job, RunError};
use boardwright_play::game::Game;

use crate::disk::{Disk, Stream, WriteError};
use crate::fail::{Done, Fail};
use crate::io::{Io, plural};

/// The maximum number of games that can be requested.
pub const GAMES_MAX: u64 = 10_000_000;
/// The maximum number of threads that can be requested.
const THREADS_MAX: usize = 1_024;

/// The number of threads: by default one per core.
pub fn threads(asked: Option<usize>) -> Done<usize> {
    match asked {
        Some(0) => Err(Fail::new("`--threads` is 0").help("give at least 1, or leave it out")),
        Some(n) => Ok(n.min(THREADS_MAX)),
        None => Ok(std::thread::available_parallelism().map_or(1, |n| n.get())),
    }
}

/// Checks the requested number of games.
pub fn games(asked: u64) -> Done<u64> {
    match asked {
        0 => Err(Fail::new("`--games` is 0").help("give at least 1")),
        n if n > GAMES_MAX => Err(Fail::new(format!("`--games` is more than {GAMES_MAX}"))
            .help("play in parts with `--shard`, or fewer")),
        n => Ok(n),
    }
}

/// The names of the bots: one for all seats, or one for each.
pub fn bots(typed: &[String], game: &Game) -> Done<Vec<String>> {
    let mut names = vec![];
    for each in typed {
        let spec = Spec::parse(each)
            .map_err(|why| Fail::new(why).help("`--bots random`, or one for each seat"))?;
        if !spec.is_repeatable() {
            return Err(Fail::new(format!("what `{spec}` chooses depends on the machine"))
                .note("the same seed must give the same figures")
                .help("give it a number of iterations, such as `mcts:1000`"));
        }
        names.push(spec.to_string());
    }
    let players = usize::from(game.players);
    if names.len() != 1 && names.len() != players {
        return Err(Fail::new(format!(
            "`--bots` names {}, and {players} play",
            plural(names.len(), "bot")
        ))
        .help("name one for all seats, or one for each seat, separated by commas"));
    }
    Ok(names)
}

/// An output folder, created if necessary.
pub struct Folder {
    path: PathBuf,
    shown: String,
    disk: Disk,
}

impl Folder {
    /// Opens the folder, if it is writable.
    pub fn new(typed: &str, io: &Io) -> Done<Self> {
        let (path, disk) = (io.around.path(typed), io.around.disk.clone());
        let folder = Self { path, shown: typed.to_owned(), disk };
        let probe = folder.path.join(".boardwright");
        folder
            .disk
            .make_folder(&folder.path)
            .and_then(|()| folder.disk.write(&probe, ""))
            .map_err(|error| folder.fail(&error))?;
        // Whoever could write it can remove it; if not, an empty hidden file does no harm.
        let _ = folder.disk.remove(&probe);
        folder.disk.sweep(&folder.path);
        Ok(folder)
    }

    /// Its name for people.
    pub fn shown(&self) -> &str {
        &self.shown
    }

    fn fail(&self, error: &WriteError) -> Fail {
        Fail::new(format!("cannot write to the folder `{}`", self.shown))
            .note(error.to_string())
            .help("name a folder that can be written to")
    }

    /// Writes a file.
    pub fn write(&self, name: &str, text: &str) -> Done<()> {
        self.disk.write(&self.path.join(name), text).map_err(|error| self.fail(&error))
    }

    /// Begins a file that grows line by line.
    pub fn stream(&self, name: &str) -> Result<Stream, WriteError> {
        self.disk.stream(&self.path.join(name))
    }

    /// Removes a file that is no longer needed, if it is there.
    pub fn remove(&self, name: &str) {
        // If it stays, it only takes space.
        let _ = self.disk.remove(&self.path.join(name));
    }

    /// Writes the log of a game.
    pub fn log(&self, job: Job, text: &[u8]) -> io::Result<()> {
        let path = self.path.join(format!("game-{:06}.jsonl", job.number));
        self.disk.write(&path, text).map_err(io::Error::other)
    }
}

/// Why games could not be played.
pub fn failed(error: RunError) -> Fail {
    match error {
        RunError::NotReady(why) => Fail::new(why),
        RunError::Log(error) => Fail::new("the log of a game cannot be written")
            .note(error.to_string())
            .help("name another folder with `--log`"),
    }
}

//! A command's access to the outside world, which tests can replace.

use std::ffi::OsString;
use std::fmt::Display;
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use boardwright_syntax::visible::visible_line;
use clap::builder::styling::{AnsiColor, Style};

use crate::disk::Disk;

/// Where a command writes to and reads from.
pub struct Io<'a> {
    /// The requested output.
    pub out: &'a mut dyn Write,
    /// Errors and progress.
    pub err: &'a mut dyn Write,
    /// What a person types.
    pub input: &'a mut dyn BufRead,
    /// The rest of the environment.
    pub around: Around,
    /// Whether `out` is coloured. Decided once the arguments are known.
    pub colour: bool,
}

/// Facts about the environment of a command.
#[derive(Clone, Debug, Default)]
pub struct Around {
    /// The current folder: paths are relative to it.
    pub here: PathBuf,
    /// `BOARDWRIGHT_CONTENT`: further folders of packs.
    pub content: Option<OsString>,
    /// Whether `NO_COLOR` is set.
    pub no_colour: bool,
    /// Whether `out` is a terminal.
    pub out_is_terminal: bool,
    /// Whether `err` is a terminal.
    pub err_is_terminal: bool,
    /// Whether `input` is a terminal.
    pub input_is_terminal: bool,
    /// Whether signals may be caught: in tests they may not.
    pub catches_interrupts: bool,
    /// Whether the terminal can only write line by line.
    pub is_plain: bool,
    /// The size of the terminal, if there is one.
    pub window: Window,
    /// Where files are written.
    pub disk: Disk,
}

/// The size of the terminal. People change it, so it is read whenever something is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Window {
    /// There is none.
    #[default]
    None,
    /// The one the program runs in.
    Real,
    /// One with this many columns and rows.
    Of(usize, usize),
}

/// The columns of output that does not go to a terminal.
const WIDTH_PLAIN: usize = 96;
/// Wider lines are hard to read.
const WIDTH_MAX: usize = 132;
/// Layouts do not support narrower terminals.
const WIDTH_MIN: usize = 40;

/// A table in two columns may be wider than lines are.
const CANVAS_MAX: usize = 180;
/// Terminals with fewer rows are not drawn on.
const HEIGHT_MIN: usize = 12;

impl Window {
    /// Columns and rows, if known.
    fn size(self) -> Option<(usize, usize)> {
        match self {
            Self::None => None,
            Self::Of(columns, rows) => Some((columns, rows)),
            Self::Real => terminal_size::terminal_size()
                .map(|(width, height)| (usize::from(width.0), usize::from(height.0))),
        }
    }
}

impl Around {
    /// The width of lines.
    pub fn columns(&self) -> usize {
        self.window.size().map_or(WIDTH_PLAIN, |(width, _)| width.clamp(WIDTH_MIN, WIDTH_MAX))
    }

    /// The columns and rows of a window that can be drawn on: it supports control codes, a person
    /// is watching, and it is not too small.
    pub fn canvas(&self) -> Option<(usize, usize)> {
        let obeys = self.out_is_terminal && self.input_is_terminal && !self.is_plain;
        let (columns, rows) = self.window.size().filter(|_| obeys)?;
        let fits = columns >= WIDTH_MIN && rows >= HEIGHT_MIN;
        fits.then_some((columns.min(CANVAS_MAX), rows))
    }

    /// Resolves a typed path from the current folder.
    pub fn path(&self, typed: impl AsRef<Path>) -> PathBuf {
        self.here.join(typed)
    }

    /// A path for people: relative to the current folder if it is inside it.
    pub fn shown(&self, path: &Path) -> String {
        let short = path.strip_prefix(&self.here).unwrap_or(path);
        match short.as_os_str().is_empty() {
            true => ".".into(),
            false => visible_line(&short.display().to_string()).into_owned(),
        }
    }
}

/// How a command ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Exit {
    /// Everything is fine.
    Fine,
    /// It ran, and found problems.
    Problems,
    /// It could not run.
    CouldNotRun,
    /// The terminal was closed while it ran; what was finished is kept.
    HungUp = 129,
    /// Ctrl-C stopped it; what was finished is kept.
    Interrupted = 130,
    /// A request to end (SIGTERM) stopped it; what was finished is kept.
    Terminated = 143,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(exit as u8)
    }
}

/// The role of a text, for colouring.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ink {
    /// A heading.
    Head,
    /// Something to type.
    Key,
    /// Good news.
    Good,
    /// Bad news.
    Bad,
    /// Less important.
    Dim,
}

/// The text in its colour, if colours are on.
pub fn ink(colour: bool, ink: Ink, text: impl Display) -> String {
    if !colour {
        return text.to_string();
    }
    let style = match ink {
        Ink::Head => Style::new().bold(),
        Ink::Key => AnsiColor::Cyan.on_default(),
        Ink::Good => AnsiColor::Green.on_default(),
        Ink::Bad => AnsiColor::Red.on_default().bold(),
        Ink::Dim => Style::new().dimmed(),
    };
    format!("{style}{text}{style:#}")
}

impl Io<'_> {
    /// The text in its colour, if colours are on.
    pub fn ink(&self, kind: Ink, text: impl Display) -> String {
        ink(self.colour, kind, text)
    }
}

/// `1 pack`, `2 packs`.
pub fn plural(n: usize, word: &str) -> String {
    let ending = if n == 1 { "" } else { "s" };
    format!("{n} {word}{ending}")
}

/// Names in backticks: "`a`, `b`".
pub fn listed<T: Display>(names: impl IntoIterator<Item = T>) -> String {
    names.into_iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

//! Drives the program in tests: its own folder, typed input, printed output.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::ffi::OsString;
use std::fs;
use std::io::{self, BufRead, Read, Write};
use std::path::Path;
use std::rc::Rc;

use tempfile::TempDir;

use crate::screen::{CLEAR, HOME};
use crate::{Around, Disk, Exit, Io, Window, run};

/// A working folder; deleted when dropped.
pub struct Place(TempDir);

/// The result of a run.
pub struct Ran {
    pub exit: Exit,
    pub out: String,
    pub err: String,
}

impl Place {
    pub fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder for tests"))
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Writes a file.
    pub fn write(&self, path: &str, text: &str) {
        let path = self.path().join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder is made");
        fs::write(path, text).expect("a file is written");
    }

    /// Reads a file.
    pub fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path().join(path)).expect("a file that is there")
    }

    /// Makes a variant and uncomments the patch of its template: one more of what a resource starts
    /// with.
    pub fn patched_variant(&self, id: &str, of: &str) {
        self.run(&format!("new variant {id} --of {of}"));
        let path = format!("{id}/pack.yaml");
        let (head, patch) = self.read(&path).split_once("# patch:").map_or_else(
            || panic!("the template has a patch"),
            |(head, patch)| (head.to_owned(), patch.replace("\n# ", "\n")),
        );
        self.write(&path, &format!("{head}patch:{patch}"));
    }

    /// Runs a command line; arguments are separated by spaces.
    pub fn run(&self, line: &str) -> Ran {
        self.type_in(line, "")
    }

    /// Runs a command line with input.
    pub fn type_in(&self, line: &str, typed: &str) -> Ran {
        self.run_in(Around::default(), line, typed.as_bytes())
    }

    /// Runs a command line at a terminal, on a disk that may fail.
    pub fn type_on(&self, disk: Disk, line: &str, typed: &str) -> Ran {
        let around = Around { disk, input_is_terminal: true, ..Around::default() };
        self.run_in(around, line, typed.as_bytes())
    }

    /// Plays at a terminal of a size. Returns what is in its window each time something is typed,
    /// and at the end: including the typed text, without what has scrolled away.
    pub fn watch(&self, (columns, rows): (usize, usize), line: &str, typed: &[&str]) -> Vec<Seen> {
        let line = format!("{line} --color never");
        let args = ["boardwright"].into_iter().chain(line.split_whitespace());
        let args: Vec<OsString> = args.map(OsString::from).collect();
        let window = Rc::new(RefCell::new(Terminal::default()));
        let mut out = Monitor(Rc::clone(&window));
        let lines = typed.iter().map(|line| format!("{line}\n")).collect();
        let mut input = Keyboard { lines, now: vec![], window: Rc::clone(&window) };
        let mut err = vec![];
        let around = Around {
            here: self.path().into(),
            out_is_terminal: true,
            input_is_terminal: true,
            window: Window::Of(columns, rows),
            ..Around::default()
        };
        let mut io = Io { out: &mut out, err: &mut err, input: &mut input, around, colour: false };
        let exit = run(args, &mut io);
        let err = String::from_utf8(err).expect("text");
        assert_eq!((exit, err.as_str()), (Exit::Fine, ""));
        window.borrow_mut().look();
        window.take().seen
    }

    /// Runs a command line in another environment.
    pub fn run_in(&self, around: Around, line: &str, typed: &[u8]) -> Ran {
        let args = ["boardwright"].into_iter().chain(line.split_whitespace());
        let args: Vec<OsString> = args.map(OsString::from).collect();
        let (mut out, mut err, mut input) = (vec![], vec![], typed);
        let around = Around { here: self.path().into(), ..around };
        let mut io = Io { out: &mut out, err: &mut err, input: &mut input, around, colour: false };
        let exit = run(args, &mut io);
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
        Ran { exit, out: text(out), err: text(err) }
    }
}

/// What a person could read at once: everything since the window was cleared, or since the previous
/// snapshot if it was not.
#[derive(Clone, Debug)]
pub struct Seen {
    pub text: String,
    /// Whether it begins at the top of a cleared window.
    pub is_screen: bool,
}

impl Seen {
    /// How many rows it takes in a window of this many columns.
    pub fn rows(&self, columns: usize) -> usize {
        // The cursor is on the last row.
        let open = usize::from(self.text.ends_with('\n'));
        crate::table::rows(&self.text, columns) + open
    }
}

/// The output to a terminal.
#[derive(Default)]
struct Terminal {
    since: Vec<u8>,
    is_screen: bool,
    seen: Vec<Seen>,
}

impl Terminal {
    fn look(&mut self) {
        let text = String::from_utf8(std::mem::take(&mut self.since)).expect("text");
        let is_screen = std::mem::replace(&mut self.is_screen, false);
        self.seen.push(Seen { text, is_screen });
    }
}

struct Monitor(Rc<RefCell<Terminal>>);

impl Write for Monitor {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut window = self.0.borrow_mut();
        match [HOME, CLEAR].iter().any(|code| code.as_bytes() == bytes) {
            true => (window.since, window.is_screen) = (vec![], true),
            false => window.since.extend(bytes),
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Lines typed one after the other, with a snapshot before each.
struct Keyboard {
    lines: VecDeque<String>,
    now: Vec<u8>,
    window: Rc<RefCell<Terminal>>,
}

impl Read for Keyboard {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        unreachable!("lines are read from the buffer")
    }
}

impl BufRead for Keyboard {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.now.is_empty() {
            self.now = self.lines.pop_front().unwrap_or_default().into_bytes();
            let mut window = self.window.borrow_mut();
            window.since.extend(self.now.strip_suffix(b"\n").unwrap_or_default());
            window.look();
        }
        Ok(&self.now)
    }

    fn consume(&mut self, n_bytes: usize) {
        self.now.drain(..n_bytes);
    }
}

impl Ran {
    /// The exit code and all output.
    pub fn all(&self) -> String {
        format!("exit {}\n{}{}", self.exit as u8, self.out, self.err)
    }
}

/// The exit code and all output of a command in an empty folder.
pub fn told(line: &str) -> String {
    Place::new().run(line).all()
}

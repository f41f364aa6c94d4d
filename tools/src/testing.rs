//! Drives the program in tests: a folder of its own, typed input, what was printed.

use std::ffi::OsString;
use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::{Around, Disk, Exit, Io, run};

/// A folder to work in; gone when dropped.
pub struct Place(TempDir);

/// What came of a run.
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

    /// Makes a variant and takes the patch of its template out of its comment: one more of what
    /// a resource starts with.
    pub fn patched_variant(&self, id: &str, of: &str) {
        self.run(&format!("new variant {id} --of {of}"));
        let path = format!("{id}/pack.yaml");
        let (head, patch) = self.read(&path).split_once("# patch:").map_or_else(
            || panic!("the template has a patch"),
            |(head, patch)| (head.to_owned(), patch.replace("\n# ", "\n")),
        );
        self.write(&path, &format!("{head}patch:{patch}"));
    }

    /// Runs a command line; arguments are parted by blanks.
    pub fn run(&self, line: &str) -> Ran {
        self.type_in(line, "")
    }

    /// Runs a command line with something to read.
    pub fn type_in(&self, line: &str, typed: &str) -> Ran {
        self.run_in(Around::default(), line, typed.as_bytes())
    }

    /// Runs a command line on a disk that may fail, at a terminal.
    pub fn type_on(&self, disk: Disk, line: &str, typed: &str) -> Ran {
        let around = Around { disk, input_is_terminal: true, ..Around::default() };
        self.run_in(around, line, typed.as_bytes())
    }

    /// Runs a command line somewhere else.
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

impl Ran {
    /// Exit code and everything that was printed.
    pub fn all(&self) -> String {
        format!("exit {}\n{}{}", self.exit as u8, self.out, self.err)
    }
}

/// Exit code and everything printed by a command in an empty folder.
pub fn told(line: &str) -> String {
    Place::new().run(line).all()
}

//! Writes new files, then checks the pack they belong to.

use std::path::{Path, PathBuf};

use boardwright_packs::manifest::is_kebab;

use crate::Global;
use crate::cmd::test::begin;
use crate::disk::WriteError;
use crate::fail::{Done, Fail};
use crate::io::{Exit, Ink, Io};
use crate::problems::{Form, Report};
use crate::shelf::{Shelf, is_pack};
use boardwright_play::game;
use boardwright_syntax::visible::pad;

/// A file to write.
pub struct File {
    /// Its path.
    pub path: PathBuf,
    /// Its content.
    pub text: String,
}

/// A template with its gaps filled.
pub fn fill(template: &str, gaps: &[(&str, &str)]) -> String {
    gaps.iter().fold(template.to_owned(), |text, (gap, value)| {
        text.replace(&format!("{{{{{gap}}}}}"), value)
    })
}

/// Checks that a name is valid for a pack or file in kebab-case, or, with `_`, for an id inside a
/// pack.
pub fn check_id(what: &str, id: &str, joint: char) -> Done<()> {
    let is_good = |id: &str| !id.contains(other(joint)) && is_kebab(&id.replace(joint, "-"));
    if is_good(id) {
        return Ok(());
    }
    let fail = Fail::new(format!("{what} cannot be `{id}`")).note(format!(
        "expected lower-case letters and digits, joined by `{joint}`, a letter first"
    ));
    let letter = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { joint };
    let better: String = id.chars().map(letter).collect();
    let parts: Vec<&str> = better.split(joint).filter(|part| !part.is_empty()).collect();
    let better = parts.join(&joint.to_string());
    Err(if is_good(&better) { fail.help(format!("`{better}` is possible")) } else { fail })
}

fn other(joint: char) -> char {
    if joint == '-' { '_' } else { '-' }
}

/// `my-game` -> `My game`.
pub fn title(id: &str) -> String {
    let spaced = id.replace(['-', '_'], " ");
    let mut letters = spaced.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The folder of a pack that something is added to.
pub fn pack_folder(typed: &str, global: &Global, io: &Io) -> Done<PathBuf> {
    let folder = io.around.path(typed);
    if is_pack(&folder) {
        return Ok(folder);
    }
    let mut shelf = Shelf::new(global, io)?;
    if let Ok(ids) = shelf.wanted(typed) {
        return match ids.first().and_then(|id| shelf.folder(id)) {
            Some(folder) => Ok(folder.into()),
            None => {
                Err(Fail::new(format!("`{typed}` comes with the program and is left as it is"))
                    .help(format!(
                        "make a variant: `boardwright new variant my-{typed} --of {typed}`"
                    )))
            }
        };
    }
    Err(Fail::new(format!("there is no pack in `{}`", io.around.shown(&folder))).help(
        "give the folder of a pack with `--pack`, or start one: `boardwright new pack my-game`",
    ))
}

/// Writes all of them, or none if one exists already.
pub fn write(files: &[File], io: &mut Io) -> Done<()> {
    if let Some(file) = files.iter().find(|file| file.path.exists()) {
        let shown = io.around.shown(&file.path);
        return Err(Fail::new(format!("`{shown}` already exists and is left as it is"))
            .help("take another name, or move it away first"));
    }
    for file in files {
        let shown = io.around.shown(&file.path);
        let failed = |error: WriteError| {
            Fail::new(format!("cannot write `{shown}`"))
                .note(error.to_string())
                .help("choose a folder you may write to")
        };
        let disk = io.around.disk.clone();
        if let Some(folder) = file.path.parent() {
            disk.make_folder(folder).map_err(failed)?;
        }
        disk.write_new(&file.path, &file.text).map_err(failed)?;
        let mark = io.ink(Ink::Good, "wrote");
        writeln!(io.out, "{mark} {shown}")?;
    }
    Ok(())
}

/// What to do with the golden games of a pack.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Golden {
    /// Write the first one: the pack is new.
    Write,
    /// Leave them as they are.
    Leave,
}

/// Checks the pack in a folder, and suggests what to do next.
pub fn check(folder: &Path, golden: Golden, next: &[String], global: &Global, io: &mut Io) -> Done {
    let mut shelf = Shelf::new(global, io)?;
    let ids = shelf.wanted(&folder.display().to_string())?;
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    let opened = game::check(&shelf.library(), &ids);
    let mut report = Report::default();
    report.add(&shelf, &opened.sources, &opened.diags);
    if report.has_problems() {
        write!(io.out, "\n{}", report.text(Form::Human, io.colour))?;
        return Ok(Exit::Problems);
    }
    let mark = io.ink(Ink::Good, "ok");
    writeln!(io.out, "{mark}    {}: no problem", ids.join("+"))?;
    if golden == Golden::Write {
        let pack = ids.first().copied().unwrap_or_default();
        if let Some(file) = begin(&shelf, pack, io)? {
            writeln!(io.out, "{} {file}", io.ink(Ink::Good, "wrote"))?;
        }
    }
    writeln!(io.out, "\nNext:")?;
    let width = next.iter().filter_map(|line| line.find("  ")).max().unwrap_or(0);
    for line in next {
        let (command, about) = line.split_once("  ").unwrap_or((line, ""));
        let padded = io.ink(Ink::Key, pad(command, width));
        writeln!(io.out, "  {padded}  {about}")?;
    }
    Ok(Exit::Fine)
}

//! `fmt`: writes the YAML of packs in one canonical form.

use std::path::PathBuf;

use boardwright_format::{Places, Role, Trouble};
use boardwright_syntax::source::{SourceFile, Sources};
use similar::TextDiff;

use crate::Global;
use crate::disk::{Expect, Stamp};
use crate::fail::{Done, Fail};
use crate::io::{Exit, Ink, Io, listed, plural};
use crate::problems::{Form, Report};
use crate::shelf::{Packs, Shelf, is_pack};

const AFTER_HELP: &str = "\
Examples:
  boardwright fmt                  the pack in this folder, or all packs below it
  boardwright fmt my-game          a pack by its folder or id
  boardwright fmt content --check  in a workflow: exit code 1 if a file would change
  boardwright fmt my-game --diff   what would change

Quotes: an expression that is a name, a path of names, a number, `true` or `false` has none; every
other expression has double quotes. A text has quotes only where YAML needs them.";

/// Formats the YAML of packs: quotes, indentation, spaces.
///
/// Line breaks, comments, aligned columns and the order of entries stay as they are, and so does
/// the meaning. A file that cannot be parsed is reported and left alone.
#[derive(clap::Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct Args {
    /// Packs: ids, folders, or folders of packs.
    #[arg(value_name = "PACK")]
    packs: Vec<String>,
    /// Writes nothing; the exit code is 1 if a file would change.
    #[arg(long)]
    check: bool,
    /// Writes nothing, and prints what would change as a unified diff.
    #[arg(long)]
    diff: bool,
}

/// A file that needs formatting.
struct UnformattedFile {
    /// Its path for people.
    shown: String,
    path: PathBuf,
    before: String,
    after: String,
}

/// The results.
#[derive(Default)]
struct Found {
    n_files: usize,
    changes: Vec<UnformattedFile>,
    report: Report,
    /// Files the formatter would have damaged.
    mistakes: Vec<String>,
}

pub fn run(args: &Args, global: &Global, io: &mut Io) -> Done {
    let mut shelf = Shelf::new(global, io)?;
    let mut found = Found::default();
    for pack in packs(args, &mut shelf, io)? {
        look(&pack, &shelf, &mut found)?;
    }
    let writes = !args.check && !args.diff;
    for change in &found.changes {
        if writes {
            write(change, io)?;
        }
        if args.diff {
            show_diff(change, io)?;
        } else {
            let word = if writes { "formatted" } else { "would change" };
            writeln!(io.out, "{} {}", io.ink(Ink::Key, word), change.shown)?;
        }
    }
    let colour = io.colour && io.around.err_is_terminal;
    write!(io.err, "{}", found.report.text(Form::Human, colour))?;
    for file in &found.mistakes {
        let head = io.ink(Ink::Bad, "error");
        writeln!(io.err, "{head}: formatting would change what `{file}` says; it is left alone")?;
        writeln!(io.err, "  note: this is a mistake of the formatter, not of the file")?;
    }
    let files = plural(found.n_files, "file");
    match found.changes.len() {
        0 => writeln!(io.err, "{files}, nothing to change")?,
        n if writes => writeln!(io.err, "{n} of {files} changed")?,
        n => writeln!(io.err, "{n} of {files} would change")?,
    }
    let failed = found.report.has_problems() || !found.mistakes.is_empty();
    let unformatted = args.check && !found.changes.is_empty();
    Ok(if failed || unformatted { Exit::Problems } else { Exit::Fine })
}

/// The packs to format; each once.
fn packs(args: &Args, shelf: &mut Shelf, io: &Io) -> Done<Packs> {
    if args.packs.is_empty() {
        let found = shelf.around_here();
        if found.is_empty() {
            return Err(Fail::new("there is no pack in this folder")
                .note(format!("known packs are {}", listed(shelf.ids())))
                .help("name the folder of a pack, or a folder of packs"));
        }
        return Ok(found);
    }
    let mut packs: Packs = vec![];
    for typed in &args.packs {
        let folder = io.around.path(typed);
        let below = if is_pack(&folder) { vec![] } else { shelf.below(&folder) };
        let meant = if below.is_empty() { shelf.wanted(typed)? } else { below };
        for id in meant {
            if !packs.contains(&id) {
                packs.push(id);
            }
        }
    }
    Ok(packs)
}

/// Formats the files of a pack in memory.
fn look(pack: &str, shelf: &Shelf, found: &mut Found) -> Done<()> {
    let Some(folder) = shelf.folder(pack) else {
        return Err(Fail::new(format!("the pack `{pack}` comes with the program"))
            .help("name the folder of a pack of your own"));
    };
    let library = shelf.library();
    let places = Places::of_pack(&library, pack);
    let (mut sources, mut diags) = (Sources::default(), vec![]);
    let contents = library.contents(pack, &mut sources, &mut diags);
    for (path, text) in contents.into_iter().flat_map(|contents| contents.texts) {
        let Some(role) = Role::of(&path) else { continue };
        found.n_files += 1;
        let inside = format!("{pack}/{path}");
        let shown = shelf.shown(pack, &inside);
        let file = SourceFile { pack: pack.to_owned(), path: inside, text: text.clone() };
        let file = sources.add(file);
        match boardwright_format::format(&sources, file, role, &places) {
            Ok(after) if after == text => {}
            Ok(after) => {
                let path = folder.join(&path);
                found.changes.push(UnformattedFile { shown, path, before: text, after });
            }
            Err(Trouble::Unreadable(told)) => diags.extend(told),
            Err(Trouble::Changed) => found.mistakes.push(shown),
        }
    }
    found.report.add(shelf, &sources, &diags);
    Ok(())
}

fn write(change: &UnformattedFile, io: &Io) -> Done<()> {
    // A byte order mark is not part of the text that was read.
    let marked = format!("\u{feff}{}", change.before);
    let expected = [Stamp::of(change.before.as_bytes()), Stamp::of(marked.as_bytes())];
    let disk = &io.around.disk;
    disk.write_over(&change.path, change.after.as_bytes(), Expect::One(&expected)).map_err(
        |error| {
            Fail::new(format!("cannot write `{}`", change.shown))
                .note(error.to_string())
                .help("files before it in the list are formatted; run the command again")
        },
    )
}

fn show_diff(change: &UnformattedFile, io: &mut Io) -> Done<()> {
    let diff = TextDiff::from_lines(&change.before, &change.after);
    let diff = diff.unified_diff().header(&change.shown, &change.shown).to_string();
    for line in diff.lines() {
        let line = match line.as_bytes().first() {
            Some(b'-') => io.ink(Ink::Bad, line),
            Some(b'+') => io.ink(Ink::Good, line),
            _ => line.to_owned(),
        };
        writeln!(io.out, "{line}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;

//! `fix`: rewrites packs from an older version of the pack language to the current one.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use boardwright_fix::{Fixed, Left, PackDeclarations, RULES, Sort, Unreadable};
use boardwright_packs::library::{Library, MANIFEST};
use boardwright_syntax::diag::{Diagnostic, Format, render};
use boardwright_syntax::source::Sources;
use boardwright_syntax::yaml::{self, Node};

use crate::Global;
use crate::fail::{Done, Fail};
use crate::io::{Exit, Ink, Io, plural};
use crate::shelf::{Shelf, is_pack, pack_id, packs_below};

/// How many parent folders are searched for the pack of a folder or file.
const UP_MAX: usize = 6;
/// The mark that some editors put before UTF-8 text.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

const AFTER_HELP: &str = "\
Examples:
  boardwright fix                      the pack in this folder, or all packs below it
  boardwright fix packs/my-game        one pack
  boardwright fix content tests/packs  all packs below two folders
  boardwright fix --check              what would change; fails if there is anything
  boardwright fix --diff > 1.0.patch   the same as a unified diff
  boardwright fix --list               the rules

In scripts only ids and the names of functions are rewritten.";

/// Rewrites packs to the current pack language.
///
/// Only what a rule concerns is edited; comments, layout and quotes stay as they are. Where a rule
/// would have to guess, nothing is changed and the place is reported. A second run changes nothing.
#[derive(clap::Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct Args {
    /// Folders of packs, folders with packs below them, or single files.
    #[arg(value_name = "PACK")]
    packs: Vec<PathBuf>,
    /// Writes nothing; fails if something would change.
    #[arg(long)]
    check: bool,
    /// Writes nothing; prints what would change as a unified diff.
    #[arg(long)]
    diff: bool,
    /// Lists the rules.
    #[arg(long, conflicts_with_all = ["packs", "check", "diff"])]
    list: bool,
}

/// A file to process.
struct Target {
    path: PathBuf,
    /// Its path inside the pack.
    inside: String,
    /// The folder whose packs it may use.
    around: PathBuf,
    text: String,
}

/// How often a pack is checked for fields without `it`.
const FIELD_ROUNDS_MAX: usize = 8;

/// The results for all files.
#[derive(Default)]
struct Tally {
    n_changed: usize,
    n_same: usize,
    n_left: usize,
    n_unreadable: usize,
}

pub fn run(args: &Args, global: &Global, io: &mut Io) -> Done {
    if args.list {
        for rule in RULES {
            writeln!(io.out, "{:9} {}", rule.name, rule.about)?;
        }
        return Ok(Exit::Fine);
    }
    let shelf = Shelf::new(global, io)?;
    let mut tally = Tally::default();
    let targets = targets(args, io, &mut tally)?;
    let mut around = Around::new(&shelf);
    for target in &targets {
        let shown = io.around.shown(&target.path);
        let known = around.known(&target.around);
        let Some(sort) = Sort::of(&target.inside) else { continue };
        match boardwright_fix::fix(&shown, &target.text, sort, known) {
            Ok(fixed) => put(args, target, &shown, &fixed, io, &mut tally)?,
            Err(why) => unreadable(&shown, &why, io, &mut tally)?,
        }
    }
    fields(args, &targets, &shelf, io, &mut tally)?;
    summary(args, &tally, io)?;
    let is_open = tally.n_left + tally.n_unreadable > 0 || (args.check && tally.n_changed > 0);
    Ok(if is_open { Exit::Problems } else { Exit::Fine })
}

/// Writes `it.` before bare fields, in packs that otherwise use the current language.
fn fields(
    args: &Args,
    targets: &[Target],
    shelf: &Shelf,
    io: &mut Io,
    tally: &mut Tally,
) -> Done<()> {
    let is_dry = args.check || args.diff;
    let packs: BTreeSet<PathBuf> = targets.iter().filter_map(|it| pack_around(&it.path)).collect();
    for pack in packs {
        let Some(id) = pack_id(&pack) else { continue };
        let mut library = shelf.library();
        library.add_folder(pack.parent().unwrap_or(&pack));
        library.add_pack(&id, &pack);
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for _ in 0..FIELD_ROUNDS_MAX {
            let found = boardwright_fix::bare_fields(&library, &id);
            if found.places.is_empty() || is_dry {
                if !found.left.is_empty() {
                    tally.n_left += found.left.len();
                    print_diagnostics(&found.left, &found.sources, io)?;
                }
                counts.extend(found.places.into_iter().map(|(file, at)| (file, at.len())));
                break;
            }
            for (inside, places) in found.places {
                let path = pack.join(&inside);
                let shown = io.around.shown(&path);
                let mut text = one_file(&path, &shown)?.text;
                places.iter().rev().for_each(|at| text.insert_str(*at, "it."));
                write_back(&path, &text, &shown, io)?;
                *counts.entry(inside).or_default() += places.len();
            }
        }
        for (inside, n) in counts {
            tally.n_changed += 1;
            let shown = io.around.shown(&pack.join(inside));
            let word = io.ink(Ink::Good, if is_dry { "would fix" } else { "fixed" });
            writeln!(io.err, "{word} {shown}: it {n}")?;
        }
    }
    Ok(())
}

fn put(
    args: &Args,
    target: &Target,
    shown: &str,
    fixed: &Fixed,
    io: &mut Io,
    tally: &mut Tally,
) -> Done<()> {
    let is_dry = args.check || args.diff;
    if fixed.text == target.text {
        tally.n_same += 1;
    } else {
        tally.n_changed += 1;
        if args.diff {
            write!(io.out, "{}", boardwright_fix::diff(shown, &target.text, &fixed.text))?;
        }
        if !is_dry {
            write_back(&target.path, &fixed.text, shown, io)?;
        }
        let word = io.ink(Ink::Good, if is_dry { "would fix" } else { "fixed" });
        let counts: Vec<String> =
            fixed.counts.iter().map(|(name, n)| format!("{name} {n}")).collect();
        let line = format!("{word} {shown}: {}", counts.join(", "));
        match args.diff {
            true => writeln!(io.err, "{line}")?,
            false => writeln!(io.out, "{line}")?,
        }
    }
    tally.n_left += fixed.left.len();
    for left in &fixed.left {
        let Left { before, after, message, help, .. } = left;
        let (line, column) = if is_dry { before } else { after };
        let head = io.ink(Ink::Bad, "by hand");
        writeln!(io.err, "{head} {shown}:{line}:{column}: {message}\n  help: {help}")?;
    }
    Ok(())
}

fn write_back(path: &Path, text: &str, shown: &str, io: &Io) -> Done<()> {
    let had_mark = fs::read(path).is_ok_and(|bytes| bytes.starts_with(BYTE_ORDER_MARK));
    let mark = if had_mark { BYTE_ORDER_MARK } else { &[] };
    let bytes = [mark, text.as_bytes()].concat();
    io.around.disk.write(path, bytes).map_err(|error| {
        let help = error.way_out();
        Fail::new(format!("cannot write `{shown}`")).note(error.to_string()).help(help)
    })
}

fn unreadable(shown: &str, why: &Unreadable, io: &mut Io, tally: &mut Tally) -> Done<()> {
    tally.n_unreadable += 1;
    match why.by {
        None => print_diagnostics(&why.diags, &why.sources, io)?,
        Some(rule) => {
            let head = io.ink(Ink::Bad, "by hand");
            writeln!(
                io.err,
                "{head} {shown}: the rule `{rule}` would break this file, so it is left as it is\n  \
                 help: rewrite it by hand, and tell the authors of this program about it"
            )?;
        }
    }
    Ok(())
}

fn print_diagnostics(diags: &[Diagnostic], sources: &Sources, io: &mut Io) -> Done<()> {
    let text =
        render(diags, sources, Format::Human { colour: io.colour && io.around.err_is_terminal });
    Ok(writeln!(io.err, "{}", text.trim_end())?)
}

fn summary(args: &Args, tally: &Tally, io: &mut Io) -> Done<()> {
    let would = if args.check || args.diff { "to change" } else { "changed" };
    let mut parts = vec![
        format!("{} {would}", plural(tally.n_changed, "file")),
        format!("{} as before", tally.n_same),
    ];
    if tally.n_left > 0 {
        parts.push(format!("{} to rewrite by hand", plural(tally.n_left, "place")));
    }
    if tally.n_unreadable > 0 {
        parts.push(format!("{} left alone", tally.n_unreadable));
    }
    Ok(writeln!(io.err, "{}", parts.join(", "))?)
}

/// Lists all files to process.
fn targets(args: &Args, io: &mut Io, tally: &mut Tally) -> Done<Vec<Target>> {
    let mut found: BTreeMap<PathBuf, Target> = BTreeMap::new();
    let typed = match args.packs.is_empty() {
        true => vec![around_here(io)?],
        false => args.packs.iter().map(|typed| io.around.path(typed)).collect(),
    };
    for path in typed {
        let shown = io.around.shown(&path);
        let targets = if path.is_file() {
            vec![one_file(&path, &shown)?]
        } else {
            let packs = packs_below(&path);
            if packs.is_empty() {
                let fail = match path.is_dir() {
                    true => Fail::new(format!("there is no pack in the folder `{shown}`"))
                        .note(format!("a folder is a pack when it has a `{MANIFEST}`")),
                    false => Fail::new(format!("there is no folder `{shown}`"))
                        .note("packs that come with the program cannot be rewritten"),
                };
                return Err(fail.help("give the folder of a pack, or one with packs below it"));
            }
            let mut all = vec![];
            for pack in packs {
                all.extend(files_of(&pack, io, tally)?);
            }
            all
        };
        found.extend(targets.into_iter().map(|target| (target.path.clone(), target)));
    }
    Ok(found.into_values().collect())
}

/// The pack that contains the current folder, or the folder itself.
fn around_here(io: &Io) -> Done<PathBuf> {
    let here = &io.around.here;
    Ok(pack_around(here).unwrap_or_else(|| here.clone()))
}

fn pack_around(path: &Path) -> Option<PathBuf> {
    path.ancestors().take(UP_MAX).find(|folder| is_pack(folder)).map(Path::to_path_buf)
}

fn one_file(path: &Path, shown: &str) -> Done<Target> {
    let fail = |why: String| Fail::new(format!("cannot read `{shown}`")).note(why);
    let bytes = fs::read(path).map_err(|error| fail(error.to_string()))?;
    let text = yaml::decode(&bytes)
        .map_err(|why| fail(format!("it is not UTF-8 text on line {}", why.line)))?;
    let pack = pack_around(path);
    let inside = pack.as_ref().and_then(|pack| path.strip_prefix(pack).ok());
    let inside = inside.map(|path| path.to_string_lossy().replace('\\', "/"));
    let inside = inside.unwrap_or_else(|| "game.yaml".to_owned());
    let around = pack.as_deref().unwrap_or(path).parent().unwrap_or(path).to_path_buf();
    Ok(Target { path: path.to_path_buf(), inside, around, text })
}

fn files_of(pack: &Path, io: &mut Io, tally: &mut Tally) -> Done<Vec<Target>> {
    let around = pack.parent().unwrap_or(pack).to_path_buf();
    let (texts, sources, diags) = contents(pack, &io.around.shown(pack));
    if !diags.is_empty() {
        tally.n_unreadable += diags.len();
        print_diagnostics(&diags, &sources, io)?;
    }
    let files = texts.into_iter().filter(|(inside, _)| Sort::of(inside).is_some());
    let target = |(inside, text): (String, String)| Target {
        path: pack.join(&inside),
        inside,
        around: around.clone(),
        text,
    };
    Ok(files.map(target).collect())
}

type Texts = Vec<(String, String)>;

/// The texts of a pack, and problems reading them.
fn contents(folder: &Path, shown: &str) -> (Texts, Sources, Vec<Diagnostic>) {
    let mut library = Library::new();
    library.add_pack(shown, folder);
    texts_in(&library, shown)
}

fn texts_in(library: &Library, id: &str) -> (Texts, Sources, Vec<Diagnostic>) {
    let (mut sources, mut diags) = (Sources::default(), vec![]);
    let contents = library.contents(id, &mut sources, &mut diags);
    (contents.map(|contents| contents.texts).unwrap_or_default(), sources, diags)
}

/// What the packs of each folder can refer to.
struct Around {
    /// The packs that are always available, by id.
    base: Vec<(String, Roots)>,
    folders: BTreeMap<PathBuf, PackDeclarations>,
}

/// The roots of files with sections.
type Roots = Vec<Arc<Node>>;

impl Around {
    /// Loads the packs that come with the program or were named for all commands.
    fn new(shelf: &Shelf) -> Self {
        let library = shelf.library();
        let base = library.ids().map(|id| (id.to_owned(), roots(texts_in(&library, id).0)));
        Self { base: base.collect(), folders: BTreeMap::new() }
    }

    /// What the packs in a folder declare, plus those always available. A pack in the folder takes
    /// precedence over another of the same id.
    fn known(&mut self, folder: &Path) -> &PackDeclarations {
        let base = &self.base;
        self.folders.entry(folder.to_path_buf()).or_insert_with(|| {
            let entries = fs::read_dir(folder).into_iter().flatten().flatten();
            let beside = entries.map(|entry| entry.path()).filter(|pack| is_pack(pack));
            let mut packs: BTreeMap<String, Roots> = base.iter().cloned().collect();
            packs.extend(beside.filter_map(|pack| {
                let id = pack.file_name()?.to_str()?.to_owned();
                Some((id, roots(contents(&pack, "pack").0)))
            }));
            let mut known = PackDeclarations::default();
            packs.into_values().flatten().for_each(|root| known.add(root));
            known
        })
    }
}

fn roots(texts: Texts) -> Roots {
    let files = texts.iter().filter(|(path, _)| Sort::of(path) == Some(Sort::Rules));
    files.filter_map(|(path, text)| boardwright_fix::read(path, text).ok()).collect()
}

//! `schema`: JSON Schema, for completion and hover in editors.

use std::path::{Path, PathBuf};

use crate::Global;
use crate::fail::{Done, Fail};
use crate::io::{Exit, Ink, Io, listed};
use crate::problems::{Form, Report};
use crate::shelf::Shelf;
use boardwright_docs::Generated;
use boardwright_play::game;

const AFTER_HELP: &str = "\
Examples:
  boardwright schema --out .schema     write all of them to a folder
  boardwright schema game              print one
  boardwright schema --luau hello      print what scripts of a pack see, for luau-lsp
  boardwright schema --luau hello --out .   write that as `hello.d.luau`

An editor with a YAML language server reads a first line such as
  # yaml-language-server: $schema=../.schema/game.schema.json";

/// Writes JSON Schema for editors, and definitions for Luau.
///
/// Editors that support JSON Schema complete keys, show their meaning and mark errors while you
/// type. Without `--out`, the schemas are listed, or the named one is printed.
#[derive(clap::Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct Args {
    /// The schema to print.
    name: Option<String>,
    /// The folder for all schemas.
    #[arg(long, value_name = "DIR", conflicts_with = "name")]
    out: Option<PathBuf>,
    /// Prints what scripts of this pack see, as definitions for luau-lsp; `--out` writes them.
    #[arg(long, value_name = "PACK", conflicts_with = "name")]
    luau: Option<String>,
}

pub fn run(args: &Args, global: &Global, io: &mut Io) -> Done {
    if let Some(pack) = &args.luau {
        return luau(pack, args, global, io);
    }
    let all = schemas();
    if let Some(folder) = &args.out {
        return write_all(&all, &io.around.path(folder), io);
    }
    let names: Vec<&str> = all.iter().map(|(name, _)| name.as_str()).collect();
    match &args.name {
        None => {
            for name in &names {
                writeln!(io.out, "{name}")?;
            }
            writeln!(
                io.out,
                "\n`--out DIR` writes all of them, `boardwright schema NAME` prints one"
            )?;
        }
        Some(wanted) => match all.iter().find(|(name, _)| name == wanted) {
            Some((_, file)) => write!(io.out, "{}", file.text)?,
            None => {
                return Err(Fail::new(format!("there is no schema `{wanted}`"))
                    .help(format!("there are {}", listed(names))));
            }
        },
    }
    Ok(Exit::Fine)
}

/// The schemas by their short names: `game`, `pack`.
fn schemas() -> Vec<(String, Generated)> {
    let name = |file: &Generated| {
        let last = file.path.rsplit('/').next()?;
        last.strip_suffix(".schema.json").map(str::to_owned)
    };
    boardwright_docs::all().into_iter().filter_map(|file| Some((name(&file)?, file))).collect()
}

fn write_all(all: &[(String, Generated)], folder: &Path, io: &mut Io) -> Done {
    for (name, file) in all {
        write_one(folder, &format!("{name}.schema.json"), &file.text, io)?;
    }
    Ok(Exit::Fine)
}

fn write_one(folder: &Path, name: &str, text: &str, io: &mut Io) -> Result<(), Fail> {
    let path = folder.join(name);
    let shown = io.around.shown(&path);
    let disk = &io.around.disk;
    disk.make_folder(folder).and_then(|()| disk.write(&path, text)).map_err(|error| {
        Fail::new(format!("cannot write `{shown}`"))
            .note(error.to_string())
            .help("give a folder you may write to")
    })?;
    writeln!(io.out, "{} {shown}", io.ink(Ink::Good, "wrote"))?;
    Ok(())
}

/// The definitions for scripts of a pack.
fn luau(pack: &str, args: &Args, global: &Global, io: &mut Io) -> Done {
    let mut shelf = Shelf::new(global, io)?;
    let packs = shelf.wanted(pack)?;
    let ids: Vec<&str> = packs.iter().map(String::as_str).collect();
    let text = match game::script_types(&shelf.library(), &ids) {
        Ok(text) => text,
        Err(opened) => {
            let mut report = Report::default();
            report.add(&shelf, &opened.sources, &opened.diags);
            let colour = io.colour && io.around.err_is_terminal;
            write!(io.err, "{}", report.text(Form::Human, colour))?;
            return Ok(Exit::Problems);
        }
    };
    match &args.out {
        None => write!(io.out, "{text}")?,
        Some(folder) => {
            let folder = io.around.path(folder);
            write_one(&folder, &format!("{}.d.luau", ids.join("+")), &text, io)?;
        }
    }
    Ok(Exit::Fine)
}

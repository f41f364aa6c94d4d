//! `diff`: shows in words what packs change in the rules of a game.

mod human;

use boardwright_docs::diff::{RulesDiff, diff, markdown};
use boardwright_packs::layer::{self, Loaded};
use boardwright_syntax::diag::Level;
use boardwright_syntax::yaml;
use clap::ValueEnum;

use crate::Global;
use crate::args::With;
use crate::fail::{Done, Fail};
use crate::io::{Exit, Io};
use crate::problems::{self, Report};
use crate::shelf::{Packs, Shelf};

const AFTER_HELP: &str = "\
Examples:
  boardwright diff hello --with hello-market-day          what the variant changes
  boardwright diff hello-market-day                       the same: it extends hello
  boardwright diff hello --with my-variant --format markdown > CHANGES.md";

/// Shows in words what packs change in the rules of a game.
///
/// Old and new rules are side by side, with the pack that made the change and its place.
#[derive(clap::Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct Args {
    /// The game: an id or a folder; `a+b` are packs used together.
    #[arg(value_name = "PACK")]
    pack: String,
    #[command(flatten)]
    with: With,
    /// The output format.
    #[arg(long, value_enum, value_name = "FORM", default_value_t)]
    format: Form,
}

/// The format of a difference.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Form {
    /// For people, in a terminal.
    #[default]
    Human,
    /// One JSON object.
    Json,
    /// A page to keep beside the rules.
    Markdown,
}

pub fn run(args: &Args, global: &Global, io: &mut Io) -> Done {
    let mut shelf = Shelf::new(global, io)?;
    let (game, all) = packs(args, &mut shelf)?;
    let (before, after) = (load(&shelf, &game), load(&shelf, &all));
    for loaded in [&before, &after] {
        if loaded.diags.iter().any(|diag| diag.level == Level::Error) {
            let mut report = Report::default();
            report.add(&shelf, &loaded.sources, &loaded.diags);
            let colour = io.colour && io.around.err_is_terminal;
            write!(io.err, "{}", report.text(problems::Form::Human, colour))?;
            return Ok(Exit::Problems);
        }
    }
    let mut diff = diff(&before, &after);
    shown_places(&mut diff, &shelf);
    let text = match args.format {
        Form::Human => human::text(&diff, io.colour),
        Form::Markdown => markdown(&diff),
        Form::Json => {
            let text = serde_json::to_string_pretty(&diff);
            text.map_err(|error| Fail::new("cannot write JSON").note(error.to_string()))? + "\n"
        }
    };
    io.out.write_all(text.as_bytes())?;
    Ok(Exit::Fine)
}

/// The packs before and after. A single pack is compared with what it extends.
fn packs(args: &Args, shelf: &mut Shelf) -> Done<(Packs, Packs)> {
    let game = shelf.wanted(&args.pack)?;
    let all = shelf.wanted_all(args.with.on(&args.pack))?;
    if all.len() > game.len() {
        return Ok((game, all));
    }
    let manifests = shelf.manifests();
    let below = game.iter().filter_map(|id| manifests.get(id.split('@').next()?));
    let mut below: Packs = below.flat_map(|it| &it.extends).map(|it| it.id.clone()).collect();
    below.sort();
    below.dedup();
    match below.is_empty() {
        true => Err(Fail::new(format!("`{}` extends nothing it could differ from", args.pack))
            .help(format!("name what is added: `boardwright diff {} --with PACK`", args.pack))),
        false => Ok((below, all)),
    }
}

fn load(shelf: &Shelf, packs: &Packs) -> Loaded {
    let ids: Vec<&str> = packs.iter().map(String::as_str).collect();
    layer::load(&shelf.library(), &ids, &yaml::read)
}

/// Makes file paths relative to the current folder.
fn shown_places(diff: &mut RulesDiff, shelf: &Shelf) {
    for item in diff.groups.iter_mut().flat_map(|group| &mut group.items) {
        for by in &mut item.by {
            by.file = shelf.shown(&by.pack, &by.file);
        }
    }
}

#[cfg(test)]
mod tests;

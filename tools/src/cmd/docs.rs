//! `docs`: the reference of the pack language, or the rules of one pack.

use boardwright_compile::listing::listing;
use boardwright_play::game;

use crate::Global;
use crate::fail::{Done, Fail};
use crate::io::{Exit, Io};
use crate::problems::{Form, Report};
use crate::shelf::Shelf;

const AFTER_HELP: &str = "\
Examples:
  boardwright docs                    every section, step, expression and code
  boardwright docs hello              the entries of a pack: names, texts, abilities
  boardwright docs hello --code       what the engine runs
  boardwright docs > REFERENCE.md";

/// Prints the reference of the pack language, or the rules of one pack.
///
/// Both are Markdown.
#[derive(clap::Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct Args {
    /// The pack: an id or a folder; `a+b` are packs used together.
    #[arg(value_name = "PACK")]
    pack: Option<String>,
    /// Further packs on top; can be repeated.
    #[arg(long, value_name = "PACK", requires = "pack")]
    with: Vec<String>,
    /// Names and texts in another language, as far as the packs are translated.
    #[arg(long, value_name = "LANGUAGE", requires = "pack")]
    language: Option<String>,
    /// Prints the compiled steps of the pack: the code the engine runs.
    #[arg(long, requires = "pack")]
    code: bool,
}

pub fn run(args: &Args, global: &Global, io: &mut Io) -> Done {
    let Some(pack) = &args.pack else {
        let page =
            boardwright_docs::all().into_iter().find(|file| file.path.ends_with("REFERENCE.md"));
        let page = page.ok_or_else(|| Fail::new("this build has no reference page"))?;
        write!(io.out, "{}", page.text)?;
        return Ok(Exit::Fine);
    };
    let mut shelf = Shelf::new(global, io)?;
    let packs = shelf.wanted_all([pack].into_iter().chain(&args.with))?;
    let ids: Vec<&str> = packs.iter().map(String::as_str).collect();
    let opened = match args.language.as_deref() {
        None => game::check(&shelf.library(), &ids),
        language => game::open_in(&shelf.library(), &ids, None, &[], language),
    };
    let Some(game) = &opened.game else {
        let mut report = Report::default();
        report.add(&shelf, &opened.sources, &opened.diags);
        write!(io.err, "{}", report.text(Form::Human, io.colour && io.around.err_is_terminal))?;
        return Ok(Exit::Problems);
    };
    let text =
        if args.code { listing(&game.def) } else { boardwright_docs::pack_docs(&game.loaded) };
    write!(io.out, "{text}")?;
    Ok(Exit::Fine)
}

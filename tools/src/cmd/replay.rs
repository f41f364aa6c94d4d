//! `replay`: plays a saved game again and tells it.

use boardwright_pack::save::{Save, replay};
use boardwright_pack::session::Session;

use super::play::{load, opened};
use crate::Global;
use crate::fail::{Done, Fail};
use crate::io::{Exit, Ink, Io, plural};
use crate::shelf::Shelf;
use crate::table;

const AFTER_HELP: &str = "\
Examples:
  boardwright replay hello-7.save.json           the whole game
  boardwright replay hello-7.save.json --to 12   up to the twelfth choice, then the table
  boardwright replay my.save.json --content packs";

/// Plays a saved game again, telling it aloud.
///
/// After each choice the state is compared with the one that was saved, so a pack or program that
/// plays differently is found at once.
#[derive(clap::Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct Args {
    /// The file of the saved game.
    file: String,
    /// Stops after so many choices and shows the table.
    #[arg(long, value_name = "N")]
    to: Option<usize>,
}

pub fn run(args: &Args, global: &Global, io: &mut Io) -> Done {
    let save = load(&args.file, io)?.save;
    let mut shelf = Shelf::new(global, io)?;
    let ids: Vec<String> = save.lock.packs.iter().map(|pack| pack.id.clone()).collect();
    let packs = shelf.wanted_all(&ids)?;
    let opened = opened(&shelf, &packs, Some(save.players), &save.typed_options(), None, io)?;
    let Some(game) = opened else { return Ok(Exit::Problems) };
    let differences = save.differences(&game);
    for told in &differences {
        writeln!(io.err, "note: {told}")?;
    }
    if args.to.is_some_and(|to| to > save.choices.len()) {
        let n = plural(save.choices.len(), "choice");
        return Err(Fail::new(format!("the saved game has {n}")).help("give `--to` at most that"));
    }
    match replay(&game, &save) {
        Ok(session) => tell(args, &save, session, io),
        Err(error) => {
            writeln!(io.err, "{}: {error}", io.ink(Ink::Bad, "error"))?;
            if !differences.is_empty() {
                writeln!(io.err, "  help: use the packs as they were when it was saved")?;
            }
            Ok(Exit::Problems)
        }
    }
}

fn tell(args: &Args, save: &Save, mut session: Session, io: &mut Io) -> Done {
    let to = args.to.unwrap_or(save.choices.len());
    for _ in to..save.choices.len() {
        session.step_back().map_err(Fail::new)?;
    }
    let mut n_choices = 0;
    for line in session.log() {
        if line.is_choice {
            n_choices += 1;
            let number = io.ink(Ink::Dim, format!("{n_choices:>4}"));
            writeln!(io.out, "{number}  {}", line.text)?;
        } else {
            writeln!(io.out, "      {}", io.ink(Ink::Dim, &line.text))?;
        }
    }
    writeln!(io.out)?;
    let def = &session.game.def;
    let world = &session.table().state().world;
    if session.is_over() {
        let standings = session.standings();
        let tie = table::Tie::of(session.game, &standings);
        write!(io.out, "{}", table::sheet(def, &standings, tie.as_ref(), io.colour))?;
    } else if let Some(seat) = session.seat() {
        let look = table::Look { mark: "to choose", width: io.around.columns(), colour: io.colour };
        let drawn = table::draw(session.game, world, seat, table::Part::Main, look);
        write!(io.out, "{drawn}")?;
        writeln!(io.out, "\n{} is asked: {}", session.seat_id(seat), session.question())?;
    }
    let n = plural(n_choices, "choice");
    writeln!(io.out, "{}", io.ink(Ink::Good, format!("{n} played again, every state the same")))?;
    Ok(Exit::Fine)
}

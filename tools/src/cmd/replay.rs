//! `replay`: replays a saved game and shows it.

use boardwright_play::game::Game;
use boardwright_play::save::{Save, replay};
use boardwright_play::session::Session;

use super::play::{again, change_report, is_changed, load, packs_of, reopened};
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

/// Replays a saved game and shows what happens.
///
/// After each choice the state is compared with the saved one, so a program that plays differently
/// is noticed at once. If the packs have changed since, the game is replayed under the current
/// rules: the output shows at which choice it diverges, why, and which numbers then differ, and the
/// exit code is 1. It is 0 if every choice is still offered and no public number differs.
#[derive(clap::Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct Args {
    /// The file of the saved game.
    file: String,
    /// Stops after this many choices and shows the table.
    #[arg(long, value_name = "N")]
    to: Option<usize>,
}

pub fn run(args: &Args, global: &Global, io: &mut Io) -> Done {
    let save = load(&args.file, io)?.save;
    let mut shelf = Shelf::new(global, io)?;
    let packs = packs_of(&save, &mut shelf)?;
    let Some(game) = reopened(&shelf, &packs, &save, None, io)?.game else {
        return Ok(Exit::Problems);
    };
    if args.to.is_some_and(|to| to > save.choices.len()) {
        let n = plural(save.choices.len(), "choice");
        return Err(Fail::new(format!("the saved game has {n}")).help("give `--to` at most that"));
    }
    match replay(&game, &save) {
        Ok(session) => {
            for told in &save.differences(&game) {
                writeln!(io.err, "note: {told}")?;
            }
            let n = plural(args.to.unwrap_or(save.choices.len()), "choice");
            show_game(args, session, io)?;
            let told = format!("{n} played again, every state the same");
            writeln!(io.out, "{}", io.ink(Ink::Good, told))?;
            Ok(Exit::Fine)
        }
        Err(_) if is_changed(&save, &game) => other_rules(args, &game, &save, io),
        Err(error) => {
            writeln!(io.err, "{}: {error}", io.ink(Ink::Bad, "error"))?;
            writeln!(io.err, "  help: the file was changed after it was written")?;
            Ok(Exit::Problems)
        }
    }
}

/// Replays the game under the current rules, as far as that goes.
fn other_rules(args: &Args, game: &Game, save: &Save, io: &mut Io) -> Done {
    let again = again(game, save)?;
    let report = change_report(&again, save, io);
    let goes_on = again.stop.is_none() && again.first_change.is_none() && again.changes.is_some();
    show_game(args, again.session, io)?;
    write!(io.out, "{report}")?;
    Ok(if goes_on { Exit::Fine } else { Exit::Problems })
}

/// Shows the game, or the requested part of it, and the table at that point.
fn show_game(args: &Args, mut session: Session, io: &mut Io) -> Done<()> {
    let n_choices = session.choices().count();
    for _ in args.to.unwrap_or(n_choices)..n_choices {
        session.step_back().map_err(Fail::new)?;
    }
    let mut n_choices = 0;
    for line in session.log() {
        if line.is_choice {
            n_choices += 1;
            let number = io.ink(Ink::Dim, format!("{n_choices:>4}"));
            writeln!(io.out, "{number}  {}", line.text)?;
        } else if line.is_mark {
            writeln!(io.out, "      {}", io.ink(Ink::Bad, &line.text))?;
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
        let drawn = table::draw(session.game, world, seat, table::TablePart::Main, look);
        write!(io.out, "{drawn}")?;
        writeln!(io.out, "\n{} is asked: {}", session.seat_id(seat), session.question())?;
    }
    Ok(())
}

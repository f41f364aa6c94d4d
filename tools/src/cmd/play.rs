//! `play`: a game in the terminal, line by line.

mod back;
mod changed;
mod hand_over;
mod line;
mod output;
mod record;
mod saving;
mod score;
mod seats;
mod store;
mod turn;
mod why;
mod window;

use std::sync::{Arc, Mutex};
use std::time::{SystemTime, UNIX_EPOCH};

use boardwright_bots::Spec;
use boardwright_lab::simulate::log::{self, Head};
use boardwright_play::game::{self, Game, Opened};
use boardwright_play::save::{Save, replay};
use boardwright_play::session::Session;
use boardwright_rules::id::SeatId;
use boardwright_syntax::diag::codes::scenario as codes;
use boardwright_syntax::diag::{Diagnostic, Level};
use boardwright_text::Speaks;

use crate::Global;
use crate::args::{Seating, With};
use crate::fail::{Done, Fail};
use crate::interrupt;
use crate::io::{Exit, Ink, Io};
use crate::problems::{Form, Report};
use crate::shelf::{Packs, Shelf};
use crate::simulation::Folder;
pub use changed::{again, change_report, is_changed, packs_of};
use seats::Seats;
use store::{Commands, Loaded, free_beside, option, quoted};
pub use store::{Store, load};
use turn::Playing;

/// Random seeds stay below this, so that they can be read out and typed.
const SEED_MAX: u128 = 1_000_000;

/// The longest wait after a choice, in milliseconds.
const PACE_MAX: u64 = 10_000;

const AFTER_HELP: &str = "\
Examples:
  boardwright play hello                          you against a bot
  boardwright play hello --players 3 --seed 7     three seats, a game that can be repeated
  boardwright play hello --bots greedy            you against a bot that plans its turn
  boardwright play hello --seats human,human      two people at one keyboard
  boardwright play hello --watch                  bots on all seats
  boardwright play hello --with my-variant --option size=4
  boardwright play hello --resume hello-7.save.json
  boardwright play hello --with my-variant --resume hello-7.save.json

While playing, type the number or the beginning of an option; `help` lists the commands. `why` tells
why something is not offered, `why coal` or `why p2 points` why a number on the table is what it is,
with all that changed it and where the rules say so, and `why last` why something happened. A game that
nobody named is saved under a name of its own. Ctrl-C, SIGTERM and a closed terminal save it too; the
exit code is then 130, 143 or 129. `undo!` takes back what `undo` refuses to, such as what revealed a
card: log and save say so from then on, and the same cards come again. `score` shows the score if the
game ended now. Where people share the keyboard and have secrets, the screen is cleared between them.

In a terminal the table is drawn in its place, as much of it as fits; `show NAME` shows the rest,
`news` what happened since your last decision. With `--scroll` everything is written line after line.";

/// Plays a game in the terminal.
///
/// It shows the table, asks, and reports what happens. Seat 1 is you, the others are bots that
/// choose at random, unless `--bots` or `--seats` says otherwise. Decisions with a single option
/// are made for you, and shown.
#[derive(clap::Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct Args {
    /// The pack: an id or a folder; `a+b` are packs used together.
    #[arg(value_name = "PACK", required_unless_present = "resume")]
    pack: Option<String>,
    #[command(flatten)]
    with: With,
    #[command(flatten)]
    seating: Seating,
    /// The players: `human` or a bot for each seat.
    #[arg(long, value_name = "WHO,...", value_delimiter = ',')]
    seats: Vec<seats::Who>,
    /// The bots on the seats that are not yours, in order: `random` by default, `first`, `greedy`,
    /// `mcts:1000` (iterations), `mcts:200ms` (milliseconds).
    ///
    /// If given, these bots also play on for you when the input ends without a terminal.
    #[arg(long, value_name = "BOT,...", value_delimiter = ',', conflicts_with = "seats")]
    bots: Vec<Spec>,
    /// Puts bots on all seats: a game to watch.
    #[arg(long, conflicts_with = "seats")]
    watch: bool,
    /// Milliseconds to wait after each choice of a bot, so that you can follow; 0 for none.
    #[arg(long, value_name = "MS", default_value_t = 150)]
    pace: u64,
    /// The seed: the same seed gives the same shuffles.
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// The file `save` and `quit` write to. An existing file is not overwritten, unless the game
    /// was resumed from it.
    #[arg(long, value_name = "FILE")]
    save: Option<String>,
    /// Continues a saved game.
    ///
    /// If its packs have changed since, or others are named, the game is replayed under the current
    /// rules until a choice is no longer offered. Changes and differences are reported; the game
    /// continues from there, in another file.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["players", "seed", "options"])]
    resume: Option<String>,
    /// Names and texts in another language, as far as the packs are translated.
    #[arg(long, value_name = "LANGUAGE")]
    language: Option<String>,
    /// Writes line after line even in a terminal, instead of redrawing the table in place.
    #[arg(long)]
    scroll: bool,
    /// Asks even if there is only one option.
    #[arg(long)]
    ask_all: bool,
    /// Shows the output of scripts.
    #[arg(long)]
    debug: bool,
    /// Writes every decision and event to a folder when the game ends or is left.
    #[arg(long, value_name = "DIR")]
    log: Option<String>,
}

pub fn run(args: &Args, global: &Global, io: &mut Io) -> Done {
    let mut shelf = Shelf::new(global, io)?;
    let loaded = args.resume.as_ref().map(|file| load(file, io)).transpose()?;
    let (saved, stamp) = match loaded {
        Some(Loaded { save, stamp }) => (Some(save), Some(stamp)),
        None => (None, None),
    };
    let packs = packs(args, saved.as_ref(), &mut shelf)?;
    let players = match &saved {
        Some(_) => None,
        None => seats::how_many(args.seating.players, &args.seats)?,
    };
    let options = args.seating.options.clone();
    let language = args.language.as_deref();
    let opened = match &saved {
        Some(save) => reopened(&shelf, &packs, save, language, io)?,
        None => with_notes(&shelf, &packs, players, &options, language, io)?,
    };
    let Some(game) = opened.game else { return Ok(Exit::Problems) };
    if args.debug {
        game.scripts.listen();
    }
    let mut seats = Seats::new(&game, &args.seats, &args.bots)?;
    let first_bot = args.bots.first().copied().map(seats::Who::Bot);
    if args.watch {
        seats.leave_to(first_bot.unwrap_or(seats::Who::Bot(Spec::Random)));
    }
    // If the packs have changed, the saved game is replayed instead of resumed.
    let changed = saved.as_ref().filter(|save| changed::is_changed(save, &game));
    let again = match changed {
        Some(save) => Some((save, changed::again(&game, save)?)),
        None => None,
    };
    // Before the first line: nobody should play for an hour and only then see the error.
    let log = args.log.as_deref().map(|typed| Folder::new(typed, io)).transpose()?;
    let pack_typed = args.pack.clone().unwrap_or_else(|| packs.join("+"));
    let from = args.resume.as_ref().map(|file| match again {
        Some(_) => free_beside(file, io),
        None => file.clone(),
    });
    let file = args.save.clone().or(from);
    // The file that is resumed belongs to this session, any other does not.
    let stamp = stamp.filter(|_| again.is_none());
    let resumes = |file: &String| Some(io.around.path(file)) == resumed_path(args, io);
    let stamp = stamp.filter(|_| file.as_ref().is_some_and(resumes));
    let commands = commands(args, global, &shelf, &pack_typed, &packs, io);
    let report = again.as_ref().map(|(save, again)| changed::change_report(again, save, io));
    let stands = again.as_ref().is_some_and(|(_, again)| again.stop.is_some());
    let session = match (again, &saved) {
        (Some((_, again)), _) => again.session,
        (None, Some(save)) => resumed(&game, save)?,
        (None, None) => started(&game, args.seed.unwrap_or_else(some_seed))?,
    };
    let store = Store::new(file, &pack_typed, session.seed(), stamp, commands, io);
    if store.is_named() && store.is_taken() {
        let file = store.file();
        return Err(Fail::new(format!("`{file}` already exists and is left as it is")).help(
            format!("{} goes on with that game; or name another file", option("--resume", file)),
        ));
    }
    head(&game, &session, io)?;
    notices(&opened.diags, io)?;
    let report = report.zip(args.resume.as_ref()).map(|(report, file)| {
        let phrase = "`{0}` stays as it is; this game will be saved in `{1}`";
        format!("{report}{}\n", game.def.language().say(phrase, &[file, &store.file()]))
    });
    let pace = std::time::Duration::from_millis(args.pace.min(PACE_MAX));
    let stand_in = first_bot.filter(|_| !io.around.input_is_terminal);
    let ask_all = args.ask_all;
    let store = Arc::new(Mutex::new(store));
    let mut playing = Playing {
        session,
        seats,
        store,
        unkept: false,
        ask_all,
        stands,
        pace,
        stand_in,
        shown: None,
        untold: None,
        looking: None,
        handed: 0,
        faults: 0,
        mark: None,
        window: window::Window::new(args.scroll),
    };
    if let Some(report) = report {
        playing.quietly(io, |_, io| Ok(write!(io.out, "{report}")?))?;
    }
    interrupt::save_game(&io.around);
    let exit = playing.run(io).map_err(|fail| playing.broken_off(fail))?;
    let exit = if playing.faults > 0 { exit.max(Exit::Problems) } else { exit };
    if playing.faults > 0 {
        let times = match playing.faults {
            1 => "once".to_owned(),
            n => format!("{n} times"),
        };
        let (seed, players) = (playing.session.seed(), game.players);
        let told = format!("a script failed {times} in this game (seed {seed}, {players} players)");
        writeln!(io.err, "{}", io.ink(Ink::Bad, told))?;
    }
    if let Some(log) = &log {
        let file = logged(&playing, log)?;
        writeln!(io.out, "the log is in `{file}`")?;
    }
    Ok(exit)
}

fn resumed_path(args: &Args, io: &Io) -> Option<std::path::PathBuf> {
    args.resume.as_ref().map(|file| io.around.path(file))
}

/// The command that resumes the game: the same packs, found in the same places, and the same people
/// and bots on the seats.
fn commands(
    args: &Args,
    global: &Global,
    shelf: &Shelf,
    pack: &str,
    packs: &Packs,
    io: &Io,
) -> Commands {
    let mut content: Vec<String> =
        global.content.iter().map(|folder| folder.display().to_string()).collect();
    let named = content.clone();
    let mut words = vec![quoted(pack)];
    words.extend(args.with.with.iter().map(|pack| option("--with", pack)));
    words.extend(named.iter().map(|folder| option("--content", folder)));
    if !args.seats.is_empty() {
        let seats: Vec<String> = args.seats.iter().map(ToString::to_string).collect();
        words.push(option("--seats", &seats.join(",")));
    }
    if !args.bots.is_empty() {
        let bots: Vec<String> = args.bots.iter().map(ToString::to_string).collect();
        words.push(option("--bots", &bots.join(",")));
    }
    words.extend(args.language.iter().map(|language| option("--language", language)));
    words.extend(args.scroll.then(|| "--scroll".to_owned()));
    words.extend(args.ask_all.then(|| "--ask-all".to_owned()));
    // A saved game contains only ids, so the folders of packs given by path are needed.
    let roots: Vec<std::path::PathBuf> =
        global.content.iter().map(|folder| io.around.path(folder)).collect();
    for folder in packs.iter().filter_map(|id| shelf.folder(id)) {
        let known = roots.iter().any(|root| folder.starts_with(root));
        if let (false, Some(parent)) = (known, folder.parent()) {
            let shown = io.around.shown(parent);
            if !content.contains(&shown) {
                content.push(shown);
            }
        }
    }
    let content = content.iter().map(|folder| format!(" {}", option("--content", folder)));
    Commands { play: format!("boardwright play {}", words.join(" ")), replay: content.collect() }
}

/// Writes the log of a game: the final choices, without those taken back.
fn logged(playing: &Playing, folder: &Folder) -> Done<String> {
    let Playing { session, seats, .. } = playing;
    let n_seats = usize::from(session.game.def.seats);
    let bots: Vec<Arc<str>> =
        (0..n_seats).map(|seat| seats.who(SeatId::from(seat)).into()).collect();
    let head = Head { seed: session.seed(), number: 0, bots: &bots };
    let mut text = vec![];
    log::again(session.game, &head, session.choices(), &mut text)
        .map_err(|error| Fail::new(format!("the log cannot be written: {error}")))?;
    let name = format!("seed-{}.jsonl", session.seed());
    folder.write(&name, &String::from_utf8_lossy(&text))?;
    Ok(format!("{}/{name}", folder.shown()))
}

fn packs(args: &Args, saved: Option<&Save>, shelf: &mut Shelf) -> Done<Packs> {
    match (&args.pack, saved) {
        (Some(pack), _) => shelf.wanted_all(args.with.on(pack)),
        (None, Some(save)) => {
            let mut packs = changed::packs_of(save, shelf)?;
            let more = shelf.wanted_all(&args.with.with)?;
            packs.extend(
                more.into_iter().filter(|id| !save.lock.packs.iter().any(|it| it.id == *id)),
            );
            Ok(packs)
        }
        (None, None) => Err(Fail::new("no pack was named").help("name the pack of a game")),
    }
}

/// Opens packs; reports problems that prevent it.
pub fn opened(
    shelf: &Shelf,
    packs: &Packs,
    players: Option<u8>,
    options: &[(String, String)],
    language: Option<&str>,
    io: &mut Io,
) -> Done<Option<Game>> {
    Ok(with_notes(shelf, packs, players, options, language, io)?.game)
}

/// The same, with the notes on packs that can be opened.
fn with_notes(
    shelf: &Shelf,
    packs: &Packs,
    players: Option<u8>,
    options: &[(String, String)],
    language: Option<&str>,
    io: &mut Io,
) -> Done<Opened> {
    let ids: Vec<&str> = packs.iter().map(String::as_str).collect();
    let opened = game::open_in(&shelf.library(), &ids, players, options, language);
    if opened.game.is_none() {
        if let Some(fail) = wrong_arguments(&opened.diags) {
            return Err(fail);
        }
        report(shelf, &opened, io)?;
    }
    Ok(opened)
}

fn report(shelf: &Shelf, opened: &Opened, io: &mut Io) -> Done<()> {
    let mut report = Report::default();
    report.add(shelf, &opened.sources, &opened.diags);
    write!(io.err, "{}", report.text(Form::Human, io.colour && io.around.err_is_terminal))?;
    Ok(())
}

/// Opens the packs of a saved game; reports problems that prevent it.
pub fn reopened(
    shelf: &Shelf,
    packs: &Packs,
    save: &Save,
    language: Option<&str>,
    io: &mut Io,
) -> Done<Opened> {
    let opened = changed::open(shelf, packs, save, language)?;
    if opened.game.is_none() {
        report(shelf, &opened, io)?;
        let help = "the saved game stays as it is: correct the packs, and go on with it then";
        writeln!(io.err, "help: {help}")?;
    }
    Ok(opened)
}

/// A number of players or an option that does not fit the packs: an error in the arguments, not in
/// the packs.
fn wrong_arguments(diags: &[Diagnostic]) -> Option<Fail> {
    let mut errors = diags.iter().filter(|diag| diag.level == Level::Error);
    let arguments = [codes::PLAYERS, codes::OPTION, codes::OPTION_VALUE];
    let fits = |diag: &&Diagnostic| arguments.contains(&diag.code);
    let first = errors.next().filter(fits)?;
    if !errors.all(|diag| fits(&diag)) {
        return None;
    }
    let fail = Fail::new(first.message.clone());
    let fail = first.notes.iter().cloned().fold(fail, Fail::note);
    Some(match (&first.help, first.code) {
        (_, codes::PLAYERS) => fail.help("give `--players` a number it is for"),
        (Some(help), _) => fail.help(help.clone()),
        (None, _) => fail.help("`boardwright docs PACK` lists the options of a pack"),
    })
}

/// Starts a new game.
pub fn started(game: &Game, seed: u64) -> Done<Session<'_>> {
    Session::new(game, seed).map_err(|why| {
        Fail::new("the game cannot be set up")
            .note(script_failure(game).unwrap_or(why))
            .help("`boardwright test` may say more")
    })
}

/// The report of the script that failed, if any.
fn script_failure(game: &Game) -> Option<String> {
    Some(rendered(game, game.script_failure()?))
}

/// A script failure, formatted for the terminal.
fn rendered(game: &Game, failed: Diagnostic) -> String {
    let format = boardwright_syntax::diag::Format::Human { colour: false };
    let report = boardwright_syntax::diag::render(&[failed], &game.loaded.sources, format);
    format!("a script failed\n{}", report.trim_end())
}

/// A saved game, replayed to where it was left, so that choices can be taken back. The packs are
/// those it was saved with.
fn resumed<'g>(game: &'g Game, save: &Save) -> Done<Session<'g>> {
    let cannot = |fail: Fail| fail.help("the file was changed after it was written");
    let differences = save.differences(game);
    if !differences.is_empty() {
        let fail = Fail::new("the saved game does not fit the packs it was saved with");
        return Err(cannot(differences.into_iter().fold(fail, Fail::note)));
    }
    replay(game, save).map_err(|error| {
        cannot(Fail::new(format!("the saved game cannot be played again: {error}")))
    })
}

fn head(game: &Game, session: &Session, io: &mut Io) -> Done<()> {
    let named = &game.def.named;
    let title = if named.name.is_empty() { &named.id } else { &named.name };
    let title = io.ink(Ink::Head, title);
    let phrase = match game.players {
        1 => "{0}, 1 player, seed {2}",
        _ => "{0}, {1} players, seed {2}",
    };
    let head = game.def.language().say(phrase, &[&title, &game.players, &session.seed()]);
    writeln!(io.out, "{head}")?;
    if !named.text.is_empty() {
        for line in crate::table::wrapped(&named.text, io.around.columns()) {
            writeln!(io.out, "{}", io.ink(Ink::Dim, line))?;
        }
    }
    Ok(())
}

/// What packs want their players to know.
fn notices(diags: &[Diagnostic], io: &mut Io) -> Done<()> {
    for note in diags.iter().filter(|diag| diag.level == Level::Note) {
        let text = format!("note: {}", note.message);
        for line in crate::table::wrapped(&text, io.around.columns()) {
            writeln!(io.out, "{line}")?;
        }
        for more in &note.notes {
            writeln!(io.out, "  {more}")?;
        }
    }
    Ok(())
}

fn some_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    (now.as_micros() % SEED_MAX) as u64
}

#[cfg(test)]
mod tests;

//! The game goes on: bots choose, people are asked, what happens is told.

use boardwright_pack::session::Session;
use boardwright_rules::id::SeatId;

use super::seats::Seats;
use super::store::Store;
use crate::fail::{Done, Fail};
use crate::io::{Exit, Ink, Io, listed, plural};
use crate::table::{self, Choice, Typed};

/// Lines of the log are joined up to this width.
const WIDTH_MAX: usize = 96;
/// How many decisions a game may take: one that goes on longer has no end.
const DECISIONS_MAX: usize = 100_000;

/// A game that is being played at the terminal.
pub struct Playing<'g> {
    pub session: Session<'g>,
    pub seats: Seats,
    pub store: Store,
    pub ask_all: bool,
    /// When the table was last shown.
    pub shown: Option<Shown>,
}

/// When the table was shown.
pub struct Shown {
    seat: SeatId,
    n_choices: usize,
    /// How much had happened.
    n_events: usize,
}

/// What to do after a line was read.
enum Next {
    Ask,
    GoOn,
    Stop,
}

impl Playing<'_> {
    /// Plays to the end, or until somebody stops.
    pub fn run(&mut self, io: &mut Io) -> Done {
        match self.session.choices().count() {
            0 => self.tell(0, io)?,
            n => writeln!(io.out, "going on after {}; `log` tells them", plural(n, "choice"))?,
        }
        for _ in 0..DECISIONS_MAX {
            let Some(seat) = self.session.seat() else { return self.over(io) };
            let n_options = self.session.table().options().len();
            if !self.seats.is_human(seat) {
                let Some(index) = self.seats.bot_takes(&self.session) else { break };
                self.take(index, None, io)?;
            } else if n_options == 1 && !self.ask_all {
                let only = self.session.options().pop().unwrap_or_default();
                let line = format!("{}: {only} (nothing else is possible)", self.name(seat));
                self.take(0, Some(line), io)?;
            } else if let Next::Stop = self.ask(seat, io)? {
                return Ok(Exit::Fine);
            }
        }
        Err(Fail::new(format!("the game has no end after {DECISIONS_MAX} decisions")))
    }

    fn name(&self, seat: SeatId) -> String {
        self.session.seat_id(seat).to_owned()
    }

    /// Takes an option and tells what happens. `line` stands for the choice, if there is another
    /// way to tell it.
    fn take(&mut self, index: usize, line: Option<String>, io: &mut Io) -> Done<()> {
        let before = self.session.log().len();
        if let Err(refusal) = self.session.choose_index(index) {
            let why = super::script_failure(self.session.game).unwrap_or(refusal.reason);
            return Err(Fail::new("the game cannot go on").note(why).help(
                "this is a mistake in the rules of the pack: `boardwright test` may find it",
            ));
        }
        match line {
            None => self.tell(before, io),
            Some(line) => {
                if !line.is_empty() {
                    writeln!(io.out, "{line}")?;
                }
                self.tell(before + 1, io)
            }
        }
    }

    /// Tells the log from a line on: choices, and below each what came of it.
    fn tell(&self, from: usize, io: &mut Io) -> Done<()> {
        let mut row = String::new();
        for line in self.session.log().get(from..).unwrap_or(&[]) {
            let Some(text) = self.seats.shown(line) else { continue };
            let fits = row.chars().count() + text.chars().count() + 3 <= WIDTH_MAX;
            if !row.is_empty() && (line.is_choice || !fits) {
                writeln!(io.out, "{}", io.ink(Ink::Dim, &row))?;
                row.clear();
            }
            if line.is_choice {
                writeln!(io.out, "{text}")?;
            } else if row.is_empty() {
                row = format!("  {text}");
            } else {
                row.push_str(&format!(" · {text}"));
            }
        }
        if !row.is_empty() {
            writeln!(io.out, "{}", io.ink(Ink::Dim, &row))?;
        }
        Ok(())
    }

    /// Asks a person until something is chosen.
    fn ask(&mut self, seat: SeatId, io: &mut Io) -> Done<Next> {
        if self.is_table_old(seat) {
            self.show_table(seat, io)?;
            self.shown = Some(Shown {
                seat,
                n_choices: self.session.choices().count(),
                n_events: self.n_events(),
            });
        }
        let choices = Choice::all(self.session.table());
        let texts: Vec<String> = choices.iter().map(|choice| choice.text.clone()).collect();
        let names: Vec<String> = choices.iter().map(|choice| choice.name.clone()).collect();
        writeln!(io.out)?;
        write!(io.out, "{}", table::ask(&self.session.question(), &choices, io.colour))?;
        loop {
            write!(io.out, "{}", io.ink(Ink::Key, "> "))?;
            io.out.flush()?;
            let mut line = String::new();
            if io.input.read_line(&mut line)? == 0 {
                writeln!(io.out)?;
                return self.stop("the input ended", io);
            }
            if !io.around.input_is_terminal {
                writeln!(io.out, "{}", line.trim_end())?;
            }
            match self.obey(table::read(&line, &texts, &names), &line, seat, io)? {
                Next::Ask => {}
                next => return Ok(next),
            }
        }
    }

    /// Whether this seat has not seen the table as it is. Within a turn it is not shown again.
    fn is_table_old(&self, seat: SeatId) -> bool {
        let Some(shown) = &self.shown else { return true };
        let name = self.session.seat_id(seat);
        let others = self.session.choices().skip(shown.n_choices).any(|it| it.seat != name);
        let alone = self.session.game.players == 1;
        shown.seat != seat || others || alone && self.n_events() != shown.n_events
    }

    fn n_events(&self) -> usize {
        self.session.log().iter().filter(|line| !line.is_choice).count()
    }

    fn show_table(&self, seat: SeatId, io: &mut Io) -> Done<()> {
        let world = &self.session.table().state().world;
        writeln!(io.out)?;
        write!(io.out, "{}", table::draw(&self.session.game.def, world, seat, "you", io.colour))?;
        Ok(())
    }

    fn obey(&mut self, typed: Typed, line: &str, seat: SeatId, io: &mut Io) -> Done<Next> {
        match typed {
            Typed::Option(index) => {
                self.take(index, Some(String::new()), io)?;
                return Ok(Next::GoOn);
            }
            Typed::Quit => return self.stop("", io),
            Typed::Undo => match self.undo(seat) {
                Ok(()) => {
                    writeln!(io.out, "taken back")?;
                    self.shown = None;
                    return Ok(Next::GoOn);
                }
                Err(why) => writeln!(io.out, "  that cannot be taken back: {why}")?,
            },
            Typed::Save(file) => match self.store.write(&self.session, file.as_deref(), io) {
                Ok(file) => {
                    writeln!(io.out, "  saved; to go on: {}", self.store.resume(&file))?;
                }
                Err(Fail::Told(told)) => {
                    let notes = told.notes.join(", ");
                    writeln!(io.out, "  {}: {notes}", told.message)?;
                }
                Err(fail) => return Err(fail),
            },
            Typed::Why(wanted) => {
                let (left_out, offered) = (self.session.not_offered(), self.session.options());
                let text = table::not_offered(&left_out, &offered, wanted.as_deref(), io.colour);
                write!(io.out, "{text}")?;
            }
            Typed::Help => write!(io.out, "{}", table::help(io.colour))?,
            Typed::Log => self.tell(0, io)?,
            Typed::Table => self.show_table(seat, io)?,
            Typed::Several(texts) => writeln!(io.out, "  which of {}?", listed(texts))?,
            Typed::Unknown(near) => match (self.session.why(line), near) {
                (Some(reason), _) => writeln!(io.out, "  not offered: {reason}")?,
                (None, Some(near)) => writeln!(io.out, "  not offered; similar is `{near}`")?,
                (None, None) => {
                    writeln!(io.out, "  not offered; `help` tells what can be typed")?;
                }
            },
            Typed::Nothing => {}
        }
        Ok(Next::Ask)
    }

    /// Takes back up to the last choice this person was asked for. Bots that chose since take
    /// theirs back too; another person's choice stands.
    fn undo(&mut self, seat: SeatId) -> Result<(), String> {
        let mut undone: Vec<String> = vec![];
        loop {
            let last = self.session.choices().last().map(|it| (it.seat.clone(), it.text.clone()));
            let (who, text) = last.unwrap_or_default();
            let other = self.session.game.def.seat_names.iter().position(|it| it.id == who);
            let other = other.map(SeatId::from).filter(|it| *it != seat);
            let back = match other.filter(|it| self.seats.is_human(*it)) {
                Some(_) => Err(format!("{who} has chosen since")),
                None => self.session.undo(),
            };
            if let Err(why) = back {
                // Nothing is gained by going back halfway: what was undone is done again.
                for text in undone.iter().rev() {
                    self.session.choose(text).map_err(|refusal| refusal.reason)?;
                }
                return Err(why);
            }
            undone.push(text);
            let n_options = self.session.table().options().len();
            if self.session.seat() == Some(seat) && (n_options > 1 || self.ask_all) {
                return Ok(());
            }
        }
    }

    /// Saves and says how to go on.
    fn stop(&mut self, why: &str, io: &mut Io) -> Done<Next> {
        let file = self.store.write(&self.session, None, io)?;
        let why = if why.is_empty() { String::new() } else { format!("{why}; ") };
        writeln!(io.out, "{why}the game is saved in `{file}`")?;
        writeln!(io.out, "to go on: {}", io.ink(Ink::Key, self.store.resume(&file)))?;
        Ok(Next::Stop)
    }

    /// The score sheet, and who won.
    fn over(&mut self, io: &mut Io) -> Done {
        let standings = self.session.standings();
        writeln!(io.out)?;
        let sheet = table::sheet(&self.session.game.def, &standings, io.colour);
        write!(io.out, "{sheet}")?;
        if self.store.is_named() {
            let file = self.store.write(&self.session, None, io)?;
            writeln!(io.out, "the game is saved: boardwright replay {file}")?;
        }
        Ok(Exit::Fine)
    }
}

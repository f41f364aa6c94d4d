//! The game loop: bots choose, people are asked, events are shown.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use boardwright_lab::battery::GAME_WORK_MAX;
use boardwright_phrases::Language;
use boardwright_play::session::{Refusal, Session};
use boardwright_rules::id::SeatId;
use boardwright_text::{InWords, Speaks};

use super::line;
use super::seats::{Seats, Who};
use super::store::{Over, Store};
use super::window::{Window, aside};
use crate::fail::{Done, Fail};
use crate::io::{Exit, Ink, Io};
use crate::table::{self, Asking, Choice, Closed, Look, TablePart, Typed};

/// The maximum number of decisions in a game; a longer one counts as endless.
const DECISIONS_MAX: usize = 100_000;

/// A game being played in the terminal.
pub struct Playing<'g> {
    pub session: Session<'g>,
    pub seats: Seats,
    /// Shared with the code that saves the game when the program must end.
    pub store: Arc<Mutex<Store>>,
    /// Whether the failure to save was already reported.
    pub unkept: bool,
    pub ask_all: bool,
    /// Whether the next decision is asked for even with a single option: the replay of a saved game
    /// stopped there because its choice is no longer offered.
    pub stands: bool,
    /// The wait after a choice of a bot.
    pub pace: Duration,
    /// The bot that plays on for people when the input ends.
    pub stand_in: Option<Who>,
    /// The state of the game when the table was last shown.
    pub shown: Option<Shown>,
    /// The first line of the log not yet shown.
    pub untold: Option<usize>,
    /// The person at the screen.
    pub looking: Option<SeatId>,
    /// The length of the log already shown when the keyboard was last handed over.
    pub handed: usize,
    /// How many choices were undone because a script failed.
    pub faults: usize,
    /// The number of choices before the scenario being recorded.
    pub mark: Option<usize>,
    /// What is drawn in a window.
    pub window: Window,
}

/// The state of the game when the table was shown.
pub struct Shown {
    seat: SeatId,
    n_choices: usize,
    /// How many events there had been.
    n_events: usize,
}

/// What to do after reading a line.
pub(super) enum Next {
    Ask,
    GoOn,
    Stop,
}

impl Playing<'_> {
    /// Plays to the end, or until interrupted.
    pub fn run(&mut self, io: &mut Io) -> Done {
        self.show_printed(io)?;
        match self.session.choices().count() {
            0 => self.show_setup(io)?,
            n => {
                let phrase = match n {
                    1 => "going on after 1 choice; `log` shows it",
                    _ => "going on after {0} choices; `log` shows them",
                };
                let told = format!("{}\n", self.language().say(phrase, &[&n]));
                self.quietly(io, |it, io| {
                    write!(io.out, "{told}")?;
                    it.show_marks(io)
                })?;
                self.nothing_new();
                self.handed = self.session.log().len();
            }
        }
        let mut worked = 0;
        for _ in 0..DECISIONS_MAX {
            let Some(seat) = self.session.seat() else { return self.over(io) };
            self.remember(io);
            let is_forced = self.is_forced() && !std::mem::take(&mut self.stands);
            let total = self.session.table().total_work();
            if !self.seats.is_human(seat) {
                if total - worked > GAME_WORK_MAX {
                    return Err(Fail::new("the game cannot go on")
                        .note("the choices of the bots take too much work")
                        .help("`boardwright test` may find out which rule takes too long"));
                }
                let Some(index) = self.seats.bot_takes(&self.session) else { break };
                let told = self.quietly(io, |it, io| it.bot_took(seat, index, io))?;
                if told && io.around.out_is_terminal && !self.pace.is_zero() {
                    self.draw_moves(io)?;
                    io.out.flush()?;
                    std::thread::sleep(self.pace);
                }
            } else if is_forced && !self.ask_all && self.is_others_secret() {
                self.quietly(io, |it, io| it.take(0, None, io))?;
            } else if is_forced && !self.ask_all {
                let only = self.session.options().pop().unwrap_or_default();
                let named = self.session.table().describe(0).map(|named| named.name);
                let only = named.filter(|name| !name.is_empty()).unwrap_or(only);
                let phrase = "{0}: {1} (nothing else is possible)";
                let line = self.language().say(phrase, &[&self.name(seat), &only]);
                self.quietly(io, |it, io| it.take(0, Some(line), io))?;
            } else if let Next::Stop = self.ask(seat, io)? {
                return Ok(Exit::Fine);
            } else {
                worked = self.session.table().total_work();
            }
        }
        Err(Fail::new(format!("the game has no end after {DECISIONS_MAX} decisions")))
    }

    /// Runs an action. In a window its output appears on the next screen.
    pub(super) fn quietly<T>(
        &mut self,
        io: &mut Io,
        act: impl FnOnce(&mut Self, &mut Io) -> Done<T>,
    ) -> Done<T> {
        if self.canvas(io).is_none() {
            return act(self, io);
        }
        let (done, said) = aside(io, |io| act(self, io))?;
        self.window.notice.push_str(&said);
        Ok(done)
    }

    pub(super) fn language(&self) -> Language {
        self.session.game.def.language()
    }

    pub(super) fn name(&self, seat: SeatId) -> String {
        self.session.seat_id(seat).to_owned()
    }

    /// Takes an option for a bot. Choices without effects are shown with the next one. Returns
    /// whether anything was shown.
    fn bot_took(&mut self, seat: SeatId, index: usize, io: &mut Io) -> Done<bool> {
        let before = self.untold.take().unwrap_or(self.session.log().len());
        if !self.choose(index, io)? {
            return Ok(true);
        }
        let goes_on = self.session.seat() == Some(seat);
        if goes_on && self.session.log().last().is_some_and(|line| line.is_choice) {
            self.untold = Some(before);
            return Ok(false);
        }
        self.show_unless_windowed(before, io)?;
        Ok(true)
    }

    /// Takes an option; returns whether that worked. A choice that leads into a dead end is
    /// reported and undone.
    fn choose(&mut self, index: usize, io: &mut Io) -> Done<bool> {
        // Script output from previews of options does not count.
        self.session.game.scripts.take_printed();
        let chosen = self.session.choose_index(index);
        self.show_printed(io)?;
        match chosen {
            Ok(_) => Ok(true),
            Err(Refusal { taken_back: Some(back), reason, fault, .. }) => {
                let language = self.language();
                self.faults += usize::from(fault.is_some());
                let why = fault.map_or(reason, |fault| super::rendered(self.session.game, *fault));
                let told = match back {
                    0 => language.word("this choice is taken back and not offered again").into(),
                    n => {
                        let phrase = "this choice and {0} before it are taken back";
                        language.say(phrase, &[&n])
                    }
                };
                writeln!(io.out, "{}\n{}", io.ink(Ink::Bad, why), io.ink(Ink::Bad, told))?;
                (self.shown, self.untold) = (None, None);
                Ok(false)
            }
            Err(Refusal { reason, fault, .. }) => {
                let why = fault.map_or(reason, |fault| super::rendered(self.session.game, *fault));
                Err(Fail::new("the game cannot go on").note(why).help(
                    "this is a mistake in the rules of the pack: `boardwright test` may find it",
                ))
            }
        }
    }

    /// Takes an option and shows what happens. `line` replaces the text of the choice, if given.
    fn take(&mut self, index: usize, line: Option<String>, io: &mut Io) -> Done<()> {
        let before = self.session.log().len();
        if !self.choose(index, io)? {
            return Ok(());
        }
        match line {
            None => self.show_unless_windowed(before, io),
            Some(line) => {
                if !line.is_empty() && self.canvas(io).is_none() {
                    writeln!(io.out, "{line}")?;
                }
                self.show_unless_windowed(before + 1, io)
            }
        }
    }

    /// Asks a person until something is chosen.
    fn ask(&mut self, seat: SeatId, io: &mut Io) -> Done<Next> {
        if let Some(next) = self.hand_over(seat, io)? {
            return Ok(next);
        }
        let choices = Choice::all(self.session.game, self.session.table());
        let is_drawn = self.canvas(io).is_some();
        if !is_drawn && self.is_table_old(seat) {
            self.show_table(seat, io)?;
            self.shown = Some(Shown {
                seat,
                n_choices: self.session.choices().count(),
                n_events: self.n_events(),
            });
        }
        let texts: Vec<String> = choices.iter().map(|choice| choice.text.clone()).collect();
        let names: Vec<String> = choices.iter().map(|choice| choice.name.clone()).collect();
        let mut listed = match is_drawn {
            true => self.draw_question(seat, &choices, io)?,
            false => self.show_question(&choices, io)?,
        };
        let mut typed_ahead: Option<String> = None;
        loop {
            let line = match typed_ahead.take() {
                Some(line) => line::Line::Text(line),
                None => {
                    write!(io.out, "{}", io.ink(Ink::Key, "> "))?;
                    io.out.flush()?;
                    line::read(io.input)?
                }
            };
            let line = match line {
                line::Line::Text(line) => line,
                line::Line::End => return self.input_ended(io),
                line::Line::NotText => {
                    let told = self.language().word("that is not UTF-8 text; type it again");
                    writeln!(io.out, "  {told}")?;
                    continue;
                }
                line::Line::TooLong => {
                    let told = self.language().word("that line is too long; type it again");
                    writeln!(io.out, "  {told}")?;
                    continue;
                }
            };
            if !io.around.input_is_terminal {
                writeln!(io.out, "{}", line.trim_end())?;
            }
            let typed = match self.named_number(&line) {
                Ok(Some(index)) => Typed::Option(index),
                Ok(None) => {
                    let typed = table::read(&line, &texts, &names);
                    table::on_screen(typed, &line, (&texts, &names), &listed)
                }
                Err(reason) => {
                    let told = self.language().say("not offered: {0}", &[&reason]);
                    writeln!(io.out, "  {told}")?;
                    continue;
                }
            };
            // Output that was explicitly requested has been seen.
            match &typed {
                Typed::Several(found) => listed.extend(found),
                Typed::Again => listed.extend(0..choices.len()),
                _ => {}
            }
            if self.canvas(io).is_none() {
                match self.obey(typed, &line, (seat, &choices), io)? {
                    Next::Ask => continue,
                    next => return Ok(next),
                }
            }
            if typed == Typed::Nothing {
                listed = self.draw_question(seat, &choices, io)?;
                continue;
            }
            let asks_again = typed == Typed::Again;
            let obeyed = aside(io, |io| self.obey(typed, &line, (seat, &choices), io))?;
            match obeyed {
                (Next::Ask, page) => {
                    let about = (seat, choices.as_slice());
                    typed_ahead = self.present((page, asks_again), about, &mut listed, io)?;
                }
                (Next::GoOn, page) => {
                    self.window.notice.push_str(&page);
                    return Ok(Next::GoOn);
                }
                (Next::Stop, page) => {
                    write!(io.out, "{page}")?;
                    return Ok(Next::Stop);
                }
            }
        }
    }

    /// Whether there is only one possible choice.
    fn is_forced(&self) -> bool {
        let table = self.session.table();
        table.options().len() == 1 && table.range().is_none()
    }

    /// The option for a number, if a number from a range is asked for. The error says why it cannot
    /// be chosen.
    fn named_number(&mut self, line: &str) -> Result<Option<usize>, String> {
        if self.session.table().range().is_none() {
            return Ok(None);
        }
        let text = line.trim();
        self.session.name(text)?;
        Ok(self.session.options().iter().position(|option| option == text))
    }

    pub(super) fn input_ended(&mut self, io: &mut Io) -> Done<Next> {
        writeln!(io.out)?;
        let Some(bots) = self.stand_in else {
            return self.stop(self.language().word("the input ended"), io);
        };
        writeln!(io.out, "{}", self.language().word("the input ended; bots play on"))?;
        self.seats.leave_to(bots);
        Ok(Next::GoOn)
    }

    /// Whether this seat has not seen the current table. Within a turn it is not shown again.
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

    fn look<'l>(&self, io: &Io) -> Look<'l> {
        Look { mark: self.language().word("you"), width: io.around.columns(), colour: io.colour }
    }

    fn draw(&self, seat: SeatId, part: TablePart, io: &Io) -> String {
        let world = &self.session.table().state().world;
        table::draw(self.session.game, world, seat, part, self.look(io))
    }

    fn show_table(&self, seat: SeatId, io: &mut Io) -> Done<()> {
        writeln!(io.out, "\n{}", io.ink(Ink::Dim, "─".repeat(io.around.columns())))?;
        write!(io.out, "{}", self.draw(seat, TablePart::Main, io))?;
        Ok(())
    }

    pub(super) fn closed(&self) -> Vec<Closed> {
        table::closed(&self.session.not_offered())
    }

    /// Whether what is not offered now begins like this: then the reason is what people want.
    fn begins_closed(&self, line: &str) -> bool {
        let typed = line.trim().to_lowercase();
        let begins = |it: &Closed| it.name.to_lowercase().starts_with(&typed);
        !typed.is_empty() && self.closed().iter().any(begins)
    }

    /// The seat a person names: `2`, `p2`, or its name.
    fn seat_called(&self, typed: &str) -> Option<SeatId> {
        let typed = typed.trim().to_lowercase();
        let names = &self.session.game.def.seat_names;
        let fits = |(at, named): &(usize, &boardwright_rules::def::part::Named)| {
            typed == (at + 1).to_string()
                || typed == named.id.to_lowercase()
                || typed == named.name.to_lowercase()
        };
        names.iter().enumerate().find(fits).map(|(at, _)| SeatId::from(at))
    }

    fn obey(
        &mut self,
        typed: Typed,
        line: &str,
        (seat, choices): (SeatId, &[Choice]),
        io: &mut Io,
    ) -> Done<Next> {
        let world = &self.session.table().state().world;
        let language = self.language();
        match typed {
            Typed::Option(index) => {
                self.decided(seat, self.session.log().len());
                self.take(index, Some(String::new()), io)?;
                if io.around.input_is_terminal {
                    self.keep(io)?;
                }
                return Ok(Next::GoOn);
            }
            Typed::Quit => return self.quit(io),
            Typed::QuitUnsaved => return self.quit_unsaved(io),
            Typed::Undo => match self.undo(seat) {
                Ok(()) => {
                    writeln!(io.out, "{}", language.word("taken back"))?;
                    self.shown = None;
                    return Ok(Next::GoOn);
                }
                Err(why) => {
                    let phrase = "that cannot be taken back: {0}; `undo!` does it all the same";
                    writeln!(io.out, "  {}", language.say(phrase, &[&why]))?;
                }
            },
            Typed::UndoAnyway => return self.undo_anyway(seat, io),
            Typed::Score => self.show_score(seat, io)?,
            Typed::Save(file) => self.save(file, Over::Nothing, io)?,
            Typed::SaveOver(file) => self.save(Some(file), Over::Anything, io)?,
            Typed::Why(wanted) => self.why(seat, choices, wanted.as_deref(), io)?,
            Typed::RecordStart => self.record_start(io)?,
            Typed::Record(file) => self.record(file, Over::Nothing, io)?,
            Typed::RecordOver(file) => self.record(Some(file), Over::Anything, io)?,
            Typed::Help => {
                write!(io.out, "{}", table::help(language, io.around.columns(), io.colour))?
            }
            Typed::Log => self.show_log(0, io)?,
            Typed::News => {
                let news = self.news(seat, io)?;
                write!(io.out, "{news}")?;
            }
            Typed::Table => self.show_table(seat, io)?,
            Typed::Board => write!(io.out, "{}", self.draw(seat, TablePart::Board, io))?,
            Typed::Me => write!(io.out, "{}", self.draw(seat, TablePart::Seat(seat), io))?,
            Typed::Seat(other) => match self.seat_called(&other) {
                Some(other) => write!(io.out, "{}", self.draw(seat, TablePart::Seat(other), io))?,
                None => {
                    let told = language.say("no seat is called `{0}`", &[&other]);
                    writeln!(io.out, "  {told}")?;
                }
            },
            Typed::Show(wanted) => {
                let wanted = (wanted.as_str(), true);
                let text = table::show(self.session.game, world, seat, wanted, self.look(io));
                write!(io.out, "{text}")?;
            }
            Typed::Rules(wanted) => {
                let wanted = (wanted.as_str(), false);
                let text = table::show(self.session.game, world, seat, wanted, self.look(io));
                write!(io.out, "{text}")?;
            }
            Typed::Again => {
                let asking = Asking::whole(language, io.around.columns(), io.colour);
                let asking = Asking { n_options: usize::MAX, ..asking };
                write!(io.out, "\n{}", self.asked(choices, asking).text)?;
            }
            Typed::Several(found) => {
                let asking = Asking::whole(language, io.around.columns(), io.colour);
                let text = asking.some(choices, &found);
                write!(io.out, "{}\n{text}", language.word("which of these?"))?;
            }
            Typed::Unknown(near) => match (self.session.why(line), near) {
                (Some(reason), _) => {
                    writeln!(io.out, "  {}", language.say("not offered: {0}", &[&reason]))?;
                }
                (None, _) if self.begins_closed(line) => {
                    write!(io.out, "{}", self.left_out(choices, Some(line.trim()), io))?;
                }
                (None, Some(near)) => {
                    let phrase = "not offered; similar is `{0}`";
                    writeln!(io.out, "  {}", language.say(phrase, &[&near]))?;
                }
                (None, None) => {
                    let phrase = "not offered; `help` lists what can be typed";
                    let hint = self.range_hint();
                    let hint = hint.unwrap_or_else(|| language.word(phrase).into());
                    writeln!(io.out, "  {hint}")?;
                }
            },
            Typed::Nothing => {}
        }
        Ok(Next::Ask)
    }

    /// Undoes up to the last choice this person was asked for, including later choices of bots.
    /// Another person's choice stands.
    pub(super) fn undo(&mut self, seat: SeatId) -> Result<(), String> {
        let mut undone: Vec<String> = vec![];
        loop {
            let last = self.session.choices().last().map(|it| (it.seat.clone(), it.text.clone()));
            let (who, text) = last.unwrap_or_default();
            let other = self.session.game.def.seat_names.iter().position(|it| it.id == who);
            let other = other.map(SeatId::from).filter(|it| *it != seat);
            let back = match other.filter(|it| self.seats.is_human(*it)) {
                Some(_) => Err(self.language().say("{0} has chosen since", &[&who])),
                None => self.session.undo(),
            };
            if let Err(why) = back {
                // Undoing only half the way helps nobody: repeat what was undone.
                for text in undone.iter().rev() {
                    self.session.choose(text).map_err(|refusal| refusal.reason)?;
                }
                return Err(why);
            }
            undone.push(text);
            if self.session.seat() == Some(seat) && (!self.is_forced() || self.ask_all) {
                return Ok(());
            }
        }
    }

    /// Shows the score sheet and the winner.
    fn over(&mut self, io: &mut Io) -> Done {
        let standings = self.session.standings();
        let tie = table::Tie::of(self.session.game, &standings);
        let sheet = table::sheet(&self.session.game.def, &standings, tie.as_ref(), io.colour);
        self.draw_end(&sheet, io)?;
        self.file_of_finished(io)?;
        Ok(Exit::Fine)
    }
}

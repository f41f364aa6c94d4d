//! The output during a game: what happened, and the question line by line.

use boardwright_play::session::{Line, rows, setup_in_short};

use super::turn::Playing;
use crate::fail::Done;
use crate::io::{Ink, Io};
use crate::table::{self, Asked, Asking, Choice, Closed};

/// A set-up with more rows than this is summarised.
const SETUP_ROWS_MAX: usize = 3;

impl Playing<'_> {
    /// Shows the output of scripts, if requested.
    pub(super) fn show_printed(&self, io: &mut Io) -> Done<()> {
        for line in self.session.game.scripts.take_printed() {
            writeln!(io.out, "{}", io.ink(Ink::Dim, line))?;
        }
        Ok(())
    }

    /// Shows the log from a line on. In a window it becomes part of the next screen.
    pub(super) fn show_unless_windowed(&self, from: usize, io: &mut Io) -> Done<()> {
        if self.canvas(io).is_some() { Ok(()) } else { self.show_log(from, io) }
    }

    /// Shows the log from a line on: choices, and below each its effects. Successive choices of one
    /// seat without effects are joined.
    pub(super) fn show_log(&self, from: usize, io: &mut Io) -> Done<()> {
        let width = io.around.columns();
        let mut choices = String::new();
        let mut facts: Vec<&str> = vec![];
        let lines: &[Line] = self.session.log().get(from..).unwrap_or(&[]);
        for line in lines {
            let Some(text) = self.seats.shown(line) else { continue };
            if line.is_mark {
                write_choices(&choices, &facts, width, io)?;
                writeln!(io.out, "{}", io.ink(Ink::Bad, text))?;
                choices.clear();
                facts.clear();
                continue;
            }
            if !line.is_choice {
                facts.push(text);
                continue;
            }
            let who = text.split_once(": ");
            let same = who.filter(|(who, _)| {
                facts.is_empty() && choices.split_once(": ").is_some_and(|(it, _)| it == *who)
            });
            match same {
                Some((_, what)) => choices.push_str(&format!(" › {what}")),
                None => {
                    write_choices(&choices, &facts, width, io)?;
                    choices = text.to_owned();
                    facts.clear();
                }
            }
        }
        write_choices(&choices, &facts, width, io)
    }

    /// Shows the set-up: in full if it is short.
    pub(super) fn show_setup(&mut self, io: &mut Io) -> Done<()> {
        let lines = self.session.log();
        let facts: Vec<&str> = lines.iter().filter_map(|line| self.seats.shown(line)).collect();
        let width = io.around.columns();
        let pieces = setup_in_short(&self.session.game.def, lines);
        if rows(&facts, width).len() <= SETUP_ROWS_MAX || pieces.is_empty() {
            return self.show_unless_windowed(0, io);
        }
        let line = self.language().say("Set up: {0}; `log` shows it all", &[&pieces]);
        self.quietly(io, |_, io| write_choices("", &[&line], width, io))?;
        self.nothing_new();
        Ok(())
    }

    /// Shows the question below the table. Returns the options that are listed.
    pub(super) fn show_question(&self, choices: &[Choice], io: &mut Io) -> Done<Vec<usize>> {
        let asked =
            self.asked(choices, Asking::whole(self.language(), io.around.columns(), io.colour));
        write!(io.out, "\n{}", asked.text)?;
        Ok(asked.listed)
    }

    pub(super) fn asked(&self, choices: &[Choice], asking: Asking) -> Asked {
        let below = self.range_hint();
        let asking = Asking { below: below.as_deref(), ..asking };
        asking.ask(&self.session.question(), choices, &self.closed_here())
    }

    /// The options not offered, if they are listed with the others.
    pub(super) fn closed_here(&self) -> Vec<Closed> {
        let mut left_out = match table::lists_closed(self.session.table()) {
            true => self.session.not_offered(),
            false => vec![],
        };
        left_out.retain(|it| !it.is_others);
        table::closed(&left_out)
    }

    /// The range of numbers that can be typed, if they are too many to list.
    pub(super) fn range_hint(&self) -> Option<String> {
        let (from, to) = self.session.table().range()?;
        Some(self.language().say("any number from {0} to {1} can be typed", &[&from, &to]))
    }
}

/// Choices in a line, and their effects below.
fn write_choices(choices: &str, facts: &[&str], width: usize, io: &mut Io) -> Done<()> {
    if !choices.is_empty() {
        writeln!(io.out, "{choices}")?;
    }
    for row in rows(facts, width) {
        writeln!(io.out, "{}", io.ink(Ink::Dim, row))?;
    }
    Ok(())
}

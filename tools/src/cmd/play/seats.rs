//! The players on the seats.

use std::fmt;
use std::str::FromStr;

use boardwright_bots::Spec;
use boardwright_play::game::Game;
use boardwright_play::session::{Line, Session};
use boardwright_rules::id::SeatId;

use crate::fail::{Done, Fail};

/// The player of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Who {
    /// A person at this terminal.
    Human,
    /// A bot.
    Bot(Spec),
}

impl FromStr for Who {
    type Err = String;

    fn from_str(typed: &str) -> Result<Self, String> {
        match typed.trim() {
            "human" => Ok(Self::Human),
            other => Spec::parse(other)
                .map(Self::Bot)
                .map_err(|why| format!("{why}, and `human` for a person")),
        }
    }
}

impl fmt::Display for Who {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Human => out.write_str("human"),
            Self::Bot(spec) => spec.fmt(out),
        }
    }
}

/// The player of each seat.
pub struct Seats(Vec<Who>);

/// The number of players, as far as it was given.
pub fn how_many(players: Option<u8>, seats: &[Who]) -> Done<Option<u8>> {
    let seated = u8::try_from(seats.len()).ok().filter(|n| *n > 0);
    match (players, seated) {
        (Some(players), Some(seated)) if players != seated => {
            Err(Fail::new(format!("`--players` is {players}, and `--seats` names {seated}"))
                .help("leave one of them out"))
        }
        (players, seated) => Ok(players.or(seated)),
    }
}

impl Seats {
    /// The seats of a game: as named, or one person and bots in order.
    pub fn new(game: &Game, named: &[Who], bots: &[Spec]) -> Done<Self> {
        let players = usize::from(game.players);
        if named.is_empty() {
            let mut bots = bots.iter().cycle();
            let mut who = |seat| match seat {
                0 => Who::Human,
                _ => Who::Bot(bots.next().copied().unwrap_or(Spec::Random)),
            };
            return Ok(Self((0..players).map(&mut who).collect()));
        }
        if named.len() != players {
            return Err(Fail::new(format!("`--seats` names {}, and {players} play", named.len()))
                .help("name who sits on each seat, separated by commas"));
        }
        Ok(Self(named.to_vec()))
    }

    /// Hands the seats of people over to bots.
    pub fn leave_to(&mut self, bots: Who) {
        self.0.iter_mut().filter(|who| **who == Who::Human).for_each(|who| *who = bots);
    }

    /// Whether a person decides for a seat.
    pub fn is_human(&self, seat: SeatId) -> bool {
        self.0.get(seat.index()) == Some(&Who::Human)
    }

    /// Whether any person plays.
    pub fn has_people(&self) -> bool {
        self.0.contains(&Who::Human)
    }

    /// How many people play.
    pub fn n_people(&self) -> usize {
        self.0.iter().filter(|who| **who == Who::Human).count()
    }

    /// The player of a seat, as typed.
    pub fn who(&self, seat: SeatId) -> String {
        match self.0.get(seat.index()) {
            None => "nobody".into(),
            Some(who) => who.to_string(),
        }
    }

    /// The part of a line that every person at this terminal may know.
    pub fn shown<'l>(&self, line: &'l Line) -> Option<&'l str> {
        let seats = (0..self.0.len()).map(SeatId::from).filter(|seat| self.is_human(*seat));
        let told: Vec<Option<&str>> = seats.map(|seat| line.for_seat(seat)).collect();
        let less = told.iter().find(|text| **text != Some(line.text.as_str()));
        less.copied().unwrap_or(Some(&line.text))
    }

    /// The choice of a bot. It depends only on the seed and the number of earlier choices, so that
    /// undoing and repeating a choice meets the same bots.
    pub fn bot_takes(&self, session: &Session) -> Option<usize> {
        let seat = session.seat()?;
        let spec = match self.0.get(seat.index()) {
            Some(Who::Bot(spec)) => *spec,
            _ => Spec::Random,
        };
        let n_choices = session.choices().count() as u64;
        let seed = session.seed().wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(n_choices);
        spec.build(seat, seed).pick(session.table())
    }
}

//! A transcript of a whole game: questions, choices, consequences, scoring. The same seed gives the
//! same text on every machine.

#[cfg(test)]
mod tests;

use std::fmt::Write;

use boardwright_bots::{Bot, RandomBot};
use boardwright_play::game::Game;
use boardwright_play::session::{Line, Session};

/// How many decisions a game may take before it counts as endless.
pub const DECISIONS_MAX: usize = 10_000;
/// The width at which lines are broken where possible.
const WIDTH: usize = 100;
/// The maximum number of options listed at one decision.
const SHOWN_MAX: usize = 10;

/// Identifies the game of a transcript. Its file is named after it: `2p-seed1.txt`, or, with
/// options that are not the defaults, `1p-seed7-size=4,storms=yes.txt`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Which {
    /// The number of players.
    pub players: u8,
    /// The seed of chance and of the bots.
    pub seed: u64,
    /// Options by name, as typed.
    pub options: Vec<(String, String)>,
}

impl Which {
    /// Reads the name of a file.
    pub fn parse(file: &str) -> Option<Self> {
        let (players, rest) = file.strip_suffix(".txt")?.split_once("p-seed")?;
        let (seed, typed) = rest.split_once('-').map_or((rest, None), |(a, b)| (a, Some(b)));
        let pairs = typed.into_iter().flat_map(|typed| typed.split(','));
        let options = pairs.map(|pair| {
            let (name, value) = pair.split_once('=')?;
            (!name.is_empty() && !value.is_empty()).then(|| (name.to_owned(), value.to_owned()))
        });
        Some(Self {
            players: players.parse().ok()?,
            seed: seed.parse().ok()?,
            options: options.collect::<Option<_>>()?,
        })
    }

    /// The name of its file.
    pub fn file_name(&self) -> String {
        let pairs: Vec<String> =
            self.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let dash = if pairs.is_empty() { "" } else { "-" };
        format!("{}p-seed{}{dash}{}.txt", self.players, self.seed, pairs.join(","))
    }
}

/// Plays a game with random bots and writes its transcript.
pub fn transcript(game: &Game, seed: u64) -> String {
    transcript_with(game, seed, &mut RandomBot::new(seed))
}

/// Plays a game with one bot for all seats and writes its transcript.
pub fn transcript_with(game: &Game, seed: u64, bot: &mut dyn Bot) -> String {
    let mut text = head(game, seed);
    let mut session = match Session::new(game, seed) {
        Ok(session) => session,
        Err(reason) => {
            text.push_str(&reason);
            text.push('\n');
            return text;
        }
    };
    tell(&mut text, session.log());
    let mut n_choices = 0;
    while let Some(seat) = session.seat() {
        if n_choices >= DECISIONS_MAX {
            let _ = writeln!(text, "no end after {DECISIONS_MAX} decisions");
            return text;
        }
        n_choices += 1;
        let texts = session.options();
        let asked = asked(session.seat_id(seat), &session.question());
        let Some(index) = bot.pick(session.table()) else { break };
        let chosen = texts.get(index).cloned().unwrap_or_default();
        let _ = match texts.len() {
            1 => writeln!(text, "{asked}  > {chosen} (nothing else is possible)"),
            _ => writeln!(text, "{asked}  {}\n> {chosen}", listed(&texts)),
        };
        let before = session.log().len() + 1;
        if let Err(refusal) = session.choose_index(index) {
            let _ = writeln!(text, "{}", refusal.reason);
            return text;
        }
        tell(&mut text, session.log().get(before..).unwrap_or(&[]));
    }
    let _ = writeln!(text, "\nthe game is over after {n_choices} choices\n");
    text.push_str(&session.score_sheet());
    for standing in session.standings() {
        let sums = game.def.lines.iter().zip(&standing.lines).filter(|(_, points)| **points != 0);
        let parts: Vec<String> = sums
            .map(|(line, points)| {
                let name = if line.name.is_empty() { &line.id } else { &line.name };
                format!("{name} {points}")
            })
            .collect();
        let total: i32 = standing.lines.iter().sum();
        let parts =
            if parts.is_empty() { String::new() } else { format!(" = {}", parts.join(" + ")) };
        let _ = writeln!(
            text,
            "{}. {}: {total}{parts}",
            standing.place,
            session.seat_id(standing.seat)
        );
    }
    text
}

fn head(game: &Game, seed: u64) -> String {
    let packs: Vec<String> =
        game.loaded.lock.packs.iter().map(|pack| format!("{} {}", pack.id, pack.version)).collect();
    let players =
        if game.players == 1 { "1 player".into() } else { format!("{} players", game.players) };
    let mut text = format!("# {}, seed {seed}, {players}\n\n", packs.join(", "));
    for (id, value) in &game.options {
        let _ = writeln!(text, "option {id}: {}", boardwright_play::save::value_text(value));
    }
    text
}

/// The question, with the seat it is put to.
fn asked(seat: &str, question: &str) -> String {
    if question.starts_with(seat) { question.to_owned() } else { format!("{seat}: {question}") }
}

fn listed(texts: &[String]) -> String {
    let mut shown = texts.iter().take(SHOWN_MAX).cloned().collect::<Vec<_>>().join(" | ");
    if texts.len() > SHOWN_MAX {
        let _ = write!(shown, " | ...  ({} options)", texts.len());
    }
    shown
}

/// Writes what happened, with as many facts to a line as fit.
fn tell(text: &mut String, lines: &[Line]) {
    let facts: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
    for row in boardwright_play::session::rows(&facts, WIDTH) {
        let _ = writeln!(text, "{row}");
    }
}

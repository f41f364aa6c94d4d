//! A transcript of a whole game: questions, choices, consequences, scoring. The same seed gives the
//! same text on every machine.

#[cfg(test)]
mod tests;

use std::fmt::Write;

use boardwright_bots::{Bot, RandomBot};
use boardwright_play::game::{Game, player_counts};
use boardwright_play::session::{Line, Session};

/// How many decisions a game may take before it counts as endless.
pub const DECISIONS_MAX: usize = 10_000;
/// The width at which lines are broken where possible.
const WIDTH: usize = 100;
/// How many decisions the file of a golden game tells: a few rounds, short enough to be read.
const TOLD_MAX: usize = 40;
/// How many digests stand in a row.
const DIGESTS_IN_ROW: usize = 20;
/// Ends the line before the digests.
const DIGESTS: &str = " decisions, a digest each";
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
    Aloud::new(game, seed, bot).whole()
}

/// A golden game: what its file holds, and each of its decisions.
///
/// The file of the usual table tells the first [`TOLD_MAX`] decisions. Of the others it keeps a
/// digest each, so that a game that goes differently is noticed, and what changed can be read.
pub struct Golden {
    aloud: Aloud,
    n_told: usize,
}

impl Golden {
    /// Plays the game.
    pub fn new(game: &Game, which: &Which) -> Self {
        let aloud = Aloud::new(game, which.seed, &mut RandomBot::new(which.seed));
        let counts = player_counts(&game.loaded);
        let usual = if counts.contains(&2) { 2 } else { *counts.start() };
        let is_usual = which.players == usual && which.options.is_empty();
        let n_told = if is_usual { TOLD_MAX } else { 0 };
        let n_told = n_told.min(aloud.decisions.len());
        Self { aloud, n_told }
    }

    /// What its file holds.
    pub fn text(&self) -> String {
        let Aloud { head, decisions, end } = &self.aloud;
        let (told, others) = decisions.split_at(self.n_told);
        let mut text = head.clone();
        told.iter().for_each(|decision| text.push_str(&decision.text));
        if !others.is_empty() {
            let more = if told.is_empty() { "" } else { " more" };
            let _ = writeln!(text, "\n{}{more}{DIGESTS}", others.len());
            for row in others.chunks(DIGESTS_IN_ROW) {
                let row: Vec<String> = row.iter().map(|it| format!("{:04x}", it.digest)).collect();
                let _ = writeln!(text, "{}", row.join(" "));
            }
        }
        text.push_str(end);
        text
    }

    /// The first decision that goes differently from what a file says, if it is one of those that
    /// the file does not tell: its number from 1, and how the game goes on from there.
    pub fn differs_silently(&self, accepted: &str) -> Option<(usize, String)> {
        let mut lines = accepted.lines().skip_while(|line| !line.ends_with(DIGESTS)).skip(1);
        let now = self.text();
        let told = |text: &str| {
            let lines = text.lines().take_while(|line| !line.ends_with(DIGESTS));
            lines.map(str::to_owned).collect::<Vec<_>>()
        };
        if told(accepted) != told(&now) {
            return None;
        }
        let rows = lines.by_ref().take_while(|line| !line.is_empty());
        let known: Vec<&str> = rows.flat_map(str::split_whitespace).collect();
        let others = &self.aloud.decisions[self.n_told..];
        let same = |(it, known): (&Decision, &&str)| format!("{:04x}", it.digest) == **known;
        let n_same = others.iter().zip(&known).take_while(|pair| same(*pair)).count();
        if n_same == others.len() && n_same == known.len() {
            return None;
        }
        let at = self.n_told + n_same;
        let mut text: String =
            self.aloud.decisions[at..].iter().map(|decision| decision.text.as_str()).collect();
        text.push_str(&self.aloud.end);
        Some((at + 1, text))
    }

    /// The whole game, told.
    pub fn whole(&self) -> String {
        self.aloud.whole()
    }
}

/// A game told aloud.
struct Aloud {
    /// What is played, and what happens before the first decision.
    head: String,
    decisions: Vec<Decision>,
    /// How it ended: the score sheet, or why it did not.
    end: String,
}

/// A decision, and what came of it.
struct Decision {
    text: String,
    /// Of who is asked, the options, the one chosen, and the numbers everybody sees that change.
    digest: u16,
}

impl Aloud {
    fn new(game: &Game, seed: u64, bot: &mut dyn Bot) -> Self {
        let mut aloud = Self { head: head(game, seed), decisions: vec![], end: String::new() };
        let mut session = match Session::new(game, seed) {
            Ok(session) => session,
            Err(reason) => {
                aloud.end = format!("{reason}\n");
                return aloud;
            }
        };
        write_facts(&mut aloud.head, session.log());
        while let Some(seat) = session.seat() {
            if aloud.decisions.len() >= DECISIONS_MAX {
                aloud.end = format!("no end after {DECISIONS_MAX} decisions\n");
                return aloud;
            }
            let texts = session.options();
            let seat = session.seat_id(seat).to_owned();
            let asked = asked(&seat, &session.question());
            let Some(index) = bot.pick(session.table()) else { break };
            let chosen = texts.get(index).cloned().unwrap_or_default();
            let mut text = match texts.len() {
                1 => format!("{asked}  > {chosen} (nothing else is possible)\n"),
                _ => format!("{asked}  {}\n> {chosen}\n", listed(&texts)),
            };
            let before = session.log().len() + 1;
            if let Err(refusal) = session.choose_index(index) {
                aloud.end = format!("{text}{}\n", refusal.reason);
                return aloud;
            }
            write_facts(&mut text, session.log().get(before..).unwrap_or(&[]));
            let changed = session.choices().last().map(|made| &made.numbers);
            let numbers = changed.into_iter().flatten().map(|(path, is)| format!("{path}={is}"));
            let parts = [seat, chosen].into_iter().chain(texts).chain(numbers);
            aloud.decisions.push(Decision { text, digest: digest(parts) });
        }
        aloud.end = end(game, &session, aloud.decisions.len());
        aloud
    }

    fn whole(&self) -> String {
        let decisions = self.decisions.iter().map(|decision| decision.text.as_str());
        [self.head.as_str()].into_iter().chain(decisions).chain([self.end.as_str()]).collect()
    }
}

/// FNV-1a, folded to 16 bits: enough to notice a difference, and short to read past.
fn digest(parts: impl Iterator<Item = String>) -> u16 {
    let mut hash: u32 = 0x811c_9dc5;
    for part in parts {
        for byte in part.bytes().chain([0]) {
            hash = (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
        }
    }
    (hash >> 16) as u16 ^ hash as u16
}

/// The score sheet, and the points of each seat by where they come from.
fn end(game: &Game, session: &Session, n_choices: usize) -> String {
    let mut text = format!("\nthe game is over after {n_choices} choices\n\n");
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
        let seat = session.seat_id(standing.seat);
        let _ = writeln!(text, "{}. {seat}: {total}{parts}", standing.place);
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
fn write_facts(text: &mut String, lines: &[Line]) {
    let facts: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
    for row in boardwright_play::session::rows(&facts, WIDTH) {
        let _ = writeln!(text, "{row}");
    }
}

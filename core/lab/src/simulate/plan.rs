//! What to play (packs, players, bots, seeds), and the description of a run, which lets its records
//! be understood without the packs.

use std::collections::BTreeMap;

use boardwright_rules::def::Def;
use boardwright_rules::rng::Stream;
use serde::{Deserialize, Serialize};

use boardwright_compile::OptionValue;
use boardwright_packs::lock::{Lock, LockedPack};
use boardwright_play::content::{Content, contents};
use boardwright_play::game::Game;
use boardwright_play::save::value_text;

/// The run format this program writes.
pub const FORMAT: u32 = 2;

/// What to play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Bots: one for all seats, or one for each.
    pub bots: Vec<String>,
    /// The seed of the run.
    pub seed: u64,
    /// The number of games.
    pub games: u64,
    /// The part of them to play.
    pub shard: Shard,
}

/// A part of a run: `3/16` is the third of sixteen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Shard {
    /// The index of the part, from 1.
    pub part: u64,
    /// The number of parts.
    pub of: u64,
}

impl Default for Shard {
    fn default() -> Self {
        Self { part: 1, of: 1 }
    }
}

impl std::str::FromStr for Shard {
    type Err = String;
    fn from_str(typed: &str) -> Result<Self, String> {
        let numbers = typed.split_once('/').and_then(|(part, of)| {
            Some((part.trim().parse::<u64>().ok()?, of.trim().parse::<u64>().ok()?))
        });
        match numbers {
            Some((part, of)) if (1..=of).contains(&part) => Ok(Self { part, of }),
            Some((_, 0)) => Err("a run has at least one part".into()),
            Some((part, of)) => {
                Err(format!("there is no part {part} of {of}: parts are numbered from 1 to {of}"))
            }
            None => Err("a part is written as `3/16`: the third of sixteen".into()),
        }
    }
}

impl Shard {
    /// The numbers of its games, from 1, in order: every n-th, so that parts take equally long.
    pub fn games(self, games: u64) -> impl Iterator<Item = u64> {
        (self.part..=games).step_by(self.of.max(1) as usize)
    }
}

/// The seed of a game of a run. It is below 2^53, so that every reader of JSON and CSV keeps it
/// exact.
pub fn game_seed(run_seed: u64, game: u64) -> u64 {
    let mut stream = Stream::new(run_seed, &format!("simulate/{game}"));
    let high = u64::from(stream.below(1 << 21));
    high << 32 | u64::from(stream.below(u32::MAX))
}

/// The seed of the bot on a seat of a game.
pub fn bot_seed(game_seed: u64, seat: usize) -> u64 {
    let mut stream = Stream::new(game_seed, &format!("simulate/bot/{seat}"));
    u64::from(stream.below(u32::MAX)) << 32 | u64::from(stream.below(u32::MAX))
}

/// The index of the bot on a seat of a game. Bots move on by one seat from game to game, so that
/// none always sits first.
pub fn bot_of(n_bots: usize, game: u64, seat: usize) -> usize {
    (seat + (game.saturating_sub(1) % n_bots.max(1) as u64) as usize) % n_bots.max(1)
}

/// An id with a name for people.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Label {
    /// The id.
    pub id: String,
    /// The name.
    pub name: String,
}

/// The description of a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RunInfo {
    /// The format of its records.
    pub format: u32,
    /// The title of the game.
    pub title: String,
    /// The exact packs.
    pub lock: Lock,
    /// The number of players.
    pub players: u8,
    /// The values of the options.
    pub options: BTreeMap<String, OptionValue>,
    /// Bots: one for all seats, or one for each, moving on by one seat from game to game.
    pub bots: Vec<String>,
    /// The seed of the run.
    pub seed: u64,
    /// The number of games in the whole run.
    pub games: u64,
    /// All seats, those without decisions last.
    pub seats: Vec<String>,
    /// Lines of the score sheet.
    pub lines: Vec<Label>,
    /// Periods: turns, rounds.
    pub periods: Vec<String>,
    /// What can be taken.
    pub content: Vec<Content>,
}

impl RunInfo {
    /// Describes a run of a game.
    pub fn new(game: &Game, plan: &Plan) -> Self {
        let def = &game.def;
        Self {
            format: FORMAT,
            title: titled(def),
            lock: game.loaded.lock.clone(),
            players: game.players,
            options: game.options.clone(),
            bots: plan.bots.clone(),
            seed: plan.seed,
            games: plan.games,
            seats: def.seat_names.iter().map(|named| named.id.clone()).collect(),
            lines: def.lines.iter().map(label).collect(),
            periods: begun(def),
            content: contents(def),
        }
    }

    /// The packs as typed: `a+b`.
    pub fn packs(&self) -> String {
        let ids: Vec<&str> = self.lock.packs.iter().map(|pack| pack.id.as_str()).collect();
        ids.join("+")
    }

    /// The bots, for people: `greedy` or `greedy, random`.
    pub fn who(&self) -> String {
        self.bots.join(", ")
    }

    /// How another run differs, for people; empty if both are parts of the same run.
    pub fn differences(&self, other: &RunInfo) -> Vec<String> {
        let mut told = vec![];
        let mut differs = |what: &str, of: &dyn Fn(&RunInfo) -> String| {
            let (one, two) = (of(self), of(other));
            if one != two {
                told.push(format!("{what}: {one} and {two}"));
            }
        };
        differs("engine", &|it| it.lock.engine.clone());
        differs("packs", &|it| it.lock.packs.iter().map(versioned).collect::<Vec<_>>().join(" + "));
        differs("players", &|it| it.players.to_string());
        differs("bots", &RunInfo::who);
        differs("seed", &|it| it.seed.to_string());
        differs("games", &|it| it.games.to_string());
        if self.packs() == other.packs() {
            differs("options", &RunInfo::options_text);
            let both = self.lock.packs.iter().zip(&other.lock.packs);
            let changed = both.filter(|(one, two)| one.sha256 != two.sha256);
            told.extend(changed.map(|(one, _)| format!("files of the pack `{}`", one.id)));
        }
        told
    }

    /// The options as typed: `days=15 size=6`.
    fn options_text(&self) -> String {
        let typed = self.options.iter().map(|(id, value)| format!("{id}={}", value_text(value)));
        typed.collect::<Vec<_>>().join(" ")
    }
}

fn versioned(pack: &LockedPack) -> String {
    format!("{} {}", pack.id, pack.version)
}

pub(super) fn titled(def: &Def) -> String {
    if def.named.name.is_empty() { def.named.id.clone() } else { def.named.name.clone() }
}

fn label(named: &boardwright_rules::def::part::Named) -> Label {
    let name = if named.name.is_empty() { named.id.clone() } else { named.name.clone() };
    Label { id: named.id.clone(), name }
}

/// The ids of a game's periods.
pub(super) fn begun(def: &Def) -> Vec<String> {
    def.periods.iter().map(|period| period.named.id.clone()).collect()
}

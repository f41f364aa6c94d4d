//! Puts parts of a run that were played on different machines together again.
//!
//! A part is sealed: it contains the checksum of each of its files, and its own. Changes made on
//! the way from one machine to another are noticed before anything is put together.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::plan::{FORMAT, RunInfo, Shard, game_seed};
use super::record::GameRecord;

/// The description of a part.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PartInfo {
    /// The index of the part.
    pub shard: Shard,
    /// The run it belongs to.
    pub run: RunInfo,
}

impl PartInfo {
    /// Its description for people: `part 3 of 16`.
    pub fn which(&self) -> String {
        format!("part {} of {}", self.shard.part, self.shard.of)
    }

    /// The number of games in the complete part.
    fn n_games(&self) -> u64 {
        self.shard.games(self.run.games).count() as u64
    }

    /// Whether a game belongs to it.
    fn has(&self, record: &GameRecord) -> bool {
        let Shard { part, of } = self.shard;
        let behind = record.game.checked_sub(part);
        record.game <= self.run.games
            && behind.is_some_and(|behind| behind % of.max(1) == 0)
            && record.seed == game_seed(self.run.seed, record.game)
    }
}

/// The description of a part, with checksums of its files and of the description.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sealed {
    /// The index of the part.
    pub shard: Shard,
    /// The run it belongs to.
    pub run: RunInfo,
    /// The checksum of each of its files, by name.
    pub files: BTreeMap<String, String>,
    /// The checksum of all this.
    pub seal: String,
}

/// The SHA-256 of some bytes, as hexadecimal digits.
pub fn checksum(bytes: impl AsRef<[u8]>) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Sealed {
    /// Seals a part with its files, given as names and texts.
    pub fn new(info: &PartInfo, files: &[(&str, &str)]) -> Self {
        let sums = files.iter().map(|(name, text)| ((*name).to_owned(), checksum(text)));
        let PartInfo { shard, run } = info.clone();
        let mut sealed = Self { shard, run, files: sums.collect(), seal: String::new() };
        sealed.seal = sealed.expected();
        sealed
    }

    fn expected(&self) -> String {
        let body = serde_json::to_string(&(&self.shard, &self.run, &self.files));
        checksum(body.unwrap_or_default())
    }

    /// The text to write to a file.
    pub fn to_text(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }

    /// Reads what [`Sealed::to_text`] wrote. The error says what is wrong.
    pub fn load(text: &str) -> Result<Self, String> {
        let sealed: Self = serde_json::from_str(text).map_err(|error| error.to_string())?;
        // A changed value does not match the seal; any other change makes a text this program would
        // not write.
        if sealed.seal != sealed.expected() || sealed.to_text() != text {
            return Err("it was changed after it was written: its checksum does not fit".into());
        }
        Ok(sealed)
    }

    /// The description of the part.
    pub fn info(&self) -> PartInfo {
        PartInfo { shard: self.shard, run: self.run.clone() }
    }

    /// Whether the text of a file is the sealed one.
    pub fn fits(&self, name: &str, text: &str) -> bool {
        self.files.get(name).is_some_and(|sum| *sum == checksum(text))
    }
}

/// The number of digits in a line's checksum.
const LINE_DIGITS: usize = 16;

/// A line of a file that grows during a run: a checksum and a text.
pub fn sealed_line(text: &str) -> String {
    let sum = checksum(text);
    format!("{} {text}", sum.get(..LINE_DIGITS).unwrap_or_default())
}

/// The text of such a line; `None` if it was changed.
pub fn opened_line(line: &str) -> Option<&str> {
    let (sum, text) = line.split_once(' ')?;
    (sum.len() == LINE_DIGITS && checksum(text).starts_with(sum)).then_some(text)
}

/// A part of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunPart {
    /// Its origin, for people.
    pub name: String,
    /// Its description.
    pub info: PartInfo,
    /// Its games.
    pub games: Vec<GameRecord>,
}

/// Why parts cannot be put together.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MergeError {
    /// There are no parts.
    #[error("there is no part")]
    Nothing,
    /// Another version of the program wrote it.
    #[error("`{0}` was written by another version of the program")]
    Format(String),
    /// They belong to different runs.
    #[error("`{one}` and `{other}` are parts of different runs")]
    Differ {
        /// One part.
        one: String,
        /// Another one.
        other: String,
        /// The differences.
        how: Vec<String>,
    },
    /// They share a game.
    #[error("game {game} is in {one} and in {other}")]
    Twice {
        /// The game.
        game: u64,
        /// One part: its name and index.
        one: String,
        /// Another one.
        other: String,
    },
    /// A game does not belong to the part that contains it.
    #[error("{part} has a game {game} that is not its own")]
    Foreign {
        /// The part: its name and index.
        part: String,
        /// The game.
        game: u64,
    },
}

/// The result of putting parts together.
#[derive(Clone, PartialEq, Debug)]
pub struct Merged {
    /// The whole run.
    pub run: RunInfo,
    /// Its games in order.
    pub games: Vec<GameRecord>,
    /// What is missing, in words.
    pub missing: Vec<String>,
}

/// What a run lacks: missing parts, and missing games of parts that were stopped.
fn missing(parts: &[RunPart]) -> Vec<String> {
    let Some(first) = parts.first() else { return vec![] };
    let (of, run) = (first.info.shard.of, &first.info.run);
    let n_games: u64 = parts.iter().map(|part| part.games.len() as u64).sum();
    if n_games >= run.games {
        return vec![];
    }
    let mut told = vec![];
    let games = |n: u64| if n == 1 { "1 game".to_owned() } else { format!("{n} games") };
    for part in parts {
        let (has, all) = (part.games.len() as u64, part.info.n_games());
        if has < all {
            let which = part.info.which();
            told.push(format!("`{}` ({which}) has {has} of its {}", part.name, games(all)));
        }
    }
    if parts.iter().any(|part| part.info.shard.of != of) {
        told.push("the parts are cut in different ways, and some are left out".into());
        return told;
    }
    // Parts beyond the last game are empty, so they are not missing.
    for number in 1..=of.min(run.games) {
        let shard = Shard { part: number, of };
        if !parts.iter().any(|part| part.info.shard == shard) {
            let n_games = shard.games(run.games).count() as u64;
            told.push(format!("part {number} of {of} is missing ({})", games(n_games)));
        }
    }
    told
}

/// Puts parts together: the whole run, its games in order.
pub fn merge(parts: Vec<RunPart>) -> Result<Merged, MergeError> {
    let first = parts.first().ok_or(MergeError::Nothing)?;
    let (first_name, run) = (first.name.clone(), first.info.run.clone());
    let missing = missing(&parts);
    let mut games: BTreeMap<u64, (String, GameRecord)> = BTreeMap::new();
    for part in parts {
        if part.info.run.format != FORMAT {
            return Err(MergeError::Format(part.name));
        }
        if part.info.run != run {
            let mut how = run.differences(&part.info.run);
            if how.is_empty() {
                how.push("content of the game".into());
            }
            return Err(MergeError::Differ { one: first_name, other: part.name, how });
        }
        let name = format!("`{}` ({})", part.name, part.info.which());
        for record in part.games {
            if !part.info.has(&record) {
                return Err(MergeError::Foreign { part: name, game: record.game });
            }
            if let Some((one, _)) = games.get(&record.game) {
                let (game, one) = (record.game, one.clone());
                return Err(MergeError::Twice { game, one, other: name });
            }
            games.insert(record.game, (name.clone(), record));
        }
    }
    let games = games.into_values().map(|(_, record)| record).collect();
    Ok(Merged { run, games, missing })
}

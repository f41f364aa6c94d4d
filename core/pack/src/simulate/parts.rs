//! Parts of a run, played on different machines, put together again.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::plan::{FORMAT, RunInfo, Shard};
use super::record::GameRecord;

/// What a part says about itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PartInfo {
    /// Which part it is.
    pub shard: Shard,
    /// The run it is a part of.
    pub run: RunInfo,
}

/// A part of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// Where it came from, for people.
    pub name: String,
    /// What it says about itself.
    pub info: PartInfo,
    /// Its games.
    pub games: Vec<GameRecord>,
}

/// Why parts do not go together.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MergeError {
    /// There is nothing to put together.
    #[error("there is no part")]
    Nothing,
    /// It was written by another version.
    #[error("`{0}` was written by another version of the program")]
    Format(String),
    /// They are of different runs.
    #[error("`{one}` and `{other}` are parts of different runs")]
    Differ {
        /// One part.
        one: String,
        /// Another one.
        other: String,
        /// What is different.
        how: Vec<String>,
    },
    /// They have a game in common.
    #[error("game {game} is in {one} and in {other}")]
    Twice {
        /// The game.
        game: u64,
        /// One part: its name, and which part it is.
        one: String,
        /// Another one.
        other: String,
    },
}

/// Puts parts together: the whole run, its games in order.
pub fn merge(parts: Vec<Part>) -> Result<(RunInfo, Vec<GameRecord>), MergeError> {
    let first = parts.first().ok_or(MergeError::Nothing)?;
    let (first_name, run) = (first.name.clone(), first.info.run.clone());
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
        let Shard { part: number, of } = part.info.shard;
        let name = format!("`{}` (part {number} of {of})", part.name);
        for record in part.games {
            if let Some((one, _)) = games.get(&record.game) {
                let (game, one) = (record.game, one.clone());
                return Err(MergeError::Twice { game, one, other: name });
            }
            games.insert(record.game, (name.clone(), record));
        }
    }
    Ok((run, games.into_values().map(|(_, record)| record).collect()))
}

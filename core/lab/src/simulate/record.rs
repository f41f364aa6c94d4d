//! What is written down of a game.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// A game that was played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its number in the run, from 1.
    pub game: u64,
    /// Its seed: `play --seed` deals the same.
    pub seed: u64,
    /// How many decisions it took.
    pub decisions: u64,
    /// How many options these had, all together.
    pub options: u64,
    /// How often each period began.
    pub periods: BTreeMap<String, u64>,
    /// How often another seat came to lead alone.
    pub lead_changes: u64,
    /// Why it did not come to its end; then it counts for nothing else.
    pub failed: Option<String>,
    /// Choices that led into a dead end and were taken back: why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub struck: Vec<String>,
    /// Scripts that failed: why. Choices that led there were taken back.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<String>,
    /// How it ended for each seat.
    pub seats: Vec<SeatRecord>,
    /// Content that came into play and that no seat could take.
    pub seen: Vec<Arc<str>>,
}

/// How a game ended for a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatRecord {
    /// The seat.
    pub seat: String,
    /// Who decided for it.
    pub bot: String,
    /// Its score.
    pub score: i64,
    /// Its place, from 1; those who tie share the better one.
    pub place: u64,
    /// Points by line of the score sheet; lines without points are left out.
    pub points: BTreeMap<String, i64>,
    /// Content it took or used.
    pub took: Vec<Arc<str>>,
    /// Content it could have taken and did not.
    pub left: Vec<Arc<str>>,
}

impl GameRecord {
    /// How many seats share the first place.
    pub fn winners(&self) -> u64 {
        self.seats.iter().filter(|seat| seat.place == 1).count() as u64
    }

    /// A seat's part of the win: all of it, its share of a tie, or nothing.
    pub fn win(&self, seat: &SeatRecord) -> f64 {
        if seat.place == 1 { 1.0 / self.winners().max(1) as f64 } else { 0.0 }
    }

    /// The best score minus the second best; nothing for a single seat.
    pub fn margin(&self) -> Option<i64> {
        let mut scores: Vec<i64> = self.seats.iter().map(|seat| seat.score).collect();
        scores.sort_unstable_by(|one, other| other.cmp(one));
        Some(scores.first()? - scores.get(1)?)
    }

    /// One line of JSON.
    pub fn to_line(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads a line of JSON.
    pub fn from_line(line: &str) -> Result<Self, String> {
        serde_json::from_str(line).map_err(|error| error.to_string())
    }
}

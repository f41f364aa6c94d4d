//! What is recorded of a game.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// A game that was played. The records of a run name the same things again and again, so they share
/// the names.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its number in the run, from 1.
    pub game: u64,
    /// Its seed; `play --seed` deals the same.
    pub seed: u64,
    /// The number of decisions.
    pub decisions: u64,
    /// The number of options over all decisions.
    pub options: u64,
    /// How often each period began.
    pub periods: BTreeMap<Arc<str>, u64>,
    /// How often another seat became sole leader.
    pub lead_changes: u64,
    /// Why it did not end; such a game counts for nothing else.
    pub failed: Option<String>,
    /// Why choices led into a dead end and were undone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub struck: Vec<String>,
    /// Why scripts failed. The choices that led there were undone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<String>,
    /// How it ended for each seat.
    pub seats: Vec<SeatRecord>,
    /// Content that came into play but that no seat could take.
    pub seen: Vec<Arc<str>>,
}

/// How a game ended for a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatRecord {
    /// The seat.
    pub seat: Arc<str>,
    /// The bot that decided for it.
    pub bot: Arc<str>,
    /// Its score.
    pub score: i64,
    /// Its rank, from 1; ties share the better one.
    pub place: u64,
    /// Points by line of the score sheet; lines without points are left out.
    pub points: BTreeMap<Arc<str>, i64>,
    /// Content it took or used.
    pub took: Vec<Arc<str>>,
    /// Content it could have taken and did not.
    pub left: Vec<Arc<str>>,
}

impl GameRecord {
    /// How many seats share the first rank.
    pub fn winners(&self) -> u64 {
        self.seats.iter().filter(|seat| seat.place == 1).count() as u64
    }

    /// A seat's share of the win: 1, its share of a tie, or 0.
    pub fn win(&self, seat: &SeatRecord) -> f64 {
        if seat.place == 1 { 1.0 / self.winners().max(1) as f64 } else { 0.0 }
    }

    /// The best score minus the second best; `None` for a single seat.
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

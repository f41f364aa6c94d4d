//! The exact packs of a game, as recorded in saves and replays.

use boardwright_phrases::Language;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The packs of a game, in layering order, with the engine version.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Lock {
    /// Version of the engine.
    pub engine: String,
    /// The packs, the game itself first.
    pub packs: Vec<LockedPack>,
}

/// One pack of a [`Lock`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LockedPack {
    /// Its id.
    pub id: String,
    /// Its version, from its manifest.
    pub version: String,
    /// Hash over all its files, in hexadecimal digits.
    pub sha256: String,
}

impl Lock {
    /// How `other` differs from this lock, for people; empty if they are the same.
    ///
    /// `self` is the recorded lock, `other` the current one.
    pub fn check(&self, other: &Lock, language: Language) -> Vec<String> {
        let mut told = vec![];
        if self.engine != other.engine {
            let phrase = "engine {0} was used, this is {1}";
            told.push(language.say(phrase, &[&self.engine, &other.engine]));
        }
        for pack in &self.packs {
            let now = other.packs.iter().find(|now| now.id == pack.id);
            let (phrase, is) = match now {
                None => ("pack `{0}` {1} was used, not now", ""),
                Some(now) if now.version != pack.version => {
                    ("pack `{0}` {1} was used, this is {2}", now.version.as_str())
                }
                Some(now) if now.sha256 != pack.sha256 => {
                    ("pack `{0}` {1} has other files than were used", "")
                }
                Some(_) => continue,
            };
            told.push(language.say(phrase, &[&pack.id, &pack.version, &is]));
        }
        for now in &other.packs {
            if !self.packs.iter().any(|pack| pack.id == now.id) {
                let phrase = "pack `{0}` {1} was not used";
                told.push(language.say(phrase, &[&now.id, &now.version]));
            }
        }
        let both = |lock: &Lock, against: &Lock| -> Vec<String> {
            let shared = |id: &str| against.packs.iter().any(|pack| pack.id == id);
            lock.packs.iter().map(|pack| pack.id.clone()).filter(|id| shared(id)).collect()
        };
        let (then, now) = (both(self, other), both(other, self));
        if then != now {
            let phrase = "packs were used in the order {0}, not {1}";
            told.push(language.say(phrase, &[&list(&then), &list(&now)]));
        }
        told
    }
}

fn list(ids: &[String]) -> String {
    ids.iter().map(|id| format!("`{id}`")).collect::<Vec<_>>().join(", ")
}

/// Hashes the files of a pack, which must be sorted by path. Lengths are hashed too, so that
/// different splits of the same bytes get different hashes.
pub(crate) struct PackHash(Sha256);

impl PackHash {
    pub(crate) fn new() -> Self {
        Self(Sha256::new())
    }

    pub(crate) fn file(&mut self, path: &str, bytes: &[u8]) {
        for part in [path.as_bytes(), bytes] {
            self.0.update((part.len() as u64).to_le_bytes());
            self.0.update(part);
        }
    }

    pub(crate) fn finish(self) -> String {
        self.0.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

#[cfg(test)]
mod tests;

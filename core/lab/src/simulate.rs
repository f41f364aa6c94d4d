//! Many games by bots, and what they show about the rules.
//!
//! A [`Plan`] states what to play. Every game has its own seed, derived from the run's seed and its
//! number, and yields one [`GameRecord`]. All figures are computed from the records in numerical
//! order, so they do not depend on how many threads or machines played.
//!
//! | module | holds |
//! |---|---|
//! | `plan` | what to play, and the description of a run |
//! | `watch`, `play` | one game, and what is recorded of it |
//! | `run` | games on several threads |
//! | `stats`, `summary` | figures |
//! | `tables` | records as tables that other programs read |
//! | `log` | a game decision by decision, event by event |
//! | `profile` | where the work of the rules goes |
//! | `compare` | two sets of packs on the same seeds |

pub mod compare;
pub mod log;
pub mod parts;
pub mod plan;
pub mod play;
pub mod profile;
pub mod record;
pub mod run;
pub mod stats;
pub mod summary;
pub mod tables;
#[cfg(test)]
mod tests;
mod watch;

pub use plan::{Plan, RunInfo, Shard, game_seed};
pub use record::{GameRecord, SeatRecord};
pub use summary::Summary;

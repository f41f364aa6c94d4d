//! Many games by bots, and what they say about the rules.
//!
//! A [`Plan`] says what is played. Every game has a seed of its own, made from the seed of the run
//! and its number, and gives one [`GameRecord`]. All figures are worked out from the records in
//! the order of their numbers, so they do not depend on how many threads or machines played.
//!
//! | module | holds |
//! |---|---|
//! | `plan` | what is played, and what a run is made of |
//! | `watch`, `play` | one game, and what is written down of it |
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

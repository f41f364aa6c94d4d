//! Games at the table: opening and checking packs, sessions, saves, and the tests that packs ship.

pub mod balance;
pub mod content;
pub mod coverage;
pub mod game;
pub mod laws;
pub mod pairs;
pub mod save;
pub mod scenario;
pub mod session;
#[cfg(any(test, feature = "testing"))]
pub mod testing;

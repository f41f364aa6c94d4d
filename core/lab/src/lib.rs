//! Many games: simulations, ladders, random packs, and the laws of the engine.

pub mod battery;
pub mod fuzz;
pub mod golden;
pub mod judge;
pub mod ladder;
pub mod pool;
pub mod simulate;
pub mod soak;

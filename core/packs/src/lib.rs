//! Finds packs and lays them over each other: one tree, and who changed what.

pub mod layer;
pub mod library;
pub mod lock;
pub mod manifest;

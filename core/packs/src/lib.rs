//! Finds packs and layers them into one tree, with a record of who changed what.

pub mod layer;
pub mod library;
pub mod lock;
pub mod manifest;

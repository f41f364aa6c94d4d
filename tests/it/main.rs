//! Everything that crosses a border: packs, reports, generated files, the tree itself.

mod bad_packs;
mod generated;
mod languages;
mod loader;
mod look_ahead;
mod packs;
mod sandbox;
mod story;
mod tidy;

//! Everything that crosses a border: packs, reports, generated files, the tree itself.

mod bad_packs;
mod bots;
mod expressions;
mod generated;
mod languages;
mod learned;
mod loader;
mod look_ahead;
mod nippon_scoring;
mod nippon_variants;
mod packs;
mod sandbox;
mod story;
mod tidy;

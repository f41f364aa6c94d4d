//! Everything that crosses a border: packs, reports, generated files, the tree itself.

mod bad_packs;
mod bots;
mod cookbook;
mod corrupt;
mod expressions;
mod format;
mod generated;
mod guide;
mod hostile_bounds;
mod hostile_packs;
mod languages;
mod learned;
mod linear;
mod loader;
mod look_ahead;
mod mutations;
mod nippon_scoring;
mod nippon_variants;
mod old_packs;
mod packs;
mod ranges;
mod sandbox;
mod scripts;
mod story;
mod tidy;

//! Runs of the bundled packs.

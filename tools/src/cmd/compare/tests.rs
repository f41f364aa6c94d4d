//! Comparisons of the bundled packs.

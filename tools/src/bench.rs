//! Stands in for the workbench parts of the pack crate until they are there.

use std::collections::BTreeMap;

use boardwright_pack::diag::{Diagnostic, Level};
use boardwright_pack::layer::{self, Loaded};
use boardwright_pack::library::Library;
use boardwright_pack::lower::OptionValue;
use boardwright_pack::source::Sources;
use boardwright_pack::yaml;
use boardwright_rules::def::Def;

/// A game that can be played.
pub struct Game {
    pub loaded: Loaded,
    pub def: Def,
    pub players: u8,
    pub options: BTreeMap<String, OptionValue>,
}

/// What came of opening packs.
pub struct Opened {
    pub game: Option<Game>,
    pub sources: Sources,
    pub diags: Vec<Diagnostic>,
}

pub fn open(
    library: &Library,
    packs: &[&str],
    players: Option<u8>,
    _options: &[(String, String)],
) -> Opened {
    let loaded = layer::load(library, packs, &yaml::read);
    let (sources, diags) = (loaded.sources.clone(), loaded.diags.clone());
    let fine = diags.iter().all(|diag| diag.level != Level::Error);
    let players = players.unwrap_or(2);
    let game = Game { loaded, def: Def::default(), players, options: BTreeMap::new() };
    Opened { game: fine.then_some(game), sources, diags }
}

pub fn check(library: &Library, packs: &[&str]) -> Opened {
    open(library, packs, None, &[])
}

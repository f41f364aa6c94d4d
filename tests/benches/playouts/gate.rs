//! The expected results of uniformly random play; with other results the figures compare different
//! games.

use crate::tally::Tally;

/// The number of games played to check.
pub const GAMES: u64 = 200_000;

/// A measured quantity: its name, how to read it, its expected value, and the tolerance.
type Bound = (&'static str, fn(&Tally) -> f64, f64, f64);

// Exact values, with four standard errors of a sample of `GAMES`.
const TIC_TAC_TOE: [Bound; 5] = [
    ("decisions in a game", Tally::decisions_per_game, 7.6262, 0.012),
    ("legal options at a decision", Tally::legal_per_decision, 5.5763, 0.006),
    ("share won by the first seat", |tally| tally.share(0), 0.5849, 0.0045),
    ("share won by the second seat", |tally| tally.share(1), 0.2881, 0.0041),
    ("share of draws", Tally::share_of_draws, 0.1270, 0.0030),
];

// Values on which other engines agree.
const CONNECT_FOUR: [Bound; 2] = [
    ("decisions in a game", Tally::decisions_per_game, 21.3, 0.1),
    ("legal options at a decision", Tally::legal_per_decision, 6.76, 0.01),
];

/// Whether there are expected values for a pack.
pub fn known(pack: &str) -> bool {
    !bounds(pack).is_empty()
}

/// Reports every value of a tally that is out of bounds.
pub fn check(pack: &str, who: &str, tally: &Tally) -> Result<(), String> {
    let off = |(name, read, must, by): &Bound| {
        let is = read(tally);
        let far = (is - must).abs() > *by;
        far.then(|| format!("`{pack}`, {who}: {name} is {is:.4}, expected {must} +- {by}"))
    };
    let told: Vec<String> = bounds(pack).iter().filter_map(off).collect();
    if told.is_empty() { Ok(()) } else { Err(told.join("\n")) }
}

fn bounds(pack: &str) -> &'static [Bound] {
    match pack {
        "tic-tac-toe" => &TIC_TAC_TOE,
        "connect-four" => &CONNECT_FOUR,
        _ => &[],
    }
}

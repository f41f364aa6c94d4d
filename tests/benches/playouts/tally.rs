//! Sums over many games.

/// The maximum number of seats counted separately.
pub const SEATS_MAX: usize = 16;

/// Sums over games.
#[derive(Clone, Copy, Default)]
pub struct Tally {
    /// Whole games.
    pub games: u64,
    /// Decisions in them.
    pub decisions: u64,
    /// Legal options at those decisions.
    pub legal: u64,
    /// Games each seat won alone.
    pub won: [u64; SEATS_MAX],
    /// Games nobody won alone.
    pub shared: u64,
}

impl Tally {
    /// Counts a finished game; its legal options were counted along the way.
    pub fn end(&mut self, decisions: u64, winner: Option<u64>) {
        self.games += 1;
        self.decisions += decisions;
        match winner.and_then(|seat| self.won.get_mut(seat as usize)) {
            Some(won) => *won += 1,
            None => self.shared += 1,
        }
    }

    /// Decisions per game.
    pub fn decisions_per_game(&self) -> f64 {
        self.decisions as f64 / self.games as f64
    }

    /// Legal options per decision.
    pub fn legal_per_decision(&self) -> f64 {
        self.legal as f64 / self.decisions as f64
    }

    /// The share of games a seat won alone.
    pub fn share(&self, seat: usize) -> f64 {
        self.won[seat] as f64 / self.games as f64
    }

    /// The share of games nobody won alone.
    pub fn share_of_draws(&self) -> f64 {
        self.shared as f64 / self.games as f64
    }
}

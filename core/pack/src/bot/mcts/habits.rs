//! What has turned out well before, whatever the position: the move-average table that makes
//! playing on less random.

use boardwright_rules::rng::Stream;

/// Room for so many options; more share a place.
const ROOM: usize = 1 << 13;
/// In so many of a hundred decisions anything is taken.
const ANYTHING_PERCENT: u32 = 30;
/// How many times a mean counts as seen before it was: keeps single results from ruling.
const DOUBT: f64 = 2.0;

/// Means of what options led to.
pub(super) struct Habits {
    cells: Vec<Cell>,
}

#[derive(Clone, Copy, Default)]
struct Cell {
    key: u64,
    sum: f64,
    times: f64,
}

impl Habits {
    pub fn new() -> Self {
        Self { cells: vec![Cell::default(); ROOM] }
    }

    /// Trusts less in what it knows: the game has gone on.
    pub fn fade(&mut self) {
        for cell in self.cells.iter_mut().filter(|cell| cell.times > 0.0) {
            cell.sum *= 0.7;
            cell.times *= 0.7;
        }
    }

    /// Learns what an option led to.
    pub fn learn(&mut self, key: u64, reward: f64) {
        let cell = &mut self.cells[key as usize % ROOM];
        if cell.key != key {
            *cell = Cell { key, sum: 0.0, times: 0.0 };
        }
        cell.sum += reward;
        cell.times += 1.0;
    }

    /// What an option usually leads to, and `usual` as far as that is not known.
    pub fn mean(&self, key: u64, usual: f64) -> f64 {
        let cell = &self.cells[key as usize % ROOM];
        match cell.key == key {
            true => (cell.sum + usual * DOUBT) / (cell.times + DOUBT),
            false => usual,
        }
    }

    /// One of several options: mostly what usually turns out best.
    pub fn pick(&self, keys: &[u64], usual: f64, stream: &mut Stream) -> usize {
        if stream.below(100) < ANYTHING_PERCENT {
            return stream.below(keys.len() as u32) as usize;
        }
        let first = stream.below(keys.len() as u32) as usize;
        let (mut best, mut most) = (first, f64::NEG_INFINITY);
        for at in (first..keys.len()).chain(0..first) {
            let mean = self.mean(keys[at], usual);
            if mean > most {
                (best, most) = (at, mean);
            }
        }
        best
    }
}

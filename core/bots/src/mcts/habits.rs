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

    /// One of several options, mostly what usually turns out best; none of `but`, if there are
    /// others.
    pub fn pick(&self, keys: &[u64], but: &[u64], usual: f64, stream: &mut Stream) -> usize {
        let but = if keys.iter().all(|key| but.contains(key)) { &[] } else { but };
        let anything = stream.below(100) < ANYTHING_PERCENT;
        let first = stream.below(keys.len() as u32) as usize;
        let (mut best, mut most) = (first, f64::NEG_INFINITY);
        for at in (first..keys.len()).chain(0..first) {
            if but.contains(&keys[at]) {
                continue;
            }
            if anything {
                return at;
            }
            let mean = self.mean(keys[at], usual);
            if mean > most {
                (best, most) = (at, mean);
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_turned_out_well_is_picked_mostly_and_never_what_is_ruled_out() {
        let (mut habits, mut stream) = (Habits::new(), Stream::new(1, "test"));
        habits.learn(10, 5.0);
        let mut picked = |but: &[u64]| {
            let mut times = [0; 3];
            for _ in 0..1_000 {
                times[habits.pick(&[10, 20, 30], but, 0.0, &mut stream)] += 1;
            }
            times
        };
        let [best, one, other] = picked(&[]);
        assert!(best > 700 && one > 50 && other > 50, "{best} {one} {other}");
        assert_eq!(picked(&[10])[0], 0);
        assert_eq!(picked(&[10, 30]), [0, 1_000, 0]);
        assert!(picked(&[10, 20, 30])[0] > 700, "there are no others");
    }
}

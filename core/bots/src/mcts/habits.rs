//! Remembers what turned out well before, whatever the position: the move-average table that makes
//! playouts less random.

use boardwright_rules::rng::Stream;

/// The number of slots; options with the same slot evict each other.
const ROOM: usize = 1 << 13;
/// How often a random option is taken, in percent.
const ANYTHING_PERCENT: u32 = 30;
/// The weight of the prior mean, in observations: it keeps single results from dominating.
const DOUBT: f64 = 2.0;

/// The mean results of options.
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

    /// Reduces the weight of old results: the game has moved on.
    pub fn fade(&mut self) {
        for cell in self.cells.iter_mut().filter(|cell| cell.times > 0.0) {
            cell.sum *= 0.7;
            cell.times *= 0.7;
        }
    }

    /// Learns the result of an option.
    pub fn learn(&mut self, key: u64, reward: f64) {
        let cell = &mut self.cells[key as usize % ROOM];
        if cell.key != key {
            *cell = Cell { key, sum: 0.0, times: 0.0 };
        }
        cell.sum += reward;
        cell.times += 1.0;
    }

    /// The usual result of an option, weighted with `usual` where little is known.
    pub fn mean(&self, key: u64, usual: f64) -> f64 {
        let cell = &self.cells[key as usize % ROOM];
        match cell.key == key {
            true => (cell.sum + usual * DOUBT) / (cell.times + DOUBT),
            false => usual,
        }
    }

    /// Picks an option, mostly the one that usually turns out best; none of `but`, if there are
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

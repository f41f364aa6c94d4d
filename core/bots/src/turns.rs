//! Whole turns: the ways to end a turn, and the value of the resulting positions.

use boardwright_rules::id::SeatId;
use boardwright_rules::rng::Stream;
use boardwright_rules::table::Table;

use super::mind::{Mind, Turn, keys, mix, step};

/// The maximum number of decisions examined in a turn.
const DEPTH_MAX: usize = 40;
/// How many ways that begin alike are kept: they must not crowd out those that begin differently.
const ALIKE_MAX: usize = 4;

/// A way to the end of a turn.
#[derive(Clone, Debug)]
pub(super) struct Way {
    /// The value of the end for the seat whose turn it is.
    pub worth: i64,
    /// An id that is the same for the same choices in any order.
    pub id: u64,
    /// Decisions among several options, in order.
    pub steps: Vec<PlannedDecision>,
}

/// A decision planned ahead.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlannedDecision {
    /// A hash of all the options.
    pub offered: u64,
    /// The option to take.
    pub key: u64,
    /// Its index among the options.
    pub index: usize,
}

/// Finds ways to the end of a turn. It reuses its memory from one search to the next.
#[derive(Default)]
pub(super) struct Outlook<'a> {
    /// One table for each decision on the way, as deep as any search has gone.
    tables: Vec<Table<'a>>,
    /// The steps to the current table.
    steps: Vec<PlannedDecision>,
    /// The best ways so far, best first.
    found: Vec<Way>,
    most: usize,
}

impl<'a> Outlook<'a> {
    /// The best ways to the end of the turn, best first, at most `most`; examines at most `ends`
    /// ends.
    pub fn ways(
        &mut self,
        mind: &mut Mind<'_, 'a>,
        stream: &mut Stream,
        table: &Table<'a>,
        (ends, most): (u32, usize),
    ) -> Vec<Way> {
        let Some((seat, _)) = table.asked() else { return vec![] };
        self.put(0, table);
        self.most = most;
        self.steps.clear();
        self.look(&mut Looking { mind, stream, seat }, 0, ends);
        std::mem::take(&mut self.found)
    }

    /// Examines `ends` ends from the table at a depth.
    fn look(&mut self, at: &mut Looking<'_, '_, 'a>, depth: usize, ends: u32) {
        let n_options = self.tables[depth].options().len();
        if n_options == 0 || depth >= DEPTH_MAX {
            return self.keep(at, depth);
        }
        let mut order: Vec<usize> = (0..n_options).collect();
        // A random order each time: what is found first wins a tie.
        at.stream.shuffle(&mut order);
        order.truncate(ends.max(1) as usize);
        let share = ends / order.len() as u32;
        let mut options = vec![];
        keys(&self.tables[depth], &mut options);
        let offered = offered(&options);
        for index in order {
            self.copy(depth);
            let Ok(turn) = step(&mut self.tables[depth + 1], index) else { continue };
            if n_options > 1 {
                self.steps.push(PlannedDecision { offered, key: options[index], index });
            }
            match turn {
                Turn::Ends => self.keep(at, depth + 1),
                Turn::GoesOn => self.look(at, depth + 1, share),
            }
            if n_options > 1 {
                self.steps.pop();
            }
        }
    }

    /// Keeps the way to the table at a depth, if it is among the best.
    fn keep(&mut self, at: &mut Looking, depth: usize) {
        let worth = at.mind.judge(&self.tables[depth])[at.seat.index()];
        let place = self.found.partition_point(|way| way.worth >= worth);
        if place >= self.most {
            return;
        }
        let id = self.steps.iter().fold(0, |id: u64, step| id.wrapping_add(mix(step.key, 1)));
        let first = self.steps.first().map(|step| step.key);
        let alike = |way: &Way| way.steps.first().map(|step| step.key) == first;
        let n_better = self.found[..place].iter().filter(|way| alike(way)).count();
        if n_better >= ALIKE_MAX || self.found.iter().any(|way| way.id == id) {
            return;
        }
        self.found.insert(place, Way { worth, id, steps: self.steps.clone() });
        if self.found.iter().filter(|way| alike(way)).count() > ALIKE_MAX
            && let Some(last) = self.found.iter().rposition(alike)
        {
            self.found.remove(last);
        }
        self.found.truncate(self.most);
    }

    /// Puts a copy of a table at a depth.
    fn put(&mut self, depth: usize, table: &Table<'a>) {
        match self.tables.get_mut(depth) {
            Some(there) => there.clone_from(table),
            None => self.tables.push(table.clone()),
        }
    }

    /// Copies the table at a depth to the next depth.
    fn copy(&mut self, depth: usize) {
        match self.tables.split_at_mut(depth + 1) {
            (before, [there, ..]) => there.clone_from(&before[depth]),
            _ => self.tables.push(self.tables[depth].clone()),
        }
    }
}

/// The context of a search, and the seat it is for.
struct Looking<'l, 't, 'a> {
    mind: &'l mut Mind<'t, 'a>,
    stream: &'l mut Stream,
    seat: SeatId,
}

/// A hash of the options.
pub(super) fn offered(keys: &[u64]) -> u64 {
    keys.iter().fold(0, |all, key| mix(all, *key))
}

//! What look-ahead has learned about the rules of a definition. It is stored with the definition,
//! so that every table with these rules shares it.

use std::cell::Cell;
use std::fmt;

use super::scout::Chart;

/// The default limit on the number of nodes.
const NODES_MAX: usize = 1 << 15;

/// What is known about the rules of one definition, in one thread. Nothing in it depends on the
/// state of a game.
///
/// A look-ahead takes the chart out and puts it back, so nothing is ever borrowed. A copy of a
/// definition starts empty, since it may be changed.
pub struct Learned {
    chart: Cell<Option<Box<Chart>>>,
    room: Cell<usize>,
}

impl Default for Learned {
    fn default() -> Self {
        Self { chart: Cell::default(), room: Cell::new(NODES_MAX) }
    }
}

impl Clone for Learned {
    fn clone(&self) -> Self {
        Self { chart: Cell::default(), room: self.room.clone() }
    }
}

impl fmt::Debug for Learned {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.debug_struct("Learned").field("drawn", &self.drawn()).finish_non_exhaustive()
    }
}

impl Learned {
    /// How many chart nodes were built so far, including those dropped since.
    pub fn drawn(&self) -> u64 {
        let chart = self.chart.take();
        let drawn = chart.as_ref().map_or(0, |chart| chart.drawn());
        self.chart.set(chart);
        drawn
    }

    /// Limits the number of nodes from now on. When the chart is full, look-ahead restarts with an
    /// empty one; its results stay the same.
    pub fn keep_at_most(&self, places: usize) {
        self.room.set(places);
        self.chart.take();
    }

    /// Takes the chart out.
    #[inline(always)]
    pub(super) fn take(&self) -> Box<Chart> {
        self.chart.take().unwrap_or_else(|| Box::new(Chart::new(self.room.get())))
    }

    /// Puts the chart back.
    #[inline(always)]
    pub(super) fn put(&self, chart: Box<Chart>) {
        self.chart.set(Some(chart));
    }
}

//! What look-ahead has learnt about the rules of a definition. It lives with the definition, so
//! that every table that plays by these rules uses what the others have found out.

use std::cell::Cell;
use std::fmt;

use super::scout::Chart;

/// How many places are kept, unless somebody sets another limit.
const NODES_MAX: usize = 1 << 15;

/// What is known about the rules of one definition, in one thread. Nothing in it depends on the
/// state of a game.
///
/// A look-ahead takes the chart out and puts it back, so nothing is ever borrowed. A copy of a
/// definition starts with nothing, since it may be changed.
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
    /// How many places of charts were drawn so far, those that were dropped since included.
    pub fn drawn(&self) -> u64 {
        let chart = self.chart.take();
        let drawn = chart.as_ref().map_or(0, |chart| chart.drawn());
        self.chart.set(chart);
        drawn
    }

    /// Keeps no more than so many places from now on. When there is no room left, look-ahead
    /// starts again with an empty chart; what it finds stays the same.
    pub fn keep_at_most(&self, places: usize) {
        self.room.set(places);
        self.chart.take();
    }

    /// Takes the chart out.
    #[inline(always)]
    pub(super) fn take(&self) -> Box<Chart> {
        self.chart.take().unwrap_or_else(|| Box::new(Chart::new(self.room.get())))
    }

    /// Puts it back.
    #[inline(always)]
    pub(super) fn put(&self, chart: Box<Chart>) {
        self.chart.set(Some(chart));
    }
}

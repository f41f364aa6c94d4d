//! How a table was before its last choices, and which options proved to be dead ends: what is
//! needed to take a choice back.

use std::collections::VecDeque;

use crate::machine::Why;
use crate::state::State;

/// The number of choices between two copies of the state. At least this many can be taken back.
const STRETCH: usize = 32;
/// The largest number of dead ends remembered.
const STRUCK_MAX: usize = 1024;

/// The last choices, and the options that were struck.
#[derive(Default)]
pub(super) struct Past {
    /// The stretch before the last one.
    older: Option<Stretch>,
    last: Option<Stretch>,
    struck: VecDeque<Struck>,
}

/// Some choices in a row. Dead ends are rare and copies are expensive, so only the state before the
/// first choice is kept; the others are replayed when a choice is taken back.
struct Stretch {
    state: State,
    chosen: Vec<i32>,
}

/// A decision before it was made, and what was chosen.
pub(super) struct Moment {
    pub state: State,
    pub option: i32,
}

/// An option of a position that led into a dead end.
#[derive(Clone, Copy)]
struct Struck {
    /// The hash of the state it was offered in.
    position: u64,
    option: i32,
    why: Why,
}

impl Past {
    /// Records the state before a choice.
    pub fn note(&mut self, state: &State, option: i32) {
        if self.last.as_ref().is_none_or(|last| last.chosen.len() >= STRETCH) {
            self.begin(state);
        }
        self.last.iter_mut().for_each(|last| last.chosen.push(option));
    }

    /// Begins another stretch, reusing the memory of the oldest.
    #[cold]
    fn begin(&mut self, state: &State) {
        let mut stretch = match std::mem::replace(&mut self.older, self.last.take()) {
            Some(mut oldest) => {
                oldest.state.clone_from(state);
                oldest
            }
            None => Stretch { state: state.clone(), chosen: vec![] },
        };
        stretch.chosen.clear();
        self.last = Some(stretch);
    }

    /// Removes and returns the last choice that was not taken back. `again` replays a choice.
    pub fn pop(&mut self, mut again: impl FnMut(&mut State, i32)) -> Option<Moment> {
        if self.last.as_ref().is_some_and(|last| last.chosen.is_empty()) {
            self.last = None;
        }
        if self.last.is_none() {
            self.last = self.older.take();
        }
        let last = self.last.as_mut()?;
        let option = last.chosen.pop()?;
        let mut state = last.state.clone();
        last.chosen.iter().for_each(|option| again(&mut state, *option));
        Some(Moment { state, option })
    }

    /// Forgets the choices: the table now holds another state.
    pub fn forget(&mut self) {
        (self.older, self.last) = (None, None);
    }

    /// Strikes an option of a position.
    pub fn strike(&mut self, moment: &Moment, why: Why) {
        if self.struck.len() == STRUCK_MAX {
            self.struck.pop_front();
        }
        let position = moment.state.hash();
        self.struck.push_back(Struck { position, option: moment.option, why });
    }

    /// The options of a position that were struck, with the reasons.
    pub fn struck(&self, state: &State) -> Vec<(i32, Why)> {
        if self.struck.is_empty() {
            return vec![];
        }
        let position = state.hash();
        let here = self.struck.iter().filter(|struck| struck.position == position);
        here.map(|struck| (struck.option, struck.why)).collect()
    }

    /// Copies the dead ends that another table has met.
    pub fn learn(&mut self, other: &Self) {
        self.struck.clone_from(&other.struck);
    }
}

//! How a table was before its last choices, and which options proved to be dead ends: what is
//! needed to take a choice back.

use std::collections::VecDeque;

use crate::machine::Why;
use crate::state::State;

/// How many choices can be taken back.
const PAST_MAX: usize = 32;
/// How many dead ends are remembered.
const STRUCK_MAX: usize = 1024;

/// The last choices, and the options that were struck.
#[derive(Default)]
pub(super) struct Past {
    moments: VecDeque<Moment>,
    struck: VecDeque<Struck>,
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
    /// Notes how it is before a choice.
    pub fn note(&mut self, state: &State, option: i32) {
        let moment = match self.moments.len() {
            // The memory of the oldest is used again.
            PAST_MAX => self.moments.pop_front().map(|mut moment| {
                moment.state.clone_from(state);
                Moment { option, ..moment }
            }),
            _ => None,
        };
        let moment = moment.unwrap_or_else(|| Moment { state: state.clone(), option });
        self.moments.push_back(moment);
    }

    /// The last choice that was not taken back.
    pub fn pop(&mut self) -> Option<Moment> {
        self.moments.pop_back()
    }

    /// Forgets the choices: the table stands elsewhere now.
    pub fn forget(&mut self) {
        self.moments.clear();
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

    /// Takes over the dead ends that another table has met.
    pub fn learn(&mut self, other: &Self) {
        self.struck.clone_from(&other.struck);
    }
}

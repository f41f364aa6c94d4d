//! Records what happens at the table of a scenario.

use boardwright_rules::def::code::Pc;
use boardwright_rules::event::{Deaf, Event, Origin, Sink};

use crate::coverage::Recorder;

type Events = Vec<(Origin, Event)>;

/// The events at the table.
pub(super) struct Heard {
    events: Events,
    /// Counts what runs, if coverage is wanted.
    pub recorder: Option<Recorder>,
}

impl Heard {
    /// Starts listening, with a recorder if one is given.
    pub fn new(recorder: Option<Recorder>) -> Self {
        Self { events: vec![], recorder }
    }

    /// The events since the last call.
    pub fn take_events(&mut self) -> Events {
        std::mem::take(&mut self.events)
    }
}

impl Sink for Heard {
    const LISTENS: bool = true;
    type Ahead = Deaf;

    fn ahead(&self) -> Deaf {
        Deaf
    }

    fn take(&mut self, origin: Origin, event: Event) {
        self.events.push((origin, event));
        if let Some(recorder) = &mut self.recorder {
            recorder.take(origin, event);
        }
    }

    fn runs(&mut self, pc: Pc) {
        if let Some(recorder) = &mut self.recorder {
            recorder.runs(pc);
        }
    }
}

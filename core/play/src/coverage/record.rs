//! Records what happens at a table.

use boardwright_rules::def::Def;
use boardwright_rules::def::code::Pc;
use boardwright_rules::event::{Deaf, Event, Origin, Sink};
use boardwright_rules::id::{EntryId, PieceId};
use boardwright_rules::world::World;

/// Counts what runs at tables of one definition. It is a [`Sink`]: hand it to `Table::new` and
/// `Table::choose`. A table with another sink does not pay for it.
#[derive(Clone, Debug)]
pub struct Recorder {
    /// By instruction.
    ran: Vec<u64>,
    scored: Vec<u64>,
    /// By entry: how often pieces that show it moved, and how often they came into force.
    moved: Vec<u64>,
    in_force: Vec<u64>,
    /// Pieces that moved since the last look.
    waiting: Vec<PieceId>,
}

impl Recorder {
    /// A recorder for tables of this definition.
    pub fn new(def: &Def) -> Self {
        Self {
            ran: vec![0; def.code.len()],
            scored: vec![0; def.code.len()],
            moved: vec![0; def.entries.len()],
            in_force: vec![0; def.entries.len()],
            waiting: vec![],
        }
    }

    /// Checks pieces that moved: which face they show and whether they are in force. Call it after
    /// set-up and after each choice.
    pub fn look(&mut self, def: &Def, world: &World) {
        for piece in self.waiting.drain(..) {
            let entry = world.entry_of(def, piece).index();
            self.moved[entry] += 1;
            self.in_force[entry] += u64::from(world.in_force(def, piece));
        }
    }

    /// How often an instruction ran, and how often it gave points.
    pub(super) fn at(&self, pc: usize) -> (u64, u64) {
        let of = |counts: &[u64]| counts.get(pc).copied().unwrap_or(0);
        (of(&self.ran), of(&self.scored))
    }

    /// How often pieces with an entry moved and came into force.
    pub(super) fn entry(&self, entry: EntryId) -> (u64, u64) {
        let of = |counts: &[u64]| counts.get(entry.index()).copied().unwrap_or(0);
        (of(&self.moved), of(&self.in_force))
    }
}

impl Sink for Recorder {
    const LISTENS: bool = true;
    type Ahead = Deaf;

    fn ahead(&self) -> Deaf {
        Deaf
    }

    fn take(&mut self, origin: Origin, event: Event) {
        match event {
            Event::Moved { piece, .. } | Event::Turned { piece, .. } => self.waiting.push(piece),
            Event::Scored { .. } => {
                if let Some(times) = self.scored.get_mut(origin.pc as usize) {
                    *times += 1;
                }
            }
            _ => {}
        }
    }

    fn runs(&mut self, pc: Pc) {
        if let Some(times) = self.ran.get_mut(pc as usize) {
            *times += 1;
        }
    }
}

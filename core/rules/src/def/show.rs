//! What is told and shown of a game, and how. Nothing here changes how it is played.

use super::ask::Class;
use super::part::{Named, Scope};
use super::{Def, ProcDef, code::Bearer, code::Pc};
use crate::id::{AttrId, CounterId, KindId, NoteId, PickId, ZoneId};

/// What is told and shown, and how.
#[derive(Clone, Debug, Default)]
pub struct Show {
    /// Counters that only keep books.
    pub quiet_counters: Vec<CounterId>,
    /// Zones that only keep books.
    pub quiet_zones: Vec<ZoneId>,
    /// Kinds of pieces that only keep books.
    pub quiet_kinds: Vec<KindId>,
    /// Groups of spaces that only keep books.
    pub quiet_groups: Vec<u16>,
    /// The parts of the table, in the order they are drawn; none if the pack does not say.
    pub panels: Vec<PanelDef>,
    /// What is said about the things of a pick.
    pub labels: Vec<LabelDef>,
    /// What is said beside each piece of a kind, with the piece in register 0 and the seat that
    /// reads it in binding 0.
    pub kinds: Vec<(KindId, NoteId)>,
    /// What kinds of pieces and groups of spaces print for people, in order.
    pub prints: Vec<(Bearers, Vec<PrintDef>)>,
    /// Groups of spaces, each with the zone whose piece a space is called by.
    pub named: Vec<(u16, ZoneId)>,
    /// What people call the option that picks nothing.
    pub stops: Vec<(PickId, String)>,
}

/// Things that print the same attributes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bearers {
    /// The entries of a kind.
    Kind(KindId),
    /// The spaces of a group.
    Group(u16),
}

/// An attribute that people read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PrintDef {
    /// What it is called, and what it means.
    pub named: Named,
    /// What stands there.
    pub what: Print,
}

/// What stands in an attribute.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Print {
    /// One value of this class.
    One(AttrId, Class),
    /// A list of such values.
    List(AttrId, Class),
    /// Words for people: on which entry or space, and what.
    Words(Vec<(u16, String)>),
}

impl Print {
    /// The attribute of an id, if it has a column.
    pub fn attr(&self) -> Option<AttrId> {
        match self {
            Print::One(attr, _) | Print::List(attr, _) => Some(*attr),
            Print::Words(_) => None,
        }
    }
}

impl Bearers {
    /// What carries the attributes.
    pub fn bearer(self) -> Bearer {
        match self {
            Bearers::Kind(_) => Bearer::Entry,
            Bearers::Group(_) => Bearer::Space,
        }
    }
}

/// A part of the table with a title.
#[derive(Clone, Debug)]
pub struct PanelDef {
    /// Its title and what it is about.
    pub named: Named,
    /// What is shown in it, in order.
    pub items: Vec<Shown>,
    /// What is written for each thing in it, with the thing in register 0 and the seat that looks
    /// in binding 0.
    pub each: Option<NoteId>,
    /// The same where there is little room.
    pub short: Option<NoteId>,
    /// The attribute by which spaces are gathered into lines.
    pub by: Option<AttrId>,
    /// Whether it is shown at every turn.
    pub main: bool,
    /// Whether it is the short account of the seats.
    pub brief: bool,
    /// Whether the rules text of each piece follows.
    pub rules: bool,
    /// Panels with more of it stay where there is no room for all.
    pub priority: i32,
}

/// Something that can be shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shown {
    /// A counter or track.
    Counter(CounterId),
    /// A zone.
    Zone(ZoneId),
    /// A group of spaces.
    Group(u16),
}

/// What is said about each thing of a pick.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LabelDef {
    /// The pick.
    pub pick: PickId,
    /// What is said.
    pub note: NoteId,
    /// The register of the thing.
    pub it: u8,
}

impl Def {
    /// Whether a counter only keeps books, or is the engine's own.
    pub fn is_quiet_counter(&self, id: CounterId) -> bool {
        let Some(counter) = self.counters.get(id.index()) else { return true };
        let own = counter.named.id.contains('/') || counter.named.id.starts_with('.');
        own || self.show.quiet_counters.contains(&id) || self.is_quiet_scope(counter.scope)
    }

    /// Whether a zone only keeps books, or is the engine's own.
    pub fn is_quiet_zone(&self, id: ZoneId) -> bool {
        let Some(zone) = self.zones.get(id.index()) else { return true };
        let own = zone.named.id.contains('/') || zone.named.id.starts_with('.');
        own || self.show.quiet_zones.contains(&id) || self.is_quiet_scope(zone.scope)
    }

    /// Whether a kind of pieces only keeps books.
    pub fn is_quiet_kind(&self, id: KindId) -> bool {
        self.show.quiet_kinds.contains(&id)
    }

    fn is_quiet_scope(&self, scope: Scope) -> bool {
        match scope {
            Scope::Table | Scope::Seat => false,
            Scope::Piece(kind) => self.is_quiet_kind(kind),
            Scope::Space(group) | Scope::SeatSpace(group) => {
                self.show.quiet_groups.contains(&group)
            }
        }
    }

    /// The procedure an instruction belongs to.
    pub fn proc_at(&self, pc: Pc) -> Option<&ProcDef> {
        let before = self.procs.iter().filter(|proc| proc.start <= pc);
        before.max_by_key(|proc| proc.start)
    }
}

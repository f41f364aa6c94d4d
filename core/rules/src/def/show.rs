//! What is shown and logged, and how. Nothing here changes the game itself.

use super::ask::Class;
use super::part::{Named, Scope};
use super::{Def, ProcDef, code::Bearer, code::Pc};
use crate::id::{AttrId, CounterId, KindId, NoteId, PickId, ZoneId};

/// What is shown and logged, and how.
#[derive(Clone, Debug, Default)]
pub struct Show {
    /// The short name of the language people read: `de`.
    pub language: String,
    /// Bookkeeping counters.
    pub quiet_counters: Vec<CounterId>,
    /// Bookkeeping zones.
    pub quiet_zones: Vec<ZoneId>,
    /// Bookkeeping kinds of pieces.
    pub quiet_kinds: Vec<KindId>,
    /// Bookkeeping groups of spaces.
    pub quiet_groups: Vec<u16>,
    /// The panels of the table, in drawing order; none if the pack does not define any.
    pub panels: Vec<PanelDef>,
    /// The labels of the things of a pick.
    pub labels: Vec<LabelDef>,
    /// The note beside each piece of a kind, with the piece in register 0 and the reading seat in
    /// binding 0.
    pub kinds: Vec<(KindId, NoteId)>,
    /// The attributes people read on kinds of pieces and groups of spaces, in order.
    pub prints: Vec<(Bearers, Vec<PrintDef>)>,
    /// Groups of spaces, each with the zone whose piece gives a space its name.
    pub named: Vec<(u16, ZoneId)>,
    /// The name of the option that picks nothing.
    pub stops: Vec<(PickId, String)>,
}

/// Things with the same printed attributes.
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
    /// Its name and meaning.
    pub named: Named,
    /// Its values.
    pub what: Print,
}

/// The values of a printed attribute.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Print {
    /// One value of this class.
    One(AttrId, Class),
    /// A list of such values.
    List(AttrId, Class),
    /// Words for people, by entry or space.
    Words(Vec<(u16, String)>),
}

impl Print {
    /// The column of the attribute, if it has one.
    pub fn attr(&self) -> Option<AttrId> {
        match self {
            Print::One(attr, _) | Print::List(attr, _) => Some(*attr),
            Print::Words(_) => None,
        }
    }
}

impl Bearers {
    /// The kind of thing that has the attributes.
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
    /// Its title and subject.
    pub named: Named,
    /// Its contents, in order.
    pub items: Vec<Shown>,
    /// The note for each thing in it, with the thing in register 0 and the viewing seat in binding
    /// 0.
    pub each: Option<NoteId>,
    /// The note to use where there is little room.
    pub short: Option<NoteId>,
    /// The attribute that groups spaces into lines.
    pub by: Option<AttrId>,
    /// Whether it is shown on every turn.
    pub main: bool,
    /// Whether it is the summary of the seats.
    pub brief: bool,
    /// The seats whose belongings it shows.
    pub seats: PanelSeats,
    /// Whether the rules text of each piece is added.
    pub rules: bool,
    /// Panels with a higher priority stay if there is no room for all.
    pub priority: i32,
}

/// The seats whose belongings a part of the table shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PanelSeats {
    /// The seat that looks.
    Viewer,
    /// Each other seat.
    Others,
    /// Each seat.
    All,
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

/// The label of each thing of a pick.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LabelDef {
    /// The pick.
    pub pick: PickId,
    /// The label.
    pub note: NoteId,
    /// The register of the thing.
    pub it: u8,
}

impl Def {
    /// Whether a counter is bookkeeping, or the engine's own.
    pub fn is_quiet_counter(&self, id: CounterId) -> bool {
        let Some(counter) = self.counters.get(id.index()) else { return true };
        let own = counter.named.id.contains('/') || counter.named.id.starts_with('.');
        own || self.show.quiet_counters.contains(&id) || self.is_quiet_scope(counter.scope)
    }

    /// Whether a zone is bookkeeping, or the engine's own.
    pub fn is_quiet_zone(&self, id: ZoneId) -> bool {
        let Some(zone) = self.zones.get(id.index()) else { return true };
        let own = zone.named.id.contains('/') || zone.named.id.starts_with('.');
        own || self.show.quiet_zones.contains(&id) || self.is_quiet_scope(zone.scope)
    }

    /// Whether a kind of pieces is bookkeeping.
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

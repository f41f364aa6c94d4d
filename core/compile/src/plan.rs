//! What `declare` leaves for `fill`: bodies and texts that need all names.

use boardwright_rules::def::part::{ModifierKind, Named};
use boardwright_rules::id::{
    AbilityId, CounterId, EntryId, EventId, KindId, ProcId, SpaceId, ValueId,
};

use super::names::{Attr, Type};
use boardwright_language::raw::{Ability, Group, Kind, Procedure, Value};
use boardwright_language::shape::Name;
use boardwright_syntax::source::Span;
use boardwright_syntax::yaml::{Entry, Node};

/// Work for later, in source order.
#[derive(Default)]
pub(crate) struct FillPlan<'n> {
    /// Kinds, as written.
    pub kinds: Vec<(KindId, Kind)>,
    /// Kinds whose section name is already taken.
    pub sectionless: Vec<KindId>,
    /// Groups, as written.
    pub groups: Vec<(u16, Group, &'n Entry)>,
    /// Index, column and row of each space.
    pub implicit: Vec<(SpaceId, [i32; 3])>,
    /// Entries and faces.
    pub entries: Vec<EntryPlan<'n>>,
    /// Printed attributes.
    pub attrs: Vec<AttrPlan<'n>>,
    /// Abilities.
    pub abilities: Vec<AbilityPlan>,
    /// Bonuses of tracks.
    pub bonuses: Vec<BonusPlan>,
    /// Values.
    pub values: Vec<(ValueId, Value, String)>,
    /// Procedures.
    pub procs: Vec<(ProcId, Procedure, String)>,
    /// Runs of pieces that start alike.
    pub pieces: Vec<PiecePlan>,
}

/// One face of an entry.
pub(crate) struct EntryPlan<'n> {
    /// Its id.
    pub id: EntryId,
    /// Its kind.
    pub kind: KindId,
    /// The entry whose further face it is.
    pub face_of: Option<EntryId>,
    /// As written.
    pub written: &'n Entry,
    /// Its path: `tiles.mill`.
    pub path: String,
    /// Copies (of each seat).
    pub copies: u16,
    /// The start zone of its pieces, if it names one.
    pub zone: Option<(String, Span)>,
    /// Whether each seat has its own.
    pub per_seat: bool,
    /// Its abilities as written.
    pub abilities: Vec<&'n Node>,
}

/// Pieces with the same start: a run of ids.
pub(crate) struct PiecePlan {
    /// The entry, as an index of `Plan::entries`.
    pub entry: usize,
    /// First piece.
    pub first: usize,
    /// How many.
    pub count: usize,
    /// The seat they belong to.
    pub owner: i32,
}

/// The bearer of an attribute.
#[derive(PartialEq, Eq, Clone, Copy, Debug)]
pub enum Bearer {
    /// An entry.
    Entry(EntryId),
    /// A space.
    Space(SpaceId),
}

/// A printed attribute.
pub(crate) struct AttrPlan<'n> {
    /// The attribute.
    pub attr: Attr,
    /// Its bearer.
    pub bearer: Bearer,
    /// Its id as written.
    pub name: &'n str,
    /// Its value.
    pub value: &'n Node,
    /// Its path.
    pub path: String,
}

/// An ability with its head.
pub(crate) struct AbilityPlan {
    /// Its id.
    pub id: AbilityId,
    /// The kind of the piece it is on; none if it is a rule.
    pub kind: Option<KindId>,
    /// As written.
    pub raw: Ability,
    /// Its place in the source.
    pub span: Span,
    /// Its path.
    pub path: String,
    /// What it does.
    pub does: Does,
    /// The counter of its uses, the limit, and the holder of the counter.
    pub limit: Option<(CounterId, i32, LimitOf)>,
}

/// The forms of abilities.
pub(crate) enum Does {
    /// Reacts to an event, which has these values.
    On(EventId, Vec<(String, Type)>),
    /// Changes a value: its name and place, the kind of change, and the amount.
    Modify(String, Span, ModifierKind, Node),
    /// Adds an option to the menus with these keys, or of these windows.
    Offer(Vec<Name>),
}

/// The holder of the counter of uses.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum LimitOf {
    /// The piece.
    Piece,
    /// The seat, for a group of abilities.
    Seat,
}

/// The bonus steps of a track.
pub(crate) struct BonusPlan {
    /// The track.
    pub track: CounterId,
    /// The position.
    pub position: i32,
    /// The name of its procedure.
    pub named: Named,
    /// The steps.
    pub body: Node,
    /// Their path.
    pub path: String,
}

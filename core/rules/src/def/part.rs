//! The things a definition consists of: counters, pieces, containers, spaces.

use super::expr::ExprId;
use crate::id::{
    AbilityId, AttrId, CounterId, EntryId, EventId, KindId, LineId, PeriodId, PieceId, PlaceId,
    ProcId, SpaceId, ZoneId,
};
use crate::language::Language;

/// What an author called it, and what people call it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Named {
    /// The id in the pack: the canonical text.
    pub id: String,
    /// The name shown to people; where there is a plural, that of one.
    pub name: String,
    /// The name of several, if people count them by name.
    pub plural: String,
    /// What the rules say about it, if anything.
    pub text: String,
}

impl Named {
    /// The name for people, or the id where there is none.
    pub fn name(&self) -> &str {
        if self.name.is_empty() { &self.id } else { &self.name }
    }

    /// The name behind a number.
    pub fn counted(&self, language: Language, n: i32) -> &str {
        if self.plural.is_empty() || language.is_one(n) { self.name() } else { &self.plural }
    }

    /// The name above or before a number of any size.
    pub fn heading(&self) -> &str {
        if self.plural.is_empty() { self.name() } else { &self.plural }
    }
}

/// What one of something belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// One for the table.
    Table,
    /// One for each seat.
    Seat,
    /// One for each piece of a kind.
    Piece(KindId),
    /// One for each space of a group.
    Space(u16),
    /// One for each seat on each space of a group (counters only).
    SeatSpace(u16),
}

/// Who sees what it holds. How many pieces a container holds is seen by all.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Visible {
    /// Everybody.
    #[default]
    All,
    /// The seat it belongs to.
    Owner,
    /// Nobody.
    None,
}

/// A counter and its cells: one cell for each holder.
#[derive(Clone, Debug)]
pub struct CounterDef {
    /// Names.
    pub named: Named,
    /// What it is kept for.
    pub scope: Scope,
    /// Its first cell.
    pub cell: u32,
    /// Index of the first holder (a piece or space); 0 for seats and the table.
    pub first: u32,
    /// How many holders there are.
    pub holders: u32,
    /// Smallest value.
    pub min: i32,
    /// Largest value.
    pub max: i32,
    /// Value at the start, for each holder alike.
    pub start: i32,
    /// When it goes back to its start.
    pub resets: Option<PeriodId>,
    /// Who sees it.
    pub visible: Visible,
    /// Announced with (holder, amount) when it grows, if an ability waits for it.
    pub gained: Option<EventId>,
    /// The line of the score sheet that growth in play counts for, if it is the score.
    pub line: Option<LineId>,
    /// Its spaces, if it is a track.
    pub track: Option<Track>,
    /// Whether conservation is checked: its total over all holders never changes.
    pub conserved: bool,
}

/// What a counter that is a track shows.
#[derive(Clone, Debug)]
pub struct Track {
    /// The value at each position: a run of `Def::tables`.
    pub values: (u32, u32),
    /// Steps gained at a position when it is reached or passed.
    pub bonuses: Vec<(i32, ProcId)>,
}

/// A kind of pieces.
#[derive(Clone, Debug)]
pub struct KindDef {
    /// Names.
    pub named: Named,
    /// Its pieces, a run of ids.
    pub first: PieceId,
    /// How many.
    pub pieces: u16,
    /// Counters each of them has.
    pub counters: Vec<CounterId>,
}

/// What is printed on one face.
#[derive(Clone, Debug)]
pub struct EntryDef {
    /// Names.
    pub named: Named,
    /// Its kind.
    pub kind: KindId,
    /// What it does while in force.
    pub abilities: Vec<AbilityId>,
    /// Pieces that have it on one of their faces.
    pub bearers: Vec<PieceId>,
}

/// A piece.
#[derive(Clone, Debug)]
pub struct PieceDef {
    /// Its kind.
    pub kind: KindId,
    /// Its faces, the first lies up at the start.
    pub faces: Vec<EntryId>,
    /// Its owner at the start: a seat or nil.
    pub owner: i32,
    /// Where it lies at the start.
    pub start: PlaceId,
}

/// How a container gives and keeps pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// Gives at random; nobody sees inside.
    Bag,
    /// Gives from the top.
    Stack,
    /// Keeps pieces in slots; closes gaps if it slides.
    Row {
        /// Whether pieces move to the first slots when refilled.
        slides: bool,
    },
    /// No order that matters; gives the first.
    Pool,
}

/// A kind of container.
#[derive(Clone, Debug)]
pub struct ZoneDef {
    /// Names.
    pub named: Named,
    /// What one of it belongs to.
    pub scope: Scope,
    /// Its containers, a run of ids.
    pub first: PlaceId,
    /// How many.
    pub places: u16,
    /// Index of the first holder (a piece or space).
    pub first_holder: u32,
    /// How it gives and keeps.
    pub order: Order,
    /// How many pieces one holds at most; a row has so many slots.
    pub capacity: u16,
    /// Who sees what is in it.
    pub visible: Visible,
    /// Whether pieces in it are in force.
    pub active: bool,
    /// No two pieces in one of it may agree in this attribute and owner.
    pub unique: Option<Unique>,
    /// Shuffled in when more is drawn than there is.
    pub reshuffles: Option<ZoneId>,
    /// The random stream it uses.
    pub stream: u16,
    /// Attributes of its slots, by slot: a run of `Def::tables` for each.
    pub slots: Vec<(AttrId, u32)>,
    /// Announced when a row could not be refilled, if something waits for it.
    pub starved: Option<EventId>,
    /// Announced with the piece when one enters.
    pub entered: Option<EventId>,
    /// Announced with the piece when one leaves.
    pub left: Option<EventId>,
    /// Counters of pieces that go back to their start when a piece leaves.
    pub resets: Vec<CounterId>,
}

/// What no two pieces of a container share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unique {
    /// The entry that lies up.
    Entry,
    /// The owner.
    Owner,
    /// A printed attribute.
    Attr(AttrId),
}

/// A container.
#[derive(Clone, Copy, Debug)]
pub struct PlaceDef {
    /// Its zone.
    pub zone: ZoneId,
    /// The seat, piece or space it belongs to; nil for the table.
    pub holder: i32,
}

/// A group of spaces.
#[derive(Clone, Debug)]
pub struct GroupDef {
    /// Names.
    pub named: Named,
    /// Its spaces, a run of ids.
    pub first: SpaceId,
    /// How many.
    pub spaces: u16,
    /// Columns, if it is a grid.
    pub columns: u16,
    /// How it is drawn.
    pub form: Form,
}

/// How a group of spaces lies on the table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Form {
    /// Rows of columns.
    Grid,
    /// Rows of so many, from the lowest, each on the gaps of the row below.
    Bricks(Vec<u16>),
    /// One after the other.
    Line,
    /// One after the other, and the first after the last.
    Ring,
    /// In no order.
    #[default]
    List,
}

/// A space on a board.
#[derive(Clone, Debug)]
pub struct SpaceDef {
    /// Names.
    pub named: Named,
    /// Its group.
    pub group: u16,
    /// Spaces linked to it, each once.
    pub neighbours: Vec<SpaceId>,
}

/// What a seat's ability reacts to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Whose {
    /// What its own controller does.
    #[default]
    Mine,
    /// What others do.
    Others,
    /// What anybody does.
    Anyone,
}

/// What a piece does while in force, or a rule of the game, which always is. Bindings: the
/// controller (of a rule, each seat), the piece itself (of a rule, nothing), what the event says.
#[derive(Clone, Debug)]
pub struct AbilityDef {
    /// What stands on the piece, or the piece's name.
    pub named: Named,
    /// Which face has it; none if it is a rule.
    pub entry: Option<EntryId>,
    /// Whose doings it reacts to.
    pub whose: Whose,
    /// When it applies.
    pub when: Option<ExprId>,
    /// When nobody is told that its option is not there. `when` never holds then.
    pub hidden: Option<ExprId>,
    /// What it does; for a modifier, nothing.
    pub steps: Option<ProcId>,
    /// Whether the menu it adds an option to is asked again afterwards.
    pub again: bool,
    /// Whether it can be declined: its steps begin with the question.
    pub optional: bool,
    /// How often it works. `when` looks at it, too.
    pub limit: Option<Limit>,
    /// Where it is written.
    pub cause: u32,
}

/// How often an ability works.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limit {
    /// Counts its uses.
    pub counter: CounterId,
    /// It works as long as there were fewer.
    pub times: i32,
    /// Whether the seat keeps the counter; otherwise the piece does.
    pub by_seat: bool,
    /// Whether several abilities share it.
    pub shared: bool,
}

/// How a modifier changes a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// Adds to it.
    Add,
    /// Multiplies it.
    Times,
    /// Replaces it.
    Set,
    /// Raises it to at least this.
    AtLeast,
    /// Lowers it to at most this.
    AtMost,
}

/// An ability's hold on a value. Bindings: the seat asked for, the thing asked about, the piece.
#[derive(Clone, Debug)]
pub struct Modifier {
    /// The ability.
    pub ability: AbilityId,
    /// What it does to the value.
    pub change: Change,
    /// By how much.
    pub by: ExprId,
}

/// A named value.
#[derive(Clone, Debug)]
pub struct ValueDef {
    /// Names.
    pub named: Named,
    /// What it is before modifiers.
    pub base: ExprId,
    /// Who changes it: additions first, then factors, replacements, bounds.
    pub modifiers: Vec<Modifier>,
}

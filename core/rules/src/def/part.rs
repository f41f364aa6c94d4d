//! The parts of a definition: counters, pieces, containers, spaces.

use super::expr::ExprId;
use crate::id::{
    AbilityId, AttrId, CounterId, EntryId, EventId, KindId, LineId, PeriodId, PieceId, PlaceId,
    ProcId, SpaceId, ZoneId,
};

/// The id authors use, and the name people read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Named {
    /// The id in the pack: the canonical text.
    pub id: String,
    /// The name shown to people; the singular if there is a plural.
    pub name: String,
    /// The plural, if people count it by name.
    pub plural: String,
    /// Its rules text, if any.
    pub text: String,
}

impl Named {
    /// The name for people, or the id if there is none.
    pub fn name(&self) -> &str {
        if self.name.is_empty() { &self.id } else { &self.name }
    }

    /// The name as a heading, or before a number of any size.
    pub fn heading(&self) -> &str {
        if self.plural.is_empty() { self.name() } else { &self.plural }
    }
}

/// The scope of a counter or zone: what each one belongs to.
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

/// Who sees the contents. The number of pieces in a container is always public.
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
    /// Its scope.
    pub scope: Scope,
    /// Its first cell.
    pub cell: u32,
    /// Index of the first holder (a piece or space); 0 for seats and the table.
    pub first: u32,
    /// The number of holders.
    pub holders: u32,
    /// Smallest value.
    pub min: i32,
    /// Largest value.
    pub max: i32,
    /// The initial value, the same for each holder.
    pub start: i32,
    /// The period that resets it, if any.
    pub resets: Option<PeriodId>,
    /// Who sees its values.
    pub visible: Visible,
    /// Announced with (holder, amount) when it grows, if an ability waits for that.
    pub gained: Option<EventId>,
    /// The line of the score sheet for growth in play, if this is the score.
    pub line: Option<LineId>,
    /// Its track, if it has one.
    pub track: Option<Track>,
    /// Whether it is conserved: its total over all holders must never change. This is checked.
    pub conserved: bool,
}

/// The values and bonuses of a track.
#[derive(Clone, Debug)]
pub struct Track {
    /// The value at each position: a run of `Def::tables`.
    pub values: (u32, u32),
    /// The steps run when a position is reached or passed.
    pub bonuses: Vec<(i32, ProcId)>,
}

/// A kind of pieces.
#[derive(Clone, Debug)]
pub struct KindDef {
    /// Names.
    pub named: Named,
    /// Its first piece; its pieces are a run of ids.
    pub first: PieceId,
    /// How many pieces it has.
    pub pieces: u16,
    /// The counters each of its pieces has.
    pub counters: Vec<CounterId>,
}

/// A printed face of a piece.
#[derive(Clone, Debug)]
pub struct EntryDef {
    /// Names.
    pub named: Named,
    /// The kind it belongs to.
    pub kind: KindId,
    /// Its abilities while in force.
    pub abilities: Vec<AbilityId>,
    /// The pieces that have it on one of their faces.
    pub bearers: Vec<PieceId>,
}

/// A piece.
#[derive(Clone, Debug)]
pub struct PieceDef {
    /// Its kind.
    pub kind: KindId,
    /// Its faces; the first is up at the start.
    pub faces: Vec<EntryId>,
    /// Its owner at the start: a seat or nil.
    pub owner: i32,
    /// Where it lies at the start.
    pub start: PlaceId,
}

/// How a container orders and gives pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// Gives pieces at random; nobody sees inside.
    Bag,
    /// Gives from the top.
    Stack,
    /// Keeps pieces in slots; closes gaps if it slides.
    Row {
        /// Whether pieces move to the first slots on a refill.
        slides: bool,
    },
    /// No meaningful order; gives the first.
    Pool,
}

/// A kind of container.
#[derive(Clone, Debug)]
pub struct ZoneDef {
    /// Names.
    pub named: Named,
    /// Its scope.
    pub scope: Scope,
    /// Its first container; its containers are a run of ids.
    pub first: PlaceId,
    /// How many containers it has.
    pub places: u16,
    /// Index of the first holder (a piece or space).
    pub first_holder: u32,
    /// How it orders and gives pieces.
    pub order: Order,
    /// The largest number of pieces one holds; a row has this many slots.
    pub capacity: u16,
    /// Who sees its contents.
    pub visible: Visible,
    /// Whether pieces in it are in force.
    pub active: bool,
    /// No two pieces in one of its containers may agree in this attribute and owner.
    pub unique: Option<Unique>,
    /// The zone shuffled in when too few pieces are left to draw.
    pub reshuffles: Option<ZoneId>,
    /// The random stream it uses.
    pub stream: u16,
    /// Attributes of its slots: for each a run of `Def::tables`, by slot.
    pub slots: Vec<(AttrId, u32)>,
    /// Announced when a row could not be refilled, if something waits for that.
    pub starved: Option<EventId>,
    /// Announced with the piece when a piece enters.
    pub entered: Option<EventId>,
    /// Announced with the piece when a piece leaves.
    pub left: Option<EventId>,
    /// Counters of a piece that are reset when it leaves.
    pub resets: Vec<CounterId>,
}

/// What two pieces of a container must not share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unique {
    /// The entry on the face that is up.
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
    /// Its first space; its spaces are a run of ids.
    pub first: SpaceId,
    /// How many spaces it has.
    pub spaces: u16,
    /// Columns, if it is a grid.
    pub columns: u16,
    /// Its shape.
    pub form: Form,
}

/// The shape of a group of spaces.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Form {
    /// Rows and columns.
    Grid,
    /// Rows of these lengths, from the lowest, each offset over the gaps of the row below.
    Bricks(Vec<u16>),
    /// In a line.
    Line,
    /// In a circle: the first follows the last.
    Ring,
    /// Unordered.
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
    /// The spaces linked to it, each once.
    pub neighbours: Vec<SpaceId>,
}

/// Whose actions an ability reacts to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Whose {
    /// Those of its own controller.
    #[default]
    Mine,
    /// Those of others.
    Others,
    /// Those of anybody.
    Anyone,
}

/// An ability of a piece while in force, or a rule of the game, which always is. Bindings: the
/// controller (for a rule, each seat), the piece itself (for a rule, nothing), the arguments of the
/// event.
#[derive(Clone, Debug)]
pub struct AbilityDef {
    /// The text on the piece, or the piece's name.
    pub named: Named,
    /// The face that has it; none for a rule.
    pub entry: Option<EntryId>,
    /// Whose actions it reacts to.
    pub whose: Whose,
    /// When it applies.
    pub when: Option<ExprId>,
    /// When the absence of its option is not mentioned. `when` never holds then.
    pub hidden: Option<ExprId>,
    /// Its steps; none for a modifier.
    pub steps: Option<ProcId>,
    /// Whether the menu it adds an option to is asked again afterwards.
    pub again: bool,
    /// Whether it can be declined: its steps begin with the question.
    pub optional: bool,
    /// How often it works. `when` checks this, too.
    pub limit: Option<Limit>,
    /// Where it is defined.
    pub cause: u32,
}

/// How often an ability works.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limit {
    /// The counter of its uses.
    pub counter: CounterId,
    /// It works as long as the count is below this.
    pub times: i32,
    /// Whether the count is kept by seat; otherwise by piece.
    pub by_seat: bool,
    /// Whether several abilities share it.
    pub shared: bool,
}

/// How a modifier changes a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ModifierKind {
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

/// The effect of an ability on a value. Bindings: the seat, the subject of the value, the piece.
#[derive(Clone, Debug)]
pub struct Modifier {
    /// The ability.
    pub ability: AbilityId,
    /// The kind of change.
    pub change: ModifierKind,
    /// The operand of the change.
    pub by: ExprId,
}

/// A named value.
#[derive(Clone, Debug)]
pub struct ValueDef {
    /// Names.
    pub named: Named,
    /// Its value before modifiers.
    pub base: ExprId,
    /// Its modifiers: additions first, then factors, replacements, bounds.
    pub modifiers: Vec<Modifier>,
    /// The smallest and the largest number it can be, whatever its modifiers say. Without
    /// modifiers its base sees to that.
    pub bounds: Option<(i32, i32)>,
}

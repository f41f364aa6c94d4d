//! Expressions as a flat arena: every value is an `i32`, things are their index, nothing is [`NIL`].

use super::code::Bearer;
use crate::id::{AttrId, CounterId, KindId, SpaceId, ValueId, ZoneId};

/// "No such thing": what an expression about things gives when there is none.
pub const NIL: i32 = -1;

/// Index of an expression.
pub type ExprId = u32;
/// Index of a set.
pub type SetId = u32;

/// A number, a truth value (0 or 1) or a thing (its index, or [`NIL`]).
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(u8)]
pub enum Expr {
    /// A number.
    Const(i32),
    /// A binding of the running procedure; 0 is the acting seat.
    Local(u16),
    /// What the n-th enclosing set walk looks at.
    It(u8),
    /// A counter at a known cell.
    Cell(u32),
    /// A counter of the acting seat: cell + binding 0.
    Mine(u32),
    /// A counter of a seat, piece or space.
    Counter(CounterId, ExprId),
    /// The holder of a counter kept for each seat on each space: a seat and a space.
    Pair(CounterId, ExprId, ExprId),
    /// What the track shows at the position where its counter stands.
    TrackValue(CounterId, ExprId),
    /// A printed attribute of a piece, on the face that lies up.
    Attr(AttrId, ExprId),
    /// A printed attribute of an entry.
    EntryAttr(AttrId, ExprId),
    /// An attribute of a space.
    SpaceAttr(AttrId, ExprId),
    /// The n-th value, from 1, of a printed list (an attribute that holds one); the last one
    /// beyond its end, 0 before it.
    ListAt(ExprId, ExprId),
    /// The n-th value (from 1) of constants kept in `Def::tables`; the last one beyond its end.
    Table {
        /// First value.
        start: u32,
        /// How many.
        len: u32,
        /// Which.
        index: ExprId,
    },
    /// The entry that lies up on a piece.
    EntryOf(ExprId),
    /// Whether a piece is of a kind.
    IsKind(KindId, ExprId),
    /// The seat that owns a piece.
    Owner(ExprId),
    /// The seat that controls a piece.
    Controller(ExprId),
    /// The face that lies up.
    Face(ExprId),
    /// The container a piece is in.
    PlaceOf(ExprId),
    /// The space whose container a piece is in.
    SpaceOf(ExprId),
    /// The piece whose container a piece is in.
    HolderOf(ExprId),
    /// The slot of a row a piece lies in, from 1.
    SlotOf(ExprId),
    /// The seat whose container it is, or whose hand a space or piece container belongs to.
    SeatOfPlace(ExprId),
    /// Whether a container is one of a zone.
    IsZone(ZoneId, ExprId),
    /// A container of a zone; the thing it belongs to for zones that are not the table's.
    Place(ZoneId, ExprId),
    /// The piece in a slot (from 1) of a row.
    InSlot(ExprId, ExprId),
    /// How many pieces a container holds.
    Size(ExprId),
    /// How many more a container takes.
    Free(ExprId),
    /// How many there are in a set.
    Len(SetId),
    /// Walks a set.
    Walk {
        /// What to make of it.
        fold: Fold,
        /// What to walk.
        set: SetId,
        /// Which register holds the thing looked at.
        it: u8,
        /// What is looked at: a condition, a number, or the key to order by.
        body: ExprId,
    },
    /// Whether a set has a thing.
    Has(SetId, ExprId),
    /// The space next to a space in a direction.
    Next(ExprId, u8),
    /// The space so many steps away in a direction, or nil past the edge.
    Along(ExprId, u8, ExprId),
    /// How many spaces in a row, going from a space in a direction, satisfy a condition.
    Ray {
        /// From where; that space itself is not looked at.
        from: ExprId,
        /// Which way.
        direction: u8,
        /// Which register holds the space looked at.
        it: u8,
        /// The condition.
        body: ExprId,
    },
    /// Steps on the shortest way between two spaces, or nil.
    Distance(ExprId, ExprId),
    /// The least that a route costs, one of `Def::routes`; more than any number if there is none.
    Route(u16),
    /// A named value for a seat, about a thing (or nil).
    Value(ValueId, ExprId, ExprId),
    /// Whether a seat, the last, could pay the cost printed on a thing; one without a cost costs
    /// nothing.
    CanPay(Bearer, AttrId, ExprId, ExprId),
    /// How many steps a seat sits clockwise of another.
    SeatsApart(ExprId, ExprId),
    /// The seat so many places clockwise.
    SeatAfter(ExprId, ExprId),
    /// The space of a grid at a column and a row, both from 1, or nil outside of it.
    SpaceAt(u16, ExprId, ExprId),
    /// `not a`.
    Not(ExprId),
    /// `-a`.
    Neg(ExprId),
    /// `a and b`, the second only if needed.
    And(ExprId, ExprId),
    /// `a or b`, the second only if needed.
    Or(ExprId, ExprId),
    /// `if a then b else c`.
    If(ExprId, ExprId, ExprId),
    /// Two numbers.
    Binary(Binary, ExprId, ExprId),
    /// A number and a constant: the most frequent form, kept flat.
    BinaryConst(Binary, ExprId, i32),
}

/// A search for the cheapest way over links to a space where it may end.
#[derive(Clone, PartialEq, Debug)]
pub struct RouteDef {
    /// From where.
    pub from: ExprId,
    /// Whether that space has to be entered, too.
    pub enters: bool,
    /// Which register holds the space looked at.
    pub it: u8,
    /// Which spaces can be entered; all if nothing is said.
    pub through: Option<ExprId>,
    /// The list of spaces that are not entered: a binding.
    pub avoid: u16,
    /// Where it may end.
    pub stop: ExprId,
    /// What entering a space costs; a cost below 0 counts as 0.
    pub cost: ExprId,
}

/// What a walk makes of a set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fold {
    /// How many satisfy the condition.
    Count,
    /// The total of the numbers.
    Sum,
    /// The smallest number, 0 for an empty set.
    Min,
    /// The largest number, 0 for an empty set.
    Max,
    /// Whether one satisfies the condition.
    Any,
    /// Whether all satisfy the condition.
    All,
    /// The first that satisfies the condition.
    First,
    /// The last that satisfies the condition.
    Last,
    /// The first of those with the largest key.
    Best,
    /// How many different keys there are.
    Distinct,
}

/// Operators on two numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Binary {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `//`, rounded down; by zero gives 0.
    Div,
    /// `%`, of the sign of the divisor; by zero gives 0.
    Mod,
    /// The smaller.
    Min,
    /// The larger.
    Max,
    /// `==`
    Eq,
    /// `~=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
}

/// Something to walk over, in a fixed order.
#[derive(Clone, PartialEq, Debug)]
pub enum Set {
    /// Numbers from one to another, both included.
    Numbers(ExprId, ExprId),
    /// All seats, clockwise from a seat.
    Seats(ExprId),
    /// All seats of people, clockwise from a seat.
    Players(ExprId),
    /// All other seats, clockwise after a seat.
    Others(ExprId),
    /// The pieces of a container.
    Pieces(ExprId),
    /// The pieces of all containers of a zone.
    ZonePieces(ZoneId),
    /// All pieces of a kind, wherever they are.
    KindPieces(KindId),
    /// A run of spaces.
    Spaces(SpaceId, u16),
    /// Fixed things: entries, counters, spaces; a run of `Def::tables`.
    Fixed(u32, u32),
    /// The spaces linked to a space.
    Neighbours(ExprId),
    /// What stands in a printed list.
    Listed(ExprId),
    /// What a binding holds that picks several.
    Picked(u16),
    /// One thing, or none if it is nil.
    One(ExprId),
    /// One set after another.
    Both(SetId, SetId),
    /// Those that satisfy a condition.
    Where {
        /// Of which.
        set: SetId,
        /// Which register holds the thing looked at.
        it: u8,
        /// The condition.
        body: ExprId,
    },
}

//! Expressions that need no others: what is at hand, and what one look at the table or at a printed
//! column tells of it.

use super::Shorts;
use crate::def::Def;
use crate::def::expr::{Binary, Expr, ExprId, Fold, NIL, Set};
use crate::def::part::Scope;
use crate::id::{AttrId, CounterId};

/// What an expression is about: what is bound, what a walk looks at, or the first piece in a
/// container of one of these.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Of(u16);

/// Set for what a walk looks at.
const WALK: u16 = 1 << 15;
/// Set for the first piece of a container.
const FIRST: u16 = 1 << 14;

/// Where something at hand is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Hand {
    /// A binding.
    Local(usize),
    /// What a walk looks at.
    It(usize),
    /// The first piece of one of [`Firsts`].
    First(usize),
}

/// The containers whose first pieces leaves are about.
pub(super) type Firsts = Vec<(Of, Row)>;

impl Of {
    /// Nothing is bound there.
    pub const NOTHING: Self = Self(FIRST - 1);

    pub fn local(slot: u16) -> Option<Self> {
        (slot < FIRST).then_some(Self(slot))
    }

    pub fn it(register: u8) -> Self {
        Self(WALK | u16::from(register))
    }

    fn first(index: usize) -> Option<Self> {
        (index < usize::from(FIRST)).then_some(Self(FIRST | index as u16))
    }

    /// Whether it is what a walk looks at itself.
    #[inline(always)]
    pub fn is_it(self) -> bool {
        self.0 & WALK != 0
    }

    #[inline(always)]
    pub fn hand(self) -> Hand {
        if self.0 < FIRST {
            Hand::Local(usize::from(self.0))
        } else if self.0 & WALK != 0 {
            Hand::It(usize::from(self.0 & !WALK))
        } else {
            Hand::First(usize::from(self.0 & !FIRST))
        }
    }
}

/// An expression that needs no others.
// A plain tag: it is matched on all the time.
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(u8)]
pub(crate) enum Leaf {
    /// A number.
    Const(i32),
    /// What is at hand itself.
    Itself(Of),
    /// A counter at a known cell.
    Cell(u32),
    /// The counter of what is at hand; 0 if it has none.
    CellOf {
        of: Of,
        /// The first thing with the counter.
        first: u16,
        /// How many things have it.
        holders: u16,
        /// The cell of the first; those of the others follow.
        cell: u32,
    },
    /// What the track of the counter shows.
    TrackOf(Of, CounterId),
    /// A printed number that never changes.
    Column(Of, u16),
    /// A number printed on the face that lies up; the last of the column if it is no piece.
    Printed(Of, u16),
    /// The seat that owns a piece, or nil.
    OwnerOf(Of),
    /// The seat that controls a piece, or nil.
    ControllerOf(Of),
    /// The container of what is at hand; nil if it has none.
    PlaceOf(Of, Row),
    /// How many pieces lie there; 0 if there is none.
    SizeOf(Of, Row),
    /// How many more it takes; 0 if there is none.
    FreeOf(Of, Row),
    /// The first piece that lies there, or nil.
    FirstOf(Of, Row),
    /// Whether the list of a binding has it.
    Picked(Of, u16),
    /// A number of a run of constants, by what is at hand and so much more.
    Table { of: Of, plus: i16, len: u16, start: u32 },
}

impl Leaf {
    pub const TRUE: Self = Self::Const(1);

    /// What it is about.
    pub fn of(mut self) -> Option<Of> {
        self.of_mut().copied()
    }

    /// The same about something else.
    #[must_use]
    pub fn about(mut self, other: Of) -> Self {
        if let Some(of) = self.of_mut() {
            *of = other;
        }
        self
    }

    fn of_mut(&mut self) -> Option<&mut Of> {
        match self {
            Self::Const(_) | Self::Cell(_) => None,
            Self::Itself(of)
            | Self::CellOf { of, .. }
            | Self::TrackOf(of, _)
            | Self::Column(of, _)
            | Self::Printed(of, _)
            | Self::OwnerOf(of)
            | Self::ControllerOf(of)
            | Self::PlaceOf(of, _)
            | Self::SizeOf(of, _)
            | Self::FreeOf(of, _)
            | Self::FirstOf(of, _)
            | Self::Picked(of, _)
            | Self::Table { of, .. } => Some(of),
        }
    }

    /// The same about a thing that is known; nothing if it still takes more than one look.
    pub fn about_this(self, forms: &Shorts, thing: i32) -> Option<Self> {
        let there = |row: Row, none: i32, leaf: fn(Of, Row) -> Self| match row.of(thing) {
            NIL => Self::Const(none),
            place => leaf(Of::NOTHING, row.only(place)),
        };
        Some(match self {
            Self::Const(_) | Self::Cell(_) => self,
            Self::Itself(_) => Self::Const(thing),
            Self::CellOf { first, holders, cell, .. } => {
                let offset = (thing as u32).wrapping_sub(u32::from(first));
                let has = offset < u32::from(holders);
                if has { Self::Cell(cell + offset) } else { Self::Const(0) }
            }
            Self::Column(_, column) => Self::Const(forms.column(column, thing)),
            Self::PlaceOf(_, row) => Self::Const(row.of(thing)),
            Self::SizeOf(_, row) => there(row, 0, Self::SizeOf),
            Self::FreeOf(_, row) => there(row, 0, Self::FreeOf),
            Self::FirstOf(_, row) => there(row, NIL, Self::FirstOf),
            Self::TrackOf(..)
            | Self::Printed(..)
            | Self::OwnerOf(_)
            | Self::ControllerOf(_)
            | Self::Picked(..)
            | Self::Table { .. } => return None,
        })
    }
}

/// The containers of a zone, one for each of its holders.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Row {
    /// That of the first holder.
    first: u16,
    /// How many there are.
    places: u16,
    /// The first holder.
    holder: i16,
    /// How many pieces each takes.
    pub capacity: u16,
}

impl Row {
    /// One container, whoever is asked for.
    fn only(self, place: i32) -> Self {
        Self { first: place as u16, places: 1, holder: NIL as i16, ..self }
    }

    /// The container of a holder; nil if it has none.
    #[inline(always)]
    pub fn of(self, holder: i32) -> i32 {
        let offset = holder.wrapping_sub(i32::from(self.holder)) as u32;
        let there = offset < u32::from(self.places);
        if there { i32::from(self.first) + offset as i32 } else { NIL }
    }
}

/// What leaves refer to.
#[derive(Clone, Debug, Default)]
pub(super) struct Tables {
    /// A number for each thing, and a last one for what is none.
    pub columns: Vec<Vec<i32>>,
    pub firsts: Firsts,
}

/// An expression as a leaf, if it is one.
pub(super) fn leaf(def: &Def, expr: ExprId, tables: &mut Tables) -> Option<Leaf> {
    let expr = def.exprs[expr as usize];
    let mut at_hand = |of: ExprId| at_hand(def, def.exprs[of as usize], &mut tables.firsts);
    match expr {
        Expr::Const(value) => Some(Leaf::Const(value)),
        Expr::Local(slot) => Of::local(slot).map(Leaf::Itself),
        Expr::It(it) => Some(Leaf::Itself(Of::it(it))),
        Expr::Cell(cell) => Some(Leaf::Cell(cell)),
        Expr::Mine(cell) => {
            Some(Leaf::CellOf { of: Of(0), first: 0, holders: u16::from(def.seats), cell })
        }
        Expr::Counter(counter, of) => cell_of(def, counter, of, &mut at_hand),
        Expr::TrackValue(counter, of) if def.counters[counter.index()].track.is_some() => {
            Some(Leaf::TrackOf(at_hand(of)?, counter))
        }
        Expr::Attr(..) | Expr::SpaceAttr(..) => {
            if let Some((of, column)) = column(def, expr, &mut at_hand) {
                return keep(&mut tables.columns, column).map(|at| Leaf::Column(of, at));
            }
            let (of, column) = by_entry(def, expr, &mut at_hand)?;
            keep(&mut tables.columns, column).map(|at| Leaf::Printed(of, at))
        }
        Expr::Has(set, of) => match def.sets[set as usize] {
            Set::Picked(slot) => at_hand(of).map(|of| Leaf::Picked(of, slot)),
            _ => None,
        },
        Expr::Table { start, len, index } => {
            let (index, plus) = match def.exprs[index as usize] {
                Expr::BinaryConst(Binary::Add, index, plus) => (index, plus),
                _ => (index, 0),
            };
            let (plus, len) = (i16::try_from(plus).ok()?, u16::try_from(len).ok()?);
            at_hand(index).map(|of| Leaf::Table { of, plus, len, start })
        }
        Expr::Owner(of) => at_hand(of).map(Leaf::OwnerOf),
        Expr::Controller(of) => at_hand(of).map(Leaf::ControllerOf),
        Expr::Place(..) => row(def, expr).map(|(of, row)| Leaf::PlaceOf(of, row)),
        Expr::Size(of) => row(def, def.exprs[of as usize]).map(|(of, row)| Leaf::SizeOf(of, row)),
        Expr::Free(of) => row(def, def.exprs[of as usize]).map(|(of, row)| Leaf::FreeOf(of, row)),
        Expr::Walk { .. } => first(def, expr).map(|(of, row)| Leaf::FirstOf(of, row)),
        _ => None,
    }
}

/// Finds what an expression is about among what is at hand.
type Find<'f> = &'f mut dyn FnMut(ExprId) -> Option<Of>;

fn at_hand(def: &Def, expr: Expr, firsts: &mut Firsts) -> Option<Of> {
    if let Some(of) = itself(expr) {
        return Some(of);
    }
    let first = first(def, expr)?;
    let known = firsts.iter().position(|known| *known == first);
    Of::first(known.unwrap_or_else(|| {
        firsts.push(first);
        firsts.len() - 1
    }))
}

fn itself(expr: Expr) -> Option<Of> {
    match expr {
        Expr::Local(slot) => Of::local(slot),
        Expr::It(it) => Some(Of::it(it)),
        _ => None,
    }
}

/// The container whose first piece an expression names.
fn first(def: &Def, expr: Expr) -> Option<(Of, Row)> {
    let Expr::Walk { fold: Fold::First, set, body, .. } = expr else { return None };
    let Set::Pieces(of) = def.sets[set as usize] else { return None };
    let all = def.exprs[body as usize] == Expr::Const(1);
    row(def, def.exprs[of as usize]).filter(|_| all)
}

fn keep(columns: &mut Vec<Vec<i32>>, column: Vec<i32>) -> Option<u16> {
    if let Some(at) = columns.iter().position(|known| *known == column) {
        return u16::try_from(at).ok();
    }
    columns.push(column);
    u16::try_from(columns.len() - 1).ok()
}

/// The containers that an expression names.
fn row(def: &Def, place: Expr) -> Option<(Of, Row)> {
    let Expr::Place(zone, of) = place else { return None };
    let zone = &def.zones[zone.index()];
    let (first, capacity) = (zone.first.0, zone.capacity);
    if zone.scope == Scope::Table {
        let row = Row { first, places: 1, holder: NIL as i16, capacity };
        return Some((Of::NOTHING, row));
    }
    let holder = i16::try_from(zone.first_holder).ok()?;
    let of = itself(def.exprs[of as usize])?;
    Some((of, Row { first, places: zone.places, holder, capacity }))
}

/// What is printed, for every thing that could be at hand: the attribute of a space, that of a
/// piece if it is the same on all faces, and attributes by way of these.
fn column(def: &Def, expr: Expr, at_hand: Find<'_>) -> Option<(Of, Vec<i32>)> {
    match expr {
        Expr::Attr(attr, of) => {
            let of = at_hand(of)?;
            let same_on_all_faces = |piece: usize| {
                let mut faces = def.pieces[piece].faces.iter();
                let first = def.attr(attr, *faces.next()?);
                faces.all(|face| def.attr(attr, *face) == first).then_some(first)
            };
            let mut column: Vec<i32> =
                (0..def.pieces.len()).map(same_on_all_faces).collect::<Option<_>>()?;
            column.push(0);
            Some((of, column))
        }
        Expr::SpaceAttr(attr, of) => {
            let of_space = |space: i32| of_space(def, attr, space);
            match at_hand(of) {
                Some(of) => {
                    let spaces = 0..=def.spaces.len() as i32;
                    Some((of, spaces.map(of_space).collect()))
                }
                None => {
                    let (of, column) = column(def, def.exprs[of as usize], at_hand)?;
                    Some((of, column.into_iter().map(of_space).collect()))
                }
            }
        }
        _ => None,
    }
}

/// What is printed, for every entry that could lie up on the piece at hand: an attribute, and
/// attributes of spaces by way of it.
fn by_entry(def: &Def, expr: Expr, at_hand: Find<'_>) -> Option<(Of, Vec<i32>)> {
    match expr {
        Expr::Attr(attr, of) => {
            let of = at_hand(of)?;
            let mut column = def.attrs[attr.index()].clone();
            column.push(0);
            Some((of, column))
        }
        Expr::SpaceAttr(attr, of) => {
            let (of, column) = by_entry(def, def.exprs[of as usize], at_hand)?;
            Some((of, column.into_iter().map(|space| of_space(def, attr, space)).collect()))
        }
        _ => None,
    }
}

fn of_space(def: &Def, attr: AttrId, space: i32) -> i32 {
    def.space_attrs[attr.index()].get(space as u32 as usize).copied().unwrap_or(0)
}

fn cell_of(def: &Def, counter: CounterId, of: ExprId, at_hand: Find<'_>) -> Option<Leaf> {
    let counter = &def.counters[counter.index()];
    if counter.scope == Scope::Table {
        return None;
    }
    let (first, cell, holders) = (counter.first, counter.cell, counter.holders);
    match def.exprs[of as usize] {
        Expr::SpaceAt(group, column, row) => {
            let column = at_hand(column)?;
            let Expr::Const(row) = def.exprs[row as usize] else { return None };
            let group = &def.groups[usize::from(group)];
            let columns = u32::from(group.columns).max(1);
            let before = u32::try_from(row).ok()?.checked_sub(1)?.checked_mul(columns)?;
            let start = (u32::from(group.first.0) + before).checked_sub(first)?;
            // Only a row that is whole, and that has the counter from end to end.
            let whole = before + columns <= u32::from(group.spaces) && start + columns <= holders;
            whole.then(|| cells(column, 1, cell + start, columns))?
        }
        _ => cells(at_hand(of)?, first, cell, holders),
    }
}

/// The cells of what is at hand.
fn cells(of: Of, first: u32, cell: u32, holders: u32) -> Option<Leaf> {
    let (first, holders) = (u16::try_from(first).ok()?, u16::try_from(holders).ok()?);
    Some(Leaf::CellOf { of, first, holders, cell })
}

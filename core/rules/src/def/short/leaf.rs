//! Leaves: expressions that need no others, because they take a single read of the table or of a
//! printed column.

use super::Shorts;
use crate::def::Def;
use crate::def::expr::{Binary, Expr, ExprId, Fold, NIL, Set};
use crate::def::part::Scope;
use crate::id::{AttrId, CounterId};

/// The subject of an expression: a binding, the item of a walk, or the first piece in a container
/// of one of these.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Of(u16);

/// Set for the item of a walk.
const WALK: u16 = 1 << 15;
/// Set for the first piece of a container.
const FIRST: u16 = 1 << 14;

/// A decoded subject.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Hand {
    /// A binding.
    Local(usize),
    /// The item of a walk.
    It(usize),
    /// The first piece of one of [`Firsts`].
    First(usize),
}

/// The containers whose first pieces are subjects of leaves.
pub(super) type Firsts = Vec<(Of, Row)>;

impl Of {
    /// A slot where nothing is bound.
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

    /// Whether it is the item of a walk itself.
    #[inline(always)]
    pub fn is_it(self) -> bool {
        self.0 & WALK != 0
    }

    /// Whether it is the first piece of a container.
    #[inline(always)]
    pub fn is_first(self) -> bool {
        self.0 & (WALK | FIRST) == FIRST
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
    /// The subject itself.
    Itself(Of),
    /// A counter at a known cell.
    Cell(u32),
    /// The counter of the subject; 0 if it has none.
    CellOf {
        of: Of,
        /// The first thing with the counter.
        first: u16,
        /// The number of things that have it.
        holders: u16,
        /// The cell of the first; the others follow.
        cell: u32,
    },
    /// The value of the counter's track.
    TrackOf(Of, CounterId),
    /// A printed number that never changes.
    Column(Of, Column),
    /// A number printed on the face that is up; the last of the column if the subject is not a
    /// piece.
    Printed(Of, Column),
    /// The seat that owns a piece, or nil.
    OwnerOf(Of),
    /// The seat that controls a piece, or nil.
    ControllerOf(Of),
    /// The container of the subject; nil if it has none.
    PlaceOf(Of, Row),
    /// How many pieces are in that container; 0 if there is none.
    SizeOf(Of, Row),
    /// How many more pieces it can take; 0 if there is none.
    FreeOf(Of, Row),
    /// The first piece in that container, or nil.
    FirstOf(Of, Row),
    /// Whether the list in a binding contains the subject.
    Picked(Of, u16),
    /// An element of a run of constants, indexed by the subject plus an offset.
    Table { of: Of, plus: i16, len: u16, start: u32 },
}

impl Leaf {
    pub const TRUE: Self = Self::Const(1);

    /// Its subject.
    // By hand, so that it is one look at the same place for all.
    #[inline(always)]
    pub fn of(&self) -> Option<Of> {
        match *self {
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

    /// The same leaf about another subject.
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

    /// The same leaf about a known thing; `None` if that still takes more than one read.
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
    /// The container of the first holder.
    first: u16,
    /// The number of containers.
    places: u16,
    /// The first holder.
    holder: i16,
    /// How many pieces each can take.
    pub capacity: u16,
}

impl Row {
    /// A row of one container, the same for every holder.
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

/// A run of numbers, one for each thing, and a last one for anything else.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Column {
    start: u32,
    /// The position of the last number.
    last: u16,
}

/// The tables that leaves refer to.
#[derive(Clone, Debug, Default)]
pub(super) struct Tables {
    /// The numbers of all columns, one after the other.
    numbers: Vec<i32>,
    columns: Vec<Column>,
    pub firsts: Firsts,
}

impl Tables {
    /// An element of a column; the last one if the thing is out of range.
    #[inline(always)]
    pub fn column(&self, column: Column, thing: i32) -> i32 {
        self.numbers[column.start as usize + (thing as u32).min(column.last.into()) as usize]
    }

    fn keep(&mut self, column: &[i32]) -> Option<Column> {
        let run = |known: &&Column| {
            let start = known.start as usize;
            self.numbers[start..=start + usize::from(known.last)] == *column
        };
        if let Some(known) = self.columns.iter().find(run) {
            return Some(*known);
        }
        let last = u16::try_from(column.len().checked_sub(1)?).ok()?;
        let column_at = Column { start: u32::try_from(self.numbers.len()).ok()?, last };
        self.numbers.extend_from_slice(column);
        self.columns.push(column_at);
        Some(column_at)
    }
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
                return tables.keep(&column).map(|column| Leaf::Column(of, column));
            }
            let (of, column) = by_entry(def, expr, &mut at_hand)?;
            tables.keep(&column).map(|column| Leaf::Printed(of, column))
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

/// Finds the subject of an expression.
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

/// The containers an expression refers to.
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

/// The printed values for every possible subject: the attribute of a space, that of a piece if it
/// is the same on all faces, and attributes reached through these.
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

/// The printed values for every entry that could be up on the piece: an attribute, and attributes
/// of spaces reached through it.
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
            // Only a row that is entirely on the grid and entirely within the counter's holders.
            let whole = before + columns <= u32::from(group.spaces) && start + columns <= holders;
            whole.then(|| cells(column, 1, cell + start, columns))?
        }
        _ => cells(at_hand(of)?, first, cell, holders),
    }
}

/// A leaf for the cell of the subject.
fn cells(of: Of, first: u32, cell: u32, holders: u32) -> Option<Leaf> {
    let (first, holders) = (u16::try_from(first).ok()?, u16::try_from(holders).ok()?);
    Some(Leaf::CellOf { of, first, holders, cell })
}

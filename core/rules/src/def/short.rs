//! Expressions as they are evaluated: the frequent ones shortened, without changing what they give.
//!
//! Packs are resolved to the plain forms, and texts and checks read those. Here a counter of
//! something at hand needs no look-up of the counter; in a row of a grid, none of the space either.

mod constant;
mod index;

use super::Def;
use super::expr::{Binary, Expr, ExprId, Fold, NIL, Set, SetId};
use super::part::Scope;
use crate::eval::Eval;
use crate::id::{AttrId, CounterId, ZoneId};
use crate::world::World;

use index::Index;

/// For each expression, the form that is evaluated.
#[derive(Clone, Debug, Default)]
pub struct Shorts {
    forms: Vec<Short>,
    /// Attributes of spaces by way of others: the region of the city of a quarter.
    columns: Vec<Vec<i32>>,
    /// For sets with a condition on spaces.
    sets: Vec<Option<Index>>,
    /// For walks that find a space.
    walks: Vec<Index>,
}

/// An expression, perhaps shortened.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Short {
    /// As it is.
    Plain(Expr),
    /// The counter of what a walk looks at; 0 if it has none.
    CellOfIt {
        /// Which walk.
        it: u8,
        /// The first thing with the counter.
        first: u16,
        /// Its cell; those of the others follow.
        cell: u32,
        /// How many things have it.
        holders: u32,
    },
    /// Such a cell compared with a number.
    TestOfIt {
        /// Which walk.
        it: u8,
        /// How it is compared.
        binary: Binary,
        /// The first thing with the counter.
        first: u16,
        /// Its cell; those of the others follow.
        cell: u32,
        /// How many things have it.
        holders: u16,
        /// With which number.
        to: i32,
    },
    /// Such a cell compared with what is bound.
    TestOfItLocal {
        /// Which walk.
        it: u8,
        /// How it is compared.
        binary: Binary,
        /// The first thing with the counter.
        first: u16,
        /// Its cell; those of the others follow.
        cell: u32,
        /// How many things have it.
        holders: u16,
        /// With which binding.
        slot: u16,
    },
    /// An attribute of the space a walk looks at; 0 if it is none.
    SpaceOfIt {
        /// Which walk.
        it: u8,
        /// Which attribute.
        attr: AttrId,
    },
    /// The same by way of other attributes.
    WayOfIt {
        /// Which walk.
        it: u8,
        /// Which column.
        column: u16,
    },
    /// The first space with an attribute, by an index.
    FindSpace {
        /// Which index.
        walk: u16,
    },
    /// A printed attribute of the piece a walk looks at; 0 if it is none.
    AttrOfIt {
        /// Which walk.
        it: u8,
        /// Which attribute.
        attr: AttrId,
    },
    /// A printed attribute of the piece that is bound; 0 if it is none.
    AttrOfLocal {
        /// Which binding.
        slot: u16,
        /// Which attribute.
        attr: AttrId,
    },
    /// An attribute of the space that is bound; 0 if it is none.
    SpaceOfLocal {
        /// Which binding.
        slot: u16,
        /// Which attribute.
        attr: AttrId,
    },
    /// The container of what is bound; nil if it has none.
    PlaceOfLocal {
        /// Which binding.
        slot: u16,
        /// Of which containers.
        row: Row,
    },
    /// The container of what a walk looks at; nil if it has none.
    PlaceOfIt {
        /// Which walk.
        it: u8,
        /// Of which containers.
        row: Row,
    },
    /// How many pieces lie in the container of what is bound; 0 if it has none.
    SizeOfLocal {
        /// Which binding.
        slot: u16,
        /// Of which containers.
        row: Row,
    },
    /// How many pieces lie in the container of what a walk looks at; 0 if it has none.
    SizeOfIt {
        /// Which walk.
        it: u8,
        /// Of which containers.
        row: Row,
    },
    /// The counter of what is bound; 0 if it has none.
    CellOfLocal {
        /// Which binding.
        slot: u8,
        /// The first thing with the counter.
        first: u16,
        /// Its cell; those of the others follow.
        cell: u32,
        /// How many things have it.
        holders: u32,
    },
}

/// The containers of a zone, one for each of its holders.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Row {
    /// That of the first holder.
    first: u16,
    /// How many there are.
    places: u16,
    /// The first holder.
    holder: u32,
}

impl Row {
    /// The container of a holder; nil if it has none.
    #[inline(always)]
    pub fn of(self, holder: i32) -> i32 {
        let offset = (holder as u32).wrapping_sub(self.holder);
        let there = offset < u32::from(self.places);
        if there { i32::from(self.first) + offset as i32 } else { NIL }
    }
}

impl Shorts {
    /// Shortens what can be shortened.
    pub(super) fn of(def: &Def) -> Self {
        let cells = def.exprs.iter().map(|expr| match *expr {
            Expr::Counter(counter, of) => cell_of(def, counter, of),
            Expr::SpaceAttr(attr, of) => match def.exprs[of as usize] {
                Expr::It(it) => Some(Short::SpaceOfIt { it, attr }),
                Expr::Local(slot) => Some(Short::SpaceOfLocal { slot, attr }),
                _ => None,
            },
            Expr::Attr(attr, of) => match def.exprs[of as usize] {
                Expr::It(it) => Some(Short::AttrOfIt { it, attr }),
                Expr::Local(slot) => Some(Short::AttrOfLocal { slot, attr }),
                _ => None,
            },
            Expr::Place(zone, of) => {
                let row = row(def, zone)?;
                match def.exprs[of as usize] {
                    Expr::It(it) => Some(Short::PlaceOfIt { it, row }),
                    Expr::Local(slot) => Some(Short::PlaceOfLocal { slot, row }),
                    _ => None,
                }
            }
            Expr::Size(of) => {
                let Expr::Place(zone, of) = def.exprs[of as usize] else { return None };
                let row = row(def, zone)?;
                match def.exprs[of as usize] {
                    Expr::It(it) => Some(Short::SizeOfIt { it, row }),
                    Expr::Local(slot) => Some(Short::SizeOfLocal { slot, row }),
                    _ => None,
                }
            }
            _ => None,
        });
        let mut shorts: Vec<Short> = cells
            .zip(&def.exprs)
            .map(|(short, plain)| short.unwrap_or(Short::Plain(*plain)))
            .collect();
        // After all cells: what is compared may stand behind the comparison.
        for at in 0..shorts.len() {
            if let Some(short) = test(def, &shorts, def.exprs[at]) {
                shorts[at] = short;
            }
        }
        let mut columns = Vec::new();
        for (short, plain) in shorts.iter_mut().zip(&def.exprs) {
            if let Some((it, column)) = way(def, *plain) {
                let Ok(index) = u16::try_from(columns.len()) else { break };
                columns.push(column);
                *short = Short::WayOfIt { it, column: index };
            }
        }
        let of_set = |set: &Set| match *set {
            Set::Where { set, it, body } => Index::of(def, set, it, body),
            _ => None,
        };
        let sets = def.sets.iter().map(of_set).collect();
        let mut walks = Vec::new();
        for (short, plain) in shorts.iter_mut().zip(&def.exprs) {
            let Expr::Walk { fold: Fold::First, set, it, body } = *plain else { continue };
            let Ok(walk) = u16::try_from(walks.len()) else { break };
            if let Some(index) = Index::of(def, set, it, body) {
                walks.push(index);
                *short = Short::FindSpace { walk };
            }
        }
        let mut shorts = Self { forms: shorts, columns, sets, walks };
        shorts.fold_constants(def);
        shorts
    }

    /// What is the same in every state is worked out once.
    fn fold_constants(&mut self, def: &Def) {
        let world = World::new(def, 0);
        let constant: Vec<bool> =
            (0..def.exprs.len()).map(|at| constant::is_constant(def, at as ExprId)).collect();
        for (at, _) in constant.iter().enumerate().filter(|(_, constant)| **constant) {
            let value = Eval::with(def, self, &world, &[]).eval(at as ExprId);
            self.forms[at] = Short::Plain(Expr::Const(value));
        }
    }

    /// The index for a set.
    #[inline]
    pub(crate) fn of_set(&self, set: SetId) -> Option<&Index> {
        self.sets.get(set as usize)?.as_ref()
    }

    /// The index for a walk that finds a space.
    #[inline]
    pub(crate) fn of_walk(&self, walk: u16) -> &Index {
        &self.walks[usize::from(walk)]
    }

    /// A column of attributes by way of others.
    #[inline]
    pub(crate) fn column(&self, column: u16) -> &[i32] {
        &self.columns[usize::from(column)]
    }

    #[inline(always)]
    pub(crate) fn get(&self, expr: ExprId) -> &Short {
        &self.forms[expr as usize]
    }
}

/// An attribute by way of others, for every space.
fn way(def: &Def, expr: Expr) -> Option<(u8, Vec<i32>)> {
    let Expr::SpaceAttr(last, of) = expr else { return None };
    let mut attrs = vec![last];
    let mut of = of;
    let it = loop {
        match def.exprs[of as usize] {
            Expr::SpaceAttr(attr, inner) => {
                attrs.push(attr);
                of = inner;
            }
            Expr::It(it) if attrs.len() > 1 => break it,
            _ => return None,
        }
    };
    let attr = |space: i32, attr: &AttrId| {
        let column = &def.space_attrs[attr.index()];
        column.get(space as u32 as usize).copied().unwrap_or(0)
    };
    let end = |space: usize| attrs.iter().rev().fold(space as i32, attr);
    Some((it, (0..def.spaces.len()).map(end).collect()))
}

/// The containers of a zone; nothing if it has but one, whoever is asked for.
fn row(def: &Def, zone: ZoneId) -> Option<Row> {
    let zone = &def.zones[zone.index()];
    let row = Row { first: zone.first.0, places: zone.places, holder: zone.first_holder };
    (zone.scope != Scope::Table).then_some(row)
}

fn cell_of(def: &Def, counter: CounterId, of: ExprId) -> Option<Short> {
    let counter = &def.counters[counter.index()];
    if counter.scope == Scope::Table {
        return None;
    }
    let (first, cell, holders) = (counter.first, counter.cell, counter.holders);
    match def.exprs[of as usize] {
        Expr::SpaceAt(group, column, row) => {
            let (Expr::It(_) | Expr::Local(_), Expr::Const(row)) =
                (def.exprs[column as usize], def.exprs[row as usize])
            else {
                return None;
            };
            let group = &def.groups[usize::from(group)];
            let columns = u32::from(group.columns).max(1);
            let before = u32::try_from(row).ok()?.checked_sub(1)?.checked_mul(columns)?;
            let start = (u32::from(group.first.0) + before).checked_sub(first)?;
            // Only a row that is whole, and that has the counter from end to end.
            let whole = before + columns <= u32::from(group.spaces) && start + columns <= holders;
            whole.then(|| cells(def.exprs[column as usize], 1, cell + start, columns))?
        }
        holder => cells(holder, first, cell, holders),
    }
}

/// A comparison of the counter of what a walk looks at.
fn test(def: &Def, shorts: &[Short], expr: Expr) -> Option<Short> {
    let (binary, left) = match expr {
        Expr::BinaryConst(binary, left, _) | Expr::Binary(binary, left, _) => (binary, left),
        _ => return None,
    };
    let Short::CellOfIt { it, first, cell, holders } = shorts[left as usize] else { return None };
    let holders = u16::try_from(holders).ok()?;
    match expr {
        Expr::BinaryConst(_, _, to) => {
            Some(Short::TestOfIt { it, binary, first, cell, holders, to })
        }
        Expr::Binary(_, _, right) => match def.exprs[right as usize] {
            Expr::Local(slot) => {
                Some(Short::TestOfItLocal { it, binary, first, cell, holders, slot })
            }
            _ => None,
        },
        _ => None,
    }
}

/// The cell of what a leaf stands for.
fn cells(leaf: Expr, first: u32, cell: u32, holders: u32) -> Option<Short> {
    let first = u16::try_from(first).ok()?;
    match leaf {
        Expr::It(it) => Some(Short::CellOfIt { it, first, cell, holders }),
        Expr::Local(slot) => {
            let slot = u8::try_from(slot).ok()?;
            Some(Short::CellOfLocal { slot, first, cell, holders })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests;

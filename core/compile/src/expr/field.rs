//! Fields, written after a dot: counters, attributes, containers and relations of an object.

use boardwright_rules::def::expr::{Binary, Expr, ExprId, NIL, Set};
use boardwright_rules::def::part::Scope as Per;
use boardwright_rules::id::{AttrId, CounterId, EntryId, KindId, ValueId, ZoneId};

use super::{Amounts, Out};
use crate::Lower;
use crate::names::{AttrType, Type, is_thing};
use crate::printed::prints;

/// A field, before it is added to the arena.
#[derive(Clone, Debug)]
pub(super) enum Field {
    Counter(CounterId),
    Zone(ZoneId),
    Value(ValueId),
    /// Columns of printed attributes by kind or, for spaces, by group.
    Attr(Vec<(u16, AttrId)>, AttrType),
    Owner,
    Controller,
    Face,
    Entry(Option<KindId>),
    Place,
    Space,
    Holder,
    Slot,
    Size,
    Free,
    SeatOf,
    Tag(Vec<EntryId>),
    /// The number of a space in its group, from 1, for groups that start at this id.
    Index(i32),
}

const OF_PIECES: [(&str, Field); 8] = [
    ("owner", Field::Owner),
    ("controller", Field::Controller),
    ("face", Field::Face),
    ("entry", Field::Entry(None)),
    ("place", Field::Place),
    ("space", Field::Space),
    ("holder", Field::Holder),
    ("slot", Field::Slot),
];
const OF_PLACES: [(&str, Field); 3] =
    [("size", Field::Size), ("free", Field::Free), ("seat", Field::SeatOf)];

impl Lower<'_> {
    /// Looks up a field of an object of this type.
    pub(super) fn field_of(&self, ty: &Type, name: &str) -> Option<Field> {
        let name = name.to_owned();
        let built_in = |list: &[(&str, Field)]| {
            list.iter().find(|(field, _)| *field == name).map(|(_, field)| field.clone())
        };
        match ty {
            Type::Seat => self.kept_by(ty, &name).or_else(|| {
                let (value, about) = self.names.values.get(&name)?;
                about.is_none().then_some(Field::Value(*value))
            }),
            Type::Piece(kind) => self
                .printed(*kind, &name)
                .or_else(|| self.kept_by(ty, &name))
                .or_else(|| built_in(&OF_PIECES))
                .map(|field| match field {
                    Field::Entry(_) => Field::Entry(*kind),
                    field => field,
                })
                .or_else(|| self.tag(&name)),
            Type::Entry(kind) => self.printed(*kind, &name).or_else(|| self.tag(&name)),
            Type::Space(group) => {
                let space_attr = self.space_attr(*group, &name);
                space_attr.or_else(|| self.kept_by(ty, &name)).or_else(|| {
                    let first = self.def.groups.get(usize::from((*group)?))?.first;
                    (name == "index").then_some(Field::Index(i32::from(first.0) - 1))
                })
            }
            Type::Place(_) => built_in(&OF_PLACES),
            _ => None,
        }
    }

    /// The names of all fields of an object of this type.
    pub(super) fn field_names(&self, ty: &Type) -> Vec<String> {
        let counters = self.names.counters.0.keys();
        let zones = self.names.zones.0.keys();
        let values = self.names.values.0.keys();
        let printed = self.names.attrs.keys().map(|(_, name)| name);
        let of_spaces = self.names.space_attrs.keys().map(|(_, name)| name);
        let built_in = OF_PIECES.iter().chain(&OF_PLACES).map(|(name, _)| (*name).to_owned());
        let all = counters.chain(zones).chain(values).chain(printed).chain(of_spaces).cloned();
        let mut names: Vec<String> =
            all.chain(built_in).filter(|name| self.field_of(ty, name).is_some()).collect();
        names.sort();
        names.dedup();
        names
    }

    /// The type of a field, if it is a single value.
    pub(super) fn field_type(&self, field: &Field) -> Option<Type> {
        Some(match field {
            Field::Counter(_) | Field::Value(_) | Field::Index(_) => Type::Number,
            Field::Face | Field::Slot | Field::Size | Field::Free => Type::Number,
            Field::Zone(zone) => Type::Place(Some(*zone)),
            Field::Attr(_, AttrType::One(ty)) => ty.clone(),
            Field::Attr(..) => return None,
            Field::Owner | Field::Controller | Field::SeatOf => Type::Seat,
            Field::Entry(kind) => Type::Entry(*kind),
            Field::Place => Type::Place(None),
            Field::Space => Type::Space(None),
            Field::Holder => Type::Piece(None),
            Field::Tag(_) => Type::Flag,
        })
    }

    /// Adds the field of an object to the arena.
    pub(super) fn add_field(&mut self, base: ExprId, ty: &Type, field: Field) -> Out {
        let result = self.field_type(&field);
        let id = match field {
            Field::Counter(counter) => self.counter(counter, base),
            Field::Zone(zone) => self.add(Expr::Place(zone, base)),
            Field::Value(value) => {
                let nil = self.nil();
                self.add(Expr::Value(value, base, nil))
            }
            Field::Attr(columns, holds) => return self.add_attr(base, ty, &columns, holds),
            Field::Owner => self.add(Expr::Owner(base)),
            Field::Controller => self.add(Expr::Controller(base)),
            Field::Face => self.add(Expr::Face(base)),
            Field::Entry(_) => self.add(Expr::EntryOf(base)),
            Field::Place => self.add(Expr::PlaceOf(base)),
            Field::Space => self.add(Expr::SpaceOf(base)),
            Field::Holder => self.add(Expr::HolderOf(base)),
            Field::Slot => self.add(Expr::SlotOf(base)),
            Field::Size => self.add(Expr::Size(base)),
            Field::Free => self.add(Expr::Free(base)),
            Field::SeatOf => self.add(Expr::SeatOfPlace(base)),
            Field::Tag(entries) => self.has_tag(base, ty, &entries),
            Field::Index(before) => self.with_number(Binary::Sub, base, before),
        };
        Out::One(id, result.unwrap_or(Type::Number))
    }

    /// Whether a piece or entry is in a list of entries.
    pub(super) fn has_tag(&mut self, base: ExprId, ty: &Type, entries: &[EntryId]) -> ExprId {
        let values: Vec<i32> = entries.iter().map(|entry| i32::from(entry.0)).collect();
        let start = self.table(&values);
        let set = self.add_set(Set::Fixed(start, values.len() as u32));
        let entry = match ty {
            Type::Piece(_) => self.add(Expr::EntryOf(base)),
            _ => base,
        };
        self.add(Expr::Has(set, entry))
    }

    /// Whether a piece or entry has a tag that is known only in play. Each tag has a row of flags.
    pub(super) fn has_this_tag(&mut self, base: ExprId, ty: &Type, tag: ExprId) -> ExprId {
        let n_entries = self.def.entries.len();
        let mut flags = vec![0; n_entries * self.names.entry_tags.len()];
        for (line, entries) in
            flags.chunks_mut(n_entries.max(1)).zip(self.names.entry_tags.values())
        {
            entries.iter().for_each(|entry| line[entry.index()] = 1);
        }
        let start = self.table(&flags);
        let entry = match ty {
            Type::Piece(_) => self.add(Expr::EntryOf(base)),
            _ => base,
        };
        let n_entries = self.number(n_entries as i32);
        let before = self.binary(Binary::Mul, tag, n_entries);
        let index = self.binary(Binary::Add, before, entry);
        let index = self.with_number(Binary::Add, index, 1);
        let flag = self.add(Expr::Table { start, len: flags.len() as u32, index });
        // Nil has no tag.
        let is_there = self.with_number(Binary::Ge, entry, 0);
        self.and(is_there, flag)
    }

    fn add_attr(
        &mut self,
        base: ExprId,
        ty: &Type,
        columns: &[(u16, AttrId)],
        holds: AttrType,
    ) -> Out {
        let Some(((_, first), others)) = columns.split_first() else {
            let id = self.nil();
            return Out::One(id, Type::Nil);
        };
        match holds {
            AttrType::One(result) => {
                let mut id = self.column(base, ty, *first);
                if others.iter().any(|(_, column)| column != first) {
                    let none = if is_thing(&result) { NIL } else { 0 };
                    id = self.number(none);
                    for (of, column) in columns.iter().rev() {
                        let is = self.is_of(base, ty, *of);
                        let value = self.column(base, ty, *column);
                        id = self.choice(is, value, id);
                    }
                }
                Out::One(id, result)
            }
            AttrType::List(item) => Out::List(self.column(base, ty, *first), item),
            AttrType::Cost => Out::Amounts(Amounts::Cost(*first, base, ty.clone())),
            AttrType::Amounts => Out::Amounts(Amounts::Printed(*first, base, ty.clone())),
            AttrType::Steps(_) => Out::Steps(*first, base, ty.clone()),
            AttrType::StepList => Out::StepList(*first, base, ty.clone()),
            AttrType::Text => Out::Text,
        }
    }

    fn column(&mut self, base: ExprId, ty: &Type, column: AttrId) -> ExprId {
        self.printed_in(prints(ty), column, base)
    }

    fn is_of(&mut self, base: ExprId, ty: &Type, of: u16) -> ExprId {
        if let Type::Piece(_) = ty {
            return self.add(Expr::IsKind(KindId(of), base));
        }
        let Some(group) = self.def.groups.get(usize::from(of)) else { return self.number(0) };
        let first = i32::from(group.first.0);
        let end = first + i32::from(group.spaces);
        let from = self.with_number(Binary::Ge, base, first);
        let to = self.with_number(Binary::Lt, base, end);
        self.and(from, to)
    }

    fn printed(&self, kind: Option<KindId>, name: &str) -> Option<Field> {
        let found = self
            .names
            .attrs
            .iter()
            .filter(|((of, attr), _)| attr == name && kind.is_none_or(|kind| kind == *of));
        same_sort(found.map(|((of, _), attr)| (of.0, attr.id, &attr.holds)))
    }

    fn space_attr(&self, group: Option<u16>, name: &str) -> Option<Field> {
        let found = self
            .names
            .space_attrs
            .iter()
            .filter(|((of, attr), _)| attr == name && group.is_none_or(|group| group == *of));
        same_sort(found.map(|((of, _), attr)| (*of, attr.id, &attr.holds)))
    }

    /// A counter or zone held by an object of this type.
    fn kept_by(&self, ty: &Type, name: &str) -> Option<Field> {
        if let Some(counter) = self.names.counters.get(name) {
            let scope = self.def.counters.get(counter.index())?.scope;
            if self.has_scope(ty, scope) {
                return Some(Field::Counter(*counter));
            }
        }
        let zone = self.names.zones.get(name)?;
        let scope = self.def.zones.get(zone.index())?.scope;
        self.has_scope(ty, scope).then_some(Field::Zone(*zone))
    }

    /// Whether objects of a type are holders in this scope.
    pub(crate) fn has_scope(&self, ty: &Type, scope: Per) -> bool {
        match (ty, scope) {
            (Type::Seat, Per::Seat) => true,
            (Type::Piece(kind), Per::Piece(of)) => kind.is_none_or(|kind| kind == of),
            (Type::Space(group), Per::Space(of)) => group.is_none_or(|group| group == of),
            _ => false,
        }
    }

    fn tag(&self, name: &str) -> Option<Field> {
        let entries = self.names.entry_tags.iter().find(|(tag, _)| *tag == name);
        entries.map(|(_, entries)| Field::Tag(entries.clone()))
    }
}

/// Merges the columns of several kinds into one field, if they hold the same sort of value. A field
/// that is not a single value must also be in the same column.
fn same_sort<'n>(found: impl Iterator<Item = (u16, AttrId, &'n AttrType)>) -> Option<Field> {
    let found: Vec<_> = found.collect();
    let (_, column, holds) = found.first()?;
    let single = matches!(holds, AttrType::One(_));
    let fits = found
        .iter()
        .all(|(_, other, other_holds)| other_holds == holds && (single || other == column));
    let columns = found.iter().map(|(of, column, _)| (*of, *column)).collect();
    fits.then(|| Field::Attr(columns, (*holds).clone()))
}

//! What certainly holds before each instruction: which things a binding can name, and a container
//! that is not empty. Instructions proved safe this way cannot fail.
//!
//! Facts follow the code, also into procedures: a parameter is known as far as every caller knows
//! its argument. A value that may be nil is treated so until a condition rules it out.

mod flow;
mod range;

use smallvec::SmallVec;

use crate::def::Def;
use crate::def::expr::{Binary, Expr, ExprId, Fold, NIL, Set, SetId};
use crate::def::part::{CounterDef, Scope};

pub(super) use flow::known;
pub(super) use range::Range;

/// The facts at an instruction. A binding that is not listed may be anything, including nil.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Facts {
    /// The possible values of bindings, sorted by slot. For a binding that holds a list, those of
    /// its items.
    slots: SmallVec<[(u16, Range); 6]>,
    /// A container that is not empty.
    filled: Option<ExprId>,
    /// Whether any path leads here.
    reached: bool,
}

impl Facts {
    /// The facts at the start of a procedure with these bindings.
    fn entered(args: impl Iterator<Item = Option<Range>>) -> Self {
        let slots = (0..).zip(args).filter_map(|(slot, range)| Some((slot, range?))).collect();
        Self { slots, filled: None, reached: true }
    }

    fn slot(&self, slot: u16) -> Option<Range> {
        let at = self.slots.binary_search_by_key(&slot, |(slot, _)| *slot).ok()?;
        Some(self.slots[at].1)
    }

    fn bind(mut self, slot: u16, range: Option<Range>) -> Self {
        match (self.slots.binary_search_by_key(&slot, |(slot, _)| *slot), range) {
            (Ok(at), Some(range)) => self.slots[at].1 = range,
            (Ok(at), None) => {
                self.slots.remove(at);
            }
            (Err(at), Some(range)) => self.slots.insert(at, (slot, range)),
            (Err(_), None) => {}
        }
        self
    }

    /// After a change of the table, which may have emptied a container.
    fn changed(mut self) -> Self {
        self.filled = None;
        self
    }

    /// Merges the facts of another path that leads here; says whether less is known now.
    fn meet(&mut self, def: &Def, other: Self) -> bool {
        if !self.reached {
            *self = other;
            return true;
        }
        let mut less = false;
        self.slots.retain(|(slot, range)| {
            let both = other.slot(*slot).map(|other| range.or(other));
            less |= both != Some(*range);
            *range = both.unwrap_or(*range);
            both.is_some()
        });
        if let Some(one) = self.filled
            && !other.filled.is_some_and(|other| same(def, one, other))
        {
            (self.filled, less) = (None, true);
        }
        less
    }

    /// The facts when a condition holds, or does not.
    fn given(self, def: &Def, condition: ExprId, holds: bool) -> Self {
        let (binary, left, right) = match (def.exprs[condition as usize], holds) {
            (Expr::And(a, b), true) | (Expr::Or(a, b), false) => {
                return self.given(def, a, holds).given(def, b, holds);
            }
            (Expr::Not(inner), _) => return self.given(def, inner, !holds),
            (Expr::IsKind(kind, of), true) => {
                return match def.exprs[of as usize] {
                    Expr::Local(slot) => self.within(slot, Range::kind(def, kind)),
                    _ => self,
                };
            }
            (Expr::BinaryConst(binary, left, right), _) => (binary, left, right),
            (Expr::Binary(binary, left, right), _) => match def.exprs[right as usize] {
                Expr::Const(right) => (binary, left, right),
                _ => return self,
            },
            _ => return self,
        };
        let differs = matches!((binary, holds), (Binary::Ne, true) | (Binary::Eq, false));
        let equals = matches!((binary, holds), (Binary::Eq, true) | (Binary::Ne, false));
        let below = matches!((binary, holds), (Binary::Lt, true) | (Binary::Ge, false));
        let more = matches!((binary, holds), (Binary::Gt, true) | (Binary::Le, false));
        match def.exprs[left as usize] {
            Expr::Local(slot) if differs && right == NIL => self.within(slot, Range::THING),
            Expr::Local(slot) if equals && right >= 0 => self.bind(slot, Some(Range::one(right))),
            Expr::Local(slot) if below && self.slot(slot).is_some_and(Range::is_thing) => {
                self.within(slot, Range::below(right))
            }
            Expr::Size(place) if (differs || more) && right == 0 => {
                Self { filled: Some(place), ..self }
            }
            _ => self,
        }
    }

    /// The facts when a binding is in a range.
    fn within(self, slot: u16, range: Range) -> Self {
        let both = self.slot(slot).map_or(range, |known| known.and(range));
        self.bind(slot, Some(both))
    }

    /// The possible values of an expression about things, if known.
    pub fn range(&self, def: &Def, expr: ExprId) -> Option<Range> {
        match def.exprs[expr as usize] {
            Expr::Const(thing) => (thing >= NIL).then(|| Range::one(thing)),
            Expr::Local(slot) => self.slot(slot),
            Expr::SeatAfter(..) => Some(Range::first(usize::from(def.seats))),
            Expr::BinaryConst(Binary::Mod, _, by) => (by > 0).then_some(Range::below(by)),
            Expr::If(_, then, other) => Some(self.range(def, then)?.or(self.range(def, other)?)),
            Expr::Place(zone, of) => {
                let zone = &def.zones[zone.index()];
                self.has_place(def, zone, of)
                    .then(|| Range::run(usize::from(zone.first.0), usize::from(zone.places)))
            }
            Expr::PlaceOf(of) => self.names(def, of).then(|| Range::first(def.places.len())),
            Expr::EntryOf(of) => self.names(def, of).then(|| Range::first(def.entries.len())),
            Expr::Walk { fold: Fold::First | Fold::Last, set, body, .. } => {
                let any = matches!(def.exprs[body as usize], Expr::Const(1));
                let found = self.items(def, set)?;
                Some(if any && self.fills(def, set) { found } else { found.or_nothing() })
            }
            Expr::Walk { fold: Fold::Best, set, .. } => {
                let found = self.items(def, set)?;
                Some(if self.fills(def, set) { found } else { found.or_nothing() })
            }
            _ => None,
        }
    }

    /// Whether an expression certainly names a thing.
    pub fn names(&self, def: &Def, expr: ExprId) -> bool {
        self.range(def, expr).is_some_and(Range::is_thing)
    }

    /// Whether a condition certainly holds.
    pub fn holds(&self, def: &Def, condition: ExprId) -> bool {
        match def.exprs[condition as usize] {
            Expr::BinaryConst(Binary::Ne, thing, NIL) => self.names(def, thing),
            _ => def.constant(condition).is_some_and(|holds| holds != 0),
        }
    }

    /// Whether an expression certainly names a container.
    pub fn names_place(&self, def: &Def, expr: ExprId) -> bool {
        self.range(def, expr).is_some_and(|range| range.within(Range::first(def.places.len())))
    }

    /// Whether a thing certainly has a container of a zone.
    fn has_place(&self, def: &Def, zone: &crate::def::part::ZoneDef, of: ExprId) -> bool {
        let holders = Range::run(zone.first_holder as usize, usize::from(zone.places));
        zone.scope == Scope::Table || self.range(def, of).is_some_and(|of| of.within(holders))
    }

    /// Whether the acting seat certainly makes decisions.
    pub fn decides(&self, def: &Def) -> bool {
        let players = Range::first(usize::from(def.players));
        self.slot(0).is_some_and(|me| me.within(players))
    }

    /// The possible items of a set; `None` if they are not known, or one may be nil.
    pub fn items(&self, def: &Def, set: SetId) -> Option<Range> {
        Some(match &def.sets[set as usize] {
            Set::Numbers(..) | Set::Listed(_) => return None,
            Set::Seats(_) | Set::Others(_) => Range::first(usize::from(def.seats)),
            Set::Players(_) => Range::first(usize::from(def.players)),
            Set::Pieces(_) | Set::ZonePieces(_) => Range::first(def.pieces.len()),
            Set::KindPieces(kind) => Range::kind(def, *kind),
            Set::Spaces(first, len) => Range::run(first.index(), usize::from(*len)),
            Set::Fixed(start, len) => {
                let run = *start as usize..(*start + *len) as usize;
                let all = def.tables[run].iter();
                all.fold(Range::NONE, |range, item| range.or(Range::one(*item)))
            }
            Set::Neighbours(of) => Range::linked(def, self.range(def, *of)),
            Set::Picked(slot) => self.slot(*slot)?,
            // A nil is not an item.
            Set::One(of) => self.range(def, *of).unwrap_or(Range::THING).and(Range::THING),
            Set::Both(one, other) => self.items(def, *one)?.or(self.items(def, *other)?),
            Set::Where { set, it, body } => {
                let items = self.items(def, *set)?;
                let mut kind = None;
                def.visit_all(*body, &mut |part| match def.exprs[part as usize] {
                    Expr::IsKind(is, of) if def.exprs[of as usize] == Expr::It(*it) => {
                        kind = Some(Range::kind(def, is));
                    }
                    _ => {}
                });
                kind.map_or(items, |kind| items.and(kind))
            }
        })
        .filter(|range| range.is_thing())
    }

    /// Whether a set is certainly not empty.
    pub fn fills(&self, def: &Def, set: SetId) -> bool {
        match &def.sets[set as usize] {
            Set::Spaces(_, len) => *len > 0,
            Set::Fixed(_, len) => *len > 0,
            Set::Seats(_) => def.seats > 0,
            Set::Players(_) => def.players > 0,
            Set::Others(_) => def.seats > 1,
            Set::One(of) => self.names(def, *of),
            Set::Numbers(from, to) => counts_up(def, *from, *to),
            Set::Both(one, other) => self.fills(def, *one) || self.fills(def, *other),
            Set::Pieces(place) => self.filled.is_some_and(|filled| same(def, filled, *place)),
            Set::KindPieces(kind) => def.kinds[kind.index()].pieces > 0,
            Set::ZonePieces(_)
            | Set::Neighbours(_)
            | Set::Listed(_)
            | Set::Picked(_)
            | Set::Where { .. } => false,
        }
    }
}

impl Def {
    /// Visits the conditions that must all hold for one to hold.
    fn visit_all(&self, condition: ExprId, visit: &mut dyn FnMut(ExprId)) {
        match self.exprs[condition as usize] {
            Expr::And(one, other) => {
                self.visit_all(one, visit);
                self.visit_all(other, visit);
            }
            _ => visit(condition),
        }
    }
}

/// Whether there certainly is a number between two.
pub(super) fn counts_up(def: &Def, from: ExprId, to: ExprId) -> bool {
    match (def.exprs[from as usize], def.exprs[to as usize]) {
        (Expr::Const(from), Expr::Const(to)) => from <= to,
        (Expr::Const(..=0), _) => most(def, to).is_some(),
        _ => false,
    }
}

/// The largest value of an expression, if it is certainly never negative. Numbers wrap around, so a
/// sum that may overflow may be negative.
fn most(def: &Def, expr: ExprId) -> Option<i32> {
    let most = |expr| most(def, expr);
    let counter = |counter: &CounterDef| (counter.min >= 0).then_some(counter.max);
    match def.exprs[expr as usize] {
        Expr::Const(number) => (number >= 0).then_some(number),
        Expr::Mine(cell) | Expr::Cell(cell) => {
            let holds = |counter: &&CounterDef| cell.wrapping_sub(counter.cell) < counter.holders;
            def.counters.iter().find(holds).and_then(counter)
        }
        Expr::Counter(id, _) => counter(&def.counters[id.index()]),
        Expr::Size(_) | Expr::Free(_) | Expr::Len(_) => Some(SIZE_MAX),
        Expr::Walk { fold: Fold::Count | Fold::Distinct, .. } => Some(SIZE_MAX),
        // Folded sums saturate; they do not wrap around.
        Expr::Walk { fold: Fold::Sum, body, .. } => most(body).map(|_| i32::MAX),
        Expr::Walk { fold: Fold::Min | Fold::Max, body, .. } => most(body),
        Expr::Binary(Binary::Add, left, right) => most(left)?.checked_add(most(right)?),
        Expr::Binary(Binary::Mul, left, right) => most(left)?.checked_mul(most(right)?),
        Expr::Binary(Binary::Min, left, right) => Some(most(left)?.min(most(right)?)),
        Expr::Binary(Binary::Max, left, right) => most(left).or(most(right)).map(|_| i32::MAX),
        Expr::BinaryConst(Binary::Add, left, right) if right >= 0 => most(left)?.checked_add(right),
        Expr::BinaryConst(Binary::Mul, left, right) if right >= 0 => most(left)?.checked_mul(right),
        Expr::BinaryConst(Binary::Min, left, right) if right >= 0 => Some(most(left)?.min(right)),
        Expr::BinaryConst(Binary::Max, left, right) => {
            most(left).or((right >= 0).then_some(right)).map(|_| i32::MAX)
        }
        _ => None,
    }
}

/// More than any set or container holds.
const SIZE_MAX: i32 = 1 << 20;

/// Whether two expressions are the same, as far as containers are concerned.
fn same(def: &Def, one: ExprId, other: ExprId) -> bool {
    if one == other {
        return true;
    }
    match (def.exprs[one as usize], def.exprs[other as usize]) {
        (Expr::Place(zone, of), Expr::Place(other_zone, other_of)) => {
            zone == other_zone && same(def, of, other_of)
        }
        (one, other) => one == other,
    }
}

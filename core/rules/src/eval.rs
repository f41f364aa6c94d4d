//! Evaluates expressions over a world. No allocation, no lookup by name, no failure: an expression
//! without an answer gives 0 or nil.

mod beside;
mod leaf;
mod memo;
pub(crate) mod pay;
mod route;
mod value;
mod walk;
mod ways;

use crate::def::Def;
use crate::def::expr::{Binary, Expr, ExprId, NIL, Set, SetId};
use crate::def::part::Scope;
use crate::def::short::{Filter, Filtered, Leaf, Short, Shorts};
use crate::fuel::EXPR_FUEL;
use crate::id::{AttrId, EntryId, PieceId, PlaceId, SpaceId, ValueId};
use crate::probe::{Probe, WorkOwner};
use crate::world::World;

pub(crate) use beside::Beside;
pub(crate) use leaf::{glance, glance_at_once, look_around, picked};
pub use memo::Memo;
use value::{Around, Measured, Nobody, value_at};
pub use value::{concerns, value_for};

/// How deep set walks may nest.
pub const WALKS_MAX: usize = 8;
/// The longest ray or route.
const SPACES_MAX: usize = 4096;

/// An evaluation: a world, the bindings of the running procedure, and the current items of set
/// walks.
pub struct Eval<'a> {
    /// The definition.
    pub def: &'a Def,
    /// The world.
    pub world: &'a World,
    /// Bindings, followed by lists; list offsets count from the first binding.
    pub locals: &'a [i32],
    /// The current item of each enclosing walk.
    pub its: [i32; WALKS_MAX],
    /// How many named values are being evaluated around this one.
    depth: u8,
    /// The memo or probe for named values.
    beside: Beside<'a>,
    forms: &'a Shorts,
}

impl<'a> Eval<'a> {
    /// Starts a standalone evaluation with its own fuel: `world.is_spent()` says afterwards whether
    /// that was enough.
    #[inline]
    pub fn new(def: &'a Def, world: &'a World, locals: &'a [i32]) -> Self {
        world.refuel(EXPR_FUEL);
        Self::within(def, world, locals)
    }

    /// Starts an evaluation that is part of other work and uses its fuel.
    #[inline]
    pub fn within(def: &'a Def, world: &'a World, locals: &'a [i32]) -> Self {
        Self::with(def, &def.short, world, locals)
    }

    /// The same with other forms of the expressions.
    #[inline]
    pub(crate) fn with(
        def: &'a Def,
        forms: &'a Shorts,
        world: &'a World,
        locals: &'a [i32],
    ) -> Self {
        Self { def, world, locals, its: [NIL; WALKS_MAX], depth: 0, beside: Beside::Nobody, forms }
    }

    /// Caches named values, as long as the world does not change.
    #[must_use]
    pub fn remembering(self, memo: &'a Memo) -> Self {
        Self { beside: Beside::Memo(memo), ..self }
    }

    /// Reports the cost of named values to the probe, if there is one.
    #[inline(always)]
    #[must_use]
    pub(crate) fn measured(self, probe: Option<&'a dyn Probe>) -> Self {
        Self { beside: Beside::of(probe), ..self }
    }

    /// Whether a condition holds.
    #[inline(always)]
    pub fn holds(&mut self, expr: ExprId) -> bool {
        self.eval(expr) != 0
    }

    /// The value of an expression.
    #[inline(always)]
    pub fn eval(&mut self, expr: ExprId) -> i32 {
        // Most expressions are leaves or join two of them: a call for each would cost more than the
        // rest.
        match self.forms.get(expr) {
            Short::Leaf(leaf) => self.leaf(leaf),
            Short::Two(binary, left, right) => self.two(*binary, left, right),
            Short::Then(two, last, by) => self.then(two, *last, *by),
            Short::At(list, index) => list_at(self.def, self.leaf(list), self.leaf(index)),
            Short::Plain(expr) => self.eval_plain(expr),
            Short::FindSpace { walk } => self.find_space(*walk),
        }
    }

    #[inline(never)]
    fn then(&self, (binary, left, right): &(Binary, Leaf, Leaf), last: Binary, by: i32) -> i32 {
        apply(last, self.two(*binary, left, right), by)
    }

    #[inline(never)]
    fn find_space(&mut self, walk: u16) -> i32 {
        let index = self.forms.of_walk(walk);
        let register = usize::from(index.it);
        let kept = self.its[register];
        let key = self.eval(index.key);
        let spaces = index.find(key);
        self.world.spend(spaces.len());
        let found = spaces.iter().find(|space| {
            self.its[register] = **space;
            index.rest.iter().all(|part| self.holds(*part))
        });
        self.its[register] = kept;
        found.copied().unwrap_or(NIL)
    }

    #[inline(never)]
    fn eval_plain(&mut self, expr: &Expr) -> i32 {
        let def = self.def;
        self.world.spend(1);
        match *expr {
            Expr::Counter(counter, of) => {
                let holder = self.eval(of);
                self.world.counter(def, counter, holder)
            }
            Expr::Binary(binary, left, right) => {
                let left = self.eval(left);
                let right = self.eval(right);
                apply(binary, left, right)
            }
            Expr::BinaryConst(binary, left, right) => {
                let left = self.eval(left);
                apply(binary, left, right)
            }
            Expr::And(left, right) => i32::from(self.holds(left) && self.holds(right)),
            Expr::Or(left, right) => i32::from(self.holds(left) || self.holds(right)),
            Expr::Not(inner) => i32::from(!self.holds(inner)),
            Expr::Neg(inner) => self.eval(inner).wrapping_neg(),
            Expr::If(condition, then, other) => {
                if self.holds(condition) {
                    self.eval(then)
                } else {
                    self.eval(other)
                }
            }
            Expr::Attr(attr, of) => match self.piece(of) {
                Some(piece) => def.attr(attr, self.world.entry_of(def, piece)),
                None => 0,
            },
            Expr::SpaceAt(group, column, row) => self.space_at(group, column, row),
            Expr::Walk { fold, set, it, body } => self.walk(fold, set, it, body),
            Expr::Value(value, seat, about) => {
                let (seat, about) = (self.eval(seat), self.eval(about));
                self.value(value, seat, about)
            }
            Expr::Ray { from, direction, it, body } => self.ray(from, direction, it, body),
            _ => self.eval_rare(expr),
        }
    }

    #[inline(never)]
    fn value(&self, value: ValueId, seat: i32, about: i32) -> i32 {
        let (def, world) = (self.def, self.world);
        let around = Around { depth: self.depth + 1, beside: self.beside };
        let work_out = || value_at(def, world, value, (seat, about), around, &mut Nobody);
        match self.beside {
            Beside::Nobody => work_out(),
            Beside::Memo(memo) => memo.value(value, (seat, about), work_out),
            Beside::Probe(probe) => {
                let told = &mut Measured { probe, meter: world.meter() };
                probe.enters(WorkOwner::Value(value), world.meter().stands());
                let number = value_at(def, world, value, (seat, about), around, told);
                probe.leaves(world.meter().stands());
                number
            }
        }
    }

    // Kept apart, so that the frequent expressions need few registers and little stack.
    #[inline(never)]
    fn eval_rare(&mut self, expr: &Expr) -> i32 {
        let (def, world) = (self.def, self.world);
        match *expr {
            Expr::Pair(counter, seat, space) => self.pair(counter.index(), seat, space),
            Expr::Const(value) => value,
            Expr::Local(slot) => self.local(slot),
            Expr::It(register) => self.its[usize::from(register)],
            Expr::Cell(cell) => world.cell(cell),
            Expr::Mine(cell) => {
                let me = self.local(0);
                if me < 0 { 0 } else { world.cell(cell + me as u32) }
            }
            Expr::TrackValue(counter, of) => {
                let holder = self.eval(of);
                self.track_value(counter, holder)
            }
            Expr::EntryAttr(attr, of) => match usize::try_from(self.eval(of)) {
                Ok(entry) => def.attr(attr, EntryId::from(entry)),
                Err(_) => 0,
            },
            Expr::SpaceAttr(attr, of) => self.space_attr(attr, of),
            Expr::ListAt(list, index) => {
                let (list, index) = (self.eval(list), self.eval(index));
                list_at(def, list, index)
            }
            Expr::Table { start, len, index } => {
                let index = self.eval(index);
                table(def, (start, len), index)
            }
            Expr::EntryOf(of) => {
                self.piece(of).map_or(NIL, |piece| i32::from(world.entry_of(def, piece).0))
            }
            Expr::IsKind(kind, of) => i32::from(
                self.piece(of).is_some_and(|piece| def.pieces[piece.index()].kind == kind),
            ),
            Expr::Owner(of) => self.piece(of).map_or(NIL, |piece| world.owner_of(piece)),
            Expr::Controller(of) => self.piece(of).map_or(NIL, |piece| world.controller_of(piece)),
            Expr::Face(of) => self.piece(of).map_or(0, |piece| i32::from(world.face_of(piece))),
            Expr::PlaceOf(of) => {
                self.piece(of).map_or(NIL, |piece| i32::from(world.place_of(piece).0))
            }
            Expr::SpaceOf(of) => self.piece(of).map_or(NIL, |piece| space_of(def, world, piece)),
            Expr::HolderOf(of) => self.piece(of).map_or(NIL, |piece| {
                let place = def.places[world.place_of(piece).index()];
                let of_piece = matches!(def.zones[place.zone.index()].scope, Scope::Piece(_));
                if of_piece { place.holder } else { NIL }
            }),
            Expr::SlotOf(of) => self.piece(of).map_or(0, |piece| i32::from(world.slot_of(piece))),
            Expr::SeatOfPlace(of) => self.place(of).map_or(NIL, |place| {
                let place = def.places[place.index()];
                let of_seat = def.zones[place.zone.index()].scope == Scope::Seat;
                if of_seat { place.holder } else { NIL }
            }),
            Expr::IsZone(zone, of) => i32::from(
                self.place(of).is_some_and(|place| def.places[place.index()].zone == zone),
            ),
            Expr::Place(zone, of) => {
                let zone = &def.zones[zone.index()];
                if zone.scope == Scope::Table {
                    return i32::from(zone.first.0);
                }
                let offset = (self.eval(of) as u32).wrapping_sub(zone.first_holder);
                if offset < u32::from(zone.places) {
                    i32::from(zone.first.0) + offset as i32
                } else {
                    NIL
                }
            }
            Expr::InSlot(of, slot) => {
                let slot = self.eval(slot);
                let place = self.place(of);
                self.world.spend(place.map_or(0, |place| world.len(place) / 8));
                place
                    .and_then(|place| world.in_slot(place, u8::try_from(slot).ok()?))
                    .map_or(NIL, |piece| i32::from(piece.0))
            }
            Expr::Size(of) => self.place(of).map_or(0, |place| world.len(place) as i32),
            Expr::Free(of) => self.place(of).map_or(0, |place| world.free(def, place) as i32),
            Expr::Len(set) => {
                let mut len = 0;
                self.each(set, &mut |_, _| {
                    len += 1;
                    true
                });
                len
            }
            Expr::Has(set, of) => {
                let wanted = self.eval(of);
                if let Set::Picked(slot) = def.sets[set as usize] {
                    return i32::from(picked(self.locals, slot).contains(&wanted));
                }
                let mut found = false;
                self.each(set, &mut |_, item| {
                    found = item == wanted;
                    !found
                });
                i32::from(found)
            }
            Expr::Next(of, direction) => {
                self.space(of).map_or(NIL, |space| def.next_space(space, direction))
            }
            Expr::Along(from, direction, steps) => {
                let steps = self.eval(steps);
                self.along(from, direction, steps)
            }
            Expr::Distance(from, to) => {
                let ends = (self.space(from), self.space(to));
                let (Some(from), Some(to)) = ends else { return NIL };
                let (steps, seen) = ways::distance(def, from, to);
                world.spend(seen);
                steps
            }
            Expr::Route(route) => self.route(route),
            Expr::CanPay(bearer, attr, of, seat) => {
                let (thing, seat) = (self.eval(of), self.eval(seat));
                i32::from(self.can_pay(bearer, attr, thing, seat))
            }
            Expr::SeatsApart(from, to) => {
                let (from, to) = (self.eval(from), self.eval(to));
                (to - from).rem_euclid(i32::from(def.seats).max(1))
            }
            Expr::SeatAfter(from, steps) => {
                let (from, steps) = (self.eval(from), self.eval(steps));
                from.wrapping_add(steps).rem_euclid(i32::from(def.seats).max(1))
            }
            _ => unreachable!("the frequent expressions are evaluated above"),
        }
    }

    #[inline]
    fn local(&self, slot: u16) -> i32 {
        self.locals.get(usize::from(slot)).copied().unwrap_or(NIL)
    }

    #[inline]
    fn piece(&mut self, of: ExprId) -> Option<PieceId> {
        let piece = self.eval(of);
        ((piece as u32 as usize) < self.def.pieces.len()).then_some(PieceId(piece as u16))
    }

    fn place(&mut self, of: ExprId) -> Option<PlaceId> {
        let place = self.eval(of);
        ((place as u32 as usize) < self.def.places.len()).then_some(PlaceId(place as u16))
    }

    #[inline(always)]
    fn space(&mut self, of: ExprId) -> Option<SpaceId> {
        let space = self.eval(of);
        ((space as u32 as usize) < self.def.spaces.len()).then_some(SpaceId(space as u16))
    }

    fn space_attr(&mut self, attr: AttrId, of: ExprId) -> i32 {
        self.space(of).map_or(0, |space| self.def.space_attrs[attr.index()][space.index()])
    }

    fn space_at(&mut self, group: u16, column: ExprId, row: ExprId) -> i32 {
        let (column, row) = (self.eval(column), self.eval(row));
        let group = &self.def.groups[usize::from(group)];
        let columns = i32::from(group.columns).max(1);
        let inside = column >= 1 && column <= columns && row >= 1;
        let index = (row - 1).wrapping_mul(columns).wrapping_add(column - 1);
        let there = inside && index < i32::from(group.spaces);
        if there { i32::from(group.first.0) + index } else { NIL }
    }

    fn pair(&mut self, counter: usize, seat: ExprId, space: ExprId) -> i32 {
        let Scope::SeatSpace(group) = self.def.counters[counter].scope else { return NIL };
        let group = &self.def.groups[usize::from(group)];
        let seat = self.eval(seat);
        let space = self.eval(space).wrapping_sub(i32::from(group.first.0));
        let inside = seat >= 0 && space >= 0 && space < i32::from(group.spaces);
        if inside { seat * i32::from(group.spaces) + space } else { NIL }
    }

    /// Pays for a walk over this many items; says whether the fuel was enough.
    #[inline(always)]
    fn pays_for(&self, things: usize) -> bool {
        self.world.spend(things + 1)
    }

    /// Walks a set in order until `visit` returns false, or the fuel runs out.
    pub fn each(&mut self, set: SetId, visit: &mut dyn FnMut(&mut Self, i32) -> bool) -> bool {
        let def = self.def;
        match &def.sets[set as usize] {
            Set::Spaces(first, spaces) => {
                self.pays_for(usize::from(*spaces))
                    && (0..*spaces).all(|offset| visit(self, i32::from(first.0 + offset)))
            }
            Set::Where { set: inner, it, body } => match self.forms.of_set(set) {
                Some(filter) => self.filtered(filter, visit),
                None => {
                    let register = usize::from(*it);
                    let kept = self.its[register];
                    let whole = self.each(*inner, &mut |eval, item| {
                        eval.its[register] = item;
                        !eval.holds(*body) || visit(eval, item)
                    });
                    self.its[register] = kept;
                    whole
                }
            },
            Set::Pieces(of) => match self.place(*of) {
                Some(place) => self.pieces(place, visit),
                None => true,
            },
            Set::ZonePieces(zone) => {
                let zone = &def.zones[zone.index()];
                (0..zone.places).all(|offset| self.pieces(PlaceId(zone.first.0 + offset), visit))
            }
            Set::KindPieces(kind) => {
                let kind = &def.kinds[kind.index()];
                let pays = self.pays_for(usize::from(kind.pieces));
                pays && (0..kind.pieces).all(|offset| visit(self, i32::from(kind.first.0 + offset)))
            }
            Set::Fixed(start, len) => {
                let run = *start as usize..(*start + *len) as usize;
                self.pays_for(run.len()) && def.tables[run].iter().all(|item| visit(self, *item))
            }
            Set::Listed(list) => {
                let list = self.eval(*list);
                let (start, len) = printed_list(def, list).unwrap_or((0, 0));
                let run = start as usize..(start + len) as usize;
                self.pays_for(run.len()) && def.tables[run].iter().all(|item| visit(self, *item))
            }
            Set::Numbers(from, to) => {
                let (from, to) = (self.eval(*from), self.eval(*to));
                let to = to.min(from.saturating_add(SPACES_MAX as i32));
                let pays = self.pays_for((i64::from(to) - i64::from(from)).max(0) as usize);
                pays && (from..=to).all(|n| visit(self, n))
            }
            Set::Seats(from) => {
                let from = self.eval(*from);
                self.seats(from, 0, i32::from(def.seats), visit)
            }
            Set::Others(from) => {
                let from = self.eval(*from);
                self.seats(from, 1, i32::from(def.seats), visit)
            }
            Set::Players(from) => {
                let from = self.eval(*from);
                let players = i32::from(def.players);
                self.seats(from, 0, i32::from(def.seats), &mut |eval, seat| {
                    seat >= players || visit(eval, seat)
                })
            }
            Set::Neighbours(of) => match self.space(*of) {
                Some(space) => {
                    let neighbours = &def.spaces[space.index()].neighbours;
                    self.pays_for(neighbours.len())
                        && neighbours.iter().all(|next| visit(self, i32::from(next.0)))
                }
                None => true,
            },
            Set::Picked(slot) => {
                let picked = picked(self.locals, *slot);
                self.pays_for(picked.len()) && picked.iter().all(|item| visit(self, *item))
            }
            Set::One(of) => {
                let item = self.eval(*of);
                self.pays_for(1) && (item == NIL || visit(self, item))
            }
            Set::Both(first, second) => self.each(*first, visit) && self.each(*second, visit),
        }
    }

    /// Walks the items that satisfy all conditions.
    fn filtered(
        &mut self,
        filter: &'a Filter,
        visit: &mut dyn FnMut(&mut Self, i32) -> bool,
    ) -> bool {
        let register = usize::from(filter.it);
        let kept = self.its[register];
        let parts = filter.parts.as_slice();
        let test = parts.first().and_then(|first| self.test(*first, register));
        let rest = if test.is_some() { &parts[1..] } else { parts };
        let mut look = |eval: &mut Self, item: i32| {
            eval.its[register] = item;
            if let Some(test) = &test
                && !eval.passes(test, item)
            {
                return true;
            }
            let holds = rest.iter().all(|part| eval.holds(*part));
            !holds || visit(eval, item)
        };
        let whole = match &filter.of {
            Filtered::Index(index) => {
                let key = self.eval(index.key);
                let spaces = index.find(key);
                self.pays_for(spaces.len()) && spaces.iter().all(|space| look(self, *space))
            }
            Filtered::Set(set) => match self.def.sets[*set as usize] {
                Set::Pieces(of) => match self.place(of) {
                    Some(place) => self.pieces(place, &mut look),
                    None => true,
                },
                Set::Spaces(first, len) => {
                    let first = i32::from(first.0);
                    let all = first..first + i32::from(len);
                    self.pays_for(usize::from(len)) && all.into_iter().all(|it| look(self, it))
                }
                _ => self.each(*set, &mut look),
            },
        };
        self.its[register] = kept;
        whole
    }

    /// Walks the pieces of a container.
    #[inline(always)]
    pub(crate) fn pieces<V>(&mut self, place: PlaceId, visit: &mut V) -> bool
    where
        V: FnMut(&mut Self, i32) -> bool + ?Sized,
    {
        if !self.pays_for(self.world.len(place)) {
            return false;
        }
        let mut at = self.world.first_in(place);
        while let Some(piece) = at {
            if !visit(self, i32::from(piece.0)) {
                return false;
            }
            at = self.world.after(piece);
        }
        true
    }

    fn seats(
        &mut self,
        from: i32,
        skip: i32,
        seats: i32,
        visit: &mut dyn FnMut(&mut Self, i32) -> bool,
    ) -> bool {
        let from = from.max(0);
        self.pays_for(seats as usize)
            && (skip..seats).all(|steps| visit(self, (from + steps) % seats))
    }
}

#[inline]
pub(crate) fn apply(binary: Binary, left: i32, right: i32) -> i32 {
    match binary {
        Binary::Add => left.wrapping_add(right),
        Binary::Sub => left.wrapping_sub(right),
        Binary::Mul => left.wrapping_mul(right),
        Binary::Div if right == 0 => 0,
        Binary::Div => {
            let rest = left.wrapping_rem(right);
            let whole = left.wrapping_div(right);
            if rest != 0 && (rest < 0) != (right < 0) { whole - 1 } else { whole }
        }
        Binary::Mod if right == 0 => 0,
        Binary::Mod => {
            let rest = left.wrapping_rem(right);
            if rest != 0 && (rest < 0) != (right < 0) { rest + right } else { rest }
        }
        Binary::Min => left.min(right),
        Binary::Max => left.max(right),
        Binary::Eq => i32::from(left == right),
        Binary::Ne => i32::from(left != right),
        Binary::Lt => i32::from(left < right),
        Binary::Le => i32::from(left <= right),
        Binary::Gt => i32::from(left > right),
        Binary::Ge => i32::from(left >= right),
    }
}

/// The n-th of a run of constants, from 1; 0 before the first, the last one beyond the end.
fn table(def: &Def, (start, len): (u32, u32), index: i32) -> i32 {
    if index < 1 || len == 0 {
        return 0;
    }
    def.tables[start as usize + (index as usize).min(len as usize) - 1]
}

/// The n-th of a printed list, from 1.
#[inline(never)]
pub(crate) fn list_at(def: &Def, list: i32, index: i32) -> i32 {
    printed_list(def, list).map_or(0, |run| table(def, run, index))
}

/// The run of constants of a printed list; its length is stored first.
fn printed_list(def: &Def, list: i32) -> Option<(u32, u32)> {
    let start = u32::try_from(list).ok()?;
    Some((start + 1, *def.tables.get(start as usize)? as u32))
}

/// The space a piece lies on, directly or inside pieces that hold it.
pub fn space_of(def: &Def, world: &World, piece: PieceId) -> i32 {
    let mut piece = piece;
    for _ in 0..8 {
        let place = def.places[world.place_of(piece).index()];
        match def.zones[place.zone.index()].scope {
            Scope::Space(_) => return place.holder,
            Scope::Piece(_) => piece = PieceId(place.holder as u16),
            _ => return NIL,
        }
    }
    NIL
}

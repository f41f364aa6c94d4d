//! Whether an expression depends on hidden information; then nothing is reported about it.

use boardwright_rules::def::Def;
use boardwright_rules::def::expr::{Expr, ExprId, Set, SetId};
use boardwright_rules::def::part::{Order, Visible};
use boardwright_rules::id::{CounterId, PieceId, SeatId, ValueId, ZoneId};
use boardwright_rules::view::sees;
use boardwright_rules::world::World;

/// How deep references to named values are followed.
const VALUES_MAX: u8 = 8;

/// The viewer, and the seat for which the expression is evaluated.
#[derive(Clone, Copy)]
pub(super) struct Eyes<'a> {
    pub def: &'a Def,
    pub world: &'a World,
    pub viewer: SeatId,
    /// The seat in the first binding.
    pub seat: i32,
}

impl Eyes<'_> {
    /// Whether an expression may read something the viewer does not see. The number of pieces in a
    /// place is public.
    pub fn miss(&self, expr: ExprId) -> bool {
        self.miss_at(expr, 0)
    }

    /// The same for a named value, with what changes it.
    pub fn miss_value(&self, id: ValueId) -> bool {
        self.value(id, 0)
    }

    fn value(&self, id: ValueId, depth: u8) -> bool {
        let Some(value) = self.def.values.get(id.index()) else { return false };
        if depth > VALUES_MAX {
            return true;
        }
        self.miss_at(value.base, depth)
            || value.modifiers.iter().any(|modifier| {
                let when = self.def.abilities[modifier.ability.index()].when;
                self.miss_at(modifier.by, depth)
                    || when.is_some_and(|when| self.miss_at(when, depth))
            })
    }

    fn miss_at(&self, expr: ExprId, depth: u8) -> bool {
        let (mut hidden, mut counted) = (0, 0);
        let def = self.def;
        let is_hidden_place = |expr: ExprId| {
            matches!(def.exprs.get(expr as usize), Some(Expr::Place(zone, of))
                if self.is_hidden_zone(*zone, *of))
        };
        def.visit_expr(expr, &mut |part| match *part {
            Expr::Place(zone, of) if self.is_hidden_zone(zone, of) => hidden += 1,
            Expr::Size(of) | Expr::Free(of) if is_hidden_place(of) => counted += 1,
            Expr::Len(set) => match def.sets.get(set as usize) {
                Some(Set::Pieces(of)) if is_hidden_place(*of) => counted += 1,
                _ => hidden += i32::from(self.is_hidden_set(set)),
            },
            Expr::Walk { set, .. } | Expr::Has(set, _) => {
                hidden += i32::from(self.is_hidden_set(set));
            }
            Expr::Counter(counter, of) | Expr::TrackValue(counter, of) => {
                hidden += i32::from(self.is_hidden_counter(counter, Some(of)));
            }
            Expr::Pair(counter, seat, _) => {
                hidden += i32::from(self.is_hidden_counter(counter, Some(seat)));
            }
            Expr::Cell(cell) | Expr::Mine(cell) => {
                let at = def.counters.iter().position(|it| it.cell == cell);
                let mine = matches!(*part, Expr::Mine(_)) && self.is_viewers();
                let shown = at.is_none_or(|at| {
                    let visible = def.counters[at].visible;
                    visible == Visible::All || visible == Visible::Owner && mine
                });
                hidden += i32::from(!shown);
            }
            Expr::Value(id, seat, _) => {
                let mine = matches!(def.exprs.get(seat as usize), Some(Expr::Local(0)));
                let inner = Eyes { seat: if mine { self.seat } else { -1 }, ..*self };
                hidden += i32::from(inner.value(id, depth + 1));
            }
            _ => {}
        });
        hidden > counted
    }

    fn is_viewers(&self) -> bool {
        self.seat == i32::from(self.viewer.0)
    }

    fn is_mine(&self, of: ExprId) -> bool {
        self.is_viewers() && matches!(self.def.exprs.get(of as usize), Some(Expr::Local(0)))
    }

    fn is_hidden_zone(&self, zone: ZoneId, of: ExprId) -> bool {
        let Some(zone) = self.def.zones.get(zone.index()) else { return false };
        match zone.visible {
            _ if zone.order == Order::Bag => true,
            Visible::All => false,
            Visible::Owner => !self.is_mine(of),
            Visible::None => true,
        }
    }

    fn is_hidden_counter(&self, counter: CounterId, of: Option<ExprId>) -> bool {
        match self.def.counters.get(counter.index()).map(|it| it.visible) {
            None | Some(Visible::All) => false,
            Some(Visible::Owner) => !of.is_some_and(|of| self.is_mine(of)),
            Some(Visible::None) => true,
        }
    }

    fn is_hidden_set(&self, set: SetId) -> bool {
        match self.def.sets.get(set as usize) {
            Some(Set::ZonePieces(zone)) => {
                let zone = &self.def.zones[zone.index()];
                zone.order == Order::Bag || zone.visible != Visible::All
            }
            Some(Set::KindPieces(kind)) => {
                let pieces = self.def.pieces.iter().enumerate().filter(|(_, it)| it.kind == *kind);
                let unseen = |at: usize| {
                    let place = self.world.place_of(PieceId::from(at));
                    !sees(self.def, self.viewer, place)
                };
                pieces.into_iter().any(|(at, _)| unseen(at))
            }
            Some(Set::Both(one, other)) => self.is_hidden_set(*one) || self.is_hidden_set(*other),
            Some(Set::Where { set, .. }) => self.is_hidden_set(*set),
            _ => false,
        }
    }
}

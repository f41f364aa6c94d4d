//! The parts of an expression: for inspecting rules without running them.

use super::Def;
use super::expr::{Expr, ExprId, Set, SetId};

impl Def {
    /// Visits an expression and everything in it.
    pub fn visit_expr(&self, expr: ExprId, visit: &mut dyn FnMut(&Expr)) {
        let this = &self.exprs[expr as usize];
        visit(this);
        if let Expr::Route(route) = this {
            let route = &self.routes[usize::from(*route)];
            let parts = [Some(route.from), route.through, Some(route.stop), Some(route.cost)];
            parts.into_iter().flatten().for_each(|part| self.visit_expr(part, visit));
        }
        let (exprs, set) = parts(this);
        for part in exprs.into_iter().flatten() {
            self.visit_expr(part, visit);
        }
        if let Some(set) = set {
            self.visit_set(set, visit);
        }
    }

    /// Visits all expressions of a set.
    pub fn visit_set(&self, set: SetId, visit: &mut dyn FnMut(&Expr)) {
        match &self.sets[set as usize] {
            Set::Numbers(from, to) => {
                self.visit_expr(*from, visit);
                self.visit_expr(*to, visit);
            }
            Set::Seats(of)
            | Set::Players(of)
            | Set::Others(of)
            | Set::Pieces(of)
            | Set::Neighbours(of)
            | Set::Listed(of)
            | Set::One(of) => self.visit_expr(*of, visit),
            Set::Both(one, other) => {
                self.visit_set(*one, visit);
                self.visit_set(*other, visit);
            }
            Set::Where { set, body, .. } => {
                self.visit_set(*set, visit);
                self.visit_expr(*body, visit);
            }
            Set::ZonePieces(_)
            | Set::KindPieces(_)
            | Set::Spaces(..)
            | Set::Fixed(..)
            | Set::Picked(_) => {}
        }
    }
}

fn parts(expr: &Expr) -> ([Option<ExprId>; 3], Option<SetId>) {
    let none = ([None; 3], None);
    let one = |a| ([Some(a), None, None], None);
    let two = |a, b| ([Some(a), Some(b), None], None);
    match *expr {
        Expr::Const(_) | Expr::Local(_) | Expr::It(_) | Expr::Cell(_) | Expr::Mine(_) => none,
        // Its parts are stored elsewhere.
        Expr::Route(_) => none,
        Expr::Counter(_, a)
        | Expr::TrackValue(_, a)
        | Expr::Attr(_, a)
        | Expr::EntryAttr(_, a)
        | Expr::SpaceAttr(_, a)
        | Expr::Table { index: a, .. }
        | Expr::EntryOf(a)
        | Expr::IsKind(_, a)
        | Expr::Owner(a)
        | Expr::Controller(a)
        | Expr::Face(a)
        | Expr::PlaceOf(a)
        | Expr::SpaceOf(a)
        | Expr::HolderOf(a)
        | Expr::SlotOf(a)
        | Expr::SeatOfPlace(a)
        | Expr::IsZone(_, a)
        | Expr::Place(_, a)
        | Expr::Size(a)
        | Expr::Free(a)
        | Expr::Next(a, _)
        | Expr::Not(a)
        | Expr::Neg(a)
        | Expr::BinaryConst(_, a, _) => one(a),
        Expr::Pair(_, a, b)
        | Expr::ListAt(a, b)
        | Expr::InSlot(a, b)
        | Expr::Along(a, _, b)
        | Expr::Ray { from: a, body: b, .. }
        | Expr::Distance(a, b)
        | Expr::Value(_, a, b)
        | Expr::CanPay(_, _, a, b)
        | Expr::SeatsApart(a, b)
        | Expr::SeatAfter(a, b)
        | Expr::SpaceAt(_, a, b)
        | Expr::And(a, b)
        | Expr::Or(a, b)
        | Expr::Binary(_, a, b) => two(a, b),
        Expr::If(a, b, c) => ([Some(a), Some(b), Some(c)], None),
        Expr::Len(set) => ([None; 3], Some(set)),
        Expr::Walk { set, body, .. } => ([Some(body), None, None], Some(set)),
        Expr::Has(set, a) => ([Some(a), None, None], Some(set)),
    }
}

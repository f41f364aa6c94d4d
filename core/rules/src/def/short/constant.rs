//! Which expressions are the same in every state, for every seat.

use crate::def::Def;
use crate::def::expr::{Expr, ExprId, Fold, Set, SetId};

/// Whether an expression has the same value in every state.
pub(super) fn is_constant(def: &Def, expr: ExprId) -> bool {
    closed(def, expr, 0)
}

/// The same inside some walks, given as bits of their registers.
fn closed(def: &Def, expr: ExprId, walks: u32) -> bool {
    let also = |expr| closed(def, expr, walks);
    match def.exprs[expr as usize] {
        Expr::Const(_) => true,
        Expr::It(it) => walks & (1 << it) != 0,
        Expr::EntryAttr(_, of)
        | Expr::SpaceAttr(_, of)
        | Expr::Table { index: of, .. }
        | Expr::IsKind(_, of)
        | Expr::SeatOfPlace(of)
        | Expr::IsZone(_, of)
        | Expr::Place(_, of)
        | Expr::Next(of, _)
        | Expr::Not(of)
        | Expr::Neg(of)
        | Expr::BinaryConst(_, of, _) => also(of),
        Expr::ListAt(one, other)
        | Expr::Along(one, _, other)
        | Expr::Distance(one, other)
        | Expr::SeatsApart(one, other)
        | Expr::SeatAfter(one, other)
        | Expr::SpaceAt(_, one, other)
        | Expr::And(one, other)
        | Expr::Or(one, other)
        | Expr::Binary(_, one, other) => also(one) && also(other),
        Expr::If(condition, then, other) => also(condition) && also(then) && also(other),
        Expr::Len(set) => counted(def, set) || closed_set(def, set, walks),
        Expr::Walk { fold: Fold::Count, set, body, .. }
            if counted(def, set) && matches!(def.exprs[body as usize], Expr::Const(_)) =>
        {
            true
        }
        Expr::Walk { set, it, body, .. } => {
            closed_set(def, set, walks) && closed(def, body, walks | 1 << it)
        }
        Expr::Has(set, of) => closed_set(def, set, walks) && also(of),
        _ => false,
    }
}

/// Whether the number of items never changes, wherever the walk starts.
fn counted(def: &Def, set: SetId) -> bool {
    matches!(def.sets[set as usize], Set::Seats(_) | Set::Players(_) | Set::Others(_))
}

fn closed_set(def: &Def, set: SetId, walks: u32) -> bool {
    match &def.sets[set as usize] {
        Set::Spaces(..) | Set::Fixed(..) | Set::KindPieces(_) => true,
        Set::Numbers(from, to) => closed(def, *from, walks) && closed(def, *to, walks),
        Set::Neighbours(of) | Set::Listed(of) | Set::One(of) => closed(def, *of, walks),
        Set::Both(one, other) => closed_set(def, *one, walks) && closed_set(def, *other, walks),
        Set::Where { set, it, body } => {
            closed_set(def, *set, walks) && closed(def, *body, walks | 1 << it)
        }
        _ => false,
    }
}

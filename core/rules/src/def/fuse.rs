//! Shortens expressions that are evaluated by the million, without changing what they give.
//!
//! Nothing else makes what this makes: packs are resolved to the plain forms, and texts and checks
//! read those. A counter of something at hand needs no look-up of the counter then; in a row of a
//! grid, none of the space either.

use super::Def;
use super::expr::{Expr, ExprId};
use super::part::Scope;
use crate::id::CounterId;

/// Shortens what can be shortened.
pub(super) fn fuse(def: &mut Def) {
    for at in 0..def.exprs.len() {
        if let Expr::Counter(counter, of) = def.exprs[at]
            && let Some(short) = cell_of(def, counter, of)
        {
            def.exprs[at] = short;
        }
    }
    // After all cells: what is compared may stand behind the comparison.
    for at in 0..def.exprs.len() {
        if let Some(short) = test(def, def.exprs[at]) {
            def.exprs[at] = short;
        }
    }
}

fn cell_of(def: &Def, counter: CounterId, of: ExprId) -> Option<Expr> {
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
fn test(def: &Def, expr: Expr) -> Option<Expr> {
    let (binary, left) = match expr {
        Expr::BinaryConst(binary, left, _) | Expr::Binary(binary, left, _) => (binary, left),
        _ => return None,
    };
    let Expr::CellOfIt { it, first, cell, holders } = def.exprs[left as usize] else { return None };
    let holders = u16::try_from(holders).ok()?;
    match expr {
        Expr::BinaryConst(_, _, to) => {
            Some(Expr::TestOfIt { it, binary, first, cell, holders, to })
        }
        Expr::Binary(_, _, right) => match def.exprs[right as usize] {
            Expr::Local(slot) => {
                Some(Expr::TestOfItLocal { it, binary, first, cell, holders, slot })
            }
            _ => None,
        },
        _ => None,
    }
}

/// The cell of what a leaf stands for.
fn cells(leaf: Expr, first: u32, cell: u32, holders: u32) -> Option<Expr> {
    let first = u16::try_from(first).ok()?;
    match leaf {
        Expr::It(it) => Some(Expr::CellOfIt { it, first, cell, holders }),
        Expr::Local(slot) => {
            let slot = u8::try_from(slot).ok()?;
            Some(Expr::CellOfLocal { slot, first, cell, holders })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests;

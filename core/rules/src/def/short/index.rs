//! Spaces indexed by attribute: a search for spaces with a certain attribute checks no others.

use crate::def::Def;
use crate::def::expr::{Binary, Expr, ExprId, Set, SetId};
use crate::id::AttrId;

/// The spaces of a run by an attribute.
#[derive(Clone, Debug)]
pub(crate) struct Index {
    /// The walk the condition is about.
    pub it: u8,
    /// The expression the attribute is compared with.
    pub key: ExprId,
    /// The rest of the condition.
    pub rest: Vec<ExprId>,
    /// The spaces of each value, sorted by value.
    spaces: Vec<(i32, Vec<i32>)>,
}

impl Index {
    /// The index for a condition on spaces, if a part of the condition compares an attribute.
    pub(super) fn of(def: &Def, set: SetId, it: u8, condition: ExprId) -> Option<Self> {
        let Set::Spaces(first, len) = def.sets[set as usize] else { return None };
        let mut parts = Vec::new();
        conjuncts(def, condition, &mut parts);
        let found = parts.iter().position(|part| compared(def, *part, it).is_some())?;
        let (attrs, key) = compared(def, parts.remove(found), it)?;
        let mut spaces: Vec<(i32, Vec<i32>)> = Vec::new();
        for space in i32::from(first.0)..i32::from(first.0) + i32::from(len) {
            let value = attrs.iter().rev().fold(space, |space, attr| {
                let column = &def.space_attrs[attr.index()];
                column.get(space as u32 as usize).copied().unwrap_or(0)
            });
            match spaces.binary_search_by_key(&value, |(value, _)| *value) {
                Ok(at) => spaces[at].1.push(space),
                Err(at) => spaces.insert(at, (value, vec![space])),
            }
        }
        Some(Self { it, key, rest: parts, spaces })
    }

    /// The spaces with a value.
    pub fn find(&self, value: i32) -> &[i32] {
        let found = self.spaces.binary_search_by_key(&value, |(value, _)| *value);
        found.map_or(&[], |at| &self.spaces[at].1)
    }
}

pub(crate) fn conjuncts(def: &Def, condition: ExprId, parts: &mut Vec<ExprId>) {
    match def.exprs[condition as usize] {
        Expr::And(one, other) => {
            conjuncts(def, one, parts);
            conjuncts(def, other, parts);
        }
        _ => parts.push(condition),
    }
}

/// The attributes (last first) and the other side of a comparison of the item with something else.
fn compared(def: &Def, part: ExprId, it: u8) -> Option<(Vec<AttrId>, ExprId)> {
    let Expr::Binary(Binary::Eq, left, right) = def.exprs[part as usize] else { return None };
    let sides = [(left, right), (right, left)];
    sides.into_iter().find_map(|(one, other)| {
        let attrs = attrs_of(def, one, it)?;
        is_leaf(def, other).then_some((attrs, other))
    })
}

fn attrs_of(def: &Def, mut of: ExprId, it: u8) -> Option<Vec<AttrId>> {
    let mut attrs = Vec::new();
    loop {
        match def.exprs[of as usize] {
            Expr::SpaceAttr(attr, inner) => {
                attrs.push(attr);
                of = inner;
            }
            Expr::It(register) if register == it && !attrs.is_empty() => return Some(attrs),
            _ => return None,
        }
    }
}

/// Whether an expression certainly does not depend on the item of the walk.
fn is_leaf(def: &Def, expr: ExprId) -> bool {
    match def.exprs[expr as usize] {
        Expr::Const(_) | Expr::Local(_) | Expr::Cell(_) | Expr::Mine(_) => true,
        Expr::SpaceAttr(_, of) | Expr::Attr(_, of) => is_leaf(def, of),
        _ => false,
    }
}

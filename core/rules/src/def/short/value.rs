//! Named values without modifiers: they are inlined.

use super::{Hand, Leaf, Of, Short};
use crate::def::Def;
use crate::def::expr::ExprId;
use crate::id::ValueId;

/// A value without modifiers, for a seat about something, if it is one or two leaves.
pub(super) fn unchanged(
    def: &Def,
    forms: &[Short],
    value: ValueId,
    given: [ExprId; 2],
) -> Option<Short> {
    let value = &def.values[value.index()];
    if !value.modifiers.is_empty() {
        return None;
    }
    let look = |leaf: Leaf| -> Option<Leaf> {
        let Some(of) = leaf.of().filter(|of| *of != Of::NOTHING) else { return Some(leaf) };
        let Hand::Local(slot) = of.hand() else { return None };
        match (leaf, forms[*given.get(slot)? as usize]) {
            (Leaf::Picked(..), _) => None,
            (_, Short::Leaf(Leaf::Itself(of))) => Some(leaf.about(of)),
            _ => None,
        }
    };
    match forms[value.base as usize] {
        Short::Leaf(leaf) => look(leaf).map(Short::Leaf),
        Short::Two(binary, left, right) => Some(Short::Two(binary, look(left)?, look(right)?)),
        _ => None,
    }
}

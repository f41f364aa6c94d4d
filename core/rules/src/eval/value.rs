//! Named values and their modifiers.

use super::{Beside, Eval, look_around};
use crate::def::Def;
use crate::def::expr::NIL;
use crate::def::part::{ModifierKind, Whose};
use crate::def::short::Short;
use crate::fuel::Meter;
use crate::id::{AbilityId, PieceId, ValueId};
use crate::probe::{Probe, WorkOwner};
use crate::world::World;

/// A named value with its modifiers; `told` is called for each that applied, with the value it
/// produced.
pub fn value_for(
    def: &Def,
    world: &World,
    value: ValueId,
    seat: i32,
    about: i32,
    told: &mut dyn FnMut(usize, Option<PieceId>, i32),
) -> i32 {
    let around = Around { depth: 0, beside: Beside::Nobody };
    value_at(def, world, value, (seat, about), around, told)
}

/// A listener for the modifiers of a value.
pub(super) trait Told {
    /// An ability is about to be evaluated.
    #[inline(always)]
    fn begins(&mut self, _: AbilityId) {}
    /// Its evaluation is done.
    #[inline(always)]
    fn ends(&mut self) {}
    /// A modifier applied, and produced this value.
    fn applied(&mut self, nth: usize, piece: Option<PieceId>, to: i32);
}

impl Told for dyn FnMut(usize, Option<PieceId>, i32) + '_ {
    fn applied(&mut self, nth: usize, piece: Option<PieceId>, to: i32) {
        self(nth, piece, to);
    }
}

/// No listener.
pub(super) struct Nobody;

impl Told for Nobody {
    #[inline(always)]
    fn applied(&mut self, _: usize, _: Option<PieceId>, _: i32) {}
}

/// A listener that measures what they cost.
pub(super) struct Measured<'a> {
    pub probe: &'a dyn Probe,
    pub meter: &'a Meter,
}

impl Told for Measured<'_> {
    fn begins(&mut self, ability: AbilityId) {
        self.probe.enters(WorkOwner::Ability(ability), self.meter.stands());
    }

    fn ends(&mut self) {
        self.probe.leaves(self.meter.stands());
    }

    fn applied(&mut self, _: usize, _: Option<PieceId>, _: i32) {}
}

/// How deep named values may be nested.
pub(super) const VALUES_MAX: u8 = 16;

/// The context of a value's evaluation.
#[derive(Clone, Copy)]
pub(super) struct Around<'a> {
    /// How many other values are being evaluated around it.
    pub depth: u8,
    /// Its memo or probe.
    pub beside: Beside<'a>,
}

/// The same, inside other evaluations.
pub(super) fn value_at<T: Told + ?Sized>(
    def: &Def,
    world: &World,
    value: ValueId,
    (seat, about): (i32, i32),
    around: Around<'_>,
    told: &mut T,
) -> i32 {
    let Around { depth, beside } = around;
    if depth > VALUES_MAX || !world.spend(1) {
        return 0;
    }
    let value = &def.values[value.index()];
    let locals = [seat, about];
    let mut number = match def.short.get(value.base) {
        Short::Leaf(leaf) => look_around(def, world, &locals, leaf),
        _ => Eval { depth, beside, ..Eval::within(def, world, &locals) }.eval(value.base),
    };
    for (index, modifier) in value.modifiers.iter().enumerate() {
        let ability = &def.abilities[modifier.ability.index()];
        let mut modify = |piece: Option<PieceId>| {
            let locals = [seat, about, piece.map_or(NIL, |piece| i32::from(piece.0))];
            let mut eval = Eval { depth, beside, ..Eval::within(def, world, &locals) };
            told.begins(modifier.ability);
            if ability.when.is_some_and(|when| !eval.holds(when)) {
                told.ends();
                return;
            }
            let by = eval.eval(modifier.by);
            number = match modifier.change {
                ModifierKind::Add => number.wrapping_add(by),
                ModifierKind::Times => number.wrapping_mul(by),
                ModifierKind::Set => by,
                ModifierKind::AtLeast => number.max(by),
                ModifierKind::AtMost => number.min(by),
            };
            told.ends();
            told.applied(index, piece, number);
        };
        let Some(entry) = ability.entry else {
            modify(None);
            continue;
        };
        let bearers = &def.entries[entry.index()].bearers;
        if !world.spend(bearers.len()) {
            return 0;
        }
        for &piece in bearers {
            // A cheap check first: most pieces belong to somebody else, or to nobody.
            let applies = concerns(ability.whose, world.controller_of(piece), seat)
                && world.in_force(def, piece)
                && world.entry_of(def, piece) == entry;
            if applies {
                modify(Some(piece));
            }
        }
    }
    value.bounds.map_or(number, |(least, most)| number.min(most).max(least))
}

/// Whether an ability of `controller` reacts to what `seat` does.
pub fn concerns(whose: Whose, controller: i32, seat: i32) -> bool {
    match whose {
        Whose::Mine => controller == seat,
        Whose::Others => controller != seat,
        Whose::Anyone => true,
    }
}
